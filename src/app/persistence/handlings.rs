//! Handlings that a player has saved under a name: `handling.toml` in the config folder, a line of text each.
//!
//! A line that is wrong stays in the file, and is named when it is chosen.

use crate::doors::files;
use crate::game::handling::Handling;
use crate::game::handling::line::{self, LineError};
use crate::storage::kept::{self, Kept};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The file's name.
pub const FILE_NAME: &str = "handling.toml";
/// The longest name, in letters.
pub const MAX_NAME: usize = 24;

/// Handlings by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Handlings {
    /// Their lines.
    pub handlings: BTreeMap<String, String>,
}

impl Handlings {
    /// Saves a handling; a name that is there already gets the new one. An empty name is none.
    pub fn save(&mut self, name: &str, handling: &Handling) -> Option<String> {
        let name: String = name.trim().chars().take(MAX_NAME).collect();
        let name = name.trim().to_owned();
        if name.is_empty() {
            return None;
        }
        self.handlings.insert(name.clone(), line::write(handling));
        Some(name)
    }

    /// The handling of a name; `None` when there is none.
    pub fn get(&self, name: &str) -> Option<Result<Handling, LineError>> {
        self.handlings.get(name).map(|text| line::parse(text))
    }

    /// The name under which this handling is saved.
    pub fn name_of(&self, handling: &Handling) -> Option<&str> {
        let names = self.handlings.iter();
        names.filter(|(_, text)| line::parse(text).as_ref() == Ok(handling)).map(|(name, _)| name.as_str()).next()
    }
}

/// Reads the handlings of a folder.
pub fn load(folder: &Path) -> Kept<Handlings> {
    kept::read(files(), &folder.join(FILE_NAME))
}

/// Writes the handlings into a folder.
pub fn save(folder: &Path, handlings: &Handlings) -> io::Result<()> {
    kept::write(files(), &folder.join(FILE_NAME), handlings)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_handling_is_found_again_under_its_name() {
        let mut own = Handlings::default();
        let mine = Handling { das: 97, arr: 3, ..Handling::STANDARD };
        assert_eq!(own.save("  ", &mine), None, "no name");
        assert_eq!(own.save("  late night ", &mine).as_deref(), Some("late night"));
        assert_eq!(own.get("late night"), Some(Ok(mine)));
        assert_eq!((own.name_of(&mine), own.name_of(&Handling::FAST)), (Some("late night"), None));
        assert_eq!(own.save("late night", &Handling::FAST).as_deref(), Some("late night"), "saved over");
        assert_eq!((own.handlings.len(), own.get("late night")), (1, Some(Ok(Handling::FAST))));
        let long = own.save(&"x".repeat(100), &mine).unwrap();
        assert_eq!(long.len(), MAX_NAME, "a name fits its row");
    }

    #[test]
    fn a_wrong_line_stays_in_the_file_and_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut own = Handlings::default();
        own.handlings.insert("odd".to_owned(), "das=9000".to_owned());
        own.save("mine", &Handling::RELAXED);
        save(folder.path(), &own).unwrap();
        let read = load(folder.path());
        assert_eq!((read.warning, read.value.clone()), (None, own));
        let error = read.value.get("odd").unwrap().unwrap_err().to_string();
        assert_eq!(error, "das is '9000', must be 0-500 (milliseconds)");
        assert_eq!(read.value.get("mine"), Some(Ok(Handling::RELAXED)), "and harms no other");
    }
}
