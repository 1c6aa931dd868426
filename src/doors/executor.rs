//! The door to whoever computes: units of training, and lists of games, on threads of this machine.
//!
//! An executor is handed a round and then units of it, and gives their results back in any order. Threads are its form
//! on a desktop ([`pool`](super::pool)).

use crate::train::recipe::RecipeError;
use crate::train::{Progress, Round, TrainError, Trainer, Unit, UnitResult};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long results are waited for before the stop flag is looked at again.
const PATIENCE: Duration = Duration::from_millis(20);

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
    /// The numbers of the units that are being computed at this moment, where it knows.
    fn computing(&self) -> Vec<u32> {
        Vec::new()
    }
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
        step(trainer, executor, PATIENCE, progress);
    }
    executor.drop_units();
    executor.results(Duration::ZERO).into_iter().for_each(|result| trainer.take(result, progress));
    Ok(trainer.round().is_none())
}

/// Hands the units of the round in progress to an executor that has begun it, as many as it takes, and gives the trainer the
/// results that have come back; waits for the first of them, but no longer than `at_most`.
pub fn step(trainer: &mut Trainer, executor: &mut dyn Executor, at_most: Duration, progress: &dyn Progress) {
    while executor.room() > 0
        && let Some(unit) = trainer.hand_out()
    {
        executor.submit(unit);
    }
    executor.results(at_most).into_iter().for_each(|result| trainer.take(result, progress));
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
    #[cfg(not(target_arch = "wasm32"))]
    pub fn on_interrupt() -> std::io::Result<Self> {
        let (flag, heard) = (Self::default(), Self::default());
        let shared = flag.clone();
        let interrupted = move || {
            if heard.0.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            shared.set();
        };
        ctrlc::set_handler(interrupted).map_err(std::io::Error::other)?;
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
