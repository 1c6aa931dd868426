//! The loop of an evolution: make a population, play its games, rank it, again.
//!
//! Generation `g` depends on the recipe, the run's seed and generation `g - 1` alone, so that a run taken up from any
//! saved generation goes on to the same bits.

use super::champion::Player;
use super::evaluation::by_standing;
use super::game::GameResult;
use super::generation::{Figures, Generation};
use super::held_out;
use super::recipe::{Recipe, RecipeError};
use super::search::{Asked, Told};
use crate::rules::Random;
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
}

impl Trainer {
    /// A new run, before its generation 0.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, TrainError> {
        Ok(Self { recipe: recipe.checked()?, seed, last: None })
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
        Ok(Self { recipe: generation.recipe.clone().checked()?, seed: generation.seed, last: Some(generation) })
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
        let (results, games) = recipe.games.play(&players, &course, (self.seed, self.seed_of(number)), progress);
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
            held_out,
            figures,
        }))
    }

    /// The population of generation `number`.
    fn ask(&self, number: u32) -> Asked {
        let (search, shape) = (self.recipe.strategy.search(), self.recipe.shape());
        match &self.last {
            None => search.first(&shape, self.seed),
            Some(last) => {
                let fitness: Vec<f64> = last.results.iter().map(|result| result.fitness).collect();
                let order = by_standing(&last.results, &last.games);
                let told = Told { genomes: &last.genomes, fitness: &fitness, order: &order, state: &last.state };
                search.next(&shape, &told, number, self.seed_of(number))
            }
        }
    }

    /// Everything random in a generation derives from the run's seed and its number.
    fn seed_of(&self, number: u32) -> u64 {
        Random::derived_seed(self.seed, number.into())
    }
}
