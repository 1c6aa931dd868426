//! How far a review has come, and what is to be done next: every move is looked at once, then matches are played on
//! from the moves that seem to cost most.

use super::moves::ReviewedMove;
use crate::review::MoveReview;
use std::collections::VecDeque;

/// The most pairs of matches that are played on from a move to judge it.
const PAIRS: u32 = 256;
/// How many requests of a review may fail, each of which is made again, before the review is given up.
const MOST_FAILURES: u32 = 3;

/// The stages of a review, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReviewStage {
    /// The game is played through for its moves.
    #[default]
    Reading,
    /// The search looks at every move once.
    Looking,
    /// Matches are played on from the moves that may have cost something.
    PlayingOn,
    /// The review is over: every move is judged, or something went wrong.
    Done,
}

/// A review so far.
#[derive(Debug, Default)]
pub struct ReviewProgress {
    /// The stage that the review has reached.
    pub stage: ReviewStage,
    /// The moves of all players, in the order in which their pieces locked;
    /// those that were not looked at yet without a verdict.
    pub moves: Vec<ReviewedMove>,
    /// How many of the tasks of this stage are done.
    pub done: usize,
    /// How many tasks this stage has.
    pub tasks: usize,
    /// Why there is no review, in one line; `None` if nothing went wrong.
    pub problem: Option<String>,
    /// Whether a thread or worker has begun to play the game through for its moves.
    reading: bool,
    /// The moves that nobody has begun to judge, by their places in the list.
    waiting: VecDeque<usize>,
    /// How many requests have failed.
    failures: u32,
    /// How many verdicts are new since the review was written to its file.
    pub(super) unkept: usize,
    /// Why the review could not be written to its file last, in a line for the player, until that is told.
    pub(super) unkept_reason: Option<String>,
    /// Whether the review rests: nobody begins with another task.
    pub(super) is_resting: bool,
}

/// A task of a review, for a thread or worker that asks what to do next.
pub(super) enum ReviewTask {
    /// To play the game through for its moves.
    Read,
    /// To judge the move at this place of the list, by at most this many pairs of matches; 0 is by the search alone.
    Judge(usize, u32),
    /// To wait, and ask for a task again in a while.
    Wait,
    /// To end: the review is over.
    Nothing,
}

impl ReviewProgress {
    /// The next task for the thread or worker that asks, which counts as begun.
    pub(super) fn next_task(&mut self) -> ReviewTask {
        if self.stage == ReviewStage::Done {
            return ReviewTask::Nothing;
        }
        if self.stage == ReviewStage::Reading {
            return if std::mem::replace(&mut self.reading, true) { ReviewTask::Wait } else { ReviewTask::Read };
        }
        let pairs = if self.stage == ReviewStage::PlayingOn { PAIRS } else { 0 };
        self.waiting.pop_front().map_or(ReviewTask::Wait, |at| ReviewTask::Judge(at, pairs))
    }

    /// Goes on to a stage with these moves to judge, or past it if there are none. A review that broke off stays so.
    pub(super) fn begin_stage(&mut self, stage: ReviewStage, waiting: VecDeque<usize>) {
        if self.problem.is_some() {
            return;
        }
        (self.stage, self.done, self.tasks) = (stage, 0, waiting.len());
        self.waiting = waiting;
        self.go_on_if_done();
    }

    /// Goes on to the next stage once all of this one is done.
    fn go_on_if_done(&mut self) {
        if self.done < self.tasks {
            return;
        }
        match self.stage {
            ReviewStage::Looking => {
                let doubted = self.doubted();
                self.begin_stage(ReviewStage::PlayingOn, doubted);
            }
            ReviewStage::PlayingOn => self.stage = ReviewStage::Done,
            ReviewStage::Reading | ReviewStage::Done => {}
        }
    }

    /// Notes the verdict on the move at this place of the list, and goes on to the next stage if it was the last.
    pub(super) fn take_verdict(&mut self, at: usize, review: MoveReview) {
        if let Some(reviewed) = self.moves.get_mut(at) {
            reviewed.review = review;
        }
        self.done += 1;
        self.unkept += 1;
        self.go_on_if_done();
    }

    /// Has the move at this place of the list judged again, since the request failed with this problem; too many
    /// failures end the review.
    pub(super) fn retry_judging(&mut self, at: usize, problem: String) {
        self.failures += 1;
        if self.failures > MOST_FAILURES {
            return self.fail(problem);
        }
        self.waiting.push_back(at);
    }

    /// The moves against an opponent that may have cost something and were judged by the search alone,
    /// those first that cost most.
    fn doubted(&self) -> VecDeque<usize> {
        let cost = |reviewed: &ReviewedMove| {
            let judgement = reviewed.review.judgement?;
            let open = !judgement.costs_nothing() && judgement.pairs == 0;
            let against = reviewed.recorded.played.opponent.is_some();
            (open && against).then_some(judgement.loss())
        };
        let mut found: Vec<(f64, usize)> =
            self.moves.iter().enumerate().filter_map(|(at, reviewed)| Some((cost(reviewed)?, at))).collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        found.into_iter().map(|(_, at)| at).collect()
    }

    /// Ends the review with a line about what went wrong; of several such lines the first stays.
    pub(super) fn fail(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
        self.stage = ReviewStage::Done;
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_without_an_answer_is_made_again_but_not_for_ever() {
        let mut progress = ReviewProgress::default();
        progress.begin_stage(ReviewStage::Looking, VecDeque::from([7]));
        for _ in 0..MOST_FAILURES {
            assert!(matches!(progress.next_task(), ReviewTask::Judge(7, 0)));
            assert!(matches!(progress.next_task(), ReviewTask::Wait));
            progress.retry_judging(7, "the worker has stopped".to_owned());
        }
        assert!(matches!(progress.next_task(), ReviewTask::Judge(7, 0)));
        assert_eq!((progress.problem.as_deref(), progress.stage), (None, ReviewStage::Looking));
        progress.retry_judging(7, "it has stopped again".to_owned());
        assert_eq!((progress.problem.as_deref(), progress.stage), (Some("it has stopped again"), ReviewStage::Done));
        assert!(matches!(progress.next_task(), ReviewTask::Nothing));
    }
}
