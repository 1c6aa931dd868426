//! What goes over a connection with another program, until one of the two ends it.

use super::super::framed_text::{read_text, write_text};
use super::meeting::ThreadChannels;
use super::plain::sanitize_text;
use super::{Order, PeerEvent, RoomRole, SharedDatagram};
use data_encoding::HEXLOWER;
use iroh::endpoint::{Connection, ConnectionError, RecvStream, SendStream, VarInt};
use n0_future::time::{MissedTickBehavior, interval, sleep, timeout};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc;

/// The time between two datagrams that are sent.
const EVERY: Duration = Duration::from_millis(16);
/// Over a relay only one of so many datagrams is sent: there each is a packet of TCP with an answer, and takes twice
/// the bytes. The keys of those left out are in the next one.
const RELAYED: u32 = 2;
/// How long the last texts may take to arrive before the connection is closed.
const LAST_TEXTS_TIMEOUT: Duration = Duration::from_millis(500);
/// How many datagrams are sent after the end of a conversation, so that the last keys arrive.
const LAST: u32 = 4;
/// After so many seconds in which nothing came, not even what keeps a connection open (every five seconds), it is lost.
const SILENCE: u32 = 8;
/// How many turns of the datagrams' timer lie between two looks at the lag.
const LAG_EVERY: u32 = 30;
/// The most letters that are read of the reason for which the other program has ended a connection.
pub(super) const MAX_REASON_LETTERS: usize = 160;
/// The word with which a spectator's first text begins.
const SPECTATE: &str = "spectate";
/// The reason for the end of a connection that a program gives when it leaves.
pub const LEFT_MESSAGE: &str = "left";
/// The reason for the end of a connection that a program gives whose player turns the guest away.
pub const TURNED_AWAY_MESSAGE: &str = "the host has turned you away";

/// How a conversation has ended.
pub(super) enum TalkEnd {
    /// This program has ended the conversation, with this line for the other one.
    Here(String),
    /// This program has sent its guest away, with this line for it; the room goes on without that guest.
    TurnedAway(String),
    /// The other program has ended the conversation, and given this reason.
    Closed(String),
    /// The connection between the two was lost, for this reason.
    Lost(String),
    /// The other program has sent what no program sends, as this line says.
    Wrong(String),
}

/// A connection with its stream of texts.
pub(super) struct PeerConnection {
    pub(super) connection: Connection,
    pub(super) sender: SendStream,
    pub(super) receiver: RecvStream,
}

impl PeerConnection {
    /// Opens the stream of texts, on the side that dialled. Its first text is what it comes for, and its proof that
    /// it knows the code.
    pub(super) async fn open_as_dialler(connection: Connection, role: RoomRole, proof: &str) -> Result<Self, String> {
        let (mut sender, receiver) = connection.open_bi().await.map_err(|error| error.to_string())?;
        let word = if role == RoomRole::Guest { "play" } else { SPECTATE };
        write_text(&mut sender, &format!("{word} {proof}")).await?;
        Ok(Self { connection, sender, receiver })
    }

    /// Accepts the stream of texts, on the side that was dialled, and reads the first text: what the other program
    /// comes for, and its proof.
    pub(super) async fn open_as_dialled(connection: Connection) -> Result<(Self, RoomRole, String), String> {
        let (sender, mut receiver) = connection.accept_bi().await.map_err(|error| error.to_string())?;
        let first = read_text(&mut receiver).await??;
        let (word, proof) = first.split_once(' ').unwrap_or_default();
        let role = if word == SPECTATE { RoomRole::Spectator } else { RoomRole::Guest };
        Ok((Self { connection, sender, receiver }, role, proof.to_owned()))
    }
}

/// Passes texts, datagrams and orders over a connection until it ends.
pub(super) async fn converse(line: &mut PeerConnection, wires: &mut ThreadChannels) -> TalkEnd {
    let PeerConnection { connection, sender, receiver } = line;
    let connection = &*connection;
    // What was meant for a connection before this one has no place in it.
    while let Ok(order) = wires.orders.try_recv() {
        if let Order::Close(line) | Order::CloseAtOnce(line) = order {
            return TalkEnd::Here(line);
        }
    }
    // RFC 9266: what is signed with it is of this connection, and of no other that one of the two has.
    let mut known = [0; 32];
    if connection.export_keying_material(&mut known, b"EXPORTER-Channel-Binding", b"").is_err() {
        return TalkEnd::Lost("the two ends have no secret in common".to_owned());
    }
    if wires.events.send(PeerEvent::Met(HEXLOWER.encode(&known))).await.is_err() {
        return TalkEnd::Here(LEFT_MESSAGE.to_owned());
    }
    let ended = tokio::select! {
        // Of a connection that is closed, what came before the end is read first; the end of the texts is the end.
        biased;
        never = read_datagrams(connection, &wires.events) => match never {},
        ended = read_texts(connection, receiver, &wires.events) => ended,
        ended = follow_orders(connection, sender, &mut wires.orders) => ended,
        never = send_datagrams(connection, &wires.next, &wires.events) => match never {},
        ended = silence(connection) => ended,
    };
    if matches!(ended, TalkEnd::Here(_)) {
        // What decided a match may be in the last keys, and nobody sends them again.
        for _ in 0..LAST {
            if let Some(datagram) = wires.next.make() {
                let _lost = connection.send_datagram(datagram.into());
            }
            sleep(EVERY).await;
        }
    }
    ended
}

