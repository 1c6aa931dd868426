//! The first population of a run, by each way to draw it.

use crate::rules::Random;
use crate::rules::random::Purpose;
use crate::train::recipe::{Genome, InitialPopulation, PopulationShape};
use crate::train::search::random_normal;

impl InitialPopulation {
    /// Draws a run's first population by this seed: `shape.population` genomes of `shape.gene_count()` weights each.
    pub fn population(&self, shape: &PopulationShape, seed: u64) -> Vec<Genome> {
        if let InitialPopulation::Python(low, high) = self {
            let mut random = python(seed);
            return (0..shape.population)
                .map(|_| (0..shape.gene_count()).map(|_| low + (high - low) * random()).collect())
                .collect();
        }
        let mut random = Random::new(seed, Purpose::Initial);
        (0..shape.population).map(|_| self.genome(shape, &mut random)).collect()
    }

    fn genome(&self, shape: &PopulationShape, random: &mut Random) -> Genome {
        match self {
            InitialPopulation::NormalByFanIn => {
                let layer = |pair: &[usize], random: &mut Random| -> Genome {
                    let deviation = 1.0 / (pair[0] as f64).sqrt();
                    (0..pair[0] * pair[1]).map(|_| deviation * random_normal(random)).collect()
                };
                shape.layers.windows(2).flat_map(|pair| layer(pair, random)).collect()
            }
            InitialPopulation::Uniform(low, high) | InitialPopulation::Python(low, high) => {
                (0..shape.gene_count()).map(|_| random.float_in_range(*low, *high)).collect()
            }
            InitialPopulation::Ranges(ranges) => {
                shape.inputs.iter().map(|&input| random.float_in_range(ranges[input].0, ranges[input].1)).collect()
            }
        }
    }
}

/// A generator of what Python's `random.random` gives after `random.seed(seed)`: the Mersenne Twister set up with the
/// seed's 32-bit words, and 53 bits of two draws. Source: CPython, `Modules/_randommodule.c`.
fn python(seed: u64) -> impl FnMut() -> f64 {
    let words = [seed as u32, (seed >> 32) as u32];
    let mut twister = rand_mt::Mt::new_with_key(words.into_iter().take(if words[1] == 0 { 1 } else { 2 }));
    move || {
        let (high, low) = (twister.next_u32() >> 5, twister.next_u32() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }
}
