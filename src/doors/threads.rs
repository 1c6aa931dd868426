//! Threads of the system: one that goes its own way, and several that help with one decision.

use crate::search::{Helpers, Job};
use std::io;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// How long a caller sleeps before it looks after its helpers again.
const PATIENCE: Duration = Duration::from_micros(200);

/// A thread that was begun. Dropping this lets it go on alone.
#[derive(Debug)]
pub struct Thread<T>(JoinHandle<T>);

impl<T> Thread<T> {
    /// Whether its work is done.
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// Waits for its end and gives what its work came to; `None` if it panicked.
    pub fn join(self) -> Option<T> {
        self.0.join().ok()
    }
}

/// Begins a thread of this name.
///
/// # Errors
/// Where the system has no thread left.
pub fn spawn<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> io::Result<Thread<T>> {
    Builder::new().name(name.to_owned()).spawn(work).map(Thread)
}

/// Waits so long.
pub fn sleep(time: Duration) {
    std::thread::sleep(time);
}

/// A search's helpers as threads, one a job.
#[derive(Clone, Copy, Debug)]
pub struct HelperThreads;

impl Helpers for HelperThreads {
    fn beside(&self, jobs: Vec<Job<'_>>, own: &mut dyn FnMut(&mut dyn FnMut() -> bool)) {
        let caller = &std::thread::current();
        std::thread::scope(|scope| {
            // A system that has no thread left does without.
            let begun = jobs.into_iter().filter_map(|job| {
                let help = move || {
                    job();
                    caller.unpark();
                };
                Builder::new().spawn_scoped(scope, help).ok()
            });
            let helping: Vec<_> = begun.collect();
            own(&mut || {
                let over = helping.iter().all(|helper| helper.is_finished());
                if !over {
                    std::thread::park_timeout(PATIENCE);
                }
                over
            });
            for helper in helping {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
    }
}
