//! Advice on a position, worked out in the background: by a thread, or in a browser by a worker.

use super::game_review::{browser_review_worker, judging_weights};
use crate::ai::breakdown::placement_hints;
use crate::ai::{Brain, VisiblePosition};
use crate::bots::{BotTimeouts, GuestBot};
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::{Priority, unpoisoned};
use crate::doors::worker::{PendingRequest, Worker};
use crate::mind::Mind;
use crate::review::{ADVISED_MOVES, AdviceRequest, AdvisedMove, MoveAdviser, PositionAdvice};
use crate::rules::{KickTable, Rules};
use crate::search::{State, Weights};
use crate::storage::Contestant;
use crate::tbp::BotCommand;
use std::borrow::Cow;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the thread waits before it looks again whether a worker has answered.
const WAIT: Duration = Duration::from_millis(30);
/// How long a bot thinks about a position.
const BOT_TIME: Duration = Duration::from_secs(1);

/// The player that is asked for advice on a position.
#[derive(Clone, Debug)]
pub enum Adviser {
    /// The champion's search with the weights of some generation, under the name of that generation's player. Its moves
    /// are compared by the chance to win.
    Searcher(String, Arc<Weights>),
    /// A saved learner under its name, whose moves are compared by its own values.
    Learner(String, Arc<Brain>),
    /// A bot under its name, which names a single move.
    Bot(String, Arc<BotCommand>),
}

impl Adviser {
    /// An adviser that is the champion, with the weights that also judge games.
    ///
    /// # Errors
    /// A line that says that the champion is missing.
    pub fn from_champion() -> Result<Self, String> {
        judging_weights()
            .map(|weights| Self::Searcher("The champion".to_owned(), Arc::new(weights)))
            .ok_or_else(|| "the champion is missing from this program".to_owned())
    }

    /// The name of the adviser, as menus call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Searcher(name, _) | Self::Learner(name, _) | Self::Bot(name, _) => name,
        }
    }
}

impl From<Contestant> for Adviser {
    fn from(player: Contestant) -> Self {
        let name = player.title();
        match player.mind {
            Mind::Brain(brain) => Self::Learner(name, brain),
            Mind::Searcher(weights) => Self::Searcher(name, weights),
            Mind::Guest(command) => Self::Bot(name, command),
        }
    }
}

/// Advice that is being worked out in the background. Dropping the job loses the advice.
#[derive(Debug)]
pub struct AdviceJob(StepwiseWork<Result<PositionAdvice, String>>);

impl AdviceJob {
    /// Begins to work out what `adviser` thinks of a position under these rules.
    ///
    /// # Errors
    /// The error of the system, if it gives no thread.
    pub fn begin(adviser: Adviser, rules: Rules, state: State) -> io::Result<Self> {
        let mut asked: Option<PendingRequest> = None;
        let mut bot: Option<GuestBot> = None;
        let mut is_new = true;
        let step = move || {
            if let Some(request) = &asked {
                return request.answer().map_or(Step::Rest(WAIT), |answer| Step::Done(understood(answer)));
            }
            if std::mem::take(&mut is_new) {
                // The page shows that somebody thinks before the first step of a browser takes its time.
                return Step::Rest(Duration::ZERO);
            }
            let advice = match &adviser {
                Adviser::Learner(_, brain) => Some(Ok(learners_advice(brain, &state))),
                Adviser::Searcher(_, weights) => searchers_advice(weights, &rules, &state, &mut asked).transpose(),
                Adviser::Bot(_, command) => bots_advice(command, &rules, &state, &mut bot).transpose(),
            };
            advice.map_or(Step::Rest(WAIT), Step::Done)
        };
        StepwiseWork::begin(Priority::Behind, "advice", step).map(Self)
    }

    /// For tests: a job that finds this advice, or none for the reason in this line.
    #[cfg(test)]
    pub(super) fn of_test(advice: Result<PositionAdvice, &'static str>) -> io::Result<Self> {
        StepwiseWork::begin_single_step("advice", move || advice.map_err(str::to_owned)).map(Self)
    }

