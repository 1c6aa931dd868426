//! From a placement to keys: turns and shifts above the stack, then a hard drop.
//!
//! Knows the rules' movement only. Keys are tried out before one is pressed: what cannot be reached is not chosen.

use crate::game::input::Action;
use crate::game::rotation::turn_of;
use crate::rules::{Board, FallingPiece, KickTable, Rules, Shift};

/// The most keys of a plan: two turns, a board's width of shifts, the drop.
const MOST_KEYS: usize = 20;

/// The keys that bring `piece` to `target` and drop it there, or `None` where turning and shifting before a straight
/// drop does not lead there. The last is the hard drop.
pub fn keys_to(board: &Board, piece: FallingPiece, target: FallingPiece, rules: &Rules) -> Option<Vec<Action>> {
    let turns = turn_keys((target.facing as u8 + 4 - piece.facing as u8) % 4, rules.half_turns);
    turns.iter().find_map(|turns| {
        // Where the stack is high, there may be room to turn only elsewhere.
        [true, false]
            .into_iter()
            .find_map(|turn_first| straight_drop(board, piece, target, turns, turn_first, rules.kicks))
    })
}

/// The sequences of turning keys that turn by `quarters` clockwise quarters, 0-3, the shortest first.
fn turn_keys(quarters: u8, half_turns: bool) -> &'static [&'static [Action]] {
    use Action::{Clockwise as R, Counterclockwise as L, Half as H};
    match (quarters, half_turns) {
        (1, _) => &[&[R], &[L, L, L]],
        (2, true) => &[&[H], &[R, R], &[L, L]],
        (2, false) => &[&[R, R], &[L, L]],
        (3, _) => &[&[L], &[R, R, R]],
        _ => &[&[]],
    }
}

/// The keys that turn by `turns`, shift to the target's column, in this order or the other, and drop. `None` if they do
/// not lead to the target.
fn straight_drop(
    board: &Board,
    piece: FallingPiece,
    target: FallingPiece,
    turns: &[Action],
    turn_first: bool,
    kicks: KickTable,
) -> Option<Vec<Action>> {
    let mut keys = Vec::with_capacity(MOST_KEYS);
    let moved = if turn_first {
        let turned = turn(board, piece, turns, kicks, &mut keys)?;
        shift(board, turned, target.x, &mut keys)?
    } else {
        let shifted = shift(board, piece, target.x, &mut keys)?;
        turn(board, shifted, turns, kicks, &mut keys)?
    };
    keys.push(Action::HardDrop);
    (moved.dropped(board) == target).then_some(keys)
}

fn turn(
    board: &Board,
    piece: FallingPiece,
    turns: &[Action],
    kicks: KickTable,
    keys: &mut Vec<Action>,
) -> Option<FallingPiece> {
    turns.iter().try_fold(piece, |piece, &key| {
        keys.push(key);
        piece.rotated(board, turn_of(key)?, kicks).map(|(turned, _)| turned)
    })
}

fn shift(board: &Board, mut piece: FallingPiece, column: i8, keys: &mut Vec<Action>) -> Option<FallingPiece> {
    while piece.x != column {
        let (key, shift) = if piece.x < column { (Action::Right, Shift::Right) } else { (Action::Left, Shift::Left) };
        piece = piece.shifted(board, shift)?;
        keys.push(key);
    }
    Some(piece)
}
