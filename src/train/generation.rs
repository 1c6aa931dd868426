//! An evaluated generation: what a saved file holds, and what a later run goes on from.
//!
//! Holds no times, no paths and no thread counts: the same run has the same generations everywhere.

use super::game::GameResult;
use super::recipe::{Genome, Recipe};
use super::versus::Rung;
use serde::{Deserialize, Serialize};

/// One of the best and what it did on the held-out games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOutRank {
    /// The genome's place in the generation.
    pub genome: u32,
    /// Its mean score.
    pub score: f64,
    /// Its mean lines.
    pub lines: f64,
    /// Its mean number of pieces.
    pub pieces: f64,
    /// How many of its games the cap ended.
    pub capped: u32,
}

/// The games on which the best of every generation are compared: the same for all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// Their seeds.
    pub seeds: Vec<u64>,
    /// The best, by mean score.
    pub ranking: Vec<HeldOutRank>,
}

/// A generation in a few numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The best fitness.
    pub best_fitness: f64,
    /// The mean fitness.
    pub mean_fitness: f64,
    /// The best score.
    pub best_score: u64,
    /// The mean score.
    pub mean_score: f64,
    /// The best score of this and all earlier generations.
    pub high_score: u64,
    /// Games that the cap ended.
    pub capped: u32,
    /// Pieces placed in the generation's games.
    pub pieces: u64,
}

impl Figures {
    /// The figures of a generation's games, after the high score so far. `games` has how many each genome played.
    pub fn of(results: &[GameResult], games: &[u32], high_score: u64) -> Self {
        let count = results.len().max(1) as f64;
        let best_score = results.iter().map(|result| result.score).max().unwrap_or(0);
        Self {
            best_fitness: results.iter().map(|result| result.fitness).reduce(f64::max).unwrap_or(0.0),
            mean_fitness: results.iter().map(|result| result.fitness).sum::<f64>() / count,
            best_score,
            mean_score: results.iter().map(|result| result.score).sum::<u64>() as f64 / count,
            high_score: high_score.max(best_score),
            capped: results.iter().filter(|result| result.capped).count() as u32,
            pieces: results.iter().zip(games).map(|(result, games)| u64::from(result.pieces) * u64::from(*games)).sum(),
        }
    }
}

/// A generation, every genome of it measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// The recipe with all its options.
    pub recipe: Recipe,
    /// The seed of the run.
    pub seed: u64,
    /// Its number; 0 is the random population.
    pub generation: u32,
    /// The genomes: the whole population, or the best of it in an exported file.
    pub genomes: Vec<Genome>,
    /// What each one's games came to.
    pub results: Vec<GameResult>,
    /// How many games each one played; empty when all played one.
    pub games: Vec<u32>,
    /// What the search remembers, besides the genomes and results.
    pub state: Vec<f64>,
    /// Whom its matches were against, if it played any.
    pub ladder: Vec<Rung>,
    /// The best on the held-out games.
    pub held_out: HeldOut,
    /// The whole population's figures.
    pub figures: Figures,
}

impl Generation {
    /// Whether it holds the whole population, and not only the best of it.
    pub fn is_whole(&self) -> bool {
        self.genomes.len() == self.recipe.genomes()
    }

    /// The genomes' places, the best first: by held-out score, then the others by heats and fitness.
    pub fn ranking(&self) -> Vec<usize> {
        let held_out: Vec<usize> = self.held_out.ranking.iter().map(|rank| rank.genome as usize).collect();
        let others = by_standing(&self.results, &self.games).into_iter().filter(|index| !held_out.contains(index));
        held_out.iter().copied().chain(others).collect()
    }

    /// The same generation with its `count` best genomes only, the best first.
    pub fn best(&self, count: usize) -> Self {
        let kept: Vec<usize> = self.ranking().into_iter().take(count).collect();
        let ranking = self.held_out.ranking.iter().filter_map(|rank| {
            let place = kept.iter().position(|&index| index == rank.genome as usize)?;
            Some(HeldOutRank { genome: place as u32, ..*rank })
        });
        Self {
            recipe: self.recipe.clone(),
            genomes: kept.iter().map(|&index| self.genomes[index].clone()).collect(),
            results: kept.iter().map(|&index| self.results[index]).collect(),
            games: kept.iter().filter_map(|&index| self.games.get(index).copied()).collect(),
            state: self.state.clone(),
            ladder: self.ladder.clone(),
            held_out: HeldOut { seeds: self.held_out.seeds.clone(), ranking: ranking.collect() },
            ..*self
        }
    }
}

/// The indices, the best first: who came further in the heats leads, then who is fitter, then who came first.
/// An empty `games` says that all played as many.
pub fn by_standing(results: &[GameResult], games: &[u32]) -> Vec<usize> {
    let played = |index: usize| games.get(index).copied().unwrap_or(0);
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by(|&a, &b| played(b).cmp(&played(a)).then_with(|| results[b].fitness.total_cmp(&results[a].fitness)));
    order
}
