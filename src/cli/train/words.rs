//! What the flags of a recipe take: words, sizes and steps. Knows no recipe's numbers.

use crate::ai::NextOn;
use crate::rules::{GeneratorKind, PieceSet};
use crate::train::recipe::{Reach, Step};
use crate::train::{Fitness, Seeds};
use clap::ValueEnum;
use std::str::FromStr;

/// A choice of words for a value.
macro_rules! words {
    ($(#[$about:meta])* $flag:ident => $value:ident { $($(#[$help:meta])* $word:ident => $to:expr),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        pub enum $flag { $($(#[$help])* $word),* }

        impl From<$flag> for $value {
            fn from(flag: $flag) -> Self {
                match flag { $($flag::$word => $to),* }
            }
        }
    };
}

words! {
    /// The choices of `--fitness`.
    FitnessFlag => Fitness {
        /// 50 x tetrises + 5 x score at the end
        Default => Fitness::Default,
        /// The sum over all moves of 50 x tetrises + 5 x score + 10
        Summed => Fitness::Summed,
        /// The score at the end
        Score => Fitness::Score,
        /// The lines at the end
        Lines => Fitness::Lines,
        /// The logarithm of 1 + lines
        LogLines => Fitness::LogLines,
        /// The share of the line cap that was reached
        Success => Fitness::Success,
        /// Lines sent a piece
        Attack => Fitness::Attack,
        /// Matches: against past generations, with the same, or of opposite samples against each other
        Versus => Fitness::Versus,
    }
}

words! {
    /// The choices of `--pieces`.
    PiecesFlag => GeneratorKind {
        /// Every kind once before any comes again
        Bag => GeneratorKind::Bag,
        /// Each piece independently
        Uniform => GeneratorKind::Uniform,
        /// A bag in which S and Z come twice
        BagOfNine => GeneratorKind::BagOfNine,
        /// The piece that is worst for the player
        Dealt => GeneratorKind::Dealt,
        /// The worst order of every bag
        DealtFromBag => GeneratorKind::DealtFromBag,
        /// S and Z in turn
        Alternating => GeneratorKind::Alternating,
    }
}

words! {
    /// The choices of `--piece-set`.
    PieceSetFlag => PieceSet {
        /// The seven of four minos
        Tetromino => PieceSet::Tetromino,
        /// The eighteen of five minos
        Pentomino => PieceSet::Pentomino,
    }
}

words! {
    /// The choices of `--next-on`.
    NextOnFlag => NextOn {
        /// The board as it is valued
        AsValued => NextOn::AsValued,
        /// The board with its full rows gone
        Cleared => NextOn::Cleared,
        /// The board with its full rows still there
        Uncleared => NextOn::Uncleared,
    }
}

words! {
    /// The choices of `--game-seeds`.
    SeedsFlag => Seeds {
        /// Every genome its own, new ones in every generation
        Own => Seeds::Own,
        /// All genomes the same, new ones in every generation
        Shared => Seeds::Shared,
        /// All genomes the same in all generations
        Fixed => Seeds::Fixed,
    }
}

/// The choices of `--first-draws`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DrawsFlag {
    /// Our own
    Korobka,
    /// Python's after random.seed(N)
    Python,
}

words! {
    /// The choices of `--mutation-way`.
    WayFlag => Reach {
        /// Either way
        Both => Reach::Both,
        /// Upwards only
        Up => Reach::Up,
    }
}

/// Columns and visible rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardFlag {
    pub(super) width: u8,
    pub(super) visible: u8,
}

impl FromStr for BoardFlag {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once(['x', 'X']).and_then(|(width, visible)| Some((width.parse().ok()?, visible.parse().ok()?)));
        let (width, visible) = parts.ok_or("give columns x rows, such as 10x20")?;
        Ok(Self { width, visible })
    }
}

/// One of `--search-steps`.
#[derive(Clone, Copy, Debug)]
pub struct StepFlag(pub(super) Step);

impl FromStr for StepFlag {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let mut step = || {
            let (range, lines) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            let puzzle_rows = parts.next()?.parse().ok()?;
            parts.next().is_none().then_some(Step { range, lines, puzzle_rows })
        };
        step().map(Self).ok_or("give range:lines:rows, such as 0.5:8000:0".to_owned())
    }
}
