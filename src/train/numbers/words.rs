//! The words that some numbers of a recipe take, and what each means.

use super::super::recipe::{Fitness, MutationDirection, RecipeError, SeedChoice};
use crate::ai::{Lookahead, NextPieceBoard};
use crate::movegen::PlacementChoice;
use crate::rules::{GeneratorKind, PieceSet};

/// A word, its meaning, and the value that it stands for.
pub(super) type NamedOption<T> = (&'static str, &'static str, T);

/// The words for the ways to count fitness, by which selection goes.
pub(super) const FITNESS_OPTIONS: [NamedOption<Fitness>; 9] = [
    ("default", "50 x tetrises + 5 x score at the end", Fitness::Default),
    ("summed", "The sum over all moves of 50 x tetrises + 5 x score + 10", Fitness::Summed),
    ("score", "The score at the end", Fitness::Score),
    ("lines", "The lines at the end", Fitness::Lines),
    ("log-lines", "The logarithm of 1 + lines", Fitness::LogLines),
    ("success", "The share of the line cap that was reached", Fitness::Success),
    ("attack", "Lines sent a piece", Fitness::Attack),
    ("t-spins", "Lines sent a piece by full T-spins alone", Fitness::TSpins),
    ("versus", "Matches: against past generations, with the same, or of opposite samples", Fitness::Versus),
];

/// The words for the ways to draw pieces.
pub(super) const PIECE_GENERATOR_OPTIONS: [NamedOption<GeneratorKind>; 6] = [
    ("bag", "Every kind once before any comes again", GeneratorKind::Bag),
    ("uniform", "Each piece independently", GeneratorKind::Uniform),
    ("bag-of-nine", "A bag in which S and Z come twice", GeneratorKind::BagOfNine),
    ("dealt", "The piece that is worst for the player", GeneratorKind::Dealt),
    ("dealt-from-bag", "The worst order of every bag", GeneratorKind::DealtFromBag),
    ("alternating", "S and Z in turn", GeneratorKind::Alternating),
];

/// The words for the sets of pieces that a recipe can deal from.
pub(super) const PIECE_SET_OPTIONS: [NamedOption<PieceSet>; 2] = [
    ("tetromino", "The seven of four minos", PieceSet::Tetromino),
    ("pentomino", "The eighteen of five minos", PieceSet::Pentomino),
];

/// The words for the boards that the next piece can land on in a look ahead.
pub(super) const NEXT_PIECE_BOARD_OPTIONS: [NamedOption<NextPieceBoard>; 3] = [
    ("as-valued", "The board as it is valued", NextPieceBoard::AsValued),
    ("cleared", "The board with its full rows gone", NextPieceBoard::Cleared),
    ("uncleared", "The board with its full rows still there", NextPieceBoard::Uncleared),
];

/// The words for the ways to choose which games a genome plays.
pub(super) const SEED_CHOICE_OPTIONS: [NamedOption<SeedChoice>; 3] = [
    ("own", "Every genome its own, new ones in every generation", SeedChoice::Own),
    ("shared", "All genomes the same, new ones in every generation", SeedChoice::Shared),
    ("fixed", "All genomes the same in all generations", SeedChoice::Fixed),
];

/// The words for the directions in which mutations move a weight.
pub(super) const MUTATION_DIRECTION_OPTIONS: [NamedOption<MutationDirection>; 2] =
    [("both", "Either way", MutationDirection::Both), ("up", "Upwards only", MutationDirection::Up)];

/// The words for the placements that a player can choose from.
pub(super) const PLACEMENT_CHOICE_OPTIONS: [NamedOption<PlacementChoice>; 2] = [
    ("straight", "Straight drops alone", PlacementChoice::Straight),
    ("reachable", "Everything within reach: tucks and spins too", PlacementChoice::Reachable),
];

/// The words for whether the next piece is looked at.
pub(super) const LOOKAHEAD_OPTIONS: [NamedOption<Lookahead>; 2] =
    [("0", "The falling piece alone", Lookahead::None), ("1", "The next piece too", Lookahead::NextPiece)];

/// The words for the two values of a number that is a switch.
pub(super) const SWITCH_OPTIONS: [NamedOption<bool>; 2] = [("0", "No", false), ("1", "Yes", true)];

/// The words for the generators of random numbers that can draw a first population.
pub(super) const RANDOM_SOURCE_OPTIONS: [NamedOption<bool>; 2] =
    [("korobka", "Our own", false), ("python", "Python's after random.seed(N)", true)];

/// The words of a list, each with its meaning.
pub(super) fn words_and_meanings<T>(words: &[NamedOption<T>]) -> Vec<(&'static str, &'static str)> {
    words.iter().map(|(word, about, _)| (*word, *about)).collect()
}

/// The word that stands for a value; empty where the list lacks it.
pub(super) fn word_for_value<T: PartialEq>(words: &[NamedOption<T>], value: &T) -> String {
    words.iter().find(|(.., known)| known == value).map_or_else(String::new, |(word, ..)| (*word).to_owned())
}

/// The value that a word stands for; an error that lists the known words where the list lacks it.
pub(super) fn value_of_word<T: Copy>(
    what: &'static str,
    words: &[NamedOption<T>],
    text: &str,
) -> Result<T, RecipeError> {
    words.iter().find(|(word, ..)| *word == text).map(|(.., value)| *value).ok_or_else(|| {
        let known = words.iter().map(|(word, ..)| *word).collect::<Vec<_>>().join(", ");
        RecipeError::NoWord { what, text: text.to_owned(), known }
    })
}
