//! Opens a room or goes to one, and keeps the connection.

use super::super::framed_text::connection_limits;
use super::conversation::{LEFT_MESSAGE, MAX_REASON_LETTERS, PeerConnection, TURNED_AWAY_MESSAGE, TalkEnd, converse};
use super::place_changes::follow_places;
use super::plain::sanitize_text;
use super::sockets::{addresses_for_guests, bind_to_port, dial_by_proxy, disable_sockets};
use super::spectators::{SpectatorDoor, SpectatorTexts};
use super::{
    MeetingPlan, Order, PeerEvent, RelayAddress, RelaySettings, RoomAddress, RoomKeys, RoomPlace, RoomRole,
    SharedDatagram,
};
use iroh::endpoint::{ConnectError, Connection, VarInt, presets};
use iroh::{Endpoint, EndpointAddr, RelayConfig, RelayMode, SecretKey};
use n0_future::task::{self, AbortOnDropHandle};
use n0_future::time::{sleep, timeout};
use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// The protocol's name in QUIC's handshake; its number goes up when the texts or datagrams change.
const PROTOCOL: &[u8] = b"korobka/match/5";
/// The number of the TLS alert by which a host refuses a protocol that it does not know.
const NO_COMMON_PROTOCOL: u8 = 120;
/// What the player reads where the host refuses the protocol.
const OTHER_VERSION: &str = "the program there is another version of korobka; both need the same";
/// How long a dialled host may take to answer.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a guest waits before it dials a host again.
pub(super) const REDIAL_DELAY: Duration = Duration::from_secs(1);
/// How long a host waits for a guest that is lost before it opens its room anew, where it has a relay: a relay that was
/// not reached is dialled again later and later, up to half a minute; after this, at once.
const REOPENED: Duration = Duration::from_secs(5);
/// How often a room is opened anew after so short a time: for as long as a match waits for keys. One that rests may
/// wait for its guest for minutes.
const SOON_REOPENED: u32 = 6;
/// How long a host waits from then on before it opens its room anew.
const LATER_REOPENED: Duration = Duration::from_secs(30);
/// How often a room is opened anew at its port before another one is taken.
const REOPENINGS: usize = 3;
/// How long it may take to close a room or an endpoint.
pub(super) const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// How many connections may wait in front of a room, and how many others may be at their handshake.
const IN_FRONT: usize = 8;
/// The reason for a refusal that is told to somebody who knows the host's key and not the code.
const OTHER_CODE: &str = "the room has another code";
/// The reason for a refusal that is told to a spectator of a room that takes none.
const ALONE: &str = "this room takes no spectators";
/// The reason for a refusal that is told to a second guest.
const FULL: &str = "somebody else is in this room already";

/// The network thread's ends of the channels between it and the program.
pub(super) struct ThreadChannels {
    pub(super) events: mpsc::Sender<PeerEvent>,
    pub(super) orders: mpsc::UnboundedReceiver<Order>,
    pub(super) next: SharedDatagram,
    pub(super) texts: watch::Receiver<SpectatorTexts>,
}

impl ThreadChannels {
    /// Waits until the program has ended its match, told the spectators, and closed the room. False where it has freed
    /// the room for another guest instead.
    async fn has_program_closed(&mut self) -> bool {
        let closed = async {
            loop {
                match self.orders.recv().await {
                    Some(Order::Send(_)) => {}
                    Some(Order::Free | Order::TurnAway(_)) => return false,
                    Some(Order::Close(_) | Order::CloseAtOnce(_)) | None => return true,
                }
            }
        };
        tokio::select! {
            has_closed = closed => has_closed,
            () = self.events.closed() => true,
        }
    }
}

/// Waits until the program frees its room. What else it asks for is meant for the connection that is lost.
async fn program_has_freed_room(orders: &mut mpsc::UnboundedReceiver<Order>) {
    while let Some(order) = orders.recv().await {
        if matches!(order, Order::Free | Order::TurnAway(_)) {
            return;
        }
    }
    // The program has ended the meeting, which its events tell.
    std::future::pending().await
}

