//! `--placements`: what computer players choose from, as a flag of several commands.

use crate::ai::Brain;
use crate::movegen::Choice;
use crate::rules::Rules;
use clap::ValueEnum;

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

/// The same player choosing from the placements that were asked for, or else from those it chose from
/// before, under these rules.
pub fn choosing(brain: Brain, asked: Option<PlacementsFlag>, rules: &Rules) -> Brain {
    match asked.map_or(brain.style().placements.choice(), Choice::from).under(rules) {
        placements if placements == brain.style().placements => brain,
        placements => brain.choosing(placements),
    }
}

/// What a player chooses from, by its name in flags.
pub const fn name(choice: Choice) -> &'static str {
    match choice {
        Choice::Straight => "straight",
        Choice::Reachable => "reachable",
    }
}
