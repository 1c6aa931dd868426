//! The ways to search for better genomes, as data.

use super::evolution::{Evolution, InitialPopulation};
use serde::{Deserialize, Serialize};

/// The ways to search, with the settings of each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// A genetic algorithm: selection, crossover and mutation.
    Evolution(Evolution),
    /// Random samples around a centre that moves to the mean of those that succeed.
    RandomSearch(RandomSearch),
    /// Covariance matrix adaptation (CMA-ES).
    CmaEs(CmaEs),
    /// Particles that fly through the space of weights, drawn to the best places known.
    ParticleSwarm(ParticleSwarm),
}

/// The samples and games of one generation of a narrowing random search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NarrowingGeneration {
    /// How far from the centre samples lie at most, 0-1000. They lie uniformly, each weight on its own.
    pub range: f64,
    /// How many lines make a game a success and end it, at least 1.
    pub lines: u32,
    /// In how many of the lowest rows the start board's random cells lie; 0: the board starts empty.
    pub puzzle_rows: u8,
}

/// The settings of a narrowing random search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RandomSearch {
    /// The first centre: one weight for each of the recipe's features, ablated ones included.
    pub centre: Vec<f64>,
    /// The steps of the search, one for each generation, at least one; the last step is repeated.
    pub steps: Vec<NarrowingGeneration>,
}

/// The settings of CMA-ES, which begins at the origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEs {
    /// The first step size, 0.000001-1000: the standard deviation of the first population's weights. A run that begins
    /// at a player whose search had a step size uses that one instead, with `mirrored` multiplied by this.
    pub step: f64,
    /// Whether samples come in pairs, the second as far from the mean as the first and opposite. The population must be
    /// even then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirrored: bool,
    /// The part of its way to the best samples that the mean goes in a generation, 0.01-1. The tutorial's c_m: 1 is
    /// usual, and less lets the mistakes of a noisy fitness cancel out over more generations.
    #[serde(default = "whole_way", skip_serializing_if = "is_whole_way")]
    pub mean_rate: f64,
}

fn whole_way() -> f64 {
    1.0
}

fn is_whole_way(rate: &f64) -> bool {
    *rate == whole_way()
}

impl CmaEs {
    /// CMA-ES with this first step size and the tutorial's usual numbers.
    pub const fn new(step: f64) -> Self {
        Self { step, mirrored: false, mean_rate: 1.0 }
    }
}

/// The settings of a swarm of particles that fly through the space of weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParticleSwarm {
    /// How the first places of the particles are drawn.
    pub initial: InitialPopulation,
    /// The factor on the speed of a particle, its pulls included, in each generation: 0 to less than 1.
    pub constriction: f64,
    /// How strongly a particle is drawn, at most, to its own best place and to the best of its neighbours', 0-4.
    pub pull: f64,
    /// The share by which the remembered worth of a best place moves to the mean fitness of the swarm in each
    /// generation, 0-1.
    pub forgetting: f64,
}

impl ParticleSwarm {
    /// A swarm with the numbers of the standard of 2007, and a forgetting of 0.1: a best place is half forgotten
    /// after some seven generations.
    pub const fn usual(initial: InitialPopulation) -> Self {
        Self { initial, constriction: 0.72984, pull: 2.05, forgetting: 0.1 }
    }
}

impl Strategy {
    /// The name of the way to search, for people.
    pub const fn name(&self) -> &'static str {
        match self {
            Strategy::Evolution(_) => "genetic algorithm",
            Strategy::RandomSearch(_) => "narrowing random search",
            Strategy::CmaEs(_) => "CMA-ES",
            Strategy::ParticleSwarm(_) => "particle swarm",
        }
    }

    /// Whether genome 0 of a generation is the centre that the others were drawn around. It comes on top of the
    /// population, and is the result of the search: the best of many samples is mostly the luckiest.
    pub const fn has_centre(&self) -> bool {
        matches!(self, Strategy::RandomSearch(_) | Strategy::CmaEs(_))
    }
}