/// Opens the room or goes to it, and keeps the connection until the program drops its end of the channels. Why that
/// fails, as where there is no network or nobody there, is told as an event, in one line for the player.
pub(super) async fn run(meeting: MeetingPlan, mut wires: ThreadChannels) {
    // Stretching the code's keys takes a second or two of a page's time: its next frames first show what is going on.
    if cfg!(target_arch = "wasm32") {
        sleep(Duration::from_millis(100)).await;
    }
    let ended = match meeting {
        MeetingPlan::Host { code, port, relay, spectators } => {
            let door = spectators.then(|| SpectatorDoor::new(wires.texts.clone(), wires.events.clone()));
            host(HostingTerms { keys: Arc::new(code.derive_keys()), relay, spectators: door }, port, &mut wires).await
        }
        MeetingPlan::Join { room, key, relay, role } => join(&room, &key, relay, role, &mut wires).await,
    };
    if let Err(line) = ended {
        // If nobody reads events any more, nobody needs this one.
        let _unread = wires.events.send(PeerEvent::Failed(line)).await;
    }
}

/// An endpoint with this secret key at this port, which can be reached over these relays too, or over them alone.
async fn endpoint(key: &[u8; 32], port: u16, relays: &[RelayAddress], alone: bool) -> Result<Endpoint, String> {
    let builder = dial_by_proxy(Endpoint::builder(presets::Minimal), relays).secret_key(SecretKey::from_bytes(key));
    // What a relay says of the own address by QUIC is left out: ours speak HTTP.
    let relays: Vec<RelayConfig> = relays.iter().map(|relay| RelayConfig::new(relay.url().clone(), None)).collect();
    let mode = if relays.is_empty() { RelayMode::Disabled } else { RelayMode::Custom(relays.into_iter().collect()) };
    let builder = builder.alpns(vec![PROTOCOL.to_vec()]).relay_mode(mode).transport_config(connection_limits());
    let builder = if alone { Ok(disable_sockets(builder)) } else { bind_to_port(builder, port) };
    let builder = builder.map_err(|error| format!("no network: {error}"))?;
    builder.bind().await.map_err(|error| format!("no network at the UDP port {port}: {error}"))
}

/// Whether two programs can reach each other by their addresses. A page in a browser cannot, and needs a relay.
const HAS_SOCKETS: bool = cfg!(not(target_arch = "wasm32"));

/// What stays the same as long as a room is hosted.
struct HostingTerms {
    keys: Arc<RoomKeys>,
    relay: Option<RelaySettings>,
    spectators: Option<SpectatorDoor>,
}

/// Opens a room, and talks with the guest that comes first. The room is that guest's until the program frees it.
async fn host(terms: HostingTerms, port: u16, wires: &mut ThreadChannels) -> Result<(), String> {
    if !HAS_SOCKETS && terms.relay.is_none() {
        return Err("a page in a browser plays over a relay: set one, then open the room".to_owned());
    }
    let mut room = HostedRoom::open(&terms, port, &wires.events).await?;
    let spectators = terms.spectators.as_ref();
    let mut guest = tokio::select! {
        guest = room.coming.recv() => guest,
        () = wires.events.closed() => {
            room.end(spectators).await;
            return Ok(());
        }
    };
    // The guest that was turned away last: however often it comes, the room stays open to others meanwhile.
    let mut turned_away = None;
    while let Some(mut line) = guest.take() {
        let known = line.connection.remote_id();
        let mut again = None;
        let ended = {
            let mut talk = pin!(converse(&mut line, wires));
            loop {
                tokio::select! {
                    ended = &mut talk => break ended,
                    next = room.coming.recv() => match next {
                        Some(next) if next.connection.remote_id() == known => {
                            again = Some(next);
                            break TalkEnd::Lost("the guest has dialled again".to_owned());
                        }
                        Some(stranger) => stranger.connection.close(VarInt::from_u32(1), FULL.as_bytes()),
                        None => break TalkEnd::Lost("the network has closed".to_owned()),
                    },
                }
            }
        };
        if matches!(&ended, TalkEnd::TurnedAway(reason) if reason == TURNED_AWAY_MESSAGE) {
            turned_away = Some(known);
        }
        let Err(lost) = settle(ended, &room.endpoint, &line.connection, spectators, wires).await else {
            return Ok(());
        };
        let mut is_free = lost.is_none();
        // Its streams hold the endpoint's port, which the room may be opened at anew.
        drop(line);
        // Of a guest that is gone for good the program knows.
        if let Some(reason) = lost
            && wires.events.send(PeerEvent::Lost(reason)).await.is_err()
        {
            room.end(spectators).await;
            return Ok(());
        }
        let mut reopened = 0;
        while again.is_none() {
            let next = tokio::select! {
                next = timeout(wait_before_reopening(reopened), room.coming.recv()) => next,
                () = program_has_freed_room(&mut wires.orders), if !is_free => {
                    is_free = true;
                    continue;
                }
                () = wires.events.closed() => {
                    room.end(spectators).await;
                    return Ok(());
                }
            };
            match next {
                Ok(Some(next)) if turned_away == Some(next.connection.remote_id()) => {
                    next.connection.close(VarInt::from_u32(1), TURNED_AWAY_MESSAGE.as_bytes());
                }
                Ok(Some(next)) if is_free || next.connection.remote_id() == known => again = Some(next),
                Ok(Some(stranger)) => stranger.connection.close(VarInt::from_u32(1), FULL.as_bytes()),
                // A free room stays where it is told to be.
                Err(_) if is_free || terms.relay.is_none() => {}
                Ok(None) | Err(_) => {
                    let port = room.port;
                    room.close().await;
                    room = reopen(&terms, port, &wires.events).await?;
                    reopened += 1;
                }
            }
        }
        guest = again;
    }
    Ok(())
}

