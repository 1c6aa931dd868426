//! Dealers by name, as a flag of several commands.

use crate::rules::{Dealer, Rules};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

/// The flag by which a command plays with a dealer's pieces.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct DealerFlag {
    /// Who deals the worst pieces: free-1, -2, -3, bag-1, -2, -3 or s-z
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    pub dealer: Option<Dealer>,
}

impl DealerFlag {
    /// The same rules with the dealer's pieces, if there is one.
    pub fn apply_to(self, rules: Rules) -> Rules {
        self.dealer.map_or(rules, |dealer| dealer.apply_to(rules))
    }

    /// The dealer in words, to be put after other conditions; empty without one.
    pub fn describe(self) -> String {
        self.dealer.map_or(String::new(), |dealer| format!(", dealt by {}", dealer.name()))
    }
}

impl ValueEnum for Dealer {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.about()))
    }
}
