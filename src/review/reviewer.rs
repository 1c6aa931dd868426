//! The whole review of one move: what the search says, what matches say that are played on, and what was left of the
//! attack that was there. It can be asked for from elsewhere, as in a Web Worker: one JSON object each way.

use super::attack::AttackChoice;
use super::chance::ChanceModel;
use super::judge::{Grade, Judgement, MoveJudge, PlayedMove};
use super::playouts::{MoveClock, Playouts};
use crate::rules::Rules;
use crate::search::Weights;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Nodes for each piece of a match that is played on.
const PLAYOUT_NODES: u64 = 300;

/// What a review says of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// The verdict; `None` where no piece had a place, and before anything is said.
    pub judgement: Option<Judgement>,
    /// What the move left of the attack that was there.
    pub attack: AttackChoice,
}

/// Lines of attack that a move must put out of reach to be called a missed attack.
const MISSED_LINES: u32 = 2;

impl MoveReview {
    /// The verdict, if the move cost something.
    pub fn fault(&self) -> Option<&Judgement> {
        self.judgement.as_ref().filter(|judgement| judgement.grade > Grade::Good)
    }

    /// Whether the move cost something, and put an attack out of reach that was there.
    pub fn misses_attack(&self) -> bool {
        self.fault().is_some() && self.attack.missed() >= MISSED_LINES
    }

    /// Whether the move cost something, and can lose where the best one cannot.
    pub fn is_needless_danger(&self) -> bool {
        self.fault().is_some_and(|judgement| judgement.danger > 0.0)
    }
}

/// Reviews the moves of games under the same rules, each by itself.
pub struct MoveReviewer {
    rules: Rules,
    judge: MoveJudge,
    playouts: Playouts,
}

impl MoveReviewer {
    /// A reviewer under these rules, whose search and whose matches have these weights.
    pub fn new(rules: &Rules, weights: &Weights) -> Self {
        let judge = MoveJudge::new(rules, weights.clone(), ChanceModel::GUIDELINE, 1);
        Self { rules: *rules, judge, playouts: Playouts::new(rules, weights.clone(), PLAYOUT_NODES) }
    }

    /// The review of a move, for which at most `pairs` pairs of matches are played on; with 0 the search alone judges.
    pub fn review(&mut self, played: &PlayedMove, clock: MoveClock, pairs: u32) -> MoveReview {
        let judgement = self.judge.judge(played).map(|judgement| {
            let moves = [judgement.best, (played.placement, played.hold)];
            let doubted = judgement.grade != Grade::Best;
            let score = doubted.then(|| self.playouts.compare(played, moves, clock, pairs)).flatten();
            score.map_or(judgement, |score| judgement.with_playouts(&score))
        });
        MoveReview { judgement, attack: AttackChoice::of(&self.rules, played, clock.now) }
    }
}

/// Asks for the review of a move. It holds everything that the answer depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewRequest<'a> {
    /// The rules of the game.
    pub rules: Rules,
    /// The weights of the search that judges.
    pub weights: Cow<'a, Weights>,
    /// The move.
    pub played: Cow<'a, PlayedMove>,
    /// When it was made.
    pub clock: MoveClock,
    /// The most pairs of matches that are played on.
    pub pairs: u32,
}

impl ReviewRequest<'_> {
    /// The request as one line of JSON.
    ///
    /// # Errors
    /// The text of JSON's error, if the request cannot be written as JSON.
    pub fn line(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(|error| error.to_string())
    }
}

/// Answers a request that [`ReviewRequest::line`] has written; gives the [`MoveReview`] as JSON.
///
/// # Errors
/// One line of text, if the request cannot be read or its rules are outside their limits.
pub fn answer_review(request: &str) -> Result<String, String> {
    let request: ReviewRequest = serde_json::from_str(request).map_err(|error| format!("the request: {error}"))?;
    let rules = request.rules.checked().map_err(|error| error.to_string())?;
    let review = MoveReviewer::new(&rules, &request.weights).review(&request.played, request.clock, request.pairs);
    serde_json::to_string(&review).map_err(|error| error.to_string())
}
