//! How long the first generation of a plan will take on this machine: some of its games are played on another thread.

use super::RunPlan;
use crate::doors::Moment;
use crate::doors::threads::{self, Thread};
use crate::train::{Prepared, Silent};
use std::time::Duration;

/// For how long games are tried. A game that is still being played after three times as long is broken off.
const TRIED: Duration = Duration::from_millis(700);
/// Seconds for which a plan must stay as it is before its games are tried.
const REST: f32 = 0.6;

/// The estimate for one plan, which is made anew whenever the plan changes.
#[derive(Debug, Default)]
pub(super) struct Estimate {
    of: Option<RunPlan>,
    rest: f32,
    trying: Option<Thread<Option<Duration>>>,
    found: Option<Duration>,
}

impl Estimate {
    /// The time that the first generation of this plan will take; `None` until it is known. `seconds` is the time since
    /// the last call.
    pub(super) fn look(&mut self, plan: &RunPlan, seconds: f32) -> Option<Duration> {
        if let Some(tried) = self.trying.take_if(|trying| trying.is_finished()) {
            self.found = tried.join().flatten();
        }
        if self.of.as_ref() != Some(plan) {
            (self.of, self.rest, self.found) = (Some(plan.clone()), REST, None);
        }
        if self.rest > 0.0 && self.trying.is_none() {
            self.rest -= seconds;
            if self.rest <= 0.0 {
                let plan = plan.clone();
                self.trying = threads::spawn("estimate", move || tried(&plan)).ok();
            }
        }
        self.found.filter(|_| self.trying.is_none() && self.rest <= 0.0)
    }
}

/// Plays games of the first generation for a moment, and reckons from them how long all games take on the threads of
/// the plan. `None` if the plan is impossible.
fn tried(plan: &RunPlan) -> Option<Duration> {
    threads::give_way();
    let mut trainer = plan.trainer().ok()?;
    let round = Prepared::new(trainer.begin(&Silent)).ok()?;
    let began = Moment::now();
    let is_late = || began.elapsed() >= 3 * TRIED;
    let (mut played, mut all) = (0u32, 0u32);
    let mut took = Duration::ZERO;
    while let Some(unit) = trainer.hand_out() {
        all += 1;
        if began.elapsed() < TRIED && round.compute(&unit, &is_late).is_some() {
            (played, took) = (played + 1, began.elapsed());
        }
    }
    // If not even the first game ended in time, every game counts as that long.
    let each = if played == 0 { began.elapsed() } else { took / played };
    Some(each * all / plan.cores.max(1) as u32)
}
