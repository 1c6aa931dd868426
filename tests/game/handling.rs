//! Handling, tick by tick, where the table of `handling_modes` says nothing.

use crate::support::{Game, persons, setup, still};
use korobka::game::components::{HoldSlot, Score};
use korobka::game::handling::{InitialInput, LastPresses, PressedKeys, SecondDirection, SoftDrop};
use korobka::game::{Action, Handling, Snapshot};
use korobka::rules::{Facing, PieceKind, Rules};

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

#[test]
fn the_first_direction_goes_on_in_its_rhythm() {
    for (press, release) in [(50, 150), (120, 137), (50, 60)] {
        let mut game = ready(Handling { second_direction: SecondDirection::First, ..STANDARD });
        game.press(0, Action::Right);
        let mut all = columns(&mut game, press);
        game.press(0, Action::Left);
        all.extend(columns(&mut game, release - press));
        game.release(0, Action::Left);
        all.extend(columns(&mut game, 400 - release));
        let undisturbed = [(0, 1), (133, 2), (143, 3), (153, 4), (163, 5), (173, 6), (183, 7)];
        assert_eq!(changes(&all, 0), undisturbed, "left from {press} to {release}");
    }
}

#[test]
fn letting_the_other_direction_go_keeps_the_rhythm() {
    let mut game = ready(STANDARD);
    game.press_for(0, Action::Left, 1);
    game.press(0, Action::Right);
    let mut all = columns(&mut game, 137);
    game.release(0, Action::Left);
    all.extend(columns(&mut game, 40));
    let expected = [(0, 1), (133, 2), (143, 3), (153, 4), (163, 5), (173, 6)];
    assert_eq!(changes(&all, 0), expected, "right repeats every ten ticks though left is let go between");
}

#[test]
fn a_charge_is_carried_to_the_next_piece() {
    for (arr, after) in [(0, 1), (10, 2)] {
        let mut game = ready(Handling { arr, ..STANDARD });
        game.press_for(0, Action::Right, 201);
        game.press_for(0, Action::HardDrop, 1);
        assert!(game.outcome(0).locked.is_some(), "the T is dropped");
        let start = game.piece(0).x;
        // ARR 10: repeats at 133 + 10 k; the drop was at 201, the next repeat is at 203.
        let moved = changes(&columns(&mut game, 20), start)[0].0;
        assert_eq!(moved + 1, after, "ARR {arr}: the next piece moves without another DAS");
    }
}

#[test]
fn a_direction_held_before_the_first_piece_is_charged() {
    let seats = persons(1, Handling { arr: 0, ..STANDARD });
    let mut game = Game::new(setup(Rules { countdown: 500, ..still() }, 1, seats));
    game.press_for(0, Action::Left, 502);
    let left = game.piece(0).cells().map(|cell| cell.0).min();
    assert_eq!(left, Some(0), "the first piece goes to the wall in its first tick");
}

