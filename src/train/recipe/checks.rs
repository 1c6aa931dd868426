//! The checks whether all values of a recipe are possible, alone and together. No other place decides this.

use super::{
    ChampionTrainingSettings, CmaEs, Crossover, EvaluatorKind, Evolution, Fitness, InitialPopulation, MAX_GAMES,
    ParentChoice, ParticleSwarm, PopulationShape, RandomSearch, Recipe, RecipeError, Strategy, TrainingMatchSettings,
};
use crate::rules::{RuleSet, Rules};
use crate::search::features::weight_names;
use crate::search::groups;
use crate::tbp::message::is_steering;

/// The most genomes in a population.
const MAX_POPULATION: usize = 100_000;
/// The last generation that a run can have: file names have four digits.
pub const MAX_GENERATION: u32 = 9999;
/// The most hidden layers of a network, and the most nodes in a layer.
const MAX_NODES: usize = 128;
/// The most held-out games that a genome can play.
pub const MAX_HELD_OUT_GAMES: u32 = 10_000;
/// The most games that the population of a generation can play, and the most held-out games: all are listed before the
/// first of them begins, and a game takes some hundred bytes of memory.
const MAX_GAMES_OF_GENERATION: usize = 1_000_000;
/// The most weights that CMA-ES takes: the covariance has their square.
const MAX_GENES: usize = 200;
/// The farthest from 0 that a weight of the first population, or of a first centre, may lie.
const MOST: f64 = 1000.0;

impl Recipe {
    /// The recipe itself, if every number in it is possible.
    ///
    /// # Errors
    /// An error that names the first value that is out of its range, or does not go with another.
    pub fn checked(self) -> Result<Recipe, RecipeError> {
        // Files are called by it, and a player that somebody sent may say anything.
        if self.name.contains(|letter: char| is_steering(letter) || r#"/\:<>"|?*"#.contains(letter)) {
            bounds("name of the recipe", self.name.clone(), "one that a file can have")?;
        }
        within("population", self.population, 2, MAX_POPULATION, "2-100000")?;
        within("generations", self.generations, 0, MAX_GENERATION, "0-9999")?;
        within("score cap", self.score_cap, 1, u64::from(u32::MAX), "1-4294967295")?;
        within("held-out games", self.held_out_games, 1, MAX_HELD_OUT_GAMES, "1-10000")?;
        within("held-out best", self.held_out_best, 1, MAX_POPULATION, "1-100000")?;
        within("rows above", self.rows_above, 0, self.board.buffer, "at most the buffer's rows")?;
        let games = std::iter::once(self.games.each).chain(self.games.heats.iter().map(|heat| heat.games));
        for count in games {
            within("games", count, 1, MAX_GAMES, "1-10000")?;
        }
        for heat in &self.games.heats {
            within("best of a heat", heat.best, 1, 1000, "1-1000 thousandths")?;
        }
        for (what, count) in [
            ("games of a generation", self.games.total_for_population(self.genomes_per_generation())),
            ("held-out games of a generation", self.held_out_genome_count() * self.held_out_games as usize),
        ] {
            within(what, count, 1, MAX_GAMES_OF_GENERATION, "at most 1000000")?;
        }
        if self.fitness == Fitness::Success {
            within("line cap", self.line_cap, 1, u32::MAX, "at least 1 for the fitness 'success'")?;
        }
        if matches!(self.strategy, Strategy::RandomSearch(_)) && self.fitness != Fitness::Success {
            // It goes to the mean of those whose fitness is 1.
            bounds("fitness", word_for_fitness(self.fitness), "success in a narrowing random search")?;
        }
        if self.no_next.is_nan() {
            bounds("value without a next placement", "nan".into(), "a number")?;
        }
        self.rules().checked()?;
        if self.input_features().next().is_none() {
            return Err(RecipeError::NothingLeft(self.name));
        }
        // These are checked before anything is allocated whose size a damaged file may say.
        within("features", self.features.len(), 1, MAX_GENES, "1-200")?;
        match &self.evaluator {
            EvaluatorKind::Linear => {}
            EvaluatorKind::Powered { further_line } => within("further line", *further_line, 0, 0, "0")?,
            EvaluatorKind::Network(hidden) => {
                within("hidden layers", hidden.len(), 1, MAX_NODES, "1-128")?;
                hidden.iter().try_for_each(|&nodes| within("nodes", nodes, 1, MAX_NODES, "1-128 a layer"))?;
            }
        }
        match &self.strategy {
            Strategy::Evolution(operators) => evolution(operators, &self.population_shape())?,
            Strategy::RandomSearch(search) => random_search(search, &self.population_shape())?,
            Strategy::CmaEs(search) => cma_es(search, &self.population_shape())?,
            Strategy::ParticleSwarm(swarm) => particle_swarm(swarm, &self.population_shape())?,
        }
        if let Some(placing) = &self.placing {
            self.search_over_placements(placing)?;
        } else if self.fitness.counts_attack() {
            bounds("fitness", word_for_fitness(self.fitness), "another: this learner sends no lines")?;
        }
        if self.placing.is_none() && (self.rule_set != RuleSet::default() || !self.fixed.is_empty()) {
            let range = "none: this learner sends no lines, and all its weights are learned";
            bounds("rules", self.rule_set.name().into(), range)?;
        }
        if self.placing.is_none() {
            self.evaluator_from_genome(&vec![0.0; self.genome_length()])?;
        }
        Ok(self)
    }

