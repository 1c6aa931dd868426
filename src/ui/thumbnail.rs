//! Small pictures of boards as they were last seen.

use super::theme::{self, faded};
use crate::rules::{BoardSize, PieceKind};
use crate::view::hues;
use bevy_egui::egui::{Mesh, Painter, Rect, Vec2, pos2, vec2};

/// The size in points of a board's picture with `cell` points a cell.
pub(super) fn thumbnail_size(board: BoardSize, cell: f32) -> Vec2 {
    vec2(f32::from(board.width), f32::from(board.visible)) * cell
}

/// Paints a drawing of a board ([`Matrix::to_drawing`](crate::rules::Matrix::to_drawing)) into `rect`, which has its
/// [proportions](thumbnail_size). Rows above the visible ones are left out. All cells are one shape, since a page of
/// replays shows thousands of them in every frame.
pub(super) fn paint_thumbnail(painter: &Painter, rect: Rect, board: BoardSize, drawing: &str) {
    painter.rect_filled(rect.expand(1.0), 1, faded(theme::TRACK, 0.55));
    painter.rect_filled(rect, 0, theme::NIGHT);
    let cell = rect.width() / f32::from(board.width.max(1));
    let palette = theme::piece_palette(painter.ctx());
    let mut cells = Mesh::default();
    for (row, y) in drawing.rsplit('/').zip(0..board.visible) {
        for (letter, x) in row.chars().zip(0..board.width) {
            let colour = match PieceKind::from_letter(letter) {
                Some(kind) => theme::colour(hues::piece_rgb(palette, kind)),
                None if letter == '#' => theme::ASH,
                None => continue,
            };
            let corner = pos2(rect.left() + f32::from(x) * cell, rect.bottom() - (f32::from(y) + 1.0) * cell);
            cells.add_colored_rect(Rect::from_min_size(corner, vec2(cell, cell)), faded(colour, 0.9));
        }
    }
    painter.add(cells);
}

#[cfg(test)]
mod tests {
    use super::super::test_frame::still_frame;
    use super::*;
    use bevy_egui::egui::Shape;

    #[test]
    fn the_cells_of_a_picture_are_one_shape() {
        let board = BoardSize::default();
        let rect = Rect::from_min_size(pos2(10.0, 10.0), thumbnail_size(board, 3.0));
        let shapes = still_frame(|menu| paint_thumbnail(&menu.painter(), rect, board, "..tt/###.######"));
        let meshes = shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Mesh(mesh) => Some(mesh),
            _ => None,
        });
        let cells: Vec<(usize, Rect)> = meshes.map(|mesh| (mesh.vertices.len() / 4, mesh.calc_bounds())).collect();
        let lowest_two_rows = rect.with_min_y(rect.bottom() - 6.0);
        assert_eq!(cells, [(11, lowest_two_rows)]);
    }
}
