//! Custom games that a player has saved under a name: `custom.toml` in the config folder, a line of text each.
//!
//! A line that is wrong stays in the file, and is named when it is chosen.

use crate::doors::files;
use crate::game::modes::Plan;
use crate::game::modes::line::{self, LineError};
use crate::storage::kept::{self, Kept};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The file's name.
pub const FILE_NAME: &str = "custom.toml";

/// Games by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Presets {
    /// Their lines.
    pub games: BTreeMap<String, String>,
}

impl Presets {
    /// The game of a name; `None` when there is none.
    pub fn plan(&self, name: &str) -> Option<Result<Plan, LineError>> {
        self.games.get(name).map(|line| line::parse(line))
    }
}

/// Reads the games of a folder.
pub fn load(folder: &Path) -> Kept<Presets> {
    kept::read(files(), &folder.join(FILE_NAME))
}

/// Writes the games into a folder.
pub fn save(folder: &Path, presets: &Presets) -> io::Result<()> {
    kept::write(files(), &folder.join(FILE_NAME), presets)
}
