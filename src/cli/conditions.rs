//! The conditions under which games are played: the flags that `evaluate` and `match` share. What a flag that is left
//! out stands for is for each command to say.

use super::jobs::JobFlags;
use super::thinking::ThinkingFlags;
use crate::movegen::{PlacementChoice, SoftDropKind};
use crate::rules::{Dealer, RuleSet, Rules};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

/// The flags for the conditions of games: how many are played, from which seed, under which rules, and where.
#[derive(Clone, Copy, Debug, Args)]
pub struct GameConditionFlags {
    /// How many games, 1-100000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: Option<u32>,
    /// The seed of all games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The rules: guideline (the default), tetrio, tetrio-2, jstris, ppt or line-for-line
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    #[arg(default_value_t, hide_default_value = true)]
    pub rules: RuleSet,
    /// The dealer that chooses the pieces, in place of what the rules say.
    #[command(flatten)]
    pub dealing: DealerFlag,
    /// How long a search may think about a piece.
    #[command(flatten)]
    pub thinking: ThinkingFlags,
    /// How many games are played at a time, and on which machines.
    #[command(flatten)]
    pub jobs: JobFlags,
}

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

/// Lets flags take the choices of some types, each by its name and with the line about it.
macro_rules! flag_choices {
    ($($Choice:ident),+) => {$(
        impl ValueEnum for $Choice {
            fn value_variants<'a>() -> &'a [Self] {
                &Self::ALL
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                Some(PossibleValue::new(self.name()).help(self.about()))
            }
        }
    )+};
}

flag_choices!(Dealer, RuleSet);

/// Lets flags take the values of a type by these words.
macro_rules! flag_words {
    ($Choice:ident, $($Value:ident => $word:literal),+) => {
        impl ValueEnum for $Choice {
            fn value_variants<'a>() -> &'a [Self] {
                &[$(Self::$Value),+]
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                Some(PossibleValue::new(match self {
                    $(Self::$Value => $word),+
                }))
            }
        }
    };
}

flag_words!(PlacementChoice, Straight => "straight", Reachable => "reachable");
flag_words!(SoftDropKind, ByRows => "rows", ToGround => "instant");
