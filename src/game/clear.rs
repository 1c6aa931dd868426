//! Line clears: full rows go, streaks move on, points are given; a piece that locked above the skyline loses.

use super::components::{Falling, Field, Match, RoundTally, RunningStreak, Score, TickOutcome, ToppedOut};
use crate::rules::Clear;
use bevy::prelude::*;

type Clearing = (
    &'static mut Field,
    &'static mut Falling,
    &'static mut RunningStreak,
    &'static mut Score,
    &'static mut RoundTally,
    &'static mut ToppedOut,
    &'static mut TickOutcome,
);

/// Clears the full rows of every player whose piece locked in this tick, gives the points, and checks for a lock out.
pub(super) fn clear(current: Single<&Match>, mut players: Query<Clearing>) {
    let rules = &current.rules;
    for (mut field, mut falling, mut streak, mut score, mut tally, mut topped_out, mut outcome) in &mut players {
        let Some(locked) = outcome.locked else { continue };
        let dug = field.0.garbage_rows_among(field.0.board().full_rows());
        let cleared = field.0.clear_full_rows();
        let lines = cleared.count_ones() as u8;
        let clear = streak.0.advance(lines, locked.spin, field.0.board().is_clear(), rules.attack.table);
        let clear = Clear { garbage: dug as u8, ..clear };
        let level = score.0.level(rules.start_level);
        outcome.points = score.0.count_lock(rules.scoring, &clear, rules.start_level, streak.0.back_to_back);
        outcome.level_up = current.mode.shows_level() && score.0.level(rules.start_level) > level;
        outcome.cleared = cleared;
        outcome.clear = Some(clear);
        tally.dug += dug;
        if lines > 0 {
            falling.wait += rules.clear_delay;
        }
        if let Some(lost) = rules.top_out.check_lock_out(field.0.board().size(), locked.piece, cleared) {
            topped_out.0 = Some(lost);
            outcome.topped_out = Some(lost);
        }
    }
}