/// How long a host waits for a guest that is lost before it opens its room anew, which it has done so often since.
const fn wait_before_reopening(reopened: u32) -> Duration {
    if reopened < SOON_REOPENED { REOPENED } else { LATER_REOPENED }
}

/// Opens a room that was closed for a while, at its port if that is free soon. At another port the relay alone leads to
/// it for a guest who was there before.
async fn reopen(terms: &HostingTerms, port: u16, events: &mpsc::Sender<PeerEvent>) -> Result<HostedRoom, String> {
    for _ in 0..REOPENINGS {
        if let Ok(room) = HostedRoom::open(terms, port, events).await {
            return Ok(room);
        }
        sleep(REDIAL_DELAY).await;
    }
    HostedRoom::open(terms, 0, events).await
}

/// A room that this program has opened: its endpoint, and the connections that wait in front of it. The
/// tasks end with it.
struct HostedRoom {
    endpoint: Endpoint,
    port: u16,
    coming: mpsc::Receiver<PeerConnection>,
    tasks: [AbortOnDropHandle<()>; 2],
}

impl HostedRoom {
    /// Opens a room at this port and relay, and tells the program by an event where it is.
    async fn open(terms: &HostingTerms, port: u16, events: &mpsc::Sender<PeerEvent>) -> Result<Self, String> {
        let HostingTerms { keys, relay, spectators } = terms;
        let alone = !HAS_SOCKETS || relay.as_ref().is_some_and(|way| way.alone);
        let relay = relay.as_ref().map(|way| way.relay.clone());
        let endpoint = endpoint(&keys.host, port, relay.as_slice(), alone).await?;
        let places = addresses_for_guests(&endpoint);
        let port = places.iter().find_map(RoomPlace::port).unwrap_or(port);
        // A room that is reached over the relay alone is open once the relay is there.
        if !alone {
            // If nobody reads events any more, the room is closed next.
            let _unread = events.send(PeerEvent::Open(places.clone())).await;
        }
        let (in_front, coming) = mpsc::channel(IN_FRONT);
        let tasks = [
            task::spawn(let_in(endpoint.clone(), Arc::clone(keys), in_front, spectators.clone())),
            task::spawn(follow_places(endpoint.clone(), relay, places, events.clone())),
        ];
        Ok(Self { endpoint, port, coming, tasks: tasks.map(AbortOnDropHandle::new) })
    }

    /// Closes the room for a while. Its port is free after that.
    async fn close(self) {
        let _late = timeout(CLOSE_TIMEOUT, self.endpoint.close()).await;
        let tasks = async {
            for task in self.tasks {
                task.abort();
                // It was aborted, or was over before.
                let _ended = task.await;
            }
        };
        let _late = timeout(CLOSE_TIMEOUT, tasks).await;
    }

    /// Closes the room for good: the spectators are sent away with a word first.
    async fn end(self, spectators: Option<&SpectatorDoor>) {
        if let Some(door) = spectators {
            door.wait_until_empty(CLOSE_TIMEOUT).await;
        }
        self.close().await;
    }
}

