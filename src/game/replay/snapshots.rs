//! Snapshots of a replay every few seconds, so that jumping back need not begin at the beginning.

use crate::game::snapshot::Snapshot;
use std::sync::Arc;

/// Ticks between two snapshots.
const EVERY: u64 = 5000;

/// A replay's snapshots, in order of ticks.
#[derive(Debug, Default)]
pub(super) struct Snapshots(Vec<Arc<Snapshot>>);

impl Snapshots {
    /// The tick at which the next snapshot is due, after tick `now`.
    pub(super) fn next_due_tick(&self, now: u64) -> u64 {
        self.0.last().map_or(now, |last| last.tick() + EVERY).max(now + 1)
    }

    /// Whether a snapshot is due at tick `now`.
    pub(super) fn is_due(&self, now: u64) -> bool {
        self.0.last().is_none_or(|last| now >= last.tick() + EVERY)
    }

    /// Adds a snapshot, which has to be later than all others.
    pub(super) fn keep(&mut self, snapshot: Snapshot) {
        self.0.push(Arc::new(snapshot));
    }

    /// The last snapshot that is not after this tick; `None` if there is none.
    pub(super) fn nearest(&self, tick: u64) -> Option<Arc<Snapshot>> {
        self.0.iter().rev().find(|snapshot| snapshot.tick() <= tick).cloned()
    }
}
