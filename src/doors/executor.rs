//! The door to whoever computes: units of training, and lists of games, on threads of this machine.
//!
//! An executor is handed a round and then units of it, and gives their results back in any order. Threads are its form
//! on a desktop. Nothing else in the program names rayon.

use crate::train::recipe::RecipeError;
use crate::train::{Prepared, Progress, Round, TrainError, Trainer, Unit, UnitResult};
use rayon::prelude::*;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How long results are waited for before the stop flag is looked at again.
const PATIENCE: Duration = Duration::from_millis(20);
/// Units that wait for each thread, so that none is ever idle.
const WAITING: usize = 16;

/// Somebody who computes units of training.
pub trait Executor {
    /// From now on units are of this round. Units of an earlier round are dropped.
    ///
    /// # Errors
    /// When a genome of the round does not fit its recipe.
    fn begin(&mut self, round: &Round) -> Result<(), RecipeError>;
    /// How many more units it would take now.
    fn room(&self) -> usize;
    /// Hands it a unit. Its result comes back sooner or later, unless it is dropped.
    fn submit(&mut self, unit: Unit);
    /// The results that have come back, in any order; waits for the first of them, but no longer than `at_most`.
    fn results(&mut self, at_most: Duration) -> Vec<UnitResult>;
    /// Drops the units that are not computed yet, those in progress within one piece of their games. What is computed
    /// by then is still among the [`results`](Self::results).
    fn drop_units(&mut self);
}

/// Has the trainer's next round computed, or goes on with the one in progress. Returns whether the round is over: it
/// is not if `stop` was asked for, and then the trainer holds every result so far.
///
/// # Errors
/// When a genome of the round does not fit its recipe.
pub fn compute_round(
    trainer: &mut Trainer,
    executor: &mut dyn Executor,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<bool, TrainError> {
    executor.begin(trainer.begin(progress))?;
    while trainer.round().is_some() && !stop.is_set() {
        while executor.room() > 0
            && let Some(unit) = trainer.hand_out()
        {
            executor.submit(unit);
        }
        executor.results(PATIENCE).into_iter().for_each(|result| trainer.take(result, progress));
    }
    executor.drop_units();
    executor.results(Duration::ZERO).into_iter().for_each(|result| trainer.take(result, progress));
    Ok(trainer.round().is_none())
}

/// A wish to stop, which may come from anywhere: clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once, with exit code 130. To be called once in a
    /// program.
    ///
    /// # Errors
    /// When the system does not let the signal be caught.
    pub fn on_interrupt() -> io::Result<Self> {
        let (flag, heard) = (Self::default(), Self::default());
        let shared = flag.clone();
        let interrupted = move || {
            if heard.0.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            shared.set();
        };
        ctrlc::set_handler(interrupted).map_err(io::Error::other)?;
        Ok(flag)
    }

    /// Asks to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Threads of this machine.
#[derive(Debug)]
pub struct Threads {
    pool: rayon::ThreadPool,
    round: Option<Arc<Prepared>>,
    /// Set once the units on their way are not wanted any more.
    dropped: StopFlag,
    /// A message a unit: its result, or none if it was dropped.
    sender: Sender<Option<UnitResult>>,
    receiver: Receiver<Option<UnitResult>>,
    on_their_way: usize,
    found: Vec<UnitResult>,
}

impl Threads {
    /// So many threads, or one a processor.
    ///
    /// # Errors
    /// When the system does not give them.
    pub fn new(threads: Option<usize>) -> io::Result<Self> {
        let (sender, receiver) = channel();
        Ok(Self {
            pool: pool(threads)?,
            round: None,
            dropped: StopFlag::default(),
            sender,
            receiver,
            on_their_way: 0,
            found: Vec::new(),
        })
    }

    fn arrived(&mut self, message: Option<UnitResult>) {
        self.on_their_way -= 1;
        self.found.extend(message);
    }
}

impl Executor for Threads {
    fn begin(&mut self, round: &Round) -> Result<(), RecipeError> {
        self.drop_units();
        self.found.clear();
        self.round = Some(Arc::new(Prepared::new(round)?));
        Ok(())
    }

    fn room(&self) -> usize {
        (WAITING * self.pool.current_num_threads()).saturating_sub(self.on_their_way)
    }

    fn submit(&mut self, unit: Unit) {
        let Some(round) = self.round.clone() else { return };
        let (dropped, sender) = (self.dropped.clone(), self.sender.clone());
        self.on_their_way += 1;
        // In the order in which they were handed in. Nobody listens any more where sending fails.
        self.pool.spawn_fifo(move || {
            let result = if dropped.is_set() { None } else { round.compute(&unit, &|| dropped.is_set()) };
            let _ = sender.send(result);
        });
    }

    fn results(&mut self, at_most: Duration) -> Vec<UnitResult> {
        if self.found.is_empty()
            && self.on_their_way > 0
            && let Ok(message) = self.receiver.recv_timeout(at_most)
        {
            self.arrived(message);
        }
        while let Ok(message) = self.receiver.try_recv() {
            self.arrived(message);
        }
        std::mem::take(&mut self.found)
    }

    fn drop_units(&mut self) {
        std::mem::take(&mut self.dropped).set();
        while self.on_their_way > 0
            && let Ok(message) = self.receiver.recv()
        {
            self.arrived(message);
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.dropped.set();
    }
}

/// Does `work` for each item on so many threads, or on one a processor; the results are in the order of the items.
///
/// # Errors
/// When the system does not give the threads.
pub fn map_in_order<T: Send, R: Send>(
    threads: Option<usize>,
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> io::Result<Vec<R>> {
    try_map_in_order(threads, items, |item| Ok(work(item)))
}

/// Does `work` for each item as [`map_in_order`] does; after a failure no further items are begun.
///
/// # Errors
/// Any one of the failures, or that the system does not give the threads.
pub fn try_map_in_order<T: Send, R: Send, E: Send + From<io::Error>>(
    threads: Option<usize>,
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let items: Vec<T> = items.into_iter().collect();
    pool(threads)?.install(|| items.into_par_iter().with_max_len(1).map(&work).collect())
}

fn pool(threads: Option<usize>) -> io::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build().map_err(io::Error::other)
}
