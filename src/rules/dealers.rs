//! Dealers by name: who deals, from what, and how far ahead the player sees.
//!
//! How a dealer that sees the board chooses is in `ai`. The rules only say that pieces are chosen.

use super::options::Rules;
use super::queue::GeneratorKind;
use serde::{Deserialize, Serialize};

/// Who chooses the pieces, in place of chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealer {
    /// A dealer that gives any piece at any time, with one on show.
    #[default]
    #[serde(rename = "free-1")]
    Free1,
    /// A dealer that gives any piece at any time, with two on show.
    #[serde(rename = "free-2")]
    Free2,
    /// A dealer that gives any piece at any time, with three on show.
    #[serde(rename = "free-3")]
    Free3,
    /// A dealer that gives each kind once in seven pieces, with one on show.
    #[serde(rename = "bag-1")]
    Bag1,
    /// A dealer that gives each kind once in seven pieces, with two on show.
    #[serde(rename = "bag-2")]
    Bag2,
    /// A dealer that gives each kind once in seven pieces, with three on show.
    #[serde(rename = "bag-3")]
    Bag3,
    /// A dealer that gives S and Z in turn, whatever the board.
    #[serde(rename = "s-z")]
    SZ,
}

/// The names of one dealer, and the rules that it changes.
struct DealerEntry {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    generator: GeneratorKind,
    next: u8,
}

impl Dealer {
    /// All dealers, in the order of menus.
    pub const ALL: [Self; 7] = [Self::Free1, Self::Free2, Self::Free3, Self::Bag1, Self::Bag2, Self::Bag3, Self::SZ];

    const fn entry(self) -> DealerEntry {
        match self {
            Self::Free1 => DealerEntry {
                name: "free-1",
                title: "Any piece, one on show",
                about: "The piece that you want least, any at any time; you see one ahead",
                generator: GeneratorKind::Dealt,
                next: 1,
            },
            Self::Free2 => DealerEntry {
                name: "free-2",
                title: "Any piece, two on show",
                about: "The piece that you want least, any at any time; you see two ahead",
                generator: GeneratorKind::Dealt,
                next: 2,
            },
            Self::Free3 => DealerEntry {
                name: "free-3",
                title: "Any piece, three on show",
                about: "The piece that you want least, any at any time; you see three ahead",
                generator: GeneratorKind::Dealt,
                next: 3,
            },
            Self::Bag1 => DealerEntry {
                name: "bag-1",
                title: "From the bag, one on show",
                about: "The worst order of every bag of seven; you see one ahead",
                generator: GeneratorKind::DealtFromBag,
                next: 1,
            },
            Self::Bag2 => DealerEntry {
                name: "bag-2",
                title: "From the bag, two on show",
                about: "The worst order of every bag of seven; you see two ahead",
                generator: GeneratorKind::DealtFromBag,
                next: 2,
            },
            Self::Bag3 => DealerEntry {
                name: "bag-3",
                title: "From the bag, three on show",
                about: "The worst order of every bag of seven; you see three ahead",
                generator: GeneratorKind::DealtFromBag,
                next: 3,
            },
            Self::SZ => DealerEntry {
                name: "s-z",
                title: "S and Z in turn",
                about: "S, Z, S, Z and nothing else, whatever the board",
                generator: GeneratorKind::Alternating,
                next: 1,
            },
        }
    }

    /// The dealer's name on the command line and in files.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The dealer's name in menus.
    pub const fn title(self) -> &'static str {
        self.entry().title
    }

    /// One line of text about the dealer, for menus.
    pub const fn about(self) -> &'static str {
        self.entry().about
    }

    /// The dealer of this name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dealer| dealer.name() == name)
    }

    /// `rules` with the generator of this dealer, and with as many pieces on show as the dealer allows.
    #[must_use]
    pub const fn apply_to(self, rules: Rules) -> Rules {
        let DealerEntry { generator, next, .. } = self.entry();
        Rules { generator, next, ..rules }
    }
}
