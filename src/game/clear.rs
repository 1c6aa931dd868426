//! Line clears: full rows go, streaks move on, points are given; a piece that locked above the skyline loses.

use super::components::{Falling, Field, Match, RoundTally, RunningStreak, Score, TickOutcome, ToppedOut};
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
        let (cleared, clear) = streak.0.clear_rows_of(&mut field.0, locked.spin, rules.attack.table);
        let level = score.0.level(rules.start_level);
        outcome.points = score.0.count_lock(rules.scoring, &clear, rules.start_level, streak.0.back_to_back);
        outcome.level_up = current.mode.shows_level() && score.0.level(rules.start_level) > level;
        outcome.cleared = cleared;
        outcome.clear = Some(clear);
        tally.dug += u32::from(clear.garbage);
        if clear.lines > 0 {
            falling.wait += rules.clear_delay;
        }
        if let Some(lost) = rules.top_out.check_lock_out(field.0.board().size(), locked.piece, cleared) {
            topped_out.0 = Some(lost);
            outcome.topped_out = Some(lost);
        }
    }
}
