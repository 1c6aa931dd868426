//! Recipes: everything that makes one learner differ from another, as data.
//!
//! The modules below have the parts of a recipe, and `checks` says whether all of it together is possible. A recipe is
//! data only: players are made of it in `players`, populations in `search` and `operators`. The recipes themselves are
//! in `recipes`.

mod checks;
mod error;
mod evolution;
mod games;
mod matches;
mod strategy;

pub use checks::{MAX_GENERATION, MAX_HELD_OUT_GAMES};
pub use error::RecipeError;
pub use evolution::{
    Crossover, Evolution, InitialPopulation, Mutation, MutationDirection, MutationScope, ParentChoice,
};
pub use games::{ExtraGamesHeat, GameCounts, MAX_GAMES, SeedChoice};
pub use matches::{ChampionTrainingSettings, TrainingMatchSettings};
pub use strategy::{CmaEs, NarrowingGeneration, ParticleSwarm, RandomSearch, Strategy};

use crate::ai::evaluator::EvaluatorError;
use crate::ai::{EvaluationMoment, Evaluator, Lookahead, Network, NextPieceBoard};
use crate::movegen::{DropOrder, PlacementChoice};
use crate::rules::{BoardSize, GeneratorKind, PieceSet, RuleSet, Rules, ScoringRule, TopOutRule};
use serde::{Deserialize, Serialize};

/// The kinds of evaluators, which give a landing its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluatorKind {
    /// A weighted sum of the features.
    Linear,
    /// A sum in which one feature is a power of the heights, with an exponent that is one of the genes.
    Powered {
        /// Always 0. It stands in files, where it was meant for what each cleared line after the first adds.
        further_line: u16,
    },
    /// A network with hidden layers of these sizes and one output.
    Network(Vec<usize>),
}

/// The weights of one individual.
pub type Genome = Vec<f64>;

/// The shape and the number of a recipe's genomes: all that a search must know about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PopulationShape {
    /// The sizes of the evaluator's layers, inputs first.
    pub layers: Vec<usize>,
    /// How many features the recipe has, ablated ones included.
    pub features: usize,
    /// The indices of the features that are not ablated.
    pub inputs: Vec<usize>,
    /// How many genomes the population has, the centre of the search not included.
    pub population: usize,
}

impl PopulationShape {
    /// How many weights a genome has.
    pub fn gene_count(&self) -> usize {
        self.layers.windows(2).map(|pair| pair[0] * pair[1]).sum()
    }
}

/// How the fitness of a game is counted, by which selection goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fitness {
    /// 50 x tetrises + 5 x score at the end of the game.
    #[default]
    Default,
    /// The sum over all moves of 50 x tetrises + 5 x score + 10, as the first learner's code has it.
    Summed,
    /// The score at the end of the game.
    Score,
    /// The number of lines cleared when the game ends.
    Lines,
    /// The natural logarithm of 1 + lines: games differ by factors, not by differences.
    LogLines,
    /// The share of the line cap that was reached, 0-1; 1 is a success.
    Success,
    /// Lines sent for each piece in games alone, less a loss for the pieces that a lost game lacks. It is for learners
    /// that search over placements.
    Attack,
    /// The worth of matches; where the recipe says so, mixed with what [`Fitness::Attack`] counts.
    Versus,
    /// What [`Fitness::Attack`] counts, with the lines that full T-spins sent in place of all lines sent.
    TSpins,
}

impl Fitness {
    /// Whether the fitness counts lines sent. Only learners that search over placements send any.
    pub const fn counts_attack(self) -> bool {
        matches!(self, Self::Attack | Self::Versus | Self::TSpins)
    }
}

/// A learner as data: its games, its features and the search that improves it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// The name of the recipe in files and flags.
    pub name: String,
    /// One line about the recipe, for people.
    pub about: String,
    /// The size of the board.
    pub board: BoardSize,
    /// How many rows above the skyline features count and placements may use.
    pub rows_above: u8,
    /// The set of pieces.
    pub pieces: PieceSet,
    /// How pieces are drawn.
    pub generator: GeneratorKind,
    /// How points are given.
    pub scoring: ScoringRule,
    /// What ends a game as lost.
    pub top_out: TopOutRule,
    /// The features by name, in input order.
    pub features: Vec<String>,
    /// The features left out, by name, in input order.
    pub ablated: Vec<String>,
    /// The kind of evaluator that the features are put into.
    pub evaluator: EvaluatorKind,
    /// How far the learner looks ahead.
    pub lookahead: Lookahead,
    /// At which moment a landing is valued.
    pub moment: EvaluationMoment,
    /// How many genomes a generation has, without the centre that some searches add, 2-100000.
    pub population: usize,
    /// How many generations follow the first, unless a run is asked for more or fewer, 0-9999.
    pub generations: u32,
    /// A game ends once it has this score, at least 1.
    pub score_cap: u64,
    /// A game ends after this many pieces; 0: never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub piece_cap: u32,
    /// A game ends once it has this many lines; 0: never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub line_cap: u32,
    /// How much is taken from the fitness of a game that no cap ended.
    #[serde(default, skip_serializing_if = "is_default")]
    pub penalty: u32,
    /// Whether the learner holds pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hold: bool,
    /// In which order placements are tried: the first of equals wins.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: DropOrder,
    /// Which board the next piece lands on in a look ahead.
    #[serde(default, skip_serializing_if = "is_default")]
    pub next_on: NextPieceBoard,
    /// What is added to the value of a placement after which the next piece has no placement;
    /// minus infinity is possible.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_next: f64,
    /// Whether placements that leave a cell above the skyline are the last to be taken.
    #[serde(default, skip_serializing_if = "is_default")]
    pub avoids_overflow: bool,
    /// Which placements the learner chooses from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub placements: PlacementChoice,
    /// How the fitness of a game is counted, by which selection goes.
    pub fitness: Fitness,
    /// How many of a generation's best play the held-out games, 1-100000. A search that has a centre sends the centre
    /// alone.
    pub held_out_best: usize,
    /// How many held-out games each of the genomes that play them plays, 1-10000.
    pub held_out_games: u32,
    /// The games that a genome plays in a generation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub games: GameCounts,
    /// The settings of the search, if the genomes are weights of the champion; `None` if they are brains.
    #[serde(default, skip_serializing_if = "is_default")]
    pub placing: Option<ChampionTrainingSettings>,
    /// The settings of the matches, which go with the fitness `versus` alone; `None`: no matches are played.
    #[serde(default, skip_serializing_if = "is_default")]
    pub versus: Option<TrainingMatchSettings>,
    /// The player that the run began at, as `RECIPE:GENERATION`; empty if it began at none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub begun_from: String,
    /// The player that opposite samples both play, in place of each other, as `RECIPE:GENERATION`; empty if none was
    /// given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub against: String,
    /// Whether the weights that the player in `begun_from` had stay as they are, and only those that it lacked are
    /// learned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub only_new: bool,
    /// Weights of the player in `begun_from` that stay as they are, by their own names or those of their groups.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fixed: Vec<String>,
    /// The rules that clears send by, in games alone and in matches.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rule_set: RuleSet,
    /// How better genomes are found.
    #[serde(flatten)]
    pub strategy: Strategy,
}

