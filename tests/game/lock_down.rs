//! Lock down, through the systems.

use crate::support::{Game, still};
use korobka::game::{Action, Handling};
use korobka::rules::{Facing, GravityRule, LockDownKind, PieceKind, Rules};

/// A T on the floor.
fn grounded(kind: LockDownKind) -> Game {
    let mut rules = still();
    rules.lock_down.kind = kind;
    let mut game = Game::alone(rules, Handling::STANDARD);
    game.give(0, PieceKind::T, Facing::North, 4, -1);
    game
}

/// Ticks until the piece locks.
fn until_locked(game: &mut Game, most: u32) -> Option<u32> {
    (1..=most).find(|_| {
        game.tick();
        game.outcome(0).locked.is_some()
    })
}

#[test]
fn a_resting_piece_locks_after_half_a_second() {
    for kind in [LockDownKind::Extended, LockDownKind::Infinite, LockDownKind::Classic] {
        assert_eq!(until_locked(&mut grounded(kind), 2000), Some(500), "{kind:?}: 500 ticks of rest");
    }
}

#[test]
fn a_fallen_piece_rests_from_the_tick_it_lands() {
    let mut game = Game::alone(Rules { gravity: GravityRule::Curve, ..still() }, Handling::STANDARD);
    game.give(0, PieceKind::T, Facing::North, 4, 0);
    let landed = (1..2000).find(|_| {
        game.tick();
        game.outcome(0).landed
    });
    assert_eq!(landed, Some(1000), "level 1: a row a second");
    assert_eq!(until_locked(&mut game, 2000), Some(499), "500 ticks of rest, the one of landing included");
}

/// Moves the grounded piece every 400 ticks; gives how many moves it made before it locked.
fn moves_before_lock(kind: LockDownKind, most: u32) -> u32 {
    let mut game = grounded(kind);
    for moves in 0..most {
        for _ in 0..398 {
            game.tick();
            if game.outcome(0).locked.is_some() {
                return moves;
            }
        }
        game.tap(0, if moves % 2 == 0 { Action::Left } else { Action::Right });
    }
    most
}

#[test]
fn moves_and_turns_restart_the_clock_as_often_as_the_rule_says() {
    assert_eq!(
        moves_before_lock(LockDownKind::Extended, 40),
        16,
        "extended: fifteen moves buy time, the sixteenth none"
    );
    assert_eq!(moves_before_lock(LockDownKind::Classic, 40), 1, "classic: no move buys time");
    assert_eq!(moves_before_lock(LockDownKind::Infinite, 40), 40, "infinite: every move does");
    let mut game = grounded(LockDownKind::Extended);
    game.ticks(499);
    game.press_for(0, Action::Clockwise, 1);
    assert!(game.outcome(0).turned.is_some() && game.outcome(0).locked.is_none(), "a turn buys time as well");
}

#[test]
fn a_refused_move_buys_no_time() {
    let mut game = grounded(LockDownKind::Extended);
    game.give(0, PieceKind::T, Facing::North, 0, -1);
    game.ticks(400);
    game.tap(0, Action::Left);
    assert_eq!(until_locked(&mut game, 1000), Some(98), "a move into the wall is none");
}

#[test]
fn a_new_lowest_row_starts_the_count_anew() {
    let mut game = grounded(LockDownKind::Extended);
    game.draw(0, "#####.....");
    game.give(0, PieceKind::O, Facing::North, 3, 1);
    for step in 0..14 {
        game.tap(0, if step % 2 == 0 { Action::Left } else { Action::Right });
    }
    game.tap(0, Action::Right);
    game.tap(0, Action::Right);
    game.tap(0, Action::SoftDrop);
    assert_eq!(game.piece(0).row_range().0, 0, "the O fell off the ledge");
    for step in 0..15 {
        game.ticks(450);
        game.tap(0, if step % 2 == 0 { Action::Right } else { Action::Left });
        assert_eq!(game.piece(0).kind, PieceKind::O, "move {} on the lower row buys time again", step + 1);
        assert_eq!(game.piece(0).row_range().0, 0, "it is still in play");
    }
}

#[test]
fn a_hard_drop_locks_at_once_and_a_soft_drop_does_not() {
    let mut game = grounded(LockDownKind::Infinite);
    game.give(0, PieceKind::T, Facing::North, 4, 10);
    game.press_for(0, Action::HardDrop, 1);
    let outcome = game.outcome(0);
    assert_eq!((outcome.hard_dropped, outcome.locked.map(|locked| locked.piece.y)), (Some(11), Some(-1)), "hard drop");
    let mut soft = grounded(LockDownKind::Extended);
    soft.press(0, Action::SoftDrop);
    assert_eq!(until_locked(&mut soft, 1000), Some(500), "soft drop on the ground does not lock sooner");
}
