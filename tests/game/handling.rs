//! Handling, tick by tick.

use crate::support::{Game, still};
use korobka::game::handling::{PressedKeys, SecondDirection, SoftDrop};
use korobka::game::{Action, Handling, components::Falling};
use korobka::rules::{Facing, GravityRule, PieceKind, Rules};

const STANDARD: Handling = Handling::STANDARD;

/// A T at the left wall, high above the floor; nothing falls.
fn ready(handling: Handling) -> Game {
    let mut game = Game::alone(still(), handling);
    game.give(0, PieceKind::T, Facing::North, 0, 10);
    game
}

/// The piece's column at each of the next ticks.
fn columns(game: &mut Game, ticks: usize) -> Vec<i8> {
    (0..ticks)
        .map(|_| {
            game.tick();
            game.piece(0).x
        })
        .collect()
}

/// The ticks, counted from 0, at which the column changes, and to what.
fn changes(columns: &[i8], mut last: i8) -> Vec<(usize, i8)> {
    let mut changes = Vec::new();
    for (tick, &column) in columns.iter().enumerate() {
        if column != last {
            changes.push((tick, column));
            last = column;
        }
    }
    changes
}

fn held_right(handling: Handling) -> Vec<(usize, i8)> {
    let mut game = ready(handling);
    game.press(0, Action::Right);
    changes(&columns(&mut game, 400), 0)
}

#[test]
fn a_held_direction_repeats_after_das_every_arr() {
    let expected = [(0, 1), (133, 2), (143, 3), (153, 4), (163, 5), (173, 6), (183, 7)];
    assert_eq!(held_right(STANDARD), expected, "DAS 133, ARR 10: pressed at 0, then at 133, 143, ... up to the wall");
    let one = [(0, 1), (133, 2), (134, 3), (135, 4), (136, 5), (137, 6), (138, 7)];
    assert_eq!(held_right(Handling { arr: 1, ..STANDARD }), one, "ARR 1: a column a tick");
    let slow = [(0, 1), (200, 2), (240, 3), (280, 4), (320, 5), (360, 6)];
    assert_eq!(held_right(Handling::RELAXED), slow, "DAS 200, ARR 40");
}

#[test]
fn without_arr_the_piece_goes_to_the_wall_at_das() {
    assert_eq!(held_right(Handling { arr: 0, ..STANDARD }), [(0, 1), (133, 7)], "ARR 0: to the wall in one tick");
    assert_eq!(held_right(Handling { das: 0, arr: 0, ..STANDARD }), [(0, 7)], "DAS 0, ARR 0: to the wall on press");
}

#[test]
fn without_das_the_tap_is_the_first_repeat() {
    let expected = [(0, 1), (10, 2), (20, 3), (30, 4), (40, 5), (50, 6), (60, 7)];
    assert_eq!(held_right(Handling { das: 0, ..STANDARD }), expected, "DAS 0, ARR 10");
}

#[test]
fn a_key_let_go_before_das_moves_one_column() {
    let mut game = ready(STANDARD);
    game.press(0, Action::Right);
    game.ticks(132);
    game.release(0, Action::Right);
    assert_eq!(changes(&columns(&mut game, 300), 1), [], "132 ticks are less than DAS");
}

/// Right from 0 on, left pressed at `press` and let go at `release`.
fn left_between(second: SecondDirection, press: u32, release: u32) -> Vec<(usize, i8)> {
    let mut game = ready(Handling { second_direction: second, ..STANDARD });
    game.press(0, Action::Right);
    let mut all = columns(&mut game, press as usize);
    game.press(0, Action::Left);
    all.extend(columns(&mut game, (release - press) as usize));
    game.release(0, Action::Left);
    all.extend(columns(&mut game, 400 - release as usize));
    changes(&all, 0)
}