/// Whether a value is the usual one of its type, so that a file need not have it.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Recipe {
    /// Whether scores are lines sent, of the two games that a search plays on each seed, or of its matches.
    pub const fn counts_lines_sent(&self) -> bool {
        self.placing.is_some()
    }

    /// The recipe without some features, each by its name or its index in the recipe's list.
    ///
    /// # Errors
    /// An error if the recipe has no such feature, if no feature is left, or if the recipe is impossible without them.
    pub fn ablate<S: AsRef<str>>(mut self, names: &[S]) -> Result<Recipe, RecipeError> {
        for name in names.iter().map(AsRef::as_ref) {
            let index = name.parse::<usize>().ok();
            let found = self.features.iter().enumerate().find(|(i, feature)| index == Some(*i) || *feature == name);
            let Some((_, feature)) = found else {
                let known = self.features.iter().enumerate().map(|(i, name)| format!("{i} {name}"));
                let (name, known) = (name.to_owned(), known.collect::<Vec<_>>().join(", "));
                return Err(RecipeError::Ablation { name, recipe: self.name, known });
            };
            if !self.ablated.contains(feature) {
                self.ablated.push(feature.clone());
            }
        }
        // In input order, however they were named.
        self.ablated.sort_by_key(|name| self.features.iter().position(|feature| feature == name));
        self.checked()
    }

    /// The features that are not left out, in input order.
    pub fn input_features(&self) -> impl Iterator<Item = &str> {
        self.features.iter().filter(|name| !self.ablated.contains(name)).map(String::as_str)
    }

    /// The sizes of the evaluator's layers, inputs first and the one output last.
    pub fn layer_sizes(&self) -> Vec<usize> {
        let inputs = self.input_features().count();
        match &self.evaluator {
            EvaluatorKind::Linear | EvaluatorKind::Powered { .. } => vec![inputs, 1],
            EvaluatorKind::Network(hidden) => [&[inputs], hidden.as_slice(), &[1]].concat(),
        }
    }

    /// How many weights a genome has.
    pub fn genome_length(&self) -> usize {
        Network::weight_count(&self.layer_sizes())
    }

    /// The shape of the genomes, which is what a search must know about them.
    pub fn population_shape(&self) -> PopulationShape {
        let left = |(_, name): &(usize, &String)| !self.ablated.contains(name);
        PopulationShape {
            layers: self.layer_sizes(),
            features: self.features.len(),
            inputs: self.features.iter().enumerate().filter(left).map(|(index, _)| index).collect(),
            population: self.population,
        }
    }

    /// How many genomes a whole generation has: the population, and the centre that some searches draw it around.
    pub fn genomes_per_generation(&self) -> usize {
        self.population + usize::from(self.strategy.has_centre())
    }

    /// How many genomes of a generation play the held-out games: the best, or the centre alone.
    pub fn held_out_genome_count(&self) -> usize {
        if self.strategy.has_centre() { 1 } else { self.held_out_best.min(self.genomes_per_generation()) }
    }

    /// The evaluator with the weights of a genome.
    ///
    /// # Errors
    /// An error if a feature is unknown, or the genome has another number of weights.
    pub fn evaluator_from_genome(&self, genome: &[f64]) -> Result<Evaluator, EvaluatorError> {
        let names: Vec<&str> = self.input_features().collect();
        match &self.evaluator {
            EvaluatorKind::Linear => Evaluator::new_linear(&names, genome),
            EvaluatorKind::Powered { .. } => Evaluator::linear_with_height_power(&names, genome),
            EvaluatorKind::Network(hidden) => Evaluator::new_network(&names, hidden, genome),
        }
    }

    /// The rules of the recipe's training games.
    pub fn rules(&self) -> Rules {
        let mut rules = Rules {
            board: self.board,
            pieces: self.pieces,
            generator: self.generator,
            next: if self.hold { 5 } else { 1 },
            hold: self.hold,
            top_out: self.top_out,
            scoring: self.scoring,
            goal_lines: 0,
            ..Rules::marathon()
        };
        self.rule_set.apply_to(&mut rules);
        rules
    }
}
