//! What was thought about a position, and how a bot asks for it.

use crate::search::{State, Thought};
use std::fmt::Debug;

/// What the searches have found about a position by the time that it was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ThinkingResult {
    /// The best move; `None` when the searches found none.
    pub best: Option<Thought>,
    /// Moves that other searches preferred: first those that were the best at some time, the latest of them first,
    /// then those that never were, as they came.
    pub others: Vec<Thought>,
    /// How many positions all searches looked at.
    pub nodes: u64,
    /// Seconds since the position became known.
    pub seconds: f64,
}

/// Thinks about one position at a time, beside the game or when it is asked.
pub trait PositionThinker: Debug + Send {
    /// Thinks about this position from now on; with `None` about no position.
    fn think_about(&mut self, state: Option<State>);

    /// The result of the thinking about the position, the default if there is no position; `None` where what
    /// thinks has broken down.
    fn thoughts(&mut self) -> Option<ThinkingResult>;
}
