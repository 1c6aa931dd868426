//! A connection with one other program over a network: QUIC by iroh, on a thread of its own, or in a browser between
//! what the page does.
//!
//! Two things go over it, both ways: texts, in their order and none lost, and datagrams, which are sent by a timer and
//! may be lost, late, or overtake each other. Nothing that comes is believed: both are bounded, and who reads them
//! checks them.

mod conversation;
mod found_room;
mod identity;
#[cfg(not(target_arch = "wasm32"))]
mod local_network;
mod meeting;
mod place_changes;
mod relay_list;
mod room_address;
mod room_code;
mod sockets;
mod spectators;

pub use super::open_rooms::RoomNotice;
pub use conversation::{LEFT_MESSAGE, TURNED_AWAY_MESSAGE};
pub use found_room::FoundRoom;
pub use identity::{Identity, InvalidKey, PlayerId};
#[cfg(not(target_arch = "wasm32"))]
pub use local_network::{Announcement, NearbySearch};
pub use plain::{sanitize_text, shown_name};
pub use relay_list::{ListedRoom, RelaySearch};
pub use room_address::{HIDDEN_WORD, InvalidRelayAddress, InvalidRoomAddress, RelayAddress, RoomAddress, RoomPlace};
pub use room_code::{InvalidRoomCode, RoomCode, RoomKeys};
pub use spectators::{MOST_SPECTATORS, MOST_TOLD_BYTES};

use super::Moment;
use super::plain;
use super::tasks::spawn_future;
use super::threads::{self, unpoisoned};
use spectators::SpectatorTexts;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// How many texts and datagrams wait to be read. Datagrams for which there is no room are lost, as networks lose them;
/// texts wait.
const WAITING: usize = 256;

/// How long a program that ends waits until the other one has been told.
pub const GOODBYE_TIMEOUT: Duration = Duration::from_millis(1500);

/// How to meet the other program: in an own room, or in that of a host.
#[derive(Clone, Debug)]
pub enum MeetingPlan {
    /// Opens the room of this code, at this UDP port; 0 for any.
    Host {
        /// The code from which the host's key is stretched.
        code: RoomCode,
        /// The UDP port; 0 for any that is free.
        port: u16,
        /// The relay over which the room can be reached too.
        relay: Option<RelaySettings>,
        /// Whether spectators who know the code are let in.
        spectators: bool,
    },
    /// Goes to a room.
    Join {
        /// Where the room is.
        room: RoomAddress,
        /// The secret key by which the host knows this guest again.
        key: [u8; 32],
        /// A relay that is tried beside the room's own.
        relay: Option<RelaySettings>,
        /// Whether this program comes to play or to watch.
        role: RoomRole,
    },
}

/// What somebody comes to a room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomRole {
    /// To play with the host.
    Guest,
    /// To watch: texts come, and none are taken.
    Spectator,
}

/// How a relay is used.
#[derive(Clone, Debug)]
pub struct RelaySettings {
    /// The address at which the relay is dialled.
    pub relay: RelayAddress,
    /// Whether every packet goes over the relay, so that the other program does not learn this machine's address.
    pub alone: bool,
}

/// What the network's thread tells the program of a connection.
#[derive(Clone, Debug, PartialEq)]
pub enum PeerEvent {
    /// The room is open. A guest can reach it at these places: in the local network, on this machine, over a relay.
    /// It comes again when the places change, as where the relay is reached.
    Open(Vec<RoomPlace>),
    /// The relay of the own room is not reached, for this reason. It is tried again.
    NoRelay(String),
    /// The other program is connected, for the first time or again. The text is a secret of the connection that only
    /// its two ends know.
    Met(String),
    /// The other program sent a text.
    Text(String),
    /// The other program sent a datagram.
    Datagram(Vec<u8>),
    /// The room has this many spectators now.
    Spectators(usize),
    /// A packet to the other program and back takes this many milliseconds.
    Lag(f64),
    /// The connection is lost, for this reason. A guest dials again. A host waits for the same guest, until it
    /// frees the room for others.
    Lost(String),
    /// The other program has ended the connection and said why, in one line, or [`LEFT_MESSAGE`]. Nothing more comes,
    /// unless a host frees its room for others.
    Closed(String),
    /// The other program has sent what no program sends, which this line says, and the connection is ended. Nothing
    /// more comes, unless a host frees its room for others.
    Wrong(String),
    /// There is no network, or nobody there: one line that says so. There is nothing more to come.
    Failed(String),
}

/// A function that makes the datagram to send next; `None` while there is none to send. The network thread calls
/// it by its timer.
pub type DatagramSource = Box<dyn Fn() -> Option<Vec<u8>> + Send>;

