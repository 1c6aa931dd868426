//! Playing back: the keys of each tick from the replay, every recorded hash compared, forwards and backwards.

use super::log::{Replay, ReplayResult};
use super::recorder::{self, RecordingSystems};
use super::snapshots::Snapshots;
use crate::game::components::{Match, PlayerName};
use crate::game::conditions::Paused;
use crate::game::forfeit::{CurrentForfeit, Forfeit};
use crate::game::handling::Handling;
use crate::game::hash::match_hash;
use crate::game::input::TickInput;
use crate::game::modes::goal::FinishRequested;
use crate::game::report::{ReportProgress, forget_reports};
use crate::game::setup::{EndMatch, SeatSetup, StartMatch};
use crate::game::snapshot::Snapshot;
use crate::game::state::PlayerStateQueryReadOnly;
use crate::game::tick::{AllTickSystems, TickSystems};
use crate::rules::RuleError;
use crate::search::record::replay_check_byte;
use bevy::prelude::*;
use std::sync::Arc;

/// The replay that plays. While there is one, no key comes from anywhere else and nothing is recorded.
#[derive(Resource, Debug)]
pub struct Playback {
    /// The replay that is played back.
    pub replay: Arc<Replay>,
    /// The first tick after which the state was not the recorded one; `None` while all agree.
    pub differs: Option<u64>,
    /// The last tick after which the state was compared and agreed.
    pub agreed: u64,
    snapshots: Snapshots,
}

/// Adds the systems that play replays back: one writes their keys, one compares their hashes. They cost nothing while
/// no replay plays on the screen.
pub fn playback_plugin(app: &mut App) {
    app.add_systems(
        FixedUpdate,
        (
            // Nobody else presses keys while a replay plays.
            write.in_set(TickSystems::Input).ambiguous_with(TickSystems::Input),
            check.in_set(TickSystems::Record),
        )
            .run_if(resource_exists::<Playback>),
    );
    app.configure_sets(FixedUpdate, AllTickSystems.run_if(has_more));
    app.configure_sets(FixedUpdate, RecordingSystems.run_if(not(resource_exists::<Playback>)));
    app.add_observer(|_: On<EndMatch>, mut commands: Commands| commands.queue(end_playback));
}

/// Whether the replay that plays, if one does, has anything after the last tick.
fn has_more(playback: Option<Res<Playback>>, current: Option<Single<&Match>>) -> bool {
    let Some(playback) = playback else { return true };
    current.is_none_or(|current| current.tick < playback.replay.ticks)
}

/// Starts a replay at its first tick, in place of the match in progress.
///
/// # Errors
/// The recorded rules are not within their limits.
pub fn start_playback(world: &mut World, replay: Arc<Replay>) -> Result<(), RuleError> {
    let setup = replay.setup.to_match_setup()?;
    world.trigger(StartMatch(setup));
    world.flush();
    world.insert_resource(Playback { replay, differs: None, agreed: 0, snapshots: Snapshots::default() });
    take_due_snapshot(world);
    Ok(())
}

/// Stops playing back; the match stays as it is.
pub fn end_playback(world: &mut World) {
    world.remove_resource::<Playback>();
}

/// Takes a snapshot of the replay that plays, for going back to, if the last one is old enough.
pub fn take_due_snapshot(world: &mut World) {
    let Some(now) = match_tick(world) else { return };
    if !world.get_resource::<Playback>().is_some_and(|playback| playback.snapshots.is_due(now)) {
        return;
    }
    let snapshot = Snapshot::take(world);
    if let (Some(snapshot), Some(mut playback)) = (snapshot, world.get_resource_mut::<Playback>()) {
        playback.snapshots.keep(snapshot);
    }
}

