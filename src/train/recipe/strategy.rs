//! The ways to search for better genomes, as data.

use super::evolution::{Evolution, Initial};
use serde::{Deserialize, Serialize};

/// The ways there are, as part of a recipe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// A genetic algorithm.
    Evolution(Evolution),
    /// Random samples around a centre that moves to the mean of those that succeed.
    RandomSearch(RandomSearch),
    /// Covariance matrix adaptation.
    CmaEs(CmaEs),
    /// A particle swarm.
    ParticleSwarm(ParticleSwarm),
}

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

/// Covariance matrix adaptation from the origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEs {
    /// The first step size: the standard deviation of the first population's weights. Of a run that begins at somebody
    /// whose search had a step size: with `mirrored` that many times this one, else that.
    pub step: f64,
    /// Whether samples come in pairs, the second as far from the mean as the first and opposite.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirrored: bool,
}

/// A swarm of particles that fly through the space of weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParticleSwarm {
    /// The first places.
    pub initial: Initial,
    /// The share of its way that a particle keeps, and of what draws it.
    pub constriction: f64,
    /// How strongly a particle is drawn, at most, to its own best place and to the best of its neighbours'.
    pub pull: f64,
    /// The share by which what a best place was worth fades towards the swarm's mean in each generation, 0-1.
    pub forgetting: f64,
}

impl ParticleSwarm {
    /// The numbers of the standard of 2007; a best place is half forgotten after some seven generations.
    pub const fn usual(initial: Initial) -> Self {
        Self { initial, constriction: 0.72984, pull: 2.05, forgetting: 0.1 }
    }
}

impl Strategy {
    /// What it is, for people.
    pub const fn name(&self) -> &'static str {
        match self {
            Strategy::Evolution(_) => "genetic algorithm",
            Strategy::RandomSearch(_) => "narrowing random search",
            Strategy::CmaEs(_) => "CMA-ES",
            Strategy::ParticleSwarm(_) => "particle swarm",
        }
    }

    /// Whether genome 0 of a generation is the centre that the others were drawn around. It comes on top of the
    /// population, and is what the search has to show: the best of many samples is mostly the luckiest.
    pub const fn has_centre(&self) -> bool {
        matches!(self, Strategy::RandomSearch(_) | Strategy::CmaEs(_))
    }
}
