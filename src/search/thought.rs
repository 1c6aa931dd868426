//! What any player decides about one piece, whatever the decision is made with.

use super::{Agreement, State};
use crate::movegen::Move;

/// The decision about one piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The move that the player makes.
    pub chosen: Move,
    /// How many positions the player looked at.
    pub nodes: u64,
    /// How many pieces the player looked ahead.
    pub depth: u32,
    /// How far the worlds of a search agree on the move; `None` for players without worlds.
    pub agreement: Option<Agreement>,
}

/// A function that thinks about a position. It is given the position, a budget in nodes, and a function that says when
/// to stop with the best answer so far. It gives `None` where no piece fits.
pub type Think = Box<dyn FnMut(&State, u64, &mut dyn FnMut() -> bool) -> Option<Thought> + Send>;
