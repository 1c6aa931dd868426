//! Where moves are judged: on this thread, or in a browser, whose frames do not wait for a search, by a worker.

use super::ReviewError;
use super::moves::judging_weights;
use crate::doors::threads::unpoisoned;
use crate::doors::worker::{PendingRequest, Worker};
use crate::game::replay::RecordedMove;
use crate::review::{MoveReview, MoveReviewer, PlayoutsSoFar, ReviewRequest};
use crate::rules::Rules;
use crate::search::Weights;
use crate::search::request::json_line;
use std::borrow::Cow;
use std::sync::{Arc, Mutex};

/// A place where the moves of games under the same rules are judged.
pub(super) struct MoveReviewBackend {
    rules: Rules,
    by: JudgedBy,
}

enum JudgedBy {
    Thread(Arc<Mutex<MoveReviewer>>),
    Worker(Arc<dyn Worker>, Box<Weights>),
}

/// A review of a move that was asked for: given at once, still to come from a worker, or being played on.
pub(super) enum RequestedReview {
    Given(Box<MoveReview>),
    Pending(PendingRequest),
    PlayingOn(Box<PlayedOnMove>),
}

/// A move from which this thread plays matches on: a pair whenever it is asked for the answer.
pub(super) struct PlayedOnMove {
    reviewer: Arc<Mutex<MoveReviewer>>,
    recorded: RecordedMove,
    said: MoveReview,
    pairs: u32,
    so_far: PlayoutsSoFar,
}

impl PlayedOnMove {
    fn play_pair(&mut self) -> Option<MoveReview> {
        let RecordedMove { played, timing, .. } = &self.recorded;
        unpoisoned(self.reviewer.lock()).play_pair_on(played, *timing, &self.said, self.pairs, &mut self.so_far)
    }
}

impl MoveReviewBackend {
    /// The backend that is kept, or a new one if none is kept for these rules.
    ///
    /// # Errors
    /// A line about why there is none.
    pub(super) fn get_or_create<'a>(kept: &'a mut Option<Self>, rules: &Rules) -> Result<&'a mut Self, String> {
        if kept.as_ref().is_none_or(|place| place.rules != *rules) {
            *kept = Some(Self::begin(rules)?);
        }
        kept.as_mut().ok_or_else(String::new)
    }

    fn begin(rules: &Rules) -> Result<Self, String> {
        let weights = judging_weights().ok_or_else(|| ReviewError::NoJudge.to_string())?;
        let by = match browser_review_worker() {
            Some(Some(worker)) => JudgedBy::Worker(worker, Box::new(weights)),
            Some(None) => return Err("this browser has no workers to judge the moves".to_owned()),
            None => JudgedBy::Thread(Arc::new(Mutex::new(MoveReviewer::new(rules, &weights)))),
        };
        Ok(Self { rules: *rules, by })
    }

    /// Asks for the review of a move: by the search alone, or where `said` has what the search found, by at most
    /// `pairs` pairs of matches that are played on. What the search finds a thread answers before this returns.
    ///
    /// # Errors
    /// A line about a request that cannot be written.
    pub(super) fn ask_for_review(
        &mut self,
        recorded: &RecordedMove,
        said: Option<MoveReview>,
        pairs: u32,
    ) -> Result<RequestedReview, String> {
        let (played, timing) = (&recorded.played, recorded.timing);
        match &mut self.by {
            JudgedBy::Thread(reviewer) => Ok(match said {
                None => {
                    let review = unpoisoned(reviewer.lock()).review_by_search(played, timing);
                    RequestedReview::Given(Box::new(review))
                }
                Some(said) => {
                    let (reviewer, recorded) = (Arc::clone(reviewer), recorded.clone());
                    let so_far = PlayoutsSoFar::default();
                    RequestedReview::PlayingOn(Box::new(PlayedOnMove { reviewer, recorded, said, pairs, so_far }))
                }
            }),
            JudgedBy::Worker(worker, weights) => {
                let request = ReviewRequest {
                    rules: self.rules,
                    weights: Cow::Borrowed(weights),
                    played: Cow::Borrowed(played),
                    timing,
                    said: said.map(Cow::Owned),
                    pairs,
                };
                json_line(&request).map(|line| RequestedReview::Pending(PendingRequest::begin(worker, line)))
            }
        }
    }
}

impl RequestedReview {
    /// Whether this goes on only where it is asked for the answer: it can wait between two pairs of matches.
    pub(super) const fn can_rest(&self) -> bool {
        matches!(self, Self::PlayingOn(_))
    }

    /// The review, or a line about why there is none. As long as there is no answer, the error is the request itself,
    /// to be asked again.
    pub(super) fn answer(self) -> Result<Result<MoveReview, String>, Self> {
        let request = match self {
            Self::Given(review) => return Ok(Ok(*review)),
            Self::Pending(request) => request,
            Self::PlayingOn(mut played_on) => {
                return match played_on.play_pair() {
                    None => Err(Self::PlayingOn(played_on)),
                    Some(review) => Ok(Ok(review)),
                };
            }
        };
        match request.answer() {
            None => Err(Self::Pending(request)),
            Some(answer) => Ok(answer.and_then(|line| serde_json::from_str(&line).map_err(|error| error.to_string()))),
        }
    }
}

/// The worker that judges in a browser, `Some(None)` where the browser has none; `None` where threads judge.
pub(in crate::app) fn browser_review_worker() -> Option<Option<Arc<dyn Worker>>> {
    #[cfg(target_arch = "wasm32")]
    return Some(crate::doors::browser::WebWorker::start("review").map(|worker| Arc::new(worker) as Arc<dyn Worker>));
    #[cfg(not(target_arch = "wasm32"))]
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A worker that answers whatever it is asked with the last of these lines, and then with those before it.
    #[derive(Debug, Default)]
    struct ReviewerOfLines(Mutex<Vec<Option<Result<String, String>>>>);

    impl Worker for ReviewerOfLines {
        fn ask(&self, _: u64, _: String) {}

        fn answer(&self, _: u64) -> Option<Result<String, String>> {
            self.0.lock().unwrap().pop().flatten()
        }

        fn forget(&self, _: u64) {}
    }

    #[test]
    fn a_request_is_asked_until_its_worker_answers_with_a_review_or_says_why_there_is_none() {
        let review = serde_json::to_string(&MoveReview::default()).unwrap();
        for (said, is_review) in [(Ok(review), true), (Err("it has stopped".to_owned()), false)] {
            let lines = ReviewerOfLines(Mutex::new(vec![Some(said), None]));
            let worker: Arc<dyn Worker> = Arc::new(lines);
            let request = RequestedReview::Pending(PendingRequest::begin(&worker, String::new()));
            let Err(request) = request.answer() else { unreachable!("there is no answer yet") };
            let answer = request.answer().ok().unwrap();
            assert_eq!(answer.is_ok_and(|review| review == MoveReview::default()), is_review);
        }
    }

    #[test]
    fn a_backend_is_kept_for_as_long_as_the_rules_stay() {
        let by = JudgedBy::Worker(Arc::new(ReviewerOfLines::default()), Box::new(judging_weights().unwrap()));
        let mut kept = Some(MoveReviewBackend { rules: Rules::versus(), by });
        let same = MoveReviewBackend::get_or_create(&mut kept, &Rules::versus()).unwrap();
        assert!(matches!(same.by, JudgedBy::Worker(..)));
        let other = MoveReviewBackend::get_or_create(&mut kept, &Rules::marathon()).unwrap();
        assert!(matches!(other.by, JudgedBy::Thread(_)) && other.rules == Rules::marathon());
    }
}
