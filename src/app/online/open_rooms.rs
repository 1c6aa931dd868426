//! Rooms that are open to everybody, in the local network and at the relay: looked for while the page of rooms is open
//! and no room is.

use super::OnlineRoom;
use crate::app::persistence::Settings;
use crate::app::screens::Screen;
#[cfg(not(target_arch = "wasm32"))]
use crate::doors::peer::NearbySearch;
use crate::doors::peer::{FoundRoom, RelayAddress, RelaySearch, RoomCode};
use bevy::prelude::*;

/// The rooms that are announced to everybody who looks.
#[derive(Resource, Debug, Default)]
pub struct OpenRooms {
    /// The search in the local network, which a page in a browser has none of.
    #[cfg(not(target_arch = "wasm32"))]
    nearby: Option<NearbySearch>,
    listed: Option<RelaySearch>,
    /// The open rooms found in the local network.
    pub in_network: Vec<FoundRoom>,
    /// The open rooms found at the relay of the settings, the newest first.
    pub at_relay: Vec<FoundRoom>,
}

/// Adds the systems that look for rooms.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OpenRooms>();
    #[cfg(not(target_arch = "wasm32"))]
    app.add_systems(OnEnter(Screen::Online), begin);
    app.add_systems(OnExit(Screen::Online), |mut rooms: ResMut<OpenRooms>| *rooms = OpenRooms::default());
    app.add_systems(Update, (follow_relay, look).chain().run_if(in_state(Screen::Online)));
}

#[cfg(not(target_arch = "wasm32"))]
fn begin(mut rooms: ResMut<OpenRooms>) {
    match NearbySearch::begin() {
        Ok(search) => rooms.nearby = Some(search),
        // Rooms can be gone to by their lines all the same.
        Err(line) => warn!("{line}"),
    }
}

/// Looks for rooms at the relay of the settings, where there is one and no room is open: a relay has only so many
/// places, and a program that is in a room needs no second one.
fn follow_relay(mut rooms: ResMut<OpenRooms>, settings: Res<Settings>, room: Res<OnlineRoom>) {
    let relay = settings.online.relay.parse::<RelayAddress>().ok().filter(|_| !room.is_open());
    let rooms = rooms.bypass_change_detection();
    if relay.as_ref() == rooms.listed.as_ref().map(RelaySearch::relay) {
        return;
    }
    rooms.listed = relay.and_then(|relay| match RelaySearch::begin(relay) {
        Ok(search) => Some(search),
        Err(error) => {
            warn!("no rooms are looked for at the relay: {error}");
            None
        }
    });
}

fn look(mut rooms: ResMut<OpenRooms>) {
    let rooms = rooms.bypass_change_detection();
    #[cfg(not(target_arch = "wasm32"))]
    {
        rooms.in_network = rooms.nearby.as_mut().map(NearbySearch::rooms).unwrap_or_default();
    }
    rooms.at_relay = rooms.listed.as_ref().map(RelaySearch::rooms).unwrap_or_default();
    // The nearer way leads there as well.
    let near: Vec<RoomCode> = rooms.in_network.iter().map(|found| found.room.code).collect();
    rooms.at_relay.retain(|found| !near.contains(&found.room.code));
}
