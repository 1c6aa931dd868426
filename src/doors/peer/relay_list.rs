//! The own end of a relay's list of open rooms: a room that is listed, and a look at those that are.

use super::super::framed_text::{connection_limits, read_text, write_text};
use super::super::open_rooms::{ListRequest, PROTOCOL, ROOM_LIST_AUTH_TOKEN, RoomNotice, list_endpoint_key};
use super::super::tasks::spawn_future;
use super::conversation::{MAX_REASON_LETTERS, last_word};
use super::meeting::{ANSWER_TIMEOUT, CLOSE_TIMEOUT, REDIAL_DELAY};
use super::place_changes::relay_refusal;
use super::plain::sanitize_text;
use super::sockets::{dial_by_proxy, disable_sockets};
use super::{FoundRoom, RelayAddress, RoomAddress, RoomPlace};
use iroh::endpoint::{
    ConnectError, ConnectingError, Connection, ConnectionError, RecvStream, TransportErrorCode, presets,
};
use iroh::{Endpoint, EndpointAddr, RelayConfig, RelayMode, TransportAddr, Watcher};
use n0_future::time::{sleep, timeout};
use std::io;
use std::mem::discriminant;
use std::slice;
use std::time::Duration;
use tokio::sync::watch;

/// How often the time between two dials of a list grows to its double while the list refuses.
const DOUBLINGS: u32 = 5;

/// The rooms of a list as it told them last, or why it tells none.
type ToldRooms = Result<Vec<RoomNotice>, NoRoomList>;

/// Why a relay's list tells nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NoRoomList {
    /// The relay or its list refuses, for this reason.
    Refused(String),
    /// The list is not reached, for this reason.
    Unreached(String),
}

/// What the player has been told of why a list tells nothing, since the list was reached last: one reason of each kind.
#[derive(Debug, Default)]
struct ToldFaults(Vec<NoRoomList>);

impl ToldFaults {
    /// Takes why the list tells nothing now; `None` where it tells rooms, and where the player has been told so.
    fn take_untold(&mut self, listed: &mut watch::Receiver<ToldRooms>) -> Option<NoRoomList> {
        if !listed.has_changed().is_ok_and(|has_changed| has_changed) {
            return None;
        }
        let Some(fault) = listed.borrow_and_update().as_ref().err().cloned() else {
            self.0.clear();
            return None;
        };
        if self.0.contains(&fault) {
            return None;
        }
        self.0.retain(|told| discriminant(told) != discriminant(&fault));
        self.0.push(fault.clone());
        Some(fault)
    }
}

/// An own room that is listed at a relay until this is dropped.
#[derive(Debug)]
pub struct ListedRoom {
    listed: watch::Receiver<ToldRooms>,
    told: ToldFaults,
    relay: RelayAddress,
}

/// A look at the rooms that are listed at a relay, until it is dropped.
#[derive(Debug)]
pub struct RelaySearch {
    listed: watch::Receiver<ToldRooms>,
    told: ToldFaults,
    relay: RelayAddress,
}

impl ListedRoom {
    /// Begins to list a room.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn begin(relay: RelayAddress, room: RoomNotice) -> io::Result<Self> {
        let listed = begin(relay.clone(), ListRequest::Open { room })?;
        Ok(Self { listed, told: ToldFaults::default(), relay })
    }

    /// A line for the player that says why the relay does not list the room; `None` if it does, and where that was told
    /// already. It is tried again.
    pub fn take_refusal(&mut self) -> Option<String> {
        let (NoRoomList::Refused(reason) | NoRoomList::Unreached(reason)) = self.told.take_untold(&mut self.listed)?;
        Some(format!("The relay {} does not list your room: {reason}", self.relay))
    }
}

