//! Who is ahead in a match of two: a figure for the eye, which decides nothing.
//!
//! A player is ahead whose stack, with the garbage that waits for it, is lower. `tests/game/lead.rs` holds it against
//! who wins: of two equal players the one with more than half of the strip five seconds before the end mostly wins.

use super::components::{Field, IncomingGarbage, Match};

/// The largest share that the player who is ahead gets while the round goes on.
const MOST: f32 = 0.96;

/// The left player's share of the strip that shows who is ahead, 0-1, from the room that both have left: a half while
/// both have as much, 1 once the left player has won the round, 0 once the right one has.
pub fn left_share(current: &Match, room: [f32; 2]) -> f32 {
    match current.phase.winner() {
        Some(0) => 1.0,
        Some(_) => 0.0,
        None => {
            let [left, right] = room.map(|room| room.max(0.02));
            (left / (left + right)).clamp(1.0 - MOST, MOST)
        }
    }
}

/// The share of a board's visible rows that neither the stack nor the garbage that waits for it fills; below 0 when
/// they reach above the board.
pub fn room_left(field: &Field, incoming: &IncomingGarbage) -> f32 {
    let board = field.0.board();
    let visible = f32::from(board.size().visible.max(1));
    1.0 - (board.stack_height() as f32 + incoming.0.waiting_row_count() as f32) / visible
}
