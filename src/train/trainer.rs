//! The loop of an evolution: make a population, play its games, rank it, again.
//!
//! Generation `g` depends on the recipe, the run's seed and generation `g - 1` alone, so that a run taken up from any
//! saved generation goes on to the same bits.

use super::game::{GameResult, play};
use super::generation::{Figures, Generation};
use super::held_out;
use super::operators::Genome;
use super::recipe::{Recipe, RecipeError};
use crate::ai::Brain;
use crate::rules::Random;
use rayon::prelude::*;
use thiserror::Error;

/// Told what happens, from any thread.
pub trait Progress: Sync {
    /// A generation's games begin.
    fn started(&self, _generation: u32, _genomes: usize) {}
    /// The game of the genome at `index` has ended.
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
                population: generation.recipe.population,
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
        let genomes = self.population(number);
        let brains: Vec<Brain> =
            genomes.iter().map(|genome| self.recipe.brain(genome)).collect::<Result<_, RecipeError>>()?;
        progress.started(number, brains.len());
        let results = self.games(&brains, number, progress);
        let fitness: Vec<f64> = results.iter().map(|result| result.fitness).collect();
        progress.held_out(self.recipe.held_out_best.min(brains.len()) * self.recipe.held_out_games as usize);
        let held_out = held_out::measure(&self.recipe, &brains, &fitness, &|result| progress.held_out_played(result));
        let high_score = self.last.as_ref().map_or(0, |last| last.figures.high_score);
        Ok(self.last.insert(Generation {
            recipe: self.recipe.clone(),
            seed: self.seed,
            generation: number,
            figures: Figures::of(&results, high_score),
            genomes,
            results,
            held_out,
        }))
    }

    fn population(&self, number: u32) -> Vec<Genome> {
        match &self.last {
            None => self.recipe.evolution.first(&self.recipe.layers(), self.recipe.population, self.seed),
            Some(last) => {
                let fitness: Vec<f64> = last.results.iter().map(|result| result.fitness).collect();
                self.recipe.evolution.next(&last.genomes, &fitness, self.seed_of(number))
            }
        }
    }

    /// Everything random in a generation derives from the run's seed and its number.
    fn seed_of(&self, number: u32) -> u64 {
        Random::derived_seed(self.seed, number.into())
    }

    fn games(&self, brains: &[Brain], number: u32, progress: &dyn Progress) -> Vec<GameResult> {
        let (rules, seed) = (self.recipe.rules(), self.seed_of(number));
        brains
            .par_iter()
            .enumerate()
            .with_max_len(1)
            .map(|(index, brain)| {
                let seed = Random::derived_seed(seed, index as u64);
                let result = play(brain, &rules, self.recipe.fitness, seed, self.recipe.score_cap);
                progress.played(index, &result);
                result
            })
            .collect()
    }
}
