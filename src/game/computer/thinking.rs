//! Where a thought is thought: on the spot, on the task pool, or by a worker beside the program.

use super::thinker::Thinker;
use crate::doors::worker::{PendingRequest, Worker};
use crate::search::State;
use crate::search::request::SearchReply;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use std::sync::{Arc, OnceLock};

/// Where thoughts are thought, so that frames do not wait for them.
#[derive(Resource, Clone, Debug, Default)]
pub enum ThinkingPlace {
    /// On the spot: the tick waits.
    #[default]
    Inline,
    /// On the task pool, beside the frames.
    Pooled,
    /// Searches by a worker, all else on the task pool.
    Worker(Arc<dyn Worker>),
    /// Searches by a worker, all else on the spot. This is for matches that nobody watches: a tick may take long, as no
    /// frame waits for it.
    WorkerOrInline(Arc<dyn Worker>),
}

impl ThinkingPlace {
    /// Whether the tick itself thinks and waits for the thought.
    pub(super) const fn is_inline(&self) -> bool {
        matches!(self, Self::Inline)
    }

    /// Whether the tick itself thinks the thoughts of this player.
    pub(super) const fn is_inline_for(&self, thinker: &Thinker) -> bool {
        let searches = matches!(thinker, Thinker::Searcher { .. });
        self.is_inline() || matches!(self, Self::WorkerOrInline(_)) && !searches
    }
}

/// A thought about a piece that is not done yet. Snapshots share it, so that nothing is thought twice; it ends with
/// the last of them.
#[derive(Debug)]
pub(super) struct PendingThought {
    by: ThoughtBy,
    answer: Arc<OnceLock<SearchReply>>,
}

#[derive(Debug)]
enum ThoughtBy {
    Task(Task<()>),
    Worker(Box<ByWorker>),
}

/// A thought that a worker computes. The position is kept: should the worker fail, it is thought about on the spot.
#[derive(Debug)]
struct ByWorker {
    request: PendingRequest,
    thinker: Thinker,
    state: State,
}

impl PendingThought {
    /// Starts to think about a position.
    pub(super) fn begin(thinking: &ThinkingPlace, thinker: Thinker, state: State) -> Self {
        let answer = Arc::new(OnceLock::new());
        if let (ThinkingPlace::Worker(worker) | ThinkingPlace::WorkerOrInline(worker), Some(request)) =
            (thinking, thinker.worker_request(&state))
        {
            let request = PendingRequest::begin(worker, request);
            return Self { by: ThoughtBy::Worker(Box::new(ByWorker { request, thinker, state })), answer };
        }
        let slot = Arc::clone(&answer);
        let task = AsyncComputeTaskPool::get().spawn(async move {
            // Only this task writes into the slot.
            let _ = slot.set(thinker.rank_placements(&state));
        });
        Self { by: ThoughtBy::Task(task), answer }
    }

    /// Whether the thought is done, so that its reply is known.
    pub(super) fn is_finished(&self) -> bool {
        match &self.by {
            ThoughtBy::Task(task) => task.is_finished(),
            ThoughtBy::Worker(by_worker) => {
                if self.answer.get().is_none()
                    && let Some(answer) = by_worker.request.answer()
                {
                    let reply = answer.and_then(|line| SearchReply::read(&line));
                    let _ = self.answer.set(reply.unwrap_or_else(|error| {
                        warn!("a computer player thinks without its worker: {error}");
                        by_worker.thinker.rank_placements(&by_worker.state)
                    }));
                }
                self.answer.get().is_some()
            }
        }
    }

    /// What the thought came to; `None` until it is done, and where the task broke off.
    pub(super) fn finished_reply(&self) -> Option<&SearchReply> {
        self.is_finished().then(|| self.answer.get()).flatten()
    }

    /// What the thought came to; `None` until it is done. Empty if the task broke off.
    pub(super) fn reply(&self) -> Option<SearchReply> {
        self.is_finished().then(|| self.answer.get().cloned().unwrap_or_default())
    }
}
