//! What was thought about a position, and how a bot asks for it.

use crate::search::{State, Thought};
use std::fmt::Debug;

/// What was thought by the time it was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thoughts {
    /// The best move; `None` when the search knows none.
    pub best: Option<Thought>,
    /// Moves that smaller searches preferred, the latest first.
    pub others: Vec<Thought>,
    /// Positions looked at in all searches.
    pub nodes: u64,
    /// Seconds since the position was known.
    pub seconds: f64,
}

/// Thinks about one position at a time: beside the game, or when it is asked.
pub trait Thinking: Debug + Send {
    /// Thinks about another position from now on, or about none.
    fn about(&mut self, state: Option<State>);

    /// What was thought about the position; nothing if there is none.
    fn asked(&mut self) -> Thoughts;
}
