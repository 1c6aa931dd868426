//! Reports: the facts of every tick in which something happened, kept as messages until the frame has read them.

use super::components::{Match, Phase, Seat, TickOutcome};
use super::tick::TickSystems;
use bevy::prelude::*;
use serde::Serialize;
use std::mem::{Discriminant, discriminant};

/// What happened to one player in one tick.
#[derive(Message, Clone, Copy, Debug, Serialize)]
pub struct Happened {
    /// Ticks since the match began.
    pub tick: u64,
    /// The player's seat, 0 or 1.
    pub seat: u8,
    /// What happened to the player.
    pub outcome: TickOutcome,
}

/// The match has entered another phase.
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

/// What has been reported of the match in progress.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Reported {
    /// Ticks up to this one have been reported. Those of them that run again, after a snapshot was brought back, are
    /// silent: nothing sounds or shows twice.
    pub(super) through: u64,
    /// The phase that the match was in after the last tick, and its round.
    pub(super) phase: Option<(u32, Discriminant<Phase>)>,
}

/// Adds the systems that report facts and phases.
pub fn plugin(app: &mut App) {
    app.init_resource::<Reported>().add_message::<Happened>().add_message::<PhaseChanged>();
    app.add_systems(FixedUpdate, (report_facts, report_phase).in_set(TickSystems::Report));
}

fn report_facts(
    current: Single<&Match>,
    reported: Res<Reported>,
    players: Query<(&Seat, &TickOutcome)>,
    mut facts: MessageWriter<Happened>,
) {
    if current.tick <= reported.through {
        return;
    }
    for (seat, outcome) in &players {
        if !outcome.is_quiet() {
            facts.write(Happened { tick: current.tick, seat: seat.0, outcome: *outcome });
        }
    }
}

fn report_phase(current: Single<&Match>, mut reported: ResMut<Reported>, mut phases: MessageWriter<PhaseChanged>) {
    let now = Some((current.round, discriminant(&current.phase)));
    if reported.phase == now {
        return;
    }
    reported.phase = now;
    if current.tick > reported.through {
        phases.write(PhaseChanged {
            tick: current.tick,
            round: current.round,
            wins: current.wins,
            phase: current.phase,
        });
    }
}
