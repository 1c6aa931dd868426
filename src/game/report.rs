//! Reports: the facts of every tick in which something happened, kept as messages until the frame has read them.

use super::components::{Match, Outcome, Phase, Seat};
use super::tick::TickSystems;
use bevy::prelude::*;
use serde::Serialize;

/// What happened to one player in one tick.
#[derive(Message, Clone, Copy, Debug, Serialize)]
pub struct Happened {
    /// Ticks since the match began.
    pub tick: u64,
    /// Whose.
    pub seat: u8,
    /// The facts.
    pub outcome: Outcome,
}

/// The match has entered another phase.
#[derive(Message, Clone, Copy, Debug, Serialize)]
pub struct PhaseChanged {
    /// Ticks since the match began.
    pub tick: u64,
    /// The round.
    pub round: u32,
    /// Rounds won.
    pub wins: [u8; 2],
    /// The phase entered.
    pub phase: Phase,
}

/// Reports facts and phases. Left out of bulk runs, which read the state at the end.
pub fn plugin(app: &mut App) {
    app.add_message::<Happened>().add_message::<PhaseChanged>();
    app.add_systems(FixedUpdate, (report_facts, report_phase).in_set(TickSystems::Report));
}

fn report_facts(current: Single<&Match>, players: Query<(&Seat, &Outcome)>, mut facts: MessageWriter<Happened>) {
    for (seat, outcome) in &players {
        if !outcome.is_quiet() {
            facts.write(Happened { tick: current.tick, seat: seat.0, outcome: *outcome });
        }
    }
}

fn report_phase(
    current: Single<&Match>,
    mut last: Local<Option<(u32, std::mem::Discriminant<Phase>)>>,
    mut phases: MessageWriter<PhaseChanged>,
) {
    let now = (current.round, std::mem::discriminant(&current.phase));
    // The first tick of a match reports too, also when the one before ended in the same phase.
    if current.tick == 1 || *last != Some(now) {
        *last = Some(now);
        phases.write(PhaseChanged {
            tick: current.tick,
            round: current.round,
            wins: current.wins,
            phase: current.phase,
        });
    }
}
