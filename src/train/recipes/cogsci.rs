//! The second document's five linear models, evolved from very few parents. Source: `docs/lab/recipes.md`, R1.

use super::*;
use crate::train::recipe::{MutationDirection, Scope};

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

/// A model: its name and description, its features, and whether it looks ahead.
struct CogsciModel {
    name: &'static str,
    about: &'static str,
    features: &'static [&'static str],
    lookahead: Lookahead,
}

static MODELS: [CogsciModel; 5] = [
    CogsciModel {
        name: "cogsci-1",
        about: "four linear features: height, lines, holes, bumpiness",
        features: FEATURES.split_at(4).0,
        lookahead: Lookahead::None,
    },
    CogsciModel {
        name: "cogsci-2",
        about: "four linear features: runs of one to four nearly full rows",
        features: FEATURES.split_at(7).1,
        lookahead: Lookahead::None,
    },
    CogsciModel { name: "cogsci-3", about: "eleven linear features", features: &FEATURES, lookahead: Lookahead::None },
    CogsciModel {
        name: "cogsci-4",
        about: "the first model and four nearly full rows for a tetris",
        features: &["total-height", "lines", "holes", "bumpiness", "four-rows"],
        lookahead: Lookahead::None,
    },
    CogsciModel {
        name: "cogsci-5",
        about: "eleven linear features and a look at the next piece",
        features: &FEATURES,
        lookahead: Lookahead::NextPiece,
    },
];

/// The fourth model's weights as printed. The weight of the height is positive: the weights do not suit plain heights.
pub(super) static PUBLISHED: PublishedGenome = PublishedGenome {
    recipe: "cogsci-4",
    genome: &[5.387269303109375, 3.8794766494803907, -3.6804923867413235, -6.709630184000435, 8.339967392082738],
    source: "the document's model 4; its height weight is positive, and with plain heights it dies within some 40 pieces",
};

pub(super) fn model_recipe(index: usize) -> Recipe {
    let model = &MODELS[index.min(MODELS.len() - 1)];
    let evolution = Evolution {
        initial: InitialPopulation::Uniform(-10.0, 10.0),
        // 6 of 15: the document's 0.35, rounded up.
        survivors: 400,
        parents: ParentChoice::Pairs,
        crossover: Crossover::WeightedOrEqual,
        mutation: Mutation { chance: 200, reach: 0.1, scope: Scope::Offspring, way: MutationDirection::Both },
    };
    Recipe {
        scoring: ScoringRule::Flat { piece: 1, lines: [0, 40, 120, 300, 1200] },
        lookahead: model.lookahead,
        no_next: -100_000.0,
        population: 15,
        generations: 10,
        score_cap: 500_000,
        held_out_best: 3,
        held_out_games: 4,
        ..plain(model.name, model.about, model.features, Strategy::Evolution(evolution))
    }
}
