//! Held-out games: the best of a generation play the same fixed seeds, which selection never sees, so that luck in one
//! game does not name the champion.

use super::champion::Player;
use super::game::{GameResult, play_with};
use super::generation::{HeldOut, HeldOutRank};
use super::recipe::Recipe;
use super::versus::Against;
use crate::rules::Random;
use rayon::prelude::*;

/// Held-out seeds derive from this, whatever the run's seed: all generations of all runs are compared on the same games.
const HELD_OUT_SEED: u64 = 0x4B4F_524F_424B_4100;

/// Plays the `chosen` on the held-out seeds and ranks them by mean score; the first of equals leads.
pub fn measure(
    recipe: &Recipe,
    players: &[Player],
    chosen: &[usize],
    played: &(dyn Fn(&GameResult) + Sync),
) -> HeldOut {
    let seeds: Vec<u64> =
        (0..recipe.held_out_games).map(|game| Random::derived_seed(HELD_OUT_SEED, game.into())).collect();
    let course = recipe.course();
    let games: Vec<GameResult> = (0..chosen.len() * seeds.len())
        .into_par_iter()
        .with_max_len(1)
        .map(|game| {
            let (player, seed) = (&players[chosen[game / seeds.len()]], seeds[game % seeds.len()]);
            let result = play_with(player, &course, Against::Ladder(&[]), seed);
            played(&result);
            result
        })
        .collect();
    let mean = |games: &[GameResult], of: fn(&GameResult) -> u64| {
        games.iter().map(of).sum::<u64>() as f64 / games.len() as f64
    };
    let mut ranking: Vec<HeldOutRank> = chosen
        .iter()
        .zip(games.chunks(seeds.len()))
        .map(|(&genome, games)| HeldOutRank {
            genome: genome as u32,
            score: mean(games, |game| game.score),
            lines: mean(games, |game| game.lines.into()),
            pieces: mean(games, |game| game.pieces.into()),
            capped: games.iter().filter(|game| game.capped).count() as u32,
        })
        .collect();
    ranking.sort_by(|a, b| b.score.total_cmp(&a.score));
    HeldOut { seeds, ranking }
}
