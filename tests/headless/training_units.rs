//! A round of training as units: whoever computes them, in whatever order, broken off or not, the bytes are the same.

use super::champion::tidy;
use korobka::ai::Playfield;
use korobka::doors::executor::exchange_with_executor;
use korobka::doors::{Executor, ThreadExecutor};
use korobka::rules::random::Purpose;
use korobka::rules::{Random, Rules};
use korobka::search::{Search, State, WaitingGarbage};
use korobka::storage::generation::encode;
use korobka::storage::round;
use korobka::train::champion::decide_placement;
use korobka::train::recipe::RecipeError;
use korobka::train::{
    ExtraGamesHeat, GameCounts, GameResult, Generation, PreparedRound, Progress, Recipe, SeedChoice, SilentProgress,
    Strategy, Trainer, TrainingRound, UnfinishedRound, UnitResult, WorkUnit,
};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// How long results are waited for at a time.
const PATIENCE: Duration = Duration::from_millis(20);

/// Has the trainer's next round computed to its end.
fn compute_round(trainer: &mut Trainer, executor: &mut dyn Executor) {
    executor.begin(trainer.begin_round(&SilentProgress)).unwrap();
    while trainer.round_in_progress().is_some() {
        exchange_with_executor(trainer, executor, PATIENCE, &SilentProgress);
    }
}

/// The trainer's next generation, computed on this many threads.
pub(crate) fn advanced(trainer: &mut Trainer, threads: usize) -> Generation {
    compute_round(trainer, &mut ThreadExecutor::new(Some(threads)).unwrap());
    trainer.last_generation().unwrap().clone()
}

/// Recipes of every kind of unit: a brain's games, in heats and not, the champion's two games alone, matches against a
/// ladder from both sides, matches of opposite samples.
fn recipes() -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> =
        ["lin", "cmaes", "termproject", "champion", "champion-versus", "champion-duel"].map(tiny).into();
    recipes[0].games =
        GameCounts { seeds: SeedChoice::Own, each: 2, heats: vec![ExtraGamesHeat { best: 500, games: 3 }] };
    recipes
}

fn tiny(name: &str) -> Recipe {
    let mut recipe = Recipe::named(name).unwrap();
    (recipe.population, recipe.held_out_games, recipe.held_out_best, recipe.piece_cap) = (6, 2, 2, 30);
    if let Some(placing) = &mut recipe.placing {
        placing.nodes = 60;
    }
    if let Some(versus) = &mut recipe.versus {
        (versus.pieces, versus.every) = (20, 1);
    }
    recipe
}

fn trained(recipe: &Recipe, executor: &mut dyn Executor) -> Vec<Vec<u8>> {
    let mut trainer = Trainer::new(recipe.clone(), 3).unwrap();
    let mut next = || {
        compute_round(&mut trainer, executor);
        encode(trainer.last_generation().unwrap()).unwrap()
    };
    (0..3).map(|_| next()).collect()
}

/// An executor that shuffles, repeats and delays: of the units it has it computes any one next, and every result comes
/// back once or several times, at once or rounds later.
struct Unruly {
    random: Random,
    round: Option<PreparedRound>,
    units: Vec<WorkUnit>,
    late: Vec<UnitResult>,
    /// In what order units of this round were computed.
    order: Vec<u32>,
    shuffled: bool,
}

impl Unruly {
    fn new(seed: u64) -> Self {
        let random = Random::new(seed, Purpose::Games);
        Self { random, round: None, units: Vec::new(), late: Vec::new(), order: Vec::new(), shuffled: false }
    }

    fn any(&mut self, count: usize) -> usize {
        self.random.below(count as u32) as usize
    }
}

impl Executor for Unruly {
    fn begin(&mut self, round: &TrainingRound) -> Result<(), RecipeError> {
        self.shuffled |= !self.order.is_sorted();
        self.order.clear();
        self.units.clear();
        self.round = Some(PreparedRound::new(round)?);
        Ok(())
    }

    fn room(&self) -> usize {
        9usize.saturating_sub(self.units.len())
    }

    fn submit(&mut self, unit: WorkUnit) {
        self.units.push(unit);
    }

    fn take_results(&mut self, _: Duration) -> Vec<UnitResult> {
        if !self.units.is_empty() {
            let at = self.any(self.units.len());
            let unit = self.units.swap_remove(at);
            self.order.push(unit.number);
            let result = self.round.as_ref().unwrap().compute_unit(&unit, &|| false).unwrap();
            for _ in 0..1 + self.any(3) {
                let at = self.any(self.late.len() + 1);
                self.late.insert(at, result);
            }
        }
        // Some of them, and some of these are kept to be sent again.
        let count = self.any(self.late.len() + 1);
        let sent = self.late.split_off(self.late.len() - count);
        self.late.extend(sent.iter().take(2));
        sent
    }

    fn drop_units(&mut self) {
        self.units.clear();
    }
}

