//! The operators of an evolution: first population, selection, crossover, mutation; and the evolution made of them.
//!
//! Each is a choice in the recipe. Knows genomes as rows of numbers, no games.

pub mod crossover;
pub mod initial;
pub mod mutation;
pub mod selection;

pub use crossover::Crossover;
pub use initial::Initial;
pub use mutation::{Mutation, Reach, Scope};
pub use selection::{Parents, by_fitness};

use super::recipe::RecipeError;
use super::search::{Asked, Search, Shape, Told};
use crate::rules::Random;
use crate::rules::random::Purpose;
use serde::{Deserialize, Serialize};

/// The weights of one individual.
pub type Genome = Vec<f64>;

/// All operators of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evolution {
    /// The first population.
    pub initial: Initial,
    /// The best of a generation that go on as they are, in thousandths of the population.
    pub survivors: u16,
    /// Who has children.
    #[serde(default, skip_serializing_if = "Parents::is_roulette")]
    pub parents: Parents,
    /// Crossover.
    pub crossover: Crossover,
    /// Mutation.
    pub mutation: Mutation,
}

impl Evolution {
    /// The population after `parents`: the survivors first, the best leading, then the children. `order` has the
    /// parents' indices, the best first. Everything random comes from `seed`.
    pub fn next(&self, parents: &[Genome], fitness: &[f64], order: &[usize], seed: u64) -> Vec<Genome> {
        let mut random = Random::new(seed, Purpose::Evolution);
        let survivors = parents.len() * usize::from(self.survivors) / 1000;
        let mut population: Vec<Genome> = order.iter().take(survivors).map(|&index| parents[index].clone()).collect();
        let mut pairs = self.parents.pairs(fitness, order, survivors);
        let survivors = population.len();
        while population.len() < parents.len() {
            let (a, b) = pairs.next(&mut random);
            let mut child = self.crossover.child((&parents[a], fitness[a]), (&parents[b], fitness[b]), &mut random);
            self.mutation.each(&mut child, &mut random);
            population.push(child);
        }
        self.mutation.pool(&mut population[survivors..], &mut random);
        population
    }
}

impl Search for Evolution {
    fn first(&self, shape: &Shape, seed: u64) -> Asked {
        Asked { genomes: self.initial.population(shape, seed), state: Vec::new() }
    }

    fn next(&self, _: &Shape, told: &Told, _: u32, seed: u64) -> Asked {
        Asked { genomes: self.next(told.genomes, told.fitness, told.order, seed), state: Vec::new() }
    }

    fn check(&self, shape: &Shape) -> Result<(), RecipeError> {
        let bounds = |what, value: String, range| Err(RecipeError::Bounds { what, value, range });
        if self.survivors > 1000 {
            return bounds("survivors", self.survivors.to_string(), "0-1000 thousandths");
        }
        self.initial.check(shape)?;
        self.parents.check()?;
        self.crossover.check()?;
        self.mutation.check()
    }
}