/// Brings everybody who knows the code in front of the room. Handshakes take place side by side, a few at a time:
/// whoever takes long for it holds nobody up, and gives way to those who come later.
async fn let_in(
    endpoint: Endpoint,
    keys: Arc<RoomKeys>,
    in_front: mpsc::Sender<PeerConnection>,
    spectators: Option<SpectatorDoor>,
) {
    let host = endpoint.id();
    let mut handshakes: VecDeque<AbortOnDropHandle<()>> = VecDeque::new();
    while let Some(coming) = endpoint.accept().await {
        let (keys, in_front, spectators) = (Arc::clone(&keys), in_front.clone(), spectators.clone());
        let handshake = task::spawn(async move {
            let asked = async {
                let connection = coming.await.map_err(|error| error.to_string())?;
                PeerConnection::open_as_dialled(connection).await
            };
            // Whoever does not get through was nobody.
            let Ok(Ok((line, role, proof))) = timeout(ANSWER_TIMEOUT, asked).await else { return };
            if keys.is_proof(&proof, host.as_bytes(), line.connection.remote_id().as_bytes()) {
                match (role, spectators) {
                    // If there is no room left in front, the connection is dropped, which closes it.
                    (RoomRole::Guest, _) => drop(in_front.try_send(line)),
                    // A spectator stays when the handshake is over.
                    (RoomRole::Spectator, Some(door)) => {
                        task::spawn(door.show(line));
                    }
                    (RoomRole::Spectator, None) => line.connection.close(VarInt::from_u32(3), ALONE.as_bytes()),
                }
            } else {
                line.connection.close(VarInt::from_u32(2), OTHER_CODE.as_bytes());
            }
        });
        handshakes.retain(|earlier| !earlier.is_finished());
        if handshakes.len() == IN_FRONT {
            // That ends the oldest one.
            drop(handshakes.pop_front());
        }
        handshakes.push_back(AbortOnDropHandle::new(handshake));
    }
}

/// Says goodbye where a conversation has ended for good. The spectators are told how the match has ended before the
/// endpoint is closed, which takes them along.
///
/// # Errors
/// The meeting may go on over another connection: this one is lost for this reason, or without a reason the guest is
/// gone for good, and the program has freed the room.
async fn settle(
    ended: TalkEnd,
    endpoint: &Endpoint,
    connection: &Connection,
    spectators: Option<&SpectatorDoor>,
    wires: &mut ThreadChannels,
) -> Result<(), Option<String>> {
    let (last_word, event) = match ended {
        TalkEnd::Here(line) => (line, None),
        TalkEnd::Closed(line) => (LEFT_MESSAGE.to_owned(), Some(PeerEvent::Closed(line))),
        TalkEnd::Wrong(line) => {
            let told = PeerEvent::Wrong(format!("the other program sent {line}"));
            (line, Some(told))
        }
        TalkEnd::TurnedAway(line) => {
            connection.close(VarInt::from_u32(1), line.as_bytes());
            return Err(None);
        }
        TalkEnd::Lost(reason) => return Err(Some(reason)),
    };
    connection.close(VarInt::from_u32(0), last_word.as_bytes());
    if let Some(event) = event {
        // If nobody reads events any more, the program has ended it too.
        let _unread = wires.events.send(event).await;
        if !wires.has_program_closed().await {
            return Err(None);
        }
    }
    if let Some(door) = spectators {
        door.wait_until_empty(CLOSE_TIMEOUT).await;
    }
    // What takes longer than that, the other finds out by silence.
    let _late = timeout(CLOSE_TIMEOUT, endpoint.close()).await;
    Ok(())
}

/// Why there is no connection, in one line.
fn reason(error: &ConnectError) -> String {
    let mut line = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(deeper) = cause {
        line = format!("{line}: {deeper}");
        cause = deeper.source();
    }
    // TLS says so where no protocol is known to both: the alert no_application_protocol, RFC 7301, section 3.2.
    match line.contains(&format!("error {NO_COMMON_PROTOCOL}")) {
        true => OTHER_VERSION.to_owned(),
        false => line,
    }
}

