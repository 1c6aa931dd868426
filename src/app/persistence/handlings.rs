//! Handlings that a player has saved under a name: `handling.toml` in the config folder, one line of text for each.
//!
//! A line that is wrong stays in the file, and is named when it is chosen.

use super::PlayerFile;
use crate::game::handling::Handling;
use crate::game::handling::line::{self, HandlingLineError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The longest name of a handling or of a custom game, in characters.
pub const MAX_NAME: usize = 24;

/// The name under which something is saved: what the player wrote without spaces around it, cut to [`MAX_NAME`]; `None`
/// if nothing is left.
pub(super) fn kept_name(text: &str) -> Option<String> {
    let start: String = text.trim().chars().take(MAX_NAME).collect();
    let name = start.trim_end();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The names under which something is saved, in the order of their letters, small or capital.
pub fn names_in_order<T>(saved: &BTreeMap<String, T>) -> Vec<&str> {
    let mut names: Vec<&str> = saved.keys().map(String::as_str).collect();
    names.sort_by_cached_key(|name| name.to_lowercase());
    names
}

/// Handlings by the names that the player gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Handlings {
    /// For each name, the handling as a line of text.
    pub handlings: BTreeMap<String, String>,
}

impl Handlings {
    /// Adds a handling, in place of one that has the same name. Returns the name without spaces around it and cut to
    /// [`MAX_NAME`]; `None`, and nothing is added, if the name is empty.
    pub fn insert(&mut self, name: &str, handling: &Handling) -> Option<String> {
        let name = kept_name(name)?;
        self.handlings.insert(name.clone(), line::write(handling));
        Some(name)
    }

    /// The handling of a name, or an error if its line cannot be read; `None` when there is none of this name.
    pub fn by_name(&self, name: &str) -> Option<Result<Handling, HandlingLineError>> {
        self.handlings.get(name).map(|text| line::parse(text))
    }

    /// The name under which this handling is saved; `None` if it is not.
    pub fn name_of(&self, handling: &Handling) -> Option<&str> {
        names_in_order(&self.handlings).into_iter().find(|name| self.by_name(name) == Some(Ok(*handling)))
    }
}

impl PlayerFile for Handlings {
    const FILE_NAME: &'static str = "handling.toml";
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_handling_is_found_again_under_its_name() {
        let mut own = Handlings::default();
        let mine = Handling { das: 97, arr: 3, ..Handling::STANDARD };
        assert_eq!(own.insert("  ", &mine), None, "no name");
        assert_eq!(own.insert("  late night ", &mine).as_deref(), Some("late night"));
        assert_eq!(own.by_name("late night"), Some(Ok(mine)));
        assert_eq!((own.name_of(&mine), own.name_of(&Handling::FAST)), (Some("late night"), None));
        assert_eq!(own.insert("late night", &Handling::FAST).as_deref(), Some("late night"), "saved over");
        assert_eq!((own.handlings.len(), own.by_name("late night")), (1, Some(Ok(Handling::FAST))));
        let long = own.insert(&"x".repeat(100), &mine).unwrap();
        assert_eq!(long.len(), MAX_NAME, "a name fits its row");
    }

    #[test]
    fn names_stand_in_the_order_of_their_letters_small_or_capital() {
        let mut own = Handlings::default();
        for name in ["ёж", "Zoe", "anna", "Bob", "bob", "Анна", "Ёлка"] {
            own.insert(name, &Handling::FAST);
        }
        assert_eq!(names_in_order(&own.handlings), ["anna", "Bob", "bob", "Zoe", "Анна", "ёж", "Ёлка"]);
        assert_eq!(own.name_of(&Handling::FAST), Some("anna"));
    }

    #[test]
    fn a_wrong_line_stays_in_the_file_and_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut own = Handlings::default();
        own.handlings.insert("odd".to_owned(), "das=9000".to_owned());
        own.insert("mine", &Handling::RELAXED);
        own.write_to(folder.path()).unwrap();
        let read = Handlings::read_from(folder.path());
        assert_eq!((read.warning, read.value.clone()), (None, own));
        let error = read.value.by_name("odd").unwrap().unwrap_err().to_string();
        assert_eq!(error, "das is '9000', must be 0-500 (milliseconds)");
        assert_eq!(read.value.by_name("mine"), Some(Ok(Handling::RELAXED)), "and harms no other");
    }
}
