//! Narrowing random search: samples around a centre, each either a success or not; the next centre is the successes' mean.
//!
//! Source: `docs/recipes.md`, R4. The centre is genome 0 of each generation, so no further state is needed.

use super::{Asked, Search, Shape, Told};
use crate::rules::Random;
use crate::rules::random::Purpose;
use crate::train::game::Course;
use crate::train::operators::Genome;
use crate::train::recipe::RecipeError;
use serde::{Deserialize, Serialize};

/// The samples and games of one generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Samples lie uniformly within this much of the centre, each weight on its own.
    pub range: f64,
    /// Lines that make a game a success and end it.
    pub lines: u32,
    /// The lowest rows that the start board's random cells lie in; 0: the board starts empty.
    pub puzzle_rows: u8,
}

/// A narrowing random search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RandomSearch {
    /// The first centre: one weight for each of the recipe's features, ablated ones included.
    pub centre: Vec<f64>,
    /// A step a generation; the last one is repeated.
    pub steps: Vec<Step>,
}

impl RandomSearch {
    fn step(&self, number: u32) -> Step {
        let last = self.steps.len().saturating_sub(1);
        // `check` lets no empty list through.
        self.steps.get((number as usize).min(last)).copied().unwrap_or(Step { range: 0.0, lines: 1, puzzle_rows: 0 })
    }

    /// The centre and the samples around it.
    fn samples(&self, centre: Genome, count: usize, number: u32, seed: u64) -> Asked {
        let mut random = Random::new(seed, Purpose::Evolution);
        let range = self.step(number).range;
        let mut genomes = vec![centre];
        for _ in 0..count {
            let sample = genomes[0].iter().map(|weight| weight + random.range(-range, range)).collect();
            genomes.push(sample);
        }
        Asked { genomes, state: Vec::new() }
    }
}

impl Search for RandomSearch {
    fn first(&self, shape: &Shape, seed: u64) -> Asked {
        let centre = shape.inputs.iter().map(|&input| self.centre[input]).collect();
        self.samples(centre, shape.population, 0, seed)
    }

    fn next(&self, shape: &Shape, told: &Told, number: u32, seed: u64) -> Asked {
        let samples = told.genomes.iter().zip(told.fitness).skip(1);
        let successes: Vec<&Genome> =
            samples.filter(|(_, fitness)| **fitness >= 1.0).map(|(genome, _)| genome).collect();
        let mut centre = told.genomes[0].clone();
        // Without a success there is nowhere better to go.
        if !successes.is_empty() {
            for (gene, weight) in centre.iter_mut().enumerate() {
                *weight = successes.iter().map(|genome| genome[gene]).sum::<f64>() / successes.len() as f64;
            }
        }
        self.samples(centre, shape.population, number, seed)
    }

    fn check(&self, shape: &Shape) -> Result<(), RecipeError> {
        let bounds = |what, value: String, range| Err(RecipeError::Bounds { what, value, range });
        if self.centre.len() != shape.features || shape.inputs.len() != shape.genes() {
            return bounds("first centre", format!("{} weights", self.centre.len()), "one weight a feature");
        }
        if let Some(weight) = self.centre.iter().find(|weight| !(-1000.0..=1000.0).contains(*weight)) {
            return bounds("first centre", weight.to_string(), "-1000 to 1000");
        }
        if self.steps.is_empty() {
            return bounds("steps", "0".into(), "at least 1");
        }
        for step in &self.steps {
            if !(0.0..=1000.0).contains(&step.range) {
                return bounds("range", step.range.to_string(), "0-1000");
            }
            if step.lines == 0 {
                return bounds("lines of a success", "0".into(), "at least 1");
            }
        }
        Ok(())
    }

    fn has_centre(&self) -> bool {
        true
    }

    fn adapt(&self, course: &mut Course, number: u32) {
        let step = self.step(number);
        // A lower cap asked for makes every step's success nearer.
        course.line_cap = if course.line_cap == 0 { step.lines } else { step.lines.min(course.line_cap) };
        course.puzzle_rows = step.puzzle_rows;
    }
}
