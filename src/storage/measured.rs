//! The measured figures of players that need no file: what `korobka evaluate SPEC --json` printed for each, a line a
//! player, in `measured.jsonl` among the assets.

use super::json_lines::read_json_lines;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The name of the file among the assets.
pub const FILE_NAME: &str = "measured.jsonl";

/// One player's figures, and what they were measured under. The other keys of `evaluate --json` are left aside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredPlayerFigures {
    /// The SPEC of the player.
    #[serde(skip_serializing)]
    pub player: String,
    /// How many games were played.
    pub games: u32,
    /// How many of the games a cap ended.
    pub capped: u32,
    /// The board in words: columns x visible rows.
    pub board: String,
    /// The name of the generator that drew the pieces of the games.
    pub pieces: String,
    /// The lines cleared in a game.
    pub lines: MeanAndBest,
    /// The points made in a game.
    pub score: MeanAndBest,
}

/// One figure over all games of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanAndBest {
    /// The mean over the games.
    pub mean: f64,
    /// The figure of the best game.
    pub best: f64,
}

/// Reads the measured figures from a file; what cannot be read becomes a warning, and without the file there are none.
pub fn read(path: &Path) -> (Vec<MeasuredPlayerFigures>, Vec<String>) {
    read_json_lines(path, |_| true)
}
