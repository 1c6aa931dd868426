//! A relay: it passes packets on between programs that cannot reach each other directly. The packets are encrypted from
//! end to end; a relay learns who is connected, from which address, and how much is sent, and nothing of what is said.

mod room_list;

use super::open_rooms::{ROOM_LIST_AUTH_TOKEN, list_endpoint_key};
use super::threads::unpoisoned;
use iroh::{EndpointId, RelayUrl};
use iroh_relay::server::{
    Access, AccessControl, ClientRateLimit, ClientRequest, ConnectionId, RelayConfig, Server, ServerConfig, SpawnError,
};
use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// How often connections that have lasted too long are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The most connections of one program: the last one may not be known to be lost when it dials again.
const MOST_OF_ONE: usize = 3;

/// After how many programs that have come the relay's own list of rooms connects with the relay anew. For as long as a
/// connection lasts, the library keeps the keys of all to whom it has sent anything, and each program that looks at the
/// list has another key.
const MOST_BEFORE_LIST_DIALS: usize = 100_000;

/// What a relay allows.
#[derive(Clone, Copy, Debug)]
pub struct RelayLimits {
    /// The most rooms at a time: a room is two programs.
    pub rooms: usize,
    /// The most bytes a second of one program; what is more waits.
    pub bytes_per_second: NonZeroU32,
    /// How long one program may stay. Whoever is sent away may come again.
    pub time: Duration,
}

/// What a relay tells whoever runs it: how much goes on there, and what it refuses. Nobody is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelayReport {
    /// How many programs are connected to play.
    pub players: usize,
    /// How many programs are connected with the list of open rooms, their hosts among them.
    pub at_list: usize,
    /// How many rooms are listed.
    pub listed_rooms: usize,
    /// How often something was refused since the report before, for each reason.
    pub refused: BTreeMap<String, usize>,
}

/// Why there is no relay.
#[derive(Debug, Error)]
pub enum RelayError {
    /// The system gives no threads.
    #[error("a relay cannot be run here: {0}")]
    Runtime(#[from] std::io::Error),
    /// The addresses are taken, or are not this machine's.
    #[error("no relay can listen at {address}: {reason}")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// The reason that the network gives for refusing it.
        reason: String,
    },
    /// There is no list of open rooms.
    #[error("a relay has no list of open rooms here: {0}")]
    List(String),
}

/// A relay, which runs on a thread of its own until it is dropped.
#[derive(Debug)]
pub struct Relay {
    server: Option<Server>,
    guests: Arc<RelayGuests>,
    listed: watch::Receiver<room_list::Rooms>,
    runtime: Runtime,
    address: SocketAddr,
}

