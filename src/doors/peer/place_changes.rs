//! Where an own room is, told whenever that changes.

use super::conversation::MAX_REASON_LETTERS;
use super::meeting::ANSWER_TIMEOUT;
use super::plain::sanitize_text;
use super::sockets::addresses_for_guests;
use super::{PeerEvent, RelayAddress, RoomPlace};
use iroh::{Endpoint, Watcher};
use n0_future::time::timeout;
use tokio::sync::mpsc;

/// Tells the program by events when the places change at which its room can be reached: a relay is reached, this
/// machine wakes up in another network, or a router hands a port on. A relay that is not reached is told too. `told`
/// are the places that the program knows.
pub(super) async fn follow_places(
    endpoint: Endpoint,
    relay: Option<RelayAddress>,
    mut told: Vec<RoomPlace>,
    events: mpsc::Sender<PeerEvent>,
) {
    let (mut addresses, mut statuses) = (endpoint.watch_addr(), endpoint.home_relay_status());
    let is_there = || endpoint.home_relay_status().get().iter().any(|status| status.is_connected());
    // One that was reached once stays a place of the room: it is dialled until it is there again.
    let mut known_relay = None;
    loop {
        let mut reached = false;
        if let Some(relay) = &relay {
            reached = timeout(ANSWER_TIMEOUT, endpoint.online()).await.is_ok();
            if reached {
                known_relay = Some(RoomPlace::Relay(relay.clone()));
            } else {
                let line = match relay_refusal(&endpoint) {
                    Some(reason) => format!("The relay {relay} refuses: {reason}"),
                    None => format!("The relay {relay} does not answer"),
                };
                if events.send(PeerEvent::NoRelay(line)).await.is_err() {
                    return;
                }
            }
        }
        // Until the relay is lost or reached, or until somebody is no longer there to be told.
        loop {
            let places: Vec<RoomPlace> =
                addresses_for_guests(&endpoint).into_iter().chain(known_relay.clone()).collect();
            if places != told {
                told.clone_from(&places);
                if events.send(PeerEvent::Open(places)).await.is_err() {
                    return;
                }
            }
            if is_there() != reached {
                break;
            }
            tokio::select! {
                changed = statuses.updated() => if changed.is_err() { return },
                changed = addresses.updated() => if changed.is_err() { return },
                () = events.closed() => return,
            }
        }
    }
}

/// Why the relay does not let this endpoint in, in the relay's own words; `None` where it has not refused.
pub(super) fn relay_refusal(endpoint: &Endpoint) -> Option<String> {
    let statuses = endpoint.home_relay_status().get();
    let reason = statuses.iter().find_map(|status| status.auth_denied_reason());
    reason.map(|reason| sanitize_text(reason, MAX_REASON_LETTERS))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use iroh::endpoint::presets;
    use n0_future::task::{AbortOnDropHandle, spawn};
    use std::net::SocketAddr;

    #[test]
    fn an_address_that_an_open_room_gets_or_loses_is_told() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let builder = Endpoint::builder(presets::Minimal).relay_mode(iroh::RelayMode::Disabled);
            let endpoint = builder.bind().await.unwrap();
            let (events, mut heard) = mpsc::channel(8);
            let told = addresses_for_guests(&endpoint);
            let _following = AbortOnDropHandle::new(spawn(follow_places(endpoint.clone(), None, told, events)));
            let other: SocketAddr = "192.0.2.7:4747".parse().unwrap();
            let place = RoomPlace::Socket(other);
            for is_there in [true, false] {
                match is_there {
                    true => endpoint.add_external_addr(other).await,
                    false => assert!(endpoint.remove_external_addr(&other).await),
                }
                let is_told =
                    |event: PeerEvent| matches!(event, PeerEvent::Open(all) if all.contains(&place) == is_there);
                let told = async { while !is_told(heard.recv().await.unwrap()) {} };
                timeout(6 * ANSWER_TIMEOUT, told).await.unwrap();
            }
            endpoint.close().await;
        });
    }
}
