//! The loop of an evolution: make a population, have its games played, rank it, and so on.
//!
//! A trainer runs nothing by itself: it hands out units of work and takes their results. It uses no threads, no clock
//! and no files. Generation `g` depends on the recipe, the run's seed and generation `g - 1` alone, so that a run
//! resumed from any saved generation goes on to the same bits, whoever computed the units and in whatever order.

use super::generation::Generation;
use super::progress::Progress;
use super::recipe::{EvaluatorKind, Genome, Recipe, RecipeError};
use super::round::{TrainingRound, UnfinishedRound, UnitResult, WorkUnit};
use super::schedule::UnitSchedule;
use super::search::{Descent, GeneOrigin, Population, StartingPlayer};
use super::versus::LadderGeneration;
use crate::rules::Random;
use crate::search::features::{unannounced_garbage_counterpart, unannounced_garbage_weight_names};
use crate::search::groups;
use thiserror::Error;

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TrainError {
    /// The recipe, or a genome for it, is impossible.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The generation to go on from is an exported one, which has only the best genomes.
    #[error(
        "generation {generation} holds only {kept} of its {population} genomes; resume from a file that 'train' wrote"
    )]
    NotWhole {
        /// The number of the generation.
        generation: u32,
        /// How many genomes it holds.
        kept: usize,
        /// How many genomes it had when it was evaluated.
        population: usize,
    },
}

/// A run of evolution, of which one round at a time is computed.
///
/// ```
/// use korobka::train::{PreparedRound, Recipe, SilentProgress, Trainer};
///
/// let recipe = Recipe { population: 6, piece_cap: 20, held_out_games: 1, ..Recipe::named("lin")? };
/// let mut trainer = Trainer::new(recipe, 1)?;
/// let round = PreparedRound::new(trainer.begin_round(&SilentProgress))?;
/// while let Some(unit) = trainer.hand_out() {
///     if let Some(result) = round.compute_unit(&unit, &|| false) {
///         trainer.accept_result(result, &SilentProgress);
///     }
/// }
/// assert_eq!(trainer.last_generation().map(|generation| generation.generation), Some(0));
/// # Ok::<(), korobka::train::TrainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trainer {
    recipe: Recipe,
    seed: u64,
    last: Option<Generation>,
    /// The round in progress.
    schedule: Option<UnitSchedule>,
    /// A saved round to begin with instead of the one that would follow.
    broken_off: Option<TrainingRound>,
    /// The player that generation 0 begins at; `None` if there is none.
    begin: Option<StartingPlayer>,
    /// The player that opposite samples both play, as the lowest rung of the ladder; `None` if there is none.
    rival: Option<LadderGeneration>,
}

/// The generations whose best genomes a run begins at, and the one whose best genome its matches are against.
#[derive(Clone, Copy, Debug)]
pub struct StartingGenerations<'a> {
    /// The generation whose best genome the run begins at.
    pub from: &'a Generation,
    /// The generation as whose best genome the run plays at first where garbage is not announced. `None`: it plays as
    /// `from` does.
    pub untold: Option<&'a Generation>,
    /// The player that opposite samples both play in place of each other, to learn to beat it: the best genome of this
    /// generation. `None`: they play each other.
    pub against: Option<&'a Generation>,
}