    /// Checks whether the search over placements can play this recipe's games.
    fn search_over_placements(&self, placing: &ChampionTrainingSettings) -> Result<(), RecipeError> {
        let wrong = |problem| Err(RecipeError::Placing { recipe: self.name.clone(), problem });
        let usual = Rules { hold: true, ..Rules::versus() };
        if self.board != usual.board || self.pieces != usual.pieces {
            return wrong("give it a board of 10x20 and tetrominoes");
        }
        if self.evaluator != EvaluatorKind::Linear
            || self.features.iter().any(|name| !weight_names().any(|known| known == name))
        {
            return wrong("its features are the champion's, each with a weight");
        }
        if self.versus.is_some() != (self.fitness == Fitness::Versus) {
            return wrong("matches and the fitness 'versus' go together");
        }
        if matches!(self.strategy, Strategy::CmaEs(CmaEs { mirrored: true, .. })) && !self.games.heats.is_empty() {
            return wrong("opposites are compared with each other alone, so give no heats");
        }
        if self.fixed.iter().any(|name| groups::expand_group_or_weight(name).is_none()) {
            return wrong("what stays fixed are weights of the champion, or groups of them");
        }
        if !self.versus.is_none_or(possible) {
            return wrong(
                "give matches 1-1000 thousandths, 1-64 rungs, one every 1 or more generations, 10-1500 pieces, 1-1500 \
                 lines for a win",
            );
        }
        if !self.fitness.counts_attack() || !self.hold || self.piece_cap == 0 {
            return wrong("it goes by lines sent, holds, and its games have a number of pieces");
        }
        if placing.every == 0 || placing.rows > 20 || !(1..=10_000_000).contains(&placing.nodes) {
            return wrong("give 1-10000000 nodes a piece, up to 20 rows of garbage and at least 1 piece between");
        }
        Ok(())
    }
}

/// Whether all numbers of the matches are in their ranges.
fn possible(versus: TrainingMatchSettings) -> bool {
    (1..=1000).contains(&versus.share)
        && (1..=64).contains(&versus.rungs)
        && versus.every > 0
        && (10..=1500).contains(&versus.pieces)
        && versus.lines_for_win.is_none_or(|lines| (1..=1500).contains(&lines))
}

/// The word for a way to count fitness, in flags as in files.
fn word_for_fitness(fitness: Fitness) -> String {
    serde_json::json!(fitness).as_str().unwrap_or_default().to_owned()
}

fn bounds(what: &'static str, value: String, range: &'static str) -> Result<(), RecipeError> {
    Err(RecipeError::Bounds { what, value, range: range.into() })
}

/// An error unless a value lies between these two, both included.
fn within<T: PartialOrd + ToString>(
    what: &'static str,
    value: T,
    low: T,
    high: T,
    range: &'static str,
) -> Result<(), RecipeError> {
    if (low..=high).contains(&value) { Ok(()) } else { bounds(what, value.to_string(), range) }
}

fn cma_es(search: &CmaEs, shape: &PopulationShape) -> Result<(), RecipeError> {
    within("step size", search.step, 1e-6, 1000.0, "0.000001-1000")?;
    within("rate of the mean", search.mean_rate, 0.01, 1.0, "0.01-1")?;
    if search.mirrored && !shape.population.is_multiple_of(2) {
        return bounds("population", shape.population.to_string(), "even, where samples come in pairs");
    }
    within("weights for CMA-ES", shape.gene_count(), 0, MAX_GENES, "at most 200")
}

fn particle_swarm(swarm: &ParticleSwarm, shape: &PopulationShape) -> Result<(), RecipeError> {
    if !(0.0..1.0).contains(&swarm.constriction) {
        return bounds("constriction", swarm.constriction.to_string(), "0 to less than 1");
    }
    within("pull", swarm.pull, 0.0, 4.0, "0-4")?;
    within("forgetting", swarm.forgetting, 0.0, 1.0, "0-1")?;
    initial(&swarm.initial, shape)
}

