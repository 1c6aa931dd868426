//! Where a room is, as a guest writes it.

use super::{InvalidRoomCode, RoomCode};
use iroh::{RelayUrl, TransportAddr};
use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;
use thiserror::Error;

/// The most places of one room.
const MOST_PLACES: usize = 16;

/// What stands in a link to a page before a room in which one is to play, and before one that is to be watched.
const LINKED: [&str; 2] = ["#room=", "#watch="];

/// Where a room is: its code, and the places at which its host may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomAddress {
    /// The code from which the host's key is stretched.
    pub code: RoomCode,
    /// The places, which are all tried; none where the code and a relay of the guest's must do.
    pub places: Vec<RoomPlace>,
}

/// A place at which a host may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomPlace {
    /// An address and a UDP port.
    Socket(SocketAddr),
    /// A relay that the host is connected with.
    Relay(RelayAddress),
}

/// Where a relay is: `http://` or `https://`, a name or a number, and where needed a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelayAddress(RelayUrl);

/// The error for a text that is no address of a relay.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a relay: it is written like https://relay.example or http://192.168.1.5:3340")]
pub struct InvalidRelayAddress(String);

/// Why a text is no address of a room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidRoomAddress {
    /// What stands before the `@` is no code.
    #[error(transparent)]
    Code(#[from] InvalidRoomCode),
    /// What stands behind the `@` is no list of addresses.
    #[error(
        "'{0}' is not an address: after the code and @ stand numbers and a port, such as 192.168.1.5:47474, or a relay"
    )]
    Address(String),
}

impl RoomAddress {
    /// Whether a text is a link to a page that watches a room, and takes no player's seat there.
    pub fn is_link_to_watch(text: &str) -> bool {
        text.contains(LINKED[1])
    }

    /// The line by which the room of this line is watched, wherever it is pasted: a link without a page.
    pub fn line_to_watch(line: &str) -> String {
        // A shell takes a word that begins with # for a comment.
        format!("korobka{}{line}", LINKED[1])
    }
}

/// What a line has in place of a code or an address that nobody is to read on the screen.
pub const HIDDEN_WORD: &str = "***";

impl InvalidRelayAddress {
    /// The error as a line for the player, which has the text that is no address only if that is not hidden.
    pub fn line(self, is_hidden: bool) -> String {
        if is_hidden { Self(HIDDEN_WORD.to_owned()) } else { self }.to_string()
    }
}

impl InvalidRoomAddress {
    /// The error as a line for the player, which has the text that is no address only if that is not hidden.
    pub fn line(self, is_hidden: bool) -> String {
        match self {
            Self::Address(_) if is_hidden => Self::Address(HIDDEN_WORD.to_owned()).to_string(),
            shown => shown.to_string(),
        }
    }
}

impl RelayAddress {
    /// The relay's address as the network's library writes it.
    pub(super) const fn url(&self) -> &RelayUrl {
        &self.0
    }
}

impl FromStr for RelayAddress {
    type Err = InvalidRelayAddress;

    fn from_str(text: &str) -> Result<Self, InvalidRelayAddress> {
        let text = text.trim();
        let wrong = || InvalidRelayAddress(text.chars().take(60).collect());
        let url: RelayUrl = text.parse().map_err(|_| wrong())?;
        let is_plain = url.username().is_empty() && url.password().is_none();
        let is_whole = matches!(url.scheme(), "http" | "https") && url.has_host() && url.path() == "/";
        if is_plain && is_whole && url.query().is_none() && url.fragment().is_none() {
            Ok(Self(url))
        } else {
            Err(wrong())
        }
    }
}

impl fmt::Display for RelayAddress {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

impl RoomPlace {
    /// Whether the place is an address by which other machines can reach the host.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn is_reachable_address(&self) -> bool {
        matches!(self, Self::Socket(address) if !address.ip().is_loopback())
    }

    /// The UDP port, if the place is an address; else `None`.
    pub(super) const fn port(&self) -> Option<u16> {
        match self {
            Self::Socket(address) => Some(address.port()),
            Self::Relay(_) => None,
        }
    }

    /// The relay, if the place is one; else `None`.
    pub const fn relay(&self) -> Option<&RelayAddress> {
        match self {
            Self::Relay(relay) => Some(relay),
            Self::Socket(_) => None,
        }
    }

    /// The place as the network's library dials it.
    pub(super) fn transport_address(&self) -> TransportAddr {
        match self {
            Self::Socket(address) => TransportAddr::Ip(*address),
            Self::Relay(relay) => TransportAddr::Relay(relay.0.clone()),
        }
    }
}

