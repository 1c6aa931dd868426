//! What two programs in a room say to each other beside their keys: one JSON object a text, with its `type`.

use super::LobbyFault;
use crate::doors::peer::{PlayerId, plain};
use crate::game::{Handling, PlayerRecord};
use crate::rules::Rules;
use crate::storage::Spec;
use serde::{Deserialize, Serialize};

/// The most letters of a name.
const MOST_NAME: usize = 24;
/// The most letters of a SPEC.
const MOST_SPEC: usize = 60;

/// A message of one program to the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LobbyMessage {
    /// The first message of both.
    Hello {
        /// The version of the program, as `--version` has it.
        version: String,
        /// The state hash of a match that every program plays for itself ([`fingerprint`](crate::net::fingerprint)), in
        /// hexadecimal digits.
        engine: String,
        /// The player at the sender's keys.
        player: LobbyPlayer,
    },
    /// The host's rules, when the guest has come and whenever they change.
    Terms {
        /// How often the host has set rules in this room.
        revision: u32,
        /// The rules, and the handicaps.
        terms: Box<RoomTerms>,
    },
    /// The sender is ready for the match by these terms, or not any more.
    Ready {
        /// The revision of the terms.
        revision: u32,
        /// The hash of the sender's part of the seed; `None` where it is not ready any more.
        commitment: Option<String>,
    },
    /// The sender's part of the seed, once both are ready.
    Reveal {
        /// The part, which the commitment is the hash of.
        part: String,
        /// The commitment of the other's that it answers.
        to: String,
    },
    /// One of the eight quick words.
    Word {
        /// Its number in [`WORDS`].
        word: u8,
    },
    /// The sender rests the match, or lets it go on.
    Pause {
        /// True where the match rests, false where it goes on.
        rests: bool,
    },
    /// The sender's signature of the result of a match.
    Result {
        /// The number of the match.
        number: u32,
        /// The signature, in hexadecimal digits.
        signature: String,
    },
}

/// The quick words, in the order of their keys.
pub const WORDS: [&str; 8] = [
    "Hello!",
    "Good luck!",
    "Well played!",
    "Oh!",
    "That was close",
    "One moment, please",
    "Once more?",
    "Thank you, bye",
];

/// A player in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LobbyPlayer {
    /// The name that is shown.
    pub name: String,
    /// How the player's pieces answer to keys.
    pub handling: Handling,
    /// A person or, by its sender's word, a computer player.
    pub player: PlayerRecord,
    /// The key by which the player signs results.
    pub id: PlayerId,
}

impl LobbyPlayer {
    /// The player within limits: a short name in letters that can be shown, a SPEC of a saved or published player or
    /// none, and a handling that a person can have.
    #[must_use]
    pub fn checked(self) -> Self {
        let name = plain(&self.name, MOST_NAME);
        let name = if name.is_empty() { "Somebody".to_owned() } else { name };
        let mut player = self.player.clone();
        if let PlayerRecord::Computer { spec, .. } = &mut player {
            // The recording names the player, and whoever goes on with a recording asks for that player: so a SPEC of
            // the other's must neither start a program nor read a file.
            *spec = spec.take().filter(|words| words.len() <= MOST_SPEC && is_of_catalog(words));
        }
        Self { name, handling: self.handling.clamped(), player, ..self }
    }
}

/// Whether a SPEC names a player of the catalog.
fn is_of_catalog(words: &str) -> bool {
    words.parse::<Spec>().is_ok_and(|spec| spec.source.place().is_some())
}

/// By what a match is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomTerms {
    /// The rules.
    pub rules: Rules,
    /// What the attacks of the host and of the guest are multiplied by, in thousandths.
    pub handicaps: [u32; 2],
}

impl LobbyMessage {
    /// The message as the text that is sent.
    pub fn text(&self) -> String {
        // Nothing in a message can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a text of the other's, of which nothing is believed.
    ///
    /// # Errors
    /// The text is no message.
    pub fn read(text: &str) -> Result<Self, LobbyFault> {
        serde_json::from_str(text).map_err(|error| LobbyFault::Message(plain(&error.to_string(), 120)))
    }
}