impl RelaySearch {
    /// Begins to look at the list of this relay.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn begin(relay: RelayAddress) -> io::Result<Self> {
        let listed = begin(relay.clone(), ListRequest::Look)?;
        Ok(Self { listed, told: ToldFaults::default(), relay })
    }

    /// For tests: a look at a list that refuses for this reason, for as long as the second value is kept.
    #[cfg(test)]
    pub(crate) fn of_test(relay: RelayAddress, reason: &'static str) -> (Self, impl Sized) {
        let (list, listed) = watch::channel(Ok(Vec::new()));
        drop(list.send_replace(Err(NoRoomList::Refused(reason.to_owned()))));
        (Self { listed, told: ToldFaults::default(), relay }, list)
    }

    /// The relay whose list is looked at.
    pub const fn relay(&self) -> &RelayAddress {
        &self.relay
    }

    /// A line for the player that says why the relay does not show its list; `None` if it does, where that was told
    /// already, and where the list is only not reached. It is tried again.
    pub fn take_refusal(&mut self) -> Option<String> {
        let NoRoomList::Refused(reason) = self.told.take_untold(&mut self.listed)? else { return None };
        Some(format!("The relay {} does not show its open rooms: {reason}", self.relay))
    }

    /// The rooms that are listed now, the newest first. What stands in the list is its hosts' own word.
    pub fn rooms(&self) -> Vec<FoundRoom> {
        let listed = self.listed.borrow();
        // Whatever a notice says, its room is at the relay that was asked.
        let room = |notice: &RoomNotice| {
            let room =
                RoomAddress { code: notice.code.parse().ok()?, places: vec![RoomPlace::Relay(self.relay.clone())] };
            Some(FoundRoom::new(&notice.host, &notice.rules, room))
        };
        listed.iter().flatten().filter_map(room).collect()
    }
}

/// How often a list has refused since it told rooms last, and how long a program waits before it dials the list again.
/// It had refused so many times before the last dial, of which this came, perhaps after it had told rooms: one that was
/// only not reached may be there at any moment.
fn refusals_and_wait(refused: u32, has_told: bool, fault: Option<&NoRoomList>) -> (u32, Duration) {
    let refused = if has_told { 0 } else { refused };
    match fault {
        None => (0, REDIAL_DELAY),
        Some(NoRoomList::Unreached(_)) => (refused, REDIAL_DELAY),
        Some(NoRoomList::Refused(_)) => {
            let refused = refused.saturating_add(1);
            (refused, REDIAL_DELAY * 2_u32.pow(refused.min(DOUBLINGS)))
        }
    }
}

/// Begins a connection with a relay's list, which ends when the receiver is dropped. Where it is lost, the relay is
/// dialled over and over; where it refuses, later and later.
fn begin(relay: RelayAddress, request: ListRequest) -> io::Result<watch::Receiver<ToldRooms>> {
    let (told, listed) = watch::channel(Ok(Vec::new()));
    spawn_future("open rooms", move || async move {
        let config = RelayConfig::new(relay.url().clone(), None).with_auth_token(ROOM_LIST_AUTH_TOKEN);
        let relays = RelayMode::Custom([config].into_iter().collect());
        // Everything goes over the relay; without a network there is nothing to look at.
        let builder = disable_sockets(Endpoint::builder(presets::Minimal).relay_mode(relays));
        let builder = dial_by_proxy(builder, slice::from_ref(&relay)).transport_config(connection_limits());
        let Ok(endpoint) = builder.bind().await else { return };
        tokio::select! {
            () = talk(&endpoint, &relay, &request, &told) => {}
            () = told.closed() => {}
        }
        // The relay hears that it is over, and lists the room no more.
        let _late = timeout(CLOSE_TIMEOUT, endpoint.close()).await;
    })?;
    Ok(listed)
}

/// Dials the relay's list, over and over, and hands on what it tells, or why it is not reached.
async fn talk(endpoint: &Endpoint, relay: &RelayAddress, request: &ListRequest, told: &watch::Sender<ToldRooms>) {
    let list = EndpointAddr::from_parts(list_endpoint_key().public(), [TransportAddr::Relay(relay.url().clone())]);
    let (mut was_reached, mut refused) = (false, 0_u32);
    loop {
        let dial = async {
            let connected = endpoint.connect(list.clone(), PROTOCOL).await;
            let connection = connected.map_err(|error| why_not_connected(&error))?;
            let (mut sender, receiver) = connection.open_bi().await.map_err(|error| unreached(&error.to_string()))?;
            write_text(&mut sender, &request.text()).await.map_err(|error| unreached(&error))?;
            Ok::<_, NoRoomList>((connection, sender, receiver))
        };
        let dialled = tokio::select! {
            dialled = timeout(ANSWER_TIMEOUT, dial) => dialled,
            reason = wait_for_refusal(endpoint) => Ok(Err(NoRoomList::Refused(reason))),
        };
        let (has_told, fault) = match dialled {
            Ok(Ok((connection, _sender, receiver))) => {
                was_reached = true;
                let (has_told, refusal) = hand_lists_on(&connection, receiver, told).await;
                if refusal.is_none() {
                    drop(told.send_replace(Ok(Vec::new())));
                }
                (has_told, refusal.map(NoRoomList::Refused))
            }
            Ok(Err(fault)) => (false, Some(fault)),
            // Where the relay itself is lost, the room tells of that.
            Err(_) if was_reached => (false, None),
            Err(_) => (false, Some(NoRoomList::Unreached("its list does not answer".to_owned()))),
        };
        let (refusals, wait) = refusals_and_wait(refused, has_told, fault.as_ref());
        refused = refusals;
        if let Some(fault) = fault {
            told.send_if_modified(|known| {
                let is_new = known.as_ref().err() != Some(&fault);
                if is_new {
                    *known = Err(fault);
                }
                is_new
            });
        }
        sleep(wait).await;
    }
}

