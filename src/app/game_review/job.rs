//! A review that is made beside everything else, by several threads, or in a browser by several workers.

use super::moves::ReviewedMove;
use super::place::{MoveReviewBackend, RequestedReview};
use super::progress::{ReviewProgress, ReviewStage, ReviewTask};
use crate::app::persistence::reviews;
use crate::doors::files;
use crate::doors::files::reason;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::{self, Priority, unpoisoned};
use crate::game::replay::{DecisionWalk, Replay};
use crate::review::MoveReview;
use bevy::prelude::warn;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// The most moves that are judged at once. Others have a use for the processor too.
const MOST_AT_ONCE: usize = 4;
/// After how many new verdicts a review is written to its file.
const KEPT_EVERY: usize = 25;
/// How long a thread or worker without a task rests before it asks for one again.
const WAIT: Duration = Duration::from_millis(30);

/// A review that is being made, until it is done or this is dropped. Its file is written every few verdicts, and once
/// more at the end.
#[derive(Debug)]
pub struct ReviewJob {
    hands: Vec<StepwiseWork<()>>,
    game: ReviewedGame,
}

/// A game with its review so far, which all threads of the review share.
#[derive(Clone, Debug)]
struct ReviewedGame {
    progress: Arc<Mutex<ReviewProgress>>,
    replay: Arc<Replay>,
    /// The file of the replay, beside which the review is kept.
    path: Option<PathBuf>,
    /// A lock, held by whoever writes the review's file.
    writing: Arc<Mutex<()>>,
}

impl ReviewJob {
    /// Begins the review of a game, or goes on with the one that was kept beside the game's file.
    ///
    /// # Errors
    /// The error of the system, if it gives no thread.
    pub fn begin(replay: &Arc<Replay>, path: Option<PathBuf>) -> io::Result<Self> {
        let mut job = Self { hands: Vec::new(), game: ReviewedGame::new(Arc::clone(replay), path) };
        for number in 0..threads::cores().saturating_sub(1).clamp(1, MOST_AT_ONCE) {
            let mut hand = ReviewHand::new(job.game.clone());
            match StepwiseWork::begin(Priority::Behind, "review", move || hand.step()) {
                Ok(hand) => job.hands.push(hand),
                Err(error) if number == 0 => return Err(error),
                // The others do the work of one that the system has no thread for.
                Err(_) => break,
            }
        }
        Ok(job)
    }

    /// Has the review go on where no thread does it, as in a browser, and ends it if a part of it has broken down.
    /// To be called in every frame.
    pub fn go_on(&self) {
        let ended = self.hands.iter().filter(|hand| hand.is_finished()).count();
        let mut progress = self.lock_progress();
        if ended > 0 && progress.stage != ReviewStage::Done {
            progress.fail("a part of it ended before its time".to_owned());
        }
    }

    /// Has the review rest, as while a game is played, or go on again. What a search or a worker judges is judged to
    /// the end; matches that are played on rest after the pair in progress, and no other move is begun.
    pub fn set_resting(&self, rests: bool) {
        self.lock_progress().is_resting = rests;
    }

    /// The review so far, locked: as long as the guard is held, the review does not go on.
    pub fn lock_progress(&self) -> MutexGuard<'_, ReviewProgress> {
        self.game.lock_progress()
    }
}

impl Drop for ReviewJob {
    /// Ends the review without waiting for the moves that are being judged, and writes its verdicts to the file.
    fn drop(&mut self) {
        self.hands.clear();
        self.game.keep();
    }
}

impl ReviewedGame {
    fn new(replay: Arc<Replay>, path: Option<PathBuf>) -> Self {
        Self { progress: Arc::default(), replay, path, writing: Arc::default() }
    }

    /// The review so far, locked. The lock is also taken after a panic on another thread.
    fn lock_progress(&self) -> MutexGuard<'_, ReviewProgress> {
        unpoisoned(self.progress.lock())
    }

    /// Writes the review to its file beside the replay, if anything in it is new and the replay is there.
    fn keep(&self) {
        let _writing = unpoisoned(self.writing.lock());
        let mut progress = self.lock_progress();
        let new = std::mem::take(&mut progress.unkept);
        let Some(path) = self.path.as_ref().filter(|path| new > 0 && files().is_file(path)) else { return };
        let moves: Vec<MoveReview> = progress.moves.iter().map(|reviewed| reviewed.review.clone()).collect();
        drop(progress);
        if let Err(error) = reviews::write(path, &self.replay, moves) {
            let line = format!("The review of {} was not kept: {}", path.display(), reason(&error));
            warn!("{line}");
            self.lock_progress().unkept_reason = Some(line);
        }
    }
}

