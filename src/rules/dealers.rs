//! Dealers by name: who deals, from what, and how far ahead the player sees.
//!
//! Those that see the board are in `ai`: rules only say that the pieces are a matter of choice.

use super::options::Rules;
use super::queue::GeneratorKind;
use serde::{Deserialize, Serialize};

/// Somebody who does not deal by chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealer {
    /// Any piece at any time, one on show.
    #[default]
    #[serde(rename = "free-1")]
    Free1,
    /// The same, two on show.
    #[serde(rename = "free-2")]
    Free2,
    /// The same, three on show.
    #[serde(rename = "free-3")]
    Free3,
    /// Each kind once in seven, one on show.
    #[serde(rename = "bag-1")]
    Bag1,
    /// The same, two on show.
    #[serde(rename = "bag-2")]
    Bag2,
    /// The same, three on show.
    #[serde(rename = "bag-3")]
    Bag3,
    /// S and Z in turn, whatever the board.
    #[serde(rename = "s-z")]
    SZ,
}

/// What a dealer is.
struct Entry {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    generator: GeneratorKind,
    next: u8,
}

impl Dealer {
    /// All dealers, in the order of menus.
    pub const ALL: [Self; 7] = [Self::Free1, Self::Free2, Self::Free3, Self::Bag1, Self::Bag2, Self::Bag3, Self::SZ];

    const fn entry(self) -> Entry {
        match self {
            Self::Free1 => Entry {
                name: "free-1",
                title: "Any piece, one on show",
                about: "The piece that you want least, any at any time; you see one ahead",
                generator: GeneratorKind::Dealt,
                next: 1,
            },
            Self::Free2 => Entry {
                name: "free-2",
                title: "Any piece, two on show",
                about: "The piece that you want least, any at any time; you see two ahead",
                generator: GeneratorKind::Dealt,
                next: 2,
            },
            Self::Free3 => Entry {
                name: "free-3",
                title: "Any piece, three on show",
                about: "The piece that you want least, any at any time; you see three ahead",
                generator: GeneratorKind::Dealt,
                next: 3,
            },
            Self::Bag1 => Entry {
                name: "bag-1",
                title: "From the bag, one on show",
                about: "The worst order of every bag of seven; you see one ahead",
                generator: GeneratorKind::DealtFromBag,
                next: 1,
            },
            Self::Bag2 => Entry {
                name: "bag-2",
                title: "From the bag, two on show",
                about: "The worst order of every bag of seven; you see two ahead",
                generator: GeneratorKind::DealtFromBag,
                next: 2,
            },
            Self::Bag3 => Entry {
                name: "bag-3",
                title: "From the bag, three on show",
                about: "The worst order of every bag of seven; you see three ahead",
                generator: GeneratorKind::DealtFromBag,
                next: 3,
            },
            Self::SZ => Entry {
                name: "s-z",
                title: "S and Z in turn",
                about: "S, Z, S, Z and nothing else, whatever the board",
                generator: GeneratorKind::Alternating,
                next: 1,
            },
        }
    }

    /// Its name on the command line and in files.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Its name in menus.
    pub const fn title(self) -> &'static str {
        self.entry().title
    }

    /// One line about it.
    pub const fn about(self) -> &'static str {
        self.entry().about
    }

    /// The dealer of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dealer| dealer.name() == name)
    }

    /// The same rules with its pieces, as many of them on show as it lets be seen.
    pub const fn dealing(self, rules: Rules) -> Rules {
        let Entry { generator, next, .. } = self.entry();
        Rules { generator, next, ..rules }
    }
}
