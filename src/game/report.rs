//! Reports: the facts of every tick in which something happened, kept as messages until the frame has read them.

use super::components::{Match, Phase, Seat, TickOutcome};
use super::conditions::SeatWithGuessedKeys;
use super::tick::TickSystems;
use bevy::prelude::*;
use serde::Serialize;

/// A message of what happened to one player in one tick.
#[derive(Message, Clone, Copy, Debug, Serialize)]
pub struct TickOutcomeMessage {
    /// Ticks since the match began.
    pub tick: u64,
    /// The player's seat, 0 or 1.
    pub seat: u8,
    /// What happened to the player.
    pub outcome: TickOutcome,
}

/// A message that the match has entered another phase.
#[derive(Message, Clone, Copy, Debug, Serialize)]
pub struct PhaseChanged {
    /// Ticks since the match began.
    pub tick: u64,
    /// Rounds begun before this one, replayed draws included.
    pub round: u32,
    /// Rounds won so far, by seat.
    pub wins: [u8; 2],
    /// The phase that was entered.
    pub phase: Phase,
}

/// How far the ticks and phases of the match in progress have been reported.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct ReportProgress {
    /// Ticks up to this one have been reported. Those of them that run again, after a snapshot was brought back, are
    /// silent: nothing sounds or shows twice.
    pub(super) through: u64,
    /// A seat whose keys are guessed in some ticks, and the tick up to which its facts have been reported: what it did
    /// in a guessed tick is reported when the tick runs again with the keys that it pressed.
    late: Option<(u8, u64)>,
    /// The phase that the match was in after the last tick, and its round.
    phase: Option<MatchStage>,
    /// The latest phase that has been reported, and its round.
    latest: Option<MatchStage>,
}

/// The number of a round, and the number of the phase that it is in.
type MatchStage = (u32, u8);

fn stage(current: &Match) -> MatchStage {
    let phase = match current.phase {
        Phase::Countdown { .. } => 0,
        Phase::Playing => 1,
        Phase::RoundOver { .. } => 2,
        Phase::Over { .. } => 3,
    };
    (current.round, phase)
}

impl ReportProgress {
    /// The reports of a match that went back, for its player to play on from there, as done up to now: the same ticks
    /// bring something else, which is news.
    pub(super) fn all_until_now(current: &Match) -> Self {
        let now = Some(stage(current));
        Self { through: current.tick, late: None, phase: now, latest: now }
    }

    /// The reports that are done once a match that had reached this tick goes back to where `before` was noted.
    pub(super) fn after_rollback(self, before: Self, reached: u64) -> Self {
        Self { through: self.through.max(reached), phase: before.phase, ..self }
    }
}

/// Adds the systems that report facts and phases.
pub fn plugin(app: &mut App) {
    app.init_resource::<ReportProgress>().add_message::<TickOutcomeMessage>().add_message::<PhaseChanged>();
    app.add_systems(FixedUpdate, (report_facts, report_phase).chain().in_set(TickSystems::Report));
}

/// Removes the messages that no frame has read: those of ticks that are neither shown nor heard.
pub(crate) fn forget_reports(world: &mut World) {
    if let Some(mut facts) = world.get_resource_mut::<Messages<TickOutcomeMessage>>() {
        facts.clear();
    }
    if let Some(mut phases) = world.get_resource_mut::<Messages<PhaseChanged>>() {
        phases.clear();
    }
}

fn report_facts(
    current: Single<&Match>,
    mut reported: ResMut<ReportProgress>,
    unconfirmed: Res<SeatWithGuessedKeys>,
    players: Query<(&Seat, &TickOutcome)>,
    mut facts: MessageWriter<TickOutcomeMessage>,
) {
    let tick = current.tick;
    if let Some(seat) = unconfirmed.0
        && reported.late.is_none()
    {
        reported.late = Some((seat, tick - 1));
    }
    for (seat, outcome) in &players {
        let late = reported.late.filter(|(late, _)| *late == seat.0);
        let is_new = late.map_or(tick > reported.through, |(_, through)| unconfirmed.0.is_none() && tick > through);
        if is_new && !outcome.is_quiet() {
            facts.write(TickOutcomeMessage { tick, seat: seat.0, outcome: *outcome });
        }
    }
    if let Some((_, through)) = &mut reported.late
        && unconfirmed.0.is_none()
    {
        *through = tick.max(*through);
    }
}

fn report_phase(
    current: Single<&Match>,
    mut reported: ResMut<ReportProgress>,
    mut phases: MessageWriter<PhaseChanged>,
) {
    let now = Some(stage(&current));
    if reported.phase == now {
        return;
    }
    reported.phase = now;
    // A tick that ran before with guessed keys has decided nothing: what it decides now is news.
    if current.tick > reported.through || now > reported.latest {
        reported.latest = now;
        phases.write(PhaseChanged {
            tick: current.tick,
            round: current.round,
            wins: current.wins,
            phase: current.phase,
        });
    }
}
