//! How long a plan will take on this machine: some games of its first generation are played beside the frames.

use super::RunPlan;
use super::growth::game_time_growth;
use crate::doors::{Executor, Moment, executor};
use crate::storage::CatalogEntry;
use crate::train::parts::{GenomeGamePart, MatchOpponents};
use crate::train::{Recipe, SilentProgress, Trainer};
use bevy::platform::cell::SyncCell;
use std::time::Duration;

/// For how long games are tried, from the end of the first on. If none has ended after three times as long,
/// all count as that long.
const TRIED: Duration = Duration::from_millis(700);
/// For how long a frame waits for short games, so that it is games that are counted, and not frames.
const GLANCE: Duration = Duration::from_millis(3);
/// How many games at least end within a [`GLANCE`] if games count as short.
const SHORT: u32 = 3;
/// Seconds for which a plan must stay as it is before its games are tried.
const REST: f32 = 0.6;
/// Games that nobody has looked at for longer than this are tried anew: how long they took is not known any more.
const UNSEEN: Duration = Duration::from_secs(2);

/// How long a run will take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunDuration {
    /// The time for the first generation, held-out games included.
    pub first: Duration,
    /// The time for all generations, if games stay as long as those of the first.
    pub at_least: Duration,
    /// The time for all generations, if games grow as they did in the run of the same recipe that ships; never less
    /// than `at_least`. `None` if none ships.
    pub grown: Option<Duration>,
}

/// The estimate for one plan, which is made anew whenever the plan changes.
#[derive(Default)]
pub(super) struct RunDurationEstimate {
    of: Option<RunPlan>,
    rest: f32,
    trying: Option<TrialGames>,
    found: Option<RunDuration>,
}

/// Games of a first generation that are played on one thread or worker.
struct TrialGames {
    trainer: Trainer,
    executor: SyncCell<Box<dyn Executor + Send>>,
    /// How many units the games of all genomes have, those of heats included.
    units: u32,
    cores: u32,
    began: Moment,
    /// When the results were looked at last.
    looked: Moment,
    /// When the first results were there. Before, a worker may still have been loading.
    first: Option<Moment>,
    /// How many results came after these, and when the last of them was there.
    played: u32,
    last: Duration,
    /// How many times a frame has waited for short games, how many results came in these times, and how long
    /// all of them took.
    glances: u32,
    glanced: (u32, Duration),
}

impl RunDurationEstimate {
    /// The time that this plan will take; `None` until it is known. `entries` holds the saved generations, and
    /// `seconds` is the time since the last call.
    pub(super) fn update(&mut self, plan: &RunPlan, entries: &[CatalogEntry], seconds: f32) -> Option<RunDuration> {
        if self.of.as_ref() != Some(plan) {
            *self = Self { of: Some(plan.clone()), rest: REST, trying: None, found: None };
        }
        // The player has been elsewhere.
        if self.trying.take_if(|trying| trying.looked.elapsed() > UNSEEN).is_some() {
            self.rest = REST;
        }
        if self.rest > 0.0 {
            self.rest -= seconds;
            self.trying = Some(()).filter(|()| self.rest <= 0.0).and_then(|()| TrialGames::begin(plan));
        }
        // Games that have broken down say nothing of how long others take.
        self.trying.take_if(|trying| trying.executor.get().failure().is_some());
        if let Some(trying) = &mut self.trying {
            self.found = trying.look().map(|games| {
                let growth = |last| game_time_growth(entries, trying.trainer.recipe(), last);
                let first = games.mul_f64(growth(0).unwrap_or_else(|| trying.with_held_out()));
                let at_least = first.saturating_mul(plan.last + 1);
                RunDuration { first, at_least, grown: growth(plan.last).map(|all| games.mul_f64(all).max(at_least)) }
            });
            self.trying.take_if(|_| self.found.is_some());
        }
        self.found
    }
}

impl TrialGames {
    /// Begins to play games; `None` if the plan is impossible, or nothing is there to play them.
    fn begin(plan: &RunPlan) -> Option<Self> {
        let mut trainer = plan.trainer().ok()?;
        let mut executor = executor::background_executor(1).ok()?;
        executor.begin(trainer.begin_round(&SilentProgress)).ok()?;
        let units = with_heats(std::iter::from_fn(|| trainer.hand_out()).count() as u32, trainer.recipe());
        trainer.begin_round(&SilentProgress);
        let cores = plan.cores.max(1) as u32;
        let (began, looked, last) = (Moment::now(), Moment::now(), Duration::ZERO);
        let executor = SyncCell::new(executor);
        let (glances, glanced) = (0, (0, Duration::ZERO));
        Some(Self { trainer, executor, units, cores, began, looked, first: None, played: 0, last, glances, glanced })
    }

