//! The second document's five linear models, evolved from very few parents. Source: `docs/lab/recipes.md`, R1.

use super::*;

/// All features of the models; each model takes some of them, in this order.
const FEATURES: [&str; 11] = [
    "total-height",
    "lines",
    "holes",
    "bumpiness",
    "hole-segments",
    "max-height",
    "pits",
    "one-row",
    "two-rows",
    "three-rows",
    "four-rows",
];

/// The recipes of the models.
pub(super) const MODEL_RECIPES: [fn() -> Recipe; 5] = [
    || model("cogsci-1", "four linear features: height, lines, holes, bumpiness", &FEATURES[..4], Lookahead::None),
    || model("cogsci-2", "four linear features: runs of one to four nearly full rows", &FEATURES[7..], Lookahead::None),
    || model("cogsci-3", "eleven linear features", &FEATURES, Lookahead::None),
    || {
        let features = ["total-height", "lines", "holes", "bumpiness", "four-rows"];
        model("cogsci-4", "the first model and four nearly full rows for a tetris", &features, Lookahead::None)
    },
    || model("cogsci-5", "eleven linear features and a look at the next piece", &FEATURES, Lookahead::NextPiece),
];

/// The fourth model's weights as printed. The weight of the height is positive: the weights do not suit plain heights.
pub(super) static PUBLISHED_GENOME: PublishedGenome = PublishedGenome {
    recipe: "cogsci-4",
    genome: &[5.387269303109375, 3.8794766494803907, -3.6804923867413235, -6.709630184000435, 8.339967392082738],
    source: "the document's model 4; its height weight is positive, and with plain heights it dies within some 40 pieces",
};

/// The recipe of a model of this name and description, with its features, which may look ahead.
fn model(name: &str, about: &str, features: &[&str], lookahead: Lookahead) -> Recipe {
    let evolution = Evolution {
        initial: InitialPopulation::Uniform(-10.0, 10.0),
        // 6 of 15: the document's 0.35, rounded up.
        survivors: 400,
        parents: ParentChoice::Pairs,
        crossover: Crossover::WeightedOrEqual,
        mutation: Mutation { chance: 200, reach: 0.1, scope: MutationScope::Offspring, way: MutationDirection::Both },
    };
    Recipe {
        scoring: ScoringRule::Flat { piece: 1, lines: [0, 40, 120, 300, 1200] },
        lookahead,
        no_next: -100_000.0,
        population: 15,
        generations: 10,
        score_cap: 500_000,
        held_out_best: 3,
        held_out_games: 4,
        strategy: Strategy::Evolution(evolution),
        ..plain(name, about, features)
    }
}