impl Relay {
    /// Starts a relay that listens at a TCP address, port 0 for any that is free, and tells its figures as text to
    /// whoever asks for `/metrics` at `metrics`.
    ///
    /// # Errors
    /// The relay cannot be run or cannot listen there.
    pub fn start_listening(
        address: SocketAddr,
        metrics: Option<SocketAddr>,
        limits: RelayLimits,
    ) -> Result<Self, RelayError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let token = iroh::SecretKey::generate().public().to_string();
        let guests = Arc::new(RelayGuests::new(limits, token));
        let mut relay = RelayConfig::new(address);
        relay.access = Arc::clone(&guests) as _;
        let mut rate = ClientRateLimit::new(limits.bytes_per_second);
        rate.max_burst_bytes = Some(limits.bytes_per_second);
        relay.limits.client_rx = Some(rate);
        let mut config = ServerConfig::default();
        config.relay = Some(relay);
        config.metrics_addr = metrics;
        let server = runtime.block_on(Server::spawn(config)).map_err(|error| {
            let address = metrics.filter(|_| matches!(error, SpawnError::Metrics { .. })).unwrap_or(address);
            RelayError::Listen { address, reason: format!("{error:#}") }
        })?;
        let no_address = || RelayError::Listen { address, reason: "it has no address".to_owned() };
        let address = server.http_addr().ok_or_else(no_address)?;
        if let Some(service) = server.relay_service() {
            let (clients, guests) = (service.clients().clone(), Arc::clone(&guests));
            runtime.spawn(async move {
                loop {
                    tokio::time::sleep(LOOK_EVERY).await;
                    for (connection, guest) in guests.overdue() {
                        clients.disconnect(guest, Some(connection));
                    }
                    if guests.is_list_to_dial_anew() {
                        // It dials at once, and loses none of those who are connected with it.
                        clients.disconnect(list_endpoint_key().public(), None);
                    }
                }
            });
        }
        let own = own_address(address).map_err(RelayError::List)?;
        let list = room_list::serve_room_list(own, Arc::clone(&guests));
        let listed = runtime.block_on(list).map_err(RelayError::List)?;
        Ok(Self { server: Some(server), guests, listed, runtime, address })
    }

    /// The TCP address at which the relay listens, with its real port.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether the relay or its list of rooms has ended by itself, as after a fault in a library.
    pub fn has_ended(&mut self) -> bool {
        if let Some(server) = &mut self.server {
            // It may be asked only until it has answered.
            let ended = self.runtime.block_on(async { tokio::time::timeout(Duration::ZERO, server.join()).await });
            if ended.is_ok() {
                self.server = None;
            }
        }
        self.server.is_none() || self.listed.has_changed().is_err()
    }

    /// Tells how much goes on now, and what was refused since this was called last.
    pub fn take_report(&self) -> RelayReport {
        let (at_list, all) = {
            let connected = self.guests.connected();
            (connected.values().filter(|guest| guest.looks).count(), connected.len())
        };
        RelayReport {
            players: all - at_list,
            at_list,
            listed_rooms: self.listed.borrow().len(),
            refused: std::mem::take(&mut *unpoisoned(self.guests.refused.lock())),
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            // What does not end in time ends with the runtime.
            let _late = self.runtime.block_on(async { tokio::time::timeout(LOOK_EVERY, server.shutdown()).await });
        }
    }
}

/// The address by which this machine itself reaches a relay that listens at `listened`.
fn own_address(listened: SocketAddr) -> Result<RelayUrl, String> {
    let ip = match listened.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, listened.port())).parse().map_err(|error| format!("{error}"))
}

/// The programs that are connected with a relay, and since when.
#[derive(Debug)]
struct RelayGuests {
    limits: RelayLimits,
    /// The token that the relay's own list of rooms shows to be let in.
    token: String,
    connected: Mutex<HashMap<ConnectionId, RelayGuest>>,
    /// How many programs have come since the list of rooms dialled the relay.
    come: AtomicUsize,
    /// How often something was refused since the last report, for each reason. The reasons are a few fixed texts.
    refused: Mutex<BTreeMap<String, usize>>,
}

/// A program that is connected, by one of its connections.
#[derive(Clone, Copy, Debug)]
struct RelayGuest {
    id: EndpointId,
    since: Instant,
    /// Whether the program came for the list of open rooms alone.
    looks: bool,
    /// Whether a later connection of the same program has this one's place, so that this one is to end.
    is_replaced: bool,
}

impl RelayGuests {
    fn new(limits: RelayLimits, token: String) -> Self {
        Self { limits, token, connected: Mutex::default(), come: AtomicUsize::new(0), refused: Mutex::default() }
    }

