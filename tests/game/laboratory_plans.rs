//! Plans in the window: how they are trained, and what is told of them.

use crate::laboratory_faults::Window;

#[test]
fn one_generation_is_told_as_one() {
    let mut window = Window::open();
    window.plan();
    window.laboratory().plan.last = 1;
    window.laboratory().begin_run().unwrap();
    window.until_over();
    let lines = window.lines();
    assert!(lines.iter().any(|line| line == "iwumbwe has learned 1 generation"), "{lines:?}");
}
