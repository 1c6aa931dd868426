//! How genomes that are weights of the champion search and play, alone and against each other.

use serde::{Deserialize, Serialize};

/// How a recipe's genomes search and play, if they are weights of the champion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Placing {
    /// Nodes a piece.
    pub nodes: u32,
    /// Rows of garbage at a time, in the second of the two games of a seed.
    pub rows: u8,
    /// Pieces between.
    pub every: u8,
    /// What each piece that a lost game lacks takes from its lines, in thousandths.
    pub lost: u16,
}

/// The matches of a genome's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Versus {
    /// How much of the fitness they are, in thousandths; the rest is lines sent a piece alone.
    pub share: u16,
    /// The most rungs on the ladder: the first generation's and the latest.
    pub rungs: u8,
    /// Generations from rung to rung.
    pub every: u16,
    /// Pieces a side of the longest match.
    pub pieces: u16,
    /// Whether neither side is told what garbage waits, nor anything of the other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
}
