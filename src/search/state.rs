//! What a decision is made from: board, pieces, streaks, the garbage that waits, and what is known of the opponent.
//!
//! The whole position as a player sees it; `search` makes small nodes of it. Knows no weights.

use super::field::Field;
use crate::ai::{Playfield, View};
use crate::rules::{Board, PieceKind, Streak};
use serde::{Deserialize, Serialize};

/// Garbage on its way to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Garbage {
    /// Rows.
    pub rows: u8,
    /// It rises with the lock of the piece of this number, 1 for the falling one.
    pub due: u8,
    /// Whether it rises whatever happens: clears neither cancel it nor keep it waiting.
    pub certain: bool,
}

/// What is known of the opponent while a piece is thought about; the default is nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    /// Rows of its stack.
    pub height: u8,
    /// Rows of garbage that it has coming.
    pub waiting: u8,
    /// Its clears in a row so far.
    pub combo: u8,
}

impl Rival {
    /// It as its board, what it has coming and its clears in a row have it.
    pub fn of(board: &Board, waiting: u32, streak: Streak) -> Self {
        let byte = |number: u32| number.min(100) as u8;
        Self { height: byte(board.stack_height() as u32), waiting: byte(waiting), combo: byte(streak.combo.into()) }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The board without the falling piece.
    pub board: Board,
    /// The held piece.
    pub hold: Option<PieceKind>,
    /// Whether the falling piece may be held.
    pub can_hold: bool,
    /// The falling piece and those after it.
    pub queue: Vec<PieceKind>,
    /// What the bag can still bring after those; empty where any piece can come.
    pub bag: Vec<PieceKind>,
    /// Combo and back-to-back.
    pub streak: Streak,
    /// What waits.
    pub garbage: Garbage,
    /// The opponent.
    pub rival: Rival,
    /// Whether garbage is not announced, so that more can rise than `garbage` has.
    #[serde(default)]
    pub untold: bool,
}

impl State {
    /// What the player of a field sees, with what waits for it.
    pub fn of(field: &Playfield, garbage: Garbage) -> Self {
        field.with_view(|view: &View| Self {
            board: *view.board,
            hold: view.hold,
            can_hold: view.can_hold,
            queue: std::iter::once(view.falling).chain(view.next.iter().copied()).collect(),
            bag: field.queue.left_in_bag(),
            streak: field.streak,
            garbage,
            rival: Rival::default(),
            untold: false,
        })
    }

    /// The same for a player who is told neither what waits nor anything of the opponent.
    pub fn untold(self) -> Self {
        Self { garbage: Garbage::default(), rival: Rival::default(), untold: true, ..self }
    }

    /// The part of the board that the search keeps.
    pub fn field(&self) -> Field {
        Field::of(&self.board)
    }
}
