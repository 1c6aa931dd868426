//! The door to a worker, which answers requests beside the program, each once, while the program goes on.
//!
//! Its form in a browser is a Web Worker with the engine in it (`browser.rs`). On a desktop the game
//! thinks on threads of its own, and only tests use this.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Answers requests beside the program. Nothing here waits.
pub trait Worker: Debug + Send + Sync {
    /// Hands a request to the worker, under a number that was not used before.
    fn ask(&self, number: u64, request: String);

    /// The answer to a request, given once. `None` while it is not there yet; an error is one line that says why there
    /// is no answer.
    fn answer(&self, number: u64) -> Option<Result<String, String>>;

    /// Says that nobody wants this answer any more: it is not computed, unless that has begun.
    fn forget(&self, number: u64);
}

/// A request on its way. Dropping it says that nobody wants the answer any more.
#[derive(Debug)]
pub struct PendingRequest {
    worker: Arc<dyn Worker>,
    number: u64,
}

impl PendingRequest {
    /// Hands a request to a worker, under a new number.
    pub fn begin(worker: &Arc<dyn Worker>, request: String) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let pending = Self { worker: Arc::clone(worker), number: NUMBER.fetch_add(1, Ordering::Relaxed) };
        pending.worker.ask(pending.number, request);
        pending
    }

    /// The answer, given once, as [`Worker::answer`] gives it.
    pub fn answer(&self) -> Option<Result<String, String>> {
        self.worker.answer(self.number)
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        self.worker.forget(self.number);
    }
}
