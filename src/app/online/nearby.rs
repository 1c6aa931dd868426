//! Rooms in the local network, which are looked for while the page of rooms is open.

use crate::app::screens::Screen;
use crate::doors::peer::{AnnouncedRoom, NearbySearch};
use bevy::prelude::*;

/// The rooms that are announced in the local network.
#[derive(Resource, Debug, Default)]
pub struct NearbyRooms {
    search: Option<NearbySearch>,
    /// The rooms, each with its host's name.
    pub rooms: Vec<AnnouncedRoom>,
}

/// Adds the systems that look for rooms.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NearbyRooms>().add_systems(OnEnter(Screen::Online), begin);
    app.add_systems(OnExit(Screen::Online), |mut nearby: ResMut<NearbyRooms>| *nearby = NearbyRooms::default());
    app.add_systems(Update, look.run_if(in_state(Screen::Online)));
}

fn begin(mut nearby: ResMut<NearbyRooms>) {
    match NearbySearch::begin() {
        Ok(search) => nearby.search = Some(search),
        // Rooms can be gone to by their lines all the same.
        Err(line) => warn!("{line}"),
    }
}

fn look(mut nearby: ResMut<NearbyRooms>) {
    let nearby = nearby.bypass_change_detection();
    nearby.rooms = nearby.search.as_mut().map(NearbySearch::rooms).unwrap_or_default();
}
