//! What a decision is made from: board, pieces, streaks, the garbage that waits, and what is known of the opponent.
//!
//! The whole position as a player sees it; the search makes small nodes of it. Weights play no part here.

use super::field::Bitboard;
use crate::ai::{Playfield, VisiblePosition};
use crate::rules::{Board, GarbageQueue, PieceKind, Streak};
use serde::{Deserialize, Serialize};

/// The most pieces of a queue that a search looks at. How many of them a line has used up is counted in eight bits,
/// with those that are guessed after them.
const MOST_SEARCHED: usize = 250;

/// Garbage on its way to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingGarbage {
    /// How many rows wait.
    pub rows: u8,
    /// The number of the piece with whose lock the rows rise; 1 is the falling piece.
    pub due: u8,
    /// Whether the rows rise whatever happens: clears neither cancel them nor keep them waiting.
    pub certain: bool,
}

impl WaitingGarbage {
    /// The garbage that waits in a queue, and with which of the player's pieces it may rise, if the falling piece locks
    /// at tick `locks` of the round and every further one takes `pace` ticks.
    pub fn from_queue(queue: &GarbageQueue, locks: u64, pace: u64) -> Self {
        let first = queue.waiting_attacks().map(|attack| attack.due).min().unwrap_or(locks);
        let pieces = first.saturating_sub(locks).div_ceil(pace.max(1));
        Self {
            rows: queue.waiting_row_count().min(255) as u8,
            due: pieces.saturating_add(1).min(255) as u8,
            certain: false,
        }
    }
}

/// What is known of the opponent while a piece is thought about; the default means that nobody is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpponentInfo {
    /// Rows of the opponent's stack, at most 100.
    pub height: u8,
    /// Rows of garbage that wait for the opponent, at most 100.
    pub waiting: u8,
    /// The opponent's clears in a row so far, at most 100.
    pub combo: u8,
}

impl OpponentInfo {
    /// The opponent with this board, `waiting` rows of garbage and this streak.
    pub fn of(board: &Board, waiting: u32, streak: Streak) -> Self {
        let byte = |number: u32| number.min(100) as u8;
        Self { height: byte(board.stack_height() as u32), waiting: byte(waiting), combo: byte(streak.combo.into()) }
    }
}

/// A position as a player sees it, with a falling piece to decide on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The board without the falling piece.
    pub board: Board,
    /// The held piece; `None` if the slot is empty.
    pub hold: Option<PieceKind>,
    /// Whether the falling piece may be held.
    pub can_hold: bool,
    /// The falling piece and the pieces on show after it.
    pub queue: Vec<PieceKind>,
    /// The pieces that the bag can still bring after `queue`; empty where any piece can come.
    pub bag: Vec<PieceKind>,
    /// The player's combo and back-to-back so far.
    pub streak: Streak,
    /// The garbage that waits for the player.
    pub garbage: WaitingGarbage,
    /// What is known of the opponent.
    pub rival: OpponentInfo,
    /// Whether garbage is not announced, so that more rows can rise than `garbage` says.
    #[serde(default)]
    pub untold: bool,
    /// How many of the board's lowest rows are garbage, whose clears send more by some rules.
    #[serde(default)]
    pub garbage_rows: u8,
}

impl State {
    /// The position that the player of a field sees, with the garbage that waits for that player. Nothing is known of
    /// an opponent.
    pub fn of(field: &Playfield, garbage: WaitingGarbage) -> Self {
        field.call_with_view(|view: &VisiblePosition| Self {
            board: *view.board,
            hold: view.hold,
            can_hold: view.can_hold,
            queue: std::iter::once(view.falling).chain(view.next.iter().copied()).collect(),
            bag: field.queue.left_in_bag(),
            streak: field.streak,
            garbage,
            rival: OpponentInfo::default(),
            untold: false,
            garbage_rows: field.matrix.lowest_garbage_rows(),
        })
    }

    /// The same position for a player who knows neither what garbage waits nor anything of the opponent.
    #[must_use]
    pub fn without_garbage_and_opponent_info(self) -> Self {
        Self { garbage: WaitingGarbage::default(), rival: OpponentInfo::default(), untold: true, ..self }
    }

    /// Whether the falling piece may be held for another that is known, the held one or the next on show. A search
    /// guesses what comes after these, and a guess cannot be set down.
    pub fn can_swap(&self) -> bool {
        self.can_hold && (self.hold.is_some() || self.queue.len() > 1)
    }

    /// The falling piece and those after it that a search looks at: all of them, in any game.
    pub(super) fn searched_queue(&self) -> Vec<PieceKind> {
        self.queue.iter().copied().take(MOST_SEARCHED).collect()
    }

    /// The cells that the search keeps: the lowest 24 rows of ten columns.
    pub fn bitboard(&self) -> Bitboard {
        Bitboard::of(&self.board)
    }
}
