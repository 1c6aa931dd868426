//! Flags: how long a player may think about a piece, by nodes or by time.

use super::Failure;
use super::named_player::named_player;
use crate::doors::threads::HelperThreads;
use crate::measure::decider::BOT_THINKING_TIME;
use crate::measure::{ThinkingAllowance, ThinkingLimit};
use crate::rules::Rules;
use crate::search::SearchSettings;
use crate::storage::{Catalog, Contestant};
use clap::Args;
use std::time::Duration;

/// The options that say how long a search may think about a piece: by positions or by time, and on how many threads.
#[derive(Clone, Copy, Debug, Args)]
pub struct ThinkingFlags {
    /// Nodes a piece, 1-100000000, the same everywhere [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: Option<u64>,
    /// Milliseconds of the processor a piece instead, 1-60000; for bots 50
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub think_ms: Option<u32>,
    /// What a search may use while it thinks.
    #[command(flatten)]
    pub search: SearchFlags,
}

/// The flags that say what a search may use: threads and memory.
#[derive(Clone, Copy, Debug, Args)]
pub struct SearchFlags {
    /// Threads of one decision, 1-8
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub threads: u8,
    /// Memory of a search in MiB, 8-4096
    #[arg(long, value_name = "MIB", default_value_t = 200, value_parser = clap::value_parser!(u16).range(8..=4096))]
    memory: u16,
}

impl SearchFlags {
    /// What the flags let a search use, in the form that the search takes; its helpers are threads of this program.
    pub fn search_settings(self) -> SearchSettings {
        let (threads, memory) = (self.threads.into(), self.memory.into());
        SearchSettings { threads, helpers: Some(&HelperThreads), memory, spawn_row: None }
    }
}

impl ThinkingFlags {
    /// The limit of thinking in words: `10000 nodes a piece`. `with_search` says whether a player that searches takes
    /// part, which alone thinks by nodes and on threads. `with_program` says whether a bot that is a program of its own
    /// does: the protocol has no limit of nodes, so that the bot has a time.
    pub fn describe(self, with_search: bool, with_program: bool) -> String {
        let (nodes, of_program) = (self.nodes(), BOT_THINKING_TIME.as_millis());
        match (self.think_ms, with_search, with_program) {
            (_, false, false) => "no search".to_owned(),
            (Some(ms), true, _) if self.search.threads > 1 => {
                format!("{ms} ms a piece on {} threads", self.search.threads)
            }
            (Some(ms), ..) => format!("{ms} ms a piece"),
            (None, true, false) => format!("{nodes} nodes a piece"),
            (None, true, true) => format!("{nodes} nodes a piece, {of_program} ms for programs"),
            (None, false, true) => format!("{of_program} ms a piece"),
        }
    }

    /// The limit of thinking, and what a search may use, in the form that a decider takes.
    pub fn allowance(self) -> ThinkingAllowance {
        let time = self.think_ms.map(|ms| ThinkingLimit::Time(Duration::from_millis(ms.into())));
        ThinkingAllowance {
            limit: time.unwrap_or(ThinkingLimit::Nodes(self.nodes())),
            search: self.search.search_settings(),
        }
    }

    fn nodes(self) -> u64 {
        self.nodes.unwrap_or(10_000)
    }
}

/// The player that a SPEC names. A bot behind the protocol is started once, to see that it is there and
/// what it calls itself.
///
/// # Errors
/// When the SPEC names no player, or a bot cannot be started.
pub fn find_contestant(catalog: &Catalog, words: &str, rules: &Rules) -> Result<Contestant, Failure> {
    Ok(named_player(catalog, words)?.with_checked_program(rules)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_told_only_where_somebody_thinks_by_it() {
        let told = |nodes: Option<u64>, think_ms: Option<u32>, threads: u8| {
            let flags = ThinkingFlags { nodes, think_ms, search: SearchFlags { threads, memory: 200 } };
            [(false, false), (false, true), (true, false), (true, true)]
                .map(|(search, program)| flags.describe(search, program))
        };
        let by_nodes = ["no search", "50 ms a piece", "5 nodes a piece", "5 nodes a piece, 50 ms for programs"];
        assert_eq!(told(Some(5), None, 2), by_nodes);
        assert_eq!(told(None, Some(7), 1), ["no search", "7 ms a piece", "7 ms a piece", "7 ms a piece"]);
        assert_eq!(told(None, Some(7), 2)[1..3], ["7 ms a piece", "7 ms a piece on 2 threads"]);
    }
}
