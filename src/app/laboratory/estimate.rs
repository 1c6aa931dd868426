//! How long the first generation of a plan will take on this machine: some of its games are played on another thread.

use super::RunPlan;
use crate::doors::Moment;
use crate::doors::threads::{self, Thread};
use crate::train::{Prepared, Silent};
use std::time::Duration;

/// How long games are tried.
const TRIED: Duration = Duration::from_millis(700);
/// Seconds for which a plan must stay as it is before its games are tried.
const REST: f32 = 0.6;

/// An estimate, made anew whenever the plan changes.
#[derive(Debug, Default)]
pub(super) struct Estimate {
    of: Option<RunPlan>,
    rest: f32,
    trying: Option<Thread<Option<Duration>>>,
    found: Option<Duration>,
}

impl Estimate {
    /// The time that the first generation of this plan will take, once it is known.
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

/// Plays games of the first generation for a moment, and counts on to all of them.
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
    // A game that was broken off counts as the first of those that take so long.
    let each = if played == 0 { began.elapsed() } else { took / played };
    Some(each * all / plan.cores.max(1) as u32)
}
