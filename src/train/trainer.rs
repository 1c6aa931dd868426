//! The loop of an evolution: make a population, play its games, rank it, again.
//!
//! Generation `g` depends on the recipe, the run's seed and generation `g - 1` alone, so that a run taken up from any
//! saved generation goes on to the same bits.

use super::champion::Player;
use super::evaluation::by_standing;
use super::game::GameResult;
use super::generation::{Figures, Generation};
use super::held_out;
use super::recipe::{EvaluatorKind, Recipe, RecipeError};
use super::search::{Asked, Origin, Told};
use super::versus::Rung;
use crate::rules::Random;
use crate::search::Weights;
use thiserror::Error;

/// Told what happens, from any thread.
pub trait Progress: Sync {
    /// A generation's games begin.
    fn started(&self, _generation: u32, _genomes: usize) {}
    /// A game of the genome at `index` has ended.
    fn played(&self, _index: usize, _result: &GameResult) {}
    /// The held-out games begin.
    fn held_out(&self, _games: usize) {}
    /// A held-out game has ended.
    fn held_out_played(&self, _result: &GameResult) {}
}

/// Progress that nobody looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TrainError {
    /// The recipe, or a genome for it, is impossible.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The generation is an exported one.
    #[error(
        "generation {generation} holds only {kept} of its {population} genomes; resume from a file that 'train' wrote"
    )]
    NotWhole {
        /// Its number.
        generation: u32,
        /// Genomes in it.
        kept: usize,
        /// Genomes it had.
        population: usize,
    },
}

/// A run of evolution.
#[derive(Clone, Debug)]
pub struct Trainer {
    recipe: Recipe,
    seed: u64,
    last: Option<Generation>,
    /// What generation 0 begins at, if the run begins at somebody.
    begin: Option<Origin>,
}

impl Trainer {
    /// A new run, before its generation 0.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, TrainError> {
        Ok(Self { recipe: recipe.checked()?, seed, last: None, begin: None })
    }

    /// A new run that begins at the best of a generation of this or another recipe, by the names of its weights; where both search the
    /// same way, with what that search has learned.
    pub fn begun_from(recipe: Recipe, seed: u64, from: &Generation) -> Result<Self, TrainError> {
        let begun_from = format!("{}:{}", from.recipe.name, from.generation);
        let recipe = Recipe { begun_from, ..recipe }.checked()?;
        let origin = from.ranking().first().and_then(|&best| from.genomes.get(best));
        let whole = origin.map(|genome| Origin {
            genome: genome.clone(),
            state: if from.recipe.strategy.name() == recipe.strategy.name() { from.state.clone() } else { Vec::new() },
        });
        let known: Vec<&str> = from.recipe.inputs().collect();
        let places: Vec<Option<usize>> =
            recipe.inputs().map(|name| known.iter().position(|known| *known == name)).collect();
        let begin = whole.and_then(|origin| recipe.strategy.search().moved(&origin, &places, recipe.only_new));
        let simple = |recipe: &Recipe| matches!(recipe.evaluator, EvaluatorKind::Linear);
        match begin {
            Some(_) if simple(&recipe) && simple(&from.recipe) => Ok(Self { recipe, seed, last: None, begin }),
            _ => Err(RecipeError::NoSuch {
                what: "such player to begin at; begin at a weighted sum with CMA-ES, and learn only what is new (--only-new) where something is",
                strategy: recipe.strategy.name(),
                recipe: recipe.name,
            }
            .into()),
        }
    }

    /// A run that goes on after `generation`.
    pub fn resumed(generation: Generation) -> Result<Self, TrainError> {
        if !generation.is_whole() {
            return Err(TrainError::NotWhole {
                generation: generation.generation,
                kept: generation.genomes.len(),
                population: generation.recipe.genomes(),
            });
        }
        Ok(Self {
            recipe: generation.recipe.clone().checked()?,
            seed: generation.seed,
            last: Some(generation),
            begin: None,
        })
    }

    /// The run's recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The run's seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The last generation that was evaluated.
    pub fn last(&self) -> Option<&Generation> {
        self.last.as_ref()
    }

    /// Makes and evaluates the next generation, on all threads of rayon's current pool.
    pub fn advance(&mut self, progress: &dyn Progress) -> Result<&Generation, TrainError> {
        let number = self.last.as_ref().map_or(0, |last| last.generation + 1);
        let Asked { genomes, state } = self.ask(number);
        let players: Vec<Player> =
            genomes.iter().map(|genome| self.recipe.player(genome)).collect::<Result<_, RecipeError>>()?;
        progress.started(number, players.len());
        let (recipe, search) = (&self.recipe, self.recipe.strategy.search());
        let mut course = recipe.course();
        search.adapt(&mut course, number);
        let ladder = self.ladder();
        let rivals: Vec<Weights> =
            ladder.iter().map(|rung| recipe.champion(&rung.genome)).collect::<Result<_, RecipeError>>()?;
        let seeds = (self.seed, self.seed_of(number));
        let (results, games) = recipe.games.play(&players, &course, (search, &rivals), seeds, progress);
        let chosen = match search.has_centre() {
            true => vec![0],
            false => by_standing(&results, &games).into_iter().take(recipe.held_out_best).collect(),
        };
        progress.held_out(chosen.len() * recipe.held_out_games as usize);
        let held_out = held_out::measure(recipe, &players, &chosen, &|result| progress.held_out_played(result));
        let high_score = self.last.as_ref().map_or(0, |last| last.figures.high_score);
        let figures = Figures::of(&results, &games, high_score);
        let games = if games.iter().all(|&games| games == 1) { Vec::new() } else { games };
        let (recipe, seed) = (recipe.clone(), self.seed);
        Ok(self.last.insert(Generation {
            recipe,
            seed,
            generation: number,
            genomes,
            results,
            games,
            state,
            ladder,
            held_out,
            figures,
        }))
    }

    /// The population of generation `number`.
    fn ask(&self, number: u32) -> Asked {
        let (search, shape) = (self.recipe.strategy.search(), self.recipe.shape());
        match &self.last {
            None => match &self.begin {
                Some(origin) => search.from(&shape, origin, self.seed),
                None => search.first(&shape, self.seed),
            },
            Some(last) => {
                let fitness: Vec<f64> = last.results.iter().map(|result| result.fitness).collect();
                let order = by_standing(&last.results, &last.games);
                let told = Told { genomes: &last.genomes, fitness: &fitness, order: &order, state: &last.state };
                search.next(&shape, &told, number, self.seed_of(number))
            }
        }
    }

    /// Whom the next generation's matches are against.
    fn ladder(&self) -> Vec<Rung> {
        let Some(versus) = &self.recipe.versus else { return Vec::new() };
        match (&self.last, &self.begin) {
            (Some(last), _) => {
                let best =
                    if last.recipe.strategy.search().has_centre() { Some(0) } else { last.ranking().first().copied() };
                let best = best.and_then(|best| last.genomes.get(best));
                best.map_or(Vec::new(), |best| versus.climbed(&last.ladder, last.generation, best))
            }
            (None, Some(origin)) => versus.climbed(&[], 0, &origin.genome),
            (None, None) => Vec::new(),
        }
    }

    /// Everything random in a generation derives from the run's seed and its number.
    fn seed_of(&self, number: u32) -> u64 {
        Random::derived_seed(self.seed, number.into())
    }
}
