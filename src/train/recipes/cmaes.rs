//! Our own learner of the literature's nine features by CMA-ES, on a board so low that games end.
//!
//! Source: `docs/lab/recipes.md`, 'What beats a plain genetic algorithm'.

use super::*;
use crate::ai::literature;

pub(super) fn recipe() -> Recipe {
    Recipe {
        board: BoardSize { visible: 10, ..BoardSize::default() },
        rows_above: 4,
        // With a look at the next piece: a piece that is the last to fit is the worst choice.
        no_next: f64::NEG_INFINITY,
        avoids_overflow: true,
        population: 32,
        generations: 120,
        // About 80,000 lines. On 10 x 10 no game gets there; on higher boards games must end somewhere.
        piece_cap: 200_000,
        fitness: Fitness::LogLines,
        held_out_games: 32,
        games: GameCounts {
            seeds: SeedChoice::Shared,
            each: 3,
            heats: vec![ExtraGamesHeat { best: 500, games: 9 }, ExtraGamesHeat { best: 250, games: 27 }],
        },
        ..plain(
            "cmaes",
            "the literature's nine linear features on a low board, by CMA-ES with racing",
            literature::FEATURES,
        )
    }
}