    /// Whether the advice is there. To be asked in every frame.
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// The advice, for which this waits.
    ///
    /// # Errors
    /// A line for the player that says why there is none.
    pub fn wait_for_advice(self) -> Result<PositionAdvice, String> {
        self.0.wait_for_result().unwrap_or_else(|| Err("the search broke off".to_owned()))
    }
}

/// The browser's worker that was asked for advice last. It is kept, since a worker takes a while to begin.
static WORKER: Mutex<Option<Arc<dyn Worker>>> = Mutex::new(None);

/// The advice of a search with these weights on a position. `None` in a browser, whose frames do not wait for a search:
/// there a worker is asked for it.
fn searchers_advice(
    weights: &Weights,
    rules: &Rules,
    state: &State,
    asked: &mut Option<PendingRequest>,
) -> Result<Option<PositionAdvice>, String> {
    let mut kept = unpoisoned(WORKER.lock());
    if kept.is_none() {
        match browser_review_worker() {
            None => {
                drop(kept);
                return Ok(Some(MoveAdviser::new(rules, weights).advise(state)));
            }
            Some(None) => return Err("this browser has no workers to think with".to_owned()),
            Some(worker) => *kept = worker,
        }
    }
    let Some(worker) = kept.as_ref() else { return Err("there is nobody to think".to_owned()) };
    let request = AdviceRequest { rules: *rules, weights: Cow::Borrowed(weights), state: Cow::Borrowed(state) };
    *asked = Some(PendingRequest::begin(worker, request.to_text_line()?));
    Ok(None)
}

/// The move that a bot would make, as advice. The bot is started first; `None` as long as it thinks.
fn bots_advice(
    command: &BotCommand,
    rules: &Rules,
    state: &State,
    bot: &mut Option<GuestBot>,
) -> Result<Option<PositionAdvice>, String> {
    let Some(guest) = bot.as_mut() else {
        // As in its matches: the protocol knows the kicks of the guideline alone.
        let rules = Rules { kicks: KickTable::Srs, ..*rules };
        let started = GuestBot::start(command, &rules, BotTimeouts::default(), false);
        bot.insert(started.map_err(|fault| fault.to_string())?).begin_decision(state, BOT_TIME);
        return Ok(None);
    };
    let decision = guest.poll(Duration::ZERO).map_err(|fault| fault.to_string())?;
    Ok(decision.map(|decision| {
        let chosen = decision.chosen;
        let only = AdvisedMove { chosen, behind: 0.0, line: vec![chosen], reason: None };
        PositionAdvice { moves: vec![only], is_lost: false }
    }))
}

/// Reads the advice in a worker's answer. A worker that answered with an error is not asked again.
fn understood(answer: Result<String, String>) -> Result<PositionAdvice, String> {
    if answer.is_err() {
        *unpoisoned(WORKER.lock()) = None;
    }
    serde_json::from_str(&answer?).map_err(|error| format!("the answer: {error}"))
}

/// The best moves of a learner. How far each is behind the best is told in the learner's own values, and no move comes
/// with those that would follow it.
fn learners_advice(brain: &Brain, state: &State) -> PositionAdvice {
    let Some((&falling, next)) = state.queue.split_first() else { return PositionAdvice::default() };
    let (hold, can_hold) = (state.hold, state.can_hold);
    let ranked = brain.rank(&VisiblePosition { board: &state.board, falling, hold, can_hold, next });
    let found = placement_hints(brain, &state.board, &ranked, ADVISED_MOVES).into_iter().enumerate();
    let advised = found.map(|(at, hint)| AdvisedMove {
        chosen: hint.choice.to_move(),
        behind: hint.gap,
        line: vec![hint.choice.to_move()],
        reason: hint.reason.map(|reason| format!("{} {reason}", if at == 0 { "it" } else { "the best" })),
    });
    let is_lost = ranked.first().is_some_and(|best| best.value == f64::NEG_INFINITY);
    PositionAdvice { moves: advised.collect(), is_lost }
}
