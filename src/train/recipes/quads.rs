//! Our own learner that plays for clears of four lines. It gives the hints in the game.
//!
//! Source: `docs/lab/recipes.md`, 'quads: a mentor that plays for quads'.

use super::*;
use crate::ai::literature;

/// The features of a stack with a well, besides the literature's nine.
const WELL: [&str; 6] = ["line-value", "three-rows", "four-rows", "max-height", "deepest-well", "bumpiness"];

pub(super) fn recipe() -> Recipe {
    let features = [literature::FEATURES, &WELL].concat();
    Recipe {
        // As in the game: a bag, and a piece can be held.
        generator: GeneratorKind::Bag,
        hold: true,
        // Four lines at once are worth five times as much as four single ones.
        scoring: ScoringRule::Flat { piece: 0, lines: [0, 1, 2, 3, 20] },
        rows_above: 4,
        avoids_overflow: true,
        no_next: f64::NEG_INFINITY,
        population: 32,
        generations: 150,
        piece_cap: 500,
        fitness: Fitness::Score,
        held_out_games: 32,
        games: GameCounts { seeds: SeedChoice::Shared, each: 8, heats: Vec::new() },
        ..plain("quads", "fifteen linear features and hold, for clears of four lines, by CMA-ES", &features)
    }
}
