//! Advice on a position: its best moves, how far each is behind the best, and how the game would go on. It can be asked
//! for from elsewhere, as in a Web Worker: one line of text each way.

use super::chance::ChanceModel;
use super::explanation::{MoveExplainer, MoveReason};
use super::judge::MoveJudge;
use crate::movegen::Move;
use crate::rules::Rules;
use crate::search::request::{checked_search_rules, json_line};
use crate::search::{State, Weights};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How many moves an advice has at most.
pub const ADVISED_MOVES: usize = 5;
/// How many of the moves that the search likes most are compared. The order of its votes is not that of their losses.
const COMPARED: usize = 8;
/// What a request for advice begins with, which tells it from a request for a review.
const MARK: &str = "advice ";

/// One of the best moves of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdvisedMove {
    /// The move that is advised.
    pub chosen: Move,
    /// How far the move is behind the best. In the champion's advice that is the chance to win between equal players, 0
    /// to 0.5; in a learner's it is in its own values, 0 or more, and infinite where the move loses.
    pub behind: f64,
    /// The move and those that the search would make after it, through the pieces on show.
    pub line: Vec<Move>,
    /// The reason in a few words; `None` where none was found. Of the best move: what says most for it against the
    /// second. Of any other: what says most for the best move against it.
    pub reason: Option<String>,
}

/// The advice on a position: its best moves, and whether it is lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PositionAdvice {
    /// The best moves, the best first; empty where no piece has a place.
    pub moves: Vec<AdvisedMove>,
    /// Whether every line is lost within the pieces that are looked at.
    pub is_lost: bool,
}

/// Gives advice on positions under the same rules.
#[derive(Debug)]
pub struct MoveAdviser {
    judge: MoveJudge,
    explainer: MoveExplainer,
}

impl MoveAdviser {
    /// An adviser under these rules, whose search has these weights.
    pub fn new(rules: &Rules, weights: &Weights) -> Self {
        let judge = MoveJudge::new(rules, weights.clone(), ChanceModel::GUIDELINE, 1);
        Self { judge, explainer: MoveExplainer::new(rules, weights.clone()) }
    }

    /// The advice on a position, the same whenever it is asked for.
    pub fn advise(&mut self, state: &State) -> PositionAdvice {
        let mut moves: Vec<Move> = Vec::new();
        for found in self.judge.moves_best_first(state) {
            // The same cells by another spin look like the same move.
            if moves.len() < COMPARED && !moves.iter().any(|known| known.has_same_cells(found)) {
                moves.push(found);
            }
        }
        let Some(losses) = self.judge.losses_behind_best(state, &moves) else {
            return PositionAdvice { moves: Vec::new(), is_lost: true };
        };
        let mut order: Vec<usize> = (0..moves.len()).collect();
        // Of equals the one that the search liked more comes first.
        order.sort_by(|&one, &other| losses.behind[one].total_cmp(&losses.behind[other]));
        order.truncate(ADVISED_MOVES);
        let lines: Vec<Vec<Move>> = order.iter().map(|at| self.explainer.expected_line(state, moves[*at])).collect();
        let reason = |place: usize| {
            let [best, other] = [lines.first()?, lines.get(place.max(1))?];
            self.explainer.reasons(state, [best, other]).iter().find_map(MoveReason::in_words)
        };
        let reasons: Vec<Option<String>> = (0..lines.len()).map(reason).collect();
        let advised = order.into_iter().zip(lines).zip(reasons);
        let advised = advised.map(|((at, line), reason)| AdvisedMove {
            chosen: moves[at],
            behind: losses.behind[at],
            line,
            reason,
        });
        PositionAdvice { moves: advised.collect(), is_lost: losses.is_lost }
    }
}

/// What an adviser is asked: a position, with everything else that the answer depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdviceRequest<'a> {
    /// The rules that the position is played under.
    pub rules: Rules,
    /// The weights of the search that advises.
    pub weights: Cow<'a, Weights>,
    /// The position as its player sees it.
    pub state: Cow<'a, State>,
}

impl AdviceRequest<'_> {
    /// The request as one line of text.
    ///
    /// # Errors
    /// The text of JSON's error, if the request cannot be written as JSON.
    pub fn to_text_line(&self) -> Result<String, String> {
        json_line(self).map(|json| format!("{MARK}{json}"))
    }
}

/// Answers a request that [`AdviceRequest::to_text_line`] has written; gives the [`PositionAdvice`] as JSON. `None`
/// for a request of another kind.
pub(super) fn answer_advice_request(request: &str) -> Option<Result<String, String>> {
    request.strip_prefix(MARK).map(advice_in_json)
}

fn advice_in_json(json: &str) -> Result<String, String> {
    let request: AdviceRequest = serde_json::from_str(json).map_err(|error| format!("the request: {error}"))?;
    let rules = checked_search_rules(request.rules, [&*request.state])?;
    let advice = MoveAdviser::new(&rules, &request.weights).advise(&request.state);
    json_line(&advice)
}
