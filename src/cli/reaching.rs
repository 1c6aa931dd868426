//! `--placements`: what computer players choose from, as a flag of several commands.

use crate::ai::Brain;
use crate::mind::Mind;
use crate::movegen::Choice;
use crate::rules::Rules;
use clap::ValueEnum;
use std::sync::Arc;

/// Which placements a player chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlacementsFlag {
    /// Straight drops alone
    Straight,
    /// Everything within reach: tucks and spins too
    Reachable,
}

impl From<PlacementsFlag> for Choice {
    fn from(flag: PlacementsFlag) -> Self {
        match flag {
            PlacementsFlag::Straight => Choice::Straight,
            PlacementsFlag::Reachable => Choice::Reachable,
        }
    }
}

/// The player with what was asked for, or its own choice, under these rules.
pub fn choosing(brain: Brain, asked: Option<PlacementsFlag>, rules: &Rules) -> Brain {
    match asked.map_or(brain.style().placements.choice(), Choice::from).under(rules) {
        placements if placements == brain.style().placements => brain,
        placements => brain.choosing(placements),
    }
}

/// The same for whoever sits down at a match: who searches chooses from everything within reach always.
pub fn minded(mind: Mind, asked: Option<PlacementsFlag>, rules: &Rules) -> Mind {
    match mind {
        Mind::Brain(brain) => choosing(Arc::unwrap_or_clone(brain), asked, rules).into(),
        other @ (Mind::Searcher(_) | Mind::Guest(_)) => other,
    }
}

/// What a player chooses from, by its name in flags.
pub const fn name(choice: Choice) -> &'static str {
    match choice {
        Choice::Straight => "straight",
        Choice::Reachable => "reachable",
    }
}
