//! Ways to search for good genomes, behind one interface: ask for a population, tell how it did, ask again.
//!
//! What a search asks for depends on the recipe, the seed and the last evaluated population alone. Whatever else it
//! must remember is in its `state`, which is saved with the generation, so that a run taken up from a file goes on to
//! the same bits. Knows genomes as rows of numbers, no games.

pub mod cma_es;
pub mod eigen;
pub mod normal;
pub mod particle_swarm;
pub mod random_search;

use super::game::Course;
use super::recipe::{Genome, Shape};

/// A population that is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The genomes to evaluate.
    pub genomes: Vec<Genome>,
    /// What the search must know again when it is told how they did, as finite numbers.
    pub state: Vec<f64>,
}

/// An evaluated population.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// Its genomes.
    pub genomes: &'a [Genome],
    /// Their fitness.
    pub fitness: &'a [f64],
    /// Their indices, the best first.
    pub order: &'a [usize],
    /// The state they were asked for with.
    pub state: &'a [f64],
}

/// Where a run begins that does not begin anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// The genome to begin at.
    pub genome: Genome,
    /// The state of a search of the same kind that found it; empty where there is none.
    pub state: Vec<f64>,
}

/// Where a gene was among the genes of an origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The gene itself, if it was there.
    pub was: Option<usize>,
    /// Of a gene that was not there, or did not vary: one that it is taken to vary like, together with others of its kind.
    pub like: Option<usize>,
    /// Whether it stays as it was.
    pub stays: bool,
}

/// A way to search.
pub trait Search: Sync {
    /// The population of generation 0.
    fn first(&self, shape: &Shape, seed: u64) -> Asked;
    /// The population of generation `number`, after the last one.
    fn next(&self, shape: &Shape, told: &Told, number: u32, seed: u64) -> Asked;
    /// The genome of a generation that was drawn as the opposite of the one at `index`, if any was.
    fn mirror(&self, _index: usize) -> Option<usize> {
        None
    }
    /// An origin of other genes as one for this search's: `places` has one for each gene. `None` where the search cannot begin
    /// at anybody, or every gene stays as it was.
    fn moved(&self, _origin: &Origin, _places: &[Place]) -> Option<Origin> {
        None
    }
    /// The population of generation 0 of a run that begins at somebody.
    fn from(&self, shape: &Shape, _origin: &Origin, seed: u64) -> Asked {
        self.first(shape, seed)
    }
    /// How many numbers its state has, for genomes of so many genes and a population of so many.
    fn state_length(&self, _genes: usize, _population: usize) -> usize {
        0
    }
    /// What it says of itself in generation `number`, for curves: names and numbers.
    fn figures(&self, _state: &[f64], _genes: usize, _number: u32) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
    /// Makes the games those of generation `number`.
    fn adapt(&self, _course: &mut Course, _number: u32) {}
}
