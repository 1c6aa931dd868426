//! A question to a search that runs elsewhere, as in a Web Worker, and its answer: one JSON object each.
//!
//! A question holds everything that its answer depends on, so that anybody can answer it, in any order, with the same
//! result as the search on the spot.

use super::{Search, SearchInsight, State, StepwiseDecision, Weights};
use crate::ai::brain::RankedPlacement;
use crate::rules::Rules;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What a search is asked: to value the placements of the falling piece in a position, by these rules and weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchRequest<'a> {
    /// The rules that decide what clears send and where pieces can go.
    pub rules: Rules,
    /// The weights that the search values positions by.
    pub weights: Cow<'a, Weights>,
    /// The position that the player sees, with the falling piece to decide on.
    pub state: Cow<'a, State>,
    /// About how many positions the search looks at.
    pub nodes: u64,
}

/// What a search answers: the placements of the falling piece, the best first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchReply {
    /// The placements with their values; empty when no piece has a place.
    pub placements: Vec<RankedPlacement>,
    /// How the search came to the best of them; `None` when no piece has a place, and where no search decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insight: Option<SearchInsight>,
}

/// Answers requests, each in several steps, one for each of the search's worlds, so that the caller can find out in
/// between that nobody needs the answer any more. It keeps the memory of its search from one request to the next while
/// the rules stay the same.
#[derive(Debug, Default)]
pub struct SearchResponder {
    search: Option<(Rules, Search)>,
    underway: Option<StepwiseDecision>,
}

impl SearchResponder {
    /// A responder that has no request and no memory yet.
    pub const fn new() -> Self {
        Self { search: None, underway: None }
    }

    /// Begins a request, written by [`json_line`]. It replaces the request that was under way.
    ///
    /// # Errors
    /// One line of text, if the request cannot be read, its rules are outside their limits or none of a search, or its
    /// board has another size than the rules say.
    pub fn begin(&mut self, request: &str) -> Result<(), String> {
        self.underway = None;
        let request: SearchRequest = serde_json::from_str(request).map_err(|error| format!("the request: {error}"))?;
        let rules = checked_search_rules(request.rules, [&*request.state])?;
        if self.search.as_ref().is_none_or(|(known, _)| *known != rules) {
            self.search = Some((rules, Search::new(&rules)));
        }
        self.underway = Some(StepwiseDecision::new(&request.state, &request.weights, request.nodes));
        Ok(())
    }

    /// Thinks one step further; the last step gives the [`SearchReply`] as JSON, the others `None`.
    ///
    /// # Errors
    /// One line of text, where no request was begun, or the answer cannot be written as JSON.
    pub fn step(&mut self) -> Result<Option<String>, String> {
        let (Some((_, search)), Some(underway)) = (&mut self.search, &mut self.underway) else {
            return Err("the request: none was begun".to_owned());
        };
        underway.step(search);
        if !underway.is_finished() {
            return Ok(None);
        }
        let reply = SearchReply { placements: underway.ranked(), insight: underway.insight() };
        self.underway = None;
        json_line(&reply).map(Some)
    }

    /// Answers a request in one go; gives the [`SearchReply`] as JSON.
    ///
    /// # Errors
    /// The errors of [`begin`](Self::begin) and of [`step`](Self::step).
    pub fn answer(&mut self, request: &str) -> Result<String, String> {
        self.begin(request)?;
        loop {
            if let Some(answer) = self.step()? {
                return Ok(answer);
            }
        }
    }
}

/// Gives the rules of a request back if they are within their limits, a search plays by them, and the boards of the
/// request's positions have the size that they say.
///
/// # Errors
/// One line that says what is wrong with the rules or a board.
pub fn checked_search_rules<'a>(rules: Rules, positions: impl IntoIterator<Item = &'a State>) -> Result<Rules, String> {
    let rules = rules.checked().map_err(|error| error.to_string())?;
    if !Search::can_play(&rules) {
        return Err("the request: a search plays by no such rules".to_owned());
    }
    if positions.into_iter().any(|position| position.board.size() != rules.board) {
        return Err("the request: its board has another size than its rules say".to_owned());
    }
    Ok(rules)
}

/// A request, an order or an answer as one line of JSON.
///
/// # Errors
/// The text of JSON's error, if it cannot be written as JSON.
pub fn json_line(request: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(request).map_err(|error| error.to_string())
}

