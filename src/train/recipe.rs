//! Recipes: everything that makes one learner differ from another, as data.
//!
//! Holds what a recipe can say and whether it is possible; the recipes themselves lie in `recipes`.

use super::champion::{Placing, Player};
use super::evaluation::{Games, MAX_GAMES};
use super::game::Course;
use super::operators::Genome;
use super::search::{Shape, Strategy};
use super::versus::Versus;
use crate::ai::evaluator::EvaluatorError;
use crate::ai::{Brain, Evaluator, Lookahead, Moment, Network, NextOn, Style};
use crate::movegen::Choice;
use crate::movegen::Order;
use crate::rules::{BoardSize, GeneratorKind, PieceSet, RuleError, Rules, ScoringRule, TopOutRule};
use crate::search::Weights;
use crate::search::features::names;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most genomes in a population.
pub const MAX_POPULATION: usize = 100_000;
/// The last generation that a run can have: file names have four digits.
pub const MAX_GENERATION: u32 = 9999;
/// No evaluator has as many features, layers or nodes in a layer.
const MAX_NODES: usize = 128;
/// The most held-out games a genome.
pub const MAX_HELD_OUT_GAMES: u32 = 10_000;

/// What evaluates a terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluatorKind {
    /// A weighted sum of the features.
    Linear,
    /// A sum in which one feature is a power of the heights, its exponent one of the genes.
    Powered {
        /// What each line after the first adds.
        further_line: u16,
    },
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
    /// The score at the end.
    Score,
    /// The lines at the end.
    Lines,
    /// The natural logarithm of 1 + lines: games differ by factors, not by differences.
    LogLines,
    /// The share of the line cap that was reached; 1 is a success.
    Success,
    /// Lines sent a piece, of learners that search over placements.
    Attack,
    /// The same, and matches against past generations.
    Versus,
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
    /// A game ends after this many pieces; 0: never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub piece_cap: u32,
    /// A game ends once it has this many lines; 0: never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub line_cap: u32,
    /// Taken from the fitness of a game that was lost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub penalty: u32,
    /// Whether the learner holds pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hold: bool,
    /// In which order placements are tried: the first of equals wins.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: Order,
    /// What the next piece lands on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub next_on: NextOn,
    /// What is added when the next piece has no placement.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_next: f64,
    /// Whether placements that leave a cell above the skyline are the last to be taken.
    #[serde(default, skip_serializing_if = "is_default")]
    pub avoids_overflow: bool,
    /// Which placements it chooses from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub placements: Choice,
    /// What selection goes by.
    pub fitness: Fitness,
    /// How many of a generation's best play the held-out games.
    pub held_out_best: usize,
    /// Held-out games each.
    pub held_out_games: u32,
    /// The games a genome plays.
    #[serde(default, skip_serializing_if = "is_default")]
    pub games: Games,
    /// How the genomes search, if they are weights of the champion.
    #[serde(default, skip_serializing_if = "is_default")]
    pub placing: Option<Placing>,
    /// The matches in their games, for the fitness `versus`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub versus: Option<Versus>,
    /// The player that the run began at, if it was somebody.
    #[serde(default, skip_serializing_if = "is_default")]
    pub begun_from: String,
    /// Whether the weights that it had stay as they are, and only those that it lacked are learned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub only_new: bool,
    /// How better genomes are found.
    #[serde(flatten)]
    pub strategy: Strategy,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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
    /// A number belongs to another way to search.
    #[error("recipe {recipe} searches by {strategy}, which has no {what}")]
    NoSuch {
        /// The option.
        what: &'static str,
        /// The recipe.
        recipe: String,
        /// Its way to search.
        strategy: &'static str,
    },
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
    /// The champion needs what its search is made for, or a brain was asked for.
    #[error("recipe {recipe} searches over placements: {problem}")]
    Placing {
        /// The recipe.
        recipe: String,
        /// What is wrong, and what to do.
        problem: &'static str,
    },
    /// The rules are impossible.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The evaluator is.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
}

impl RecipeError {
    /// A brain was asked for, of a recipe whose genomes search.
    pub fn no_brain(recipe: &str) -> Self {
        let problem = "it makes no brain; it plays in 'korobka solo' and 'korobka arena'";
        Self::Placing { recipe: recipe.to_owned(), problem }
    }
}

