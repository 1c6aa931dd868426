//! Threads of the system: single ones that go their own way, and several that help with one decision.

use crate::search::{Helpers, Job};
use std::io;
use std::sync::{LockResult, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// How long a caller sleeps before it looks after its helpers again.
const PATIENCE: Duration = Duration::from_micros(200);

/// A thread that was begun. Dropping this lets the thread go on alone.
#[derive(Debug)]
pub struct Thread<T>(JoinHandle<T>);

impl<T> Thread<T> {
    /// Whether the thread's work is done.
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// Waits for the thread's end and gives the result of its work; `None` if it panicked.
    pub fn join(self) -> Option<T> {
        self.0.join().ok()
    }
}

/// Begins a thread with this name, which does `work`.
///
/// # Errors
/// The error of the system, if it has no thread left.
pub fn spawn<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> io::Result<Thread<T>> {
    Builder::new().name(name.to_owned()).spawn(work).map(Thread)
}

/// Gives what is behind a lock, also where a thread has panicked that held it. The panic has told of itself, and the
/// others go on: what lies behind our locks is changed in single steps or made anew at each use, and a program that
/// stopped here too would lose what they still have to save.
pub fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(PoisonError::into_inner)
}

/// Stops this thread for the given time.
pub fn sleep(time: Duration) {
    std::thread::sleep(time);
}

/// How much of a processor a thread gets while other threads or programs want all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// As much as any other thread gets.
    Usual,
    /// A tenth of what a usual thread gets: for what a person waits for while the game goes on, as reviews and advice.
    Behind,
    /// A seventieth of what a usual thread gets: for what takes hours, as training.
    Last,
}

/// Lowers the priority of this thread; [`Priority::Usual`] leaves it as it is. On systems other than Linux nothing
/// changes: there another call sets it, or this one means the whole program.
pub fn set_priority(priority: Priority) {
    #[cfg(target_os = "linux")]
    {
        // The shares are those of the table `sched_prio_to_weight` in the kernel's kernel/sched/core.c: 1024, 110, 15.
        let nice = match priority {
            Priority::Usual => return,
            Priority::Behind => 10,
            Priority::Last => 19,
        };
        // Without the right to change it the thread stays as it was.
        let _ = rustix::process::setpriority_process(None, nice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = priority;
}

/// How many threads, or in a browser workers, the machine can run at once; 1 where it does not say.
pub fn cores() -> usize {
    #[cfg(target_arch = "wasm32")]
    return (super::browser::cores() as usize).max(1);
    #[cfg(not(target_arch = "wasm32"))]
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A search's helpers as threads, one for each job.
#[derive(Clone, Copy, Debug)]
pub struct HelperThreads;

impl Helpers for HelperThreads {
    fn beside(&self, jobs: Vec<Job<'_>>, own: &mut dyn FnMut(&mut dyn FnMut() -> bool)) {
        let caller = &std::thread::current();
        std::thread::scope(|scope| {
            // A job that the system has no thread for is left out.
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