impl Trainer {
    /// A new run, before its generation 0.
    ///
    /// # Errors
    /// An error if the recipe is impossible.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, TrainError> {
        Ok(Self::at(recipe.checked()?, seed))
    }

    /// A new run that begins at the best genome of a generation of this or another recipe. Weights are matched by their
    /// names. Where both recipes search the same way, the run takes over what that search has learned.
    ///
    /// # Errors
    /// An error if the recipe is impossible, if the two evaluators are not both weighted sums with a weight of the same
    /// name, if the recipe's search cannot begin at a player, or if nothing is left to learn; also if `untold` is given
    /// and does not fit, or if `against` is and the recipe plays no matches or the player does not search.
    pub fn new_from_best_genome(
        recipe: Recipe,
        seed: u64,
        beginning: &StartingGenerations,
    ) -> Result<Self, TrainError> {
        let StartingGenerations { from, untold, against } = *beginning;
        let named = |of: &Generation| format!("{}:{}", of.recipe.name, of.generation);
        let begun_from = match untold {
            Some(other) => format!("{}, untold {}", named(from), named(other)),
            None => named(from),
        };
        let recipe = Recipe { begun_from, against: against.map_or(String::new(), named), ..recipe }.checked()?;
        if against.is_some_and(|against| recipe.versus.is_none() || against.recipe.placing.is_none()) {
            return Err(RecipeError::NoMatchesAgainst(recipe.name, recipe.against).into());
        }
        let rival = against.and_then(|against| {
            Some(LadderGeneration { generation: against.generation, genome: best_by_names(against, &recipe)? })
        });
        let whole = from.best().map(|genome| StartingPlayer {
            genome: genome.clone(),
            state: if from.recipe.strategy.name() == recipe.strategy.name() { from.state.clone() } else { Vec::new() },
        });
        let known: Vec<&str> = from.recipe.input_features().collect();
        let place = |name: &str| known.iter().position(|known| *known == name);
        let fixed: Vec<&str> =
            recipe.fixed.iter().filter_map(|name| groups::expand_group_or_weight(name)).flatten().collect();
        let places: Vec<GeneOrigin> = recipe
            .input_features()
            .map(|name| GeneOrigin {
                was: place(name),
                like: unannounced_garbage_counterpart(name).and_then(place),
                stays: fixed.contains(&name) || recipe.only_new && place(name).is_some(),
            })
            .collect();
        let begin = whole.and_then(|player| recipe.strategy.genome_search().adapted_starting_player(&player, &places));
        let simple = |recipe: &Recipe| matches!(recipe.evaluator, EvaluatorKind::Linear);
        // A player that searches and one that does not measure by other weights.
        let both_simple =
            simple(&recipe) && simple(&from.recipe) && recipe.placing.is_some() == from.recipe.placing.is_some();
        // Without a common weight the run would begin at nothing, whatever it says of the player.
        let have_common_weight = places.iter().any(|place| place.was.is_some());
        let Some(mut begin) = begin.filter(|_| both_simple && have_common_weight) else {
            let (recipe, strategy) = (recipe.name, recipe.strategy.name());
            return Err(RecipeError::CannotBeginAt { recipe, strategy, player: named(from) }.into());
        };
        if let Some(other) = untold {
            let Some(weights) = untold_as(&recipe, &begin.genome, other) else {
                return Err(RecipeError::CannotBeginUntoldAt { recipe: recipe.name, player: named(other) }.into());
            };
            begin.genome = weights;
        }
        Ok(Self { begin: Some(begin), rival, ..Self::at(recipe, seed) })
    }

    /// A run that goes on after `generation`.
    ///
    /// # Errors
    /// An error if the generation lacks some of its genomes, or if its recipe is impossible.
    pub fn from_generation(generation: Generation) -> Result<Self, TrainError> {
        if !generation.has_whole_population() {
            return Err(TrainError::NotWhole {
                generation: generation.generation,
                kept: generation.genomes.len(),
                population: generation.recipe.genomes_per_generation(),
            });
        }
        let (recipe, seed) = (generation.recipe.clone().checked()?, generation.seed);
        Ok(Self { last: Some(generation), ..Self::at(recipe, seed) })
    }

    /// A run that goes on with a round that was broken off: [`Self::accept_result`] is still to be given its results.
    ///
    /// # Errors
    /// An error if the round's recipe is impossible.
    pub fn from_round(round: TrainingRound) -> Result<Self, TrainError> {
        let (recipe, seed) = (round.recipe.clone().checked()?, round.seed);
        Ok(Self { broken_off: Some(round), ..Self::at(recipe, seed) })
    }

    /// A run before its generation 0.
    const fn at(recipe: Recipe, seed: u64) -> Self {
        Self { recipe, seed, last: None, schedule: None, broken_off: None, begin: None, rival: None }
    }

    /// The recipe of the run.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The last generation that was evaluated; `None` if there is none yet.
    pub fn last_generation(&self) -> Option<&Generation> {
        self.last.as_ref()
    }

    /// The best score of all generations so far; 0 before the first is evaluated.
    pub fn high_score(&self) -> u64 {
        let round = self.round_in_progress().or(self.broken_off.as_ref());
        let of_round = || round.map_or(0, |round| round.high_score);
        self.last.as_ref().map_or_else(of_round, |last| last.figures.high_score)
    }

    /// The number of the generation that is in progress, or comes next.
    pub fn generation_number(&self) -> u32 {
        let round = self.round_in_progress().or(self.broken_off.as_ref());
        let next = || self.last.as_ref().map_or(0, |last| last.generation + 1);
        round.map_or_else(next, |round| round.generation)
    }

    /// The round in progress; `None` if none has begun or the last one is over.
    pub fn round_in_progress(&self) -> Option<&TrainingRound> {
        self.schedule.as_ref().map(UnitSchedule::training_round)
    }

    /// The unit of this number in the round in progress; `None` if there is no such unit.
    pub fn find_work_unit(&self, number: u32) -> Option<WorkUnit> {
        self.schedule.as_ref()?.find_work_unit(number)
    }

    /// The round in progress with its results so far, to be saved and continued later; `None` if no round is in
    /// progress.
    pub fn unfinished_round(&self) -> Option<UnfinishedRound> {
        let schedule = self.schedule.as_ref()?;
        Some(UnfinishedRound { round: schedule.training_round().clone(), results: schedule.results_so_far() })
    }

    /// Begins the round of the next generation. If a round is in progress, it goes on: units whose results did not come
    /// back are handed out again.
    pub fn begin_round(&mut self, progress: &dyn Progress) -> &TrainingRound {
        let mut schedule = match self.schedule.take() {
            Some(schedule) => schedule,
            None => {
                let round = self.broken_off.take().unwrap_or_else(|| self.next_round());
                UnitSchedule::new(round, progress)
            }
        };
        schedule.allow_handing_out_again();
        self.schedule.insert(schedule).training_round()
    }

    /// The next unit of work. `None` if there is nothing to hand out until results of earlier units come back, or if no
    /// round is in progress.
    pub fn hand_out(&mut self) -> Option<WorkUnit> {
        self.schedule.as_mut()?.hand_out()
    }

    /// Takes a unit's result; results may come in any order and more than once. With the last one the round is over.
    pub fn accept_result(&mut self, result: UnitResult, progress: &dyn Progress) {
        if let Some(generation) = self.schedule.as_mut().and_then(|schedule| schedule.accept_result(result, progress)) {
            self.schedule = None;
            self.last = Some(generation);
        }
    }

    /// The round that follows the last generation.
    fn next_round(&self) -> TrainingRound {
        let generation = self.generation_number();
        let Population { genomes, state } = self.ask(generation);
        let (recipe, seed, ladder, high_score) = (self.recipe.clone(), self.seed, self.ladder(), self.high_score());
        TrainingRound { recipe, seed, generation, genomes, state, ladder, high_score }
    }

    /// The population of generation `number`.
    fn ask(&self, number: u32) -> Population {
        let (search, shape) = (self.recipe.strategy.genome_search(), self.recipe.population_shape());
        match &self.last {
            None => match &self.begin {
                Some(player) => search.first_population_from(&shape, player, self.seed),
                None => search.first_population(&shape, self.seed),
            },
            Some(last) => last.call_with_scored_population(|told| {
                search.next_population(&shape, told, number, seed_of(self.seed, number))
            }),
        }
    }

    /// The past generations that the next generation's matches are against.
    fn ladder(&self) -> Vec<LadderGeneration> {
        let Some(versus) = &self.recipe.versus else { return Vec::new() };
        match (&self.last, &self.begin) {
            (Some(last), _) => {
                let best = if last.recipe.strategy.has_centre() { last.genomes.first() } else { last.best() };
                best.map_or(Vec::new(), |best| versus.ladder_after(&last.ladder, last.generation, best))
            }
            (None, Some(_)) if self.rival.is_some() => self.rival.iter().cloned().collect(),
            (None, Some(player)) => versus.ladder_after(&[], 0, &player.genome),
            (None, None) => Vec::new(),
        }
    }
}

