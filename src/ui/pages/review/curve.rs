//! The curve of a review: a player's chance to win over the game, or the speed in a game without an opponent, with the
//! moves that cost something.

use super::super::super::draw::{lozenge, spaced_text};
use super::super::super::graph::paint_time_labels;
use super::super::super::theme::{self, faded};
use crate::app::game_review::ReviewedMove;
use crate::game::replay::Replay;
use crate::review::Grade;
use bevy_egui::egui::{Align2, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

/// How many of the last moves the speed at a move is taken over.
const WINDOW: usize = 10;

/// The curve of a player's moves, as it follows from the whole game.
#[derive(Debug)]
pub(in super::super) struct ReviewCurve {
    /// Whether there was no opponent, so that the curve shows the speed.
    alone: bool,
    /// The value at the upper edge of the curve.
    most: f64,
    /// How many seconds were played in all, at least one.
    end: f32,
    /// Of each move, how many seconds were played by then, and its value; `None` before the review has judged it.
    points: Vec<Option<(f32, f64)>>,
}

impl ReviewCurve {
    /// The curve of these moves of one player in this game.
    pub(super) fn of(own: &[&ReviewedMove], replay: &Replay) -> Self {
        let alone = own.first().is_some_and(|reviewed| reviewed.recorded.played.opponent.is_none());
        let values: Vec<Option<f64>> =
            (0..own.len()).map(|at| if alone { Some(speed(own, at)) } else { chance(own[at]) }).collect();
        let most = if alone { values.iter().flatten().copied().fold(1.0, f64::max).ceil() } else { 100.0 };
        // The time counts as in the results: all rounds, one after the other, without what lies between them.
        let round_begun =
            |reviewed: &&ReviewedMove| reviewed.recorded.began.saturating_sub(reviewed.recorded.timing.now);
        let mut begun: Vec<u64> = own.iter().map(round_begun).collect();
        begun.dedup();
        let seconds = |tick: u64| replay.ticks_played_until(tick, begun.iter().copied()) as f32 / 1000.0;
        let made = own.iter().map(|reviewed| seconds(reviewed.recorded.tick));
        let points = made.zip(values).map(|(seconds, value)| Some((seconds, value?))).collect();
        Self { alone, most, end: seconds(replay.ticks).max(1.0), points }
    }
}

/// Paints the curve of these moves, and where the move in focus lies on it.
pub(super) fn paint(
    painter: &Painter,
    rect: Rect,
    (curve, own): (&ReviewCurve, &[&ReviewedMove]),
    focus: Option<&ReviewedMove>,
) {
    theme::paint_side_background(painter, rect);
    let &ReviewCurve { alone, most, end, .. } = curve;
    let title = if alone { "PIECES A SECOND" } else { "CHANCE TO WIN BETWEEN EQUALS" };
    let inside = rect.shrink2(vec2(14.0, 10.0));
    spaced_text(painter, inside.min, Align2::LEFT_TOP, title, theme::semibold(11.5), theme::ASH, 1.6);
    let plot = Rect::from_min_max(inside.min + vec2(38.0, 24.0), inside.max - vec2(6.0, 18.0));
    paint_time_labels(painter, plot, end);
    let at = |(seconds, value): (f32, f64)| {
        let x = plot.left() + plot.width() * (seconds / end);
        pos2(x, plot.bottom() - plot.height() * (value / most) as f32)
    };
    for share in [0.0, 0.5, 1.0] {
        let y = plot.bottom() - plot.height() * share as f32;
        painter.hline(plot.x_range(), y, Stroke::new(1.0, faded(theme::LINE, 0.8)));
        let words = if alone { format!("{:.1}", share * most) } else { format!("{:.0} %", share * most) };
        painter.text(pos2(plot.left() - 8.0, y), Align2::RIGHT_CENTER, words, theme::regular(12.0), theme::ASH);
    }
    // A line for each round: between two of them the chance begins anew.
    let (mut line, mut round) = (Vec::<Pos2>::new(), 0);
    let said = || own.iter().zip(&curve.points).filter_map(|(reviewed, point)| Some((*reviewed, (*point)?)));
    for (reviewed, point) in said() {
        let begins = std::mem::replace(&mut round, reviewed.recorded.round) != reviewed.recorded.round;
        if begins && !line.is_empty() {
            painter.add(Shape::line(std::mem::take(&mut line), Stroke::new(2.0, theme::RIVER)));
            painter.vline(at(point).x, plot.y_range(), Stroke::new(1.0, faded(theme::GOLD, 0.45)));
        }
        line.push(at(point));
    }
    painter.add(Shape::line(line, Stroke::new(2.0, theme::RIVER)));
    for (reviewed, point) in said() {
        let grade = reviewed.review.judgement_if_costly().map(|judgement| judgement.grade);
        if let Some(grade) = grade.filter(|grade| *grade > Grade::Inaccuracy) {
            lozenge(painter, at(point), 4.5, super::ink(grade));
        }
        if focus.is_some_and(|focus| std::ptr::eq(focus, reviewed)) {
            painter.vline(at(point).x, plot.y_range(), Stroke::new(1.5, theme::GOLD));
            painter.circle_stroke(at(point), 7.0, Stroke::new(1.5, theme::GOLD));
        }
    }
}

/// The chance to win after a move, in percent; `None` before the review has judged it.
fn chance(reviewed: &ReviewedMove) -> Option<f64> {
    reviewed.review.judgement.map(|judgement| 100.0 * judgement.played_chance)
}

/// The speed at the move of index `at`: pieces a second over the last moves.
fn speed(own: &[&ReviewedMove], at: usize) -> f64 {
    let from = (at + 1).saturating_sub(WINDOW);
    let ticks = own[at].recorded.tick.saturating_sub(own[from].recorded.began).max(1);
    (at - from + 1) as f64 * 1000.0 / ticks as f64
}

#[cfg(test)]
mod tests {
    use super::super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::game::replay::SetupRecord;
    use crate::game::{Course, Mode};
    use crate::rules::Rules;

    #[test]
    fn the_time_of_the_game_stands_below_the_curve_and_counts_without_the_countdown() {
        let (rules, course, seats) = (Rules::versus(), Course::default(), Vec::new());
        let ticks = u64::from(rules.countdown) + 1 + 60_000;
        let replay = Replay { ticks, ..Replay::new(SetupRecord { mode: Mode::Versus, rules, course, seed: 1, seats }) };
        let rect = Rect::from_min_size(pos2(480.0, 0.0), vec2(440.0, 132.0));
        let shapes = still_frame(|menu| {
            paint(&menu.side_painter(), rect, (&ReviewCurve::of(&[], &replay), &[]), None);
        });
        let times: Vec<&str> =
            texts_in_shapes(&shapes).map(|text| text.galley.text()).filter(|text| text.contains(':')).collect();
        assert_eq!(times, ["0:00", "0:15", "0:30", "0:45", "1:00"]);
        assert!(texts_in_shapes(&shapes).all(|text| rect.contains_rect(text.visual_bounding_rect())));
    }
}
