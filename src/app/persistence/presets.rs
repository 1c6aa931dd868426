//! Custom games that a player has saved under a name: `custom.toml` in the config folder, one line of text for each.
//!
//! A line that is wrong stays in the file, and its error is shown when it is chosen.

use super::PlayerFile;
use crate::game::modes::Plan;
use crate::game::modes::line::{self, GameLineError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Custom games by the names that the player gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Presets {
    /// For each name, the game as a line of text.
    pub games: BTreeMap<String, String>,
}

impl Presets {
    /// The game of a name, or an error if its line cannot be read; `None` when there is none of this name.
    pub fn plan(&self, name: &str) -> Option<Result<Plan, GameLineError>> {
        self.games.get(name).map(|line| line::parse(line))
    }
}

impl PlayerFile for Presets {
    const FILE_NAME: &'static str = "custom.toml";
}