    fn connected(&self) -> MutexGuard<'_, HashMap<ConnectionId, RelayGuest>> {
        unpoisoned(self.connected.lock())
    }

    /// The most programs that may play at a time. As many may be connected with the list of rooms.
    const fn most(&self) -> usize {
        self.limits.rooms.saturating_mul(2)
    }

    /// Counts something that is refused for this reason.
    fn count_refusal(&self, reason: &str) {
        *unpoisoned(self.refused.lock()).entry(reason.to_owned()).or_default() += 1;
    }

    /// Refuses a program, which is told this reason.
    fn deny(&self, reason: String) -> Access {
        self.count_refusal(&reason);
        Access::Deny { reason: Some(reason) }
    }

    /// Why a program is not let in beside those that are connected; `None` where there is a place for it.
    fn no_place_for<'a>(
        &self,
        connected: impl Iterator<Item = &'a RelayGuest>,
        program: EndpointId,
        looks: bool,
    ) -> Option<String> {
        let (mut taken, mut own) = (0, 0);
        for guest in connected {
            taken += usize::from(guest.looks == looks && !guest.is_replaced);
            own += usize::from(guest.id == program);
        }
        if taken >= self.most() {
            return Some(match self.limits.rooms {
                1 => "this relay has 1 room, and it is taken".to_owned(),
                rooms => format!("this relay has {rooms} rooms, and all are taken"),
            });
        }
        (own >= MOST_OF_ONE).then(|| "this program is connected already".to_owned())
    }

    /// Lets a program in, or returns why not. Where all places are taken, one that dials again has the place of its
    /// last connection, which may not be known to be lost: its match goes on.
    fn let_in(&self, connection: ConnectionId, guest: RelayGuest) -> Option<String> {
        let mut connected = self.connected();
        if let Some(reason) = self.no_place_for(connected.values(), guest.id, guest.looks) {
            let own = connected.values().filter(|other| other.id == guest.id).count();
            let mut others = connected.values_mut();
            let last = others.find(|other| other.id == guest.id && other.looks == guest.looks && !other.is_replaced);
            match last {
                Some(last) if own < MOST_OF_ONE => last.is_replaced = true,
                _ => return Some(reason),
            }
        }
        connected.insert(connection, guest);
        self.come.fetch_add(1, Ordering::Relaxed);
        None
    }

    /// Whether so many programs have come that the list of rooms is to connect with the relay anew. It is said once.
    fn is_list_to_dial_anew(&self) -> bool {
        let is_due = self.come.load(Ordering::Relaxed) >= MOST_BEFORE_LIST_DIALS;
        if is_due {
            self.come.store(0, Ordering::Relaxed);
        }
        is_due
    }

    /// The connections that have lasted for as long as one may, and those whose place a later one has.
    fn overdue(&self) -> Vec<(ConnectionId, EndpointId)> {
        let connected = self.connected();
        let is_over = |guest: &RelayGuest| guest.is_replaced || guest.since.elapsed() >= self.limits.time;
        let overdue = connected.iter().filter(|(_, guest)| is_over(guest));
        overdue.map(|(connection, guest)| (*connection, guest.id)).collect()
    }
}

impl AccessControl for RelayGuests {
    async fn on_connect(&self, request: &ClientRequest) -> Access {
        if request.endpoint_id() == list_endpoint_key().public() {
            return match request.auth_token() {
                Some(token) if token == self.token => Access::Allow,
                _ => self.deny("this key is the relay's own".to_owned()),
            };
        }
        let looks = request.auth_token().as_deref() == Some(ROOM_LIST_AUTH_TOKEN);
        let guest = RelayGuest { id: request.endpoint_id(), since: Instant::now(), looks, is_replaced: false };
        match self.let_in(request.connection_id(), guest) {
            Some(reason) => self.deny(reason),
            None => Access::Allow,
        }
    }

