//! Custom games that a player has saved under a name: `custom.toml` in the config folder, one line of text for each.
//!
//! A line that is wrong stays in the file, and its error is shown when it is chosen.

use super::PlayerFile;
use super::handlings::kept_name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Custom games by the names that the player gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomGames {
    /// For each name, the game as a line of text.
    pub games: BTreeMap<String, String>,
}

impl CustomGames {
    /// Adds the line of a game, in place of one that has the same name. Returns the name without spaces around it and
    /// as short as its row takes it; `None`, and nothing is added, if the name is empty.
    pub fn insert(&mut self, name: &str, line: &str) -> Option<String> {
        let name = kept_name(name)?;
        self.games.insert(name.clone(), line.to_owned());
        Some(name)
    }
}

impl PlayerFile for CustomGames {
    const FILE_NAME: &'static str = "custom.toml";
}

#[cfg(test)]
mod tests {
    use super::super::handlings::MAX_NAME;
    use super::*;

    #[test]
    fn the_name_of_a_game_fits_its_row() {
        let mut own = CustomGames::default();
        assert_eq!(own.insert("  ", "width=8"), None, "no name");
        assert_eq!(own.insert(" Ночь 8 ", "width=8").as_deref(), Some("Ночь 8"));
        assert_eq!(own.insert(&"Ж".repeat(8000), "width=9"), Some("Ж".repeat(MAX_NAME)));
        assert_eq!(own.games.len(), 2);
    }
}
