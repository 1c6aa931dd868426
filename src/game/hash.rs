//! The state hash: one number for everything the rules of a match depend on.
//!
//! Which components of a player are in it, and in which order, is in the list of [`state`](super::state). What only
//! thinks or shows is left out.

use super::components::Match;
use super::modes::GarbageFeed;
use super::state::{Fnv, PlayerStateQueryReadOnly, PlayerStateQueryReadOnlyItem, feed_player};
use bevy::prelude::*;

/// The hash of the match in progress; 0 when there is none.
pub fn state_hash(world: &mut World) -> u64 {
    let mut matches = world.query::<&Match>();
    let Ok(current) = matches.single(world) else { return 0 };
    let current = current.clone();
    let mut players = world.query::<PlayerStateQueryReadOnly>();
    let players = players.query(world);
    match_hash(&current, |seat| players.get(seat).ok())
}

/// The hash of a match whose players the caller has looked up.
pub(super) fn match_hash<'w, 's>(
    current: &Match,
    mut player: impl FnMut(Entity) -> Option<PlayerStateQueryReadOnlyItem<'w, 's>>,
) -> u64 {
    let mut hash = Fnv::new();
    hash.feed(&(current.seed, current.round, current.wins, current.phase, current.tick, current.round_tick));
    // Some components are in the hash only where garbage is fed or pieces can be taken back.
    let standard = current.course.feed == GarbageFeed::None && !current.course.undo;
    for &seat in &current.seats {
        if let Some(player) = player(seat) {
            feed_player(&mut hash, &player, standard);
        }
    }
    hash.finish()
}
