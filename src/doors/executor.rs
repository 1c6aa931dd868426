//! The door to what computes the units of training.
//!
//! An executor is given a round and then units of it, and gives their results back in any order. On a desktop its form
//! is threads ([`pool`](super::pool)), in a browser workers ([`workers`](super::workers)).

use crate::train::recipe::RecipeError;
use crate::train::{Progress, Trainer, TrainingRound, UnitResult, WorkUnit};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Computes units of training, one round after another.
pub trait Executor {
    /// Begins a round: all units submitted from now on are of it. Units of an earlier round are dropped.
    ///
    /// # Errors
    /// The error of a genome of the round that does not fit its recipe.
    fn begin(&mut self, round: &TrainingRound) -> Result<(), RecipeError>;
    /// How many more units the executor would take now.
    fn room(&self) -> usize;
    /// Gives the executor a unit. The result comes back sooner or later, unless the unit is dropped.
    fn submit(&mut self, unit: WorkUnit);
    /// The numbers of the units that are being computed at this moment; empty where the executor does not know.
    fn computing(&self) -> Vec<u32> {
        Vec::new()
    }
    /// Takes the results that have come back, in any order. If there are none yet, this waits for the first, for the
    /// time `at_most` and no longer.
    fn take_results(&mut self, at_most: Duration) -> Vec<UnitResult>;
    /// Why the executor cannot go on, in one line; `None` while nothing is wrong. Units that it was given may be lost
    /// then.
    fn failure(&self) -> Option<&str> {
        None
    }
    /// Drops the units that are not computed yet; those in progress stop within one piece of their games. Results that
    /// were computed by then are still among the [`take_results`](Self::take_results).
    fn drop_units(&mut self);
}

/// An executor on this many threads, in a browser on as many workers, which gives way to everything else that wants the
/// processor.
///
/// # Errors
/// The error of the system, if it does not give the threads.
pub fn background_executor(count: usize) -> io::Result<Box<dyn Executor + Send>> {
    #[cfg(not(target_arch = "wasm32"))]
    return Ok(Box::new(super::ThreadExecutor::with_low_priority(count)?));
    #[cfg(target_arch = "wasm32")]
    return Ok(Box::new(super::browser::start_trainers(count)));
}

/// Hands units of the round in progress to an executor that has begun the round, as many as it takes, and gives the
/// trainer the results that have come back. Waits for the first result, but no longer than `at_most`.
pub fn exchange_with_executor(
    trainer: &mut Trainer,
    executor: &mut dyn Executor,
    at_most: Duration,
    progress: &dyn Progress,
) {
    while executor.room() > 0
        && let Some(unit) = trainer.hand_out()
    {
        executor.submit(unit);
    }
    executor.take_results(at_most).into_iter().for_each(|result| trainer.accept_result(result, progress));
}

/// A flag that asks a computation to stop. It may be set from anywhere: clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once, with exit code 130. This may be called once
    /// in a program.
    ///
    /// # Errors
    /// The error of the system, if it does not let the signal be caught.
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

    /// A flag that is set when the system asks the program to end (SIGTERM), or when its terminal or session goes
    /// (SIGHUP). A second SIGTERM ends the program at once.
    ///
    /// # Errors
    /// The error of the system, if it does not let the signals be caught.
    #[cfg(all(unix, feature = "window"))]
    pub fn on_termination() -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        use signal_hook::flag::{register, register_conditional_default};
        // At the end of a session both signals come, and where a terminal goes a shell sends SIGHUP twice: only SIGTERM
        // is counted, and for itself.
        let (flag, heard) = (Self::default(), Self::default());
        register_conditional_default(SIGTERM, Arc::clone(&heard.0))?;
        register(SIGTERM, heard.0)?;
        register(SIGTERM, Arc::clone(&flag.0))?;
        if !is_hangup_ignored() {
            register(SIGHUP, Arc::clone(&flag.0))?;
        }
        Ok(flag)
    }

    /// A flag that is set when somebody closes the window of text that the program was started from. Windows waits for
    /// some seconds then, so that the program ends by itself.
    ///
    /// # Errors
    /// The error of the system, if it does not tell of that, or has no thread left.
    #[cfg(all(windows, feature = "net", feature = "window"))]
    pub fn on_termination() -> io::Result<Self> {
        // Tokio keeps Windows waiting while somebody listens. `ctrlc`, by which Bevy hears of Ctrl-C, would answer at
        // once, at which Windows ends the program; of two handlers the later one is asked first.
        let (flag, mut closing) = (Self::default(), tokio::signal::windows::ctrl_close()?);
        let (closed, runtime) = (flag.clone(), tokio::runtime::Builder::new_current_thread().build()?);
        super::threads::spawn("a console that closes", move || {
            runtime.block_on(closing.recv());
            closed.set();
        })?;
        Ok(flag)
    }

    /// Sets the flag: asks the computation to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag was set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether whoever started this program has it ignore SIGHUP, as `nohup` does. Linux alone tells without `unsafe`.
#[cfg(all(unix, feature = "window"))]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // SIGHUP is signal 1, the lowest bit.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}
