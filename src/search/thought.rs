//! What any player decides about one piece, whatever it decides with.

use super::State;
use crate::movegen::Placement;

/// What thinking about a piece came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// Where the piece goes.
    pub placement: Placement,
    /// Whether the falling piece is held first.
    pub hold: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// Pieces looked ahead.
    pub depth: u32,
}

/// Thinks about a position: within a budget in nodes, and until told to stop with what is known. `None` where nothing fits.
pub type Think = Box<dyn FnMut(&State, u64, &mut dyn FnMut() -> bool) -> Option<Thought> + Send>;