#[test]
fn keys_tapped_in_the_countdown_are_lost_and_those_held_at_its_end_are_early_ones() {
    use Action::{Clockwise, Counterclockwise, Half, HardDrop, Hold};
    let rules = Rules { countdown: 100, ..still() };
    let begins_with_t = |&seed: &u64| rules.queue(seed).first() == Some(PieceKind::T);
    let seed = (0..1000).find(begins_with_t).expect("some seed begins with it");
    // The facing of the first piece, what is held, and how many pieces have locked.
    let begun = |initial: InitialInput, keys: &[(Action, bool)]| {
        let handling = Handling { initial_rotation: initial, initial_hold: initial, ..STANDARD };
        let mut game = Game::new(setup(rules, seed, persons(1, handling)));
        game.keys(0, keys);
        game.ticks(110);
        (game.piece(0).facing, game.get::<HoldSlot>(0).0.piece(), game.get::<Score>(0).0.pieces)
    };
    let untouched = (Facing::North, None, 0);
    for initial in [InitialInput::Off, InitialInput::Hold, InitialInput::Tap] {
        for key in [Clockwise, Hold, HardDrop] {
            assert_eq!(begun(initial, &[(key, true), (key, false)]), untouched, "{key:?} tapped, {initial:?}");
        }
        let counts = initial == InitialInput::Hold;
        let turned = if counts { Facing::East } else { Facing::North };
        assert_eq!(begun(initial, &[(Clockwise, true)]), (turned, None, 0), "{initial:?}");
        let held = counts.then_some(PieceKind::T);
        assert_eq!(begun(initial, &[(Hold, true)]), (Facing::North, held, 0), "{initial:?}");
    }
    // Of several turns that are held one counts: clockwise before the other way, and both before a half turn.
    for (keys, facing) in [([Half, Clockwise], Facing::East), ([Half, Counterclockwise], Facing::West)] {
        assert_eq!(begun(InitialInput::Hold, &keys.map(|key| (key, true))).0, facing, "{keys:?}");
    }
    let both = [(Counterclockwise, true), (Clockwise, true)];
    assert_eq!(begun(InitialInput::Hold, &both).0, Facing::East, "whichever was pressed first");
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
    game.press_for(0, Action::Right, 133);
    game.press_for(0, Action::HardDrop, 1);
    let locked = game.outcome(0).locked.expect("the T is dropped");
    assert_eq!(locked.piece.x, 1, "a repeat that is due in the tick of the drop does not move the dropped piece");
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

#[test]
fn a_soft_drop_that_comes_before_sliding_falls_into_a_hole_on_the_way() {
    let quick = Handling { das: 0, arr: 0, soft_drop: SoftDrop::Instant, ..STANDARD };
    for (fall_first, place) in [(false, (Some(8), 2)), (true, (Some(4), 0))] {
        let mut game = Game::alone(still(), Handling { fall_first, ..quick });
        game.draw(0, "####..####\n####..####");
        game.keys(0, &[(Action::SoftDrop, true), (Action::Right, true)]);
        for told in ["keys of this tick", "keys held from the last piece"] {
            game.give(0, PieceKind::O, Facing::North, 0, 10);
            let (from, points) = (game.piece(0).row_range().0, game.get::<Score>(0).0.score);
            game.tick();
            let piece = game.piece(0);
            let left = piece.cells().map(|cell| cell.0).min();
            assert_eq!((left, piece.row_range().0), place, "falling first: {fall_first}, {told}");
            let fallen = (from - place.1) as u64;
            assert_eq!(game.get::<Score>(0).0.score - points, fallen, "every row of the fall counts once");
            let outcome = game.outcome(0);
            assert_eq!((u64::from(outcome.soft_dropped), outcome.landed), (fallen, true), "and is told once");
        }
    }
}

#[test]
fn a_key_is_shown_while_it_is_down_and_for_a_moment_after_a_tap_that_no_frame_sees() {
    let shown = |game: &Game, action: Action| {
        game.get::<LastPresses>(0).shows(game.get::<PressedKeys>(0), action, game.current().tick, 100)
    };
    let mut game = ready(STANDARD);
    assert!(Action::ALL.iter().all(|&action| !shown(&game, action)), "nothing has been pressed");
    game.tap(0, Action::Left);
    assert!(!game.get::<PressedKeys>(0).holds(Action::Left), "the tap is over");
    assert_eq!(Action::ALL.map(|action| shown(&game, action)).iter().filter(|&&lit| lit).count(), 1);
    assert!(shown(&game, Action::Left));
    let snapshot = Snapshot::take(game.app.world_mut()).expect("a match is in progress");
    // Two of the hundred ticks from the press on are over.
    let mut lit = 2;
    while shown(&game, Action::Left) && lit < 500 {
        game.tick();
        lit += 1;
    }
    assert_eq!(lit - 1, 100, "it goes out after the last tick of the glow");
    assert!(snapshot.restore(game.app.world_mut()), "its match is in progress");
    assert!(shown(&game, Action::Left), "who goes back in a replay sees the tap again");
    game.press_for(0, Action::Right, 300);
    assert!(shown(&game, Action::Right) && !shown(&game, Action::Left));
    game.release_for(0, Action::Right, 1);
    assert!(!shown(&game, Action::Right), "a key that was held goes out as it is let go");
}
