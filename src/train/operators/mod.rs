//! The operators of an evolution: first population, selection, crossover, mutation; and the evolution made of them.
//!
//! Each operator is a choice in the recipe. A genome is a row of numbers here: games play no part.

pub mod crossover;
pub mod initial;
pub mod mutation;
pub mod selection;

pub use selection::by_fitness;

use super::recipe::{Evolution, Genome, Shape};
use super::search::{Asked, Search, Told};
use crate::rules::Random;
use crate::rules::random::Purpose;

impl Evolution {
    /// The population after `parents`, of the same size: the survivors first, the best leading, then the children.
    /// `fitness` has a value for each parent, `order` the parents' indices, the best first. Everything random comes
    /// from `seed`.
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
}
