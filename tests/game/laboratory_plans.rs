//! Plans in the window: how they are trained, and what is told of them.

use crate::failing_disk::{Fault, disk};
use crate::laboratory_faults::{Window, home};
use korobka::app::history::GameHistory;
use korobka::app::laboratory::PlayerNaming;
use korobka::game::Pace;
use std::path::Path;

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

#[test]
fn a_run_that_has_waited_is_computed_on_the_cores_of_its_own_plan() {
    let mut window = Window::open();
    window.plan();
    window.laboratory().add_plan_to_comparison().unwrap();
    window.laboratory().plan.cores = 1;
    window.laboratory().begin_run().unwrap();
    assert_eq!(window.laboratory().job().map(|(job, _)| job.core_count()), Some(2));
}

#[test]
fn a_run_that_waits_for_a_later_version_stays_in_the_file_though_others_wait_no_more() {
    let mut window = Window::open();
    let file = home().join("data/laboratory.toml");
    let plan = |recipe: &str| format!("[[waiting]]\nrecipe = \"{recipe}\"\n\n[waiting.numbers]\nlater = \"7\"\n");
    std::fs::write(&file, plan("of-a-later-version") + "\n[[waiting]]\nrecipe = \"lin\"\n").unwrap();
    window.start_again();
    assert_eq!(window.laboratory().waiting_run_count(), 1);
    window.laboratory().drop_waiting_runs();
    assert_eq!(window.laboratory().waiting_run_count(), 0);
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("of-a-later-version") && written.contains("later = \"7\""), "{written}");
    assert_eq!(written.matches("[[waiting]]").count(), 1, "{written}");
}

#[test]
fn a_player_is_kept_where_the_plans_cannot_be() {
    let mut window = Window::open();
    std::fs::write(home().join("data/laboratory.toml"), "?").unwrap();
    disk().fail(home(), Fault::Unwritable);
    window.start_again();
    disk().mend();
    window.laboratory().drop_waiting_runs();
    assert_eq!(std::fs::read_to_string(home().join("data/laboratory.toml")).unwrap(), "?", "it is no file of plans");
    let naming = PlayerNaming { name: "Strela".to_owned(), ..PlayerNaming::default() };
    let mut history = GameHistory::default();
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/generations/lin/lin-0025.gen"));
    window.laboratory().save_as_own_player(&naming, file, Pace::BEGINNER, &mut history).unwrap();
    assert_eq!(history.own_players.len(), 1);
}