/// Waits until nothing at all has come over the connection for too long, and gives how it has ended.
async fn silence(connection: &Connection) -> TalkEnd {
    let (mut come, mut silent) = (0, 0);
    while silent < SILENCE {
        sleep(Duration::from_secs(1)).await;
        let now = connection.stats().udp_rx.datagrams;
        silent = if now == come { silent + 1 } else { 0 };
        come = now;
    }
    ended(connection, &"nothing comes any more")
}

/// How a connection has ended: by what the other program said when it closed it, if it did. Without a word nobody
/// closes a room: that is an endpoint that was given up for a new one.
fn ended(connection: &Connection, error: &dyn std::fmt::Display) -> TalkEnd {
    last_word(connection).map_or_else(|| TalkEnd::Lost(error.to_string()), TalkEnd::Closed)
}

/// What the other end of a connection said when it closed it; `None` where it did not, or said nothing.
pub(super) fn last_word(connection: &Connection) -> Option<String> {
    match connection.close_reason() {
        Some(ConnectionError::ApplicationClosed(close)) if !close.reason.is_empty() => {
            let said = String::from_utf8_lossy(&close.reason);
            Some(sanitize_text(&said, MAX_REASON_LETTERS))
        }
        _ => None,
    }
}

/// Hands the texts of the other program on as events, until the connection ends.
async fn read_texts(connection: &Connection, receiver: &mut RecvStream, events: &mpsc::Sender<PeerEvent>) -> TalkEnd {
    loop {
        let text = match read_text(receiver).await {
            Ok(Ok(text)) => text,
            Ok(Err(wrong)) => return TalkEnd::Wrong(wrong),
            Err(error) => {
                // Whoever leaves sends its last keys after its last text, and then says why.
                connection.closed().await;
                return ended(connection, &error);
            }
        };
        if !text.is_empty() && events.send(PeerEvent::Text(text)).await.is_err() {
            // The program has ended it; its last order says how.
            return std::future::pending().await;
        }
    }
}

/// Hands the datagrams of the other program on as events; those for which there is no room are lost.
async fn read_datagrams(connection: &Connection, events: &mpsc::Sender<PeerEvent>) -> Infallible {
    loop {
        let Ok(datagram) = connection.read_datagram().await else { return std::future::pending().await };
        // One place is left for what must not be lost.
        if events.capacity() > 1 {
            let _lost = events.try_send(PeerEvent::Datagram(datagram.to_vec()));
        }
    }
}

/// Follows the program's orders in their order, until one of them ends the connection.
async fn follow_orders(
    connection: &Connection,
    sender: &mut SendStream,
    orders: &mut mpsc::UnboundedReceiver<Order>,
) -> TalkEnd {
    loop {
        match orders.recv().await {
            Some(Order::Send(text)) => match write_text(sender, &text).await {
                Err(error) if connection.close_reason().is_none() => return ended(connection, &error),
                // The other has closed the connection: first what it said last is read.
                _ => {}
            },
            Some(Order::Close(line)) => {
                wait_for_last_texts(sender).await;
                return TalkEnd::Here(line);
            }
            Some(Order::CloseAtOnce(line)) => {
                connection.close(VarInt::from_u32(0), line.as_bytes());
                return TalkEnd::Here(line);
            }
            Some(Order::TurnAway(line)) => {
                wait_for_last_texts(sender).await;
                return TalkEnd::TurnedAway(line);
            }
            // The guest was back before the program had heard of it.
            Some(Order::Free) => {}
            None => return TalkEnd::Here(LEFT_MESSAGE.to_owned()),
        }
    }
}

/// Waits until what was sent has arrived, which a connection that is closed does not deliver any more.
pub(super) async fn wait_for_last_texts(sender: &mut SendStream) {
    if sender.finish().is_ok() {
        let _late = timeout(LAST_TEXTS_TIMEOUT, sender.stopped()).await;
    }
}

/// Sends a datagram whenever the timer says so, whatever frames the program draws meanwhile, and tells the lag.
async fn send_datagrams(
    connection: &Connection,
    next: &SharedDatagram,
    events: &mpsc::Sender<PeerEvent>,
) -> Infallible {
    let mut timer = interval(EVERY);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut relayed, mut count) = (false, 0_u32);
    loop {
        timer.tick().await;
        count = count.wrapping_add(1);
        let is_left_out = relayed && count % RELAYED != 0;
        if !is_left_out && let Some(datagram) = next.make() {
            // One that cannot be sent now is made anew by the next tick. A lost connection is found by the readers.
            let _lost = connection.send_datagram(datagram.into());
        }
        if count % LAG_EVERY == 0
            && let Some(path) = connection.paths().iter().find(|path| path.is_selected())
        {
            relayed = path.is_relay();
            let _unread = events.try_send(PeerEvent::Lag(path.rtt().as_secs_f64() * 1000.0));
        }
    }
}
