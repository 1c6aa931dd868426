//! The games that measure a population: which seeds, how many for each genome, and heats in which only the better play
//! on.

use crate::rules::Random;
use serde::{Deserialize, Serialize};

/// The most games that a genome plays in a generation.
pub const MAX_GAMES: u32 = 10_000;

/// How the seeds of a population's games are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedChoice {
    /// Every genome plays games of its own, new ones in every generation.
    #[default]
    Own,
    /// All genomes play the same games, new ones in every generation, so that luck is the same for all.
    Shared,
    /// All genomes play the same games in all generations of the run. Source: `docs/lab/recipes.md`, R3.
    Fixed,
}

/// A heat: the best genomes so far play more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraGamesHeat {
    /// How many genomes go on, in thousandths of the population, 1-1000; at least one goes on.
    pub best: u16,
    /// How many games each of them has played after the heat, those before it included, 1-10000.
    pub games: u32,
}

/// How many games a genome plays, and on which seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameCounts {
    /// How the seeds are chosen.
    pub seeds: SeedChoice,
    /// How many games every genome plays, 1-10000.
    pub each: u32,
    /// The heats in which the best play more games, in order; empty: there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heats: Vec<ExtraGamesHeat>,
}

impl GameCounts {
    /// About how many games a population of this size plays, heats included: a genome that reaches a later heat has
    /// played in those before it, as nearly all do.
    pub fn total_for_population(&self, genomes: usize) -> usize {
        let (mut games, mut before) = (genomes * self.each as usize, self.each);
        for heat in &self.heats {
            let players = (genomes * usize::from(heat.best) / 1000).max(1);
            games = games.saturating_add(players * heat.games.saturating_sub(before) as usize);
            before = heat.games;
        }
        games
    }

    /// The seed of the game at `game` of the genome at `genome`, both from 0. `run` is the seed of the run,
    /// `generation` that of the generation.
    pub(in crate::train) fn seed(&self, run: u64, generation: u64, genome: usize, game: usize) -> u64 {
        let own = Random::derived_seed(generation, genome as u64);
        match self.seeds {
            SeedChoice::Own if game == 0 => own,
            SeedChoice::Own => Random::derived_seed(own, game as u64),
            SeedChoice::Shared => Random::derived_seed(generation, game as u64),
            SeedChoice::Fixed => Random::derived_seed(run, game as u64),
        }
    }
}

impl Default for GameCounts {
    fn default() -> Self {
        Self { seeds: SeedChoice::Own, each: 1, heats: Vec::new() }
    }
}
