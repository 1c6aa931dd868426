//! The moves of a recorded game with what their players knew: what a review judges.
//!
//! A position is taken when its piece appears, before its player has touched it, and holds no more than the player saw.

use super::log::Replay;
use super::walk::{ReplayCheck, ReplayWalk};
use crate::game::components::{
    Falling, Field, HoldSlot, IncomingGarbage, Match, Queue, RunningStreak, Seat, TickOutcome,
};
use crate::movegen::Placement;
use crate::review::{MoveClock, PlayedMove};
use crate::rules::{BoardSize, PieceKind, PieceSet, RuleError};
use crate::search::{Garbage, OpponentInfo, State};
use bevy::prelude::*;
use std::sync::Arc;
use thiserror::Error;

/// The least number of ticks that a piece is taken to last, in milliseconds.
const SHORTEST: u64 = 50;

/// Why the moves of a recorded game are not to be had.
#[derive(Debug, Error)]
pub enum DecisionsError {
    /// The recorded rules are not within their limits.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The search does not play such a game.
    #[error("a review needs the usual board and the seven tetrominoes, this game has others")]
    Unplayed,
    /// The replay is not the game that was recorded.
    #[error("the replay is not the game that was recorded: tick {0} differs")]
    Differs(u64),
}

/// A move of a recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMove {
    /// The seat of the player, 0 or 1.
    pub seat: u8,
    /// The round, from 0.
    pub round: u32,
    /// The number of the piece among the player's pieces of this round, from 1.
    pub number: u32,
    /// The tick of the match in which the piece appeared.
    pub began: u64,
    /// The tick of the match in which the piece locked.
    pub tick: u64,
    /// When the piece appeared, and at which pace the player plays in this round.
    pub clock: MoveClock,
    /// The move, with what its player knew.
    pub played: PlayedMove,
}

/// A piece that has appeared and has not locked yet.
#[derive(Clone, Debug)]
struct OpenMove {
    state: State,
    opponent: Option<State>,
    /// The number of the piece in play, which a hold changes.
    serial: u32,
    is_held: bool,
    /// The tick of the match in which the piece appeared.
    began: u64,
    appeared: u64,
    /// Ticks from then until the first waiting garbage may rise.
    due_in: u64,
}

/// What one seat does, as far as the replay was played.
#[derive(Clone, Debug, Default)]
struct SeatMoves {
    open: Option<OpenMove>,
    /// What was held after the last tick.
    hold: Option<PieceKind>,
    round: u32,
    /// How many pieces have locked in the round.
    pieces: u32,
    moves: Vec<(RecordedMove, u64)>,
}

#[derive(Resource, Default)]
struct ReplayMoves([SeatMoves; 2]);

/// The moves of all players, in the order in which their pieces locked. Moves that were taken back are among
/// them.
///
/// # Errors
/// The search does not play such a game, or the replay is not the game that was recorded.
pub fn decisions(replay: &Arc<Replay>) -> Result<Vec<RecordedMove>, DecisionsError> {
    let mut walk = DecisionWalk::begin(replay)?;
    loop {
        if let Some(moves) = walk.step() {
            return moves;
        }
    }
}

/// Whether the search plays such a game, so that its moves can be judged: on the usual board, with the seven tetrominoes.
pub fn is_reviewable(replay: &Replay) -> bool {
    let rules = &replay.setup.rules;
    rules.board == BoardSize::default() && rules.pieces == PieceSet::Tetromino
}

/// A search for the moves of a recorded game in short steps.
pub struct DecisionWalk(ReplayWalk);

impl DecisionWalk {
    /// Sets a replay up, at its beginning.
    ///
    /// # Errors
    /// The search does not play such a game, or the recorded rules are not within their limits.
    pub fn begin(replay: &Arc<Replay>) -> Result<Self, DecisionsError> {
        if !is_reviewable(replay) {
            return Err(DecisionsError::Unplayed);
        }
        ReplayWalk::begin(replay, ReplayMoves::default(), note).map(DecisionWalk).map_err(DecisionsError::from)
    }

    /// Plays the next 250 ticks. Returns the moves once the replay is through; that is the last step.
    ///
    /// # Errors
    /// The replay is not the game that was recorded.
    pub fn step(&mut self) -> Option<Result<Vec<RecordedMove>, DecisionsError>> {
        if let ReplayCheck::Differs { tick, .. } = self.0.step()? {
            return Some(Err(DecisionsError::Differs(tick)));
        }
        let found = self.0.take_notes::<ReplayMoves>();
        let mut moves: Vec<RecordedMove> = found.0.into_iter().flat_map(|seat| counted_in_pieces(seat.moves)).collect();
        moves.sort_by_key(|found| (found.tick, found.seat));
        Some(Ok(moves))
    }
}

