//! Rooms that strangers announce, as they may be shown.

use super::RoomAddress;
use super::plain::{sanitize_text, shown_name};

/// The most letters about a room's rules.
const MOST_RULES: usize = 40;

/// A room that a search has found, which is open to everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRoom {
    /// The name that its host gives itself.
    pub host: String,
    /// The room's rules, in its host's words; empty where it does not say.
    pub rules: String,
    /// The room's code, and the places at which its host may be.
    pub room: RoomAddress,
}

impl FoundRoom {
    /// Makes a room of what its host says about it, of which nothing is believed.
    pub(super) fn new(host: &str, rules: &str, room: RoomAddress) -> Self {
        Self { host: shown_name(host), rules: sanitize_text(rules, MOST_RULES), room }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_strangers_room_are_cut_and_its_host_has_a_name() {
        let (room, long): (RoomAddress, _) = ("K7QM2-XW9PA".parse().unwrap(), "Ж".repeat(1_000));
        let found = FoundRoom::new(&long, &long, room.clone());
        assert_eq!([found.host, found.rules].map(|words| words.chars().count()), [24, 40]);
        assert_eq!(FoundRoom::new("\u{202e}\n", "", room).host, "Somebody");
    }
}
