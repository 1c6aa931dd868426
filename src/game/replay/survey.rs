//! A whole replay at once, without a window: whether it is the game that was recorded, and where something happened.

use super::log::Replay;
use super::walk::{ReplayCheck, ReplayWalk};
use crate::game::components::{LockedPiece, Match, Phase, Seat, TickOutcome};
use crate::game::tick::TickSystems;
use crate::rules::RuleError;
use bevy::prelude::*;
use std::sync::Arc;

/// What is marked on the timeline of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineMarkKind {
    /// A round begins at this tick.
    Round,
    /// The player's piece locked, and lay here.
    Lock(LockedPiece),
    /// The player cleared this many rows.
    Clear(u8),
    /// This many lines went to the opponent.
    Attack(u32),
    /// The player lost the round.
    TopOut,
}

/// A mark on the timeline of a replay: something that happened in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineMark {
    /// The tick in which it happened, counted from the beginning of the match.
    pub tick: u64,
    /// The player's seat, 0 or 1; 0 for a round.
    pub seat: u8,
    /// What happened in that tick.
    pub kind: TimelineMarkKind,
}

/// What is known of a replay that was played through: whether it is the recorded game, and what happened in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Whether the replay is the game that was recorded.
    pub check: ReplayCheck,
    /// What happened, in order of ticks; up to the first difference.
    pub marks: Vec<TimelineMark>,
}

/// The marks of a match as far as it has been played, in order of ticks.
#[derive(Resource, Debug, Default)]
pub struct TimelineMarks {
    marks: Vec<TimelineMark>,
    /// The last tick that was looked at: what runs again after the match has gone back brings no new marks.
    through: u64,
}

impl TimelineMarks {
    /// The marks behind the first `known` ones.
    pub fn after(&self, known: usize) -> &[TimelineMark] {
        self.marks.get(known..).unwrap_or_default()
    }
}

/// Adds the system that marks what happens in a match while there are [`TimelineMarks`] to write it into.
pub fn timeline_marks_plugin(app: &mut App) {
    app.add_systems(FixedUpdate, mark.run_if(resource_exists::<TimelineMarks>).in_set(TickSystems::Report));
}

/// Plays a replay to its end, or to its first difference, as fast as it runs.
///
/// # Errors
/// The recorded rules are not within their limits.
pub fn survey(replay: &Arc<Replay>) -> Result<Survey, RuleError> {
    let mut surveying = StepwiseSurvey::begin(replay)?;
    loop {
        if let Some(survey) = surveying.step() {
            return Ok(survey);
        }
    }
}

/// A [`survey`] in short steps, for a program that goes on meanwhile.
pub struct StepwiseSurvey(ReplayWalk);

impl StepwiseSurvey {
    /// Sets a replay up, at its beginning.
    ///
    /// # Errors
    /// The recorded rules are not within their limits.
    pub fn begin(replay: &Arc<Replay>) -> Result<Self, RuleError> {
        ReplayWalk::begin(replay, TimelineMarks::default(), mark).map(Self)
    }

    /// Plays the next 250 ticks. Returns the survey once the replay is through; that is the last step.
    pub fn step(&mut self) -> Option<Survey> {
        let check = self.0.step()?;
        Some(Survey { check, marks: self.0.take_notes::<TimelineMarks>().marks })
    }
}

fn mark(current: Single<&Match>, players: Query<(&Seat, &TickOutcome)>, mut known: ResMut<TimelineMarks>) {
    if current.tick <= known.through {
        return;
    }
    known.through = current.tick;
    let mut add = |seat, kind| known.marks.push(TimelineMark { tick: current.tick, seat, kind });
    if current.phase == Phase::Playing && current.round_tick == 0 {
        add(0, TimelineMarkKind::Round);
    }
    for &seat in &current.seats {
        let Ok((seat, outcome)) = players.get(seat) else { continue };
        if let Some(locked) = outcome.locked {
            add(seat.0, TimelineMarkKind::Lock(locked));
        }
        if outcome.cleared != 0 {
            add(seat.0, TimelineMarkKind::Clear(outcome.cleared.count_ones() as u8));
        }
        if outcome.sent > 0 {
            add(seat.0, TimelineMarkKind::Attack(outcome.sent));
        }
        if outcome.topped_out.is_some() {
            add(seat.0, TimelineMarkKind::TopOut);
        }
    }
}