impl Recipe {
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
        let games = std::iter::once(self.games.each).chain(self.games.heats.iter().map(|heat| heat.games));
        for count in games {
            within("games", count.into(), 1, MAX_GAMES.into(), "1-10000")?;
        }
        for heat in &self.games.heats {
            within("best of a heat", heat.best.into(), 1, 1000, "1-1000 thousandths")?;
        }
        if self.fitness == Fitness::Success {
            within("line cap", self.line_cap.into(), 1, u32::MAX.into(), "at least 1 for the fitness 'success'")?;
        }
        if self.no_next.is_nan() {
            return Err(RecipeError::Bounds {
                what: "value without a next placement",
                value: "nan".into(),
                range: "a number",
            });
        }
        self.rules().checked()?;
        if self.inputs().next().is_none() {
            return Err(RecipeError::NothingLeft(self.name));
        }
        // Before anything is made that is as large as a damaged file may say.
        within("features", self.features.len() as u64, 1, MAX_NODES as u64, "1-128")?;
        if let EvaluatorKind::Network(hidden) = &self.evaluator {
            within("hidden layers", hidden.len() as u64, 1, MAX_NODES as u64, "1-128")?;
            hidden.iter().try_for_each(|&nodes| within("nodes", nodes as u64, 1, MAX_NODES as u64, "1-128 a layer"))?;
        }
        self.strategy.search().check(&self.shape())?;
        if let Some(placing) = &self.placing {
            self.check_placing(placing)?;
        } else if matches!(self.fitness, Fitness::Attack | Fitness::Versus) {
            return Err(RecipeError::Bounds {
                what: "fitness",
                value: if self.fitness == Fitness::Attack { "attack" } else { "versus" }.into(),
                range: "another: this learner sends no lines",
            });
        }
        self.player(&vec![0.0; self.genome_length()])?;
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
            EvaluatorKind::Linear | EvaluatorKind::Powered { .. } => vec![inputs, 1],
            EvaluatorKind::Network(hidden) => [&[inputs], hidden.as_slice(), &[1]].concat(),
        }
    }

    /// Weights in a genome.
    pub fn genome_length(&self) -> usize {
        Network::weights_of(&self.layers())
    }

    /// What a search must know about the genomes.
    pub fn shape(&self) -> Shape {
        let left = |(_, name): &(usize, &String)| !self.ablated.contains(name);
        Shape {
            layers: self.layers(),
            features: self.features.len(),
            inputs: self.features.iter().enumerate().filter(left).map(|(index, _)| index).collect(),
            population: self.population,
        }
    }

    /// Genomes in a whole generation: the population, and the centre that some searches draw it around.
    pub fn genomes(&self) -> usize {
        self.population + usize::from(self.strategy.search().has_centre())
    }

    /// The first genomes of a run with this seed.
    pub fn first(&self, count: usize, seed: u64) -> Vec<Genome> {
        self.strategy.search().first(&Shape { population: count, ..self.shape() }, seed).genomes
    }

    /// Whether the search over placements can play this recipe's games.
    fn check_placing(&self, placing: &Placing) -> Result<(), RecipeError> {
        let wrong = |problem| Err(RecipeError::Placing { recipe: self.name.clone(), problem });
        let usual = Rules { hold: true, ..Rules::versus() };
        if self.board != usual.board || self.pieces != usual.pieces {
            return wrong("give it a board of 10x20 and tetrominoes");
        }
        if self.evaluator != EvaluatorKind::Linear
            || self.features.iter().any(|name| !names().any(|known| known == name))
        {
            return wrong("its features are the champion's, each with a weight");
        }
        if self.versus.is_some() != (self.fitness == Fitness::Versus) {
            return wrong("matches and the fitness 'versus' go together");
        }
        if self.strategy.search().mirror(1).is_some() && !self.games.heats.is_empty() {
            return wrong("opposites are compared with each other alone, so give no heats");
        }
        if let Some(problem) = self.versus.and_then(|versus| versus.problem()) {
            return wrong(problem);
        }
        if !matches!(self.fitness, Fitness::Attack | Fitness::Versus) || !self.hold || self.piece_cap == 0 {
            return wrong("it goes by lines sent, holds, and its games have a number of pieces");
        }
        if placing.every == 0 || placing.rows > 20 || !(1..=10_000_000).contains(&placing.nodes) {
            return wrong("give 1-10000000 nodes a piece, up to 20 rows of garbage and at least 1 piece between");
        }
        Ok(())
    }

    /// Who plays with a genome.
    pub fn player(&self, genome: &[f64]) -> Result<Player, RecipeError> {
        match self.placing {
            None => self.brain(genome).map(|brain| Player::Brain(Box::new(brain))),
            Some(_) => self.champion(genome).map(|weights| Player::Champion(Box::new(weights))),
        }
    }

    /// The champion's weights in a genome; those of features left out are 0.
    pub fn champion(&self, genome: &[f64]) -> Result<Weights, RecipeError> {
        let wrong = |problem| RecipeError::Placing { recipe: self.name.clone(), problem };
        if self.placing.is_none() {
            return Err(wrong("this one does not; its genomes are brains"));
        }
        let weight = |name| self.inputs().position(|input| input == name).and_then(|at| genome.get(at).copied());
        let whole: Vec<f64> = names().map(|name| weight(name).unwrap_or(0.0)).collect();
        Weights::new(&whole).map_err(|_| wrong("a genome has a weight a feature"))
    }

    /// The brain that a genome makes.
    pub fn brain(&self, genome: &[f64]) -> Result<Brain, RecipeError> {
        if self.placing.is_some() {
            return Err(RecipeError::no_brain(&self.name));
        }
        let names: Vec<&str> = self.inputs().collect();
        let evaluator = match &self.evaluator {
            EvaluatorKind::Linear => Evaluator::linear(&names, genome)?,
            EvaluatorKind::Powered { further_line } => Evaluator::powered(&names, genome, f64::from(*further_line))?,
            EvaluatorKind::Network(hidden) => Evaluator::network(&names, hidden, genome)?,
        };
        let style = Style {
            lookahead: self.lookahead,
            moment: self.moment,
            rows_above: self.rows_above,
            holds: self.hold,
            order: self.order,
            next_on: self.next_on,
            no_next: self.no_next,
            avoids_overflow: self.avoids_overflow,
            placements: self.placements.under(&self.rules()),
        };
        Ok(Brain::new(evaluator, style))
    }

    /// The rules of its training games.
    pub fn rules(&self) -> Rules {
        Rules {
            board: self.board,
            pieces: self.pieces,
            generator: self.generator,
            next: if self.hold { 5 } else { 1 },
            hold: self.hold,
            top_out: self.top_out,
            scoring: self.scoring,
            goal_lines: 0,
            ..Rules::marathon()
        }
    }

    /// Its games, as they are when the search does not change them.
    pub fn course(&self) -> Course {
        Course {
            rules: self.rules(),
            fitness: self.fitness,
            score_cap: self.score_cap,
            piece_cap: self.piece_cap,
            line_cap: self.line_cap,
            penalty: self.penalty,
            puzzle_rows: 0,
            placing: self.placing,
            versus: self.versus,
        }
    }
}
