//! A review that is made beside everything else: first what the search says of every move, then matches that are played
//! on from the moves that seem to cost most.

use super::moves::{ReviewedMove, judging_weights};
use crate::app::persistence::reviews;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads;
use crate::doors::worker::{PendingRequest, Worker};
use crate::game::replay::{DecisionWalk, Replay};
use crate::review::{Grade, MoveReview, MoveReviewer, ReviewRequest};
use crate::rules::Rules;
use crate::search::Weights;
use bevy::prelude::warn;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most pairs of matches that are played on from a move.
const PAIRS: u32 = 256;
/// The most moves that are judged at once. Others have a use for the processor too.
const MOST_AT_ONCE: usize = 4;
/// How long whoever has nothing to do waits for something.
const WAIT: Duration = Duration::from_millis(30);

/// How far a review has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReviewStage {
    /// The game is played through for its moves.
    #[default]
    Reading,
    /// The search looks at every move once.
    Looking,
    /// Matches are played on from the moves that may have cost something.
    PlayingOn,
    /// All is said.
    Done,
}

/// A review so far.
#[derive(Debug, Default)]
pub struct ReviewProgress {
    /// How far it has come.
    pub stage: ReviewStage,
    /// The moves of all players, in the order in which their pieces locked; those that were not looked at yet without a
    /// verdict.
    pub moves: Vec<ReviewedMove>,
    /// How many of the tasks of this stage are done.
    pub done: usize,
    /// How many tasks this stage has.
    pub tasks: usize,
    /// Why there is no review, in one line; `None` if nothing went wrong.
    pub problem: Option<String>,
    reading: bool,
    /// The moves that nobody has begun to judge.
    waiting: VecDeque<usize>,
    ends: bool,
}

/// A review that goes on until it is dropped. What it has come to is kept then.
#[derive(Debug)]
pub struct ReviewJob {
    hands: Vec<StepwiseWork<()>>,
    shared: Arc<Mutex<ReviewProgress>>,
    replay: Arc<Replay>,
    path: Option<PathBuf>,
}

impl ReviewJob {
    /// Begins the review of a game, or goes on with the one that was kept beside the game's file.
    ///
    /// # Errors
    /// The error of the system, if it gives no thread.
    pub fn begin(replay: &Arc<Replay>, path: Option<PathBuf>) -> io::Result<Self> {
        let shared = Arc::new(Mutex::new(ReviewProgress::default()));
        let count = threads::cores().saturating_sub(1).clamp(1, MOST_AT_ONCE);
        let hands = (0..count).map(|_| {
            let mut hand = ReviewHand {
                shared: Arc::clone(&shared),
                replay: Arc::clone(replay),
                path: path.clone(),
                walk: None,
                reviewer: None,
                asked: None,
            };
            let mut is_new = true;
            StepwiseWork::begin("review", move || {
                if std::mem::take(&mut is_new) {
                    threads::lower_priority();
                }
                hand.step()
            })
        });
        let hands = hands.collect::<io::Result<Vec<_>>>()?;
        Ok(Self { hands, shared, replay: Arc::clone(replay), path })
    }

    /// Has the review go on, where there is no thread that does. To be called in every frame.
    pub fn go_on(&self) {
        for hand in &self.hands {
            hand.is_finished();
        }
    }

    /// The review so far. Whoever holds this keeps it from going on.
    pub fn progress(&self) -> MutexGuard<'_, ReviewProgress> {
        locked(&self.shared)
    }
}

impl Drop for ReviewJob {
    /// Ends the review without waiting for what is under way, and keeps what it has come to.
    fn drop(&mut self) {
        let mut progress = self.progress();
        progress.ends = true;
        let moves: Vec<MoveReview> = progress.moves.iter().map(|reviewed| reviewed.review.clone()).collect();
        drop(progress);
        let Some(path) = self.path.as_ref().filter(|_| !moves.is_empty()) else { return };
        if let Err(error) = reviews::write(path, &self.replay, moves) {
            warn!("the review of {} was not kept: {error}", path.display());
        }
    }
}

