//! The literature's controllers play as strongly as published on the board of ten rows, which takes seconds.

use korobka::ai::Playfield;
use korobka::ai::literature::{CONTROLLERS, published_controller};
use korobka::rules::LastMove;

/// Lines of the game of a seed, at most `cap`.
fn lines(name: &str, visible: u8, seed: u64, cap: u32) -> u32 {
    let controller = published_controller(name).unwrap();
    let brain = controller.brain().unwrap();
    let mut field = Playfield::new(&controller.rules(10, visible), seed);
    while field.top_out.is_none() && field.score.lines < cap {
        let choice = field.call_with_view(|view| brain.choose(view)).unwrap();
        field.place(choice.piece, LastMove::Other, choice.hold, 0).unwrap();
    }
    field.score.lines
}

#[test]
fn names_are_unique_and_each_controller_has_a_weight_for_every_feature() {
    for entry in &CONTROLLERS {
        assert!(std::ptr::eq(published_controller(entry.name).unwrap(), entry), "{} twice in the table", entry.name);
        assert!(entry.brain().is_ok(), "{}: {:?}", entry.name, entry.brain().err());
        assert!(entry.rules(10, 20).checked().is_ok(), "{}", entry.name);
    }
    assert!(published_controller("nobody").is_none());
}

/// Lines are about exponential, so the mean of 30 games is within half and one and a half of the true one in all but a
/// few of a thousand tries; the seeds are fixed.
#[test]
fn on_ten_rows_bcts_clears_about_3800_lines_a_game() {
    let mean = (0..30).map(|seed| f64::from(lines("bcts", 10, seed, u32::MAX))).sum::<f64>() / 30.0;
    assert!((1_900.0..5_700.0).contains(&mean), "{mean} lines a game, 3,800 are published");
}

#[test]
fn every_controller_lives_on_on_twenty_rows() {
    for (name, cap) in [("dellacherie", 4_000), ("bcts", 4_000), ("dt-10", 4_000), ("dt-20", 4_000), ("lee", 400)] {
        assert!(lines(name, 20, 1, cap) >= cap, "{name} dies before {cap} lines");
    }
}
