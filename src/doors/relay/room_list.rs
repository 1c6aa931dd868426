//! A relay's list of open rooms: rooms are listed for as long as their hosts stay connected with it.

use super::super::framed_text::{connection_limits, read_text, write_text};
use super::super::open_rooms::{ListRequest, MOST_LISTED, PROTOCOL, RoomNotice, list_endpoint_key};
use super::super::threads::unpoisoned;
use super::{MOST_OF_ONE, RelayGuests};
use iroh::endpoint::{Connection, Incoming, IncomingAddr, VarInt, presets};
use iroh::{Endpoint, EndpointId, RelayConfig, RelayMode, RelayUrl};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How long a program may take to say what it wants.
const ANSWER: Duration = Duration::from_secs(10);
/// The least time between two lists that are told to the same program.
const BETWEEN: Duration = Duration::from_secs(1);

/// The listed rooms by their number, which goes up, each with the program that opened it: one room for each.
pub(super) type Rooms = BTreeMap<u64, (EndpointId, RoomNotice)>;

/// The places of those who are connected with the list: so many at most, and a few of one program.
#[derive(Debug)]
struct ListPlaces {
    most: usize,
    /// The programs that are connected, each as often as it has connections.
    taken: Mutex<Vec<EndpointId>>,
}

/// A place that one connection of a program takes until this is dropped.
#[derive(Debug)]
struct ListPlace {
    places: Arc<ListPlaces>,
    program: EndpointId,
}

impl ListPlaces {
    /// Takes a place for a connection of this program; `None` where all are taken, or the program has enough.
    fn take(self: &Arc<Self>, program: EndpointId) -> Option<ListPlace> {
        let mut taken = unpoisoned(self.taken.lock());
        let own = taken.iter().filter(|other| **other == program).count();
        let is_free = taken.len() < self.most && own < MOST_OF_ONE;
        is_free.then(|| {
            taken.push(program);
            ListPlace { places: Arc::clone(self), program }
        })
    }
}

impl Drop for ListPlace {
    fn drop(&mut self) {
        let mut taken = unpoisoned(self.places.taken.lock());
        if let Some(at) = taken.iter().position(|program| *program == self.program) {
            taken.swap_remove(at);
        }
    }
}

/// Keeps a relay's list of rooms, which is reached over the relay at this address alone, for as many connections at a
/// time as may play. Gives the list as it changes.
///
/// # Errors
/// There is no socket to be had.
pub(super) async fn serve_room_list(
    relay: RelayUrl,
    guests: Arc<RelayGuests>,
) -> Result<watch::Receiver<Rooms>, String> {
    let relay = RelayConfig::new(relay, None).with_auth_token(guests.token.clone());
    let builder = Endpoint::builder(presets::Minimal).secret_key(list_endpoint_key()).alpns(vec![PROTOCOL.to_vec()]);
    let builder = builder.relay_mode(RelayMode::Custom([relay].into_iter().collect())).clear_ip_transports();
    let builder = builder.transport_config(connection_limits());
    let endpoint = builder.bind().await.map_err(|error| error.to_string())?;
    let (rooms, listed) = watch::channel(Rooms::new());
    tokio::spawn(async move {
        let rooms = Arc::new(rooms);
        let places = Arc::new(ListPlaces { most: guests.most(), taken: Mutex::default() });
        while let Some(coming) = endpoint.accept().await {
            // The relay says whose packets it passes on, before anything else is known of a connection.
            let program = match coming.remote_addr() {
                IncomingAddr::Relay { endpoint_id, .. } => Some(endpoint_id),
                _ => None,
            };
            let Some(place) = program.and_then(|program| places.take(program)) else {
                guests.count_refusal("no place is left at the list of rooms");
                coming.refuse();
                continue;
            };
            let (rooms, guests) = (Arc::clone(&rooms), Arc::clone(&guests));
            tokio::spawn(async move {
                let _place = place;
                // Whoever does not say what it wants was nobody.
                let _nobody = serve(coming, &rooms, &guests).await;
            });
        }
    });
    Ok(listed)
}

