//! A review that is made beside everything else: first what the search says of every move, then matches that are played
//! on from the moves that seem to cost most.

use super::moves::{ReviewedMove, judging_weights};
use crate::app::persistence::reviews;
use crate::doors::files::reason;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::{files, threads};
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
/// After how many new verdicts a review is kept.
const KEPT_EVERY: usize = 25;
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
    /// How many verdicts are new since the review was kept.
    unkept: usize,
    ends: bool,
}

/// A review that goes on until it is dropped. What it comes to is kept every few verdicts, and then.
#[derive(Debug)]
pub struct ReviewJob {
    hands: Vec<StepwiseWork<()>>,
    game: ReviewedGame,
}

/// A game with its review so far, which all hands share.
#[derive(Clone, Debug)]
struct ReviewedGame {
    progress: Arc<Mutex<ReviewProgress>>,
    replay: Arc<Replay>,
    /// The file of the replay, beside which the review is kept.
    path: Option<PathBuf>,
}

impl ReviewJob {
    /// Begins the review of a game, or goes on with the one that was kept beside the game's file.
    ///
    /// # Errors
    /// The error of the system, if it gives no thread.
    pub fn begin(replay: &Arc<Replay>, path: Option<PathBuf>) -> io::Result<Self> {
        let game = ReviewedGame { progress: Arc::default(), replay: Arc::clone(replay), path };
        let mut job = Self { hands: Vec::new(), game };
        for number in 0..threads::cores().saturating_sub(1).clamp(1, MOST_AT_ONCE) {
            let mut hand = ReviewHand { game: job.game.clone(), walk: None, place: None, asked: None };
            let mut is_new = true;
            let begun = StepwiseWork::begin("review", move || {
                if std::mem::take(&mut is_new) {
                    threads::lower_priority();
                }
                hand.step()
            });
            match begun {
                Ok(hand) => job.hands.push(hand),
                Err(error) if number == 0 => return Err(error),
                // The others do the work of one that the system has no thread for.
                Err(_) => break,
            }
        }
        Ok(job)
    }

    /// Has the review go on, where there is no thread that does. To be called in every frame.
    pub fn go_on(&self) {
        let ended = self.hands.iter().filter(|hand| hand.is_finished()).count();
        let mut progress = self.progress();
        if ended > 0 && progress.stage != ReviewStage::Done {
            progress.fail("a part of it ended before its time".to_owned());
        }
    }

    /// The review so far. Whoever holds this keeps it from going on.
    pub fn progress(&self) -> MutexGuard<'_, ReviewProgress> {
        self.game.progress()
    }
}

impl Drop for ReviewJob {
    /// Ends the review without waiting for what is under way, and keeps what it has come to.
    fn drop(&mut self) {
        self.progress().ends = true;
        self.game.keep();
    }
}

impl ReviewedGame {
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

    /// Goes on to a stage with these moves to judge; over it, if there are none. A review that broke off stays so.
    fn go_to(&mut self, stage: ReviewStage, waiting: VecDeque<usize>) {
        if self.problem.is_some() {
            return;
        }
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
        self.problem.get_or_insert(problem);
        self.stage = ReviewStage::Done;
        self.waiting.clear();
    }
}

/// One that judges moves: on a thread, or in a browser by a worker.
struct ReviewHand {
    game: ReviewedGame,
    /// The game on its way through, while its moves are read.
    walk: Option<DecisionWalk>,
    /// Where moves are judged, once the first was.
    place: Option<ReviewPlace>,
    /// The move that a worker judges, by its place, and the request.
    asked: Option<(usize, PendingRequest)>,
}

/// Where moves are judged: on this thread, or by a worker with these weights.
enum ReviewPlace {
    Here(Box<MoveReviewer>),
    Elsewhere(Arc<dyn Worker>, Box<Weights>),
}

impl ReviewHand {
    fn step(&mut self) -> Step<()> {
        if let Some(mut walk) = self.walk.take() {
            match walk.step() {
                None => self.walk = Some(walk),
                Some(Ok(moves)) => self.begin_with(moves.into_iter().map(ReviewedMove::from).collect()),
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
        let task = self.game.progress().next_task();
        match task {
            ReviewTask::Nothing => Step::Done(()),
            ReviewTask::Wait => Step::Rest(WAIT),
            ReviewTask::Read => {
                match DecisionWalk::begin(&self.game.replay) {
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
        let kept = self.game.path.as_ref().and_then(|path| reviews::read(path, &self.game.replay, moves.len()));
        for (reviewed, kept) in moves.iter_mut().zip(kept.unwrap_or_default()) {
            reviewed.review = kept;
        }
        let open = |(at, reviewed): (usize, &ReviewedMove)| reviewed.review.judgement.is_none().then_some(at);
        let waiting = moves.iter().enumerate().filter_map(open).collect();
        let mut progress = self.game.progress();
        progress.moves = moves;
        progress.go_to(ReviewStage::Looking, waiting);
    }

    fn judge(&mut self, at: usize, pairs: u32) {
        let rules = self.game.replay.setup.rules;
        let Some(ReviewedMove { recorded, review }) = self.game.progress().moves.get(at).cloned() else { return };
        let said = (pairs > 0).then_some(review);
        if self.place.is_none() {
            let found = judging_weights().ok_or_else(|| super::ReviewError::NoJudge.to_string());
            match found.and_then(|weights| ReviewPlace::begin(&rules, weights)) {
                Ok(place) => self.place = Some(place),
                Err(problem) => return self.fail(problem),
            }
        }
        match &mut self.place {
            None => {}
            Some(ReviewPlace::Here(reviewer)) => {
                let (played, clock) = (&recorded.played, recorded.clock);
                let review = match said {
                    None => reviewer.look(played, clock),
                    Some(said) => reviewer.play_on(played, clock, said, pairs),
                };
                self.put(at, review);
            }
            Some(ReviewPlace::Elsewhere(worker, weights)) => {
                let request = ReviewRequest {
                    rules,
                    weights: Cow::Borrowed(weights),
                    played: Cow::Borrowed(&recorded.played),
                    clock: recorded.clock,
                    said: said.map(Cow::Owned),
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
        let mut progress = self.game.progress();
        if let Some(reviewed) = progress.moves.get_mut(at) {
            reviewed.review = review;
        }
        progress.done += 1;
        progress.unkept += 1;
        progress.go_on_if_done();
        let due = progress.unkept >= KEPT_EVERY || progress.stage == ReviewStage::Done;
        drop(progress);
        if due {
            self.game.keep();
        }
    }

    fn fail(&self, problem: String) {
        self.game.progress().fail(problem);
    }
}

impl ReviewPlace {
    /// This thread; in a browser, whose frames do not wait for a search, a worker. An error is a line about why there is
    /// none.
    fn begin(rules: &Rules, weights: Weights) -> Result<Self, String> {
        match worker() {
            Some(Some(worker)) => Ok(Self::Elsewhere(worker, Box::new(weights))),
            Some(None) => Err("this browser has no workers to judge the moves".to_owned()),
            None => Ok(Self::Here(Box::new(MoveReviewer::new(rules, &weights)))),
        }
    }
}

/// The worker that judges in a browser, `Some(None)` where the browser has none; `None` where threads judge.
fn worker() -> Option<Option<Arc<dyn Worker>>> {
    #[cfg(target_arch = "wasm32")]
    return Some(crate::doors::browser::WebWorker::start_reviewer().map(|worker| Arc::new(worker) as Arc<dyn Worker>));
    #[cfg(not(target_arch = "wasm32"))]
    None
}