#[test]
fn the_latest_direction_counts_and_the_earlier_goes_on_with_its_charge() {
    let expected = [(0, 1), (133, 2), (143, 3), (145, 2), (160, 3), (170, 4), (180, 5), (190, 6), (200, 7)];
    assert_eq!(
        left_between(SecondDirection::Latest, 145, 160),
        expected,
        "left for 15 ticks, then right at once again"
    );
    let repeats = [
        (0, 1),
        (133, 2),
        (143, 3),
        (150, 2),
        (283, 1),
        (293, 0),
        (300, 1),
        (310, 2),
        (320, 3),
        (330, 4),
        (340, 5),
        (350, 6),
        (360, 7),
    ];
    assert_eq!(left_between(SecondDirection::Latest, 150, 300), repeats, "the later direction has a DAS of its own");
}

#[test]
fn the_first_direction_goes_on_in_its_rhythm() {
    for (press, release) in [(145, 160), (50, 150), (120, 137), (50, 60)] {
        let undisturbed = held_right(STANDARD);
        assert_eq!(left_between(SecondDirection::First, press, release), undisturbed, "left from {press} to {release}");
    }
}

#[test]
fn neither_direction_repeats_while_both_are_held() {
    let expected = [(0, 1), (133, 2), (143, 3), (145, 2), (300, 3), (310, 4), (320, 5), (330, 6), (340, 7)];
    assert_eq!(left_between(SecondDirection::Neither, 145, 300), expected, "a tap, then rest, then right goes on");
}

#[test]
fn letting_the_other_direction_go_keeps_the_rhythm() {
    let mut game = ready(STANDARD);
    game.press(0, Action::Left);
    game.tick();
    game.press(0, Action::Right);
    let mut all = columns(&mut game, 137);
    game.release(0, Action::Left);
    all.extend(columns(&mut game, 40));
    let expected = [(0, 1), (133, 2), (143, 3), (153, 4), (163, 5), (173, 6)];
    assert_eq!(changes(&all, 0), expected, "right repeats every ten ticks though left is let go between");
}

#[test]
fn a_charge_is_carried_to_the_next_piece() {
    for (arr, delay) in [(0, 1), (10, 3)] {
        let mut game = ready(Handling { arr, ..STANDARD });
        game.press(0, Action::Right);
        game.ticks(201);
        game.press(0, Action::HardDrop);
        game.tick();
        assert!(game.outcome(0).locked.is_some(), "the T is dropped");
        let start = game.piece(0).x;
        // ARR 10: repeats at 133 + 10 k; the drop was at 201, the next repeat is at 203.
        let moved = changes(&columns(&mut game, 20), start)[0].0;
        assert_eq!(moved + 1, if arr == 0 { delay } else { 2 }, "ARR {arr}: the next piece moves without another DAS");
    }
}

#[test]
fn a_direction_held_before_the_first_piece_is_charged() {
    let mut game = Game::new(crate::support::setup(
        Rules { countdown: 500, ..still() },
        1,
        crate::support::persons(1, Handling { arr: 0, ..STANDARD }),
    ));
    game.press(0, Action::Left);
    game.ticks(502);
    let left = game.piece(0).cells().map(|cell| cell.0).min();
    assert_eq!(left, Some(0), "the first piece goes to the wall in its first tick");
}

#[test]
fn repeats_rest_for_dcd_after_a_turn_and_with_a_new_piece() {
    let handling = Handling { dcd: 50, ..STANDARD };
    let mut game = ready(handling);
    game.press(0, Action::Right);
    game.ticks(150);
    game.press(0, Action::Clockwise);
    let moved = changes(&columns(&mut game, 100), 3);
    assert!(moved[0].0 >= 50, "after a turn repeats rest for 50 ticks, not {}", moved[0].0);
    game.press(0, Action::HardDrop);
    game.tick();
    let start = game.piece(0).x;
    let moved = changes(&columns(&mut game, 100), start);
    assert!((50..60).contains(&moved[0].0), "with a new piece they rest for 50 ticks, not {}", moved[0].0);
}

#[test]
fn dcd_runs_out_with_no_direction_held() {
    let mut game = ready(Handling { das: 20, dcd: 100, ..STANDARD });
    game.tap(0, Action::Clockwise);
    game.ticks(200);
    let x = game.piece(0).x;
    game.press(0, Action::Right);
    let moved = changes(&columns(&mut game, 40), x);
    assert_eq!(moved, [(0, x + 1), (20, x + 2), (30, x + 3)], "a turn long ago delays nothing");
}

