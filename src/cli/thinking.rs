//! How long a player may think about a piece, by nodes or by time, and the players themselves: shared by `solo`, `arena` and
//! tournaments of placements.

use super::Failure;
use crate::ai::View;
use crate::mind::Mind;
use crate::movegen::Placement;
use crate::rules::Rules;
use crate::search::{Means, Method, Search, State};
use crate::storage::contestants::Who;
use crate::storage::{Catalog, Contestant};
use crate::tbp::{Decision, Fault, Guest, Waits};
use clap::{Args, ValueEnum};
use std::time::{Duration, Instant};

/// Nodes a second that a time is taken to allow before anything was measured.
const USUAL_RATE: f64 = 2e6;
/// Milliseconds that a bot behind the protocol gets where none are given: it knows no nodes.
const BOTS_TIME: u32 = 50;

/// How long to think.
#[derive(Clone, Copy, Debug, Args)]
pub struct Thinking {
    /// Nodes a piece, positions made and valued, 1-100000000 [default: 10000]: the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: Option<u64>,
    /// Milliseconds a piece instead, 1-60000, of the processor where the system tells; TBP bots get 50 where none are given
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub think_ms: Option<u32>,
    /// And with what.
    #[command(flatten)]
    pub means: Using,
}

/// What a search may use.
#[derive(Clone, Copy, Debug, Args)]
pub struct Using {
    /// Threads of one decision, 1-8: by nodes the same answer, by time (of the wall's clock then) more nodes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub threads: u8,
    /// The most memory that a search keeps, in MiB, 8-4096; past it, it looks less wide
    #[arg(long, value_name = "MIB", default_value_t = 200, value_parser = clap::value_parser!(u16).range(8..=4096))]
    memory: u16,
    /// The order in which positions are searched
    #[arg(long, value_enum, default_value_t)]
    search: Order,
}

/// The order in which positions are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Layer by layer, a piece each
    #[default]
    Beam,
    /// Wherever it looks best, over a graph; weaker with weights that were learned for the beam
    BestFirst,
}

impl Using {
    /// The same for a search.
    pub fn means(self) -> Means {
        let method = match self.search {
            Order::Beam => Method::Beam,
            Order::BestFirst => Method::BestFirst,
        };
        Means { method, threads: self.threads.into(), memory: self.memory.into() }
    }
}

impl Thinking {
    /// It in words.
    pub fn describe(self) -> String {
        let mut words = match self.think_ms {
            Some(ms) if self.means.threads > 1 => format!("{ms} ms a piece on {} threads", self.means.threads),
            Some(ms) => format!("{ms} ms a piece"),
            None => format!("{} nodes a piece", self.nodes()),
        };
        if self.means.search == Order::BestFirst {
            words += ", best-first";
        }
        words
    }

    /// What a bot behind the protocol gets.
    fn of_bots(self) -> Duration {
        Duration::from_millis(self.think_ms.unwrap_or(BOTS_TIME).into())
    }

    fn nodes(self) -> u64 {
        self.nodes.unwrap_or(10_000)
    }
}

/// The player that a SPEC names. A bot behind the protocol is started once, to see that it is there and what it calls itself.
pub fn contestant(catalog: &Catalog, spec: &str, rules: &Rules) -> Result<Contestant, Failure> {
    let mut found = catalog.contestant(&spec.parse()?)?;
    if let Who::Guest(command) = &found.who {
        found.name = Guest::introduced(command, rules, Waits::default())?;
    }
    Ok(found)
}

/// A player at work: for one game.
pub struct Thinker<'a> {
    who: &'a Who,
    thinking: Thinking,
    search: Search,
    /// The bot that thinks, if it is one.
    guest: Option<Guest>,
    /// What it did wrong, which has cost it the game.
    pub fault: Option<Fault>,
    /// Nodes made and valued.
    pub nodes: u64,
    /// Seconds spent on them.
    pub seconds: f64,
    /// Nodes a second, by the latest moves.
    rate: f64,
}

impl<'a> Thinker<'a> {
    /// Someone who thinks so long under these rules.
    pub fn new(who: &'a Who, thinking: Thinking, rules: &Rules) -> Self {
        let guest = match who {
            // It thinks in its own turns only, as our own players do.
            Who::Guest(command) => Some(Guest::start(command, rules, Waits::default(), true)),
            Who::Ours(_) => None,
        };
        let (guest, fault) = match guest.transpose() {
            Ok(guest) => (guest, None),
            Err(fault) => (None, Some(fault)),
        };
        let search = Search::with(rules, thinking.means.means());
        Self { who, thinking, search, guest, fault, nodes: 0, seconds: 0.0, rate: USUAL_RATE }
    }

    /// Where the piece goes, and whether it is held first.
    pub fn decide(&mut self, state: &State) -> Option<(Placement, bool)> {
        let start = Clock::now(self.thinking.means.threads == 1);
        let (decided, nodes) = match self.who {
            Who::Ours(Mind::Brain(brain)) => {
                let (&falling, next) = state.queue.split_first()?;
                let (hold, can_hold) = (state.hold, state.can_hold);
                let choice = brain.choose(&View { board: &state.board, falling, hold, can_hold, next });
                (choice.map(|choice| (choice.placement(), choice.hold)), 0)
            }
            Who::Ours(Mind::Searcher(weights)) => {
                let (budget, most) = match self.thinking.think_ms {
                    Some(ms) => ((self.rate * f64::from(ms) / 1e3) as u64, f64::from(ms) / 1e3),
                    None => (self.thinking.nodes(), f64::INFINITY),
                };
                let mut asked = 0u32;
                let mut over = || {
                    asked += 1;
                    // The clock costs some microseconds.
                    most.is_finite() && asked.is_multiple_of(64) && start.seconds() > most
                };
                let choice = self.search.think(state, weights, budget.max(1), &mut over);
                (choice.map(|choice| (choice.placement, choice.hold)), choice.map_or(0, |choice| choice.nodes))
            }
            Who::Guest(_) | Who::Ours(Mind::Guest(_)) => return self.ask(state),
        };
        let seconds = start.seconds();
        if nodes > 0 && seconds > 0.0 {
            // A little less than was reached, so that the last layer is seldom broken off.
            self.rate = 0.8 * self.rate + 0.2 * (0.95 * nodes as f64 / seconds);
        }
        self.nodes += nodes;
        self.seconds += seconds;
        decided
    }

    /// What a bot decides; `None` once it has done wrong.
    fn ask(&mut self, state: &State) -> Option<(Placement, bool)> {
        let guest = self.guest.as_mut()?;
        match guest.decide(state, self.thinking.of_bots()) {
            Ok(Decision { placement, hold, info, spent }) => {
                guest.played(placement, hold);
                self.nodes += info.and_then(|info| info.nodes).unwrap_or(0);
                self.seconds += spent.as_secs_f64();
                Some((placement, hold))
            }
            Err(fault) => {
                self.fault = Some(fault);
                self.guest = None;
                None
            }
        }
    }
}

/// A moment, by this thread's time on the processor where that is asked for and the system tells, else by the wall.
struct Clock {
    wall: Instant,
    processor: Option<u64>,
}

impl Clock {
    fn now(of_processor: bool) -> Self {
        Self { wall: Instant::now(), processor: processor_time().filter(|_| of_processor) }
    }

    /// Seconds since.
    fn seconds(&self) -> f64 {
        match (self.processor, processor_time()) {
            (Some(then), Some(now)) => now.saturating_sub(then) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Nanoseconds that this thread has run, on Linux.
fn processor_time() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}
