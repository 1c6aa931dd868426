//! What a page in a browser has in place of the local network: it can neither announce a room there nor look for one.

use super::{AnnouncedRoom, RoomNotice, RoomPlace};

/// An own room that is announced; there is none.
#[derive(Debug)]
pub enum Announcement {}

/// A look for rooms; there is none.
#[derive(Debug)]
pub enum NearbySearch {}

impl Announcement {
    /// Announces nothing.
    ///
    /// # Errors
    /// Always: one line that says so.
    pub fn begin(_notice: &RoomNotice, _places: &[RoomPlace]) -> Result<Self, String> {
        Err("a page in a browser cannot announce a room in the local network".to_owned())
    }
}

impl NearbySearch {
    /// Looks for nothing.
    ///
    /// # Errors
    /// Always: one line that says so.
    pub fn begin() -> Result<Self, String> {
        Err("a page in a browser cannot look for rooms in the local network".to_owned())
    }

    /// No rooms.
    pub fn rooms(&mut self) -> Vec<AnnouncedRoom> {
        match *self {}
    }
}
