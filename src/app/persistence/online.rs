//! How a player plays with somebody elsewhere: a part of the settings.

use serde::{Deserialize, Serialize};

/// The most letters of a name.
const MOST_NAME: usize = 24;

/// The settings of matches between two programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OnlineSettings {
    /// The name that the other reads, at most 24 letters.
    pub name: String,
    /// The UDP port of an own room; 0 for any that is free.
    pub port: u16,
    /// The room that was gone to last, as it was written.
    pub last: String,
}

impl Default for OnlineSettings {
    fn default() -> Self {
        Self { name: "Player".to_owned(), port: 0, last: String::new() }
    }
}

impl OnlineSettings {
    /// The settings within their limits.
    pub(super) fn clamped(self) -> Self {
        let letters = |text: &str, most: usize| text.chars().filter(|letter| !letter.is_control()).take(most).collect();
        let name: String = letters(self.name.trim(), MOST_NAME);
        let name = if name.is_empty() { Self::default().name } else { name };
        Self { name, last: letters(&self.last, 400), ..self }
    }
}
