//! A generation whose games have been played: what a saved file holds, and what a later run goes on from.
//!
//! It holds no times, no paths and no thread counts, so that the same run has the same generations on every machine.

use super::game::GameResult;
use super::recipe::{Genome, Recipe};
use super::search::ScoredPopulation;
use super::versus::LadderGeneration;
use serde::{Deserialize, Serialize};

/// One of the best genomes and its results in the held-out games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOutResult {
    /// The place of the genome in the generation, from 0.
    pub genome: u32,
    /// The mean score of the genome's held-out games.
    pub score: f64,
    /// The mean number of lines cleared in the genome's held-out games.
    pub lines: f64,
    /// The mean number of pieces placed in the genome's held-out games.
    pub pieces: f64,
    /// How many of the genome's held-out games a cap ended.
    pub capped: u32,
}

/// The held-out games and what came of them. The best of every generation play the same ones and are compared by them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeldOutGames {
    /// The seeds of the held-out games.
    pub seeds: Vec<u64>,
    /// The results of the genomes that played the held-out games, by mean score, the best first.
    pub ranking: Vec<HeldOutResult>,
}

/// The figures of a generation over all its genomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GenerationFigures {
    /// The best fitness of a genome.
    pub best_fitness: f64,
    /// The mean fitness of the genomes.
    pub mean_fitness: f64,
    /// The best score of a genome. The score of a genome is the mean of its games.
    pub best_score: u64,
    /// The mean score of the genomes.
    pub mean_score: f64,
    /// The best score of this and all earlier generations.
    pub high_score: u64,
    /// How many genomes had a cap end all of their games.
    pub capped: u32,
    /// How many pieces were placed in all games, reckoned from the genomes' means, which are rounded down.
    pub pieces: u64,
}

impl GenerationFigures {
    /// The figures of the generation with these results, one for each genome. `games` has how many games each genome
    /// played; `high_score` is the best score of all earlier generations.
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

/// A generation whose genomes have all played their games.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// The recipe with all its options.
    pub recipe: Recipe,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the generation; 0 is the first population.
    pub generation: u32,
    /// The genomes: the whole population, or the best of it in an exported file.
    pub genomes: Vec<Genome>,
    /// The result of each genome: the mean of its games.
    pub results: Vec<GameResult>,
    /// How many games each genome played; empty when all played one.
    pub games: Vec<u32>,
    /// What the search remembers besides the genomes and results, as finite numbers; empty if nothing.
    pub state: Vec<f64>,
    /// The past generations that this generation's matches were against; empty if it played none.
    pub ladder: Vec<LadderGeneration>,
    /// The results of the best genomes in the held-out games.
    pub held_out: HeldOutGames,
    /// The figures of the whole population, also where only the best genomes are left.
    pub figures: GenerationFigures,
}

impl Generation {
    /// Whether the generation holds its whole population, and not only the best of it.
    pub fn has_whole_population(&self) -> bool {
        self.genomes.len() == self.recipe.genomes_per_generation()
    }

    /// The indices of all genomes in `genomes`, the best first: those with held-out games by their mean score there,
    /// then the others by heats and fitness.
    pub fn ranked_indices(&self) -> Vec<usize> {
        let held_out: Vec<usize> = self.held_out.ranking.iter().map(|rank| rank.genome as usize).collect();
        let others =
            rank_by_games_and_fitness(&self.results, &self.games).into_iter().filter(|index| !held_out.contains(index));
        held_out.iter().copied().chain(others).collect()
    }

    /// The best genome by the [ranking](Self::ranked_indices).
    pub fn best(&self) -> Option<&Genome> {
        self.ranked_indices().first().and_then(|&best| self.genomes.get(best))
    }

    /// Calls `look` with what a search is told of the generation: its genomes, their fitness and order,
    /// and the search's state.
    pub(super) fn call_with_scored_population<R>(&self, look: impl FnOnce(&ScoredPopulation) -> R) -> R {
        let fitness: Vec<f64> = self.results.iter().map(|result| result.fitness).collect();
        let order = rank_by_games_and_fitness(&self.results, &self.games);
        look(&ScoredPopulation { genomes: &self.genomes, fitness: &fitness, order: &order, state: &self.state })
    }

    /// The same generation with its `count` best genomes only, the best first. A generation that has no more stays as
    /// it is: a run goes on from a whole population in its own order.
    pub fn with_best_genomes_only(&self, count: usize) -> Self {
        if count >= self.genomes.len() {
            return self.clone();
        }
        let kept: Vec<usize> = self.ranked_indices().into_iter().take(count).collect();
        let ranking = self.held_out.ranking.iter().filter_map(|rank| {
            let place = kept.iter().position(|&index| index == rank.genome as usize)?;
            Some(HeldOutResult { genome: place as u32, ..*rank })
        });
        Self {
            recipe: self.recipe.clone(),
            genomes: kept.iter().map(|&index| self.genomes[index].clone()).collect(),
            results: kept.iter().map(|&index| self.results[index]).collect(),
            games: kept.iter().filter_map(|&index| self.games.get(index).copied()).collect(),
            state: self.state.clone(),
            ladder: self.ladder.clone(),
            held_out: HeldOutGames { seeds: self.held_out.seeds.clone(), ranking: ranking.collect() },
            ..*self
        }
    }
}

/// The indices of the genomes, the best first: the genome that played more games leads, because it came further in the
/// heats; then the fitter one, then the one that comes first. An empty `games` says that all played as many.
pub fn rank_by_games_and_fitness(results: &[GameResult], games: &[u32]) -> Vec<usize> {
    let played = |index: usize| games.get(index).copied().unwrap_or(0);
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by(|&a, &b| played(b).cmp(&played(a)).then_with(|| results[b].fitness.total_cmp(&results[a].fitness)));
    order
}
