//! Snapshots of a replay every few seconds, so that jumping back need not begin at the beginning.
//!
//! A snapshot is a copy of the match's and its players' entities with every component on them, whichever mechanic it belongs
//! to, kept out of everybody's sight.

use super::playback::{Playback, at};
use crate::game::components::Match;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

/// Ticks between two snapshots.
const EVERY: u64 = 5000;

/// The state after some ticks.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    tick: u64,
    /// The match, then its seats.
    copies: Vec<Entity>,
}

/// Takes a snapshot if one is due.
pub fn keep_snapshot(world: &mut World) {
    let Some(now) = at(world) else { return };
    let Some(playback) = world.get_resource::<Playback>() else { return };
    if playback.snapshots.last().is_some_and(|last| now < last.tick + EVERY) {
        return;
    }
    let copies = live(world).into_iter().map(|entity| copy(world, entity)).collect();
    if let Some(mut playback) = world.get_resource_mut::<Playback>() {
        playback.snapshots.push(Snapshot { tick: now, copies });
    }
}

/// The tick at which the next one is due.
pub(super) fn due(world: &World, now: u64) -> u64 {
    let last = world.get_resource::<Playback>().and_then(|playback| playback.snapshots.last());
    last.map_or(now, |last| last.tick + EVERY).max(now + 1)
}

/// The tick of the last snapshot that is not after this one.
pub(super) fn nearest(world: &World, tick: u64) -> Option<u64> {
    let snapshots = &world.get_resource::<Playback>()?.snapshots;
    snapshots.iter().rev().find(|snapshot| snapshot.tick <= tick).map(|snapshot| snapshot.tick)
}

/// Brings back the state of the snapshot of this tick.
pub(super) fn restore(world: &mut World, tick: u64) {
    let snapshots = world.get_resource::<Playback>().map(|playback| &playback.snapshots);
    let found = snapshots.and_then(|all| all.iter().find(|snapshot| snapshot.tick == tick)).cloned();
    let Some(snapshot) = found else { return };
    for (copy, entity) in snapshot.copies.into_iter().zip(live(world)) {
        world.entity_mut(copy).clone_with_opt_out(entity, |builder| {
            builder.deny::<Disabled>();
        });
    }
}

/// Throws snapshots away.
pub(super) fn forget(world: &mut World, snapshots: Vec<Snapshot>) {
    for copy in snapshots.into_iter().flat_map(|snapshot| snapshot.copies) {
        world.despawn(copy);
    }
}

/// The match in progress and its seats.
fn live(world: &mut World) -> Vec<Entity> {
    let found = world.query::<(Entity, &Match)>().single(world);
    found.map_or_else(|_| Vec::new(), |(entity, current)| [&[entity], current.seats.as_slice()].concat())
}

fn copy(world: &mut World, entity: Entity) -> Entity {
    // Disabled from its first moment: no query sees two matches.
    let copy = world.spawn(Disabled).id();
    world.entity_mut(entity).clone_with_opt_out(copy, |_| {});
    copy
}
