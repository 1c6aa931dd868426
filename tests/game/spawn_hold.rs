//! Where pieces appear, and the hold slot.

use crate::support::{Game, persons, setup, still};
use korobka::game::components::{Field, HoldSlot, Queue, RefusedRequest, ToppedOut};
use korobka::game::{Action, Handling, Phase};
use korobka::rules::{Board, Facing, Gravity, GravityRule, Hold, Matrix, PieceKind, PieceSet, Rules, TopOut};

/// A match whose first piece is of this kind: seeds are tried until one gives it.
fn with_first(kind: PieceKind, rules: Rules) -> Game {
    let seed = (0..1000).find(|&seed| rules.queue(seed).first() == Some(kind)).expect("some seed begins with it");
    Game::new(setup(rules, seed, persons(1, Handling::STANDARD)))
}

#[test]
fn a_piece_appears_in_rows_21_and_22_and_moves_down_at_once() {
    for kind in PieceSet::Tetromino.kinds() {
        let mut game = with_first(kind, still());
        game.tick();
        assert_eq!(game.outcome(0).spawned, Some(kind), "the first piece appears in the first tick of the round");
        let piece = game.piece(0);
        assert_eq!((piece.kind, piece.facing, piece.row_range().0), (kind, Facing::North, 19), "one row down at once");
        let mut blocked = with_first(kind, Rules { countdown: 1, ..still() });
        blocked.draw(0, &format!("##########\n{}", "..........\n".repeat(19)));
        blocked.ticks(2);
        assert_eq!(blocked.piece(0).row_range().0, 20, "{}: not if a block is in the way", kind.letter());
    }
}

#[test]
fn a_piece_without_room_is_a_block_out() {
    let mut game = with_first(PieceKind::T, Rules { countdown: 1, ..still() });
    game.draw(0, &format!("....#.....\n{}", "..........\n".repeat(20)));
    game.ticks(2);
    assert_eq!(game.get::<ToppedOut>(0).0, Some(TopOut::BlockOut), "the T appears on a block");
    assert_eq!(game.phase(), Phase::Over { winner: None }, "which ends a game for one");
}

#[test]
fn hold_works_once_a_piece() {
    let mut game = with_first(PieceKind::T, still());
    game.tick();
    let second = game.get::<Queue>(0).0.first().expect("a next piece");
    game.press_for(0, Action::Hold, 1);
    assert!(game.outcome(0).held, "the T is held");
    assert_eq!(game.piece(0).kind, second, "and the next piece takes its place in the same tick");
    assert_eq!(game.get::<HoldSlot>(0).0.piece(), Some(PieceKind::T), "the slot has the T");
    game.release_for(0, Action::Hold, 1);
    game.press_for(0, Action::Hold, 1);
    assert_eq!(game.outcome(0).refused, Some(RefusedRequest::Hold), "once a piece");
    assert_eq!(game.piece(0).kind, second, "a refused hold changes nothing");
    game.keys(0, &[(Action::Hold, false), (Action::HardDrop, true)]);
    game.tick();
    let third = game.piece(0).kind;
    game.press_for(0, Action::Hold, 1);
    assert_eq!(game.piece(0).kind, PieceKind::T, "after a lock the T comes back");
    assert_eq!(game.piece(0).row_range().0, 19, "where pieces appear");
    assert_eq!(game.get::<HoldSlot>(0).0.piece(), Some(third), "and the piece in play goes into the slot");
}

#[test]
fn hold_off_is_refused() {
    let mut game = with_first(PieceKind::T, Rules { hold: false, ..still() });
    game.tick();
    game.press_for(0, Action::Hold, 1);
    assert_eq!((game.outcome(0).refused, game.piece(0).kind), (Some(RefusedRequest::Hold), PieceKind::T), "no hold");
}

#[test]
fn a_held_piece_without_room_loses_though_it_could_slip_down() {
    let fast = GravityRule::Ramp { base: 20_000_000, after: 0, growth: 0 };
    assert_eq!(fast.at(1, 0), Gravity::MAX, "20 G");
    let mut game = with_first(PieceKind::T, Rules { gravity: fast, ..still() });
    game.tick();
    let mut queue = game.get::<Queue>(0).0.clone();
    let mut hold = Hold::default();
    hold.swap(PieceKind::T, &mut queue);
    hold.mark_unused();
    game.set(0, HoldSlot(hold));
    let mut board = Board::new(still().board);
    board.fill_cell(4, 21);
    game.set(0, Field(Matrix::from_board(&board)));
    game.give(0, PieceKind::O, Facing::North, 0, 5);
    game.press_for(0, Action::Hold, 1);
    assert_eq!(game.get::<ToppedOut>(0).0, Some(TopOut::BlockOut), "judged where it appears, before it falls");
    assert!(game.outcome(0).locked.is_none(), "and it never locks");
}
