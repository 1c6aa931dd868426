//! A chart of how strong the generations of a learner are, for the card of an opponent: by the rating in versus, or by
//! Elo under the learner's own rules, with error bars.

use super::super::theme::{self, faded};
use super::super::{draw, ornament};
use crate::storage::elo::GenerationElo;
use bevy_egui::egui::{Align2, Color32, Painter, Rect, Stroke, pos2, vec2};

/// The most horizontal lines of the grid behind the chart.
const LINES: f64 = 6.0;

/// Writes an Elo and half its 95 % interval as a text, such as `+146 ± 67`.
pub(super) fn elo_text(elo: &GenerationElo) -> String {
    format!("{:+.0} ± {:.0}", elo.rating, elo.error).replace('-', "\u{2212}")
}

/// How strong one generation is: a point of the chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GenerationPoint {
    /// The number of the generation.
    pub(super) generation: u32,
    /// How strong the generation is: its rating in versus, or its Elo.
    pub(super) value: f64,
    /// Half the width of the interval in which the value lies with 95 in 100.
    pub(super) error: f64,
}

/// The label of an Elo at the axis: with its sign, and "Elo 0" for 0.
pub(super) fn elo_label(elo: f64) -> String {
    if elo == 0.0 { "Elo 0".to_owned() } else { format!("{elo:+.0}").replace('-', "\u{2212}") }
}

/// Paints a dot with an error bar for each generation, in their order, as far apart as their numbers are. `label` gives
/// the labels at the axis. The generation that is chosen has the colour `accent`.
pub(super) fn paint_chart(
    painter: &Painter,
    rect: Rect,
    measured: &[GenerationPoint],
    label: fn(f64) -> String,
    (chosen, accent): (Option<u32>, Color32),
) {
    let (Some(first), Some(last)) = (measured.first(), measured.last()) else { return };
    let (first, last) = (first.generation, last.generation);
    if rect.height() < 60.0 {
        return;
    }
    // A player who lost every game has an interval that would leave no room for the others, so its bar ends at the
    // floor.
    let ends = measured.iter().flat_map(|point| [point.value - point.error.min(100.0), point.value + point.error]);
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
    let step = [50.0, 100.0, 200.0, 250.0, 500.0, 1000.0].into_iter().find(|step| (high - low) / step <= LINES);
    let step = step.unwrap_or(5000.0);
    let plot = Rect::from_min_max(rect.min + vec2(44.0, 10.0), rect.max - vec2(10.0, 20.0));
    let level = |elo: f64| plot.bottom() - plot.height() * ((elo - low) / (high - low).max(1.0)) as f32;
    let across = |generation: u32| {
        let share = f64::from(generation - first) / f64::from((last - first).max(1));
        plot.left() + 8.0 + (plot.width() - 16.0) * share as f32
    };
    for line in (low / step).ceil() as i32..=(high / step).floor() as i32 {
        let elo = f64::from(line) * step;
        let y = level(elo);
        painter.hline(plot.x_range(), y, Stroke::new(1.0, faded(theme::LINE, if line == 0 { 1.0 } else { 0.6 })));
        painter.text(pos2(plot.left() - 8.0, y), Align2::RIGHT_CENTER, label(elo), theme::regular(11.5), theme::ASH);
    }
    let dim = draw::mix_colours(theme::RAISED, accent, 0.45);
    let here = |generation: u32| Some(generation) == chosen;
    for pair in measured.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|point| pos2(across(point.generation), level(point.value)));
        painter.line_segment([from, to], Stroke::new(1.5, faded(accent, 0.35)));
    }
    for &GenerationPoint { generation, value, error } in measured {
        let (x, colour) = (across(generation), if here(generation) { accent } else { dim });
        let ends = [value - error, value + error].map(|end| level(end.max(low)));
        let stroke = Stroke::new(if here(generation) { 2.0 } else { 1.2 }, colour);
        painter.vline(x, ends[1]..=ends[0], stroke);
        ends.iter().for_each(|&end| {
            painter.hline(x - 3.0..=x + 3.0, end, stroke);
        });
        let dot = pos2(x, level(value));
        match here(generation) {
            true => draw::lozenge(painter, dot, 5.0, accent),
            false => {
                painter.circle_filled(dot, 2.6, colour);
            }
        }
    }
    numbers(painter, measured, &across, plot.bottom() + 5.0, chosen, accent);
    ornament::fading_line(painter, plot.left_bottom(), plot.right_bottom(), theme::ASH, 1.0);
}

/// Paints the generations' numbers below the chart: that of the chosen one first, then as many as have room.
fn numbers(
    painter: &Painter,
    measured: &[GenerationPoint],
    across: &dyn Fn(u32) -> f32,
    y: f32,
    chosen: Option<u32>,
    accent: Color32,
) {
    let mut taken: Vec<f32> = Vec::new();
    let chosen = measured.iter().filter(|point| Some(point.generation) == chosen);
    let ends = measured.first().into_iter().chain(measured.last());
    for (at, &GenerationPoint { generation, .. }) in chosen.clone().chain(ends).chain(measured).enumerate() {
        let x = across(generation);
        if taken.iter().any(|other| (other - x).abs() < 24.0) {
            continue;
        }
        taken.push(x);
        let colour = if at == 0 && chosen.clone().next().is_some() { accent } else { theme::ASH };
        painter.text(pos2(x, y), Align2::CENTER_TOP, generation.to_string(), theme::semibold(11.5), colour);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use bevy_egui::egui::epaint::TextShape;

    #[test]
    fn the_chosen_generation_has_its_number_and_the_others_as_far_as_they_have_room() {
        let point = |generation| GenerationPoint { generation, value: 0.0, error: 1.0 };
        let measured = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(point);
        let written = |chosen: Option<u32>| {
            let shapes = still_frame(|menu| {
                let across = |generation: u32| 10.0 * generation as f32;
                numbers(&menu.painter(), &measured, &across, 100.0, chosen, theme::GOLD);
            });
            let words = |text: &TextShape| (text.galley.text().to_owned(), text.fallback_color == theme::GOLD);
            let (all, gold): (Vec<_>, Vec<_>) = texts_in_shapes(&shapes).map(words).unzip();
            (all.join(" "), gold.iter().filter(|is_gold| **is_gold).count(), gold[0])
        };
        // The first and the last come next, and then every third, which are thirty points apart.
        assert_eq!(written(Some(7)), ("7 0 12 3".to_owned(), 1, true));
        assert_eq!(written(None), ("0 12 3 6 9".to_owned(), 0, false));
        assert_eq!(written(Some(99)), ("0 12 3 6 9".to_owned(), 0, false), "it is not among them");
    }
}
