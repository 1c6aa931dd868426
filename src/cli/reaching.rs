//! `--placements`: what computer players choose from, as a flag of several commands.

use crate::ai::Brain;
use crate::movegen::PlacementChoice;
use crate::rules::Rules;
use clap::ValueEnum;

/// Which placements a player chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlacementChoiceFlag {
    /// Straight drops alone
    Straight,
    /// Everything within reach: tucks and spins too
    Reachable,
}

impl From<PlacementChoiceFlag> for PlacementChoice {
    fn from(flag: PlacementChoiceFlag) -> Self {
        match flag {
            PlacementChoiceFlag::Straight => PlacementChoice::Straight,
            PlacementChoiceFlag::Reachable => PlacementChoice::Reachable,
        }
    }
}

/// The same player choosing from the placements that were asked for, or else from those it chose from
/// before, under these rules.
pub fn with_asked_placements(brain: Brain, asked: Option<PlacementChoiceFlag>, rules: &Rules) -> Brain {
    match asked.map_or(brain.style().placements.choice(), PlacementChoice::from).to_placements(rules) {
        placements if placements == brain.style().placements => brain,
        placements => brain.choosing(placements),
    }
}

/// The name, in command-line flags, of the set of placements that a player chooses from.
pub const fn name(choice: PlacementChoice) -> &'static str {
    match choice {
        PlacementChoice::Straight => "straight",
        PlacementChoice::Reachable => "reachable",
    }
}
