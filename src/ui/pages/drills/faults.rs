//! The tab of what goes wrong most: the kinds of faults in the last reviewed games, those first that cost most, and
//! beside them what the one in focus cost in each game.

use super::super::super::graph;
use super::super::super::menu::Menu;
use super::super::super::theme::{self, faded};
use crate::app::game_review::{FAULT_KINDS, FaultKind};
use crate::app::persistence::faults::{
    GameFaults, ReviewFaultHistory, fault_count, judged_move_count, mean_accuracy, points_lost_per_hundred_moves,
};
use bevy_egui::egui::{Align2, CornerRadius, Painter, Rect, Stroke, pos2, vec2};

/// How many games count as the last ones.
const LAST: usize = 10;
/// The most games for which a bar is shown.
const MOST_BARS: usize = 40;
/// The greatest width of a bar, in points.
const WIDEST: f32 = 18.0;

/// Adds a row for each kind of faults.
pub(super) fn add_rows(menu: &mut Menu, history: &ReviewFaultHistory) {
    let [before, last] = history.earlier_and_recent_games(LAST);
    let Some(accuracy) = mean_accuracy(last) else {
        let words = "Review a game that you played,\nin the list of replays";
        super::empty(menu, "Nothing is known yet", words);
        return;
    };
    let moves = judged_move_count(last);
    let (games, earlier) = (last.len(), mean_accuracy(before));
    let earlier = earlier.map_or(String::new(), |earlier| format!(" ({earlier:.1} % in the {} before)", before.len()));
    let games = if games == 1 { "Last game".to_owned() } else { format!("Last {games} games") };
    menu.note(&format!("{games}: accuracy {accuracy:.1} %{earlier}, {moves} pieces."));
    for (kind, points) in most_costly_first(last) {
        let shown = menu.is_next_detailed();
        let count = fault_count(last, kind.id);
        let times = if count == 1 { "Once".to_owned() } else { format!("{count} times") };
        let earlier = points_lost_per_hundred_moves(before, kind.id);
        let earlier = earlier.map_or(String::new(), |points| format!("; {points:.0} points in the games before"));
        menu.card(kind.name, &format!("{times}{earlier}"), &format!("{points:.0} points"));
        menu.explain_row("Points of the chance to win that it costs in a hundred pieces");
        if shown {
            bars(&menu.side_painter(), menu.side, history, kind);
        }
    }
}

/// The kinds of faults that occurred in these games, with what they cost in a hundred moves.
fn most_costly_first(games: &[GameFaults]) -> Vec<(&'static FaultKind, f64)> {
    let cost = |kind: &'static FaultKind| Some((kind, points_lost_per_hundred_moves(games, kind.id)?));
    let mut kinds: Vec<_> = FAULT_KINDS.iter().filter_map(cost).filter(|(_, points)| *points > 0.0).collect();
    kinds.sort_by(|one, other| other.1.total_cmp(&one.1));
    kinds
}

/// Paints what a kind of faults cost in each of the last games, the newest at the right.
fn bars(painter: &Painter, rect: Rect, history: &ReviewFaultHistory, kind: &FaultKind) {
    let inside = theme::paint_side_background(painter, rect).shrink(18.0);
    painter.text(inside.left_top(), Align2::LEFT_TOP, kind.name, theme::extrabold(18.0), theme::GOLD);
    let (at, look) = (inside.left_top() + vec2(0.0, 26.0), (theme::regular(14.0), theme::ASH));
    let below = inside.top() + 28.0 + theme::paint_paragraph(painter, at, &kind.in_words(), look, inside.width());
    let [_, shown] = history.earlier_and_recent_games(MOST_BARS);
    let costs: Vec<f32> = shown
        .iter()
        .map(|game| points_lost_per_hundred_moves(std::slice::from_ref(game), kind.id).unwrap_or_default() as f32)
        .collect();
    let most = costs.iter().copied().fold(1.0, f32::max);
    let plot = Rect::from_min_max(pos2(inside.left() + 40.0, below + 26.0), inside.max - vec2(0.0, 26.0));
    let level = graph::value_step(most.into(), 4.0) as f32;
    let (levels, decimals) = ((most / level).ceil() as u8, graph::decimals(level));
    let top = level * f32::from(levels);
    for at in 0..=levels {
        let y = plot.bottom() - plot.height() * f32::from(at) / f32::from(levels);
        painter.hline(plot.x_range(), y, Stroke::new(1.0, faded(theme::LINE, 0.7)));
        let label = format!("{:.decimals$}", level * f32::from(at));
        painter.text(pos2(plot.left() - 8.0, y), Align2::RIGHT_CENTER, label, theme::regular(12.0), theme::ASH);
    }
    let step = (plot.width() / costs.len().max(1) as f32).min(WIDEST * 1.5);
    for (at, cost) in costs.iter().rev().enumerate() {
        let right = plot.right() - step * at as f32;
        let height = (plot.height() * cost / top).max(1.0);
        let bar = Rect::from_min_max(pos2(right - step * 0.7, plot.bottom() - height), pos2(right, plot.bottom()));
        let colour = if at < LAST { theme::VERMILION } else { faded(theme::VERMILION, 0.55) };
        painter.rect_filled(bar, CornerRadius::same(2), colour);
    }
    let words = match costs.len() > LAST {
        true => format!("Points in a hundred pieces, by game; bright: the last {LAST}"),
        false => "Points in a hundred pieces, a bar for each game".to_owned(),
    };
    let at = pos2(plot.right(), inside.bottom());
    painter.text(at, Align2::RIGHT_BOTTOM, words, theme::regular(12.0), theme::ASH);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::faults::FaultCount;

    #[test]
    fn the_kinds_that_cost_most_come_first_and_those_that_cost_nothing_are_left_out() {
        let costs = [("misdrop", 20.0), ("hold", 50.0), ("opening", 0.0)];
        let kinds = costs.map(|(kind, points)| (kind.to_owned(), FaultCount { count: 1, points })).into();
        let game = GameFaults { file: "game-0001.replay".to_owned(), moves: 200, accuracy: 90.0, kinds };
        let listed: Vec<_> = most_costly_first(&[game]).into_iter().map(|(kind, points)| (kind.id, points)).collect();
        assert_eq!(listed, [("hold", 25.0), ("misdrop", 10.0)]);
    }
}