/// The moves of a seat, with the time until garbage rises counted in pieces of the player's own speed in that round.
fn counted_in_pieces(mut moves: Vec<(RecordedMove, u64)>) -> Vec<RecordedMove> {
    for of_round in moves.chunk_by_mut(|(one, _), (other, _)| one.round == other.round) {
        let times = || of_round.iter().map(|(found, _)| found.clock.now);
        let (first, last) = (times().min().unwrap_or(0), times().max().unwrap_or(0));
        let pace = ((last - first) / (of_round.len() as u64).max(1)).max(SHORTEST);
        for (found, due_in) in of_round {
            found.clock.pace = pace.min(u32::MAX.into()) as u32;
            found.played.state.garbage.due = (1 + due_in.div_ceil(pace)).min(255) as u8;
        }
    }
    moves.into_iter().map(|(found, _)| found).collect()
}

type Seen = (
    &'static Seat,
    &'static Field,
    &'static Falling,
    &'static Queue,
    &'static HoldSlot,
    &'static RunningStreak,
    &'static IncomingGarbage,
    &'static TickOutcome,
);

fn note(current: Single<&Match>, mut moves: ResMut<ReplayMoves>, players: Query<Seen>) {
    for (seat, _, falling, _, hold, _, incoming, outcome) in &players {
        let Some(of_seat) = moves.0.get_mut(seat.index()) else { continue };
        if of_seat.round != current.round {
            *of_seat = SeatMoves { round: current.round, moves: std::mem::take(&mut of_seat.moves), ..default() };
        }
        if let (Some(locked), Some(open)) = (outcome.locked, of_seat.open.take_if(|_| outcome.locked.is_some())) {
            of_seat.pieces += 1;
            let found = RecordedMove {
                seat: seat.0,
                round: current.round,
                number: of_seat.pieces,
                began: open.began,
                tick: current.tick,
                clock: MoveClock { now: open.appeared, pace: 0 },
                played: PlayedMove {
                    state: open.state,
                    opponent: open.opponent,
                    placement: Placement { piece: locked.piece, spin: locked.spin },
                    hold: open.is_held || outcome.held && outcome.spawned.is_none(),
                },
            };
            of_seat.moves.push((found, open.due_in));
        }
        let held_before = std::mem::replace(&mut of_seat.hold, hold.0.piece());
        if falling.piece.is_none() {
            continue;
        }
        let was_open = of_seat.open.is_some();
        if let Some(open) = of_seat.open.as_mut().filter(|_| outcome.held) {
            (open.serial, open.is_held) = (falling.serial, true);
        }
        if of_seat.open.as_ref().is_none_or(|open| open.serial != falling.serial) {
            let of = |other: bool| players.iter().find(|player| (player.0 != seat) == other);
            let Some(state) = of(false).map(|player| state_of(&current, player, of(true))) else { continue };
            // A hold that was pressed before the piece appeared has changed what its player saw.
            let is_held = outcome.held && !was_open;
            let state = if is_held { before_hold(state, held_before) } else { state };
            let opponent = of(true).map(|player| state_of(&current, player, of(false)));
            let due = incoming.0.waiting().map(|attack| attack.due).min().unwrap_or(current.round_tick);
            of_seat.open = Some(OpenMove {
                state,
                opponent,
                serial: falling.serial,
                is_held,
                began: current.tick,
                appeared: current.round_tick,
                due_in: due.saturating_sub(current.round_tick),
            });
        }
    }
}

type SeenItem<'a> = (
    &'a Seat,
    &'a Field,
    &'a Falling,
    &'a Queue,
    &'a HoldSlot,
    &'a RunningStreak,
    &'a IncomingGarbage,
    &'a TickOutcome,
);

/// The position of a player. When waiting garbage rises is left out; it counts in pieces.
fn state_of(current: &Match, player: SeenItem, opponent: Option<SeenItem>) -> State {
    let (_, field, falling, queue, hold, run, incoming, _) = player;
    let in_play = falling.piece.map(|in_play| in_play.piece.kind);
    State {
        board: *field.0.board(),
        hold: hold.0.piece(),
        can_hold: current.rules.hold && hold.0.is_free(),
        queue: in_play.into_iter().chain(queue.0.shown()).collect(),
        bag: queue.0.left_in_bag(),
        streak: run.0,
        garbage: Garbage { rows: incoming.0.rows().min(255) as u8, due: 1, certain: false },
        rival: opponent.map_or_else(OpponentInfo::default, |(_, field, _, _, _, run, incoming, _)| {
            OpponentInfo::of(field.0.board(), incoming.0.rows(), run.0)
        }),
        untold: false,
    }
}

/// The position before the falling piece came out of the hold slot, in which `held` lay then.
fn before_hold(state: State, held: Option<PieceKind>) -> State {
    let Some(first) = state.hold else { return state };
    let mut queue = vec![first];
    // From an empty slot the piece that falls now came from the queue, which showed one piece less at its end.
    let rest = if held.is_some() { &state.queue[1..] } else { &state.queue[..state.queue.len() - 1] };
    queue.extend(rest);
    State { hold: held, can_hold: true, queue, ..state }
}