/// What the program asks of the network's thread.
#[derive(Clone, Debug)]
enum Order {
    /// Send this text.
    Send(String),
    /// Close the connection after what was sent before, and tell the other program why.
    Close(String),
    /// Close the connection at once, and tell the other program why: this one has no time left.
    CloseAtOnce(String),
    /// Wait no longer for the guest that is lost or has left: whoever comes next is let in.
    Free,
    /// Close the connection with the guest, and tell it why: whoever comes next is let in.
    TurnAway(String),
}

/// A connection with another program, until it is dropped.
#[derive(Debug)]
pub struct Peer {
    events: mpsc::Receiver<PeerEvent>,
    orders: mpsc::UnboundedSender<Order>,
    next: SharedDatagram,
    spectators: watch::Sender<SpectatorTexts>,
}

/// The source of datagrams, which the program changes and the timer reads.
#[derive(Clone, Default)]
struct SharedDatagram(Arc<Mutex<Option<DatagramSource>>>);

impl std::fmt::Debug for SharedDatagram {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str("SharedDatagram")
    }
}

impl SharedDatagram {
    fn set(&self, next: Option<DatagramSource>) {
        *unpoisoned(self.0.lock()) = next;
    }

    fn make(&self) -> Option<Vec<u8>> {
        unpoisoned(self.0.lock()).as_ref()?()
    }
}

impl Peer {
    /// Begins to meet the other program, on a thread of its own.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn begin_meeting(meeting: MeetingPlan) -> std::io::Result<Self> {
        let (events_in, events) = mpsc::channel(WAITING);
        let (orders, orders_out) = mpsc::unbounded_channel();
        let next = SharedDatagram::default();
        let (spectators, texts) = watch::channel(SpectatorTexts::default());
        let wires = meeting::ThreadChannels { events: events_in, orders: orders_out, next: next.clone(), texts };
        spawn_future("network", move || meeting::run(meeting, wires))?;
        Ok(Self { events, orders, next, spectators })
    }

    /// For tests: a connection over which these events have come, and over which nothing goes.
    #[cfg(test)]
    pub(crate) fn of_test(come: impl Iterator<Item = PeerEvent>) -> Self {
        let (waiting, events) = mpsc::channel(WAITING);
        come.for_each(|event| waiting.try_send(event).unwrap_or_default());
        let ((orders, _), (spectators, _)) = (mpsc::unbounded_channel(), watch::channel(SpectatorTexts::default()));
        Self { events, orders, next: SharedDatagram::default(), spectators }
    }

    /// Takes the next event of the connection; `None` if there is none.
    pub fn next_event(&mut self) -> Option<PeerEvent> {
        self.events.try_recv().ok()
    }

    /// Sends a text, at most [`MAX_TEXT_BYTES`](super::framed_text::MAX_TEXT_BYTES) bytes. The text waits as
    /// long as no other program is connected.
    pub fn send(&self, text: String) {
        self.order(Order::Send(text));
    }

    /// Begins another match for the spectators: from now on they are told its texts, and no more of the match before.
    pub fn begin_spectator_match(&self) {
        self.spectators.send_modify(SpectatorTexts::clear_for_next_match);
    }

    /// Tells a text to the spectators of this match, those too that come later.
    pub fn send_to_spectators(&self, text: String) {
        self.spectators.send_modify(|texts| texts.add(text));
    }

    /// Ends the connection after everything that was sent before, and tells the other program why in one line.
    pub fn close(self, line: &str) {
        self.order(Order::Close(line.to_owned()));
    }

    /// Ends the connection as [`close`](Self::close) does, and waits until the other program has been told, at most for
    /// [`GOODBYE_TIMEOUT`]: for when this one ends.
    pub fn close_and_wait(self, line: &str) {
        // A page that ends does not wait for anything.
        if cfg!(target_arch = "wasm32") {
            return self.order(Order::CloseAtOnce(line.to_owned()));
        }
        self.order(Order::Close(line.to_owned()));
        let Self { events, orders, next: _next, spectators } = self;
        // Nobody reads what the thread tells, and the spectators are told nothing more: it sends them away.
        drop((events, spectators));
        let begin = Moment::now();
        while !orders.is_closed() && begin.elapsed() < GOODBYE_TIMEOUT {
            threads::sleep(Duration::from_millis(5));
        }
    }

    /// Lets the next guest into an own room, whoever it is, where the one before is lost or has left. One that has come
    /// back by then stays where it is.
    pub fn admit_next_guest(&self) {
        self.order(Order::Free);
    }

    /// Sends the guest of an own room away, tells it why in one line, and lets the next one in, whoever it is.
    pub fn turn_guest_away(&self, line: &str) {
        self.order(Order::TurnAway(line.to_owned()));
    }

    fn order(&self, order: Order) {
        // Without the thread there is nobody to send to, and an event has said so.
        self.orders.send(order).unwrap_or_default();
    }

    /// Sets what makes the datagrams that the network thread sends by its timer; with `None` it sends none.
    pub fn set_datagram_source(&self, next: Option<DatagramSource>) {
        self.next.set(next);
    }
}
