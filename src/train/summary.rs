//! A run in the numbers that curves and charts need. Of each of thousands of generations only the figures and one
//! genome are kept.

use super::{Generation, Genome, HeldOutResult, Recipe};
use thiserror::Error;

/// The error when a generation of another recipe or seed was added to a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("is of recipe {recipe}, seed {seed}, unlike the others in its folder; give each run a folder of its own")]
pub struct OtherRunError {
    /// The name of the recipe of the generation that does not belong there.
    pub recipe: String,
    /// The seed of that generation.
    pub seed: u64,
}

/// The figures of a generation's held-out games, all means over the games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOutFigures {
    /// Mean points of the best genome.
    pub best_score: f64,
    /// Mean lines of the best genome.
    pub best_lines: f64,
    /// Mean points and lines of all genomes that played the held-out games; `None` where not all of them are left, as
    /// in exported files, or where only the history is left.
    pub mean: Option<(f64, f64)>,
}

/// The numbers of a generation that the charts are drawn from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GenerationSummary {
    /// The number of the generation, from 0.
    pub generation: u32,
    /// The best fitness in the whole population.
    pub best_fitness: f64,
    /// The mean fitness of the whole population.
    pub mean_fitness: f64,
    /// The best score in the whole population.
    pub best_score: f64,
    /// The mean score of the whole population.
    pub mean_score: f64,
    /// Fitness of each genome that the generation's file holds.
    pub fitness: Vec<f64>,
    /// The two values between which two thirds of `fitness` lie, at least; `None` where that is empty.
    pub middle_fitness: Option<[f64; 2]>,
    /// Score of each genome that the generation's file holds.
    pub scores: Vec<f64>,
    /// Lines of each genome that the generation's file holds.
    pub lines: Vec<f64>,
    /// How much the genomes that the generation's file holds differ: the root mean square of the weights'
    /// deviations from their means.
    pub diversity: f64,
    /// Whether the generation's file holds all its genomes; if not, `fitness`, `middle_fitness`, `scores`, `lines` and
    /// `diversity` say nothing about the whole population.
    pub is_whole: bool,
    /// What the search shows of itself: a name and a number each, as
    /// [`GenomeSearch::figures`](super::search::GenomeSearch::figures).
    pub search_figures: Vec<(&'static str, f64)>,
    /// The figures of the held-out games; `None` if none were played.
    pub held_out: Option<HeldOutFigures>,
    /// The best genome's weights; empty where only the history is left.
    pub best_genome: Vec<f64>,
}

/// A run in numbers: what its generations have in common, and a summary of each.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    /// The name of the run's folder, which tells runs apart that are otherwise alike.
    pub name: String,
    /// The recipe of the run.
    pub recipe: Recipe,
    /// The seed of the run.
    pub seed: u64,
    /// How many held-out games a genome plays.
    pub held_out_games: usize,
    /// The summaries of the generations, by number.
    pub generations: Vec<GenerationSummary>,
}

impl RunSummary {
    /// The summary of a run of which one generation is known. `name` is that of its folder.
    pub fn new(name: impl Into<String>, first: &Generation) -> Self {
        Self {
            name: name.into(),
            recipe: first.recipe.clone(),
            seed: first.seed,
            held_out_games: first.held_out.seeds.len(),
            generations: vec![GenerationSummary::of(first)],
        }
    }

    /// Adds a generation of the same run, in its place by number, unless it is there already.
    ///
    /// # Errors
    /// An error if the generation has another recipe or seed than the run.
    pub fn add_generation(&mut self, generation: &Generation) -> Result<(), OtherRunError> {
        if generation.recipe != self.recipe || generation.seed != self.seed {
            return Err(OtherRunError { recipe: generation.recipe.name.clone(), seed: generation.seed });
        }
        self.add_generation_summary(GenerationSummary::of(generation));
        Ok(())
    }

    /// The summaries of the generations that have a file, by number.
    pub fn generations_with_files(&self) -> Vec<&GenerationSummary> {
        self.generations.iter().filter(|each| each.has_file()).collect()
    }

