//! The weights of a genome: bars with names for a sum of few weights, and else a cell for each weight, layer by layer.

use super::super::super::draw::mix_colours;
use super::super::super::theme::{self, faded};
use crate::train::Recipe;
use bevy_egui::egui::{Align2, Painter, Rect, pos2, vec2};

/// The most weights that are painted as bars with names.
const BARS: usize = 12;
/// The colours of the weights below 0 and of the others.
const INKS: [bevy_egui::egui::Color32; 2] = [theme::VERMILION, theme::RIVER];

/// Paints the weights of a genome as upright bars without names, side by side, from the first to the last. Of more
/// weights than there are points across, only the first are painted.
pub(super) fn paint_weight_bars(painter: &Painter, rect: Rect, genome: &[f64]) {
    let most = genome.iter().fold(1e-9_f64, |most, weight| most.max(weight.abs()));
    let count = genome.len().clamp(1, (rect.width() as usize).max(1));
    let wide = (rect.width() / count as f32).min(14.0);
    let middle = rect.center().y;
    for (at, &weight) in genome.iter().take(count).enumerate() {
        let x = rect.left() + wide * at as f32;
        let length = rect.height() / 2.0 * (weight / most) as f32;
        let gap = if wide > 4.0 { 1.0 } else { 0.0 };
        let bar = Rect::from_two_pos(pos2(x + gap, middle), pos2(x + wide - gap, middle - length));
        painter.rect_filled(bar, 0, INKS[usize::from(weight >= 0.0)]);
    }
    let across = rect.left()..=rect.left() + wide * count as f32;
    painter.hline(across, middle, bevy_egui::egui::Stroke::new(1.0, faded(theme::ASH, 0.5)));
}

/// Paints the weights of a genome of this recipe into `rect`. Sizes and colours go by the weight
/// that is farthest from 0.
pub(super) fn paint(painter: &Painter, rect: Rect, recipe: &Recipe, genome: &[f64]) {
    let most = genome.iter().fold(1e-9_f64, |most, weight| most.max(weight.abs()));
    let ink = |weight: f64| INKS[usize::from(weight >= 0.0)];
    let share = |weight: f64| (weight.abs() / most) as f32;
    let layers = recipe.layer_sizes();
    if layers.len() == 2 && genome.len() <= BARS {
        let high = (rect.height() / genome.len() as f32).min(17.0);
        let names = rect.width() * 0.6;
        let middle = rect.left() + names + (rect.width() - names) / 2.0;
        for ((name, &weight), row) in recipe.input_features().zip(genome).zip(0u8..) {
            let y = rect.top() + (f32::from(row) + 0.5) * high;
            let font = theme::regular((high * 0.78).clamp(8.0, 12.0));
            painter.text(pos2(rect.left(), y), Align2::LEFT_CENTER, name.replace('-', " "), font, theme::ASH);
            let length = (rect.width() - names) / 2.0 * share(weight) * weight.signum() as f32;
            let ends = [pos2(middle, y - high * 0.32), pos2(middle + length, y + high * 0.32)];
            painter.rect_filled(Rect::from_two_pos(ends[0], ends[1]), 1, ink(weight));
        }
        let down = rect.top()..=rect.top() + high * genome.len() as f32;
        painter.vline(middle, down, bevy_egui::egui::Stroke::new(1.0, faded(theme::ASH, 0.6)));
        return;
    }
    // The layers of a network lie side by side, with a row of cells for each input of the layer.
    let columns: usize = layers.iter().skip(1).sum::<usize>() + layers.len().saturating_sub(2);
    let rows = layers.iter().take(layers.len() - 1).copied().max().unwrap_or(1);
    let is_sum = layers.len() == 2;
    let (columns, rows) = if is_sum { (genome.len().div_ceil(6), 6) } else { (columns, rows) };
    let cell = (rect.width() / columns.max(1) as f32).min(rect.height() / rows.max(1) as f32).min(16.0);
    let square = |column: usize, row: usize, weight: f64| {
        let corner = rect.min + vec2(column as f32, row as f32) * cell;
        let colour = mix_colours(theme::RAISED, ink(weight), share(weight));
        painter.rect_filled(Rect::from_min_size(corner, vec2(cell, cell)).shrink(0.5), 0, colour);
    };
    if is_sum {
        genome.iter().enumerate().for_each(|(at, &weight)| square(at / rows, at % rows, weight));
        return;
    }
    let (mut first, mut left) = (0, 0);
    for pair in layers.windows(2) {
        for (at, &weight) in genome[first..].iter().take(pair[0] * pair[1]).enumerate() {
            // In a genome the weights of an input lie together, one for each node of the next layer.
            square(left + at % pair[1], at / pair[1], weight);
        }
        (first, left) = (first + pair[0] * pair[1], left + pair[1] + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::test_frame::still_frame;
    use super::*;

    #[test]
    fn weights_have_bars_where_there_is_hardly_any_room() {
        for width in [0.0, 0.5, 40.0] {
            let rect = Rect::from_min_size(pos2(10.0, 10.0), vec2(width, 30.0));
            still_frame(|menu| paint_weight_bars(&menu.painter(), rect, &[1.0, -2.0]));
        }
    }
}
