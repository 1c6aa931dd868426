//! The settings of genomes that are weights of the champion: how they search, and how they play alone and against
//! others.

use serde::{Deserialize, Serialize};

/// How a recipe's genomes search and play, if they are weights of the champion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ChampionTrainingSettings {
    /// How many nodes the search may look at for each piece, 1-10000000.
    pub nodes: u32,
    /// How many rows of garbage rise at a time in the second of the two games of a seed, 0-20.
    pub rows: u8,
    /// How many pieces are placed from one rise of garbage to the next, at least 1.
    pub every: u8,
    /// How much each piece that a lost game lacks takes from the lines sent, in thousandths of a line.
    pub lost: u16,
}

/// The settings of the matches that a genome plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TrainingMatchSettings {
    /// The share of the matches in the fitness, in thousandths, 1-1000. The rest is lines sent for each piece in the
    /// games alone.
    pub share: u16,
    /// The most rungs on the ladder, 1-64: the first generation's and the latest.
    pub rungs: u8,
    /// How many generations lie between one rung of the ladder and the next, at least 1.
    pub every: u16,
    /// The most pieces that each side places in a match, 10-1500.
    pub pieces: u16,
    /// Whether neither side knows what garbage waits, nor anything of the opponent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
    /// Whether both sides are given the same pieces and the same holes in their garbage, so that less is luck.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_pieces: bool,
    /// How many more lines than the other's are worth as much as a win, 1-1500, where what a player attacks with and
    /// what it sends are added up. With `None` only what is sent counts, and as many lines as [`Self::pieces`] win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_for_win: Option<u16>,
}

impl TrainingMatchSettings {
    /// The settings of matches that are the whole fitness, against the first rung of the ladder, in which
    /// both sides know everything.
    pub const fn matches_only() -> Self {
        Self { share: 1000, rungs: 1, every: 1, pieces: 150, untold: false, same_pieces: false, lines_for_win: None }
    }
}
