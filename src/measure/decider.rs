//! A player at the level of placements: decides where each piece of a game goes, within what it may think.
//!
//! Solo games, the arena and tournaments of placements ask it. Knows no flags and no game.

use crate::bots::{Decision, Fault, Guest, Waits};
use crate::doors::Moment;
use crate::doors::clock::processor_time;
use crate::mind::Mind;
use crate::movegen::Placement;
use crate::rules::Rules;
use crate::search::{Means, State, Think};
use std::time::Duration;

/// Nodes a second that a time is taken to allow before anything was measured.
const USUAL_RATE: f64 = 2e6;
/// How long a bot behind the protocol thinks where the limit is in nodes: it knows none.
const BOTS_TIME: Duration = Duration::from_millis(50);

/// How far a player may think about one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nodes, positions made and valued: the same answer on every machine.
    Nodes(u64),
    /// Time, of the processor where there is one thread and the system tells, else of the wall's clock.
    Time(Duration),
}

/// What a player may use for one piece.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// How far it may think.
    pub limit: Limit,
    /// With what, if it searches.
    pub means: Means,
}

/// A mind that plays one game.
pub struct Decider {
    at_work: AtWork,
    allowance: Allowance,
    /// What a bot did wrong, which has cost it the game.
    pub fault: Option<Fault>,
    /// Nodes made and valued.
    pub nodes: u64,
    /// Seconds spent on them.
    pub seconds: f64,
    /// Nodes a second, by the latest moves.
    rate: f64,
}

/// What thinks.
enum AtWork {
    /// One of our own players.
    Ours(Think),
    /// A bot, which thinks in its own turns only, as our own players do; nobody, once it has done wrong.
    Bot(Option<Box<Guest>>),
}

impl Decider {
    /// The mind under these rules. A bot is started; what goes wrong with that is its `fault`.
    pub fn new(mind: &Mind, allowance: Allowance, rules: &Rules) -> Self {
        let (at_work, fault) = match mind.think(rules, allowance.means) {
            Ok(think) => (AtWork::Ours(think), None),
            Err(command) => match Guest::start(command, rules, Waits::default(), true) {
                Ok(guest) => (AtWork::Bot(Some(Box::new(guest))), None),
                Err(fault) => (AtWork::Bot(None), Some(fault)),
            },
        };
        Self { at_work, allowance, fault, nodes: 0, seconds: 0.0, rate: USUAL_RATE }
    }

    /// Where the piece goes, and whether it is held first. `None` where nothing fits, and of a bot that has done wrong.
    pub fn decide(&mut self, state: &State) -> Option<(Placement, bool)> {
        let limit = self.allowance.limit;
        match &mut self.at_work {
            AtWork::Ours(think) => {
                let start = Clock::now(self.allowance.means.threads == 1);
                let (budget, most) = match limit {
                    Limit::Nodes(nodes) => (nodes, f64::INFINITY),
                    Limit::Time(time) => ((self.rate * time.as_secs_f64()) as u64, time.as_secs_f64()),
                };
                let mut asked = 0u32;
                let mut over = || {
                    asked += 1;
                    // The clock costs some microseconds.
                    most.is_finite() && asked.is_multiple_of(64) && start.seconds() > most
                };
                let thought = think(state, budget.max(1), &mut over);
                let (nodes, seconds) = (thought.map_or(0, |thought| thought.nodes), start.seconds());
                if nodes > 0 && seconds > 0.0 {
                    // A little less than was reached, so that the last layer is seldom broken off.
                    self.rate = 0.8 * self.rate + 0.2 * (0.95 * nodes as f64 / seconds);
                }
                self.nodes += nodes;
                self.seconds += seconds;
                thought.map(|thought| (thought.placement, thought.hold))
            }
            AtWork::Bot(bot) => {
                let guest = bot.as_mut()?;
                let time = match limit {
                    Limit::Nodes(_) => BOTS_TIME,
                    Limit::Time(time) => time,
                };
                match guest.decide(state, time) {
                    Ok(Decision { placement, hold, info, spent }) => {
                        guest.played(placement, hold);
                        self.nodes += info.and_then(|info| info.nodes).unwrap_or(0);
                        self.seconds += spent.as_secs_f64();
                        Some((placement, hold))
                    }
                    Err(fault) => {
                        self.fault = Some(fault);
                        *bot = None;
                        None
                    }
                }
            }
        }
    }
}

/// A moment, by this thread's time on the processor where that is asked for and the system tells, else by the wall.
struct Clock {
    wall: Moment,
    processor: Option<Duration>,
}

impl Clock {
    fn now(of_processor: bool) -> Self {
        Self { wall: Moment::now(), processor: processor_time().filter(|_| of_processor) }
    }

    /// Seconds since.
    fn seconds(&self) -> f64 {
        match (self.processor, processor_time()) {
            (Some(then), Some(now)) => now.saturating_sub(then).as_secs_f64(),
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}
