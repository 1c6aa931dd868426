//! The trail of a game: when each line or row was cleared, or the points at each second, so that a later game can be
//! compared with it while it is played. Read by nothing that decides, so it is not in the state hash.

use super::course::{Course, Goal};
use crate::game::components::{Match, RoundTally, Score};
use crate::game::tick::TickSystems;
use crate::rules::Rules;
use bevy::prelude::*;

/// The most marks of a trail.
const MOST: usize = 10_000;
/// Ticks between two marks where points are compared.
const SECOND: u64 = 1000;

/// Marks of the round so far: the tick of each line or row; where time is the goal, the points at the
/// end of each second.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgressTrail(pub Vec<u32>);

/// The trail that the game in progress is compared with as it is played; empty when there is none.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct TrailToBeat(pub Vec<u32>);

/// Adds the system that writes the trails of players.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TrailToBeat>();
    app.add_systems(FixedUpdate, follow.in_set(TickSystems::Report));
}

/// How many marks a trail should have by now; `None` if this kind of game leaves none.
fn marks(course: &Course, rules: &Rules, score: &Score, tally: &RoundTally, round_tick: u64) -> Option<usize> {
    match course.goal {
        Goal::Lines => (rules.goal_lines > 0).then_some(score.0.lines.min(rules.goal_lines) as usize),
        Goal::Rows { rows } => Some(tally.dug.min(rows) as usize),
        Goal::Time { .. } => Some((round_tick / SECOND) as usize),
        _ => None,
    }
}

fn follow(current: Single<&Match>, mut players: Query<(&Score, &RoundTally, &mut ProgressTrail)>) {
    for (score, tally, mut trail) in &mut players {
        let Some(marks) = marks(&current.course, &current.rules, score, tally, current.round_tick) else { continue };
        // Lines that were taken back with their pieces leave no marks.
        trail.0.truncate(marks);
        if trail.0.len() >= marks.min(MOST) {
            continue;
        }
        let mark = match current.course.goal {
            Goal::Time { .. } => u32::try_from(score.0.score).unwrap_or(u32::MAX),
            _ => u32::try_from(current.round_tick).unwrap_or(u32::MAX),
        };
        trail.0.resize(marks.min(MOST), mark);
    }
}

/// How far this game is ahead of another's trail: in ticks, at the same line or row, or in points at the same second.
/// `None` where there is nothing to compare. A game that is late for its next line falls behind as it waits.
pub fn lead_over(current: &Match, trail: &ProgressTrail, best: &[u32]) -> Option<i64> {
    let at = trail.0.len();
    if let Goal::Time { .. } = current.course.goal {
        let last = at.checked_sub(1)?;
        let then = best.get(last).or(best.last())?;
        return Some(i64::from(trail.0[last]) - i64::from(*then));
    }
    let done = at.checked_sub(1).and_then(|last| Some(i64::from(*best.get(last)?) - i64::from(trail.0[last])));
    // The line in the making: once it takes longer than it did then, the clock says so before it is cleared.
    let late = best.get(at).map(|&next| i64::from(next) - current.round_tick as i64).filter(|&left| left < 0);
    match (done, late) {
        (Some(done), Some(late)) => Some(done.min(late)),
        (done, late) => done.or(late),
    }
}
