//! The fourth document's learner: six genes on a board of 14 x 25, a small population. Source:
//! `docs/lab/recipes.md`, R3.

use super::*;

pub(super) fn unlimited_recipe() -> Recipe {
    let features = ["lines", "peak-power", "total-height", "relief", "holes", "bumpiness"];
    let weight = (-0.5, 0.5);
    let evolution = Evolution {
        initial: InitialPopulation::Ranges(vec![weight, weight, weight, weight, (0.0, 0.5), weight]),
        // In a population of ten, one survives.
        survivors: 100,
        parents: ParentChoice::SquaredRank(5),
        crossover: Crossover::EitherParent,
        mutation: Mutation::of_each_weight(200, 0.2),
    };
    Recipe {
        board: BoardSize { width: 14, visible: 25, ..BoardSize::default() },
        scoring: ScoringRule::Flat { piece: 0, lines: [1, 400, 4000, 40_000, 400_000] },
        lookahead: Lookahead::NextPiece,
        order: DropOrder::FacingOuter,
        no_next: f64::NEG_INFINITY,
        population: 10,
        generations: 50,
        // 'Unlimited' in the document, but a good player would play for ever.
        piece_cap: 10_000,
        penalty: 5000,
        held_out_best: 2,
        held_out_games: 4,
        strategy: Strategy::Evolution(evolution),
        ..plain("codereview", "six linear features on a wide board, ten genomes", &features)
    }
}

pub(super) fn limited_recipe() -> Recipe {
    Recipe {
        name: "codereview-limited".into(),
        about: "the same in games of 1000 pieces, which are the same in all games".into(),
        piece_cap: 1000,
        games: GameCounts { seeds: SeedChoice::Fixed, ..GameCounts::default() },
        held_out_games: 16,
        ..unlimited_recipe()
    }
}
