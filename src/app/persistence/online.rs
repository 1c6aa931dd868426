//! How a player plays with somebody elsewhere: a part of the settings.

use super::mode_settings::clamp_handicap;
use super::settings::versus_rules;
use crate::doors::plain::{MOST_NAME, sanitize_text};
use crate::rules::Rules;
use serde::{Deserialize, Serialize};

/// The most letters of a room's or a relay's address: as many as the rows take in which they are typed. Part of a
/// longer one would lead elsewhere, so that none of it is kept.
const MOST_ADDRESS: usize = 8000;

/// The settings of matches between two programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OnlineSettings {
    /// The player's name, which the other player reads; at most 24 letters.
    pub name: String,
    /// The UDP port of an own room; 0 for any that is free.
    pub port: u16,
    /// The room that was gone to last, as the player wrote its address.
    pub last: String,
    /// The relay that rooms are reached over too, as it is written; empty for none.
    pub relay: String,
    /// Whether every packet goes over the relay.
    pub relay_alone: bool,
    /// Whether the opponent that is chosen under Versus plays at the own seat, in place of the person.
    pub computer: bool,
    /// Whether an own room is announced to everybody in the local network.
    pub announced: bool,
    /// Whether an own room is listed at the relay, for everybody to see.
    pub listed: bool,
    /// Whether spectators may come to an own room.
    pub spectators: bool,
    /// Whether codes of rooms, their addresses and the relay's are hidden on the screen, which others may see.
    pub hidden: bool,
    /// The attack multipliers of an own room's host and of its guest, in thousandths, 100-5000.
    pub handicaps: [u32; 2],
    /// The rules of an own room.
    #[serde(deserialize_with = "versus_rules")]
    pub rules: Rules,
}

impl Default for OnlineSettings {
    fn default() -> Self {
        Self {
            name: "Player".to_owned(),
            port: 0,
            last: String::new(),
            relay: String::new(),
            relay_alone: false,
            computer: false,
            announced: false,
            listed: false,
            spectators: true,
            hidden: false,
            handicaps: [1000; 2],
            rules: Rules::versus(),
        }
    }
}

impl OnlineSettings {
    /// Sets the player's name to what of this text others are shown, so that the player reads the same name as they do
    /// and is found by it in replays; to the usual name where that is nothing. Returns what to tell the player where it
    /// is not as it was written.
    pub fn set_name(&mut self, text: &str) -> Option<String> {
        let text = text.trim();
        let name = sanitize_text(text, MOST_NAME);
        let is_nothing = name.is_empty();
        self.name = if is_nothing { Self::default().name } else { name };
        let name = &self.name;
        match is_nothing {
            true if text.is_empty() => None,
            true => Some(format!("No letter of this name can be shown: the others read {name}")),
            false => (name != text).then(|| format!("Not all of this name can be shown: the others read {name}")),
        }
    }

    /// The settings within their limits.
    pub(super) fn clamped(mut self) -> Self {
        let address = |text: &str| {
            let shown: String = text.chars().filter(|letter| !letter.is_control()).collect();
            if shown.chars().nth(MOST_ADDRESS).is_some() { String::new() } else { shown }
        };
        let name = std::mem::take(&mut self.name);
        // Nobody has written it just now.
        let _ = self.set_name(&name);
        let relay = address(self.relay.trim());
        let rules = self.rules.checked().unwrap_or(Rules::versus());
        let handicaps = self.handicaps.map(clamp_handicap);
        Self { last: address(&self.last), relay, handicaps, rules, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_name_is_the_one_that_others_are_shown() {
        let (long, cut) = ("Ж".repeat(30), "Ж".repeat(MOST_NAME));
        let (all, part) = (None, Some("Not all of this name can be shown: the others read "));
        let nothing = Some("No letter of this name can be shown: the others read ");
        for (text, name, told) in [
            (" Анна 🎮\u{202e} ", "Анна", part),
            (" 海", "海", all),
            ("🎮", "Player", nothing),
            ("\u{301}\u{301}", "Player", nothing),
            ("", "Player", all),
            (long.as_str(), cut.as_str(), part),
        ] {
            let mut online = OnlineSettings { name: text.to_owned(), ..OnlineSettings::default() };
            assert_eq!(online.clone().clamped().name, name);
            assert_eq!(online.set_name(text), told.map(|told| format!("{told}{name}")));
            assert_eq!(online.name, name);
        }
    }

    #[test]
    fn addresses_are_kept_whole_or_not_at_all() {
        let kept = |letters: usize| {
            let (last, relay) = ("a".repeat(letters), "b".repeat(letters));
            let online = OnlineSettings { last, relay, ..OnlineSettings::default() }.clamped();
            [online.last.len(), online.relay.len()]
        };
        assert_eq!([500, MOST_ADDRESS, MOST_ADDRESS + 1].map(kept), [[500; 2], [MOST_ADDRESS; 2], [0; 2]]);
    }
}
