//! Held-out games: the best of a generation play the same fixed seeds, which selection never sees, so that luck in one
//! game does not name the champion.

use super::game::GameResult;
use super::generation::{HeldOutGames, HeldOutResult};
use crate::rules::Random;

/// Held-out seeds derive from this, whatever the run's seed: all generations of all runs are compared on the same
/// games.
pub const HELD_OUT_SEED: u64 = 0x4B4F_524F_424B_4100;

/// The seeds of the first `games` held-out games.
pub fn held_out_seeds(games: u32) -> Vec<u64> {
    (0..games).map(|game| Random::derived_seed(HELD_OUT_SEED, game.into())).collect()
}

/// Ranks the genomes in `chosen` by their mean score; the first of equals leads. `games` has the results of the first
/// chosen genome, one for each seed, then those of the second, and so on.
pub fn rank_held_out(seeds: Vec<u64>, chosen: &[usize], games: &[GameResult]) -> HeldOutGames {
    let mean = |games: &[GameResult], of: fn(&GameResult) -> u64| {
        games.iter().map(of).sum::<u64>() as f64 / games.len() as f64
    };
    let mut ranking: Vec<HeldOutResult> = chosen
        .iter()
        .zip(games.chunks(seeds.len().max(1)))
        .map(|(&genome, games)| HeldOutResult {
            genome: genome as u32,
            score: mean(games, |game| game.score),
            lines: mean(games, |game| game.lines.into()),
            pieces: mean(games, |game| game.pieces.into()),
            capped: games.iter().filter(|game| game.capped).count() as u32,
        })
        .collect();
    ranking.sort_by(|a, b| b.score.total_cmp(&a.score));
    HeldOutGames { seeds, ranking }
}
