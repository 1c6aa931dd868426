//! A whole replay at once, without a window: whether it is the game that was recorded, and where something happened.

use super::log::Replay;
use super::playback::{Playback, advance, current_tick, end_playback, start_playback};
use crate::game::components::{Match, Phase, Seat, TickOutcome};
use crate::game::headless;
use crate::game::tick::TickSystems;
use crate::rules::RuleError;
use bevy::prelude::*;
use std::sync::Arc;

/// Ticks played in a step, after which it is looked whether the replay still agrees. A page in a browser has some
/// milliseconds of a frame for a step.
const SLICE: u64 = 250;

/// Something to mark on a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A round begins at this tick.
    Round,
    /// The player's piece locked.
    Lock,
    /// The player cleared this many rows.
    Clear(u8),
    /// This many lines went to the opponent.
    Attack(u32),
    /// The player lost the round.
    TopOut,
}

/// Where something happened in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The tick in which it happened, counted from the beginning of the match.
    pub tick: u64,
    /// The player's seat, 0 or 1; 0 for a round.
    pub seat: u8,
    /// What happened in that tick.
    pub kind: MarkKind,
}

/// Whether a replay is the game that was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCheck {
    /// Every recorded hash agrees with the game.
    Agrees,
    /// The game goes another way than the recorded one.
    Differs {
        /// The first tick after which the state is not the recorded one.
        tick: u64,
        /// The last tick after which it was: 0 for the start.
        agreed: u64,
    },
}

/// What a whole replay came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Whether the replay is the game that was recorded.
    pub verdict: ReplayCheck,
    /// What happened, in order of ticks; up to the first difference.
    pub marks: Vec<Mark>,
}

#[derive(Resource, Default)]
struct Marks(Vec<Mark>);

/// Plays a replay to its end, or to its first difference, as fast as it runs.
///
/// # Errors
/// The recorded rules are not within their limits.
pub fn survey(replay: &Arc<Replay>) -> Result<Survey, RuleError> {
    let mut surveying = Surveying::begin(replay)?;
    loop {
        if let Some(survey) = surveying.step() {
            return Ok(survey);
        }
    }
}

/// A survey in short steps. It takes the ticks alone and no frames: those would want the task pools, of which a program
/// with a window has its own use.
pub struct Surveying {
    world: World,
    ticks: u64,
}

impl Surveying {
    /// Sets a replay up, at its beginning.
    ///
    /// # Errors
    /// The recorded rules are not within their limits.
    pub fn begin(replay: &Arc<Replay>) -> Result<Self, RuleError> {
        let mut app = headless::app(1);
        app.add_plugins(super::playback_plugin).init_resource::<Marks>();
        app.add_systems(FixedUpdate, mark.in_set(TickSystems::Report));
        // An app may not go to another thread, its world may.
        let mut world = std::mem::take(app.world_mut());
        start_playback(&mut world, Arc::clone(replay))?;
        Ok(Self { world, ticks: replay.ticks })
    }

    /// Plays the next 250 ticks. Returns what the replay came to once it is through; that is the last step.
    pub fn step(&mut self) -> Option<Survey> {
        let world = &mut self.world;
        let there = advance(world, self.ticks, SLICE);
        let (differs, agreed) =
            world.get_resource::<Playback>().map_or((None, 0), |playback| (playback.differs, playback.agreed));
        let verdict = match (differs, current_tick(world)) {
            (Some(tick), _) => ReplayCheck::Differs { tick, agreed },
            (None, Some(now)) if now >= self.ticks => ReplayCheck::Agrees,
            // The match ended where the recording went on, without a hash at that tick to say so.
            (None, now) if there => ReplayCheck::Differs { tick: now.unwrap_or_default() + 1, agreed },
            _ => return None,
        };
        end_playback(world);
        let marks = world.remove_resource::<Marks>().unwrap_or_default().0;
        Some(Survey { verdict, marks })
    }
}

fn mark(current: Single<&Match>, players: Query<(&Seat, &TickOutcome)>, mut marks: ResMut<Marks>) {
    let mut add = |seat, kind| marks.0.push(Mark { tick: current.tick, seat, kind });
    if current.phase == Phase::Playing && current.round_tick == 0 {
        add(0, MarkKind::Round);
    }
    for &seat in &current.seats {
        let Ok((seat, outcome)) = players.get(seat) else { continue };
        if outcome.locked.is_some() {
            add(seat.0, MarkKind::Lock);
        }
        if outcome.cleared != 0 {
            add(seat.0, MarkKind::Clear(outcome.cleared.count_ones() as u8));
        }
        if outcome.sent > 0 {
            add(seat.0, MarkKind::Attack(outcome.sent));
        }
        if outcome.topped_out.is_some() {
            add(seat.0, MarkKind::TopOut);
        }
    }
}
