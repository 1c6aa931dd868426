//! The games that measure a population: which seeds, how many each, and heats in which only the better play on.

use crate::rules::Random;
use serde::{Deserialize, Serialize};

/// The most games that a genome plays in a generation.
pub const MAX_GAMES: u32 = 10_000;

/// Which games a population plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeds {
    /// Every genome its own, new ones in every generation.
    #[default]
    Own,
    /// All genomes the same, new ones in every generation: luck is shared out evenly.
    Shared,
    /// All genomes the same in all generations of the run. Source: `docs/recipes.md`, R3.
    Fixed,
}

/// A heat: the best so far play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// How many go on, in thousandths of the population, at least one.
    pub best: u16,
    /// How many games each of them will have played.
    pub games: u32,
}

/// How many games, and on which seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Which seeds.
    pub seeds: Seeds,
    /// Games that every genome plays.
    pub each: u32,
    /// What the best play on top, heat by heat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heats: Vec<Heat>,
}

impl Default for Games {
    fn default() -> Self {
        Self { seeds: Seeds::Own, each: 1, heats: Vec::new() }
    }
}

impl Games {
    /// The seed of a genome's game. `run` is the run's seed, `generation` the generation's.
    pub(in crate::train) fn seed(&self, run: u64, generation: u64, genome: usize, game: usize) -> u64 {
        let own = Random::derived_seed(generation, genome as u64);
        match self.seeds {
            Seeds::Own if game == 0 => own,
            Seeds::Own => Random::derived_seed(own, game as u64),
            Seeds::Shared => Random::derived_seed(generation, game as u64),
            Seeds::Fixed => Random::derived_seed(run, game as u64),
        }
    }
}
