//! Graphs of figures over the time of a game: lines over a grid, painted without a library.

use super::draw::spaced_text;
use super::theme::{self, faded};
use crate::chart::round_step;
use bevy_egui::egui::{Align2, AsId, Color32, Id, Painter, Pos2, Rect, Sense, Shape, Stroke, pos2, vec2};
use egui_plot::Plot;

/// An `egui_plot` plot that the mouse cannot move or zoom.
pub fn still_plot<'a>(name: impl AsId) -> Plot<'a> {
    Plot::new(Id::new(name))
        .show_background(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .sense(Sense::hover())
        .grid_color(faded(theme::LINE, 0.9))
        .label_formatter(|_| None)
        .show_crosshair(false)
}

/// A line of a graph.
#[derive(Clone, Debug)]
pub struct GraphLine {
    /// The points of the line, each a second and a value.
    pub points: Vec<[f32; 2]>,
    /// The colour of the line.
    pub colour: Color32,
}

/// Paints a graph with its title. `marks` are the seconds at which rounds began; `whole` says that values below 1 do
/// not matter. With fewer than two points, words that the game was too short stand in place of lines.
pub fn paint_line_graph(painter: &Painter, rect: Rect, title: &str, lines: &[GraphLine], marks: &[f32], whole: bool) {
    let inside = theme::paint_side_background(painter, rect).shrink2(vec2(14.0, 10.0));
    spaced_text(painter, inside.min, Align2::LEFT_TOP, &title.to_uppercase(), theme::semibold(11.5), theme::ASH, 1.6);
    let plot = Rect::from_min_max(inside.min + vec2(38.0, 24.0), inside.max - vec2(4.0, 18.0));
    let points = || lines.iter().flat_map(|line| &line.points);
    let (end, most) = points().fold((0.0_f32, 0.0_f32), |(end, most), [x, y]| (end.max(*x), most.max(*y)));
    if points().count() < 2 || end <= 0.0 {
        let words = "Too short for a graph";
        painter.text(plot.center(), Align2::CENTER_CENTER, words, theme::regular(14.0), theme::ASH);
        return;
    }
    let step = step(most.max(if whole { 3.0 } else { 0.03 }), 3.0);
    let top = (most / step).ceil().max(1.0) * step;
    let at = |x: f32, y: f32| pos2(plot.left() + plot.width() * x / end, plot.bottom() - plot.height() * y / top);
    let decimals = decimals(step);
    let mut level = 0.0;
    while level <= top + step * 0.01 {
        let y = at(0.0, level).y;
        painter.hline(plot.x_range(), y, Stroke::new(1.0, faded(theme::LINE, 0.7)));
        let label = format!("{level:.decimals$}");
        painter.text(pos2(plot.left() - 8.0, y), Align2::RIGHT_CENTER, label, theme::regular(12.0), theme::ASH);
        level += step;
    }
    for mark in marks {
        let x = at(*mark, 0.0).x;
        painter.vline(x, plot.y_range(), Stroke::new(1.0, faded(theme::GOLD, 0.45)));
    }
    paint_time_labels(painter, plot, end);
    for line in lines {
        let points: Vec<Pos2> = line.points.iter().map(|[x, y]| at(*x, *y)).collect();
        painter.add(Shape::line(points, Stroke::new(2.0, line.colour)));
    }
}

/// Writes round minutes and seconds below a plot whose width is this many seconds, more than 0.
pub(super) fn paint_time_labels(painter: &Painter, plot: Rect, end: f32) {
    let step = step(end, 4.0).max(1.0);
    let mut second = 0.0;
    while second <= end {
        let label = format!("{}:{:02}", second as u32 / 60, second as u32 % 60);
        let below = pos2(plot.left() + plot.width() * second / end, plot.bottom() + 5.0);
        painter.text(below, Align2::CENTER_TOP, label, theme::regular(12.0), theme::ASH);
        second += step;
    }
}

/// A round distance between the grid lines of a graph, so that at most `count` steps make up `most`. Steps up to 10 are
/// 1, 2 or 5 times a power of ten; those up to 3600 are also round on a clock (15, 30, 60 seconds and so on); greater
/// ones are powers of ten.
fn step(most: f32, count: f32) -> f32 {
    const STEPS: [f32; 20] = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1200.0,
        1800.0, 3600.0,
    ];
    let wanted = most / count;
    let found = STEPS.into_iter().find(|step| *step >= wanted);
    found.unwrap_or_else(|| 10.0_f32.powf(wanted.log10().ceil()))
}

/// A round distance between the grid lines of a graph of values that are no times, so that at most `count` steps make
/// up `most`: always 1, 2 or 5 times a power of ten.
pub(super) fn value_step(most: f64, count: f64) -> f64 {
    // A graph whose values are all alike has a step too.
    round_step(most.max(1e-9 * count), count)
}

/// With how many decimals values that lie this step apart are written, so that no two of them look the same.
pub(super) fn decimals(step: f32) -> usize {
    (-step.log10() - 0.001).ceil().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_told_from_the_one_before() {
        assert_eq!([10.0, 1.0, 0.5, 0.1, 0.05, 0.01, 0.002].map(decimals), [0, 0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn steps_are_round_and_few() {
        for most in [0.04, 0.7, 1.0, 3.3, 17.0, 60.0, 95.0, 1234.0, 5e6] {
            let step = step(most, 4.0);
            let count = most / step;
            assert!((0.3..=4.01).contains(&count), "{most} in steps of {step}");
        }
        assert_eq!([step(120.0, 4.0), step(10.0, 4.0), step(3.0, 3.0)], [30.0, 5.0, 1.0]);
    }

    #[test]
    fn steps_of_values_are_round_whatever_their_size() {
        for most in [0.0004, 0.3, 1.7, 39.3, 9000.0, 29_204.0, 3e9] {
            let step = value_step(most, 5.0);
            let count = most / step;
            assert!((1.9..=5.01).contains(&count), "{most} in steps of {step}");
        }
        assert_eq!([9000.0, 39.0, 4.0, 0.0].map(|most| value_step(most, 4.0) > 0.0), [true; 4]);
        assert_eq!([9000.0, 39.0, 4.0].map(|most| value_step(most, 4.0)), [5000.0, 10.0, 1.0]);
    }
}