fn random_search(search: &RandomSearch, shape: &PopulationShape) -> Result<(), RecipeError> {
    if search.centre.len() != shape.features || shape.inputs.len() != shape.gene_count() {
        return bounds("first centre", format!("{} weights", search.centre.len()), "one weight a feature");
    }
    for weight in &search.centre {
        within("first centre", *weight, -MOST, MOST, "-1000 to 1000")?;
    }
    within("steps", search.steps.len(), 1, usize::MAX, "at least 1")?;
    for step in &search.steps {
        within("range", step.range, 0.0, 1000.0, "0-1000")?;
        within("lines of a success", step.lines, 1, u32::MAX, "at least 1")?;
    }
    Ok(())
}

fn evolution(evolution: &Evolution, shape: &PopulationShape) -> Result<(), RecipeError> {
    within("survivors", evolution.survivors, 0, 1000, "0-1000 thousandths")?;
    initial(&evolution.initial, shape)?;
    if evolution.parents == ParentChoice::SquaredRank(0) {
        return bounds("parents' ranks", "0".into(), "at least 1");
    }
    if let Crossover::FavourFitter(permille) = evolution.crossover {
        within("crossover share", permille, 0, 1000, "0-1000 thousandths")?;
    }
    within("mutation chance", evolution.mutation.chance, 0, 1000, "0-1000 thousandths")?;
    within("mutation reach", evolution.mutation.reach, 0.0, 1000.0, "0-1000")
}

fn initial(initial: &InitialPopulation, shape: &PopulationShape) -> Result<(), RecipeError> {
    let ranges = match initial {
        InitialPopulation::NormalByFanIn => return Ok(()),
        InitialPopulation::Uniform(low, high) | InitialPopulation::Python(low, high) => &[(*low, *high)],
        InitialPopulation::Ranges(ranges)
            if ranges.len() == shape.features && shape.inputs.len() == shape.gene_count() =>
        {
            ranges.as_slice()
        }
        InitialPopulation::Ranges(ranges) => {
            return bounds("first population", format!("{} ranges", ranges.len()), "one range a feature");
        }
    };
    let possible = |&(low, high): &(f64, f64)| -MOST <= low && low <= high && high <= MOST;
    match ranges.iter().find(|range| !possible(range)) {
        Some((low, high)) => bounds("first population", format!("{low} to {high}"), "-1000 to 1000"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitness_that_a_recipe_cannot_have_is_told_by_its_word() -> Result<(), RecipeError> {
        let refused = |name: &str, fitness| -> Result<Option<String>, RecipeError> {
            Ok(Recipe { fitness, ..Recipe::named(name)? }.checked().err().map(|error| error.to_string()))
        };
        let line = "fitness is log-lines, must be success in a narrowing random search";
        assert_eq!(refused("termproject", Fitness::LogLines)?.as_deref(), Some(line));
        let line = "fitness is t-spins, must be another: this learner sends no lines";
        assert_eq!(refused("lin", Fitness::TSpins)?.as_deref(), Some(line));
        Ok(())
    }

    #[test]
    fn every_number_of_the_matches_has_its_range() -> Result<(), RecipeError> {
        let recipe = Recipe::named("champion-duel")?;
        let checked = |versus| Recipe { versus: Some(versus), ..recipe.clone() }.checked().map(|_| ());
        let least = TrainingMatchSettings {
            share: 1,
            pieces: 10,
            lines_for_win: Some(1),
            ..TrainingMatchSettings::matches_only()
        };
        let most = TrainingMatchSettings { share: 1000, rungs: 64, pieces: 1500, lines_for_win: Some(1500), ..least };
        assert_eq!([least, most].map(checked), [Ok(()), Ok(())]);
        for wrong in [
            TrainingMatchSettings { share: 0, ..least },
            TrainingMatchSettings { share: 1001, ..most },
            TrainingMatchSettings { rungs: 0, ..least },
            TrainingMatchSettings { rungs: 65, ..most },
            TrainingMatchSettings { every: 0, ..least },
            TrainingMatchSettings { pieces: 9, ..least },
            TrainingMatchSettings { pieces: 1501, ..most },
            TrainingMatchSettings { lines_for_win: Some(0), ..least },
            TrainingMatchSettings { lines_for_win: Some(1501), ..most },
        ] {
            let refused = checked(wrong).map_err(|error| error.to_string());
            assert!(refused.is_err_and(|line| line.contains("give matches 1-1000 thousandths")), "{wrong:?}");
        }
        Ok(())
    }
}
