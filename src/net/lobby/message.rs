//! What two programs in a room say to each other beside their keys: one JSON object a text, with its `type`.

use super::{LobbyFault, RoomSide};
use crate::doors::peer::{PlayerId, sanitize_text, shown_name};
use crate::game::{Handling, Pace, RecordedPlayer};
use crate::measure::Rating;
use crate::net::in_words_for_other;
use crate::net::online_match::LEAST_GARBAGE_TRAVEL;
use crate::rules::{GeneratorKind, RuleError, Rules};
use crate::storage::Spec;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The most earlier matches of which a player tells.
const MOST_TOLD: u8 = 20;
/// The highest rating that is believed, above the strongest computer player's.
const MOST_RATING: f64 = 4000.0;
/// The least deviation of a rating that is believed: nobody moves another's rating as if their own were known for sure.
const LEAST_DEVIATION: f64 = 50.0;
/// The most letters of a computer player's SPEC.
const MOST_SPEC: usize = 60;
/// The most slips of a computer player.
const MOST_SLIPS: u8 = 5;
/// The fastest pace of a computer player: at five keys a piece it presses fifty a second, and the other program takes
/// sixty for the most that hands press.
const FASTEST: Pace = Pace { milli_pps: 10_000 };
/// The most that attacks may be multiplied by, in thousandths.
const MOST_HANDICAP: u32 = 10_000;
/// The longest travel time of garbage, in ticks. So many ticks at most are played anew when keys come late, between two
/// frames.
const MOST_TRAVEL: u32 = 2000;

/// A message of one program to the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LobbyMessage {
    /// The first message of each side, which says what program and which player it is.
    Hello {
        /// The version of the program, as `--version` has it.
        version: String,
        /// The [`engine_fingerprint`](crate::net::engine_fingerprint) in hexadecimal digits: the state hash of a match
        /// that every program plays for itself.
        engine: String,
        /// The player at the sender's keys.
        player: LobbyPlayer,
        /// The number of the last match that began for the sender in this room; `None` before the first.
        begun: Option<u32>,
        /// The player's signature of its end of this connection, without which anybody could give another's key.
        proof: String,
    },
    /// The host's rules and handicaps, sent when the guest has come and whenever they change.
    Terms {
        /// How often the host has set rules in this room.
        revision: u32,
        /// The rules, and the handicaps.
        terms: Box<RoomTerms>,
    },
    /// The sender is ready for the match by the terms of this revision, or not any more.
    Ready {
        /// The revision of the terms that this is about.
        revision: u32,
        /// The hash of the sender's part of the seed; `None` where it is not ready any more.
        commitment: Option<String>,
        /// How the sender's pieces answer to keys in that match: it may have changed since the hello.
        handling: Handling,
    },
    /// The sender's part of the seed, once both are ready.
    Reveal {
        /// The sender's part of the seed, of which its commitment is the hash.
        part: String,
        /// The commitment of the receiver's that this message answers.
        to: String,
    },
    /// One of the eight quick words, said by the sender's player.
    Word {
        /// The number of the word in [`QUICK_WORDS`].
        word: u8,
    },
    /// The sender rests the match, or lets it go on.
    Pause {
        /// True where the match rests, false where it goes on.
        rests: bool,
        /// How often either side has rested this match or let it go on: the message with the highest number
        /// counts, whichever comes first.
        turn: u32,
        /// The number of the match, as `begun` in the hello.
        begun: Option<u32>,
    },
    /// The sender's signature of the result of a match.
    Result {
        /// The number of the match.
        number: u32,
        /// The signature, in hexadecimal digits.
        signature: String,
    },
    /// The host's room has this many spectators.
    Spectators {
        /// How many there are now.
        count: u8,
    },
}

/// The quick words, in the order of their keys.
pub const QUICK_WORDS: [&str; 8] = [
    "Hello!",
    "Good luck!",
    "Well played!",
    "Oh!",
    "That was close",
    "One moment, please",
    "Once more?",
    "Thank you, bye",
];

/// The text that a player signs to say hello: which end of which connection is its own. So nobody who has been told the
/// signature can use it in another room, or give it back.
pub(super) fn hello_text_to_sign(side: RoomSide, connection: &str) -> String {
    let side = match side {
        RoomSide::Host => "host",
        RoomSide::Guest => "guest",
    };
    format!("korobka hello 1\n{side} of the connection {connection}\n")
}

