//! What a player's state in a match is: one list of its components, and what becomes of each.
//!
//! Spawning, new rounds, the state hash, taking back and snapshots all follow from the list: a new component is one
//! line of it. A component that is on a player and not in the list fails a test.

#[macro_use]
mod list;
mod fnv;

pub(super) use fnv::Fnv;

use super::components::{
    Falling, Field, Handicap, HoldSlot, IncomingGarbage, Match, PieceDealer, PlayerName, Queue, RoundTally,
    RunningStreak, Score, Seat, TickOutcome, ToppedOut,
};
use super::computer::Computer;
use super::handling::{Handling, LastPresses, PressedKeys};
use super::input::{PendingKeyEvents, TickInput};
use super::modes::{GarbageFeedState, ProgressTrail, RoundStart};
use super::setup::SeatSetup;
use super::stats::{MatchStats, PlayerFigures};
use crate::rules::GarbageQueue;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use std::any::TypeId;
use std::sync::Arc;

// A line: field, component, and four columns.
//
// 1. Beginning. `once`: made from the seat when the match begins and never made again. `anew`: made from the round
//    whenever a round begins; `but` mixes in what the old one keeps.
// 2. State hash, in the order of the list. `always`: fed in every match. `special`: fed where the course feeds garbage
//    or lets pieces be taken back; matches of the plain kind have the hash that they always had. Empty: not fed.
// 3. Taking back. `back`: as it was when the piece appeared; `but` mixes in what stays as it is now. Empty: stays.
// 4. Snapshot of the match. `back`: as it was. Empty: stays.
player_state! {
    seat: Seat,                [once |at| at.seat]                        [always |h, it| h.feed(&it.0)] []     [];
    // A replay changes name, setup and handling where somebody else took the seat over.
    name: PlayerName,          [once |at| PlayerName(at.setup.name.clone())] []                          []     [back];
    setup: SeatSetup,          [once |at| at.setup.clone()]               []                             []     [back];
    handling: Handling,        [once |at| at.setup.handling.clamped()]    []                             []     [back];
    handicap: Handicap,        [once |at| Handicap(at.setup.handicap)]    []                             []     [];
    dealing: PieceDealer,      [once |at| PieceDealer(at.setup.dealer)]   []                             []     [];
    field: Field,              [anew |at| Field(at.fresh.matrix.clone())]
                               [always |h, it| h.feed_matrix(&it.0)] [back] [back];
    // Pieces are told apart by their number: only a snapshot of the match sets it back.
    falling: Falling,          [anew |_| Falling::default(), but |old, new| Falling { serial: old.serial, ..new }]
                               [always |h, it| h.feed(it)]
                               [back, but |now, old| Falling { serial: now.serial + 1, ..*old }] [back];
    queue: Queue,              [anew |at| Queue(at.fresh.queue.clone())]  [always |h, it| h.feed(&it.0)] [back] [back];
    hold: HoldSlot,            [anew |at| HoldSlot(at.fresh.hold)]        [always |h, it| h.feed(&it.0)] [back] [back];
    streak: RunningStreak,     [anew |_| RunningStreak::default()]        [always |h, it| h.feed(&it.0)] [back] [back];
    score: Score,              [anew |_| Score::default()]                [always |h, it| h.feed(&it.0)] [back] [back];
    incoming: IncomingGarbage, [anew |at| IncomingGarbage(at.garbage())]  [always |h, it| h.feed(&it.0)] [back] [back];
    // Keys were pressed, whatever is taken back.
    tally: RoundTally,         [anew |_| RoundTally::default()]
                               [always |h, it| h.feed(it)] [back, but |now, old| RoundTally { keys: now.keys, ..*old }]
                               [back];
    topped_out: ToppedOut,     [anew |_| ToppedOut::default()]            [always |h, it| h.feed(it)]    [back] [back];
    // A key held over the break is still held.
    pressed: PressedKeys,      [anew |_| PressedKeys::default(), but |old, _| old.for_next_round()]
                               [always |h, it| h.feed(it)] [] [back];
    feeding: GarbageFeedState, [anew |at| at.fresh.feeding.clone()]       [special |h, it| h.feed(it)]   [back] [back];
    takes: UndoHistory,        [anew |_| UndoHistory::default()]          [special |h, it| it.feed(h)]   []     [back];
    // Read by nothing that decides.
    trail: ProgressTrail,      [anew |_| ProgressTrail::default()]        []                             []     [back];
    presses: LastPresses,      [once |_| LastPresses::default()]          []                             []     [back];
    stats: MatchStats,         [once |_| MatchStats::default()]           []                             []     [back];
    // Emptied and filled in every tick: what a tick reads, and what it came to.
    input: TickInput,          [once |_| TickInput::default()]            []                             []     [back];
    outcome: TickOutcome,      [once |_| TickOutcome::default()]          []                             []     [back];
    // Keys that no tick has taken yet belong to the ticks to come.
    keys: PendingKeyEvents,    [once |_| PendingKeyEvents::default()]     []                             []     [];
}

