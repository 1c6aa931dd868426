//! `--placements`: what computer players choose from, as a flag of several commands.

use crate::ai::Brain;
use crate::movegen::PlacementChoice;
use crate::rules::Rules;
use clap::ValueEnum;
use clap::builder::PossibleValue;

impl ValueEnum for PlacementChoice {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Straight, Self::Reachable]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(placement_choice_name(*self)))
    }
}

/// The same player choosing from the placements that were asked for, or else from those it chose from
/// before, under these rules.
pub fn brain_with_placements(brain: Brain, asked: Option<PlacementChoice>, rules: &Rules) -> Brain {
    match asked.unwrap_or(brain.settings().placements.placement_choice()).to_placement_source(rules) {
        placements if placements == brain.settings().placements => brain,
        placements => brain.with_placements(placements),
    }
}

/// The name, in command-line flags, of the set of placements that a player chooses from.
pub const fn placement_choice_name(choice: PlacementChoice) -> &'static str {
    match choice {
        PlacementChoice::Straight => "straight",
        PlacementChoice::Reachable => "reachable",
    }
}
