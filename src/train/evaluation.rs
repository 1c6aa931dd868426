//! The games that measure a population: which seeds, how many each, and heats in which only the better play on.

use super::champion::Player;
use super::game::{Course, GameResult, play_with};
use super::search::Search;
use super::trainer::Progress;
use super::versus::Against;
use crate::rules::Random;
use crate::search::Weights;
use rayon::prelude::*;
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
    fn seed(&self, run: u64, generation: u64, genome: usize, game: usize) -> u64 {
        let own = Random::derived_seed(generation, genome as u64);
        match self.seeds {
            Seeds::Own if game == 0 => own,
            Seeds::Own => Random::derived_seed(own, game as u64),
            Seeds::Shared => Random::derived_seed(generation, game as u64),
            Seeds::Fixed => Random::derived_seed(run, game as u64),
        }
    }

    /// Plays the games of a generation, their matches against each one's opposite, if `search` has drawn one, else against `rungs`.
    /// Returns what each genome's games came to, and how many it played.
    pub fn play(
        &self,
        players: &[Player],
        course: &Course,
        (search, rungs): (&dyn Search, &[Weights]),
        (run, generation): (u64, u64),
        progress: &dyn Progress,
    ) -> (Vec<GameResult>, Vec<u32>) {
        let mirror = |genome: usize| search.mirror(genome).filter(|_| course.versus.is_some());
        let mut played: Vec<Vec<GameResult>> = vec![Vec::new(); players.len()];
        let mut results = vec![GameResult::default(); players.len()];
        let all = [Heat { best: 1000, games: self.each }];
        for heat in all.iter().chain(&self.heats) {
            let count = (players.len() * usize::from(heat.best) / 1000).max(1);
            let order = by_standing(&results, &games_of(&played));
            let mut chosen: Vec<usize> = order.into_iter().take(count).collect();
            chosen.sort_unstable();
            let todo: Vec<(usize, usize)> = chosen
                .iter()
                .flat_map(|&genome| (played[genome].len()..heat.games as usize).map(move |game| (genome, game)))
                .collect();
            let mut games: Vec<GameResult> = todo
                .par_iter()
                .with_max_len(1)
                .map(|&(genome, game)| {
                    let against = match mirror(genome).and_then(|other| players.get(other)) {
                        Some(Player::Champion(weights)) => Against::Mirror(weights),
                        _ => Against::Ladder(rungs),
                    };
                    // Opposites play the same seeds.
                    let first = mirror(genome).map_or(genome, |other| genome.min(other));
                    let result = play_with(&players[genome], course, against, self.seed(run, generation, first, game));
                    progress.played(genome, &result);
                    result
                })
                .collect();
            // What the two of a pair have against each other is half the difference, the same for both but for its sign.
            let raw: Vec<f64> = games.iter().map(|result| result.fitness).collect();
            for (&(genome, game), result) in todo.iter().zip(&mut games) {
                let other = mirror(genome).and_then(|other| todo.binary_search(&(other, game)).ok());
                result.fitness = other.map_or(result.fitness, |other| (result.fitness - raw[other]) / 2.0);
            }
            todo.iter().zip(games).for_each(|(&(genome, _), result)| played[genome].push(result));
            chosen.iter().for_each(|&genome| results[genome] = GameResult::mean_of(&played[genome]));
        }
        let counts = games_of(&played);
        (results, counts)
    }
}

fn games_of(played: &[Vec<GameResult>]) -> Vec<u32> {
    played.iter().map(|games| games.len() as u32).collect()
}

/// The indices, the best first: who came further in the heats leads, then who is fitter, then who came first.
/// An empty `games` says that all played as many.
pub fn by_standing(results: &[GameResult], games: &[u32]) -> Vec<usize> {
    let played = |index: usize| games.get(index).copied().unwrap_or(0);
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by(|&a, &b| played(b).cmp(&played(a)).then_with(|| results[b].fitness.total_cmp(&results[a].fitness)));
    order
}
