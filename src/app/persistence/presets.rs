//! Custom games that a player has saved under a name: `custom.toml` in the config folder, one line of text for each.
//!
//! A line that is wrong stays in the file, and its error is shown when it is chosen.

use super::PlayerFile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Custom games by the names that the player gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomGames {
    /// For each name, the game as a line of text.
    pub games: BTreeMap<String, String>,
}

impl PlayerFile for CustomGames {
    const FILE_NAME: &'static str = "custom.toml";
}
