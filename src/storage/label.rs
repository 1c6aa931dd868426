//! What is noted about a saved match, whether it is a replay of ticks or one of placements.

use crate::train::recipe::is_default;
use serde::{Deserialize, Serialize};

/// What is noted about a saved match: its name, its date, and whether it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchLabel {
    /// The name that somebody gave the match; empty for none.
    pub name: String,
    /// Whether the match is kept for good: it is never removed by itself.
    pub kept: bool,
    /// When the match was recorded, in seconds since 1970 (UTC).
    pub date: u64,
    /// The version of the program that recorded the match.
    pub program: String,
    /// How many hints the person had asked for, in a game that can be continued; its keys do not tell that.
    #[serde(skip_serializing_if = "is_default")]
    pub hints: u32,
}

impl MatchLabel {
    /// The label of a match recorded at this moment, in seconds since 1970 (UTC), by this program.
    pub fn for_recording(date: u64) -> Self {
        Self { date, program: env!("CARGO_PKG_VERSION").to_owned(), ..Self::default() }
    }
}
