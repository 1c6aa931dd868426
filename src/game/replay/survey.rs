//! A whole replay at once, without a window: whether it is the game that was recorded, and where something happened.

use super::log::Replay;
use super::playback::{Playback, advance, at, end_playback, start_playback};
use crate::game::components::{Match, Phase, Seat, TickOutcome};
use crate::game::headless;
use crate::game::tick::TickSystems;
use crate::rules::RuleError;
use bevy::prelude::*;
use std::sync::Arc;

/// Ticks played between two looks at whether the replay still agrees.
const SLICE: u64 = 1000;

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

/// Plays a replay to its end, or to its first difference, as fast as it runs. Takes the ticks alone and no frames:
/// those would want the task pools, of which a program with a window has its own use.
///
/// # Errors
/// The recorded rules are not within their limits.
pub fn survey(replay: &Arc<Replay>) -> Result<Survey, RuleError> {
    let mut app = headless::app(1);
    app.add_plugins(super::playback_plugin).init_resource::<Marks>();
    app.add_systems(FixedUpdate, mark.in_set(TickSystems::Report));
    let world = app.world_mut();
    start_playback(world, Arc::clone(replay))?;
    let verdict = loop {
        let there = advance(world, replay.ticks, SLICE);
        let (differs, agreed) =
            world.get_resource::<Playback>().map_or((None, 0), |playback| (playback.differs, playback.agreed));
        if let Some(tick) = differs {
            break ReplayCheck::Differs { tick, agreed };
        }
        match at(world) {
            Some(now) if now >= replay.ticks => break ReplayCheck::Agrees,
            // The match ended where the recording went on, without a hash at that tick to say so.
            now if there => break ReplayCheck::Differs { tick: now.unwrap_or_default() + 1, agreed },
            _ => {}
        }
    };
    end_playback(world);
    let marks = world.remove_resource::<Marks>().unwrap_or_default().0;
    Ok(Survey { verdict, marks })
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
