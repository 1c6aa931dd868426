//! Boards painted large beside the rows of a page.

use super::draw;
use super::theme::{self, faded};
use crate::rules::{Matrix, Mino};
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Stroke, pos2, vec2};

/// The place and cell size of a painted board, by which more can be painted on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaintedWell {
    /// The rectangle of the painted rows of the board.
    pub(super) rect: Rect,
    /// The side of a cell, in points.
    pub(super) cell: f32,
}

impl PaintedWell {
    /// Paints the lowest `rows` rows of a board as large as `room` allows, at its foot.
    pub(super) fn paint(painter: &Painter, room: Rect, matrix: &Matrix, rows: usize) -> Self {
        let columns = matrix.board().width();
        let cell = (room.width() / columns as f32).min(room.height() / rows as f32).floor();
        let size = vec2(columns as f32, rows as f32) * cell;
        let rect = Rect::from_min_size(pos2(room.center().x - size.x / 2.0, room.bottom() - size.y), size);
        let well = Self { rect, cell };
        painter.rect_filled(rect.expand(3.0), 3, faded(theme::LINE, 0.9));
        painter.rect_filled(rect, 0, theme::NIGHT);
        well.paint_minos(painter, matrix, rows, draw::mix_colours(theme::ASH, theme::NIGHT, 0.25));
        well
    }

    /// Paints the minos in the lowest `rows` rows of a board, those of garbage in this colour.
    pub(super) fn paint_minos(&self, painter: &Painter, matrix: &Matrix, rows: usize, garbage: Color32) {
        for (x, y) in (0..rows).flat_map(|y| (0..matrix.board().width()).map(move |x| (x, y))) {
            let colour = match matrix.mino(x, y) {
                Mino::Empty => continue,
                Mino::Piece(kind) => draw::piece_colour(painter, kind),
                Mino::Garbage | Mino::Solid => garbage,
            };
            self.paint_mino(painter, (x as f32, y as f32), colour);
        }
    }

    /// Paints a mino in a cell, counted from the left and from the floor.
    pub(super) fn paint_mino(&self, painter: &Painter, cell: (f32, f32), colour: Color32) {
        draw::mino(painter, self.cell_rect(cell), colour);
    }

    /// The rectangle of a cell, counted from the left and from the floor.
    pub(super) fn cell_rect(&self, (x, y): (f32, f32)) -> Rect {
        let corner = self.rect.left_bottom() + vec2(x, -y - 1.0) * self.cell;
        Rect::from_min_size(corner, vec2(self.cell, self.cell))
    }

    /// The column and the row at a place, which may lie outside the board.
    pub(super) fn cell_at(&self, place: Pos2) -> [i32; 2] {
        let [x, y] = [place.x - self.rect.left(), self.rect.bottom() - place.y];
        [x, y].map(|away| (away / self.cell).floor() as i32)
    }

    /// The point at this distance from the left wall and the floor, in cells.
    pub(super) fn point_at(&self, x: f32, y: f32) -> Pos2 {
        pos2(self.rect.left() + x * self.cell, self.rect.bottom() - y * self.cell)
    }

    /// Paints fine lines of this colour between the cells.
    pub(super) fn paint_grid(&self, painter: &Painter, ink: Color32) {
        let fine = Stroke::new(1.0, ink);
        let [columns, rows] = [self.rect.width(), self.rect.height()].map(|long| (long / self.cell).round() as usize);
        for x in 1..columns {
            painter.vline(self.point_at(x as f32, 0.0).x, self.rect.y_range(), fine);
        }
        for y in 1..rows {
            painter.hline(self.rect.x_range(), self.point_at(0.0, y as f32).y, fine);
        }
    }

    /// Paints a line around a piece that lies on these cells.
    pub(super) fn paint_piece_outline(&self, painter: &Painter, cells: &[(i8, i8)], stroke: Stroke) {
        outline_cells(painter, cells, stroke, |x, y| self.cell_rect((x.into(), y.into())));
    }
}

/// Paints a line around cells of a board, within them. `cell` gives their rectangles.
pub(super) fn outline_cells(painter: &Painter, cells: &[(i8, i8)], stroke: Stroke, cell: impl Fn(i8, i8) -> Rect) {
    for &(x, y) in cells {
        let (outer, inner) = (cell(x, y), cell(x, y).shrink(stroke.width / 2.0));
        if !cells.contains(&(x - 1, y)) {
            painter.vline(inner.left(), outer.y_range(), stroke);
        }
        if !cells.contains(&(x + 1, y)) {
            painter.vline(inner.right(), outer.y_range(), stroke);
        }
        if !cells.contains(&(x, y - 1)) {
            painter.hline(outer.x_range(), inner.bottom(), stroke);
        }
        if !cells.contains(&(x, y + 1)) {
            painter.hline(outer.x_range(), inner.top(), stroke);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_frame::still_frame;
    use super::*;
    use bevy_egui::egui::Shape;

    /// The ends of the lines that are painted on a board of four columns and three rows, its cells ten points wide.
    fn lines(paint: impl Fn(&PaintedWell, &Painter)) -> Vec<[Pos2; 2]> {
        let well = PaintedWell { rect: Rect::from_min_size(pos2(20.0, 50.0), vec2(40.0, 30.0)), cell: 10.0 };
        let shapes = still_frame(|menu| paint(&well, &menu.painter()));
        let lines = shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::LineSegment { points, .. } => Some(*points),
            _ => None,
        });
        lines.collect()
    }

    #[test]
    fn the_grid_lies_between_the_cells_and_not_on_the_edges() {
        let lines = lines(|well, painter| well.paint_grid(painter, Color32::WHITE));
        let upright = [30.0, 40.0, 50.0].map(|x| [pos2(x, 50.0), pos2(x, 80.0)]);
        let level = [70.0, 60.0].map(|y| [pos2(20.0, y), pos2(60.0, y)]);
        assert_eq!(lines, [upright.as_slice(), level.as_slice()].concat());
    }

    #[test]
    fn the_outline_of_a_piece_goes_around_it_and_not_through_it() {
        let count = |cells: &[(i8, i8)]| {
            let stroke = Stroke::new(1.0, Color32::WHITE);
            lines(|well, painter| well.paint_piece_outline(painter, cells, stroke)).len()
        };
        assert_eq!(count(&[(0, 0), (1, 0), (0, 1), (1, 1)]), 8);
        assert_eq!(count(&[(0, 0), (1, 0), (2, 0), (3, 0)]), 10);
        assert_eq!(count(&[(0, 0), (1, 0), (2, 0), (1, 1)]), 10);
    }
}