/// A seat from which the components of its player are made when a match begins.
pub(super) struct StartingSeat<'a> {
    /// The seat, 0 or 1.
    pub(super) seat: Seat,
    /// How the seat is set up.
    pub(super) setup: &'a SeatSetup,
}

/// A round that begins for one player, from which the player's components are made anew.
pub(super) struct NewRound {
    seat: Seat,
    seed: u64,
    fresh: RoundStart,
}

impl NewRound {
    /// The round with this seed of a match, for the player at this seat.
    pub(super) fn new(current: &Match, seed: u64, seat: Seat, dealing: PieceDealer) -> Self {
        Self { seat, seed, fresh: RoundStart::new(&dealing.apply_to_rules(&current.rules), &current.course, seed) }
    }

    /// An empty garbage queue for the player. Both sides get the same pieces but holes of their own.
    fn garbage(&self) -> GarbageQueue {
        GarbageQueue::new(self.seed ^ (u64::from(self.seat.0) << 63))
    }
}

/// A player as a piece appeared, with the figures of the round by then.
#[derive(Clone, Debug)]
pub(super) struct UndoPoint {
    pub(super) player: UndoSnapshot,
    pub(super) figures: PlayerFigures,
}

/// A player's snapshots at the pieces that can be taken back or set again, and which of them belongs to
/// the piece in play.
#[derive(Component, Clone, Debug, Default)]
pub struct UndoHistory {
    pub(super) snapshots: Vec<Arc<UndoPoint>>,
    pub(super) at: usize,
    /// How often a piece or a hold was taken back in this round.
    pub taken_back: u32,
}

impl UndoHistory {
    /// How many pieces can be taken back.
    pub fn available_undo_count(&self) -> usize {
        self.at
    }

    /// How many pieces can be set again.
    pub fn redo_count(&self) -> usize {
        self.snapshots.len().saturating_sub(self.at + 1)
    }

    fn feed(&self, hash: &mut Fnv) {
        hash.feed(&(self.available_undo_count() as u64, self.redo_count() as u64, self.taken_back));
    }
}

impl UndoSnapshot {
    /// How many pieces the player had locked at the snapshot.
    pub(super) const fn pieces(&self) -> u32 {
        self.score.0.pieces
    }

    /// Whether the player has put a piece on hold since the snapshot, and set none down.
    pub(super) fn is_before_hold(&self, player: &PlayerStateQueryItem) -> bool {
        self.score.0.pieces == player.score.0.pieces && self.hold.0 != player.hold.0
    }

    /// Whether the player still has the piece with which the snapshot was taken, or the one that it was held for. A
    /// top-out that empties the board brings another piece, though none has locked.
    pub(super) fn is_of_this_piece(&self, player: &PlayerStateQueryItem) -> bool {
        self.score.0.pieces == player.score.0.pieces && self.field.0 == player.field.0
    }
}
