//! Recording: at the end of every tick, the keys it read; after those with any, and every second, the hash.

use super::log::{ChangedKeys, HASH_EVERY, Handover, KeyChangeTick, MAX_TICKS, Replay, ReplayResult};
use crate::game::components::Match;
use crate::game::forfeit::CurrentForfeit;
use crate::game::hash::match_hash;
use crate::game::input::TickInput;
use crate::game::modes::goal::FinishRequested;
use crate::game::setup::{CurrentSetup, EndMatch};
use crate::game::snapshot::Restored;
use crate::game::state::PlayerStateQueryReadOnly;
use crate::game::tick::TickSystems;
use crate::search::record::replay_check_byte;
use bevy::prelude::*;
use std::sync::Arc;

/// The set of the system that records, which rests while a replay plays.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RecordingSystems;

/// The recording of the match in progress.
#[derive(Resource, Clone, Debug, Default)]
pub struct Recorder {
    log: Option<Replay>,
    /// Whether the recording was handed on because the match is over.
    closed: bool,
    /// The tick at which the players sat down who play now; 0 where they play from the beginning.
    since: u64,
}

/// An event: a recording is finished, since the match is over, or was left. The number is the tick at which the
/// players sat down who played it to there; taking a piece back is no sitting down.
#[derive(Event, Clone, Debug)]
pub struct RecordingFinished(pub Arc<Replay>, pub u64);

impl Recorder {
    /// A recording that goes on with what was played so far, by players who sat down at this tick.
    pub(super) fn from_replay(log: Replay, since: u64) -> Self {
        Self { log: Some(log), closed: false, since }
    }

    /// What was recorded of a match that is still in progress; `None` without one.
    pub fn replay_in_progress(&self) -> Option<&Replay> {
        self.log.as_ref().filter(|log| !self.closed && log.ticks > 0)
    }

    /// The tick at which the players sat down who play now; 0 where they play from the beginning.
    pub const fn sit_down_tick(&self) -> u64 {
        self.since
    }

    /// What a seat's player is called in the recording of a match in progress; `None` without one, or once a
    /// seat was taken over.
    pub(crate) fn player_name(&self, seat: usize) -> Option<&str> {
        let log = self.log.as_ref().filter(|log| !self.closed && log.handovers.is_empty())?;
        log.setup.seats.get(seat).map(|record| record.name.as_str())
    }

    /// Notes the name that a seat's player has given itself.
    pub(crate) fn rename(&mut self, seat: usize, name: &str) {
        if let Some(record) = self.log.as_mut().and_then(|log| log.setup.seats.get_mut(seat)) {
            name.clone_into(&mut record.name);
        }
    }

    /// Notes that the player of a seat plays on from a tick to which the match went back.
    pub(super) fn note_rewind(&mut self, tick: u64, seat: u8) {
        // Nothing after the end of the recording is in it.
        let Some(log) = self.log.as_mut().filter(|log| !self.closed && tick <= log.ticks) else { return };
        let here = log.seat(usize::from(seat)).map(|to| Handover { tick, seat, to: to.clone() });
        // Whoever goes back to the same place again and again is noted there once.
        let new = here.filter(|here| !log.handovers.contains(here));
        log.handovers.extend(new);
    }

    /// What was recorded of the match in progress or of the last one; `None` if nothing was.
    pub fn into_replay(self) -> Option<Replay> {
        self.log
    }
}

/// Adds the system that records every match but those that a replay plays, and what closes a recording or takes it
/// back. Left out of bulk runs, which keep only their result.
pub fn recorder_plugin(app: &mut App) {
    app.init_resource::<Recorder>().add_observer(close).add_observer(rewind);
    app.add_systems(FixedUpdate, record.in_set(TickSystems::Record).in_set(RecordingSystems));
}

fn record(
    mut recorder: ResMut<Recorder>,
    current: Single<&Match>,
    setup: Option<Res<CurrentSetup>>,
    inputs: Query<&TickInput>,
    players: Query<PlayerStateQueryReadOnly>,
    (finishing, forfeit): (Res<FinishRequested>, Res<CurrentForfeit>),
    mut commands: Commands,
) {
    if current.tick == 1 {
        // Here rather than where the match starts: one that never ticks was not played.
        *recorder = Recorder { log: setup.map(|setup| Replay::begin(&setup.0)), closed: false, since: 0 };
    }
    let Recorder { log: Some(log), closed: closed @ false, since } = &mut *recorder else { return };
    if current.tick > MAX_TICKS {
        // The game goes on; its recording is of as much as can be read again.
        if current.is_over() {
            *closed = true;
            commands.trigger(RecordingFinished(Arc::new(log.clone()), *since));
        }
        return;
    }
    let mut keys = ChangedKeys::new();
    for (seat, input) in (0..).zip(current.seats.iter().filter_map(|&seat| inputs.get(seat).ok())) {
        keys.extend(input.events().map(|event| (seat, event)));
    }
    // The hash belongs to the last tick or is none.
    (log.ticks, log.hash) = (current.tick, 0);
    let full = current.tick.is_multiple_of(HASH_EVERY);
    if keys.is_empty() && !full && !current.is_over() {
        return;
    }
    let hash = match_hash(&current, |seat| players.get(seat).ok());
    if full {
        log.hashes.push(hash as u32);
    }
    if !keys.is_empty() {
        log.beats.push(KeyChangeTick { tick: current.tick, check: replay_check_byte(hash), keys });
    }
    log.hash = hash;
    let before = std::mem::take(&mut log.result.boards);
    log.result = match_result(&current, &players);
    // A glance at the match for lists of replays: once a second is enough, and the end.
    let seen = current.seats.iter().filter_map(|&seat| players.get(seat).ok());
    log.result.boards =
        if full || current.is_over() { seen.map(|player| player.field.0.to_drawing()).collect() } else { before };
    log.result.finished = current.is_over() && finishing.0;
    log.result.forfeited = forfeit.0.as_ref().map(|given_up| given_up.seat);
    if current.is_over() {
        *closed = true;
        commands.trigger(RecordingFinished(Arc::new(log.clone()), *since));
    }
}

/// The result of the match as it stands now.
pub(super) fn match_result(current: &Match, players: &Query<PlayerStateQueryReadOnly>) -> ReplayResult {
    let (over, wins) = (current.is_over(), current.wins);
    let winner = current.phase.winner().filter(|_| over);
    let mut result = ReplayResult { over, winner, wins, ..ReplayResult::default() };
    for player in current.seats.iter().filter_map(|&seat| players.get(seat).ok()) {
        result.scores.push(player.score.0.score);
        result.lines.push(player.score.0.lines);
        result.pieces.push(player.score.0.pieces);
        result.round_ticks = result.round_ticks.max(player.stats.ticks_of_last_round());
    }
    result
}

/// Forgets what was recorded after the tick to which the match has gone back. A recording that was handed on
/// stays as it is.
fn rewind(restored: On<Restored>, recorder: Option<ResMut<Recorder>>) {
    let Some(mut recorder) = recorder else { return };
    if let Recorder { log: Some(log), closed: false, .. } = &mut *recorder {
        log.truncate(restored.tick);
    }
}

/// Closes the recording, because the match was left or another one begins.
fn close(_: On<EndMatch>, recorder: Option<ResMut<Recorder>>, mut commands: Commands) {
    let Some(mut recorder) = recorder else { return };
    let Recorder { log, closed, since } = std::mem::take(&mut *recorder);
    if let Some(log) = log.filter(|log| !closed && log.ticks > 0) {
        commands.trigger(RecordingFinished(Arc::new(log), since));
    }
}