/// Brings the replay to the state after `tick` ticks, forwards or backwards. Each call plays at most `most` ticks and
/// returns whether the replay is there. What happens on the way is neither shown nor heard, unless it is a single tick.
pub fn go_to_tick(world: &mut World, tick: u64, most: u64) -> bool {
    let Some(mut now) = match_tick(world) else { return true };
    let Some(playback) = world.get_resource::<Playback>() else { return true };
    let target = tick.min(playback.replay.ticks);
    let nearest = playback.snapshots.nearest(target).filter(|kept| target < now || kept.tick() > now);
    if let Some(kept) = nearest.filter(|kept| kept.restore(world)) {
        now = kept.tick();
        // Who looks at a replay again wants to see it again.
        world.resource_mut::<ReportProgress>().through = 0;
    }
    let single = now + 1 == target;
    let paused = world.get_resource::<Paused>().copied().unwrap_or_default();
    world.insert_resource(Paused(false));
    let stop = target.min(now.saturating_add(most));
    let before_jump = Snapshots::tick_before_jump(target);
    while now < stop {
        let due = world.get_resource::<Playback>().map_or(stop, |playback| playback.snapshots.next_due_tick(now));
        let until = if now < before_jump { stop.min(due).min(before_jump) } else { stop.min(due) };
        world.schedule_scope(FixedUpdate, |world, schedule| {
            for _ in now..until {
                schedule.run(world);
            }
        });
        take_due_snapshot(world);
        match match_tick(world) {
            Some(then) if then > now => now = then,
            // Over before its time: this is another game than the one recorded.
            _ => break,
        }
        if now == before_jump
            && let (Some(snapshot), Some(mut playback)) = (Snapshot::take(world), world.get_resource_mut::<Playback>())
        {
            playback.snapshots.before_jump = Some(Arc::new(snapshot));
        }
    }
    world.insert_resource(paused);
    if !single {
        forget_reports(world);
    }
    now >= target || now < stop
}

/// Ticks since the match began; `None` without a match.
pub(crate) fn match_tick(world: &mut World) -> Option<u64> {
    world.query::<&Match>().single(world).ok().map(|current| current.tick)
}

/// Writes the keys of this tick, and hands over the seats that were taken over just before it.
fn write(
    current: Single<&Match>,
    playback: Res<Playback>,
    (mut finishing, mut forfeit): (ResMut<FinishRequested>, ResMut<CurrentForfeit>),
    mut players: Query<(&mut TickInput, &mut Handling, &mut PlayerName, &mut SeatSetup)>,
) {
    let replay = &playback.replay;
    let last = current.tick == replay.ticks;
    finishing.0 = replay.result.finished && last;
    let given_up = |seat| Forfeit { seat, why: String::new() };
    forfeit.0 = replay.result.forfeited.filter(|_| last).map(given_up);
    for handover in replay.handovers.iter().filter(|handover| handover.tick + 1 == current.tick) {
        let seat = current.seats.get(usize::from(handover.seat)).copied();
        if let Some((_, mut handling, mut name, mut setup)) = seat.and_then(|seat| players.get_mut(seat).ok()) {
            *setup = handover.to.to_seat_setup();
            *handling = setup.handling;
            name.0.clone_from(&setup.name);
        }
    }
    let Some(changes) = replay.key_changes_at(current.tick) else { return };
    for &(seat, event) in &changes.keys {
        let seat = current.seats.get(usize::from(seat)).copied();
        if let Some((mut input, ..)) = seat.and_then(|seat| players.get_mut(seat).ok()) {
            input.push(event);
        }
    }
}

/// Whether a match has ended as its recording says. Points and counts that a spectator's recording
/// lacks are not compared.
fn has_result(told: &ReplayResult, found: &ReplayResult) -> bool {
    let decided = |result: &ReplayResult| (result.over, result.winner, result.wins);
    decided(told) == decided(found)
        && (told.scores.is_empty() || told.scores == found.scores)
        && (told.lines.is_empty() || told.lines == found.lines)
        && (told.pieces.is_empty() || told.pieces == found.pieces)
}

/// Compares the state with the hashes that were recorded after this tick, if there are any.
fn check(current: Single<&Match>, mut playback: ResMut<Playback>, players: Query<PlayerStateQueryReadOnly>) {
    let tick = current.tick;
    if playback.differs.is_some() || tick <= playback.agreed {
        return;
    }
    let replay = Arc::clone(&playback.replay);
    let (changes, full) = (replay.key_changes_at(tick), replay.hash_after(tick));
    let last = (tick == replay.ticks && replay.hash != 0).then_some(replay.hash);
    let early = current.is_over() && (tick < replay.ticks || !replay.result.over);
    let ends = tick == replay.ticks && replay.result.over;
    if changes.is_none() && full.is_none() && last.is_none() && !early && !ends {
        return;
    }
    let hash = match_hash(&current, |seat| players.get(seat).ok());
    let agrees = changes.is_none_or(|changes| changes.check == replay_check_byte(hash))
        && full.is_none_or(|full| full == hash as u32)
        && last.is_none_or(|last| last == hash)
        && !early
        && (!ends || has_result(&replay.result, &recorder::match_result(&current, &players)));
    if agrees {
        playback.agreed = tick;
    } else {
        playback.differs = Some(tick);
    }
}
