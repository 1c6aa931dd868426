//! Announcing an own room to others while nobody has come to it: in the local network, and at a relay.

use crate::app::persistence::OnlineSettings;
#[cfg(not(target_arch = "wasm32"))]
use crate::doors::peer::Announcement;
use crate::doors::peer::{ListedRoom, RoomCode, RoomNotice, RoomPlace};

/// The announcements of an own room: what is announced, and where.
#[derive(Debug, Default)]
pub(super) struct RoomAnnouncements {
    /// What others read of the room: its host, code and rules; `None` where it is not to be announced.
    notice: Option<RoomNotice>,
    /// Whether the room is to be announced in the local network, and whether at its relay.
    wanted: [bool; 2],
    /// The places at which the room is, once it is open.
    places: Vec<RoomPlace>,
    /// The announcement in the local network, which a page in a browser has none of.
    #[cfg(not(target_arch = "wasm32"))]
    nearby: Option<Announcement>,
    listed: Option<ListedRoom>,
}

impl RoomAnnouncements {
    /// The announcements that the settings want for the room of `host` with this code. None of them has begun yet.
    pub(super) fn of(settings: &OnlineSettings, host: String, code: RoomCode, rules: String) -> Self {
        let notice = RoomNotice { host, code: code.to_string(), rules };
        let wanted = [settings.announced, settings.listed];
        Self { notice: wanted.contains(&true).then_some(notice), wanted, ..Self::default() }
    }

    /// Begins to announce the room, which can be reached at these places, or announces it anew where it is at other
    /// addresses. Returns a line for the player where it cannot be announced.
    pub(super) fn begin(&mut self, places: &[RoomPlace]) -> Option<String> {
        #[cfg(not(target_arch = "wasm32"))]
        {
            // Neighbours are told the addresses, and no relay.
            let is_address = |place: &&RoomPlace| place.relay().is_none();
            if self.places.iter().filter(is_address).ne(places.iter().filter(is_address)) {
                drop(self.nearby.take());
            }
        }
        places.clone_into(&mut self.places);
        let notice = self.notice.as_ref()?;
        let mut refused = None;
        #[cfg(not(target_arch = "wasm32"))]
        if self.wanted[0] && self.nearby.is_none() {
            // Neighbours pass over a room without an address.
            let announced = match places.iter().any(|place| place.relay().is_none()) {
                true => Announcement::begin(notice, places),
                false => {
                    // It gets no address later either: its host is told once, and not again with every guest that goes.
                    self.wanted[0] = false;
                    Err("nobody on this network sees the room: it is reached over the relay alone".to_owned())
                }
            };
            match announced {
                Ok(announcement) => self.nearby = Some(announcement),
                Err(line) => refused = Some(line),
            }
        }
        if self.wanted[1]
            && self.listed.is_none()
            && let Some(relay) = places.iter().find_map(RoomPlace::relay)
        {
            match ListedRoom::begin(relay.clone(), notice.clone()) {
                Ok(room) => self.listed = Some(room),
                Err(error) => refused = Some(format!("the room cannot be listed at the relay: {error}")),
            }
        }
        refused
    }

    /// A line for the player that says why the relay does not list the room; `None` where there is nothing new to say.
    pub(super) fn take_refusal(&mut self) -> Option<String> {
        self.listed.as_mut().and_then(ListedRoom::take_refusal)
    }

    /// Ends the announcements, since somebody has come, until the room is free again.
    pub(super) fn end(&mut self) {
        #[cfg(not(target_arch = "wasm32"))]
        drop(self.nearby.take());
        (self.listed, self.places) = (None, Vec::new());
    }

    /// Changes the rules that the room is announced with.
    pub(super) fn set_rules(&mut self, rules: String) {
        if let Some(notice) = self.notice.as_mut().filter(|notice| notice.rules != rules) {
            notice.rules = rules;
            let places = std::mem::take(&mut self.places);
            self.end();
            if !places.is_empty() {
                // What could be announced before can be again.
                let _refused = self.begin(&places);
            }
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::doors::clock::Moment;
    use crate::doors::peer::{FoundRoom, NearbySearch};
    use crate::doors::threads;
    use std::error::Error;
    use std::time::Duration;

    #[test]
    fn a_room_reached_over_a_relay_alone_is_not_announced_and_its_host_is_told_once() -> Result<(), Box<dyn Error>> {
        let (settings, code) = (OnlineSettings { announced: true, ..OnlineSettings::default() }, RoomCode::random());
        let mut announcements = RoomAnnouncements::of(&settings, "Anna".to_owned(), code, String::new());
        let relay: RoomPlace = "https://relay.example".parse()?;
        let refused = announcements.begin(std::slice::from_ref(&relay));
        assert!(announcements.nearby.is_none() && refused.is_some_and(|line| line.contains("over the relay alone")));
        announcements.end();
        assert_eq!(announcements.begin(&[relay]), None, "a guest has come and gone");
        Ok(())
    }

    #[test]
    fn a_room_that_has_moved_is_announced_where_it_is_now() -> Result<(), Box<dyn Error>> {
        let (settings, code) = (OnlineSettings { announced: true, ..OnlineSettings::default() }, RoomCode::random());
        let mut announcements = RoomAnnouncements::of(&settings, "Anna".to_owned(), code, String::new());
        let mut search = NearbySearch::begin()?;
        for address in ["192.0.2.7:4747", "192.0.2.8:4747"] {
            let place: RoomPlace = address.parse()?;
            assert_eq!(announcements.begin(std::slice::from_ref(&place)), None);
            let is_seen = |found: &FoundRoom| found.room.code == code && found.room.places == [place.clone()];
            let begun = Moment::now();
            while !search.rooms().iter().any(is_seen) {
                assert!(begun.elapsed() < Duration::from_secs(30), "{address}");
                threads::sleep(Duration::from_millis(20));
            }
        }
        Ok(())
    }
}