    /// Takes the results that are there, and reckons from them how long all games but the held-out ones take on the
    /// cores of the plan; `None` while it is too early to say.
    fn look(&mut self) -> Option<Duration> {
        self.looked = Moment::now();
        self.submit();
        let mut results = self.executor.get().take_results(Duration::ZERO).len() as u32;
        // The results of a browser's workers come between two frames only.
        if cfg!(not(target_arch = "wasm32")) && self.first.is_some() {
            results += self.glance();
        }
        match self.first {
            None if results > 0 => self.first = Some(Moment::now()),
            Some(first) if results > 0 => (self.played, self.last) = (self.played + results, first.elapsed()),
            _ => {}
        }
        let each = match self.first {
            Some(first) if first.elapsed() >= TRIED && self.glanced.0 >= SHORT * self.glances.max(1) => {
                self.glanced.1 / self.glanced.0
            }
            Some(first) if self.played > 0 && first.elapsed() >= TRIED => self.last / self.played,
            // Games so few or so long that none has ended since the first.
            _ if self.began.elapsed() >= 3 * TRIED => self.began.elapsed(),
            _ => return None,
        };
        Some(each * self.units / self.cores)
    }

    /// How many times as long as without its held-out games the first generation takes with them, if those are as long
    /// as the other games. They are played by the best, so it is rather too little.
    fn with_held_out(&self) -> f64 {
        1.0 + f64::from(held_out_units(self.trainer.recipe())) / f64::from(self.units.max(1))
    }

    /// Gives the executor as many games as it takes.
    fn submit(&mut self) {
        let executor = self.executor.get();
        while executor.room() > 0
            && let Some(unit) = self.trainer.hand_out()
        {
            executor.submit(unit);
        }
    }

    /// Plays games for up to a [`GLANCE`] within one frame, and returns how many results came.
    fn glance(&mut self) -> u32 {
        let (began, mut came) = (Moment::now(), 0);
        while began.elapsed() < GLANCE {
            self.submit();
            let results = self.executor.get().take_results(GLANCE.saturating_sub(began.elapsed())).len() as u32;
            came += results;
            if results == 0 {
                break;
            }
        }
        self.glances += 1;
        self.glanced = (self.glanced.0 + came, self.glanced.1 + began.elapsed());
        came
    }
}

/// About how many units all games of a generation have, those of heats included, if the games that every genome
/// plays have `first` units.
fn with_heats(first: u32, recipe: &Recipe) -> u32 {
    let (genomes, games) = (recipe.genomes_per_generation(), &recipe.games);
    let whole = u64::from(first) * games.total_for_population(genomes) as u64;
    u32::try_from(whole / (genomes as u64 * u64::from(games.each)).max(1)).unwrap_or(u32::MAX)
}

/// How many units the held-out games of a generation have. There are no matches among them.
fn held_out_units(recipe: &Recipe) -> u32 {
    let parts = GenomeGamePart::all_of_game(&recipe.game_settings(), MatchOpponents::Ladder(0)).len() as u32;
    (recipe.held_out_genome_count() as u32).saturating_mul(recipe.held_out_games).saturating_mul(parts)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::threads;
    use crate::train::recipe::RecipeError;
    use crate::train::{TrainingRound, UnitResult, WorkUnit};

    /// An executor whose first game has broken down.
    struct BrokenExecutor;

    impl Executor for BrokenExecutor {
        fn begin(&mut self, _: &TrainingRound) -> Result<(), RecipeError> {
            Ok(())
        }
        fn room(&self) -> usize {
            0
        }
        fn submit(&mut self, _: WorkUnit) {}
        fn take_results(&mut self, _: Duration) -> Vec<UnitResult> {
            Vec::new()
        }
        fn failure(&self) -> Option<&str> {
            Some("a game has broken down")
        }
        fn drop_units(&mut self) {}
    }

    #[test]
    fn games_that_have_broken_down_give_no_duration() {
        let plan = RunPlan::default();
        let broken =
            TrialGames { executor: SyncCell::new(Box::new(BrokenExecutor)), ..TrialGames::begin(&plan).unwrap() };
        let mut estimate =
            RunDurationEstimate { of: Some(plan.clone()), trying: Some(broken), ..RunDurationEstimate::default() };
        for _ in 0..2 {
            threads::sleep(2 * TRIED);
            assert_eq!(estimate.update(&plan, &[], 0.01), None);
        }
    }

    #[test]
    fn games_that_nobody_has_looked_at_for_a_while_are_tried_anew() {
        let (plan, mut estimate) = (RunPlan::default(), RunDurationEstimate::default());
        estimate.update(&plan, &[], REST);
        assert!(estimate.trying.is_some());
        threads::sleep(UNSEEN + Duration::from_millis(100));
        assert_eq!(estimate.update(&plan, &[], 0.01), None);
        assert!(estimate.trying.is_none(), "what came meanwhile took nobody knows how long");
        estimate.update(&plan, &[], REST);
        assert!(estimate.trying.is_some());
    }

    #[test]
    fn the_games_of_heats_take_time_too() {
        let [heats, none] = ["cmaes", "lin"].map(|name| Recipe::named(name).unwrap());
        let first = heats.genomes_per_generation() as u32 * heats.games.each;
        assert_eq!(
            with_heats(first, &heats) as usize,
            heats.games.total_for_population(heats.genomes_per_generation())
        );
        assert!(with_heats(first, &heats) > 3 * first, "half of all play twice as many more, a quarter six times");
        assert_eq!(with_heats(70, &none), 70);
    }
}
