//! Taking over: a replay becomes a match again, at the tick where it stands, with players of its own at its seats.

use super::log::{Handover, SeatRecord};
use super::playback::{Playback, end_playback};
use super::recorder::Recorder;
use crate::game::components::{Match, PlayerName};
use crate::game::computer::Computer;
use crate::game::handling::PressedKeys;
use crate::game::report::ReportProgress;
use crate::game::setup::CurrentSetup;
use crate::game::snapshot::Snapshot;
use crate::game::{Action, KeyEvent, PendingKeyEvents, SeatSetup};
use bevy::prelude::*;
use std::collections::VecDeque;

/// Marks a match that was taken over on its way: it counts in nobody's records.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct TakenOverMatch;

/// What somebody sits down at a replay for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeOverPurpose {
    /// To go on with a game of one's own that was broken off.
    Continue,
    /// To play on from some place in a replay.
    TakeOver,
}

/// Ends the replay that plays and seats these players, left first. Nothing of the state changes; keys that are down go
/// up at the next tick, since nobody holds them any more. False, and nothing done, when no replay plays or the match
/// has another number of seats.
pub fn take_over(world: &mut World, seats: Vec<SeatSetup>, purpose: TakeOverPurpose) -> bool {
    let Ok((entity, current)) = world.query::<(Entity, &Match)>().single(world) else { return false };
    let current = current.clone();
    let Some(playback) = world.get_resource::<Playback>().filter(|_| seats.len() == current.seats.len()) else {
        return false;
    };
    let mut log = playback.replay.copy_of_first_ticks(current.tick);
    if purpose == TakeOverPurpose::TakeOver {
        // Somebody else sits down at this very tick. Whoever continues a game may have sat down or gone back here.
        log.handovers.retain(|handover| handover.tick < current.tick);
    }
    end_playback(world);
    for ((seat, number), &player) in seats.iter().zip(0u8..).zip(&current.seats) {
        let to = SeatRecord::of(seat);
        if purpose == TakeOverPurpose::TakeOver || log.seat(usize::from(number)) != Some(&to) {
            log.handovers.push(Handover { tick: current.tick, seat: number, to });
        }
        sit_down(world, player, seat, &current, number);
    }
    if log.is_taken_over() {
        world.entity_mut(entity).insert(TakenOverMatch);
    }
    if let Some(mut setup) = world.get_resource_mut::<CurrentSetup>() {
        setup.0.seats = seats;
    }
    if world.contains_resource::<Recorder>() {
        // Whoever plays on in an own replay is the same player by name and keys, and sits down here all the same.
        let since = if purpose == TakeOverPurpose::TakeOver { current.tick } else { log.sit_down_tick() };
        world.insert_resource(Recorder::from_replay(log, since));
    }
    true
}

/// Brings the match in progress back to a snapshot, for the player of a seat to play on from there. It counts in
/// nobody's records from then on, and its recording says where it went back to. False, and nothing done, when the match
/// is no longer in progress.
pub fn rewind_match(world: &mut World, to: &Snapshot, seat: u8) -> bool {
    if !to.restore(world) {
        return false;
    }
    let Ok((entity, current)) = world.query::<(Entity, &Match)>().single(world) else { return false };
    let (tick, players) = (current.tick, current.seats.clone());
    let reported = ReportProgress::all_until_now(current);
    world.insert_resource(reported);
    world.entity_mut(entity).insert(TakenOverMatch);
    if let Some(mut recorder) = world.get_resource_mut::<Recorder>() {
        recorder.note_rewind(tick, seat);
    }
    if let Some(player) = players.get(usize::from(seat)) {
        let up = releases(world, *player);
        world.entity_mut(*player).insert(PendingKeyEvents(up));
    }
    true
}

/// The key events by which all keys that a player holds go up.
fn releases(world: &World, player: Entity) -> VecDeque<KeyEvent> {
    let pressed = world.get::<PressedKeys>(player).copied().unwrap_or_default();
    let held = Action::ALL.into_iter().filter(|&action| pressed.holds(action));
    held.map(|action| KeyEvent { action, down: false }).collect()
}

fn sit_down(world: &mut World, player: Entity, seat: &SeatSetup, current: &Match, number: u8) {
    let up = releases(world, player);
    let mut entity = world.entity_mut(player);
    entity.insert((seat.clone(), PlayerName(seat.name.clone()), seat.handling.clamped(), PendingKeyEvents(up)));
    if let Some(computer) = Computer::of_seat(seat, current, number) {
        entity.insert(computer);
    }
}
