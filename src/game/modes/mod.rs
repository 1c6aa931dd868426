//! The modes: what a game is about besides its rules. A table of them as data, and one file a mechanic they need.
//!
//! A mode is a plan: rules, and a course with its goal, its garbage by the clock or from below, its start board and
//! whether moves can be taken back. Knows no file, no record and no screen.

pub mod course;
pub mod entries;
mod feed;
pub mod goal;
pub mod line;
pub mod plan;
pub mod puzzle;
mod settings;
pub mod start;
pub mod table;
mod trail;
mod undo;

pub use course::{Course, GameComparison, GarbageFeed, Goal, StartPosition};
pub use feed::GarbageFeedState;
pub use goal::{FinishMatch, FinishRequested};
pub use plan::{ModeOptions, Plan, SurvivalOptions};
pub use puzzle::{Puzzle, PuzzleError};
pub use table::BoardFigure;
pub use trail::{ProgressTrail, TrailToBeat, lead_over};

pub(super) use start::RoundStart;

use bevy::prelude::*;

/// Adds what modes need to the tick.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((feed::plugin, goal::plugin, undo::plugin, trail::plugin));
}
