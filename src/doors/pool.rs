//! Threads of this machine that compute units of training, or work through lists of items. Nothing else in the program
//! names rayon.

use super::executor::{Executor, StopFlag};
use super::threads::{self, Priority, unpoisoned};
use crate::train::recipe::RecipeError;
use crate::train::{PreparedRound, TrainingRound, UnitResult, WorkUnit};
use rayon::prelude::*;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How many units may wait for each thread, so that no thread is ever idle.
const WAITING: usize = 16;
/// How long dropped units are waited for before this looks whether one of them has panicked.
const PATIENCE: Duration = Duration::from_millis(20);

/// An executor that computes units on threads of this machine.
#[derive(Debug)]
pub struct ThreadExecutor {
    pool: rayon::ThreadPool,
    round: Option<Arc<PreparedRound>>,
    /// Set once the units that were submitted are not wanted any more.
    dropped: StopFlag,
    /// The end of the channel by which threads send one message for each unit: its result, or `None` if it was dropped.
    sender: Sender<Option<UnitResult>>,
    receiver: Receiver<Option<UnitResult>>,
    on_their_way: usize,
    found: Vec<UnitResult>,
    /// The numbers of the units that the threads compute now.
    computing: Arc<Mutex<Vec<u32>>>,
    /// Set once a unit has panicked. That unit has no result.
    broken: StopFlag,
}

impl ThreadExecutor {
    /// An executor with as many threads as asked for; with `None` one for each processor.
    ///
    /// # Errors
    /// The error of the system, if it does not give the threads.
    pub fn new(threads: Option<usize>) -> io::Result<Self> {
        Ok(Self::of(pool(threads)?))
    }

    /// An executor with as many threads as asked for, which give way to everything else that wants the processor. A
    /// unit that panics is a [`failure`](Executor::failure), and not the end of the program: somebody may be playing.
    ///
    /// # Errors
    /// The error of the system, if it does not give the threads.
    pub fn with_low_priority(threads: usize) -> io::Result<Self> {
        let broken = StopFlag::default();
        let noted = broken.clone();
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let builder = builder.start_handler(|_| threads::set_priority(Priority::Last));
        let pool = builder.panic_handler(move |_| noted.set()).build().map_err(io::Error::other)?;
        let mut executor = Self::of(pool);
        executor.broken = broken;
        Ok(executor)
    }

    fn of(pool: rayon::ThreadPool) -> Self {
        let (sender, receiver) = channel();
        Self {
            pool,
            round: None,
            dropped: StopFlag::default(),
            sender,
            receiver,
            on_their_way: 0,
            found: Vec::new(),
            computing: Arc::default(),
            broken: StopFlag::default(),
        }
    }

    fn arrived(&mut self, message: Option<UnitResult>) {
        self.on_their_way -= 1;
        self.found.extend(message);
    }
}

impl Executor for ThreadExecutor {
    fn begin(&mut self, round: &TrainingRound) -> Result<(), RecipeError> {
        self.drop_units();
        self.found.clear();
        self.round = Some(Arc::new(PreparedRound::new(round)?));
        Ok(())
    }

    fn room(&self) -> usize {
        (WAITING * self.pool.current_num_threads()).saturating_sub(self.on_their_way)
    }

    fn submit(&mut self, unit: WorkUnit) {
        let Some(round) = self.round.clone() else { return };
        let (dropped, sender, computing) = (self.dropped.clone(), self.sender.clone(), self.computing.clone());
        self.on_their_way += 1;
        // In the order in which units were submitted. Where sending fails nobody listens any more.
        self.pool.spawn_fifo(move || {
            let result = if dropped.is_set() {
                None
            } else {
                unpoisoned(computing.lock()).push(unit.number);
                let result = round.compute_unit(&unit, &|| dropped.is_set());
                unpoisoned(computing.lock()).retain(|number| *number != unit.number);
                result
            };
            let _ = sender.send(result);
        });
    }

    fn computing(&self) -> Vec<u32> {
        unpoisoned(self.computing.lock()).clone()
    }

    fn take_results(&mut self, at_most: Duration) -> Vec<UnitResult> {
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

    fn failure(&self) -> Option<&str> {
        self.broken.is_set().then_some("a game failed because of a bug in the program")
    }

    fn drop_units(&mut self) {
        std::mem::take(&mut self.dropped).set();
        // A unit that has panicked sends nothing.
        while self.on_their_way > 0 && !self.broken.is_set() {
            if let Ok(message) = self.receiver.recv_timeout(PATIENCE) {
                self.arrived(message);
            }
        }
    }
}

impl Drop for ThreadExecutor {
    fn drop(&mut self) {
        self.dropped.set();
    }
}

/// Does `work` for each item, on `threads` threads or with `None` on one for each processor. The results are in the
/// order of the items.
///
/// # Errors
/// The error of the system, if it does not give the threads.
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
/// The first failure found, of `work` or of the system that does not give the threads; of several failures it may be
/// any one.
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::Moment;
    use super::*;

    #[test]
    fn a_unit_that_panics_is_a_failure_and_nothing_waits_for_it() {
        let mut executor = ThreadExecutor::with_low_priority(1).unwrap();
        assert_eq!(executor.failure(), None);
        executor.on_their_way += 1;
        executor.pool.spawn_fifo(|| panic!("a mistake of the program"));
        let began = Moment::now();
        while executor.failure().is_none() && began.elapsed() < Duration::from_secs(30) {
            executor.take_results(PATIENCE);
        }
        assert_eq!(executor.failure(), Some("a game failed because of a bug in the program"));
        executor.drop_units();
    }
}
