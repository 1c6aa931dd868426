//! Recipes: everything that makes one learner differ from another, as data.
//!
//! A recipe is an entry of the table; adding one adds no code elsewhere. Source of the numbers: `docs/recipes.md`.

use super::operators::{Crossover, Evolution, Initial, Mutation};
use crate::ai::evaluator::EvaluatorError;
use crate::ai::{Brain, Evaluator, Lookahead, Moment, Network, Style};
use crate::rules::{BoardSize, GeneratorKind, PieceSet, RuleError, Rules, ScoringRule, TopOutRule};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most genomes in a population.
pub const MAX_POPULATION: usize = 100_000;
/// The last generation that a run can have: file names have four digits.
pub const MAX_GENERATION: u32 = 9999;
/// The most held-out games a genome.
pub const MAX_HELD_OUT_GAMES: u32 = 10_000;

/// What evaluates a terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluatorKind {
    /// A weighted sum of the features.
    Linear,
    /// A network with these hidden layers and one output.
    Network(Vec<usize>),
}

/// What selection goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fitness {
    /// 50 x tetrises + 5 x score at the end of the game.
    #[default]
    Default,
    /// The sum over all moves of 50 x tetrises + 5 x score + 10, as the first learner's code has it.
    Summed,
}

/// One learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// Its name in files and flags.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// The board.
    pub board: BoardSize,
    /// Rows above the skyline that features count and placements may use.
    pub rows_above: u8,
    /// The pieces.
    pub pieces: PieceSet,
    /// How they are drawn.
    pub generator: GeneratorKind,
    /// How points are given.
    pub scoring: ScoringRule,
    /// What loses.
    pub top_out: TopOutRule,
    /// The features by name, in input order.
    pub features: Vec<String>,
    /// The features left out.
    pub ablated: Vec<String>,
    /// What evaluates them.
    pub evaluator: EvaluatorKind,
    /// How far the learner looks.
    pub lookahead: Lookahead,
    /// When a landing is valued.
    pub moment: Moment,
    /// Genomes.
    pub population: usize,
    /// Generations after the first, unless a run is asked for more or fewer.
    pub generations: u32,
    /// A game ends once it has this score.
    pub score_cap: u64,
    /// What selection goes by.
    pub fitness: Fitness,
    /// How many of a generation's best play the held-out games.
    pub held_out_best: usize,
    /// Held-out games each.
    pub held_out_games: u32,
    /// The operators.
    pub evolution: Evolution,
}

/// What is wrong with a recipe, or with a genome for it.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RecipeError {
    /// No recipe has this name.
    #[error("unknown recipe '{name}'; known: {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// All names.
        known: String,
    },
    /// Something to ablate is none of its features.
    #[error("unknown feature '{name}' to ablate; recipe {recipe} has {known}")]
    Ablation {
        /// The name or index asked for.
        name: String,
        /// The recipe.
        recipe: String,
        /// Its features with their indices.
        known: String,
    },
    /// Nothing is left.
    #[error("every feature of recipe {0} is ablated; leave at least one")]
    NothingLeft(String),
    /// A number is out of bounds.
    #[error("{what} is {value}, must be {range}")]
    Bounds {
        /// The option.
        what: &'static str,
        /// Its value.
        value: String,
        /// What is allowed.
        range: &'static str,
    },
    /// The rules are impossible.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The evaluator is.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
}

impl Recipe {
    /// Every recipe.
    pub fn all() -> Vec<Recipe> {
        vec![iwumbwe()]
    }

    /// The recipe with this name.
    pub fn named(name: &str) -> Result<Recipe, RecipeError> {
        let all = Self::all();
        let known = all.iter().map(|recipe| recipe.name.as_str()).collect::<Vec<_>>().join(", ");
        all.into_iter()
            .find(|recipe| recipe.name == name)
            .ok_or_else(|| RecipeError::Unknown { name: name.to_owned(), known })
    }

    /// The recipe without some features, each by its name or its index in the recipe's list.
    pub fn ablate<S: AsRef<str>>(mut self, names: &[S]) -> Result<Recipe, RecipeError> {
        for name in names.iter().map(AsRef::as_ref) {
            let index = name.parse::<usize>().ok();
            let found = self.features.iter().enumerate().find(|(i, feature)| index == Some(*i) || *feature == name);
            let Some((_, feature)) = found else {
                let known = self.features.iter().enumerate().map(|(i, name)| format!("{i} {name}"));
                return Err(RecipeError::Ablation {
                    name: name.to_owned(),
                    recipe: self.name.clone(),
                    known: known.collect::<Vec<_>>().join(", "),
                });
            };
            if !self.ablated.contains(feature) {
                self.ablated.push(feature.clone());
            }
        }
        // In input order, however they were named.
        self.ablated.sort_by_key(|name| self.features.iter().position(|feature| feature == name));
        self.checked()
    }

