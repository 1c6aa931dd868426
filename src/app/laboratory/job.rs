//! A run of training on a thread of its own, which goes on whatever the window shows.
//!
//! The thread owns the run and its executor. The window gives it orders and looks at its monitor; it waits for it only when
//! the program ends.

use crate::doors::Threads;
use crate::doors::threads::{self, Thread};
use crate::runs::{Monitor, Observation, TrainingRun};
use crate::train::Recipe;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long results are waited for before the orders are looked at again.
const PATIENCE: Duration = Duration::from_millis(20);

/// What a run does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JobState {
    /// Its thread computes games.
    #[default]
    Computing,
    /// It waits until the player goes on with it.
    Paused,
    /// Its last generation is saved.
    Over,
    /// It was paused by a problem: one line about it. Going on tries again.
    Broken(String),
}

/// What the window wants, and what the thread says.
#[derive(Debug, Default)]
struct Shared {
    is_paused: bool,
    pauses_after_generation: bool,
    ends: bool,
    cores: usize,
    state: JobState,
    /// Lines about files that were set aside, not told yet.
    notes: Vec<String>,
    /// Generations saved since somebody asked.
    saved: usize,
}

/// A run in progress.
#[derive(Debug)]
pub struct TrainingJob {
    thread: Option<Thread<()>>,
    shared: Arc<Mutex<Shared>>,
    monitor: Arc<Monitor>,
    folder: PathBuf,
    recipe: Recipe,
    seed: u64,
    last: u32,
}

impl TrainingJob {
    /// Begins to compute a run on so many threads.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn begin(run: TrainingRun, monitor: Monitor, cores: usize) -> io::Result<Self> {
        let monitor = Arc::new(monitor);
        let shared = Arc::new(Mutex::new(Shared { cores, ..Shared::default() }));
        let (folder, recipe) = (run.folder().to_owned(), run.trainer().recipe().clone());
        let (seed, last) = (run.trainer().seed(), run.last());
        let of_thread = (Arc::clone(&shared), Arc::clone(&monitor));
        let thread = threads::spawn("training", move || work(run, &of_thread.0, &of_thread.1))?;
        Ok(Self { thread: Some(thread), shared, monitor, folder, recipe, seed, last })
    }

    /// The run as it is now.
    pub fn reading(&self) -> Observation {
        self.monitor.reading()
    }

    /// Says what the job is doing at this moment.
    pub fn state(&self) -> JobState {
        locked(&self.shared).state.clone()
    }

    /// Whether it will pause once the generation in progress is saved.
    pub fn pauses_after_generation(&self) -> bool {
        locked(&self.shared).pauses_after_generation
    }

    /// Pauses it, or lets it go on.
    pub fn pause(&self, is_paused: bool) {
        let mut shared = locked(&self.shared);
        shared.is_paused = is_paused;
        if !is_paused && matches!(shared.state, JobState::Paused | JobState::Broken(_)) {
            shared.state = JobState::Computing;
        }
    }

    /// Says whether it pauses once the generation in progress is saved.
    pub fn pause_after_generation(&self, pauses: bool) {
        locked(&self.shared).pauses_after_generation = pauses;
    }

    /// The threads that it computes on.
    pub fn cores(&self) -> usize {
        locked(&self.shared).cores
    }

    /// Computes on so many threads from now on. Games in progress are begun again.
    pub fn use_cores(&self, cores: usize) {
        locked(&self.shared).cores = cores.max(1);
    }

    /// The path of the folder that the run writes to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The recipe that the run follows.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The seed that every random choice of the run is drawn from.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of the generation after which the run is over.
    pub const fn last(&self) -> u32 {
        self.last
    }

    /// Lines about files that were set aside, and how many generations were saved since the last call.
    pub fn news(&self) -> (Vec<String>, usize) {
        let mut shared = locked(&self.shared);
        (std::mem::take(&mut shared.notes), std::mem::take(&mut shared.saved))
    }

    /// Saves what is computed and ends the thread; waits for it, a moment at most. What could not be saved is the
    /// [`state`](Self::state) then.
    pub fn end(&mut self) {
        locked(&self.shared).ends = true;
        if let Some(thread) = self.thread.take() {
            thread.join();
        }
    }
}

impl Drop for TrainingJob {
    fn drop(&mut self) {
        self.end();
    }
}

/// What was shared survives a panic on the other side.
fn locked(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread: follows the orders until it is to end.
fn work(mut run: TrainingRun, shared: &Mutex<Shared>, monitor: &Monitor) {
    threads::give_way();
    let mut executor: Option<(usize, Threads)> = None;
    loop {
        let (ends, rests, cores) = {
            let shared = locked(shared);
            (shared.ends, shared.is_paused || shared.state != JobState::Computing, shared.cores)
        };
        if (ends || rests || executor.as_ref().is_some_and(|(had, _)| *had != cores))
            && let Some((_, mut threads)) = executor.take()
        {
            let halted = run.halt(&mut threads, monitor);
            monitor.pause(true);
            if let Err(error) = halted {
                broken(shared, error.to_string());
            }
        }
        if ends {
            return;
        }
        if rests {
            let mut shared = locked(shared);
            if shared.state == JobState::Computing {
                shared.state = JobState::Paused;
            }
            drop(shared);
            threads::sleep(PATIENCE);
            continue;
        }
        if executor.is_none() {
            match Threads::in_background(cores) {
                Ok(threads) => {
                    monitor.pause(false);
                    executor = Some((cores, threads));
                }
                Err(error) => {
                    broken(shared, format!("no threads to train on: {error}"));
                    continue;
                }
            }
        }
        let Some((_, threads)) = &mut executor else { continue };
        let advanced = run.advance(threads, PATIENCE, monitor);
        let mut shared = locked(shared);
        shared.notes.extend(run.notes());
        match advanced {
            Ok(Some(_)) => {
                shared.saved += 1;
                shared.is_paused |= std::mem::take(&mut shared.pauses_after_generation);
            }
            Ok(None) => {}
            Err(error) => shared.state = JobState::Broken(error.to_string()),
        }
        if run.is_over() {
            shared.state = JobState::Over;
            drop(shared);
            monitor.pause(true);
            return;
        }
    }
}

fn broken(shared: &Mutex<Shared>, line: String) {
    locked(shared).state = JobState::Broken(line);
}
