//! Conditions of ticks that follow from the match and two switches alone: whether a tick may pass, and
//! whether a round runs.
//!
//! Whatever else can hold a tick up (a thought that is late, a replay that has ended) adds a condition of its own to
//! [`AllTickSystems`](super::tick::AllTickSystems).

use super::components::Match;
use bevy::prelude::*;

/// A switch that holds the game still: no tick passes.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paused(pub bool);

/// How many ticks of the match are played before it stops, for runs of a given length.
#[derive(Resource, Clone, Copy, Debug)]
pub struct TickLimit(pub u64);

/// The seat whose keys of this tick are not known and were guessed; `None` in a tick of which all keys are known.
/// Nobody wins or loses in a guessed tick by the rules. Such ticks are those of a match with another program, which are
/// played again once the keys have come.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatWithGuessedKeys(pub Option<u8>);

/// Whether a tick may pass: there is a match, and it is not over, paused or at its limit.
pub fn may_tick(current: Option<Single<&Match>>, paused: Res<Paused>, limit: Option<Res<TickLimit>>) -> bool {
    let Some(current) = current else { return false };
    !paused.0 && !current.is_over() && limit.is_none_or(|limit| current.tick < limit.0)
}

/// Whether a round is being played; false without a match.
pub(super) fn is_playing(current: Option<Single<&Match>>) -> bool {
    current.is_some_and(|current| current.is_playing())
}
