//! How long a player may think about a piece, by nodes or by time, and the players themselves: shared by `solo` and `arena`.

use super::Failure;
use crate::ai::View;
use crate::ai::reach::Placement;
use crate::champion::{Search, State};
use crate::game::Mind;
use crate::rules::Rules;
use crate::storage::{Catalog, Contestant};
use clap::Args;
use std::time::Instant;

/// Nodes a second that a time is taken to allow before anything was measured.
const USUAL_RATE: f64 = 2e6;

/// How long to think.
#[derive(Clone, Copy, Debug, Args)]
pub struct Thinking {
    /// Nodes a piece, positions made and valued, 1-100000000 [default: 10000]: the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: Option<u64>,
    /// Milliseconds a piece instead, 1-60000, of the processor where the system tells
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub think_ms: Option<u32>,
}

impl Thinking {
    /// It in words.
    pub fn describe(self) -> String {
        match self.think_ms {
            Some(ms) => format!("{ms} ms a piece"),
            None => format!("{} nodes a piece", self.nodes()),
        }
    }

    fn nodes(self) -> u64 {
        self.nodes.unwrap_or(10_000)
    }
}

/// The player that a SPEC names.
pub fn contestant(catalog: &Catalog, spec: &str) -> Result<Contestant, Failure> {
    Ok(catalog.contestant(&spec.parse()?)?)
}

/// A player at work.
pub struct Thinker<'a> {
    mind: &'a Mind,
    thinking: Thinking,
    search: Search,
    /// Nodes made and valued.
    pub nodes: u64,
    /// Seconds spent on them.
    pub seconds: f64,
    /// Nodes a second, by the latest moves.
    rate: f64,
}

impl<'a> Thinker<'a> {
    /// Someone who thinks so long under these rules.
    pub fn new(mind: &'a Mind, thinking: Thinking, rules: &Rules) -> Self {
        Self { mind, thinking, search: Search::new(rules), nodes: 0, seconds: 0.0, rate: USUAL_RATE }
    }

    /// Where the piece goes, and whether it is held first.
    pub fn decide(&mut self, state: &State) -> Option<(Placement, bool)> {
        let start = Clock::now();
        let (decided, nodes) = match self.mind {
            Mind::Brain(brain) => {
                let (&falling, next) = state.queue.split_first()?;
                let (hold, can_hold) = (state.hold, state.can_hold);
                let choice = brain.choose(&View { board: &state.board, falling, hold, can_hold, next });
                (choice.map(|choice| (choice.placement(), choice.hold)), 0)
            }
            Mind::Searcher(weights) => {
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
}

/// A moment, by this thread's time on the processor where the system tells, else by the wall.
struct Clock {
    wall: Instant,
    processor: Option<u64>,
}

impl Clock {
    fn now() -> Self {
        Self { wall: Instant::now(), processor: processor_time() }
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