impl SearchReply {
    /// Reads a reply that [`SearchResponder::answer`] has written.
    ///
    /// # Errors
    /// One line that says what is wrong with the reply.
    pub fn read(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("the reply: {error}"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::rules::{Board, BoardSize, GarbageKind, GarbageRules, PieceSet};
    use crate::search::WaitingGarbage;

    fn request(seed: u64) -> (Weights, State) {
        let genome: Vec<f64> = (0..Weights::genome_length()).map(|at| (at as f64 * 0.37).sin()).collect();
        let field = Playfield::new(&Rules::default(), seed);
        let mut state = State::of(&field, WaitingGarbage { rows: 2, due: 1, certain: false });
        (0..3).for_each(|_| assert!(state.board.raise(0b11_1110_1111, false)));
        (Weights::new(&genome).unwrap(), state)
    }

    #[test]
    fn an_answer_is_that_of_the_search_on_the_spot() {
        let (mut responder, rules) = (SearchResponder::default(), Rules::default());
        for (seed, nodes) in (0..6).zip([3_000, 3_000, 3_000, 16_000, 30_000, 70_000]) {
            let (weights, state) = request(seed);
            let request =
                SearchRequest { rules, weights: Cow::Borrowed(&weights), state: Cow::Borrowed(&state), nodes };
            let answer = SearchReply::read(&responder.answer(&json_line(&request).unwrap()).unwrap()).unwrap();
            let mut search = Search::new(&rules);
            assert_eq!(answer.placements, search.rank(&state, &weights, nodes), "seed {seed}");
            assert!(!answer.placements.is_empty());
            assert_eq!(answer.insight, search.insight(), "seed {seed}");
            assert_eq!(
                answer.insight.map(|insight| insight.agreement.worlds),
                Some((nodes as u32 / 8_000).clamp(1, 8))
            );
        }
    }

    #[test]
    fn an_answer_that_tells_no_insight_is_read() {
        let told = SearchReply::read("{\"placements\":[]}").unwrap();
        assert_eq!(told, SearchReply::default());
        assert_eq!(json_line(&told).unwrap(), "{\"placements\":[]}", "and written as before");
    }

    #[test]
    fn a_request_takes_the_place_of_the_one_under_way() {
        let (mut responder, rules) = (SearchResponder::default(), Rules::default());
        let lines = [0, 1].map(|seed| {
            let (weights, state) = request(seed);
            let (weights, state) = (Cow::Borrowed(&weights), Cow::Borrowed(&state));
            json_line(&SearchRequest { rules, weights, state, nodes: 30_000 }).unwrap()
        });
        responder.begin(&lines[0]).unwrap();
        assert_eq!(responder.step(), Ok(None), "three worlds, three steps");
        let second = responder.answer(&lines[1]).unwrap();
        assert_eq!(second, SearchResponder::new().answer(&lines[1]).unwrap());
        assert_ne!(second, SearchResponder::new().answer(&lines[0]).unwrap());
        assert!(responder.step().is_err(), "nothing is under way any more");
    }

    #[test]
    fn rules_by_which_no_search_plays_are_refused() {
        let (weights, state) = request(0);
        let begun = |rules| {
            let (weights, state) = (Cow::Borrowed(&weights), Cow::Borrowed(&state));
            let request = SearchRequest { rules, weights, state, nodes: 1_000 };
            SearchResponder::new().begin(&json_line(&request).unwrap()).is_ok()
        };
        let usual = Rules::default();
        assert!(begun(usual));
        assert!(!begun(Rules { board: BoardSize { width: 12, ..usual.board }, ..usual }));
        assert!(!begun(Rules { pieces: PieceSet::Pentomino, ..usual }));
        let garbage = GarbageRules { kind: GarbageKind::Solid, ..usual.garbage };
        assert!(!begun(Rules { garbage, ..usual }));
    }

    #[test]
    fn a_position_on_a_board_of_another_size_is_refused() {
        let (weights, state) = request(0);
        let usual = Rules::default();
        for (board, begins) in [(usual.board, true), (BoardSize { width: 16, visible: 1, buffer: 0 }, false)] {
            let state = State { board: Board::new(board), ..state.clone() };
            let (weights, state) = (Cow::Borrowed(&weights), Cow::Owned(state));
            let line = json_line(&SearchRequest { rules: usual, weights, state, nodes: 1_000 }).unwrap();
            assert_eq!(SearchResponder::new().begin(&line).is_ok(), begins, "{board:?}");
        }
    }

    #[test]
    fn a_bad_request_is_one_line() {
        let mut responder = SearchResponder::default();
        for bad in ["", "{}", "[1]", "{\"rules\":{},\"weights\":[1],\"state\":{},\"nodes\":1}"] {
            let line = responder.answer(bad).unwrap_err();
            assert!(line.starts_with("the request: ") && !line.contains('\n'), "{line}");
        }
    }
}
