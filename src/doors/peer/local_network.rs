//! Rooms on the local network: a host that wants to be seen there announces its room by multicast DNS, as printers do
//! (RFC 6762 and 6763), and whoever looks sees it with its host's name.

use super::{FoundRoom, RoomAddress, RoomNotice, RoomPlace};
use mdns_sd::{Receiver, ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo};
use std::collections::BTreeMap;
use std::fmt;

/// The kind of service under which rooms are announced.
const SERVICE: &str = "_korobka._udp.local.";
/// The most rooms that are shown.
const MOST_ROOMS: usize = 8;
/// The most bytes of a line of an announcement, with the word before it: what RFC 6763, section 6.1, has room for.
const MOST_LINE: usize = 240;

/// The announcement of an own room, which lasts until this is dropped.
#[derive(Debug)]
pub struct Announcement {
    _daemon: OwnDaemon,
}

/// A search for rooms in the local network, which lasts until this is dropped.
#[derive(Debug)]
pub struct NearbySearch {
    _daemon: OwnDaemon,
    events: Receiver<ServiceEvent>,
    found: BTreeMap<String, FoundRoom>,
}

impl Announcement {
    /// Announces a room at these places to everybody in the local network.
    ///
    /// # Errors
    /// One line: there is no network that carries it.
    pub fn begin(notice: &RoomNotice, places: &[RoomPlace]) -> Result<Self, String> {
        let failed = |error: mdns_sd::Error| format!("the room cannot be announced on the local network: {error}");
        let RoomNotice { host, code, rules } = notice;
        let port = places.iter().find_map(RoomPlace::port).unwrap_or(0);
        let mut line = format!("{code}@");
        for place in places.iter().filter(|place| place.is_reachable_address()) {
            let next = format!("{place},");
            if line.len() + next.len() <= MOST_LINE {
                line.push_str(&next);
            }
        }
        let entries = [("name", host.as_str()), ("rules", rules), ("room", line.trim_end_matches(','))];
        // The addresses stand in the line, so that those of the service matter to nobody.
        let service = ServiceInfo::new(SERVICE, code, &format!("{code}.local."), "", port, &entries[..]);
        let daemon = OwnDaemon(ServiceDaemon::new().map_err(failed)?);
        let announced = service.and_then(|service| daemon.0.register(service.enable_addr_auto()));
        announced.map(|()| Self { _daemon: daemon }).map_err(failed)
    }
}

impl NearbySearch {
    /// Begins to look for rooms, on a thread of its own.
    ///
    /// # Errors
    /// One line: there is no network to look in.
    pub fn begin() -> Result<Self, String> {
        let failed = |error: mdns_sd::Error| format!("no rooms are looked for on the local network: {error}");
        let daemon = OwnDaemon(ServiceDaemon::new().map_err(failed)?);
        let events = daemon.0.browse(SERVICE).map_err(failed)?;
        Ok(Self { _daemon: daemon, events, found: BTreeMap::new() })
    }

    /// The rooms that are announced now, in the order of their codes, at most eight.
    pub fn rooms(&mut self) -> Vec<FoundRoom> {
        // A frame takes in no more than a few: neighbours may announce as much as they like.
        for event in self.events.try_iter().take(16) {
            match event {
                ServiceEvent::ServiceResolved(service) => {
                    if let Some(room) = read(&service) {
                        keep(&mut self.found, service.get_fullname(), room);
                    }
                }
                ServiceEvent::ServiceRemoved(_, name) => drop(self.found.remove(&name)),
                _ => {}
            }
        }
        self.found.values().cloned().collect()
    }
}

/// Keeps a room under the name of its announcement, in place of what was known by that name. Where as many rooms are
/// known as are shown, a new one is left out.
fn keep(found: &mut BTreeMap<String, FoundRoom>, name: &str, room: FoundRoom) {
    if found.len() < MOST_ROOMS || found.contains_key(name) {
        found.insert(name.to_owned(), room);
    }
}

/// The room of an announcement, of which nothing is believed; `None` where it is none.
fn read(service: &ResolvedService) -> Option<FoundRoom> {
    let room: RoomAddress = service.get_property_val_str("room")?.parse().ok()?;
    // What is near is at addresses; a stranger's relay would learn who looks.
    let is_near = !room.places.is_empty() && room.places.iter().all(RoomPlace::is_reachable_address);
    let told = |word: &str| service.get_property_val_str(word).unwrap_or_default();
    is_near.then(|| FoundRoom::new(told("name"), told("rules"), room))
}

/// A daemon that ends when this is dropped.
struct OwnDaemon(ServiceDaemon);

impl Drop for OwnDaemon {
    fn drop(&mut self) {
        // The daemon tells the network that its room is gone. If it has ended already, there is nothing to tell.
        drop(self.0.shutdown());
    }
}

impl fmt::Debug for OwnDaemon {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("OwnDaemon")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::RoomCode;
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn neighbours_announce_no_more_than_eight_rooms_and_those_may_change() {
        let room = |host: &str| {
            let room = RoomAddress { code: RoomCode::random(), places: Vec::new() };
            FoundRoom::new(host, "", room)
        };
        let mut found = BTreeMap::new();
        for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] {
            keep(&mut found, name, room("Anna"));
        }
        assert_eq!(found.keys().map(String::as_str).collect::<String>(), "abcdefgh");
        keep(&mut found, "c", room("Boris"));
        assert_eq!((found.len(), found["c"].host.as_str()), (8, "Boris"));
    }

    #[test]
    fn a_room_that_is_announced_is_seen_until_it_is_not_any_more() {
        let code = RoomCode::random();
        let places: Vec<RoomPlace> =
            ["192.0.2.7:4747", "http://relay.example"].iter().map(|place| place.parse().unwrap()).collect();
        let rules = "Guideline, first to 3".to_owned();
        let notice = RoomNotice { host: "Анна\u{202e}".to_owned(), code: code.to_string(), rules: rules.clone() };
        let announcement = Announcement::begin(&notice, &places).unwrap();
        let mut search = NearbySearch::begin().unwrap();
        let mut until = |holds: &dyn Fn(Option<FoundRoom>) -> bool| {
            let begin = Instant::now();
            while !holds(search.rooms().into_iter().find(|found| found.room.code == code)) {
                assert!(begin.elapsed() < Duration::from_secs(30));
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        let room =
            FoundRoom { host: "Анна".to_owned(), rules, room: RoomAddress { code, places: places[..1].to_vec() } };
        until(&|found| found.as_ref() == Some(&room));
        drop(announcement);
        until(&|found| found.is_none());
    }
}
