//! The review of a replay: its moves, each with a verdict, and what they come to for each player.

use crate::game::replay::{DecisionsError, RecordedMove, Replay, decisions};
use crate::mind::Mind;
use crate::review::{ChanceModel, Grade, Judgement, MoveJudge, Playouts, accuracy};
use crate::rules::Rules;
use crate::search::Weights;
use crate::storage::Catalog;
use std::sync::Arc;
use thiserror::Error;

/// The saved generation whose search judges: it learned in matches, with garbage announced.
const JUDGE: &str = "champion-duel:100";
/// Nodes for each piece of a match that is played on.
const PLAYOUT_NODES: u64 = 300;

/// Why a replay is not reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The moves are not to be had.
    #[error(transparent)]
    Decisions(#[from] DecisionsError),
    /// The search that judges is missing from this program.
    #[error("the generation {JUDGE} is missing, which judges the moves")]
    NoJudge,
}

/// A move with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move.
    pub recorded: RecordedMove,
    /// What is thought of it; `None` where no piece had a place.
    pub judgement: Option<Judgement>,
}

/// What the moves of a player come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReviewSummary {
    /// How many moves were judged.
    pub moves: u32,
    /// The mean accuracy of the moves in percent, 0 to 100.
    pub accuracy: f64,
    /// The standard error of that mean.
    pub error: f64,
    /// How many moves are of each class, in the order of [`Grade::ALL`].
    pub grades: [u32; Grade::ALL.len()],
}

/// Reviews the moves of one game, each by itself: the search judges first, then matches that are played on.
pub struct MoveReviewer {
    judge: MoveJudge,
    playouts: Playouts,
    /// The most pairs of matches that are played on from a move.
    pairs: u32,
}

impl MoveReviewer {
    /// A reviewer under these rules, which plays at most this many pairs of matches on from a move; with 0 the search
    /// alone judges.
    pub fn new(rules: &Rules, weights: &Weights, pairs: u32) -> Self {
        let judge = MoveJudge::new(rules, weights.clone(), ChanceModel::GUIDELINE, 1);
        Self { judge, playouts: Playouts::new(rules, weights.clone(), PLAYOUT_NODES), pairs }
    }

    /// The move with its verdict.
    pub fn review(&mut self, recorded: RecordedMove) -> ReviewedMove {
        let played = &recorded.played;
        let judgement = self.judge.judge(played).map(|judgement| {
            let moves = [judgement.best, (played.placement, played.hold)];
            let doubted = judgement.grade != Grade::Best;
            let score = doubted.then(|| self.playouts.compare(played, moves, recorded.clock, self.pairs)).flatten();
            score.map_or(judgement, |score| judgement.with_playouts(&score))
        });
        ReviewedMove { recorded, judgement }
    }
}

/// The moves of a replay to be reviewed, and the weights of the search that judges them.
///
/// # Errors
/// The search does not play such a game, or the replay is not the game that was recorded.
pub fn open_review(replay: &Arc<Replay>) -> Result<(Vec<RecordedMove>, Weights), ReviewError> {
    let weights = judging_weights().ok_or(ReviewError::NoJudge)?;
    Ok((decisions(replay)?, weights))
}

impl ReviewSummary {
    /// What the moves of a seat come to.
    pub fn of(moves: &[ReviewedMove], seat: u8) -> Self {
        let own = moves.iter().filter(|reviewed| reviewed.recorded.seat == seat);
        let (mut summary, mut sum, mut squares) = (Self::default(), 0.0, 0.0);
        for judgement in own.filter_map(|reviewed| reviewed.judgement.as_ref()) {
            let accurate = accuracy(judgement.best_chance - judgement.played_chance);
            (sum, squares) = (sum + accurate, squares + accurate * accurate);
            summary.moves += 1;
            summary.grades[judgement.grade as usize] += 1;
        }
        let count = f64::from(summary.moves.max(1));
        summary.accuracy = sum / count;
        summary.error = ((squares / count - summary.accuracy * summary.accuracy).max(0.0) / count).sqrt();
        summary
    }
}

/// The weights of the search that judges.
fn judging_weights() -> Option<Weights> {
    let contestant = Catalog::load().contestant(&JUDGE.parse().ok()?).ok()?;
    match contestant.mind {
        Mind::Searcher(weights) => Some((*weights).clone()),
        Mind::Brain(_) | Mind::Guest(_) => None,
    }
}
