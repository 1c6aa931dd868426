//! Rating a player of the user's own: whole matches against the rivals of the ladder, beside the game and giving way to
//! it, until the rating is known to 50 points.

use crate::app::headless_match::{self, Entrant, HeadlessMatch, MatchTotals};
use crate::app::persistence::{Ladder, MeasuredStrength};
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::{Priority, unpoisoned};
use crate::game::{Pace, SeatSetup, ThinkingPlace};
use crate::measure::elo::{self, PlayerPairResults};
use crate::measure::statistics::NORMAL_QUANTILE;
use crate::rules::{Random, RuleSet, Rules};
use crate::storage::{Catalog, Spec};
use std::io;
use std::sync::{Arc, Mutex};

/// Half the width of the 95 % interval at which a rating is known well enough, in points.
const WANTED: f64 = 50.0;
/// The most matches that are played: a player that wins or loses nearly all of them has no rating on this ladder.
const MOST: u32 = 600;
/// The fewest matches that make a rating: the interval of fewer is itself a guess.
const LEAST: u32 = 40;

/// What is known of a rating so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingSoFar {
    /// How many matches were played.
    pub matches: u32,
    /// The rating and half the width of its 95 % interval, in points; `None` before the first two matches are over.
    pub rating: Option<(f64, f64)>,
    /// The strength as it is kept; `None` until the rating is known well enough.
    pub strength: Option<MeasuredStrength>,
    /// Why the player cannot be rated, in one line; `None` if nothing went wrong.
    pub problem: Option<String>,
}

impl RatingSoFar {
    /// Whether no more matches are played, because the rating is known or the player cannot be rated.
    pub const fn is_over(&self) -> bool {
        self.strength.is_some() || self.problem.is_some()
    }
}

/// The rating of a player, on a thread of its own; in a browser between the frames. Dropping the job ends the matches.
#[derive(Debug)]
pub struct RatingJob {
    /// The SPEC of the player that is rated.
    pub spec: Spec,
    /// The speed at which the player is rated.
    pub pace: Pace,
    steps: StepwiseWork<()>,
    so_far: Arc<Mutex<RatingSoFar>>,
}

impl RatingJob {
    /// Begins to play matches of a player at a speed against the rungs of a ladder, without the user's own players.
    ///
    /// # Errors
    /// The error of the system, if it gives no thread.
    pub fn begin(spec: Spec, pace: Pace, ladder: &Ladder) -> io::Result<Self> {
        let rungs: Vec<MeasuredStrength> =
            ladder.rungs().iter().filter(|rung| !rung.is_own).map(|rung| rung.strength.clone()).collect();
        let so_far = Arc::<Mutex<RatingSoFar>>::default();
        let (told, whom) = (Arc::clone(&so_far), spec.clone());
        let mut matches = None;
        let steps = StepwiseWork::begin(Priority::Last, "rating", move || {
            let matches = matches.get_or_insert_with(|| RatingMatches::begin(&whom, pace, &rungs, &told));
            let stepped = matches.as_mut().map_err(std::mem::take).and_then(RatingMatches::step);
            stepped.unwrap_or_else(|problem| {
                unpoisoned(told.lock()).problem = Some(problem);
                Step::Done(())
            })
        })?;
        Ok(Self { spec, pace, steps, so_far })
    }

    /// Goes on with the matches, where there is no thread that does, and notes a problem if they have broken down. To
    /// be called in every frame.
    pub fn go_on(&self) {
        if self.steps.is_finished() {
            let mut so_far = unpoisoned(self.so_far.lock());
            if !so_far.is_over() {
                so_far.problem = Some("The matches have broken off".to_owned());
            }
        }
    }

    /// What is known of the rating so far.
    pub fn rating_so_far(&self) -> RatingSoFar {
        unpoisoned(self.so_far.lock()).clone()
    }
}

/// The matches by which a player is rated. Each seed is played from both sides, against the rung whose rating is
/// nearest to the player's so far: such matches say the most.
struct RatingMatches {
    catalog: Catalog,
    rungs: Vec<MeasuredStrength>,
    own: Entrant,
    rules: Rules,
    thinking: ThinkingPlace,
    /// The ratings of the rungs, and `None` for the player that is rated.
    known: Vec<Option<f64>>,
    met: Vec<PlayerPairResults>,
    record: MatchTotals,
    so_far: Arc<Mutex<RatingSoFar>>,
    /// The match in progress, with the rung that it is against and the side that the player has in it.
    playing: Option<(HeadlessMatch, usize, u8)>,
}

