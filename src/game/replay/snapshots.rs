//! Snapshots of a replay every few seconds, so that jumping back need not begin at the beginning, and one shortly
//! before the place of the last jump, so that one step back after another takes no time.

use crate::game::snapshot::Snapshot;
use std::sync::Arc;

/// Ticks between two snapshots.
const EVERY: u64 = 5000;
/// Ticks from the snapshot before the place of a jump to that place.
const BEFORE: u64 = 500;

/// The snapshots that were taken of a replay.
#[derive(Debug, Default)]
pub(super) struct Snapshots {
    /// The snapshots every few seconds, in order of ticks.
    regular: Vec<Arc<Snapshot>>,
    /// The snapshot shortly before the place of the last jump that came by there; `None` before such a jump.
    pub(super) before_jump: Option<Arc<Snapshot>>,
}

impl Snapshots {
    /// The tick shortly before `target` at which a jump to there takes a snapshot, if it comes by.
    pub(super) const fn tick_before_jump(target: u64) -> u64 {
        target.saturating_sub(BEFORE)
    }

    /// The tick at which the next snapshot is due, after tick `now`.
    pub(super) fn next_due_tick(&self, now: u64) -> u64 {
        self.regular.last().map_or(now, |last| last.tick() + EVERY).max(now + 1)
    }

    /// Whether a snapshot is due at tick `now`.
    pub(super) fn is_due(&self, now: u64) -> bool {
        self.regular.last().is_none_or(|last| now >= last.tick() + EVERY)
    }

    /// Adds a snapshot that was due, which has to be later than all others of its kind.
    pub(super) fn keep(&mut self, snapshot: Snapshot) {
        self.regular.push(Arc::new(snapshot));
    }

    /// The last snapshot that is not after this tick; `None` if there is none.
    pub(super) fn nearest(&self, tick: u64) -> Option<Arc<Snapshot>> {
        let all = self.regular.iter().chain(&self.before_jump);
        all.filter(|snapshot| snapshot.tick() <= tick).max_by_key(|snapshot| snapshot.tick()).cloned()
    }
}