#[test]
fn a_dropped_piece_stays_in_its_column() {
    let mut game = ready(STANDARD);
    game.press(0, Action::Right);
    game.ticks(133);
    game.press(0, Action::HardDrop);
    game.tick();
    let locked = game.outcome(0).locked.expect("the T is dropped");
    assert_eq!(locked.piece.x, 1, "a repeat that is due in the tick of the drop does not move the dropped piece");
}

/// The ticks, from the press of soft drop, at which the piece falls a row.
fn soft_dropped(gravity: GravityRule, soft_drop: SoftDrop) -> Vec<usize> {
    let mut game = Game::alone(Rules { gravity, ..still() }, Handling { soft_drop, ..STANDARD });
    game.give(0, PieceKind::T, Facing::North, 3, 3);
    game.press(0, Action::SoftDrop);
    let mut last = game.piece(0).y;
    let mut ticks = Vec::new();
    for tick in 0..450 {
        game.tick();
        let Some(in_play) = game.get::<Falling>(0).piece.filter(|piece| piece.piece.kind == PieceKind::T) else {
            break;
        };
        ticks.extend((in_play.piece.y..last).map(|_| tick));
        last = in_play.piece.y;
    }
    ticks
}

#[test]
fn soft_drop_falls_at_once_and_then_at_its_factor() {
    let factor = SoftDrop::Factor;
    assert_eq!(soft_dropped(GravityRule::Curve, factor(20)), [0, 50, 100, 150], "20 x a row a second");
    assert_eq!(soft_dropped(GravityRule::Curve, factor(5)), [0, 200, 400], "5 x a row a second");
    assert_eq!(soft_dropped(GravityRule::Curve, factor(40)), [0, 25, 50, 75], "40 x a row a second");
    assert_eq!(soft_dropped(GravityRule::VERSUS, factor(20)), [0, 42, 84, 125], "20 x 0.02 G: three rows in 125 ms");
    assert_eq!(soft_dropped(GravityRule::Off, factor(20)), [0, 50, 100, 150], "gravity off: as if a row a second");
    assert_eq!(soft_dropped(GravityRule::Curve, SoftDrop::Instant), [0, 0, 0, 0], "instant: to the ground in one tick");
}

#[test]
fn a_press_and_its_release_of_one_frame_fall_on_consecutive_ticks() {
    let mut game = ready(STANDARD);
    game.keys(0, &[(Action::Right, true), (Action::Right, false), (Action::Right, true), (Action::Right, false)]);
    let mut held = Vec::new();
    for _ in 0..5 {
        game.tick();
        held.push((game.get::<PressedKeys>(0).holds(Action::Right), game.piece(0).x));
    }
    let expected = [(true, 1), (false, 1), (true, 2), (false, 2), (false, 2)];
    assert_eq!(held, expected, "down, up, down, up: a tick each, and none is lost");
}

#[test]
fn keys_of_one_frame_keep_their_order() {
    let shifted = |keys: [(Action, bool); 2]| {
        let mut game = ready(STANDARD);
        game.give(0, PieceKind::T, Facing::East, 0, 10);
        game.keys(0, &keys);
        game.tick();
        let outcome = game.outcome(0);
        assert!(outcome.turned.is_some(), "both keys act in one tick");
        outcome.shifted
    };
    let (left, turn) = ((Action::Left, true), (Action::Clockwise, true));
    assert_eq!(shifted([left, turn]), 1, "left, then turn: there is room on the left");
    assert_eq!(shifted([turn, left]), 0, "turn, then left: the turned T stands at the wall");
}

#[test]
fn a_hard_drop_or_a_hold_ends_the_ticks_events() {
    for ending in [Action::HardDrop, Action::Hold] {
        let mut game = ready(STANDARD);
        game.keys(0, &[(ending, true), (Action::Left, true)]);
        game.tick();
        assert_eq!(game.outcome(0).shifted, 0, "{ending:?}: the next key waits for the next piece");
        let x = game.piece(0).x;
        game.tick();
        assert_eq!(game.piece(0).x, x - 1, "{ending:?}: and moves that one");
    }
}
