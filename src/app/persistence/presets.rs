//! Custom games that a player has saved under a name: `custom.toml` in the config folder, one line of text for each.
//!
//! A line that is wrong stays in the file, and its error is shown when it is chosen.

use crate::doors::files;
use crate::game::modes::Plan;
use crate::game::modes::line::{self, GameLineError};
use crate::storage::toml_files::{self, LoadedFile};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The name of the file in the config folder.
pub const FILE_NAME: &str = "custom.toml";

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

/// Reads the games of a folder.
pub fn load(folder: &Path) -> LoadedFile<Presets> {
    toml_files::read(files(), &folder.join(FILE_NAME))
}

/// Writes the games into a folder.
///
/// # Errors
/// An error if the file cannot be written.
pub fn save(folder: &Path, presets: &Presets) -> io::Result<()> {
    toml_files::write(files(), &folder.join(FILE_NAME), presets)
}
