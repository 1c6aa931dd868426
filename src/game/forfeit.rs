//! Giving up: a player that cannot go on loses the whole match at once. Programs behind the bot protocol give up, and
//! whoever leaves a match between two programs.
//!
//! No key gives up, so a replay notes that it happened at the replay's last tick.

use super::components::Seat;
use bevy::prelude::*;

/// Who has given the match in progress up, and why; `None` while nobody has.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct CurrentForfeit(pub Option<Forfeit>);

/// Who gave a match up, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The seat that gave up, 0 or 1.
    pub seat: u8,
    /// Why the player gave up, in a line of text; empty in a replay.
    pub why: String,
}

impl CurrentForfeit {
    /// Notes that a player gives up. Of two in one tick the first counts.
    pub(crate) fn give_up(&mut self, seat: Seat, why: String) {
        self.0.get_or_insert(Forfeit { seat: seat.0, why });
    }
}
