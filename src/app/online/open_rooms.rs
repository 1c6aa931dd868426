//! Rooms that are open to everybody, in the local network and at the relay: looked for while the page of rooms is open
//! and no room is.

use super::OnlineRoom;
use crate::app::persistence::Settings;
use crate::app::screens::Screen;
use crate::app::toasts::Toasts;
use crate::doors::Moment;
#[cfg(not(target_arch = "wasm32"))]
use crate::doors::peer::NearbySearch;
use crate::doors::peer::{FoundRoom, HIDDEN_WORD, RelayAddress, RelaySearch, RoomCode};
use bevy::prelude::*;
use std::io;
use std::time::Duration;

/// How long nothing is looked for at the relay after the system had no thread for that.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// The rooms that are announced to everybody who looks.
#[derive(Resource, Debug, Default)]
pub struct OpenRooms {
    /// The search in the local network, which a page in a browser has none of.
    #[cfg(not(target_arch = "wasm32"))]
    nearby: Option<NearbySearch>,
    listed: Option<RelaySearch>,
    /// When a look at the relay's list could not be begun.
    failed: Option<Moment>,
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
    rooms.bypass_change_detection().look_at(relay, RelaySearch::begin);
}

impl OpenRooms {
    /// Looks at the list of this relay and at no other, by what `begin` begins. Where it cannot be begun, it is tried
    /// again after a while.
    fn look_at(&mut self, relay: Option<RelayAddress>, begin: impl FnOnce(RelayAddress) -> io::Result<RelaySearch>) {
        if relay.as_ref() == self.listed.as_ref().map(RelaySearch::relay) {
            return;
        }
        self.listed = None;
        let Some(relay) = relay.filter(|_| self.failed.is_none_or(|failed| failed.elapsed() >= RETRY_DELAY)) else {
            return;
        };
        match begin(relay) {
            Ok(search) => (self.listed, self.failed) = (Some(search), None),
            Err(error) => {
                warn!("no rooms are looked for at the relay: {error}");
                self.failed = Some(Moment::now());
            }
        }
    }
}

fn look(mut rooms: ResMut<OpenRooms>, settings: Res<Settings>, mut toasts: ResMut<Toasts>) {
    let rooms = rooms.bypass_change_detection();
    if let Some(search) = &mut rooms.listed
        && let Some(line) = search.take_refusal()
    {
        let is_hidden = settings.online.hidden;
        toasts.warn(if is_hidden { line.replace(&search.relay().to_string(), HIDDEN_WORD) } else { line });
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        rooms.in_network = rooms.nearby.as_mut().map(NearbySearch::rooms).unwrap_or_default();
    }
    rooms.at_relay = rooms.listed.as_ref().map(RelaySearch::rooms).unwrap_or_default();
    // The nearer way leads there as well.
    let near: Vec<RoomCode> = rooms.in_network.iter().map(|found| found.room.code).collect();
    rooms.at_relay.retain(|found| !near.contains(&found.room.code));
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn a_look_at_a_list_that_cannot_be_begun_is_not_tried_in_every_frame() {
        let relay: RelayAddress = "https://relay.example".parse().unwrap();
        let mut rooms = OpenRooms::default();
        let is_tried = |rooms: &mut OpenRooms| {
            let mut is_tried = false;
            rooms.look_at(Some(relay.clone()), |_| {
                is_tried = true;
                Err(io::Error::other("there are no threads"))
            });
            is_tried
        };
        assert_eq!([is_tried(&mut rooms), is_tried(&mut rooms)], [true, false]);
        rooms.failed = None;
        assert!(is_tried(&mut rooms), "the time is over");
    }

    #[test]
    fn a_relay_that_refuses_is_told_once_and_without_its_address_where_that_is_hidden() {
        for (is_hidden, shown) in [(false, "https://relay.example"), (true, HIDDEN_WORD)] {
            let relay = "https://relay.example".parse().unwrap();
            let (search, _list) = RelaySearch::of_test(relay, "all places are taken");
            let mut settings = Settings::default();
            settings.online.hidden = is_hidden;
            let mut world = World::new();
            world.insert_resource(OpenRooms { listed: Some(search), ..OpenRooms::default() });
            world.insert_resource(settings);
            world.insert_resource(Toasts::default());
            (0..2).for_each(|_| world.run_system_once(look).unwrap());
            let told: Vec<&str> = world.resource::<Toasts>().iter().map(|toast| toast.text.as_str()).collect();
            let expected = format!("The relay {shown} does not show its open rooms: all places are taken");
            assert_eq!(told, [expected]);
        }
    }
}