/// A player in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LobbyPlayer {
    /// The name that is shown.
    pub name: String,
    /// How the player's pieces answer to keys.
    pub handling: Handling,
    /// Who plays: a person or, by the sender's word, a computer player.
    pub player: RecordedPlayer,
    /// The key by which the player signs results.
    pub id: PlayerId,
    /// What the player tells of earlier matches with people.
    pub told: ClaimedRecord,
}

/// What a player tells of earlier matches with people. Nobody can check it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedRecord {
    /// The rating against people; `None` before the first rated match.
    pub rating: Option<Rating>,
    /// How many of the last matches the player has left.
    pub left: u8,
    /// How many last matches those are of which `left` were left, at most 20.
    pub of: u8,
}

impl ClaimedRecord {
    /// Brings the record within limits: a rating that a person may have, and no more matches left than played.
    fn checked(self) -> Self {
        let of = self.of.min(MOST_TOLD);
        let rating = self.rating.and_then(Rating::checked).map(|told| Rating {
            rating: told.rating.clamp(0.0, MOST_RATING),
            deviation: told.deviation.max(LEAST_DEVIATION),
            ..told
        });
        Self { rating, left: self.left.min(of), of }
    }
}

impl LobbyPlayer {
    /// Brings the player within limits: a short name in letters that can be shown, a SPEC of a saved or published
    /// player or none, and a handling that a person can have.
    #[must_use]
    pub fn within_limits(self) -> Self {
        let (name, player) = (shown_name(&self.name), Self::player_within_limits(self.player));
        Self { name, handling: self.handling.clamped(), player, told: self.told.checked(), ..self }
    }

    /// Who plays by a stranger's word, no faster than a room allows, with no more slips than there are, and without a
    /// SPEC that is not of the catalog. A recording names its players, and whoever goes on with it asks for them: so a
    /// SPEC of somebody else's must neither start a program nor read a file.
    pub(in crate::net) fn player_within_limits(mut player: RecordedPlayer) -> RecordedPlayer {
        if let RecordedPlayer::Computer { spec, pace, slips, .. } = &mut player {
            *spec = spec.take().filter(|words| words.len() <= MOST_SPEC && is_of_catalog(words));
            *pace = pace_in_room(*pace);
            *slips = (*slips).min(MOST_SLIPS);
        }
        player
    }
}

/// The pace at which a computer player that is set to this one plays in a room.
pub fn pace_in_room(pace: Pace) -> Pace {
    if pace == Pace::FASTEST || pace.milli_pps > FASTEST.milli_pps { FASTEST } else { pace }
}

/// Whether a SPEC names a player of the catalog.
fn is_of_catalog(words: &str) -> bool {
    words.parse::<Spec>().is_ok_and(|spec| spec.source.catalog_group_and_name().is_some())
}

/// The terms of a match in a room: its rules and handicaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomTerms {
    /// The rules of the match.
    pub rules: Rules,
    /// What the attacks of the host and of the guest are multiplied by, in thousandths.
    pub handicaps: [u32; 2],
}

impl RoomTerms {
    /// Gives the terms back, once it is checked that two programs can play by them.
    ///
    /// # Errors
    /// The rule or handicap by which no two programs can play.
    pub(in crate::net) fn checked(self) -> Result<Self, LobbyFault> {
        let rules = self.rules.checked().map_err(|error: RuleError| LobbyFault::Rules(error.to_string()))?;
        let travel = rules.garbage.travel;
        if travel < LEAST_GARBAGE_TRAVEL {
            return Err(LobbyFault::Rules(format!(
                "garbage travels for {travel} ms, and {LEAST_GARBAGE_TRAVEL} is the least"
            )));
        }
        if travel > MOST_TRAVEL {
            return Err(LobbyFault::Rules(format!("garbage travels for {travel} ms, and {MOST_TRAVEL} is the most")));
        }
        // A dealer searches at every piece, however often ticks are played anew, and given pieces come to an end.
        if rules.generator.needs_dealer() || rules.generator == GeneratorKind::Given {
            return Err(LobbyFault::Rules("pieces come from a dealer or from a puzzle".to_owned()));
        }
        if self.handicaps.iter().any(|handicap| *handicap > MOST_HANDICAP) {
            return Err(LobbyFault::Rules(format!("attacks are multiplied by more than {}", MOST_HANDICAP / 1000)));
        }
        Ok(Self { rules, ..self })
    }
}

