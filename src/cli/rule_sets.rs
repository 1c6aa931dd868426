//! Rule sets by name, as values of flags.

use crate::rules::RuleSet;
use clap::ValueEnum;
use clap::builder::PossibleValue;

impl ValueEnum for RuleSet {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.about()))
    }
}
