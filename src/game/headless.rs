//! The game without a window: an app that advances as many ticks as asked, as fast as it can.

use super::components::{Match, RoundTally, Score};
use super::forfeit::{CurrentForfeit, Forfeit};
use super::stats::MatchStats;
use super::tick::frame_on_one_thread;
use super::{MatchSetup, StartMatch, TickLimit, state_hash};
use crate::rules::ScoreCard;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

/// How many ticks each update of a headless app plays: so many that the work around the fixed schedules hardly counts.
pub const TICKS_AN_UPDATE: u32 = 100;

/// How a headless match stands or ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchReport {
    /// The seat that won; `None` while it is undecided, and where nobody won.
    pub winner: Option<u8>,
    /// Whether the match is over, or there is none.
    pub over: bool,
    /// Rounds won, by seat.
    pub wins: [u8; 2],
    /// Ticks since the match began.
    pub ticks: u64,
    /// The state hash after the last tick; 0 in what [`match_report`] gives.
    pub hash: u64,
    /// The last round's points and counts, by seat.
    pub scores: Vec<ScoreCard>,
    /// The counts of attacks, garbage and keys in the last round, by seat.
    pub tallies: Vec<RoundTally>,
    /// Ticks of the last round.
    pub round_ticks: u64,
    /// Who gave the match up, and why; `None` if nobody did.
    pub given_up: Option<Forfeit>,
}

/// Makes an app with the game alone, which plays `ticks` ticks in each update.
pub fn app(ticks: u32) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, super::plugin));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(ticks));
    frame_on_one_thread(&mut app);
    // The first update advances no time.
    app.update();
    app
}

/// Plays a match to its end, or for `limit` ticks.
pub fn play_match(setup: MatchSetup, limit: Option<u64>) -> MatchReport {
    run(&mut app(TICKS_AN_UPDATE), setup, limit)
}

/// Plays a match like [`play_match`], in an app that [`app`] made and that may have more plugins.
pub fn run(app: &mut App, setup: MatchSetup, limit: Option<u64>) -> MatchReport {
    if let Some(limit) = limit {
        app.insert_resource(TickLimit(limit));
    }
    app.world_mut().trigger(StartMatch(setup));
    app.world_mut().flush();
    loop {
        app.update();
        let report = match_report(app.world_mut());
        if report.over || limit.is_some_and(|limit| report.ticks >= limit) {
            return MatchReport { hash: state_hash(app.world_mut()), ..report };
        }
    }
}

/// Begins this game without a countdown, and plays its first ticks.
#[cfg(test)]
pub(crate) fn begin(app: &mut App, mut setup: MatchSetup) {
    setup.rules.countdown = 0;
    app.world_mut().trigger(StartMatch(setup));
    (0..10).for_each(|_| app.update());
}

/// Presses the key of an action at every seat of the match in progress, and lets it go.
#[cfg(test)]
pub(crate) fn tap_at_every_seat(app: &mut App, action: super::Action) {
    let mut waiting = app.world_mut().query::<&mut super::PendingKeyEvents>();
    for mut keys in waiting.iter_mut(app.world_mut()) {
        keys.0.extend([true, false].map(|down| super::KeyEvent { action, down }));
    }
}

/// The statistics of the match in progress, by seat.
pub fn match_stats(world: &mut World) -> Vec<MatchStats> {
    let mut matches = world.query::<&Match>();
    let seats = matches.single(world).map(|current| current.seats.clone()).unwrap_or_default();
    seats.into_iter().filter_map(|seat| world.get::<MatchStats>(seat).cloned()).collect()
}

/// How the match in progress stands; its hash is left at 0, since it costs more than the rest.
pub fn match_report(world: &mut World) -> MatchReport {
    let mut matches = world.query::<&Match>();
    let given_up = world.get_resource::<CurrentForfeit>().and_then(|forfeit| forfeit.0.clone());
    let mut report = MatchReport { over: true, given_up, ..MatchReport::default() };
    let Ok(current) = matches.single(world) else { return report };
    report.over = current.is_over();
    report.winner = current.phase.winner().filter(|_| report.over);
    report.wins = current.wins;
    report.ticks = current.tick;
    report.round_ticks = current.round_tick;
    for seat in current.seats.clone() {
        if let (Some(score), Some(tally)) = (world.get::<Score>(seat), world.get::<RoundTally>(seat)) {
            report.scores.push(score.0);
            report.tallies.push(*tally);
        }
    }
    report
}