/// The progress behind the lock. It is also used after a panic on another thread.
fn locked(shared: &Mutex<ReviewProgress>) -> MutexGuard<'_, ReviewProgress> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is to be done next.
enum ReviewTask {
    Read,
    /// To judge the move at this place, by at most so many pairs of matches.
    Judge(usize, u32),
    Wait,
    Nothing,
}

impl ReviewProgress {
    fn next_task(&mut self) -> ReviewTask {
        if self.ends || self.stage == ReviewStage::Done {
            return ReviewTask::Nothing;
        }
        if self.stage == ReviewStage::Reading {
            return if std::mem::replace(&mut self.reading, true) { ReviewTask::Wait } else { ReviewTask::Read };
        }
        let pairs = if self.stage == ReviewStage::PlayingOn { PAIRS } else { 0 };
        self.waiting.pop_front().map_or(ReviewTask::Wait, |at| ReviewTask::Judge(at, pairs))
    }

    /// Goes on to a stage with these moves to judge; over it, if there are none.
    fn go_to(&mut self, stage: ReviewStage, waiting: VecDeque<usize>) {
        (self.stage, self.done, self.tasks) = (stage, 0, waiting.len());
        self.waiting = waiting;
        self.go_on_if_done();
    }

    fn go_on_if_done(&mut self) {
        if self.done < self.tasks {
            return;
        }
        match self.stage {
            ReviewStage::Looking => {
                let doubted = self.doubted();
                self.go_to(ReviewStage::PlayingOn, doubted);
            }
            ReviewStage::PlayingOn => self.stage = ReviewStage::Done,
            ReviewStage::Reading | ReviewStage::Done => {}
        }
    }

    /// The moves against an opponent that may have cost something and were judged by the search alone, those first that
    /// cost most.
    fn doubted(&self) -> VecDeque<usize> {
        let cost = |reviewed: &ReviewedMove| {
            let judgement = reviewed.review.judgement?;
            let open = judgement.grade != Grade::Best && judgement.pairs == 0;
            let against = reviewed.recorded.played.opponent.is_some();
            (open && against).then_some(judgement.best_chance - judgement.played_chance)
        };
        let mut found: Vec<(f64, usize)> =
            self.moves.iter().enumerate().filter_map(|(at, reviewed)| Some((cost(reviewed)?, at))).collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        found.into_iter().map(|(_, at)| at).collect()
    }

    fn fail(&mut self, problem: String) {
        self.problem = Some(problem);
        self.stage = ReviewStage::Done;
    }
}

/// One that judges moves: on a thread, or in a browser by a worker.
struct ReviewHand {
    shared: Arc<Mutex<ReviewProgress>>,
    replay: Arc<Replay>,
    path: Option<PathBuf>,
    walk: Option<DecisionWalk>,
    reviewer: Option<ReviewPlace>,
    /// The move that a worker judges, by its place, and the request.
    asked: Option<(usize, PendingRequest)>,
}

/// Where moves are judged, with the weights of the search that judges.
enum ReviewPlace {
    Here(Box<MoveReviewer>),
    Worker(Arc<dyn Worker>, Box<Weights>),
}

