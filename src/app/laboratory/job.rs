//! A run of training that goes on whatever the window shows, on a thread of its own,
//! or in a browser between the frames.
//!
//! The thread owns the run and its executor. The window gives orders to the thread and reads the run's monitor. The
//! window waits for the thread only when the run is stopped or the program ends.

use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::{Priority, unpoisoned};
use crate::doors::{Executor, executor};
use crate::runs::{RunMonitor, RunObservation, TrainingRun};
use crate::train::Recipe;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the thread waits for results before it looks again at what the window orders.
const PATIENCE: Duration = Duration::from_millis(20);

/// What a training run, which has a thread of its own, is doing at the moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TrainingJobState {
    /// The run computes games.
    #[default]
    Computing,
    /// The run waits until the player goes on with it.
    Paused,
    /// The last generation of the run is saved.
    Over,
    /// The run was paused by a problem, which this line describes. Going on tries again.
    Broken(String),
}

/// What the window and the thread of a run share: the window's orders, and the thread's reports.
#[derive(Debug, Default)]
struct TrainingThreadState {
    is_paused: bool,
    pauses_after_generation: bool,
    ends: bool,
    cores: usize,
    state: TrainingJobState,
    /// Lines about files that were set aside, which the player has not been shown yet.
    notes: Vec<String>,
    /// How many generations were saved since the last call of [`TrainingJob::take_news`].
    saved: usize,
}

/// A run on its thread, as the window sees it.
#[derive(Debug)]
pub struct TrainingJob {
    thread: Option<StepwiseWork<()>>,
    shared: Arc<Mutex<TrainingThreadState>>,
    monitor: Arc<RunMonitor>,
    /// The path of the folder that the run writes to.
    pub folder: PathBuf,
    /// The recipe that the run follows.
    pub recipe: Recipe,
    /// The seed that every random choice of the run is drawn from.
    pub seed: u64,
    /// The number of the generation after which the run is over.
    pub last: u32,
}

impl TrainingJob {
    /// Begins to compute a run: `cores` threads play the games, and one more follows the orders.
    ///
    /// # Errors
    /// The error of the system, if it does not give the thread for the orders.
    pub fn begin(run: TrainingRun, monitor: RunMonitor, cores: usize) -> io::Result<Self> {
        let monitor = Arc::new(monitor);
        let shared = Arc::new(Mutex::new(TrainingThreadState { cores, ..TrainingThreadState::default() }));
        let (folder, recipe) = (run.folder().to_owned(), run.trainer().recipe().clone());
        let (seed, last) = (run.trainer().seed(), run.final_generation_number());
        let mut work = Work { run, executor: None, shared: Arc::clone(&shared), monitor: Arc::clone(&monitor) };
        let thread = StepwiseWork::begin(Priority::Last, "training", move || work.step())?;
        Ok(Self { thread: Some(thread), shared, monitor, folder, recipe, seed, last })
    }

    /// Lets the run go on in a browser, where it has no thread, and notes a problem if the run has broken down. Call
    /// this in every frame.
    pub(super) fn go_on(&self) {
        if self.thread.as_ref().is_some_and(StepwiseWork::is_finished) {
            let mut shared = unpoisoned(self.shared.lock());
            if shared.state != TrainingJobState::Over {
                shared.state =
                    TrainingJobState::Broken("the run has broken down: stop it, then go on with it".to_owned());
            }
        }
    }

    /// The figures of the run at this moment.
    pub fn observation(&self) -> RunObservation {
        self.monitor.observation()
    }

    /// What the run does at this moment.
    pub fn state(&self) -> TrainingJobState {
        unpoisoned(self.shared.lock()).state.clone()
    }

    /// Whether the run will pause once the generation in progress is saved.
    pub fn will_pause_after_generation(&self) -> bool {
        unpoisoned(self.shared.lock()).pauses_after_generation
    }

    /// Pauses the run, or lets it go on. If the run paused because of a problem, going on tries again what failed.
    pub fn set_paused(&self, is_paused: bool) {
        let mut shared = unpoisoned(self.shared.lock());
        shared.is_paused = is_paused;
        if !is_paused && matches!(shared.state, TrainingJobState::Paused | TrainingJobState::Broken(_)) {
            shared.state = TrainingJobState::Computing;
        }
    }

    /// Sets whether the run pauses once the generation in progress is saved.
    pub fn set_pause_after_generation(&self, pauses: bool) {
        unpoisoned(self.shared.lock()).pauses_after_generation = pauses;
    }

    /// How many threads play the games.
    pub fn core_count(&self) -> usize {
        unpoisoned(self.shared.lock()).cores
    }

    /// Has this many threads play the games from now on; 0 counts as 1. Games in progress are begun again.
    pub fn set_thread_count(&self, cores: usize) {
        unpoisoned(self.shared.lock()).cores = cores.max(1);
    }

    /// Lines about files that were set aside, and how many generations were saved, both since the last call.
    pub fn take_news(&self) -> (Vec<String>, usize) {
        let mut shared = unpoisoned(self.shared.lock());
        (std::mem::take(&mut shared.notes), std::mem::take(&mut shared.saved))
    }

    /// Saves what is computed, ends the thread and waits until it has ended, which takes a moment at most. If something
    /// could not be saved, the [`state`](Self::state) is [`TrainingJobState::Broken`] then.
    pub fn save_and_end(&mut self) {
        unpoisoned(self.shared.lock()).ends = true;
        if let Some(thread) = self.thread.take() {
            thread.wait_for_result();
        }
    }
}

