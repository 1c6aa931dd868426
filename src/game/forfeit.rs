//! Giving up: a player that cannot go on loses the whole match at once. So far only programs behind the bot protocol do.
//!
//! No key does it, so a replay says that it came at its last tick.

use super::components::Seat;
use bevy::prelude::*;

/// Who has given the match in progress up, and why.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Forfeit(pub Option<GivenUp>);

/// A match that was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    /// By which seat.
    pub seat: u8,
    /// Why, in a line; empty in a replay.
    pub why: String,
}

impl Forfeit {
    /// A player gives up. Of two in one tick the first counts.
    pub(super) fn give_up(&mut self, seat: Seat, why: String) {
        self.0.get_or_insert(GivenUp { seat: seat.0, why });
    }
}
