//! Advice on a position, worked out beside everything else: by a thread, or in a browser by a worker.

use super::super::game_review::{judging_weights, reviewing_worker};
use crate::ai::{Brain, VisiblePosition};
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads;
use crate::doors::worker::PendingRequest;
use crate::review::{ADVISED_MOVES, AdviceRequest, AdvisedMove, MoveAdvisor, PositionAdvice};
use crate::rules::Rules;
use crate::search::State;
use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How long the thread waits before it looks again whether a worker has answered.
const WAIT: Duration = Duration::from_millis(30);

/// Who is asked about a position.
#[derive(Clone, Debug)]
pub enum Adviser {
    /// The champion, whose moves are compared by the chance to win.
    Champion,
    /// A saved learner under its name, whose moves are compared by its own values.
    Learner(String, Arc<Brain>),
}

/// Advice that is being worked out. Whoever drops this does not get it.
#[derive(Debug)]
pub struct AdviceJob(StepwiseWork<Result<PositionAdvice, String>>);

impl AdviceJob {
    /// Begins to work out what `adviser` thinks of a position under these rules.
    ///
    /// # Errors
    /// The error of the system, if it gives no thread.
    pub fn begin(adviser: Adviser, rules: Rules, state: State) -> io::Result<Self> {
        let mut asked: Option<PendingRequest> = None;
        let mut is_new = true;
        let step =
            move || {
                if let Some(request) = &asked {
                    return match request.answer() {
                        None => Step::Rest(WAIT),
                        Some(answer) => Step::Done(answer.and_then(|line| {
                            serde_json::from_str(&line).map_err(|error| format!("the answer: {error}"))
                        })),
                    };
                }
                if std::mem::take(&mut is_new) {
                    threads::lower_priority();
                    // The page shows that somebody thinks before the first step of a browser takes its time.
                    return Step::Rest(Duration::ZERO);
                }
                match &adviser {
                    Adviser::Learner(_, brain) => Step::Done(Ok(learners_advice(brain, &state))),
                    Adviser::Champion => match champions_advice(&rules, &state) {
                        Ok(ChampionAnswer::Here(advice)) => Step::Done(Ok(advice)),
                        Ok(ChampionAnswer::Elsewhere(request)) => {
                            asked = Some(request);
                            Step::Rest(WAIT)
                        }
                        Err(line) => Step::Done(Err(line)),
                    },
                }
            };
        StepwiseWork::begin("advice", step).map(Self)
    }

    /// Whether the advice is there. To be asked in every frame.
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// The advice, for which this waits.
    ///
    /// # Errors
    /// A line for the player that says why there is none.
    pub fn finish(self) -> Result<PositionAdvice, String> {
        self.0.finish().unwrap_or_else(|| Err("the search broke off".to_owned()))
    }
}

/// Where the champion's answer is.
enum ChampionAnswer {
    Here(PositionAdvice),
    Elsewhere(PendingRequest),
}

/// What the champion thinks: at once, or in a browser, whose frames do not wait for a search, by a worker.
fn champions_advice(rules: &Rules, state: &State) -> Result<ChampionAnswer, String> {
    let weights = judging_weights().ok_or("the champion is missing from this program")?;
    match reviewing_worker() {
        None => Ok(ChampionAnswer::Here(MoveAdvisor::new(rules, &weights).advise(state))),
        Some(None) => Err("this browser has no workers to think with".to_owned()),
        Some(Some(worker)) => {
            let request = AdviceRequest { rules: *rules, weights: Cow::Owned(weights), state: Cow::Borrowed(state) };
            Ok(ChampionAnswer::Elsewhere(PendingRequest::begin(&worker, request.line()?)))
        }
    }
}

/// The best moves of a learner. How far they are behind the best is told in its own values, and no line goes on.
fn learners_advice(brain: &Brain, state: &State) -> PositionAdvice {
    let Some((&falling, next)) = state.queue.split_first() else { return PositionAdvice::default() };
    let (hold, can_hold) = (state.hold, state.can_hold);
    let ranked = brain.rank(&VisiblePosition { board: &state.board, falling, hold, can_hold, next });
    let best = ranked.first().map_or(0.0, |best| best.value);
    let advised = |ranked: &crate::ai::RankedPlacement| AdvisedMove {
        placement: ranked.placement(),
        hold: ranked.hold,
        // Two that are lost are alike.
        behind: if ranked.value == best { 0.0 } else { best - ranked.value },
        line: vec![(ranked.placement(), ranked.hold)],
    };
    let is_lost = best == f64::NEG_INFINITY;
    PositionAdvice { moves: ranked.iter().take(ADVISED_MOVES).map(advised).collect(), is_lost }
}