/// What is told of a room that could not be dialled at first; `None` where the program has ended the meeting.
fn why_nobody_is_met<T, E>(dialled: Option<Result<Result<T, String>, E>>, room: &RoomAddress) -> Option<String> {
    match dialled? {
        Ok(Err(error)) if error == OTHER_VERSION => Some(error),
        Ok(Err(error)) => {
            let error = sanitize_text(&error, MAX_REASON_LETTERS);
            Some(format!("nobody is there by the code {}: {error}", room.code))
        }
        Err(_) => Some(format!("nobody answers by the code {}", room.code)),
        Ok(Ok(_)) => None,
    }
}

/// Goes to a room and talks with its host, and dials again when the connection is lost.
async fn join(
    room: &RoomAddress,
    key: &[u8; 32],
    relay: Option<RelaySettings>,
    role: RoomRole,
    wires: &mut ThreadChannels,
) -> Result<(), String> {
    let alone = relay.as_ref().is_some_and(|way| way.alone);
    let own = relay.map(|way| RoomPlace::Relay(way.relay));
    // Whoever runs the room's own relay would learn the address that is not to be told.
    let rooms = room.places.iter().filter(|place| !alone && (HAS_SOCKETS || place.relay().is_some())).cloned();
    let places: Vec<RoomPlace> = rooms.chain(own).collect();
    let relays: Vec<RelayAddress> = places.iter().filter_map(RoomPlace::relay).cloned().collect();
    if places.is_empty() {
        let line = match room.places.is_empty() {
            true => "the code alone finds nobody: write where the room is behind it, or set a relay",
            false => "a page in a browser plays over a relay, and the room's code names none: set the host's relay",
        };
        return Err(line.to_owned());
    }
    let keys = room.code.derive_keys();
    let host = SecretKey::from_bytes(&keys.host).public();
    let proof = keys.proof(host.as_bytes(), SecretKey::from_bytes(key).public().as_bytes());
    let address = EndpointAddr::from_parts(host, places.iter().map(RoomPlace::transport_address));
    let mut met = false;
    loop {
        // Every time anew: an endpoint dials a relay that it has lost later and later.
        let endpoint = endpoint(key, 0, &relays, alone).await?;
        // Nobody dials a guest.
        let refusing = endpoint.clone();
        task::spawn(async move {
            while let Some(stranger) = refusing.accept().await {
                stranger.refuse();
            }
        });
        let dial = async {
            let connection = endpoint.connect(address.clone(), PROTOCOL).await.map_err(|error| reason(&error))?;
            PeerConnection::open_as_dialler(connection, role, &proof).await
        };
        let dialled = tokio::select! {
            dialled = timeout(ANSWER_TIMEOUT, dial) => Some(dialled),
            () = wires.events.closed() => None,
        };
        let mut line = match dialled {
            Some(Ok(Ok(line))) => line,
            Some(_) if met => {
                let _late = timeout(CLOSE_TIMEOUT, endpoint.close()).await;
                sleep(REDIAL_DELAY).await;
                continue;
            }
            failed => {
                if let Some(line) = why_nobody_is_met(failed, room) {
                    // If nobody reads events any more, nobody needs this one.
                    let _unread = wires.events.send(PeerEvent::Failed(line)).await;
                }
                // An endpoint that is dropped before it is closed writes an error to the log. A program that ends need
                // not wait for that: there is nobody to be told.
                wires.orders.close();
                let _late = timeout(ANSWER_TIMEOUT, endpoint.close()).await;
                return Ok(());
            }
        };
        met = true;
        let ended = converse(&mut line, wires).await;
        let Err(lost) = settle(ended, &endpoint, &line.connection, None, wires).await else { return Ok(()) };
        // There is always a reason: a guest frees no room.
        let is_over = wires.events.send(PeerEvent::Lost(lost.unwrap_or_default())).await.is_err();
        let _late = timeout(CLOSE_TIMEOUT, endpoint.close()).await;
        if is_over {
            return Ok(());
        }
        sleep(REDIAL_DELAY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_opened_anew_soon_while_a_match_waits_for_keys_and_rarely_where_it_rests() {
        let soon: Duration = (0..SOON_REOPENED).map(wait_before_reopening).sum();
        assert_eq!(soon, Duration::from_secs(30));
        let in_five_minutes: Duration = (0..15).map(wait_before_reopening).sum();
        assert_eq!(in_five_minutes, Duration::from_secs(300), "fifteen times rather than sixty");
    }
}