/// Why a list is not reached, by what the network's library says.
fn unreached(reason: &str) -> NoRoomList {
    NoRoomList::Unreached(sanitize_text(reason, MAX_REASON_LETTERS))
}

/// Why no connection with a list has come about: a list whose places are all taken refuses, and says no more.
fn why_not_connected(error: &ConnectError) -> NoRoomList {
    match error {
        ConnectError::Connecting {
            source: ConnectingError::ConnectionError { source: ConnectionError::ConnectionClosed(close), .. },
            ..
        } if close.error_code == TransportErrorCode::CONNECTION_REFUSED => {
            NoRoomList::Refused("no place is left at its list".to_owned())
        }
        _ => unreached(&error.to_string()),
    }
}

/// Hands on what a list tells, until nothing more comes. Returns whether it has told rooms, and why the list then
/// refuses what it was asked; `None` where it does not, and the connection is lost.
async fn hand_lists_on(
    connection: &Connection,
    mut receiver: RecvStream,
    told: &watch::Sender<ToldRooms>,
) -> (bool, Option<String>) {
    let mut has_told = false;
    while let Ok(Ok(text)) = read_text(&mut receiver).await {
        let Some(rooms) = RoomNotice::read_list(&text) else {
            return (has_told, Some("what it tells is no list".to_owned()));
        };
        has_told = true;
        drop(told.send_replace(Ok(rooms)));
    }
    (has_told, last_word(connection))
}

/// Waits until the relay does not let this endpoint in. Returns why, in the relay's own words.
async fn wait_for_refusal(endpoint: &Endpoint) -> String {
    let mut statuses = endpoint.home_relay_status();
    loop {
        if let Some(reason) = relay_refusal(endpoint) {
            return reason;
        }
        if statuses.updated().await.is_err() {
            // The endpoint has ended, and dials nobody either.
            return std::future::pending().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_a_list_tells_nothing_is_told_once_until_it_is_reached_whatever_comes_between() {
        let (list, mut listed) = watch::channel(Ok(Vec::new()));
        let mut told = ToldFaults::default();
        let mut is_told = |now: ToldRooms| {
            drop(list.send_replace(now));
            [told.take_untold(&mut listed).is_some(), told.take_untold(&mut listed).is_some()]
        };
        let full = || Err(NoRoomList::Refused("all places are taken".to_owned()));
        let silent = || Err(NoRoomList::Unreached("its list does not answer".to_owned()));
        assert_eq!([full(), silent()].map(&mut is_told), [[true, false]; 2]);
        assert_eq!([full(), silent(), full()].map(&mut is_told), [[false; 2]; 3], "by turns");
        assert_eq!(is_told(Err(NoRoomList::Refused("it is another relay".to_owned()))), [true, false]);
        assert_eq!(is_told(Ok(Vec::new())), [false; 2]);
        assert_eq!(is_told(full()), [true, false], "it was reached meanwhile");
    }

    #[test]
    fn a_list_that_refuses_is_dialled_later_and_later_up_to_half_a_minute() {
        let refusal = NoRoomList::Refused("all places are taken".to_owned());
        let after = |refused: u32| {
            let (refusals, wait) = refusals_and_wait(refused, false, Some(&refusal));
            (refusals, wait.as_secs())
        };
        assert_eq!([0, 1, 4, 5].map(after), [(1, 2), (2, 4), (5, 32), (6, 32)]);
        assert_eq!(after(u32::MAX), (u32::MAX, 32));
        let anew = refusals_and_wait(5, true, Some(&refusal));
        assert_eq!(anew, (1, REDIAL_DELAY * 2), "it has told rooms since");
    }

    #[test]
    fn a_list_that_is_only_not_reached_is_dialled_again_soon() {
        let silence = NoRoomList::Unreached("its list does not answer".to_owned());
        assert_eq!(refusals_and_wait(9, false, Some(&silence)), (9, REDIAL_DELAY), "it has refused all the same");
        assert_eq!(refusals_and_wait(9, false, None), (0, REDIAL_DELAY), "it was reached");
    }
}