impl Drop for TrainingJob {
    fn drop(&mut self) {
        self.save_and_end();
    }
}

/// A run with all that its thread needs to compute it.
struct Work {
    run: TrainingRun,
    /// What computes the games, and how many threads it has. `None` while the run is paused.
    executor: Option<(usize, Box<dyn Executor + Send>)>,
    shared: Arc<Mutex<TrainingThreadState>>,
    monitor: Arc<RunMonitor>,
}

impl Work {
    /// Computes the run a little further as the orders say. It is done once the run is over or the orders say to end.
    fn step(&mut self) -> Step<()> {
        let (ends, rests, cores) = {
            let mut shared = unpoisoned(self.shared.lock());
            if shared.ends
                && self.executor.is_none()
                && matches!(shared.state, TrainingJobState::Broken(_))
                && let Ok(executor) = executor::background_executor(1)
            {
                // What could not be saved when the run broke down is tried once more.
                (self.executor, shared.state) = (Some((1, executor)), TrainingJobState::Paused);
            }
            (shared.ends, shared.is_paused || shared.state != TrainingJobState::Computing, shared.cores)
        };
        if ends || rests || self.executor.as_ref().is_some_and(|(had, _)| *had != cores) {
            self.halt();
        }
        if ends {
            return Step::Done(());
        }
        if rests {
            let mut shared = unpoisoned(self.shared.lock());
            if shared.state == TrainingJobState::Computing {
                shared.state = TrainingJobState::Paused;
            }
            return Step::Rest(PATIENCE);
        }
        let begun = match self.executor.take() {
            Some((_, executor)) => Ok(executor),
            None => {
                let executor = executor::background_executor(cores);
                self.monitor.set_clock_paused(executor.is_err());
                executor
            }
        };
        match begun {
            Ok(executor) => self.compute(cores, executor),
            Err(error) => {
                self.broken(format!("no threads to train on: {error}"));
                Step::More
            }
        }
    }

    fn compute(&mut self, cores: usize, mut executor: Box<dyn Executor + Send>) -> Step<()> {
        let advanced = self.run.advance(&mut *executor, PATIENCE, &self.monitor);
        let mut shared = unpoisoned(self.shared.lock());
        shared.notes.extend(self.run.take_notes());
        match advanced {
            Ok(Some(_)) => {
                shared.saved += 1;
                shared.is_paused |= std::mem::take(&mut shared.pauses_after_generation);
            }
            Ok(None) => {}
            Err(error) => shared.state = TrainingJobState::Broken(error.to_string()),
        }
        if self.run.is_over() {
            shared.state = TrainingJobState::Over;
            self.monitor.set_clock_paused(true);
            return Step::Done(());
        }
        drop(shared);
        self.executor = Some((cores, executor));
        // The executor has waited for results, where it can; where it cannot, they come between the frames.
        Step::Rest(Duration::ZERO)
    }

    /// Saves what is computed and drops the executor.
    fn halt(&mut self) {
        let Some((_, mut executor)) = self.executor.take() else { return };
        let halted = self.run.halt(&mut *executor, &self.monitor);
        self.monitor.set_clock_paused(true);
        match halted {
            Ok(halted) => unpoisoned(self.shared.lock()).saved += usize::from(halted.evaluated.is_some()),
            Err(error) => self.broken(error.to_string()),
        }
    }

    fn broken(&self, line: String) {
        unpoisoned(self.shared.lock()).state = TrainingJobState::Broken(line);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::{Moment, threads};
    use crate::runs::{RunOptions, newest_resume_file};
    use crate::train::Trainer;

    #[test]
    fn a_run_that_could_not_be_saved_is_saved_at_its_end_if_it_can_be_by_then() {
        let home = tempfile::tempdir().unwrap();
        let trainer = Trainer::new(Recipe::named("lin").unwrap(), 1).unwrap();
        let options = RunOptions { final_generation: 1, ..RunOptions::default() };
        let run = TrainingRun::prepare(trainer, home.path().join("run"), options).unwrap();
        let state = TrainingJobState::Broken("the disk was full".to_owned());
        let orders = TrainingThreadState { ends: true, cores: 1, state, ..TrainingThreadState::default() };
        let shared = Arc::new(Mutex::new(orders));
        let mut work = Work { run, executor: None, shared: Arc::clone(&shared), monitor: Arc::default() };
        assert_eq!(work.step(), Step::Done(()));
        assert_eq!(unpoisoned(shared.lock()).state, TrainingJobState::Paused);
        assert!(newest_resume_file(&home.path().join("run")).is_ok());
    }

    #[test]
    fn a_run_whose_thread_has_broken_down_says_so() {
        let thread =
            StepwiseWork::begin(Priority::Usual, "test", || -> Step<()> { panic!("a mistake of the program") });
        let job = TrainingJob {
            thread: thread.ok(),
            shared: Arc::default(),
            monitor: Arc::default(),
            folder: PathBuf::new(),
            recipe: Recipe::named("lin").unwrap(),
            seed: 1,
            last: 1,
        };
        let began = Moment::now();
        while job.state() == TrainingJobState::Computing && began.elapsed() < Duration::from_secs(30) {
            job.go_on();
            threads::sleep(Duration::from_millis(1));
        }
        assert!(matches!(job.state(), TrainingJobState::Broken(_)), "{:?}", job.state());
    }
}
