//! A player at the level of placements: decides where each piece of a game goes, within the nodes or the time that it
//! may use.
//!
//! Games alone and matches of placements ask it.

use crate::bots::{BotDecision, BotFault, BotTimeouts, GuestBot};
use crate::doors::Moment;
use crate::doors::clock::thread_cpu_time;
use crate::mind::Mind;
use crate::movegen::Move;
use crate::rules::Rules;
use crate::search::{SearchSettings, State, Think};
use std::time::Duration;

/// How many nodes a second a player is taken to search before anything was measured.
const USUAL_RATE: f64 = 2e6;
/// How long a bot behind the protocol thinks where the limit is in nodes: the protocol has no limit of nodes.
pub const BOT_THINKING_TIME: Duration = Duration::from_millis(50);

/// The most nodes that a bot is believed to have looked at for a piece. It may say any number, and sums must fit.
const MOST_NODES: u64 = 1 << 32;

/// How far a player may think about one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingLimit {
    /// A number of nodes, which are positions made and valued: the same answer on every machine.
    Nodes(u64),
    /// A time: of the processor where there is one thread and the system measures it, else of the wall's clock.
    Time(Duration),
}

/// What a player may use for one piece.
#[derive(Clone, Copy, Debug)]
pub struct ThinkingAllowance {
    /// How far the player may think.
    pub limit: ThinkingLimit,
    /// The threads and memory of a player that searches, and where its pieces appear.
    pub search: SearchSettings,
}

/// A player in one game: decides where each of its pieces goes, and keeps account of what it thought.
pub struct PlacementDecider {
    at_work: AtWork,
    allowance: ThinkingAllowance,
    /// The fault of a bot, which has lost it the game; `None` while there is none.
    pub fault: Option<BotFault>,
    /// How many nodes were made and valued so far. A bot is counted with those that it reports.
    pub nodes: u64,
    /// How many seconds were spent on all decisions so far.
    pub seconds: f64,
    /// An estimate of how many nodes a second the player searches, by its latest moves: a little less than was reached.
    rate: f64,
}

/// The player that thinks: one of our own, or a bot.
enum AtWork {
    /// One of our own players, which is a function that thinks.
    Ours(Think),
    /// A bot, which thinks in its own turns only, as our own players do; `None` once it had a fault.
    Bot(Option<Box<GuestBot>>),
}

impl PlacementDecider {
    /// The player made of a mind, for a game under these rules. A bot is started; if that fails, `fault` says why.
    pub fn new(mind: &Mind, allowance: ThinkingAllowance, rules: &Rules) -> Self {
        let (at_work, fault) = match mind.thinking_function(rules, allowance.search) {
            Ok(think) => (AtWork::Ours(think), None),
            Err(command) => match GuestBot::start(command, rules, BotTimeouts::default(), true) {
                Ok(guest) => (AtWork::Bot(Some(Box::new(guest))), None),
                Err(fault) => (AtWork::Bot(None), Some(fault)),
            },
        };
        Self { at_work, allowance, fault, nodes: 0, seconds: 0.0, rate: USUAL_RATE }
    }

    /// The move that the player makes. `None` where nothing fits, and for a bot that had a fault.
    pub fn decide(&mut self, state: &State) -> Option<Move> {
        let limit = self.allowance.limit;
        match &mut self.at_work {
            AtWork::Ours(think) => {
                let start = Stopwatch::now(self.allowance.search.threads == 1);
                let (budget, most) = match limit {
                    ThinkingLimit::Nodes(nodes) => (nodes, f64::INFINITY),
                    ThinkingLimit::Time(time) => ((self.rate * time.as_secs_f64()) as u64, time.as_secs_f64()),
                };
                let mut asked = 0u32;
                let mut over = || {
                    asked += 1;
                    // To ask the clock costs more than a few nodes.
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
                thought.map(|thought| thought.chosen)
            }
            AtWork::Bot(bot) => {
                let guest = bot.as_mut()?;
                let time = match limit {
                    ThinkingLimit::Nodes(_) => BOT_THINKING_TIME,
                    ThinkingLimit::Time(time) => time,
                };
                match guest.decide(state, time) {
                    Ok(BotDecision { chosen, info, spent }) => {
                        guest.tell_played(chosen);
                        self.nodes += info.and_then(|info| info.nodes).map_or(0, |nodes| nodes.min(MOST_NODES));
                        self.seconds += spent.as_secs_f64();
                        Some(chosen)
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

/// A stopwatch, started at a moment: by this thread's time on the processor where that is asked for and the system
/// measures it, else by the wall's clock.
struct Stopwatch {
    wall: Moment,
    processor: Option<Duration>,
}

impl Stopwatch {
    fn now(of_processor: bool) -> Self {
        Self { wall: Moment::now(), processor: thread_cpu_time().filter(|_| of_processor) }
    }

    /// The seconds that have passed since the stopwatch was started.
    fn seconds(&self) -> f64 {
        match (self.processor, thread_cpu_time()) {
            (Some(then), Some(now)) => now.saturating_sub(then).as_secs_f64(),
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}