/// The seed of generation `number` of the run with this seed, from which everything random in it derives.
fn seed_of(run: u64, number: u32) -> u64 {
    Random::derived_seed(run, number.into())
}

/// The descent of each genome of the generation that follows this one. `None` if the generation holds only its best
/// genomes, from which nothing followed.
pub fn descents_of_next_generation(generation: &Generation) -> Option<Vec<Descent>> {
    let seed = seed_of(generation.seed, generation.generation + 1);
    let search = generation.recipe.strategy.genome_search();
    generation
        .has_whole_population()
        .then(|| generation.call_with_scored_population(|told| search.descents(told, seed)))
}

/// The best genome of a generation, turned into a genome of this recipe: the weights of the same names, and 0 where the
/// generation has no weight of that name.
fn best_by_names(of: &Generation, recipe: &Recipe) -> Option<Genome> {
    let genome = of.best()?;
    let known: Vec<&str> = of.recipe.input_features().collect();
    let weight = |name: &str| known.iter().position(|known| *known == name).and_then(|at| genome.get(at).copied());
    Some(recipe.input_features().map(|name| weight(name).unwrap_or(0.0)).collect())
}

/// This genome, changed so that where garbage is not announced it plays as the best genome of `other` does there: the
/// weights that are added there become the difference of the two. `None` where the recipe has no such weights or
/// `other` does not search, since its weights measure by something else then.
fn untold_as(recipe: &Recipe, genome: &Genome, other: &Generation) -> Option<Genome> {
    let wanted = best_by_names(other, recipe).filter(|_| other.recipe.placing.is_some())?;
    let inputs: Vec<&str> = recipe.input_features().collect();
    let place = |name: &str| inputs.iter().position(|input| *input == name);
    let pairs: Vec<(usize, usize)> = unannounced_garbage_weight_names()
        .filter_map(|name| Some((place(name)?, place(unannounced_garbage_counterpart(name)?)?)))
        .collect();
    let mut mixed = genome.clone();
    for &(there, everywhere) in &pairs {
        mixed[there] = wanted[everywhere] + wanted[there] - genome[everywhere];
    }
    (!pairs.is_empty()).then_some(mixed)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::GameResult;
    use super::super::generation::{GenerationFigures, HeldOutGames};
    use super::*;

    #[test]
    fn the_best_of_another_recipe_gives_the_weights_of_the_same_names() {
        let (from, to) = (Recipe::named("quads").unwrap(), Recipe::named("cmaes").unwrap());
        let names = |recipe: &Recipe| recipe.input_features().map(str::to_owned).collect::<Vec<String>>();
        let genome: Vec<f64> = (1..=names(&from).len()).map(|at| at as f64).collect();
        let others = vec![0.0; genome.len()];
        let result = |fitness| GameResult { fitness, ..GameResult::default() };
        let generation = Generation {
            recipe: from.clone(),
            genomes: vec![others, genome.clone()],
            results: vec![result(1.0), result(2.0)],
            seed: 1,
            generation: 3,
            games: Vec::new(),
            state: Vec::new(),
            ladder: Vec::new(),
            held_out: HeldOutGames::default(),
            figures: GenerationFigures::default(),
        };
        let taken = best_by_names(&generation, &to).unwrap();
        let of = |name: &str| names(&from).iter().position(|known| known == name).map_or(0.0, |at| genome[at]);
        let expected: Vec<f64> = names(&to).iter().map(|name| of(name)).collect();
        assert_eq!(taken, expected);
        assert!(expected.iter().filter(|weight| **weight > 0.0).count() >= 6, "they share Dellacherie's features");
    }
}