/// One of the hands that make a review: it reads the game or judges moves, on a thread, or in a browser by a worker.
struct ReviewHand {
    game: ReviewedGame,
    /// The playing through of the game, while its moves are read.
    walk: Option<DecisionWalk>,
    /// The place where moves are judged; `None` until a move is to be judged.
    place: Option<MoveReviewBackend>,
    /// The move that is being judged, by its place in the list of moves, and the review that was asked for.
    asked: Option<(usize, RequestedReview)>,
}

impl ReviewHand {
    fn new(game: ReviewedGame) -> Self {
        Self { game, walk: None, place: None, asked: None }
    }

    fn step(&mut self) -> Step<()> {
        // A verdict that is there, or that a worker is about to give, is taken all the same.
        let may_rest = self.asked.as_ref().is_none_or(|(_, asked)| asked.can_rest());
        if may_rest && self.game.lock_progress().is_resting {
            return Step::Rest(WAIT);
        }
        if let Some(mut walk) = self.walk.take() {
            match walk.step() {
                None => self.walk = Some(walk),
                Some(Ok(moves)) => self.begin_with(moves.into_iter().map(ReviewedMove::from).collect()),
                Some(Err(error)) => self.game.lock_progress().fail(error.to_string()),
            }
            return Step::More;
        }
        if let Some((at, asked)) = self.asked.take() {
            match asked.answer() {
                Err(asked) => {
                    self.asked = Some((at, asked));
                    return Step::Rest(Duration::ZERO);
                }
                Ok(Ok(review)) => self.take_verdict(at, review),
                // A worker that has failed is not asked again: the next request begins another.
                Ok(Err(problem)) => {
                    self.place = None;
                    self.game.lock_progress().retry_judging(at, problem);
                }
            }
            return Step::More;
        }
        let task = self.game.lock_progress().next_task();
        match task {
            ReviewTask::Nothing => Step::Done(()),
            ReviewTask::Wait => Step::Rest(WAIT),
            ReviewTask::Read => {
                match DecisionWalk::begin(&self.game.replay) {
                    Ok(walk) => self.walk = Some(walk),
                    Err(error) => self.game.lock_progress().fail(error.to_string()),
                }
                Step::More
            }
            ReviewTask::Judge(at, pairs) => {
                self.judge(at, pairs);
                Step::More
            }
        }
    }

    /// Begins to judge these moves; those that an earlier review in the file has judged keep their verdicts.
    fn begin_with(&self, mut moves: Vec<ReviewedMove>) {
        let kept = self.game.path.as_ref().and_then(|path| reviews::read(path, &self.game.replay, moves.len()));
        for (reviewed, kept) in moves.iter_mut().zip(kept.unwrap_or_default()) {
            reviewed.review = kept;
        }
        let open = |(at, reviewed): (usize, &ReviewedMove)| reviewed.review.judgement.is_none().then_some(at);
        let waiting = moves.iter().enumerate().filter_map(open).collect();
        let mut progress = self.game.lock_progress();
        progress.moves = moves;
        progress.begin_stage(ReviewStage::Looking, waiting);
    }

    fn judge(&mut self, at: usize, pairs: u32) {
        let rules = self.game.replay.setup.rules;
        let Some(ReviewedMove { recorded, review }) = self.game.lock_progress().moves.get(at).cloned() else { return };
        let said = (pairs > 0).then_some(review);
        let asked = MoveReviewBackend::get_or_create(&mut self.place, &rules)
            .and_then(|place| place.ask_for_review(&recorded, said, pairs));
        match asked {
            Ok(asked) => self.asked = Some((at, asked)),
            Err(problem) => self.game.lock_progress().fail(problem),
        }
    }

