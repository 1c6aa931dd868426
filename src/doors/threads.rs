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

/// From now on this thread gets the processor only when nothing else wants it. Elsewhere than on Linux nothing changes: there
/// the priority belongs to the whole program.
pub fn give_way() {
    #[cfg(target_os = "linux")]
    {
        // The lowest there is; without the right to it the thread stays as it was.
        let _ = rustix::process::setpriority_process(None, 19);
    }
}

/// How many threads the machine runs at once; 1 where it does not say.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
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
