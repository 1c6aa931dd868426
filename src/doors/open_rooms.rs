//! A relay's list of open rooms, as the relay and the programs speak of it.
//!
//! A program dials the list over the relay, opens a stream and says what it wants in one text, a [`ListRequest`] as
//! JSON. A room stays in the list for as long as its connection lasts. Whoever looks is told the whole list, as one
//! JSON array of [`RoomNotice`]s, whenever it changes, and nothing is asked of it any more.
//!
//! Relays and programs of several versions speak with each other, so that a field which one of them does not know is
//! passed over.

use iroh::SecretKey;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The protocol's name in QUIC's handshake.
pub(super) const PROTOCOL: &[u8] = b"korobka/open-rooms/1";
/// The token by which a program shows a relay that it comes for the list of rooms alone, so that whoever looks
/// takes no player's place.
pub(super) const ROOM_LIST_AUTH_TOKEN: &str = "list";
/// The most rooms that are listed, the newest first.
pub(super) const MOST_LISTED: usize = 20;
/// The most bytes of each text of a notice.
const MOST_BYTES: usize = 120;

/// The key of every relay's list, which is no secret: a relay lets nobody but itself connect with it, so that what
/// answers to it over a relay is that relay's own list.
pub(super) fn list_endpoint_key() -> SecretKey {
    SecretKey::from_bytes(b"korobka: a relay's open rooms, 1")
}

/// An open room, as its host announces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomNotice {
    /// The name that its host gives itself.
    pub host: String,
    /// The code by which a guest comes in.
    pub code: String,
    /// The room's rules, in a few words.
    pub rules: String,
}

impl RoomNotice {
    /// Whether the texts of the notice are as short as a list has room for.
    fn is_short(&self) -> bool {
        [&self.host, &self.code, &self.rules].into_iter().all(|text| text.len() <= MOST_BYTES)
    }

    /// Whether the texts of the notice have control characters: JSON writes each in six letters, and a list of such
    /// rooms would be longer than a text may be.
    fn has_control_characters(&self) -> bool {
        [&self.host, &self.code, &self.rules].into_iter().any(|text| text.contains(char::is_control))
    }

    /// Reads a list of rooms; `None` where the text is none. What is in it is its hosts' own word: what is no room, or
    /// one with longer texts than a list has room for, is left out.
    pub fn read_list(text: &str) -> Option<Vec<Self>> {
        let listed: Vec<Value> = serde_json::from_str(text).ok()?;
        let rooms = listed.iter().filter_map(|room| Self::deserialize(room).ok()).filter(Self::is_short);
        (listed.len() <= MOST_LISTED).then(|| rooms.collect())
    }

    /// A list of rooms as the text that is sent.
    #[cfg(feature = "relay")]
    pub(super) fn write_list(rooms: &[Self]) -> String {
        // Nothing in a notice can fail to be written.
        serde_json::to_string(rooms).unwrap_or_default()
    }
}

/// What a program asks of a relay's list of rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ListRequest {
    /// Asks that this room is listed for as long as its host stays connected.
    Open {
        /// The room, as those who look are told of it.
        room: RoomNotice,
    },
    /// Asks to be told which rooms are listed.
    Look,
}

impl ListRequest {
    /// Reads a request of which nothing is believed; `None` where the text is none.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().filter(|request| match request {
            Self::Open { room } => room.is_short() && !room.has_control_characters(),
            Self::Look => true,
        })
    }

    /// The request as the text that is sent.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(all(test, feature = "relay"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::framed_text::MAX_TEXT_BYTES;
    use super::*;

    #[test]
    fn a_full_list_of_rooms_is_a_text_that_can_be_read_whatever_they_are_called() {
        let listed = |letter: &str| {
            let text = letter.repeat(MOST_BYTES / letter.len());
            let room = RoomNotice { host: text.clone(), code: text.clone(), rules: text };
            let read = ListRequest::read(&ListRequest::Open { room }.text());
            read.map(|request| match request {
                ListRequest::Open { room } => RoomNotice::write_list(&vec![room; MOST_LISTED]).len(),
                ListRequest::Look => 0,
            })
        };
        for letter in ["a", "\"", "\\", "Ж", "海"] {
            assert!(listed(letter).unwrap() <= MAX_TEXT_BYTES, "{letter}");
        }
        assert!(["\u{1}", "\n", "\u{7f}"].map(listed).iter().all(Option::is_none), "control characters are in no room");
    }

    #[test]
    fn a_list_that_is_longer_than_any_relays_is_not_read() {
        let read = |count: usize, letters: usize| {
            let room = RoomNotice { host: "a".repeat(letters), code: String::new(), rules: String::new() };
            RoomNotice::read_list(&RoomNotice::write_list(&vec![room; count])).map(|rooms| rooms.len())
        };
        assert_eq!([read(20, 120), read(21, 1)], [Some(20), None]);
    }

    #[test]
    fn a_room_that_no_list_has_is_left_out_and_the_others_are_read() {
        let room = |host: String| RoomNotice { host, code: "code".into(), rules: "guideline".into() };
        let [anna, clara] = ["Anna", "Clara"].map(|name| room(name.into()));
        let too_long = room("a".repeat(MOST_BYTES + 1));
        let written = RoomNotice::write_list(&[anna.clone(), too_long, clara.clone()]);
        assert_eq!(RoomNotice::read_list(&written), Some(vec![anna.clone(), clara]));
        let written = RoomNotice::write_list(std::slice::from_ref(&anna));
        let with_another = written.replace(']', r#",7,{"host":"Boris","code":[]}]"#);
        assert_eq!(RoomNotice::read_list(&with_another), Some(vec![anna]), "{with_another}");
        assert_eq!(RoomNotice::read_list("{}"), None, "it is no list");
    }

    #[test]
    fn a_field_that_a_later_version_adds_is_passed_over() {
        let room = RoomNotice { host: "Anna".into(), code: "code".into(), rules: "guideline".into() };
        let written = r#"{"host":"Anna","code":"code","later":[7],"rules":"guideline"}"#;
        assert_eq!(RoomNotice::read_list(&format!("[{written}]")), Some(vec![room.clone()]));
        let open = format!(r#"{{"type":"open","room":{written},"later":true}}"#);
        assert_eq!(ListRequest::read(&open), Some(ListRequest::Open { room }));
        assert_eq!(ListRequest::read(r#"{"type":"look","later":"x"}"#), Some(ListRequest::Look));
        assert_eq!(ListRequest::read(r#"{"type":"later"}"#), None);
    }
}