    fn take_verdict(&self, at: usize, review: MoveReview) {
        let mut progress = self.game.lock_progress();
        progress.take_verdict(at, review);
        let due = progress.unkept >= KEPT_EVERY || progress.stage == ReviewStage::Done;
        drop(progress);
        if due {
            self.game.keep();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::game::replay::RecordedMove;
    use crate::movegen::{Move, Placement};
    use crate::review::{Grade, Judgement, MoveTiming};
    use crate::rules::{Facing, FallingPiece, Rules, Spin};
    use crate::search::{State, WaitingGarbage};

    /// A move that the search has found to cost something.
    fn doubted() -> ReviewedMove {
        let state = State::of(&Playfield::new(&Rules::versus(), 31), WaitingGarbage::default());
        let at_column =
            |x: i8| FallingPiece { kind: state.queue[0], facing: Facing::North, x, y: 0 }.dropped(&state.board);
        let best = Move { placement: Placement { piece: at_column(0), spin: Spin::None }, hold: false };
        let (value_lost, grade) = (Some(1.0), Grade::Mistake);
        let judgement = Judgement { value_lost, played_chance: 0.3, grade, ..Judgement::of_best(best, 0.5) };
        let timing = MoveTiming { now: 0, pace: 500 };
        let mut recorded = RecordedMove { timing, ..RecordedMove::of_test(state.clone(), at_column(3)) };
        recorded.played.opponent = Some(state);
        ReviewedMove { recorded, review: MoveReview { judgement: Some(judgement), ..MoveReview::default() } }
    }

    /// Lets a game be played on from a move, with so many tasks.
    fn play_on(game: &ReviewedGame, tasks: usize) {
        let mut progress = game.lock_progress();
        progress.moves = vec![doubted()];
        (progress.stage, progress.tasks) = (ReviewStage::PlayingOn, tasks);
    }

    #[test]
    fn a_review_that_cannot_be_kept_says_why() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let path = home.path().join("a.replay");
        files().write_whole(&path, b"a game")?;
        // A folder is in its place.
        files().create_folders(&home.path().join("a.review"))?;
        let game = ReviewedGame::new(Arc::new(Replay::of_test(0)), Some(path));
        game.lock_progress().unkept = 1;
        game.keep();
        let said = game.lock_progress().unkept_reason.take();
        assert!(said.is_some_and(|line| line.contains("a.replay was not kept: ")));
        Ok(())
    }

    #[test]
    fn a_review_is_written_after_every_so_many_verdicts_and_after_the_last_one() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let (path, kept) = (home.path().join("a.replay"), home.path().join("a.review"));
        files().write_whole(&path, b"a game")?;
        let game = ReviewedGame::new(Arc::new(Replay::of_test(0)), Some(path));
        play_on(&game, KEPT_EVERY + 2);
        let hand = ReviewHand::new(game);
        let mut written = Vec::new();
        for verdict in 1..=KEPT_EVERY + 2 {
            hand.take_verdict(0, MoveReview::default());
            if files().is_file(&kept) {
                written.push(verdict);
                files().remove(&kept)?;
            }
        }
        assert_eq!(written, [KEPT_EVERY, KEPT_EVERY + 2]);
        Ok(())
    }

    #[test]
    fn matches_that_are_played_on_rest_between_two_pairs_and_none_is_lost() {
        let mut replay = Replay::of_test(0);
        replay.setup.rules = Rules::versus();
        let game = ReviewedGame::new(Arc::new(replay), None);
        play_on(&game, 1);
        let mut hand = ReviewHand::new(game.clone());
        hand.judge(0, 3);
        let mut step_while = |rests: bool| {
            game.lock_progress().is_resting = rests;
            hand.step()
        };
        let (rests, plays) = (Step::Rest(WAIT), Step::Rest(Duration::ZERO));
        let steps = [true, false, true, true, false, false].map(&mut step_while);
        assert_eq!(steps, [rests, plays, rests, rests, plays, plays]);
        assert_eq!(step_while(false), Step::More, "three pairs are enough");
        let progress = game.lock_progress();
        let pairs = progress.moves[0].review.judgement.map(|judgement| judgement.pairs);
        assert_eq!((pairs, progress.stage), (Some(3), ReviewStage::Done));
    }
}
