//! A snapshot of a whole match, which can be brought back and played on from.
//!
//! From a snapshot on, the same inputs give the same ticks with the same hashes. It holds the match, both players
//! (which of their components: the list in [`state`](super::state)), and what lies beside them and decides:
//! [`CurrentForfeit`] and whether the player has asked for the end.
//!
//! What it does not hold, and what becomes of that when a match goes back:
//!
//! - [`Paused`](super::Paused), [`TickLimit`](super::TickLimit), [`ThinkingPlace`](super::ThinkingPlace) stay: they
//!   are about now and not about the match.
//! - [`CurrentSetup`](super::CurrentSetup) and the rival's trail stay: they are the same in the whole match.
//! - [`PendingKeyEvents`](super::PendingKeyEvents) stay: no tick has taken them yet. Keys that later ticks had taken
//!   are gone from there; code that runs ticks again needs a log of keys, and writes them into
//!   [`TickInput`](super::TickInput).
//! - Messages ([`TickOutcomeMessage`](super::TickOutcomeMessage), [`PhaseChanged`](super::PhaseChanged)) stay. Ticks
//!   that had been reported run again without a report, so that nothing sounds or shows twice; what goes another way
//!   this time is not shown either, but for what the player of guessed keys did
//!   ([`SeatWithGuessedKeys`](super::SeatWithGuessedKeys)).
//! - [`Recorder`](super::Recorder) forgets what came after the snapshot and records the ticks that run again. A
//!   recording that was handed on at the end of a match stays: a match that may still go back must not be called over.
//! - [`Playback`](super::Playback) stays: up to which tick its replay agreed is known.
//! - A thought on the task pool is shared with the snapshot: it is waited for, and nothing is thought twice.
//! - A program behind the bot protocol cannot go back. It is told the whole position at its next question and may
//!   answer otherwise: its match is repeated from its keys.
//!
//! Another part that keeps something of a match by ticks observes [`Restored`], as the recorder does.

use super::components::Match;
use super::forfeit::CurrentForfeit;
use super::modes::goal::FinishRequested;
use super::report::ReportProgress;
use super::state::{PlayerSnapshot, PlayerStateQuery};
use bevy::prelude::*;

/// The state of a match between two ticks.
#[derive(Clone, Debug)]
pub struct Snapshot {
    entity: Entity,
    current: Match,
    /// The states of the players, in the order of the seats.
    players: Vec<PlayerSnapshot>,
    forfeit: CurrentForfeit,
    finishing: FinishRequested,
    reported: ReportProgress,
}

/// An event: the match in progress has gone back, or forth, to the state after this tick.
#[derive(Event, Clone, Copy, Debug)]
pub struct Restored {
    /// Ticks since the match began.
    pub tick: u64,
}

impl Snapshot {
    /// Takes a snapshot of the match in progress, between two ticks; `None` when there is none.
    pub fn take(world: &mut World) -> Option<Self> {
        let (entity, current) = world.query::<(Entity, &Match)>().single(world).ok()?;
        let current = current.clone();
        let mut query = world.query::<PlayerStateQuery>();
        let take =
            |&seat: &Entity| query.get_mut(world, seat).ok().map(|player| PlayerSnapshot::capture_player(&player));
        let players = current.seats.iter().map(take).collect::<Option<_>>()?;
        Some(Self {
            entity,
            current,
            players,
            forfeit: world.get_resource::<CurrentForfeit>()?.clone(),
            finishing: *world.get_resource::<FinishRequested>()?,
            reported: *world.get_resource::<ReportProgress>()?,
        })
    }

    /// Ticks from the beginning of the match to the snapshot.
    pub const fn tick(&self) -> u64 {
        self.current.tick
    }

    /// Brings the match back to the state of the snapshot. False, and nothing done, when that match is
    /// no longer in progress.
    pub fn restore(&self, world: &mut World) -> bool {
        self.bring_back(world, true)
    }

    /// Brings the match back to the state of the snapshot, but for its computer players, for ticks that
    /// run again with keys that are known: computer players press none in those, and go on in new ticks.
    /// False as in [`restore`](Self::restore).
    pub fn restore_without_computers(&self, world: &mut World) -> bool {
        self.bring_back(world, false)
    }

    fn bring_back(&self, world: &mut World, computers: bool) -> bool {
        let Some(mut current) = world.get_mut::<Match>(self.entity) else { return false };
        let reached = current.tick;
        *current = self.current.clone();
        let mut query = world.query::<PlayerStateQuery>();
        for (&seat, player) in self.current.seats.iter().zip(&self.players) {
            if let Ok(mut now) = query.get_mut(world, seat) {
                player.restore_player(&mut now);
                if computers {
                    player.put_computer_back(&mut now);
                }
            }
        }
        world.insert_resource(self.forfeit.clone());
        world.insert_resource(self.finishing);
        // Going back and forth, the latest tick that has been reported stays that.
        if let Some(mut reported) = world.get_resource_mut::<ReportProgress>() {
            *reported = reported.after_rollback(self.reported, reached);
        }
        world.trigger(Restored { tick: self.tick() });
        world.flush();
        true
    }
}