impl LobbyFault {
    /// The line that the other program's player reads: whose program is which is the other way round there.
    pub fn line_for_other(&self) -> String {
        match self {
            Self::Version { theirs, ours } => Self::Version { theirs: ours.clone(), ours: theirs.clone() }.to_string(),
            fault => in_words_for_other(&fault.to_string()),
        }
    }
}

impl LobbyMessage {
    /// The message as the text that is sent.
    pub fn text(&self) -> String {
        // Nothing in a message can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a text of the other program's, of which nothing is believed.
    ///
    /// # Errors
    /// The text is no message, or the hello of another version.
    pub fn read(text: &str) -> Result<Self, LobbyFault> {
        read_told(text)
    }
}

/// The version that a text tells, whatever else is in it.
#[derive(Deserialize)]
struct ToldVersion {
    version: String,
}

/// Reads a text of another program's, of which nothing is believed. Where the text tells another version than this
/// program's, that is the fault, and not what that version says in another way.
pub(in crate::net) fn read_told<T: DeserializeOwned>(text: &str) -> Result<T, LobbyFault> {
    serde_json::from_str(text).map_err(|error| {
        let told = serde_json::from_str::<ToldVersion>(text).ok();
        let other_version = told.and_then(|told| check_version(&told.version).err());
        other_version.unwrap_or_else(|| LobbyFault::Message(sanitize_text(&error.to_string(), 120)))
    })
}

/// Checks that the other program is of the version of this one.
pub(in crate::net) fn check_version(theirs: &str) -> Result<(), LobbyFault> {
    let ours = env!("CARGO_PKG_VERSION");
    match theirs == ours {
        true => Ok(()),
        false => Err(LobbyFault::Version { theirs: sanitize_text(theirs, 20), ours: ours.to_owned() }),
    }
}

/// What the player is to do where the programs are of these two versions: the older one is to be updated.
pub(super) fn update_advice(theirs: &str, ours: &str) -> &'static str {
    let numbers = |version: &str| version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>();
    match numbers(theirs).cmp(&numbers(ours)) {
        Ordering::Greater => "update yours",
        Ordering::Less => "the other program must be updated",
        Ordering::Equal => "both need the same version",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_older_of_two_versions_is_the_one_to_be_updated() {
        let advice = |theirs: &str| update_advice(theirs, "0.9.1");
        assert_eq!(["0.10.0", "1.0.0", "0.9.1.1"].map(advice), ["update yours"; 3]);
        assert_eq!(["0.9.0", "0.1.0", "what"].map(advice), ["the other program must be updated"; 3]);
        assert_eq!(advice("00.9.1"), "both need the same version");
    }

    #[test]
    fn each_side_reads_in_its_own_words_why_the_room_is_closed() {
        let fault = LobbyFault::Version { theirs: "9.0.0".to_owned(), ours: "0.9.1".to_owned() };
        assert_eq!(fault.to_string(), "the other program is korobka 9.0.0, and this is 0.9.1; update yours");
        assert_eq!(
            fault.line_for_other(),
            "the other program is korobka 0.9.1, and this is 9.0.0; the other program must be updated"
        );
        assert_eq!(LobbyFault::OtherPlayer.line_for_other(), "your program came back as another player");
        assert_eq!(LobbyFault::Engine.line_for_other(), LobbyFault::Engine.to_string(), "it is so for both");
    }

    #[test]
    fn a_pace_of_the_others_is_none_that_no_computer_player_has_in_a_room() {
        let heard = |milli_pps: u32| {
            let (pace, placements) = (Pace { milli_pps }, Default::default());
            let computer = RecordedPlayer::Computer { spec: None, pace, slips: 0, placements };
            match LobbyPlayer::player_within_limits(computer) {
                RecordedPlayer::Computer { pace, .. } => pace.milli_pps,
                RecordedPlayer::Person => panic!("it was no person"),
            }
        };
        assert_eq!([1, 10_000, 10_001, u32::MAX, 0].map(heard), [1, 10_000, 10_000, 10_000, 10_000]);
    }
}
