//! Clears, spins and their outcome, played by keys.

use crate::support::{Game, still, still_versus};
use korobka::game::components::{IncomingGarbage, RoundTally, RunningStreak, Score, ToppedOut};
use korobka::game::handling::SoftDrop;
use korobka::game::{Action, Handling};
use korobka::rules::{Facing, PieceKind, Rules, Spin, TopOut, TopOutRule};

const DOUBLE: &str = "
    ####......
    ###...####
    ####.#####";

/// Turns the T, drops it softly into the slot, turns it under the overhang and locks it.
fn t_spin_double(game: &mut Game) {
    game.draw(0, DOUBLE);
    game.give(0, PieceKind::T, Facing::North, 3, 10);
    game.tap(0, Action::Clockwise);
    game.tap(0, Action::SoftDrop);
    game.tap(0, Action::Clockwise);
    game.press_for(0, Action::HardDrop, 1);
}

fn instant(rules: Rules) -> Game {
    let handling = Handling { soft_drop: SoftDrop::Instant, ..Handling::STANDARD };
    let mut game = Game::new(crate::support::setup(rules, 1, crate::support::persons(2, handling)));
    game.tick();
    game
}

#[test]
fn a_t_spin_double_played_by_keys_is_one() {
    let mut game = instant(still_versus());
    t_spin_double(&mut game);
    let outcome = game.outcome(0);
    let clear = outcome.clear.expect("the T locked");
    assert_eq!((clear.lines, clear.spin), (2, Spin::Full), "two lines by a full spin");
    assert_eq!((outcome.cleared, outcome.points), (0b11, 1200), "rows 1 and 2, 1200 points at level 1");
    assert_eq!((outcome.attack, outcome.sent), (4, 4), "it sends four lines");
    assert_eq!(game.get::<Score>(0).0.score, 1200 + 10, "and ten cells of soft drop");
    assert_eq!(game.outcome(1).received, 4, "which arrive in the same tick");
    assert_eq!(game.get::<IncomingGarbage>(1).0.waiting_row_count(), 4, "and wait");
    assert_eq!(game.board(0).count(), 4, "only the overhang is left");
}

#[test]
fn a_second_one_is_back_to_back() {
    let mut game = instant(still_versus());
    t_spin_double(&mut game);
    game.release_for(0, Action::HardDrop, 1);
    t_spin_double(&mut game);
    let outcome = game.outcome(0);
    assert_eq!((outcome.points, outcome.attack), (1800 + 50, 5), "x 1.5 and one line more, and combo 1");
    assert_eq!(game.get::<RunningStreak>(0).0.back_to_back, 2, "two difficult clears in a row");
}

#[test]
fn a_turn_then_a_shift_is_no_spin() {
    let mut game = instant(still_versus());
    game.draw(0, "...#......\n..........");
    game.give(0, PieceKind::T, Facing::North, 4, -1);
    game.tap(0, Action::Clockwise);
    game.tap(0, Action::Counterclockwise);
    game.tap(0, Action::Right);
    game.press_for(0, Action::HardDrop, 1);
    assert_eq!(game.outcome(0).locked.map(|locked| locked.spin), Some(Spin::None), "the last action must be the turn");
}

#[test]
fn a_quad_that_empties_the_matrix_is_a_perfect_clear() {
    let mut game = Game::versus(still_versus());
    game.draw(0, &"#########.\n".repeat(4));
    game.give(0, PieceKind::I, Facing::East, 7, 6);
    game.press_for(0, Action::HardDrop, 1);
    let outcome = game.outcome(0);
    assert!(outcome.clear.is_some_and(|clear| clear.perfect), "nothing is left");
    assert_eq!((outcome.points, outcome.attack), (2800, 10), "800 + 2000 points, ten lines");
}

#[test]
fn levels_rise_with_the_tenth_line() {
    let mut game = Game::alone(still(), Handling::STANDARD);
    let levels: Vec<bool> = (0..5)
        .map(|_| {
            game.drop_clearing(0, 2, 1);
            let level_up = game.outcome(0).level_up;
            game.tick();
            level_up
        })
        .collect();
    assert_eq!(levels, [false, false, false, false, true], "five doubles: level 2");
    game.drop_clearing(0, 1, 1);
    assert_eq!(game.outcome(0).points, (100 + 250) * 2, "a single, combo 5, at level 2");
}

#[test]
fn cleared_garbage_is_counted_as_dug() {
    let mut game = Game::versus(still_versus());
    game.drop_clearing(0, 3, 1);
    assert_eq!(game.get::<RoundTally>(0).dug, 3, "three garbage rows cleared");
}

#[test]
fn the_clear_delay_holds_the_next_piece_back() {
    let mut game = Game::alone(Rules { entry_delay: 117, clear_delay: 583, ..still() }, Handling::STANDARD);
    game.ticks(200);
    for (lines, delay) in [(0, 117), (1, 700)] {
        game.drop_clearing(0, lines, 1);
        assert!(game.outcome(0).locked.is_some(), "the piece is dropped");
        let spawned = (1..2000).find(|_| {
            game.tick();
            game.outcome(0).spawned.is_some()
        });
        assert_eq!(spawned, Some(delay), "{lines} lines: the next piece appears {delay} ms after the lock");
    }
}

#[test]
fn a_lock_above_the_skyline_loses_by_the_rule() {
    for (rule, lost) in [
        (TopOutRule::Guideline, Some(TopOut::LockOut)),
        (TopOutRule::BlockOutOnly, None),
        (TopOutRule::PartialLockOut, Some(TopOut::LockOut)),
    ] {
        let mut game = Game::versus(Rules { top_out: rule, ..still_versus() });
        game.draw(0, &"#.........\n".repeat(20));
        game.give(0, PieceKind::O, Facing::North, 0, 20);
        game.press_for(0, Action::HardDrop, 1);
        assert_eq!(game.get::<ToppedOut>(0).0, lost, "{rule:?}: an O wholly above the skyline");
    }
}
