//! What the modes show beside a board: what is left of the goal, and how far ahead of the best game this one is.

use super::numbers::{clock_text, with_thousands};
use super::palette;
use crate::game::Match;
use crate::game::components::{Field, RoundTally, RunningStreak, Score};
use crate::game::modes::{GarbageFeedState, Goal, ProgressTrail, lead_over};
use crate::game::state::UndoHistory;
use crate::game::stats::{MatchStats, PlayerFigures};
use bevy::ecs::query::QueryData;

/// The value of a lead where there is no best game to compare with.
const NOTHING: i64 = i64::MIN;

/// A query of the components of a player that the figures beside a board are read from.
#[derive(QueryData)]
pub(super) struct FigureComponents {
    pub(super) score: &'static Score,
    pub(super) tally: &'static RoundTally,
    pub(super) streak: &'static RunningStreak,
    field: &'static Field,
    pub(super) trail: &'static ProgressTrail,
    pub(super) feeding: &'static GarbageFeedState,
    pub(super) takes: &'static UndoHistory,
    stats: &'static MatchStats,
}

impl FigureComponentsItem<'_, '_> {
    /// The player's figures of this round; `None` before its first tick.
    pub(super) fn round_figures(&self) -> Option<&PlayerFigures> {
        self.stats.rounds.last().map(|round| &round.figures)
    }
}

/// The value of the figure of a share of nothing, such as that of faultless pieces before the first piece.
pub(super) const SHARE_OF_NOTHING: u64 = u64::MAX;
/// How many cleared lines a split has.
const SPLIT: usize = 10;

/// The time at which the last split was done, in tenths of a second; 0 before the first.
pub(super) fn last_split_time(trail: &ProgressTrail) -> u64 {
    let done = trail.0.len() / SPLIT * SPLIT;
    done.checked_sub(1).and_then(|at| trail.0.get(at)).map_or(0, |&tick| u64::from(tick) / 100)
}

/// What is left of the goal: lines, rows, cells, spins, or tenths of a second.
pub(super) fn goal_left(player: &FigureComponentsItem, current: &Match) -> u64 {
    let lines = current.rules.goal_lines.saturating_sub(player.score.0.lines);
    match current.course.goal {
        Goal::Lines => lines.into(),
        Goal::Time { ticks } => u64::from(ticks).saturating_sub(current.round_tick).div_ceil(100),
        Goal::Rows { rows } => rows.saturating_sub(player.tally.dug).into(),
        Goal::Garbage => player.field.0.garbage_rows_among(u64::MAX).into(),
        Goal::Perfect => player.field.0.board().count().into(),
        Goal::Spins { count } => count.saturating_sub(player.score.0.spins).into(),
        Goal::SpinClear { .. } => 1,
    }
}

/// The label of what is left of the goal.
pub(super) fn goal_left_label(current: &Match) -> &'static str {
    match current.course.goal {
        Goal::Lines => "LINES LEFT",
        Goal::Time { .. } => "TIME LEFT",
        Goal::Rows { .. } | Goal::Garbage => "ROWS LEFT",
        Goal::Perfect => "CELLS LEFT",
        Goal::Spins { .. } | Goal::SpinClear { .. } => "SPINS LEFT",
    }
}

/// What is left of the goal, as it is written on screen.
pub(super) fn goal_left_text(value: u64, current: &Match) -> String {
    match current.course.goal {
        Goal::Time { .. } => clock_text(value),
        Goal::Lines if current.rules.goal_lines == 0 => "–".to_owned(),
        _ => with_thousands(value),
    }
}

/// How far the game is ahead of the best one so far, in tenths of a second or in points; [`NOTHING`] where there is no
/// best one to compare it with.
pub(super) fn lead_over_best(player: &FigureComponentsItem, current: &Match, rival: &[u32]) -> i64 {
    let ahead = lead_over(current, player.trail, rival);
    match current.course.goal {
        Goal::Time { .. } => ahead.unwrap_or(NOTHING),
        _ => ahead.map_or(NOTHING, |ticks| ticks.div_euclid(100)),
    }
}

/// How far ahead the game is, as it is written: with a sign, so that it can be read without colour.
pub(super) fn lead_text(value: i64, current: &Match) -> String {
    let sign = if value < 0 { "−" } else { "+" };
    match current.course.goal {
        _ if value == NOTHING => "–".to_owned(),
        Goal::Time { .. } => format!("{sign}{}", with_thousands(value.unsigned_abs())),
        _ => format!("{sign}{}.{}", value.unsigned_abs() / 10, value.unsigned_abs() % 10),
    }
}

/// The colour in which a lead is written.
pub(super) const fn ahead_ink(value: i64) -> [u8; 3] {
    match value {
        NOTHING => palette::ASH,
        0.. => palette::LEAF,
        _ => palette::VERMILION,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Course, Mode};
    use crate::rules::Rules;

    #[test]
    fn a_split_is_done_with_every_tenth_line() {
        let after = |lines: u32| last_split_time(&ProgressTrail((1..=lines).map(|line| line * 1000).collect()));
        assert_eq!([0, 9, 10, 19, 20, 21].map(after), [0, 0, 100, 100, 200, 200]);
    }

    #[test]
    fn a_lead_has_its_sign_in_tenths_of_a_second_or_in_points() {
        let text = |goal: Goal, value: i64| {
            let course = Course { goal, ..Course::default() };
            lead_text(value, &Match::new(Mode::Custom, Rules::marathon(), course, 0))
        };
        assert_eq!([123, 0, -5, NOTHING].map(|value| text(Goal::Lines, value)), ["+12.3", "+0.0", "−0.5", "–"]);
        let points = [1234, -1234, NOTHING].map(|value| text(Goal::Time { ticks: 120_000 }, value));
        assert_eq!(points, ["+1,234", "−1,234", "–"]);
        assert_eq!([0, -1, NOTHING].map(ahead_ink), [palette::LEAF, palette::VERMILION, palette::ASH]);
    }
}
