//! The critic of a game in progress: it looks at one move at a time, beside everything else.

use super::place::{MoveReviewBackend, RequestedReview};
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::{Priority, unpoisoned};
use crate::game::replay::RecordedMove;
use crate::review::MoveReview;
use crate::rules::Rules;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the critic rests before it looks again for a move to judge or for an answer.
const WAIT: Duration = Duration::from_millis(10);

/// The critic of a game in progress: it judges the move that it was given last, beside everything else,
/// until it is dropped.
#[derive(Debug)]
pub struct MoveCritic {
    work: StepwiseWork<()>,
    shared: Arc<Mutex<CriticMemory>>,
}

/// What the critic shares with whoever asks it: the move to judge, and the verdict.
#[derive(Debug, Default)]
struct CriticMemory {
    /// The move that was given to the critic and that it has not begun to judge.
    asked: Option<(Rules, RecordedMove)>,
    /// The verdict on the last move that was looked at, or a line about why there is none.
    answer: Option<Result<(RecordedMove, MoveReview), String>>,
    /// Whether an answer has said that the critic has broken down.
    is_broken: bool,
}

impl MoveCritic {
    /// A critic without a move.
    ///
    /// # Errors
    /// The error of the system, if it has no thread left.
    pub fn new() -> io::Result<Self> {
        let shared: Arc<Mutex<CriticMemory>> = Arc::default();
        let memory = Arc::clone(&shared);
        let (mut place, mut pending) = (None, None);
        let work = StepwiseWork::begin(Priority::Behind, "move critic", move || {
            let (recorded, asked) = match pending.take() {
                Some(pending) => pending,
                None => {
                    let Some((rules, recorded)) = unpoisoned(memory.lock()).asked.take() else {
                        return Step::Rest(WAIT);
                    };
                    match MoveReviewBackend::get_or_create(&mut place, &rules)
                        .and_then(|place| place.ask_for_review(&recorded, None, 0))
                    {
                        Ok(asked) => (recorded, asked),
                        Err(problem) => {
                            unpoisoned(memory.lock()).answer = Some(Err(problem));
                            return Step::More;
                        }
                    }
                }
            };
            match RequestedReview::answer(asked) {
                Err(asked) => {
                    pending = Some((recorded, asked));
                    Step::Rest(WAIT)
                }
                Ok(answer) => {
                    if answer.is_err() {
                        // A worker that has failed is not asked again: the next move begins another.
                        place = None;
                    }
                    unpoisoned(memory.lock()).answer = Some(answer.map(|review| (recorded, review)));
                    Step::More
                }
            }
        })?;
        Ok(Self { work, shared })
    }

    /// For tests: a critic with this answer.
    #[cfg(test)]
    pub(in crate::app) fn of_test(answer: Result<(RecordedMove, MoveReview), String>) -> io::Result<Self> {
        let critic = Self::new()?;
        unpoisoned(critic.shared.lock()).answer = Some(answer);
        Ok(critic)
    }

    /// Gives the critic a move to look at. One that it was given before and has not begun with is forgotten.
    pub fn ask(&self, rules: &Rules, recorded: RecordedMove) {
        unpoisoned(self.shared.lock()).asked = Some((*rules, recorded));
    }

    /// Takes the next verdict, which is given only once; an error is a line about why there is none. To be
    /// called in every frame.
    pub fn take_answer(&self) -> Option<Result<(RecordedMove, MoveReview), String>> {
        let ended = self.work.is_finished();
        let mut memory = unpoisoned(self.shared.lock());
        // As long as this is held, the work ends by a panic alone.
        let broken = ended && memory.answer.is_none() && (memory.asked.take().is_some() || !memory.is_broken);
        memory.is_broken |= ended;
        memory.answer.take().or_else(|| broken.then(|| Err("the critic ended before its time".to_owned())))
    }
}