    /// Adds the summary of a generation in its place by number, unless that generation is there already.
    pub fn add_generation_summary(&mut self, summary: GenerationSummary) {
        let place = self.generations.binary_search_by_key(&summary.generation, |each| each.generation);
        if let Err(place) = place {
            self.generations.insert(place, summary);
        }
    }
}

impl GenerationSummary {
    /// Whether the generation has a file. Where only its line in the history is left, its genomes are not known.
    pub const fn has_file(&self) -> bool {
        !self.best_genome.is_empty()
    }

    /// The summary of a generation.
    pub fn of(generation: &Generation) -> Self {
        let figures = &generation.figures;
        let (recipe, number, ranking) = (&generation.recipe, generation.generation, &generation.held_out.ranking);
        let count = ranking.len().max(1) as f64;
        let fitness: Vec<f64> = generation.results.iter().map(|result| result.fitness).collect();
        Self {
            generation: number,
            best_fitness: figures.best_fitness,
            mean_fitness: figures.mean_fitness,
            best_score: figures.best_score as f64,
            mean_score: figures.mean_score,
            middle_fitness: middle_two_thirds(&fitness),
            fitness,
            scores: generation.results.iter().map(|result| result.score as f64).collect(),
            lines: generation.results.iter().map(|result| f64::from(result.lines)).collect(),
            diversity: diversity(&generation.genomes),
            is_whole: generation.has_whole_population(),
            search_figures: recipe.strategy.genome_search().figures(&generation.state, recipe.genome_length(), number),
            held_out: ranking.first().map(|best| HeldOutFigures {
                best_score: best.score,
                best_lines: best.lines,
                mean: (ranking.len() >= recipe.held_out_genome_count()).then(|| {
                    let sum = |of: fn(&HeldOutResult) -> f64| ranking.iter().map(of).sum::<f64>();
                    (sum(|rank| rank.score) / count, sum(|rank| rank.lines) / count)
                }),
            }),
            best_genome: generation.best().cloned().unwrap_or_default(),
        }
    }
}

/// A fitness as text, with as many digits as tell two players apart: of most players it is lines or points, of others
/// a number below 2.
pub fn shown_fitness(fitness: f64) -> String {
    if fitness.abs() < 100.0 { format!("{fitness:.3}") } else { format!("{fitness:.0}") }
}

/// The two values between which two thirds of the values lie, at least: a sixth of them, rounded down, is below and as
/// many are above. `None` without values. A standard deviation would not say it: fitness has a long tail.
fn middle_two_thirds(values: &[f64]) -> Option<[f64; 2]> {
    let (mut values, outside) = (values.to_vec(), values.len() / 6);
    let last = values.len().checked_sub(1 + outside)?;
    Some([outside, last].map(|place| *values.select_nth_unstable_by(place, f64::total_cmp).1))
}

/// The root mean square, over genomes and weights, of a weight's deviation from its mean over the genomes.
fn diversity(genomes: &[Genome]) -> f64 {
    let (count, genes) = (genomes.len().max(1) as f64, genomes.first().map_or(0, Vec::len));
    let variance = |gene: usize| {
        let of = |genome: &Genome| genome.get(gene).copied().unwrap_or(0.0);
        let mean = genomes.iter().map(of).sum::<f64>() / count;
        genomes.iter().map(|genome| (of(genome) - mean) * (of(genome) - mean)).sum::<f64>() / count
    };
    ((0..genes).map(variance).sum::<f64>() / genes.max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_holds_two_thirds_of_the_genomes_though_one_is_far_ahead() {
        assert_eq!(middle_two_thirds(&[3.0, 900.0, 1.0, 2.0, 5.0, 4.0]), Some([2.0, 5.0]));
        let thirteen: Vec<f64> = (0..13).rev().map(f64::from).collect();
        assert_eq!(middle_two_thirds(&thirteen), Some([2.0, 10.0]), "nine of thirteen");
        assert_eq!((middle_two_thirds(&[7.0]), middle_two_thirds(&[])), (Some([7.0; 2]), None));
    }
}