impl RatingMatches {
    /// Prepares the matches of a player. An error is a line for the user about why the player cannot be rated.
    fn begin(
        spec: &Spec,
        pace: Pace,
        rungs: &[MeasuredStrength],
        so_far: &Arc<Mutex<RatingSoFar>>,
    ) -> Result<Self, String> {
        let catalog = Catalog::load();
        let own = entrant(&catalog, spec, pace, 0)?;
        let rules = headless_match::rules(RuleSet::default()).map_err(|error| error.to_string())?;
        if rungs.is_empty() {
            return Err("There is no ladder to be rated on".to_owned());
        }
        let meeting = |rung| PlayerPairResults { players: [rungs.len(), rung], games: 0.0, points: 0.0 };
        Ok(Self {
            catalog,
            own,
            rules,
            thinking: beside(),
            known: rungs.iter().map(|rung| Some(rung.rating)).chain([None]).collect(),
            met: (0..rungs.len()).map(meeting).collect(),
            record: MatchTotals::default(),
            so_far: Arc::clone(so_far),
            rungs: rungs.to_vec(),
            playing: None,
        })
    }

    /// Goes on with the match in progress, or begins the next one; tells what is known after every second match. It is
    /// done once that is enough. An error is a line for the user about why the player cannot be rated.
    fn step(&mut self) -> Result<Step<()>, String> {
        let Some((playing, rung, side)) = &mut self.playing else {
            self.playing = Some(self.next_match()?);
            return Ok(Step::More);
        };
        let (rung, side) = (*rung, *side);
        let played = match playing.step() {
            Step::Done(played) => played,
            Step::Rest(time) => return Ok(Step::Rest(time)),
            Step::More => return Ok(Step::More),
        };
        self.playing = None;
        self.record.add(&played.records[usize::from(side)]);
        self.met[rung].games += 1.0;
        self.met[rung].points += played.points(side);
        if side == 0 {
            return Ok(Step::More);
        }
        let found = elo::anchored_ratings(&self.known, &self.met)[self.rungs.len()];
        let mut so_far = unpoisoned(self.so_far.lock());
        if found.error <= WANTED && self.record.matches >= LEAST {
            so_far.strength =
                Some(self.own.measured_strength(&self.record, found.rating, found.error / NORMAL_QUANTILE));
        } else if self.record.matches >= MOST {
            return Err(format!("{MOST} matches were not enough to rate it: it wins or loses nearly all of them"));
        }
        (so_far.matches, so_far.rating) = (self.record.matches, Some((found.rating, found.error)));
        Ok(if so_far.is_over() { Step::Done(()) } else { Step::More })
    }

    fn next_match(&self) -> Result<(HeadlessMatch, usize, u8), String> {
        let side = (self.record.matches % 2) as u8;
        let known = unpoisoned(self.so_far.lock()).rating;
        let rating = known.map_or(self.rungs[self.rungs.len() / 2].rating, |(rating, _)| rating);
        let away = |rung: usize| (self.rungs[rung].rating - rating).abs();
        let nearest = (0..self.rungs.len()).min_by(|one, other| away(*one).total_cmp(&away(*other))).unwrap_or(0);
        let rung = &self.rungs[nearest];
        let other = entrant(&self.catalog, &rung.player, rung.pace(), rung.slips)?;
        let sides = if side == 0 { [&self.own, &other] } else { [&other, &self.own] };
        let seed = Random::derived_seed(1, (self.record.matches / 2).into());
        Ok((HeadlessMatch::begin(sides, self.rules, seed, self.thinking.clone()), nearest, side))
    }
}

/// A player of the catalog, ready to play matches at a speed. An error is a line for the user.
fn entrant(catalog: &Catalog, spec: &Spec, pace: Pace, slips: u8) -> Result<Entrant, String> {
    let found = catalog.contestant(spec).map_err(|error| error.to_string())?;
    let seat = SeatSetup::from_contestant(found, None, pace, slips);
    Ok(Entrant { spec: spec.clone(), pps: f64::from(pace.milli_pps) / 1000.0, slips, seat })
}

/// Where the players of rating matches think: on the thread of the matches, or in a browser, whose frames do not wait
/// for a search, in a worker.
fn beside() -> ThinkingPlace {
    #[cfg(target_arch = "wasm32")]
    if let Some(worker) = crate::doors::browser::WebWorker::start("rating") {
        return ThinkingPlace::WorkerOrInline(Arc::new(worker));
    }
    ThinkingPlace::Inline
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::{Moment, threads};
    use std::time::Duration;

    #[test]
    fn matches_that_have_broken_down_end_the_rating_with_a_line() {
        let steps = StepwiseWork::begin(Priority::Usual, "test", || -> Step<()> { panic!("a mistake of the program") });
        let (spec, so_far) = ("iwumbwe:0".parse().unwrap(), Arc::default());
        let job = RatingJob { spec, pace: Pace::BEGINNER, steps: steps.unwrap(), so_far };
        let began = Moment::now();
        while !job.rating_so_far().is_over() && began.elapsed() < Duration::from_secs(30) {
            job.go_on();
            threads::sleep(Duration::from_millis(1));
        }
        assert!(job.rating_so_far().problem.is_some());
    }
}
