//! Turning: in place, or by the first kick that fits.

use super::acting::ActingComponentsItem;
use super::components::{PieceInPlay, RefusedRequest};
use super::handling::InitialInput;
use super::input::Action;
use crate::rules::{Board, LastMove, Rules, Turn};

/// Turns the piece in play, when the key goes down; with no piece in play the turn waits for the next piece, if the
/// player's handling says so.
pub(super) fn press_turn(player: &mut ActingComponentsItem, turn: Turn, action: Action, rules: &Rules) {
    let Some(piece) = &mut player.falling.piece else {
        if player.handling.initial_rotation == InitialInput::Tap {
            player.pressed.waiting_turn = Some(action);
        }
        return;
    };
    if rotate(piece, player.field.0.board(), turn, rules) {
        player.outcome.turned = Some(turn);
        player.pressed.cut = player.handling.dcd;
    } else {
        player.outcome.refused = Some(RefusedRequest::Rotation);
    }
}

/// Turns the piece if it can, and returns whether it did.
pub(super) fn rotate(piece: &mut PieceInPlay, board: &Board, turn: Turn, rules: &Rules) -> bool {
    let Some((turned, kick)) = piece.piece.rotated(board, turn, rules.kicks) else { return false };
    let grounded = piece.piece.lowered(board).is_none() || turned.lowered(board).is_none();
    piece.piece = turned;
    piece.last = LastMove::Rotation { turn, kick };
    piece.lock.note_move(rules.lock_down, grounded);
    // A kick may carry the piece down to a row where the count of moves starts anew.
    piece.lock.note_fall_to(turned.row_range().0);
    true
}

/// The turn that a key asks for; `None` for a key that turns nothing.
pub(super) const fn turn_of(action: Action) -> Option<Turn> {
    match action {
        Action::Clockwise => Some(Turn::Clockwise),
        Action::Counterclockwise => Some(Turn::Counterclockwise),
        Action::Half => Some(Turn::Half),
        _ => None,
    }
}
