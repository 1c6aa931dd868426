//! The own side of a room, as the settings have it: who plays there, over which relay, and by which terms.

use crate::app::persistence::{OnlineSettings, Settings};
use crate::doors::peer::{InvalidRelayAddress, PlayerId, RelaySettings};
use crate::game::{RecordedPlayer, SeatSetup};
use crate::net::lobby::{ClaimedRecord, LobbyPlayer, RoomTerms};
use crate::rules::{RuleSet, Rules};

/// What the other program is told of the player at the own seat.
pub(super) fn own_lobby_player(
    settings: &Settings,
    computer: Option<&SeatSetup>,
    (id, told): (PlayerId, ClaimedRecord),
) -> LobbyPlayer {
    let name = settings.online.name.clone();
    match computer {
        Some(seat) => LobbyPlayer { name, handling: seat.handling, player: seat.recorded_player(), id, told },
        None => LobbyPlayer { name, handling: settings.handling, player: RecordedPlayer::Person, id, told },
    }
}

/// The relay of these settings; `None` where there is none.
///
/// # Errors
/// A line for the player: the relay's address is none, or everything goes over a relay that is not set.
pub(super) fn relay_settings(settings: &Settings) -> Result<Option<RelaySettings>, String> {
    let OnlineSettings { relay, relay_alone: alone, hidden, .. } = &settings.online;
    if relay.is_empty() {
        // A direct way would tell the other player the address that is to be kept.
        let line = "all goes over a relay, and none is set: set one, or turn 'Only over the relay' off";
        return if *alone { Err(line.to_owned()) } else { Ok(None) };
    }
    Ok(Some(RelaySettings {
        relay: relay.parse().map_err(|error: InvalidRelayAddress| error.line(*hidden))?,
        alone: *alone,
    }))
}

/// The rules of an own room in a few words, for those who look for one.
pub(super) fn rule_words(settings: &Settings) -> String {
    let rules = &settings.online.rules;
    let set = RuleSet::from_rules(rules);
    let is_even = settings.online.handicaps == [1000; 2];
    let is_usual = is_even && *rules == Rules { first_to: rules.first_to, ..set.rules() };
    format!("{}{}, first to {}", set.title(), if is_usual { "" } else { " with changes" }, rules.first_to)
}

/// The terms of an own room: its rules and its handicaps.
pub(super) fn room_terms(settings: &Settings) -> RoomTerms {
    RoomTerms { rules: settings.online.rules, handicaps: settings.online.handicaps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_looks_for_a_room_reads_that_its_rules_are_changed() {
        let words = |change: fn(&mut OnlineSettings)| {
            let mut settings = Settings::default();
            change(&mut settings.online);
            rule_words(&settings)
        };
        assert_eq!(words(|online| online.rules.first_to = 5), "Guideline, first to 5");
        assert_eq!(words(|online| RuleSet::Tetrio2.apply_to(&mut online.rules)), "TETR.IO, season 2, first to 3");
        assert_eq!(words(|online| online.rules.board.width = 6), "Guideline with changes, first to 3");
        assert_eq!(words(|online| online.handicaps[1] = 2000), "Guideline with changes, first to 3");
    }

    #[test]
    fn whoever_plays_over_a_relay_alone_tells_nobody_an_address_where_no_relay_is_set() {
        let mut settings = Settings::default();
        assert!(matches!(relay_settings(&settings), Ok(None)));
        settings.online.relay_alone = true;
        assert!(matches!(relay_settings(&settings), Err(line) if line.contains("none is set")));
    }

    #[test]
    fn the_handicaps_of_a_room_are_not_those_of_versus() {
        let mut settings = Settings::default();
        (settings.seating.yours, settings.seating.theirs) = (500, 2000);
        assert_eq!(room_terms(&settings).handicaps, [1000; 2]);
        settings.online.handicaps = [3000, 750];
        assert_eq!(room_terms(&settings).handicaps, [3000, 750], "the host's, then the guest's");
    }
}
