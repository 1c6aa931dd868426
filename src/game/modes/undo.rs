//! Taking back: a snapshot of the player at each piece, and two keys that go back and forth between them.
//!
//! Only where the course allows it. The keys are inputs like any other, so that a replay takes back too.

use crate::game::components::{Falling, Field, HoldSlot, Incoming, Match, Outcome, Queue, Run, Score, Standing, Tally};
use crate::game::input::{Action, TickInput};
use crate::game::modes::Feeding;
use crate::game::tick::TickSystems;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// The most pieces that are remembered; older ones are forgotten.
const MOST: usize = 1000;

/// Everything of a player that a piece changes.
#[derive(QueryData)]
#[query_data(mutable)]
struct State {
    field: &'static mut Field,
    falling: &'static mut Falling,
    queue: &'static mut Queue,
    hold: &'static mut HoldSlot,
    run: &'static mut Run,
    score: &'static mut Score,
    incoming: &'static mut Incoming,
    tally: &'static mut Tally,
    standing: &'static mut Standing,
    feeding: &'static mut Feeding,
}

/// A player at the moment a piece appeared.
#[derive(Clone, Debug)]
struct Snapshot {
    field: Field,
    falling: Falling,
    queue: Queue,
    hold: HoldSlot,
    run: Run,
    score: Score,
    incoming: Incoming,
    tally: Tally,
    feeding: Feeding,
}

/// A player's snapshots, and which of them the piece in play began with.
#[derive(Component, Clone, Debug, Default)]
pub struct Takes {
    snapshots: Vec<Snapshot>,
    at: usize,
    /// How often a piece was taken back in this round.
    pub back: u32,
}

impl Takes {
    /// How many pieces can be taken back.
    pub fn past(&self) -> usize {
        self.at
    }

    /// How many can be set again.
    pub fn future(&self) -> usize {
        self.snapshots.len().saturating_sub(self.at + 1)
    }
}

/// Adds the systems of this part.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        FixedUpdate,
        take_back.in_set(TickSystems::Act).after(crate::game::act::act).run_if(crate::game::flow::is_playing),
    );
    // After a piece has appeared, and after a round has decided nothing about it.
    app.add_systems(FixedUpdate, remember.in_set(TickSystems::Report).run_if(crate::game::flow::is_playing));
}

/// Notes the player whenever the next piece is in play.
fn remember(current: Single<&Match>, mut players: Query<(State, &mut Takes)>) {
    if !current.course.undo {
        return;
    }
    for (state, mut takes) in &mut players {
        if state.falling.piece.is_none() {
            continue;
        }
        let known = takes.snapshots.get(takes.at).map(|snapshot| snapshot.score.0.pieces);
        if known == Some(state.score.0.pieces) {
            continue;
        }
        // What was taken back and not set again is over: this is another way on.
        let keep = if known.is_some() { takes.at + 1 } else { 0 };
        takes.snapshots.truncate(keep);
        if takes.snapshots.len() == MOST {
            takes.snapshots.remove(0);
        }
        takes.snapshots.push(Snapshot {
            field: state.field.clone(),
            falling: *state.falling,
            queue: state.queue.clone(),
            hold: *state.hold,
            run: *state.run,
            score: *state.score,
            incoming: state.incoming.clone(),
            tally: *state.tally,
            feeding: state.feeding.clone(),
        });
        takes.at = takes.snapshots.len() - 1;
    }
}

/// Goes back or forth by a piece.
fn take_back(current: Single<&Match>, mut players: Query<(State, &mut Takes, &TickInput, &mut Outcome)>) {
    if !current.course.undo {
        return;
    }
    for (mut state, mut takes, input, mut outcome) in &mut players {
        for event in input.events().filter(|event| event.down) {
            let to = match event.action {
                Action::Undo => takes.at.checked_sub(1),
                Action::Redo => Some(takes.at + 1),
                _ => continue,
            };
            let Some((to, snapshot)) = to.and_then(|to| Some((to, takes.snapshots.get(to)?.clone()))) else { continue };
            // Another piece than any before, for whoever tells pieces apart.
            let serial = state.falling.serial + 1;
            let keys = state.tally.keys;
            *state.field = snapshot.field;
            *state.falling = Falling { serial, ..snapshot.falling };
            *state.queue = snapshot.queue;
            *state.hold = snapshot.hold;
            *state.run = snapshot.run;
            *state.score = snapshot.score;
            *state.incoming = snapshot.incoming;
            *state.tally = Tally { keys, ..snapshot.tally };
            *state.standing = Standing::default();
            *state.feeding = snapshot.feeding;
            takes.back += u32::from(to < takes.at);
            takes.at = to;
            outcome.hard_dropped = None;
        }
    }
}
