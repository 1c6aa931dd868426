//! The first learner: a network evolved by a genetic algorithm. Source: `docs/lab/recipes.md`, R0.

use super::*;

pub(super) fn recipe() -> Recipe {
    let features = [
        "deepest-well",
        "total-height",
        "holes",
        "bumpiness",
        "full-rows",
        "row-transitions",
        "height-deviation",
        "pits",
        "column-transitions",
    ];
    let evolution = Evolution {
        initial: InitialPopulation::NormalByFanIn,
        survivors: 200,
        parents: ParentChoice::Roulette,
        crossover: Crossover::WeightedMean,
        mutation: Mutation::of_each_weight(80, 0.1),
    };
    Recipe {
        rows_above: 2,
        generator: GeneratorKind::Bag,
        scoring: ScoringRule::Nintendo,
        evaluator: EvaluatorKind::Network(vec![8, 8]),
        lookahead: Lookahead::NextPiece,
        moment: EvaluationMoment::BeforeClear,
        population: 1000,
        generations: 10,
        score_cap: 10_000_000,
        fitness: Fitness::Default,
        held_out_best: 16,
        held_out_games: 8,
        strategy: Strategy::Evolution(evolution),
        ..plain("iwumbwe", "a network of 9-8-8-1 nodes, evolved by a genetic algorithm", &features)
    }
}
