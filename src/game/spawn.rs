//! The next piece appears, turned or held at once if the player asked for it; no room for it loses.

use super::components::{Falling, Field, HoldSlot, Match, PieceDealer, PieceInPlay, Queue, TickOutcome, ToppedOut};
use super::dealing::refill_queue;
use super::handling::{Handling, InitialInput, PressedKeys};
use super::input::Action;
use super::rotation::{rotate, turn_of};
use crate::rules::{Board, FallingPiece, LastMove, LockDown, PieceKind, Rules};
use bevy::prelude::*;

type Spawning = (
    &'static Field,
    &'static Handling,
    &'static mut PressedKeys,
    &'static mut Falling,
    &'static PieceDealer,
    &'static mut Queue,
    &'static mut HoldSlot,
    &'static mut ToppedOut,
    &'static mut TickOutcome,
);

/// Puts the next piece in play where there is none and the wait is over.
pub(super) fn spawn_pieces(current: Single<&Match>, mut players: Query<Spawning>) {
    let rules = &current.rules;
    for (field, handling, mut pressed, mut falling, dealing, mut queue, mut hold, mut topped_out, mut outcome) in
        &mut players
    {
        let board = field.0.board();
        if topped_out.0.is_none() && falling.piece.is_none() {
            if falling.wait > 0 {
                falling.wait -= 1;
                continue;
            }
            // Given pieces come to an end; the last may be the one on hold.
            let Some(mut kind) = queue.0.first().map(|_| queue.0.take()).or_else(|| hold.0.take()) else { continue };
            refill_queue(*dealing, rules, (board, kind), &mut queue);
            if initial_hold(handling.initial_hold, &mut pressed)
                && rules.hold
                && let Some(held) = hold.0.swap(kind, &mut queue.0)
            {
                outcome.held = true;
                kind = held;
                refill_queue(*dealing, rules, (board, kind), &mut queue);
            }
            put_in_play(&mut falling, &mut outcome, kind, board, rules);
            pressed.cut = pressed.cut.max(handling.dcd);
            let key = initial_turn(handling.initial_rotation, &mut pressed);
            turn_new_piece(&mut falling, &mut outcome, key, board, rules);
            judge_block_out(&falling, board, rules, &mut topped_out, &mut outcome);
        }
    }
}

/// Loses the round for a player whose new piece has no room. Judged before the piece falls: under an overhang it could
/// slip out of the blocks that it appeared on.
pub(super) fn judge_block_out(
    falling: &Falling,
    board: &Board,
    rules: &Rules,
    topped_out: &mut ToppedOut,
    outcome: &mut TickOutcome,
) {
    if let Some(piece) = falling.piece
        && let Some(lost) = rules.top_out.check_block_out(board, piece.piece)
    {
        topped_out.0 = Some(lost);
        outcome.topped_out = Some(lost);
    }
}

/// Puts a piece in play where pieces appear, one row lower at once if that is free.
pub(super) fn put_in_play(
    falling: &mut Falling,
    outcome: &mut TickOutcome,
    kind: PieceKind,
    board: &Board,
    rules: &Rules,
) {
    let spawned = FallingPiece::spawn(kind, rules.board);
    let piece = if board.fits(spawned) { spawned.lowered(board).unwrap_or(spawned) } else { spawned };
    falling.piece =
        Some(PieceInPlay { piece, last: LastMove::Other, lock: LockDown::new(piece.row_range().0), fraction: 0 });
    falling.serial += 1;
    outcome.spawned = Some(kind);
}

/// Turns a piece that has just been put in play by the key that asked for it, if one did and the piece can turn.
pub(super) fn turn_new_piece(
    falling: &mut Falling,
    outcome: &mut TickOutcome,
    key: Option<Action>,
    board: &Board,
    rules: &Rules,
) {
    if let (Some(turn), Some(piece)) = (key.and_then(turn_of), &mut falling.piece)
        && (turn.is_quarter() || rules.half_turns)
        && rotate(piece, board, turn, rules)
    {
        outcome.turned = Some(turn);
    }
}

/// The key of a turn that is held; `None` without one.
pub(super) fn held_turn(pressed: &PressedKeys) -> Option<Action> {
    let turns = [Action::Clockwise, Action::Counterclockwise, Action::Half];
    turns.into_iter().find(|&action| pressed.holds(action))
}

/// The turn that the player asked for before the piece appeared; `None` without one.
fn initial_turn(initial: InitialInput, pressed: &mut PressedKeys) -> Option<Action> {
    let waiting = pressed.waiting_turn.take();
    match initial {
        InitialInput::Off => None,
        InitialInput::Tap => waiting,
        InitialInput::Hold => held_turn(pressed),
    }
}

/// Whether the player asked for a hold before the piece appeared.
fn initial_hold(initial: InitialInput, pressed: &mut PressedKeys) -> bool {
    let waiting = std::mem::take(&mut pressed.waiting_hold);
    match initial {
        InitialInput::Off => false,
        InitialInput::Tap => waiting,
        InitialInput::Hold => pressed.holds(Action::Hold),
    }
}
