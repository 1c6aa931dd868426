//! The operators of a genetic algorithm, as data.

use super::is_default;
use serde::{Deserialize, Serialize};

/// The settings of a genetic algorithm: all its operators.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evolution {
    /// How the first population is drawn.
    pub initial: InitialPopulation,
    /// How many of a generation's best go on as they are, in thousandths of the population, 0-1000.
    pub survivors: u16,
    /// How the parents of a child are chosen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parents: ParentChoice,
    /// How two parents make a child.
    pub crossover: Crossover,
    /// How the weights of a child are mutated.
    pub mutation: Mutation,
}

/// How the first population is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InitialPopulation {
    /// Normal with the standard deviation 1 / sqrt(inputs of the weight's layer).
    NormalByFanIn,
    /// Uniform between these two numbers.
    Uniform(f64, f64),
    /// Uniform, each feature's weight between its own two: one pair for each of the recipe's features, ablated ones
    /// included. For evaluators with one weight a feature.
    Ranges(Vec<(f64, f64)>),
    /// Uniform between these two numbers, as Python draws after `random.seed(run's seed)`, by `random.uniform` genome
    /// by genome: the seed of a program in Python then means the population that it meant there.
    Python(f64, f64),
}

/// How the two parents of a child are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParentChoice {
    /// Two different genomes by a roulette wheel over the whole generation.
    #[default]
    Roulette,
    /// The pairs of survivors in lexicographic order: first and second, first and third, and so on, over again when
    /// there are more children than pairs. Source: `docs/lab/recipes.md`, R1.
    Pairs,
    /// Each parent is at rank floor(n u^2), u uniform in 0..1, n at least 1: the best of the first n is the likeliest,
    /// and one may be both.
    /// Source: `docs/lab/recipes.md`, R3.
    SquaredRank(u16),
}

/// How two parents make a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// The mean of the parents' weights, weighted by fitness; each weight from either parent when
    /// neither has any fitness.
    WeightedMean,
    /// The mean of the parents' weights, weighted by fitness; in equal shares when neither parent has any fitness.
    WeightedOrEqual,
    /// This share (in thousandths, 0-1000) of the fitter parent's weights and the rest of the other's. Of equally fit
    /// parents the first counts as the fitter.
    FavourFitter(u16),
    /// Each weight from either parent, with the same chance.
    EitherParent,
}

/// Whether the chance of a mutation is for each weight, or for the children as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutationScope {
    /// The chance is for every weight of every child.
    #[default]
    Weights,
    /// The chance is for the children as a whole: for this share of their number one weight of one of them, drawn at
    /// random, moves.
    /// Source: `docs/lab/recipes.md`, R1.
    Offspring,
}

/// The direction in which a mutation moves a weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutationDirection {
    /// A weight moves up or down.
    #[default]
    Both,
    /// A weight moves up only, as one learner's code has it. Source: `docs/lab/recipes.md`, R2.
    Up,
}

/// How the weights of children are mutated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    /// The chance of a mutation, in thousandths, 0-1000.
    pub chance: u16,
    /// The most by which a mutation moves a weight, 0-1000. How far it moves is drawn uniformly.
    pub reach: f64,
    /// Whether the chance is for each weight, or for the children as a whole.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scope: MutationScope,
    /// The direction in which a weight moves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub way: MutationDirection,
}

impl Mutation {
    /// Mutates each weight with this chance, in thousandths, by up to `reach` up or down.
    pub const fn of_each_weight(chance: u16, reach: f64) -> Self {
        Self { chance, reach, scope: MutationScope::Weights, way: MutationDirection::Both }
    }
}