    /// The recipe, if every number in it is possible.
    pub fn checked(self) -> Result<Recipe, RecipeError> {
        let within = |what, value: u64, low: u64, high: u64, range| match (low..=high).contains(&value) {
            true => Ok(()),
            false => Err(RecipeError::Bounds { what, value: value.to_string(), range }),
        };
        within("population", self.population as u64, 2, MAX_POPULATION as u64, "2-100000")?;
        within("generations", self.generations.into(), 0, MAX_GENERATION.into(), "0-9999")?;
        within("score cap", self.score_cap, 1, u64::from(u32::MAX), "1-4294967295")?;
        within("held-out games", self.held_out_games.into(), 1, MAX_HELD_OUT_GAMES.into(), "1-10000")?;
        within("held-out best", self.held_out_best as u64, 1, MAX_POPULATION as u64, "1-100000")?;
        within("rows above", self.rows_above.into(), 0, self.board.buffer.into(), "at most the buffer's rows")?;
        self.rules().checked()?;
        self.evolution.check()?;
        if self.inputs().next().is_none() {
            return Err(RecipeError::NothingLeft(self.name));
        }
        self.brain(&vec![0.0; self.genome_length()])?;
        Ok(self)
    }

    /// The features that are left.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.features.iter().filter(|name| !self.ablated.contains(name)).map(String::as_str)
    }

    /// The sizes of the evaluator's layers, inputs first.
    pub fn layers(&self) -> Vec<usize> {
        let inputs = self.inputs().count();
        match &self.evaluator {
            EvaluatorKind::Linear => vec![inputs, 1],
            EvaluatorKind::Network(hidden) => [&[inputs], hidden.as_slice(), &[1]].concat(),
        }
    }

    /// Weights in a genome.
    pub fn genome_length(&self) -> usize {
        Network::weights_of(&self.layers())
    }

    /// The player that a genome makes.
    pub fn brain(&self, genome: &[f64]) -> Result<Brain, RecipeError> {
        let names: Vec<&str> = self.inputs().collect();
        let evaluator = match &self.evaluator {
            EvaluatorKind::Linear => Evaluator::linear(&names, genome)?,
            EvaluatorKind::Network(hidden) => Evaluator::network(&names, hidden, genome)?,
        };
        let (lookahead, moment, rows_above) = (self.lookahead, self.moment, self.rows_above);
        Ok(Brain::new(evaluator, Style { lookahead, moment, rows_above, ..Style::default() }))
    }

    /// The rules of its training games.
    pub fn rules(&self) -> Rules {
        Rules {
            board: self.board,
            pieces: self.pieces,
            generator: self.generator,
            next: 1,
            hold: false,
            top_out: self.top_out,
            scoring: self.scoring,
            goal_lines: 0,
            ..Rules::marathon()
        }
    }
}

/// The first learner: a network evolved by a genetic algorithm. Source: `docs/recipes.md`, R0.
fn iwumbwe() -> Recipe {
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
    Recipe {
        name: "iwumbwe".into(),
        about: "a network of 9-8-8-1 nodes, evolved by a genetic algorithm".into(),
        board: BoardSize::default(),
        rows_above: 2,
        pieces: PieceSet::Tetromino,
        generator: GeneratorKind::Bag,
        scoring: ScoringRule::Nintendo,
        top_out: TopOutRule::PartialLockOut,
        features: features.map(String::from).to_vec(),
        ablated: Vec::new(),
        evaluator: EvaluatorKind::Network(vec![8, 8]),
        lookahead: Lookahead::NextPiece,
        moment: Moment::BeforeClear,
        population: 1000,
        generations: 10,
        score_cap: 10_000_000,
        fitness: Fitness::Default,
        held_out_best: 16,
        held_out_games: 8,
        evolution: Evolution {
            initial: Initial::NormalByFanIn,
            survivors: 200,
            crossover: Crossover::WeightedMean,
            mutation: Mutation { chance: 80, reach: 0.1 },
        },
    }
}
