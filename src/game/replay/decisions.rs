//! The moves of a recorded game with what their players knew: what a review judges.

use super::log::Replay;
use super::move_notes::{MatchMoves, RecordedMove, note_moves};
use super::walk::{DifferentGameError, ReplayWalk};
use crate::game::modes::Course;
use crate::rules::{RuleError, Rules};
use crate::search::Search;
use std::sync::Arc;
use thiserror::Error;

/// Why the moves of a recorded game are not to be had.
#[derive(Debug, Error)]
pub enum RecordedMovesError {
    /// The recorded rules are not within their limits.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A review cannot judge moves on such a board or with such pieces.
    #[error("a review needs the usual board and the seven tetrominoes, this game has others")]
    Unsupported,
    /// A review cannot judge a match that goes to whoever reaches a goal first.
    #[error("a review judges a match by who tops out, and this one goes to whoever reaches its goal first")]
    Goal,
    /// The replay is not the game that was recorded.
    #[error(transparent)]
    Differs(#[from] DifferentGameError),
}

/// The moves of all players, in the order in which their pieces locked, without those that were taken back.
///
/// # Errors
/// The search does not play such a game, or the replay is not the game that was recorded.
pub fn recorded_moves(replay: &Arc<Replay>) -> Result<Vec<RecordedMove>, RecordedMovesError> {
    let mut walk = DecisionWalk::begin(replay)?;
    loop {
        if let Some(moves) = walk.step() {
            return moves;
        }
    }
}

/// Whether the search plays such a game, so that its moves can be judged: on the usual board, with the seven
/// tetrominoes, and without solid garbage.
pub fn is_reviewable(rules: &Rules) -> bool {
    Search::can_play(rules)
}

/// Whether a game with this course and so many seats can be judged: [`is_reviewable`], and a match of two is decided by
/// who tops out, since moves are judged by that.
pub fn is_reviewable_game(rules: &Rules, course: &Course, seats: usize) -> bool {
    is_reviewable(rules) && (seats < 2 || !course.has_goal(rules))
}

/// Plays a recorded game through in short steps and notes its moves.
pub struct DecisionWalk(ReplayWalk);

impl DecisionWalk {
    /// Sets a replay up, at its beginning.
    ///
    /// # Errors
    /// The search does not play such a game, or the recorded rules are not within their limits.
    pub fn begin(replay: &Arc<Replay>) -> Result<Self, RecordedMovesError> {
        let setup = &replay.setup;
        if !is_reviewable(&setup.rules) {
            return Err(RecordedMovesError::Unsupported);
        }
        if !is_reviewable_game(&setup.rules, &setup.course, setup.seats.len()) {
            return Err(RecordedMovesError::Goal);
        }
        ReplayWalk::begin(replay, MatchMoves::default(), note_moves).map(DecisionWalk).map_err(RecordedMovesError::from)
    }

    /// Plays the next 250 ticks. Returns the moves once the replay is through; that is the last step.
    ///
    /// # Errors
    /// The replay is not the game that was recorded.
    pub fn step(&mut self) -> Option<Result<Vec<RecordedMove>, RecordedMovesError>> {
        if let Err(error) = self.0.step()?.expect_agreement() {
            return Some(Err(error.into()));
        }
        let mut moves = self.0.take_notes::<MatchMoves>().into_moves();
        moves.sort_by_key(|found| (found.tick, found.seat));
        Some(Ok(moves))
    }
}
