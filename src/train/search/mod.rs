//! Ways to search for good genomes, behind one interface: ask for a population, tell its fitness, ask again.
//!
//! What a search asks for depends on the recipe, the seed and the last evaluated population alone. Everything else that
//! it must remember is in its `state`, which is saved with the generation, so that a run resumed from a file goes on to
//! the same bits. A genome is a row of numbers here: games play no part.

pub mod cma_es;
pub mod eigen;
pub mod particle_swarm;
pub mod random_search;

use super::game::TrainingGameSettings;
use super::recipe::{Genome, PopulationShape};
use crate::rules::Random;

/// The genomes whose fitness a search wants to know next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Population {
    /// The genomes to evaluate.
    pub genomes: Vec<Genome>,
    /// What the search must get back with the fitness of these genomes, as finite numbers; empty if nothing.
    pub state: Vec<f64>,
}

/// A population with its fitness, as a search is given it.
#[derive(Clone, Copy, Debug)]
pub struct ScoredPopulation<'a> {
    /// The genomes of the population.
    pub genomes: &'a [Genome],
    /// The fitness of each genome.
    pub fitness: &'a [f64],
    /// The indices of the genomes, the best first.
    pub order: &'a [usize],
    /// The state that the search gave together with these genomes.
    pub state: &'a [f64],
}

/// Where a genome comes from. Its relatives are given by their places in the generation before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descent {
    /// The genome went on from the generation before as it was.
    Survivor(usize),
    /// The genome was made of two others, which may be one and the same, and changed at random.
    Child {
        /// The indices of the two genomes that the child was made of.
        parents: [usize; 2],
        /// How many of the child's weights were changed at random.
        mutated: usize,
    },
    /// The genome is a particle of a swarm, moved on from the place of this genome.
    Moved(usize),
    /// The genome was drawn at random around what the search has learned, so that it has no parents.
    Drawn,
}

/// The player that a run begins at.
#[derive(Clone, Debug, PartialEq)]
pub struct StartingPlayer {
    /// The weights of the player.
    pub genome: Genome,
    /// The state of a search of the same kind that found the player; empty where there is none.
    pub state: Vec<f64>,
}

/// Where one gene of a new run is found among the genes of a starting player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeneOrigin {
    /// The index of the gene in the starting player; `None` if it was not there.
    pub was: Option<usize>,
    /// The index of another gene of the starting player. If this gene was not there or did not vary, it is taken to
    /// vary like that one, together with others that have such an index.
    pub like: Option<usize>,
    /// Whether the gene keeps its value for the whole run.
    pub stays: bool,
}

/// A way to search for good genomes.
pub trait GenomeSearch: Sync {
    /// The population of generation 0 of a run with this seed.
    fn first_population(&self, shape: &PopulationShape, seed: u64) -> Population;
    /// The population of generation `number`, from 1 on, after `told`, the generation before it. `seed` is that of the
    /// generation.
    fn next_population(&self, shape: &PopulationShape, told: &ScoredPopulation, number: u32, seed: u64) -> Population;
    /// The descent of each genome of the population that [`next_population`](Self::next_population) gives for `told`
    /// and `seed`, in the order of that population.
    fn descents(&self, told: &ScoredPopulation, _seed: u64) -> Vec<Descent> {
        vec![Descent::Drawn; told.genomes.len()]
    }
    /// The place of the genome that was drawn as the opposite of the one at `index`; `None` if there is no opposite.
    fn opposite(&self, _index: usize) -> Option<usize> {
        None
    }
    /// The starting player for this search, made of one with other genes: `places` says for each gene of the new
    /// genomes where that one has it. `None` where the search cannot begin at a player, or every gene stays as it was.
    fn adapted_starting_player(&self, _player: &StartingPlayer, _places: &[GeneOrigin]) -> Option<StartingPlayer> {
        None
    }
    /// The population of generation 0 of a run that begins at a player.
    fn first_population_from(&self, shape: &PopulationShape, _player: &StartingPlayer, seed: u64) -> Population {
        self.first_population(shape, seed)
    }
    /// The length of the search's state, for this number of genes and this population.
    fn state_length(&self, _genes: usize, _population: usize) -> usize {
        0
    }
    /// What the search shows of itself in generation `number`, for curves: names and numbers.
    fn figures(&self, _state: &[f64], _genes: usize, _number: u32) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
    /// Changes the settings of the games to those of generation `number`.
    fn adapt_game_settings(&self, _settings: &mut TrainingGameSettings, _number: u32) {}
}

/// A random number with mean 0 and standard deviation 1 by the Box-Muller transform. It uses `libm`, which gives the
/// same bits on every machine.
pub(in crate::train) fn random_normal(random: &mut Random) -> f64 {
    // 1 - u lies in (0, 1], where the logarithm is finite.
    let radius = (-2.0 * libm::log(1.0 - random.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.unit())
}