#[test]
fn the_order_and_number_of_results_changes_no_byte() {
    for recipe in recipes() {
        let expected = trained(&recipe, &mut ThreadExecutor::new(Some(2)).unwrap());
        for seed in 0..3 {
            let mut unruly = Unruly::new(seed);
            assert!(trained(&recipe, &mut unruly) == expected, "{}, order {seed}", recipe.name);
            assert!(unruly.shuffled, "units are computed out of order");
        }
    }
}

#[test]
fn a_unit_is_the_same_wherever_it_is_computed() {
    for recipe in recipes() {
        let mut trainer = Trainer::new(recipe.clone(), 3).unwrap();
        // After two generations the ladder has two rungs.
        (0..2).for_each(|_| drop(advanced(&mut trainer, 2)));
        let round = trainer.begin_round(&SilentProgress).clone();
        let here = PreparedRound::new(&round).unwrap();
        let sent: TrainingRound = serde_json::from_str(&serde_json::to_string(&round).unwrap()).unwrap();
        assert_eq!(sent, round, "{}", recipe.name);
        let there = PreparedRound::new(&sent).unwrap();
        let mut parts = HashSet::new();
        while let Some(unit) = trainer.hand_out() {
            let result = here.compute_unit(&unit, &|| false).unwrap();
            if parts.insert(format!("{:?}", unit.part)) {
                let unit: WorkUnit = serde_json::from_str(&serde_json::to_string(&unit).unwrap()).unwrap();
                assert_eq!(there.compute_unit(&unit, &|| false), Some(result), "{}", recipe.name);
            }
            trainer.accept_result(result, &SilentProgress);
        }
        assert!(trainer.round_in_progress().is_none(), "{}: the round is over", recipe.name);
        let kinds = match recipe.name.as_str() {
            "champion" => 2,
            "champion-versus" => 6,
            // The mean has no opposite and plays against the ladder, from both sides; held-out games are alone.
            "champion-duel" => 4,
            _ => 1,
        };
        assert!(parts.len() >= kinds, "{}: {parts:?}", recipe.name);
    }
}

#[test]
fn a_heat_waits_for_the_one_before_it() {
    let mut trainer = Trainer::new(recipes().remove(0), 3).unwrap();
    let round = PreparedRound::new(trainer.begin_round(&SilentProgress)).unwrap();
    let units: Vec<WorkUnit> = std::iter::from_fn(|| trainer.hand_out()).collect();
    assert_eq!(units.len(), 12, "two games of each of six: who plays the third is not known yet");
    for unit in units.iter().rev() {
        assert_eq!(trainer.hand_out(), None);
        trainer.accept_result(round.compute_unit(unit, &|| false).unwrap(), &SilentProgress);
    }
    let units: Vec<WorkUnit> = std::iter::from_fn(|| trainer.hand_out()).collect();
    assert_eq!(units.len(), 3);
    assert!(units.iter().all(|unit| unit.game == 2 && !unit.held_out));
}

/// The fitness of each game that was told of a genome.
#[derive(Default)]
struct ToldGames(RefCell<HashMap<usize, Vec<f64>>>);

impl Progress for ToldGames {
    fn game_played(&self, index: usize, result: &GameResult) {
        self.0.borrow_mut().entry(index).or_default().push(result.fitness);
    }
}

#[test]
fn the_fitness_told_during_a_round_is_the_one_saved() {
    for recipe in recipes() {
        let (mut trainer, told) = (Trainer::new(recipe.clone(), 3).unwrap(), ToldGames::default());
        let round = PreparedRound::new(trainer.begin_round(&told)).unwrap();
        while trainer.round_in_progress().is_some() {
            let units: Vec<WorkUnit> = std::iter::from_fn(|| trainer.hand_out()).collect();
            for unit in units.iter().rev() {
                trainer.accept_result(round.compute_unit(unit, &|| false).unwrap(), &told);
            }
        }
        let (generation, told) = (trainer.last_generation().unwrap(), told.0.into_inner());
        for (genome, saved) in generation.results.iter().enumerate() {
            let games = &told[&genome];
            assert_eq!(games.len() as u32, generation.games.get(genome).copied().unwrap_or(1), "{}", recipe.name);
            let mean = games.iter().sum::<f64>() / games.len() as f64;
            let differs = (mean - saved.fitness).abs() > 1e-9 * saved.fitness.abs().max(1.0);
            assert!(!differs, "{}, genome {genome}: {mean} told, {} saved", recipe.name, saved.fitness);
        }
    }
}