    fn on_disconnect(&self, _guest: EndpointId, connection: ConnectionId) {
        self.connected().remove(&connection);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use iroh_relay::server::OnDisconnectGuard;

    #[test]
    fn one_program_takes_a_few_places_of_a_relay_and_not_all() {
        let limits = RelayLimits { rooms: 2, bytes_per_second: NonZeroU32::MIN, time: LOOK_EVERY };
        let relay = RelayGuests::new(limits, String::new());
        let [one, other] = [1, 2].map(|byte| iroh::SecretKey::from_bytes(&[byte; 32]).public());
        let guest = |id: EndpointId| RelayGuest { id, since: Instant::now(), looks: false, is_replaced: false };
        let mut inside = vec![guest(one); MOST_OF_ONE - 1];
        assert_eq!(relay.no_place_for(inside.iter(), one, false), None);
        inside.push(guest(one));
        let refused = Some("this program is connected already".to_owned());
        assert_eq!(
            [false, true].map(|looks| relay.no_place_for(inside.iter(), one, looks)),
            [refused.clone(), refused]
        );
        assert_eq!(relay.no_place_for(inside.iter(), other, false), None, "there is a place left for others");
        inside.push(guest(other));
        let full = Some("this relay has 2 rooms, and all are taken".to_owned());
        assert_eq!([false, true].map(|looks| relay.no_place_for(inside.iter(), other, looks)), [full, None]);
    }

    #[test]
    fn a_program_that_dials_a_full_relay_again_has_its_place_there() {
        let limits = RelayLimits { rooms: 1, bytes_per_second: NonZeroU32::MIN, time: Duration::MAX };
        let relay = RelayGuests::new(limits, String::new());
        let [one, other, third] = [1, 2, 3].map(|byte| iroh::SecretKey::from_bytes(&[byte; 32]).public());
        let dial = |id: EndpointId| {
            let connection = OnDisconnectGuard::empty(id).connection_id();
            let guest = RelayGuest { id, since: Instant::now(), looks: false, is_replaced: false };
            (connection, relay.let_in(connection, guest))
        };
        let (first, refused) = dial(one);
        assert_eq!((refused, dial(other).1), (None, None));
        let full = Some("this relay has 1 room, and it is taken".to_owned());
        assert_eq!((dial(third).1, relay.overdue()), (full.clone(), Vec::new()), "there is no place for anybody else");
        assert_eq!((dial(one).1, relay.overdue()), (None, vec![(first, one)]), "its last connection ends for that");
        relay.on_disconnect(one, first);
        assert_eq!((dial(third).1, relay.overdue()), (full, Vec::new()), "it has one place, as before");
        let again: Vec<bool> = (0..MOST_OF_ONE).map(|_| dial(one).1.is_none()).collect();
        assert_eq!(again, [true, true, false], "it has no more connections than elsewhere while the last ones end");
    }

    #[test]
    fn the_list_of_rooms_connects_anew_once_so_many_programs_have_come() {
        let limits = RelayLimits { rooms: 1, bytes_per_second: NonZeroU32::MIN, time: Duration::MAX };
        let relay = RelayGuests::new(limits, String::new());
        let id = iroh::SecretKey::from_bytes(&[1; 32]).public();
        let come = || {
            let connection = OnDisconnectGuard::empty(id).connection_id();
            let guest = RelayGuest { id, since: Instant::now(), looks: true, is_replaced: false };
            let refused = relay.let_in(connection, guest);
            relay.on_disconnect(id, connection);
            (refused, relay.is_list_to_dial_anew())
        };
        relay.come.store(MOST_BEFORE_LIST_DIALS - 2, Ordering::Relaxed);
        assert_eq!([come(), come(), come()], [(None, false), (None, true), (None, false)]);
    }

    #[test]
    fn a_relay_whose_tasks_are_over_has_ended() {
        let limits = RelayLimits { rooms: 1, bytes_per_second: NonZeroU32::MAX, time: Duration::MAX };
        let mut relay = Relay::start_listening(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), None, limits).unwrap();
        assert!(!relay.has_ended());
        let listed = std::mem::replace(&mut relay.listed, watch::channel(room_list::Rooms::new()).1);
        assert!(relay.has_ended(), "nothing keeps its list");
        relay.listed = listed;
        assert!(!relay.has_ended());
        let other = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        // A runtime that is dropped ends its tasks first.
        drop(std::mem::replace(&mut relay.runtime, other));
        assert!(relay.has_ended() && relay.has_ended(), "it may be asked again");
    }

    #[test]
    fn a_relay_that_listens_everywhere_reaches_itself_on_this_machine() {
        let reached = |listened: &str| own_address(listened.parse().unwrap()).unwrap().to_string();
        assert_eq!(reached("0.0.0.0:3340"), "http://127.0.0.1:3340/");
        assert_eq!(reached("[::]:3340"), "http://[::1]:3340/");
        assert_eq!(reached("192.168.1.5:3340"), "http://192.168.1.5:3340/");
    }
}
