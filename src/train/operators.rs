//! The operators of an evolution: first population, selection, crossover, mutation.
//!
//! Each is a choice in the recipe. Knows genomes as rows of numbers, no games.

use super::recipe::RecipeError;
use crate::rules::Random;
use crate::rules::random::Purpose;
use serde::{Deserialize, Serialize};

/// The weights of one individual.
pub type Genome = Vec<f64>;

/// How the first population is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Initial {
    /// Normal with the standard deviation 1 / sqrt(inputs of the weight's layer).
    NormalByFanIn,
}

/// How two parents make a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// The mean of the weights, weighted by fitness; each weight from either parent when both have none.
    WeightedMean,
}

/// How a child changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    /// The chance of each weight, in thousandths.
    pub chance: u16,
    /// The weight moves uniformly by up to this much either way.
    pub reach: f64,
}

/// All operators of an evolution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evolution {
    /// The first population.
    pub initial: Initial,
    /// The best of a generation that go on as they are, in thousandths of the population.
    pub survivors: u16,
    /// Crossover.
    pub crossover: Crossover,
    /// Mutation.
    pub mutation: Mutation,
}

impl Evolution {
    /// Whether every number is possible.
    pub fn check(&self) -> Result<(), RecipeError> {
        let bounds = |what, value: String, range| Err(RecipeError::Bounds { what, value, range });
        if self.survivors > 1000 {
            return bounds("survivors", self.survivors.to_string(), "0-1000 thousandths");
        }
        if self.mutation.chance > 1000 {
            return bounds("mutation chance", self.mutation.chance.to_string(), "0-1000 thousandths");
        }
        if !(0.0..=1000.0).contains(&self.mutation.reach) {
            return bounds("mutation reach", self.mutation.reach.to_string(), "0-1000");
        }
        Ok(())
    }

    /// The first population of a run: `count` genomes for layers of these sizes.
    pub fn first(&self, layers: &[usize], count: usize, seed: u64) -> Vec<Genome> {
        let mut random = Random::new(seed, Purpose::Initial);
        let Initial::NormalByFanIn = self.initial;
        let genome = |random: &mut Random| {
            let layer = |pair: &[usize], random: &mut Random| -> Genome {
                let deviation = 1.0 / (pair[0] as f64).sqrt();
                (0..pair[0] * pair[1]).map(|_| deviation * normal(random)).collect()
            };
            layers.windows(2).flat_map(|pair| layer(pair, random)).collect()
        };
        (0..count).map(|_| genome(&mut random)).collect()
    }

    /// The population after `parents`: the survivors first, the best leading, then the children. Everything random
    /// comes from `seed`.
    pub fn next(&self, parents: &[Genome], fitness: &[f64], seed: u64) -> Vec<Genome> {
        let mut random = Random::new(seed, Purpose::Evolution);
        let survivors = parents.len() * usize::from(self.survivors) / 1000;
        let mut population: Vec<Genome> =
            by_fitness(fitness).into_iter().take(survivors).map(|index| parents[index].clone()).collect();
        let wheel = Wheel::new(fitness);
        while population.len() < parents.len() {
            let (a, b) = wheel.pair(&mut random);
            let Crossover::WeightedMean = self.crossover;
            let mut child = weighted_mean((&parents[a], fitness[a]), (&parents[b], fitness[b]), &mut random);
            self.mutation.apply(&mut child, &mut random);
            population.push(child);
        }
        population
    }
}

impl Mutation {
    fn apply(self, genome: &mut Genome, random: &mut Random) {
        for weight in genome {
            if random.chance(self.chance) {
                *weight += random.range(-self.reach, self.reach);
            }
        }
    }
}

/// The indices, the fittest first; the first of equals leads.
pub fn by_fitness(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order
}

/// A roulette wheel: each individual's share is its fitness.
struct Wheel {
    /// The sums of the fitness up to and with each individual.
    ends: Vec<f64>,
}

impl Wheel {
    fn new(fitness: &[f64]) -> Self {
        let mut sum = 0.0;
        let end = |share: &f64| {
            sum += share.max(0.0);
            sum
        };
        Self { ends: fitness.iter().map(end).collect() }
    }

    fn start(&self, index: usize) -> f64 {
        index.checked_sub(1).map_or(0.0, |before| self.ends[before])
    }

    /// Two different individuals: the second is drawn from the wheel without the first. Without any fitness left to go
    /// by, all are equally likely.
    fn pair(&self, random: &mut Random) -> (usize, usize) {
        let count = self.ends.len();
        let total = self.ends.last().copied().unwrap_or(0.0);
        let first = match total > 0.0 {
            true => self.at(random.unit() * total),
            false => random.below(count as u32) as usize,
        };
        let (start, end) = (self.start(first), self.ends[first]);
        let left = total - (end - start);
        // Rounding may leave a speck of the first one's share, hence the second test.
        let second = match left > 0.0 {
            true => {
                let point = random.unit() * left;
                Some(self.at(if point < start { point } else { point + (end - start) }))
            }
            false => None,
        };
        match second.filter(|&second| second != first) {
            Some(second) => (first, second),
            None => {
                let other = random.below(count as u32 - 1) as usize;
                (first, if other >= first { other + 1 } else { other })
            }
        }
    }

    /// The individual whose share holds the point.
    fn at(&self, point: f64) -> usize {
        self.ends.partition_point(|&end| end <= point).min(self.ends.len() - 1)
    }
}

fn weighted_mean(a: (&Genome, f64), b: (&Genome, f64), random: &mut Random) -> Genome {
    let total = a.1 + b.1;
    let pairs = a.0.iter().zip(b.0);
    if total > 0.0 {
        let (share_a, share_b) = (a.1 / total, b.1 / total);
        pairs.map(|(x, y)| share_a * x + share_b * y).collect()
    } else {
        pairs.map(|(x, y)| if random.chance(500) { *x } else { *y }).collect()
    }
}

/// A standard normal number by the Box-Muller transform; `libm`, for the same bits everywhere.
fn normal(random: &mut Random) -> f64 {
    // 1 - u lies in (0, 1], where the logarithm is finite.
    let radius = (-2.0 * libm::log(1.0 - random.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.unit())
}
