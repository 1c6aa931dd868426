//! First populations.

use super::Genome;
use crate::rules::Random;
use crate::rules::random::Purpose;
use crate::train::recipe::RecipeError;
use crate::train::search::Shape;
use serde::{Deserialize, Serialize};

/// The farthest from 0 that a first weight may lie.
const MOST: f64 = 1000.0;

/// How the first population is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Initial {
    /// Normal with the standard deviation 1 / sqrt(inputs of the weight's layer).
    NormalByFanIn,
    /// Uniform between the two.
    Uniform(f64, f64),
    /// Uniform, each feature's weight between its own two: one pair for each of the recipe's features, ablated ones
    /// included. For evaluators with one weight a feature.
    Ranges(Vec<(f64, f64)>),
    /// Uniform between the two as Python draws it after `random.seed(run's seed)`, by `random.uniform` genome by genome: the seed of a
    /// program in Python then means the population that it meant there.
    Python(f64, f64),
}

impl Initial {
    /// The first population of a run.
    pub fn population(&self, shape: &Shape, seed: u64) -> Vec<Genome> {
        if let Initial::Python(low, high) = self {
            let mut random = python(seed);
            return (0..shape.population)
                .map(|_| (0..shape.genes()).map(|_| low + (high - low) * random()).collect())
                .collect();
        }
        let mut random = Random::new(seed, Purpose::Initial);
        (0..shape.population).map(|_| self.genome(shape, &mut random)).collect()
    }

    fn genome(&self, shape: &Shape, random: &mut Random) -> Genome {
        match self {
            Initial::NormalByFanIn => {
                let layer = |pair: &[usize], random: &mut Random| -> Genome {
                    let deviation = 1.0 / (pair[0] as f64).sqrt();
                    (0..pair[0] * pair[1]).map(|_| deviation * normal(random)).collect()
                };
                shape.layers.windows(2).flat_map(|pair| layer(pair, random)).collect()
            }
            Initial::Uniform(low, high) | Initial::Python(low, high) => {
                (0..shape.genes()).map(|_| random.range(*low, *high)).collect()
            }
            Initial::Ranges(ranges) => {
                shape.inputs.iter().map(|&input| random.range(ranges[input].0, ranges[input].1)).collect()
            }
        }
    }

    pub(super) fn check(&self, shape: &Shape) -> Result<(), RecipeError> {
        let ranges = match self {
            Initial::NormalByFanIn => return Ok(()),
            Initial::Uniform(low, high) | Initial::Python(low, high) => &[(*low, *high)],
            Initial::Ranges(ranges) if ranges.len() == shape.features && shape.inputs.len() == shape.genes() => {
                ranges.as_slice()
            }
            Initial::Ranges(ranges) => {
                let value = format!("{} ranges", ranges.len());
                return Err(RecipeError::Bounds { what: "first population", value, range: "one range a feature" });
            }
        };
        let possible = |&(low, high): &(f64, f64)| -MOST <= low && low <= high && high <= MOST;
        match ranges.iter().find(|range| !possible(range)) {
            Some((low, high)) => {
                let value = format!("{low} to {high}");
                Err(RecipeError::Bounds { what: "first population", value, range: "-1000 to 1000" })
            }
            None => Ok(()),
        }
    }
}

/// Python's `random.random` after `random.seed(seed)`: the Mersenne Twister set up with the seed's 32-bit words, and 53 bits of two draws.
/// Source: CPython, `Modules/_randommodule.c`.
fn python(seed: u64) -> impl FnMut() -> f64 {
    let words = [seed as u32, (seed >> 32) as u32];
    let mut twister = rand_mt::Mt::new_with_key(words.into_iter().take(if words[1] == 0 { 1 } else { 2 }));
    move || {
        let (high, low) = (twister.next_u32() >> 5, twister.next_u32() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }
}

/// A standard normal number by the Box-Muller transform; `libm`, for the same bits everywhere.
pub(in crate::train) fn normal(random: &mut Random) -> f64 {
    // 1 - u lies in (0, 1], where the logarithm is finite.
    let radius = (-2.0 * libm::log(1.0 - random.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.unit())
}
