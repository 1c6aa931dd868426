//! The third document's learner: five features, a genetic algorithm. Source: `docs/lab/recipes.md`, R2.

use super::*;

pub(super) static PUBLISHED_GENOME: PublishedGenome = PublishedGenome {
    recipe: "lin",
    genome: &[
        0.012986105043601821,
        -0.33099889329580323,
        0.5446471620000896,
        -0.25120763453283845,
        -0.13253702980064244,
    ],
    source: "the document's final weights, after about 8 hours of training",
};

pub(super) fn recipe() -> Recipe {
    let features = ["max-height", "covered-cells", "line-value", "bumpiness", "vacant"];
    let evolution = Evolution {
        initial: InitialPopulation::Uniform(-0.5, 0.5),
        survivors: 500,
        parents: ParentChoice::Roulette,
        crossover: Crossover::FavourFitter(700),
        mutation: Mutation::of_each_weight(50, 0.4),
    };
    Recipe {
        generator: GeneratorKind::BagOfNine,
        scoring: ScoringRule::Flat { piece: 0, lines: [0, 1, 3, 6, 12] },
        moment: EvaluationMoment::BeforeClear,
        population: 50,
        generations: 25,
        // The document's games go on until they are lost, but a good player would play for ever.
        piece_cap: 100_000,
        held_out_games: 16,
        strategy: Strategy::Evolution(evolution),
        ..plain("lin", "five linear features trained on a bag with S and Z doubled", &features)
    }
}
