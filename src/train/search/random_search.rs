//! Narrowing random search: samples around a centre, each either a success or not; the next centre is the successes'
//! mean.
//!
//! Source: `docs/lab/recipes.md`, R4. The centre is genome 0 of each generation, so no further state is needed.

use super::{GenomeSearch, Population, ScoredPopulation};
use crate::rules::Random;
use crate::rules::random::Purpose;
use crate::train::game::TrainingGameSettings;
use crate::train::recipe::{Genome, NarrowingGeneration, PopulationShape, RandomSearch};

impl RandomSearch {
    fn step(&self, number: u32) -> NarrowingGeneration {
        let last = self.steps.len().saturating_sub(1);
        // The recipe's checks let no empty list through.
        let none = NarrowingGeneration { range: 0.0, lines: 1, puzzle_rows: 0 };
        self.steps.get((number as usize).min(last)).copied().unwrap_or(none)
    }

    /// The centre and `count` samples around it.
    fn samples(&self, centre: Genome, count: usize, number: u32, seed: u64) -> Population {
        let mut random = Random::new(seed, Purpose::Evolution);
        let range = self.step(number).range;
        let mut genomes = vec![centre];
        for _ in 0..count {
            let sample = genomes[0].iter().map(|weight| weight + random.float_in_range(-range, range)).collect();
            genomes.push(sample);
        }
        Population { genomes, state: Vec::new() }
    }
}

impl GenomeSearch for RandomSearch {
    fn first_population(&self, shape: &PopulationShape, seed: u64) -> Population {
        let centre = shape.inputs.iter().map(|&input| self.centre[input]).collect();
        self.samples(centre, shape.population, 0, seed)
    }

    fn next_population(&self, shape: &PopulationShape, told: &ScoredPopulation, number: u32, seed: u64) -> Population {
        let samples = told.genomes.iter().zip(told.fitness).skip(1);
        let successes: Vec<&Genome> =
            samples.filter(|(_, fitness)| **fitness >= 1.0).map(|(genome, _)| genome).collect();
        let mut centre = told.genomes[0].clone();
        // Without a success the centre stays.
        if !successes.is_empty() {
            for (gene, weight) in centre.iter_mut().enumerate() {
                *weight = successes.iter().map(|genome| genome[gene]).sum::<f64>() / successes.len() as f64;
            }
        }
        self.samples(centre, shape.population, number, seed)
    }

    fn figures(&self, _state: &[f64], _genes: usize, number: u32) -> Vec<(&'static str, f64)> {
        vec![("Range of the samples", self.step(number).range)]
    }

    fn adapt_game_settings(&self, settings: &mut TrainingGameSettings, number: u32) {
        let step = self.step(number);
        // A lower cap of the recipe makes a success easier in every step.
        settings.line_cap = if settings.line_cap == 0 { step.lines } else { step.lines.min(settings.line_cap) };
        settings.puzzle_rows = step.puzzle_rows;
    }
}
