//! The own side of a room, as the settings have it: who plays there, over which relay, and by which terms.

use crate::app::persistence::{OnlineSettings, Settings};
use crate::doors::peer::{InvalidRelayAddress, PlayerId, RelaySettings};
use crate::game::{RecordedPlayer, SeatSetup};
use crate::net::LEAST_GARBAGE_TRAVEL;
use crate::net::lobby::{ClaimedRecord, LobbyPlayer, RoomTerms};
use crate::rules::RuleSet;

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
    let OnlineSettings { relay, relay_alone: alone, .. } = &settings.online;
    if relay.is_empty() {
        return Ok(None);
    }
    Ok(Some(RelaySettings {
        relay: relay.parse().map_err(|error: InvalidRelayAddress| error.to_string())?,
        alone: *alone,
    }))
}

/// The rules of an own room in a few words, for those who look for one.
pub(super) fn rule_words(settings: &Settings) -> String {
    let rules = &settings.versus.rules;
    format!("{}, first to {}", RuleSet::from_rules(rules).title(), rules.first_to)
}

/// The terms of an own room: the rules and handicaps of versus, with a travel time that a network needs.
pub(super) fn room_terms(settings: &Settings) -> RoomTerms {
    let mut rules = settings.versus.rules;
    rules.garbage.travel = rules.garbage.travel.max(LEAST_GARBAGE_TRAVEL);
    RoomTerms { rules, handicaps: [settings.seating.yours, settings.seating.theirs] }
}
