//! Rating a player of the user's own: whole matches against the rivals of the ladder, on a thread that gives way to the
//! game, until the rating is known to 50 points.

use crate::app::persistence::{Ladder, Strength};
use crate::app::timed_match::{self, Entrant, MatchRecord};
use crate::doors::threads::{self, Thread};
use crate::game::{Pace, SeatSetup};
use crate::measure::elo::{self, Met};
use crate::rules::{Random, RuleSet};
use crate::storage::{Catalog, Spec};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Half the width of the 95 % interval at which a rating is known well enough, in points.
const WANTED: f64 = 50.0;
/// The most matches that are played: a player that wins or loses nearly all of them has no rating on this ladder.
const MOST: u32 = 600;
/// The fewest matches that make a rating: the interval of fewer is itself a guess.
const LEAST: u32 = 40;
/// How many standard deviations half the width of a 95 % interval has.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// What is known of a rating so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingSoFar {
    /// How many matches were played.
    pub matches: u32,
    /// The rating and half the width of its 95 % interval, in points; `None` before the first two matches are over.
    pub rating: Option<(f64, f64)>,
    /// The strength as it is kept; `None` until the rating is known well enough.
    pub strength: Option<Strength>,
    /// Why the player cannot be rated, in one line; `None` if nothing went wrong.
    pub problem: Option<String>,
}

impl RatingSoFar {
    /// Whether no more matches are played, because the rating is known or the player cannot be rated.
    pub const fn is_over(&self) -> bool {
        self.strength.is_some() || self.problem.is_some()
    }
}

/// The rating of a player on a thread of its own.
#[derive(Debug)]
pub struct RatingJob {
    /// The SPEC of the player that is rated.
    pub spec: Spec,
    /// The speed at which the player is rated.
    pub pace: Pace,
    thread: Option<Thread<()>>,
    shared: Arc<Mutex<RatingThreadState>>,
}

#[derive(Debug, Default)]
struct RatingThreadState {
    so_far: RatingSoFar,
    ends: bool,
}

impl RatingJob {
    /// Begins to play matches of a player at a speed against the rungs of a ladder, without the user's own players.
    ///
    /// # Errors
    /// The error of the system, if it gives no thread.
    pub fn begin(spec: Spec, pace: Pace, ladder: &Ladder) -> io::Result<Self> {
        let rungs: Vec<Strength> =
            ladder.rungs().iter().filter(|rung| !rung.is_own).map(|rung| rung.strength.clone()).collect();
        let shared = Arc::new(Mutex::new(RatingThreadState::default()));
        let (of_thread, whom) = (Arc::clone(&shared), spec.clone());
        let thread = threads::spawn("rating", move || {
            threads::give_way();
            if let Err(problem) = rate(&whom, pace, &rungs, &of_thread) {
                locked(&of_thread).so_far.problem = Some(problem);
            }
        })?;
        Ok(Self { spec, pace, thread: Some(thread), shared })
    }

    /// What is known of the rating so far.
    pub fn rating_so_far(&self) -> RatingSoFar {
        locked(&self.shared).so_far.clone()
    }
}

impl Drop for RatingJob {
    /// Ends the matches and waits for the thread. The match in progress takes a second at most.
    fn drop(&mut self) {
        locked(&self.shared).ends = true;
        if let Some(thread) = self.thread.take() {
            thread.join();
        }
    }
}

/// The figures behind the lock. They are also used after a panic on the other thread.
fn locked(shared: &Mutex<RatingThreadState>) -> MutexGuard<'_, RatingThreadState> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays matches until the rating is known, or the job ends. Each seed is played from both sides, against the rung
/// whose rating is nearest to the player's so far: such matches say the most. An error is a line for the user about why
/// the player cannot be rated.
fn rate(spec: &Spec, pace: Pace, rungs: &[Strength], shared: &Mutex<RatingThreadState>) -> Result<(), String> {
    let catalog = Catalog::load();
    let seated = |spec: &Spec, pace: Pace, slips: u8| {
        let found = catalog.contestant(spec).map_err(|error| error.to_string())?;
        let seat = SeatSetup::of(found, None, pace, slips);
        Ok::<_, String>(Entrant { spec: spec.clone(), pps: f64::from(pace.milli_pps) / 1000.0, slips, seat })
    };
    let own = seated(spec, pace, 0)?;
    let rules = timed_match::rules(RuleSet::default()).map_err(|error| error.to_string())?;
    if rungs.is_empty() {
        return Err("There is no ladder to be rated on".to_owned());
    }
    let known: Vec<Option<f64>> = rungs.iter().map(|rung| Some(rung.rating)).chain([None]).collect();
    let mut met: Vec<Met> =
        (0..rungs.len()).map(|rung| Met { players: [rungs.len(), rung], games: 0.0, points: 0.0 }).collect();
    let mut record = MatchRecord::default();
    let mut rating = rungs[rungs.len() / 2].rating;
    let mut others: Vec<Option<Entrant>> = rungs.iter().map(|_| None).collect();
    while record.matches < MOST {
        let away = |rung: usize| (rungs[rung].rating - rating).abs();
        let nearest = (0..rungs.len()).min_by(|one, other| away(*one).total_cmp(&away(*other))).unwrap_or(0);
        if others[nearest].is_none() {
            let rung = &rungs[nearest];
            others[nearest] = Some(seated(&rung.player, rung.pace(), rung.slips)?);
        }
        let Some(other) = &others[nearest] else { continue };
        let seed = Random::derived_seed(1, (record.matches / 2).into());
        for side in 0..2u8 {
            if locked(shared).ends {
                return Ok(());
            }
            let sides = if side == 0 { [&own, other] } else { [other, &own] };
            let played = timed_match::play(sides, rules, seed);
            record.add(&played.records[usize::from(side)]);
            met[nearest].games += 1.0;
            met[nearest].points += played.points(side);
        }
        let found = elo::ratings_beside(&known, &met)[rungs.len()];
        rating = found.rating;
        let enough = found.error <= WANTED && record.matches >= LEAST;
        let mut shared = locked(shared);
        shared.so_far.matches = record.matches;
        shared.so_far.rating = Some((found.rating, found.error));
        if enough {
            shared.so_far.strength = Some(own.strength(&record, found.rating, found.error / DEVIATIONS));
            return Ok(());
        }
    }
    Err(format!("{MOST} matches were not enough to rate it: it wins or loses nearly all of them"))
}
