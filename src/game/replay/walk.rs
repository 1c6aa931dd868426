//! A replay played through without a window, in short steps, while systems look on and note what they see.

use super::log::Replay;
use super::playback::{Playback, end_playback, go_to_tick, match_tick, start_playback};
use crate::game::headless;
use crate::game::tick::TickSystems;
use crate::rules::RuleError;
use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::*;
use std::sync::Arc;
use thiserror::Error;

/// Ticks played in a step, after which it is looked whether the replay still agrees. A page in a browser has some
/// milliseconds of a frame for a step.
const SLICE: u64 = 250;

/// Whether a replay is the game that was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCheck {
    /// Every recorded hash agrees with the game.
    Agrees,
    /// The game goes another way than the recorded one.
    Differs {
        /// The first tick after which the state is not the recorded one.
        tick: u64,
        /// The last tick after which the state was the recorded one; 0 for the start.
        agreed: u64,
    },
}

/// A replay is not the game that was recorded, as was first seen at this tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the replay is not the game that was recorded: tick {0} differs")]
pub struct DifferentGameError(pub u64);

impl ReplayCheck {
    /// Returns an error if the replay is not the game that was recorded.
    pub(super) fn expect_agreement(self) -> Result<(), DifferentGameError> {
        match self {
            ReplayCheck::Agrees => Ok(()),
            ReplayCheck::Differs { tick, .. } => Err(DifferentGameError(tick)),
        }
    }
}

/// A replay that is being played through. It runs the ticks alone and no frames: those would want the task pools, of
/// which a program with a window has its own use.
pub(super) struct ReplayWalk {
    world: World,
    ticks: u64,
}

impl ReplayWalk {
    /// Sets a replay up, at its beginning. After each tick `look_on` runs, which finds its notes, `notes` at
    /// first, as a resource.
    ///
    /// # Errors
    /// The recorded rules are not within their limits.
    pub(super) fn begin<M>(
        replay: &Arc<Replay>,
        notes: impl Resource,
        look_on: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> Result<Self, RuleError> {
        let mut app = headless::app(1);
        app.add_plugins(super::playback_plugin).insert_resource(notes);
        let look_on: ScheduleConfigs<ScheduleSystem> = look_on.in_set(TickSystems::Report);
        app.add_systems(FixedUpdate, look_on);
        // An app may not go to another thread, its world may.
        let mut world = std::mem::take(app.world_mut());
        start_playback(&mut world, Arc::clone(replay))?;
        Ok(Self { world, ticks: replay.ticks })
    }

    /// Plays the next 250 ticks. Returns whether the replay is the game that was recorded once it is through, or has
    /// been found to be another; that is the last step.
    pub(super) fn step(&mut self) -> Option<ReplayCheck> {
        let world = &mut self.world;
        let there = go_to_tick(world, self.ticks, SLICE);
        let (differs, agreed) =
            world.get_resource::<Playback>().map_or((None, 0), |playback| (playback.differs, playback.agreed));
        let check = match (differs, match_tick(world)) {
            (Some(tick), _) => ReplayCheck::Differs { tick, agreed },
            (None, Some(now)) if now >= self.ticks => ReplayCheck::Agrees,
            // The match ended where the recording went on, without a hash at that tick to say so.
            (None, now) if there => ReplayCheck::Differs { tick: now.unwrap_or_default() + 1, agreed },
            _ => return None,
        };
        end_playback(world);
        Some(check)
    }

    /// Goes through to the end, or to the first difference.
    pub(super) fn go_through(&mut self) -> ReplayCheck {
        loop {
            if let Some(check) = self.step() {
                return check;
            }
        }
    }

    /// Takes the notes; the default ones if they were taken before.
    pub(super) fn take_notes<N: Resource + Default>(&mut self) -> N {
        self.world.remove_resource::<N>().unwrap_or_default()
    }
}
