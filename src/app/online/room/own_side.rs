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
pub(super) fn relay_settings(settings: &Settings) -> Result<Option<RelaySettings>, String> {
    let OnlineSettings { relay, relay_alone: alone, hidden, .. } = &settings.online;
    if relay.is_empty() {
        return Ok(None);
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
    let is_usual = *rules == Rules { first_to: rules.first_to, ..set.rules() };
    format!("{}{}, first to {}", set.title(), if is_usual { "" } else { " with changes" }, rules.first_to)
}

/// The terms of an own room: its rules, and the handicaps of versus.
pub(super) fn room_terms(settings: &Settings) -> RoomTerms {
    RoomTerms { rules: settings.online.rules, handicaps: [settings.seating.yours, settings.seating.theirs] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_looks_for_a_room_reads_that_its_rules_are_changed() {
        let words = |change: fn(&mut Rules)| {
            let mut settings = Settings::default();
            change(&mut settings.online.rules);
            rule_words(&settings)
        };
        assert_eq!(words(|rules| rules.first_to = 5), "Guideline, first to 5");
        assert_eq!(words(|rules| RuleSet::Tetrio2.apply_to(rules)), "TETR.IO, season 2, first to 3");
        assert_eq!(words(|rules| rules.board.width = 6), "Guideline with changes, first to 3");
    }
}
