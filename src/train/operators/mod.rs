//! The operators of an evolution: first population, selection, crossover, mutation; and the evolution made of them.
//!
//! Each operator is a choice in the recipe. A genome is a row of numbers here: games play no part.

pub mod crossover;
pub mod initial;
pub mod mutation;
mod selection;

use super::recipe::{Evolution, Genome, PopulationShape};
use super::search::{Descent, GenomeSearch, Population, ScoredPopulation};
use crate::rules::Random;
use crate::rules::random::Purpose;

impl Evolution {
    /// The population after `parents`, of the same size, with the descent of each genome: the survivors first, the best
    /// leading, then the children. `fitness` has a value for each parent, `order` the parents' indices, the best first.
    /// Everything random comes from `seed`.
    pub fn breed(
        &self,
        parents: &[Genome],
        fitness: &[f64],
        order: &[usize],
        seed: u64,
    ) -> (Vec<Genome>, Vec<Descent>) {
        let mut random = Random::new(seed, Purpose::Evolution);
        let survivors = parents.len() * usize::from(self.survivors) / 1000;
        let surviving = order.iter().take(survivors);
        let mut population: Vec<Genome> = surviving.clone().map(|&index| parents[index].clone()).collect();
        let mut descents: Vec<Descent> = surviving.map(|&index| Descent::Survivor(index)).collect();
        let mut pairs = self.parents.pairs(fitness, order, survivors);
        let survivors = population.len();
        let mut unmutated = Vec::new();
        while population.len() < parents.len() {
            let (a, b) = pairs.next(&mut random);
            let mut child = self.crossover.child((&parents[a], fitness[a]), (&parents[b], fitness[b]), &mut random);
            unmutated.push(child.clone());
            self.mutation.mutate_weights(&mut child, &mut random);
            population.push(child);
            descents.push(Descent::Child { parents: [a, b], mutated: 0 });
        }
        self.mutation.mutate_some_children(&mut population[survivors..], &mut random);
        let children = population[survivors..].iter().zip(&unmutated);
        for (descent, (child, before)) in descents[survivors..].iter_mut().zip(children) {
            if let Descent::Child { mutated, .. } = descent {
                *mutated = child.iter().zip(before).filter(|(weight, before)| weight != before).count();
            }
        }
        (population, descents)
    }
}

impl GenomeSearch for Evolution {
    fn first_population(&self, shape: &PopulationShape, seed: u64) -> Population {
        Population { genomes: self.initial.population(shape, seed), state: Vec::new() }
    }

    fn next_population(&self, _: &PopulationShape, told: &ScoredPopulation, _: u32, seed: u64) -> Population {
        Population { genomes: self.breed(told.genomes, told.fitness, told.order, seed).0, state: Vec::new() }
    }

    fn descents(&self, told: &ScoredPopulation, seed: u64) -> Vec<Descent> {
        self.breed(told.genomes, told.fitness, told.order, seed).1
    }
}