impl fmt::Display for RoomPlace {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Socket(address) => address.fmt(to),
            Self::Relay(relay) => relay.fmt(to),
        }
    }
}

impl FromStr for RoomPlace {
    type Err = InvalidRoomAddress;

    fn from_str(text: &str) -> Result<Self, InvalidRoomAddress> {
        let socket = text.parse().map(Self::Socket);
        let wrong = |_| InvalidRoomAddress::Address(text.chars().take(40).collect());
        socket.or_else(|_| text.parse().map(Self::Relay)).map_err(wrong)
    }
}

impl FromStr for RoomAddress {
    type Err = InvalidRoomAddress;

    /// Reads `CODE` or `CODE@PLACE,...`, where a place is `ADDRESS:PORT` or a relay, or a link to a page in a browser
    /// that ends with them.
    fn from_str(text: &str) -> Result<Self, InvalidRoomAddress> {
        let linked = LINKED.iter().find_map(|begin| text.split_once(begin)).map(|(_, room)| {
            // What links write in another way, of all that a room is written with.
            [("%40", "@"), ("%3A", ":"), ("%2F", "/"), ("%2C", ","), ("%5B", "["), ("%5D", "]")]
                .iter()
                .fold(room.to_owned(), |room, (written, meant)| {
                    room.replace(written, meant).replace(&written.to_lowercase(), meant)
                })
        });
        let text = linked.as_deref().unwrap_or(text);
        let (code, places) = text.trim().split_once('@').unwrap_or((text.trim(), ""));
        let places = places.split(',').map(str::trim).filter(|place| !place.is_empty());
        Ok(Self { code: code.parse()?, places: places.take(MOST_PLACES).map(str::parse).collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_read_as_it_is_written() {
        let text = "K7QM2-XW9PA@192.168.1.5:47474,[2001:db8::5]:47474,https://relay.example,http://127.0.0.1:3340";
        let room: RoomAddress = text.parse().unwrap();
        let places: Vec<String> = room.places.iter().map(ToString::to_string).collect();
        assert_eq!(format!("{}@{}", room.code, places.join(",")), text);
        assert_eq!("K7QM2-XW9PA".parse::<RoomAddress>().unwrap().places, []);
    }

    #[test]
    fn a_room_is_read_from_a_link() {
        for (name, watches) in [("room", false), ("watch", true)] {
            let room = "K7QM2-XW9PA%40https%3A%2F%2Frelay.example%3A3340";
            let link = format!("https://play.example/korobka/#{name}={room}");
            let written = "K7QM2-XW9PA@https://relay.example:3340";
            assert_eq!(link.parse::<RoomAddress>(), written.parse());
            let small = link.replace("%3A%2F%2F", "%3a%2f%2f");
            assert_eq!(small.parse::<RoomAddress>(), written.parse(), "{small}");
            assert_eq!(RoomAddress::is_link_to_watch(&link), watches, "{link}");
        }
    }

    #[test]
    fn a_line_to_watch_leads_to_the_same_room_and_watches_it() {
        let line = "K7QM2-XW9PA@192.168.1.5:47474,[2001:db8::5]:47474,https://relay.example";
        let copied = RoomAddress::line_to_watch(line);
        assert_eq!(copied, format!("korobka#watch={line}"));
        assert_eq!(copied.parse::<RoomAddress>(), line.parse());
        assert_eq!([line, &copied].map(RoomAddress::is_link_to_watch), [false, true]);
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for wrong in [
            "nowhere",
            "192.168.1.5",
            "ftp://relay.example",
            "https://a@relay.example",
            "https://relay.example/x",
            "https://relay.example/?x",
            "https://relay.example/#x",
        ] {
            let room = format!("K7QM2-XW9PA@{wrong}");
            assert!(
                matches!(
                    room.parse::<RoomAddress>(),
                    Err(InvalidRoomAddress::Address(_) | InvalidRoomAddress::Code(_))
                ),
                "{wrong}"
            );
            assert!(wrong.parse::<RelayAddress>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_hidden_text_that_is_no_address_does_not_stand_in_the_line_that_says_so() {
        let lines = |is_hidden: bool| {
            let room = "K7QM2-XW9PA@my.home:1".parse::<RoomAddress>().unwrap_err();
            let relay = "my.home:1".parse::<RelayAddress>().unwrap_err();
            [room.line(is_hidden), relay.line(is_hidden)].map(|line| line.split(':').next().unwrap().to_owned())
        };
        assert_eq!(lines(true), ["'***' is not an address", "'***' is not a relay"]);
        assert!(lines(false).iter().all(|line| line.starts_with("'my.home")), "{:?}", lines(false));
    }
}
