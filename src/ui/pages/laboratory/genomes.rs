//! The genomes of a round as a grid: which wait, which play, and how fit those are that have played.

use super::super::super::draw::mix_colours;
use super::super::super::theme::{self, faded};
use crate::runs::RunObservation;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

/// The colours of the worst value, of one in between and of the best: from dark to bright, so that they can be told
/// apart without seeing colours.
const SCALE: [Color32; 3] =
    [Color32::from_rgb(58, 46, 84), Color32::from_rgb(196, 84, 60), Color32::from_rgb(255, 224, 130)];

/// Where the cells of a grid lie on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellGrid {
    pub(super) corner: Pos2,
    /// The size of a genome's cell in the grid, in points.
    pub(super) cell: Vec2,
}

impl CellGrid {
    pub(super) fn cell_rect(&self, column: usize, row: usize) -> Rect {
        Rect::from_min_size(self.corner + vec2(column as f32, row as f32) * self.cell, self.cell)
    }

    /// The column and the row of the cell at a place on the page; `None` above the grid and at its left.
    pub(super) fn cell_at(&self, place: Pos2) -> Option<(usize, usize)> {
        let along = (place - self.corner) / self.cell;
        (along.x >= 0.0 && along.y >= 0.0).then_some((along.x as usize, along.y as usize))
    }
}

/// The places of the genomes' cells on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct GenomeGrid {
    cells: CellGrid,
    columns: usize,
    count: usize,
}

impl GenomeGrid {
    /// A grid for `count` genomes in the middle of `rect`. The cells are as large as fits, at most 44 points wide.
    pub(super) fn new(rect: Rect, count: usize) -> Self {
        let rows = |columns: usize| count.div_ceil(columns);
        let cell = |columns: usize| (rect.width() / columns as f32).min(rect.height() / rows(columns) as f32);
        let columns = (1..=count.max(1)).max_by(|a, b| cell(*a).total_cmp(&cell(*b))).unwrap_or(1);
        let cell = cell(columns).min(44.0);
        let size = vec2(columns as f32, rows(columns) as f32) * cell;
        let corner = Rect::from_center_size(rect.center(), size).min;
        Self { cells: CellGrid { corner, cell: vec2(cell, cell) }, columns, count }
    }

    /// The rectangle of a genome's cell in the grid, in points.
    pub(super) fn cell_rect(&self, genome: usize) -> Rect {
        let gap = if self.cells.cell.x > 6.0 { 1.0 } else { 0.25 };
        self.cells.cell_rect(genome % self.columns, genome / self.columns).shrink(gap)
    }

    /// The genome whose cell is at this place of the page; `None` if no cell is there.
    pub(super) fn genome_at(&self, place: Pos2) -> Option<usize> {
        let (column, row) = self.cells.cell_at(place).filter(|(column, _)| *column < self.columns)?;
        Some(row * self.columns + column).filter(|genome| *genome < self.count)
    }
}

/// Paints the grid: cells in the colours of the genomes' fitness, a point in those that play, and a frame around the
/// cell of the genome `chosen`.
pub(super) fn paint(painter: &Painter, grid: &GenomeGrid, observation: &RunObservation, chosen: usize) {
    let cells = &observation.genomes;
    let played = || cells.iter().filter(|cell| cell.games > 0).map(|cell| scaled(cell.result.fitness));
    let (low, high) = played().fold((f64::MAX, f64::MIN), |(low, high), fit| (low.min(fit), high.max(fit)));
    for (genome, cell) in cells.iter().enumerate() {
        let rect = grid.cell_rect(genome);
        let colour = match cell.games {
            0 => faded(theme::RAISED, 0.6),
            _ => share_colour(((scaled(cell.result.fitness) - low) / (high - low).max(1e-9)) as f32),
        };
        painter.rect_filled(rect, 1, colour);
    }
    for &genome in observation.playing.iter().filter(|genome| **genome < cells.len()) {
        let rect = grid.cell_rect(genome);
        painter.circle_filled(rect.center(), (rect.width() * 0.22).max(1.5), theme::IVORY);
    }
    if chosen < cells.len() {
        let rect = grid.cell_rect(chosen).expand(1.5);
        painter.rect_stroke(rect, 1, Stroke::new(2.0, theme::IVORY), StrokeKind::Outside);
    }
}

/// Paints all colours of the scale, from dark at the left to bright at the right, and beside them, no further than to
/// `right`, what they mean.
pub(super) fn paint_legend(painter: &Painter, bar: Rect, right: f32, words: &str) {
    let beside = pos2(bar.right() + 10.0, bar.center().y);
    theme::paint_shrunk_text(painter, beside, words, 12.5, theme::ASH, right - beside.x);
    for step in 0..24u8 {
        let share = f32::from(step) / 23.0;
        let left = bar.left() + bar.width() * f32::from(step) / 24.0;
        let part = Rect::from_min_size(pos2(left, bar.top()), vec2(bar.width() / 24.0 + 0.5, bar.height()));
        painter.rect_filled(part, 0, share_colour(share));
    }
}

/// The fitness on the scale of the colours: the logarithm of 1 more than its size, with its sign. Players of the same
/// kind differ by factors in their fitness.
fn scaled(fitness: f64) -> f64 {
    fitness.signum() * fitness.abs().ln_1p()
}

/// The colour of a value that lies this share of the way from the worst to the best.
pub(super) fn share_colour(share: f32) -> Color32 {
    let share = share.clamp(0.0, 1.0) * 2.0;
    if share < 1.0 { mix_colours(SCALE[0], SCALE[1], share) } else { mix_colours(SCALE[1], SCALE[2], share - 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_genome_has_a_cell_that_is_found_again() {
        for count in [1, 7, 24, 50, 1000, 4000] {
            let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(380.0, 250.0));
            let grid = GenomeGrid::new(rect, count);
            for genome in 0..count {
                let cell = grid.cell_rect(genome);
                assert!(rect.expand(0.5).contains_rect(cell), "{genome} of {count} lies inside");
                assert_eq!(grid.genome_at(cell.center()), Some(genome), "{genome} of {count}");
            }
            assert_eq!(grid.genome_at(pos2(0.0, 0.0)), None);
        }
    }
}