impl ReviewHand {
    fn step(&mut self) -> Step<()> {
        if let Some(walk) = &mut self.walk {
            match walk.step() {
                None => {}
                Some(Ok(moves)) => {
                    self.walk = None;
                    let reviewed: Vec<ReviewedMove> = moves.into_iter().map(ReviewedMove::from).collect();
                    self.begin_with(reviewed);
                }
                Some(Err(error)) => self.fail(error.to_string()),
            }
            return Step::More;
        }
        if let Some((at, request)) = &self.asked {
            match request.answer() {
                None => return Step::Rest(Duration::ZERO),
                Some(answer) => {
                    let read = answer.and_then(|line| serde_json::from_str(&line).map_err(|error| error.to_string()));
                    let at = *at;
                    self.asked = None;
                    match read {
                        Ok(review) => self.put(at, review),
                        Err(problem) => self.fail(problem),
                    }
                }
            }
            return Step::More;
        }
        let task = locked(&self.shared).next_task();
        match task {
            ReviewTask::Nothing => Step::Done(()),
            ReviewTask::Wait => Step::Rest(WAIT),
            ReviewTask::Read => {
                match DecisionWalk::begin(&self.replay) {
                    Ok(walk) => self.walk = Some(walk),
                    Err(error) => self.fail(error.to_string()),
                }
                Step::More
            }
            ReviewTask::Judge(at, pairs) => {
                self.judge(at, pairs);
                Step::More
            }
        }
    }

    /// Begins to judge, with what was kept of an earlier review.
    fn begin_with(&self, mut moves: Vec<ReviewedMove>) {
        let kept = self.path.as_ref().and_then(|path| reviews::read(path, &self.replay, moves.len()));
        for (reviewed, kept) in moves.iter_mut().zip(kept.unwrap_or_default()) {
            reviewed.review = kept;
        }
        let open = |(at, reviewed): (usize, &ReviewedMove)| reviewed.review.judgement.is_none().then_some(at);
        let waiting = moves.iter().enumerate().filter_map(open).collect();
        let mut progress = locked(&self.shared);
        progress.moves = moves;
        progress.go_to(ReviewStage::Looking, waiting);
    }

    fn judge(&mut self, at: usize, pairs: u32) {
        if self.reviewer.is_none() {
            let Some(weights) = judging_weights() else {
                return self.fail(super::ReviewError::NoJudge.to_string());
            };
            self.reviewer = Some(ReviewPlace::new(start_worker(), &self.replay.setup.rules, weights));
        }
        let Some(recorded) = locked(&self.shared).moves.get(at).map(|reviewed| reviewed.recorded.clone()) else {
            return;
        };
        match &mut self.reviewer {
            None => {}
            Some(ReviewPlace::Here(reviewer)) => {
                let review = reviewer.review(&recorded.played, recorded.clock, pairs);
                self.put(at, review);
            }
            Some(ReviewPlace::Worker(worker, weights)) => {
                let request = ReviewRequest {
                    rules: self.replay.setup.rules,
                    weights: Cow::Borrowed(weights),
                    played: Cow::Borrowed(&recorded.played),
                    clock: recorded.clock,
                    pairs,
                };
                match request.line() {
                    Ok(line) => self.asked = Some((at, PendingRequest::begin(worker, line))),
                    Err(problem) => self.fail(problem),
                }
            }
        }
    }

    fn put(&self, at: usize, review: MoveReview) {
        let mut progress = locked(&self.shared);
        if let Some(reviewed) = progress.moves.get_mut(at) {
            reviewed.review = review;
        }
        progress.done += 1;
        progress.go_on_if_done();
    }

    fn fail(&self, problem: String) {
        locked(&self.shared).fail(problem);
    }
}

impl ReviewPlace {
    /// The worker, or this thread where there is none.
    fn new(worker: Option<Arc<dyn Worker>>, rules: &Rules, weights: Weights) -> Self {
        match worker {
            Some(worker) => Self::Worker(worker, Box::new(weights)),
            None => Self::Here(Box::new(MoveReviewer::new(rules, &weights))),
        }
    }
}

/// A worker that judges in a browser, whose frames do not wait for a search; elsewhere threads do, and there is none.
fn start_worker() -> Option<Arc<dyn Worker>> {
    #[cfg(target_arch = "wasm32")]
    if let Some(worker) = crate::doors::browser::WebWorker::start_reviewer() {
        return Some(Arc::new(worker));
    }
    None
}
