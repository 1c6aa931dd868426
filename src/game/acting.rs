//! What the keys of one player change: the query that every mechanic of keys is handed.

use super::components::{Falling, Field, HoldSlot, PieceDealer, Queue, RoundTally, Score, TickOutcome, ToppedOut};
use super::handling::{Handling, LastPresses, PressedKeys};
use super::input::TickInput;
use bevy::ecs::query::QueryData;

/// The components of one player that its keys read or change.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct ActingComponents {
    pub(super) input: &'static TickInput,
    pub(super) handling: &'static Handling,
    pub(super) pressed: &'static mut PressedKeys,
    pub(super) presses: &'static mut LastPresses,
    pub(super) field: &'static Field,
    pub(super) falling: &'static mut Falling,
    pub(super) dealing: &'static PieceDealer,
    pub(super) queue: &'static mut Queue,
    pub(super) hold: &'static mut HoldSlot,
    pub(super) score: &'static mut Score,
    pub(super) tally: &'static mut RoundTally,
    pub(super) outcome: &'static mut TickOutcome,
    pub(super) topped_out: &'static mut ToppedOut,
}
