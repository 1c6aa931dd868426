//! The whole review of one move: what the search says, what matches say that are played on, and what was left of the
//! attack that was there. It can be asked for from elsewhere, as in a Web Worker: one JSON object each way.

use super::advice::answer_advice_request;
use super::attack::AttackComparison;
use super::chance::ChanceModel;
use super::explanation::{Explanation, MoveExplainer};
use super::grade::Grade;
use super::judge::{Judgement, MoveJudge, PlayedMove};
use super::playouts::{MoveTiming, Playouts, PlayoutsSoFar};
use crate::rules::Rules;
use crate::search::Weights;
use crate::search::request::{checked_search_rules, json_line};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How many nodes the search makes for each piece of a match that is played on.
const PLAYOUT_NODES: u64 = 300;

/// What a review says of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// The verdict; `None` where no piece had a place, and before the search has judged.
    pub judgement: Option<Judgement>,
    /// What the move left of the attack that was there; nothing, unless the move cost something.
    pub attack: AttackComparison,
    /// Why the best move is worth more; nothing, unless the move cost something.
    pub explanation: Explanation,
}

/// Lines of attack that a move must put out of reach to be called a missed attack.
const MISSED_LINES: u32 = 2;

impl MoveReview {
    /// The verdict, if the move cost something.
    pub fn judgement_if_costly(&self) -> Option<&Judgement> {
        self.judgement.as_ref().filter(|judgement| judgement.grade > Grade::Good)
    }

    /// Whether the move cost something, and put an attack out of reach that was there.
    pub fn misses_attack(&self) -> bool {
        self.judgement_if_costly().is_some() && self.attack.missed() >= MISSED_LINES
    }

    /// Whether the move cost something, and can lose where the best one cannot.
    pub fn is_needless_danger(&self) -> bool {
        self.judgement_if_costly().is_some_and(|judgement| judgement.danger > 0.0)
    }
}

/// Reviews the moves of games under the same rules, each by itself.
#[derive(Debug)]
pub struct MoveReviewer {
    rules: Rules,
    judge: MoveJudge,
    playouts: Playouts,
    explainer: MoveExplainer,
}

impl MoveReviewer {
    /// A reviewer under these rules, whose search and whose matches have these weights.
    pub fn new(rules: &Rules, weights: &Weights) -> Self {
        let judge = MoveJudge::new(rules, weights.clone(), ChanceModel::GUIDELINE, 1);
        let playouts = Playouts::new(rules, weights.clone(), PLAYOUT_NODES);
        Self { rules: *rules, judge, playouts, explainer: MoveExplainer::new(rules, weights.clone()) }
    }

    /// The review of a move by the search alone.
    pub fn review_by_search(&mut self, played: &PlayedMove, timing: MoveTiming) -> MoveReview {
        let review = MoveReview { judgement: self.judge.judge(played), ..MoveReview::default() };
        self.with_details(review, played, timing)
    }

    /// The review with the attack that was there and the reasons, if the move cost something; they take as long as the
    /// search does. In a game alone there is nobody to attack.
    fn with_details(&mut self, review: MoveReview, played: &PlayedMove, timing: MoveTiming) -> MoveReview {
        let Some(best) = review.judgement_if_costly().map(|judgement| judgement.best) else {
            return MoveReview { judgement: review.judgement, ..MoveReview::default() };
        };
        let attack = match &played.opponent {
            Some(_) => AttackComparison::of(&self.rules, played, timing.now),
            None => AttackComparison::default(),
        };
        MoveReview { attack, explanation: self.explainer.explain(played, best), ..review }
    }

    /// What [`Self::review_by_search`] has said of a move, and what at most `pairs` pairs of matches say that are
    /// played on. Nothing is played on after the best move, or with 0 pairs.
    pub fn play_on(&mut self, played: &PlayedMove, timing: MoveTiming, said: MoveReview, pairs: u32) -> MoveReview {
        let mut so_far = PlayoutsSoFar::default();
        loop {
            if let Some(review) = self.play_pair_on(played, timing, &said, pairs, &mut so_far) {
                return review;
            }
        }
    }

    /// Plays the next of the pairs that [`Self::play_on`] plays, so that somebody can wait between two of them. Returns
    /// the review once no further pair is to be played.
    pub fn play_pair_on(
        &mut self,
        played: &PlayedMove,
        timing: MoveTiming,
        said: &MoveReview,
        pairs: u32,
        so_far: &mut PlayoutsSoFar,
    ) -> Option<MoveReview> {
        let costly = said.judgement.filter(|judgement| !judgement.costs_nothing());
        let Some(judgement) = costly else { return Some(said.clone()) };
        if !so_far.is_enough(pairs) {
            let moves = [judgement.best, played.search_move()];
            // In a game alone nothing is played on.
            let is_played = self.playouts.play_next_pair(played, moves, timing, so_far).is_some();
            return (!is_played).then(|| said.clone());
        }
        let Some(score) = so_far.comparison() else { return Some(said.clone()) };
        let review = MoveReview { judgement: Some(judgement.with_playouts(&score)), ..said.clone() };
        if review.judgement_if_costly().is_some() && !review.explanation.best.is_empty() {
            // Attack and reasons follow from the move and the best one, which matches do not change.
            return Some(review);
        }
        Some(self.with_details(review, played, timing))
    }
}

/// What a reviewer is asked: a move to be reviewed, with everything else that the answer depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewRequest<'a> {
    /// The rules of the game.
    pub rules: Rules,
    /// The weights of the search that judges.
    pub weights: Cow<'a, Weights>,
    /// The move to be judged, with what its player knew.
    pub played: Cow<'a, PlayedMove>,
    /// When that move was made, and how fast its player plays.
    pub timing: MoveTiming,
    /// What the search has said, for matches to be played on; `None` where it is to say it.
    pub said: Option<Cow<'a, MoveReview>>,
    /// The most pairs of matches that are played on.
    pub pairs: u32,
}

/// Answers a [`ReviewRequest`] in one line, and gives the [`MoveReview`] as JSON; or one of
/// [`AdviceRequest`](super::AdviceRequest), and gives the [`PositionAdvice`](super::PositionAdvice).
///
/// # Errors
/// One line of text, if the request cannot be read, its rules are outside their limits or none of a search, or one of
/// its boards has another size than the rules say.
pub fn answer_review_request(request: &str) -> Result<String, String> {
    if let Some(answer) = answer_advice_request(request) {
        return answer;
    }
    let request: ReviewRequest = serde_json::from_str(request).map_err(|error| format!("the request: {error}"))?;
    let positions = std::iter::once(&request.played.state).chain(&request.played.opponent);
    let rules = checked_search_rules(request.rules, positions)?;
    let mut reviewer = MoveReviewer::new(&rules, &request.weights);
    let said = request.said.map_or_else(|| reviewer.review_by_search(&request.played, request.timing), Cow::into_owned);
    let review = reviewer.play_on(&request.played, request.timing, said, request.pairs);
    json_line(&review)
}
