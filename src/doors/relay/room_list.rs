//! A relay's list of open rooms: rooms are listed for as long as their hosts stay connected with it.

use super::super::framed_text::{read_text, write_text};
use super::super::open_rooms::{ListRequest, MOST_LISTED, PROTOCOL, RoomNotice, list_endpoint_key};
use iroh::endpoint::{Connection, Incoming, VarInt, presets};
use iroh::{Endpoint, EndpointId, RelayConfig, RelayMode, RelayUrl};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// How long a program may take to say what it wants.
const ANSWER: Duration = Duration::from_secs(10);
/// The time between two lists that are told to the same program.
const BETWEEN: Duration = Duration::from_secs(1);

/// The listed rooms by their number, which goes up, each with the program that opened it: one room for each.
type Rooms = BTreeMap<u64, (EndpointId, RoomNotice)>;

/// Keeps a relay's list of rooms, which is reached over the relay at this address alone, for at most so many
/// programs at a time.
///
/// # Errors
/// There is no socket to be had.
pub(super) async fn serve_room_list(relay: RelayUrl, token: String, most: usize) -> Result<(), String> {
    let relay = RelayConfig::new(relay, None).with_auth_token(token);
    let builder = Endpoint::builder(presets::Minimal).secret_key(list_endpoint_key()).alpns(vec![PROTOCOL.to_vec()]);
    let builder = builder.relay_mode(RelayMode::Custom([relay].into_iter().collect())).clear_ip_transports();
    let endpoint = builder.bind().await.map_err(|error| error.to_string())?;
    tokio::spawn(async move {
        let (rooms, places) = (Arc::new(watch::channel(Rooms::new()).0), Arc::new(Semaphore::new(most)));
        while let Some(coming) = endpoint.accept().await {
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                coming.refuse();
                continue;
            };
            let rooms = Arc::clone(&rooms);
            tokio::spawn(async move {
                let _place = place;
                // Whoever does not say what it wants was nobody.
                let _nobody = serve(coming, &rooms).await;
            });
        }
    });
    Ok(())
}

/// Does what a program wants, for as long as it is connected.
async fn serve(coming: Incoming, rooms: &watch::Sender<Rooms>) -> Result<(), String> {
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
            let mut rooms = rooms.subscribe();
            loop {
                let listed: Vec<RoomNotice> = {
                    let now = rooms.borrow_and_update();
                    now.values().rev().take(MOST_LISTED).map(|(_, room)| room.clone()).collect()
                };
                write_text(&mut sender, &RoomNotice::write_list(&listed)).await?;
                tokio::select! {
                    changed = rooms.changed() => changed.map_err(|error| error.to_string())?,
                    _ended = connection.closed() => return Ok(()),
                }
                sleep(BETWEEN).await;
            }
        }
        None => connection.close(VarInt::from_u32(1), b"this is no request to a list of open rooms"),
    }
    Ok(())
}

/// Lists a room until the connection with its host ends.
async fn list(connection: &Connection, room: RoomNotice, rooms: &watch::Sender<Rooms>) {
    let host = connection.remote_id();
    let mut number = 0;
    rooms.send_modify(|rooms| {
        // The one before may not be known to be gone when its host dials again.
        rooms.retain(|_, (other, _)| *other != host);
        number = rooms.last_key_value().map_or(0, |(last, _)| last + 1);
        rooms.insert(number, (host, room));
    });
    connection.closed().await;
    rooms.send_if_modified(|rooms| {
        let is_own = rooms.get(&number).is_some_and(|(listed, _)| *listed == host);
        is_own && rooms.remove(&number).is_some()
    });
}