/// Does what a program wants, for as long as it is connected.
async fn serve(coming: Incoming, rooms: &watch::Sender<Rooms>, guests: &RelayGuests) -> Result<(), String> {
    let asked = async {
        let connection = coming.await.map_err(|error| error.to_string())?;
        let (sender, mut receiver) = connection.accept_bi().await.map_err(|error| error.to_string())?;
        let text = read_text(&mut receiver).await??;
        Ok::<_, String>((connection, sender, text))
    };
    let (connection, mut sender, text) = timeout(ANSWER, asked).await.map_err(|_| "too late".to_owned())??;
    match ListRequest::read(&text) {
        Some(ListRequest::Open { room }) => list(&connection, room, rooms).await,
        Some(ListRequest::Look) => {
            let mut told = rooms.subscribe();
            loop {
                let listed: Vec<RoomNotice> = {
                    let now = told.borrow_and_update();
                    now.values().rev().take(MOST_LISTED).map(|(_, room)| room.clone()).collect()
                };
                let written = RoomNotice::write_list(&listed);
                write_text(&mut sender, &written).await?;
                let pause = pause_after(written.len(), rooms.receiver_count(), guests.limits.bytes_per_second);
                tokio::select! {
                    () = sleep(pause) => {}
                    _ended = connection.closed() => return Ok(()),
                }
                tokio::select! {
                    changed = told.changed() => changed.map_err(|error| error.to_string())?,
                    _ended = connection.closed() => return Ok(()),
                }
            }
        }
        None => {
            let reason = "this is not a request to a list of open rooms";
            guests.count_refusal(reason);
            connection.close(VarInt::from_u32(1), reason.as_bytes());
        }
    }
    Ok(())
}

/// How long a program waits for the next list after one of this many bytes, where this many programs look. All lists
/// go over the relay as what one program sends, by the same rate: they take half of that, and leave the rest to those
/// who come to play.
fn pause_after(bytes: usize, looking: usize, rate: NonZeroU32) -> Duration {
    BETWEEN.max(Duration::from_secs_f64(2.0 * bytes as f64 * looking as f64 / f64::from(rate.get())))
}

/// Lists a room until the connection with its host ends.
async fn list(connection: &Connection, room: RoomNotice, rooms: &watch::Sender<Rooms>) {
    let number = add_room(connection.remote_id(), room, rooms);
    connection.closed().await;
    rooms.send_if_modified(|rooms| rooms.remove(&number).is_some());
}

/// Adds a room of this host's to the list, in place of the one before, whose connection may not be known to be lost
/// when its host dials again. Returns the room's number, which no room has had before.
fn add_room(host: EndpointId, room: RoomNotice, rooms: &watch::Sender<Rooms>) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    rooms.send_modify(|rooms| {
        rooms.retain(|_, (other, _)| *other != host);
        rooms.insert(number, (host, room));
    });
    number
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use iroh::SecretKey;

    #[test]
    fn the_lists_that_all_who_look_are_told_take_half_of_what_one_program_may_send() {
        let rate = NonZeroU32::new(30_000).unwrap();
        assert_eq!(pause_after(3_000, 2, rate), BETWEEN);
        assert_eq!(pause_after(3_000, 100, rate), Duration::from_secs(20));
    }

    #[test]
    fn one_program_takes_a_few_places_of_the_list_and_not_all() {
        let places = Arc::new(ListPlaces { most: 4, taken: Mutex::default() });
        let [one, other] = [1, 2].map(|byte| SecretKey::from_bytes(&[byte; 32]).public());
        let mut held: Vec<ListPlace> = (0..MOST_OF_ONE).map(|_| places.take(one).unwrap()).collect();
        assert!(places.take(one).is_none(), "it has enough");
        let others = places.take(other).unwrap();
        assert!(places.take(other).is_none(), "all are taken");
        drop(held.pop());
        drop(others);
        assert!(places.take(one).is_some() && places.take(other).is_some(), "a place that is left is free again");
    }

    #[test]
    fn a_room_whose_host_dials_again_stays_listed_when_the_connection_of_before_ends() {
        let (rooms, listed) = watch::channel(Rooms::new());
        let host = SecretKey::from_bytes(&[1; 32]).public();
        let room = RoomNotice { host: "Anna".into(), code: "K7QM2-XW9PA".into(), rules: String::new() };
        let [before, now] = [0, 1].map(|_| add_room(host, room.clone(), &rooms));
        assert_ne!(before, now, "the end of the one takes the other off the list");
        assert_eq!(listed.borrow().keys().copied().collect::<Vec<_>>(), [now], "one program lists one room");
    }
}