#[test]
fn a_round_broken_off_any_number_of_times_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(round::file_name("any"));
    for recipe in recipes() {
        let expected = trained(&recipe, &mut ThreadExecutor::new(Some(2)).unwrap());
        let mut trainer = Trainer::new(recipe.clone(), 3).unwrap();
        let (mut random, mut stops, mut computed) = (Random::new(1, Purpose::Games), 0, 0);
        let mut last = None;
        for bytes in &expected {
            let mut numbers = HashSet::new();
            loop {
                let round = PreparedRound::new(trainer.begin_round(&SilentProgress)).unwrap();
                for result in last.take().into_iter().flatten() {
                    trainer.accept_result(result, &SilentProgress);
                }
                let mut left = 1 + random.below(6);
                while let Some(unit) = trainer.hand_out().filter(|_| left > 0) {
                    trainer.accept_result(round.compute_unit(&unit, &|| false).unwrap(), &SilentProgress);
                    assert!(numbers.insert(unit.number), "{}: no finished unit is computed again", recipe.name);
                    (left, computed) = (left - 1, computed + 1);
                }
                let Some(unfinished) = trainer.unfinished_round() else { break };
                round::write(&file, &unfinished).unwrap();
                let read = round::read(&file).unwrap();
                assert_eq!(read, unfinished);
                trainer = Trainer::from_round(read.round).unwrap();
                (last, stops) = (Some(read.results), stops + 1);
            }
            assert!(encode(trainer.last_generation().unwrap()).unwrap() == *bytes, "{}", recipe.name);
        }
        assert!(stops > computed / 7, "{}: stopped {stops} times in {computed} units", recipe.name);
    }
}

#[test]
fn a_stop_breaks_games_off_and_loses_no_finished_unit() {
    let mut recipe = Recipe::named("champion").unwrap();
    if let Some(placing) = &mut recipe.placing {
        placing.nodes = 10_000_000;
    }
    let Strategy::CmaEs(_) = recipe.strategy else { unreachable!() };
    let (mut trainer, mut threads) = (Trainer::new(recipe, 3).unwrap(), ThreadExecutor::new(Some(2)).unwrap());
    threads.begin(trainer.begin_round(&SilentProgress)).unwrap();
    let began = Instant::now();
    while threads.computing().is_empty() {
        assert!(began.elapsed() < Duration::from_secs(60), "nobody begins a game");
        exchange_with_executor(&mut trainer, &mut threads, PATIENCE, &SilentProgress);
    }
    threads.drop_units();
    assert_eq!(threads.take_results(Duration::ZERO), [], "no game is played to its end");
    assert_eq!(trainer.unfinished_round().unwrap().results, [], "a game broken off has no result");
    let next = trainer.hand_out().map(|unit| unit.number);
    assert_ne!(next, Some(0), "the first are handed out");
    trainer.begin_round(&SilentProgress);
    assert_eq!(trainer.hand_out().map(|unit| unit.number), Some(0), "and are handed out again");
}

#[test]
fn a_stop_ends_the_search_for_a_piece_in_the_middle() {
    let mut placing = Recipe::named("champion").unwrap().placing.unwrap();
    placing.nodes = 100_000;
    let state = State::of(&Playfield::new(&Rules::versus(), 1), WaitingGarbage::default());
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 10
    };
    assert_eq!(decide_placement(&mut Search::new(&Rules::versus()), &state, &tidy(), &placing, &stop), None);
    // A search that went on to its end would ask hundreds of times; without its own questions there is only one.
    assert!((12..20).contains(&asked.get()), "{} times", asked.get());
}

#[test]
fn a_damaged_round_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lin.round");
    let mut trainer = Trainer::new(tiny("lin"), 3).unwrap();
    trainer.begin_round(&SilentProgress);
    round::write(&file, &trainer.unfinished_round().unwrap()).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    for at in [0, 9, 20, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&file, &damaged).unwrap();
        assert!(round::read(&file).is_err(), "byte {at}");
        std::fs::write(&file, &bytes[..at]).unwrap();
        assert!(round::read(&file).is_err(), "{at} bytes");
    }
    let round = PreparedRound::new(trainer.begin_round(&SilentProgress)).unwrap();
    let unit = trainer.hand_out().unwrap();
    trainer.accept_result(round.compute_unit(&unit, &|| false).unwrap(), &SilentProgress);
    let faults: [(fn(&mut UnfinishedRound), &str); 5] = [
        (|unfinished| unfinished.round.generation = u32::MAX, "an impossible generation number"),
        (|unfinished| unfinished.round.genomes.truncate(1), "an impossible number of genomes"),
        (|unfinished| unfinished.round.genomes[1].truncate(1), "a genome does not fit the recipe"),
        (|unfinished| unfinished.results[0].generation += 1, "a result of another round"),
        (|unfinished| unfinished.results[0].result.fitness = f64::NAN, "a fitness is not a finite number"),
    ];
    for (spoil, line) in faults {
        let mut unfinished = trainer.unfinished_round().unwrap();
        spoil(&mut unfinished);
        round::write(&file, &unfinished).unwrap();
        let error = round::read(&file).unwrap_err().to_string();
        assert!(error.contains(line), "{line}: {error}");
    }
}
