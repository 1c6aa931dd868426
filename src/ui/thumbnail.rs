//! Small pictures of boards as they were last seen.

use super::theme::{self, faded};
use crate::rules::{BoardSize, PieceKind};
use crate::view::hues;
use bevy_egui::egui::{Mesh, Painter, Rect, pos2, vec2};

/// The most points that a cell is wide.
const CELL: f32 = 2.8;
/// The points between two pictures.
const BETWEEN: f32 = 7.0;

/// Paints drawings of boards of this size ([`Matrix::to_drawing`](crate::rules::Matrix::to_drawing)) side by side from
/// the left edge of `room` on, as large as they fit into it. Rows above the visible ones are left out.
pub(super) fn paint_thumbnails(painter: &Painter, room: Rect, board: BoardSize, drawings: &[String]) {
    let cells = vec2(f32::from(board.width.max(1)), f32::from(board.visible.max(1)));
    let width = (room.width() + BETWEEN) / drawings.len().max(1) as f32 - BETWEEN;
    let size = cells * (vec2(width.max(1.0), room.height()) / cells).min_elem().min(CELL);
    for (drawing, place) in drawings.iter().zip(0u8..) {
        let at = pos2(room.left() + f32::from(place) * (size.x + BETWEEN), room.center().y - size.y / 2.0);
        paint_thumbnail(painter, Rect::from_min_size(at, size), board, drawing);
    }
}

/// Paints a drawing of a board into `rect`, which has its proportions. All cells are one shape, since a page of replays
/// shows thousands of them in every frame.
fn paint_thumbnail(painter: &Painter, rect: Rect, board: BoardSize, drawing: &str) {
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
    use bevy_egui::egui::epaint::ClippedShape;

    /// How many cells each picture has, and where they lie.
    fn cells_in(shapes: &[ClippedShape]) -> Vec<(usize, Rect)> {
        let meshes = shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Mesh(mesh) => Some(mesh),
            _ => None,
        });
        meshes.map(|mesh| (mesh.vertices.len() / 4, mesh.calc_bounds())).collect()
    }

    #[test]
    fn the_cells_of_a_picture_are_one_shape() {
        let rect = Rect::from_min_size(pos2(10.0, 10.0), vec2(30.0, 60.0));
        let board = BoardSize::default();
        let shapes = still_frame(|menu| paint_thumbnail(&menu.painter(), rect, board, "..tt/###.######"));
        let lowest_two_rows = rect.with_min_y(rect.bottom() - 6.0);
        assert_eq!(cells_in(&shapes), [(11, lowest_two_rows)]);
    }

    #[test]
    fn two_pictures_lie_side_by_side_in_their_room_however_wide_the_boards_are() {
        let room = Rect::from_min_size(pos2(10.0, 10.0), vec2(71.0, 58.0));
        for width in [4, 10, 16] {
            let board = BoardSize { width, ..BoardSize::default() };
            let drawings = ["#".repeat(width.into()), "#".repeat(width.into())];
            let shapes = still_frame(|menu| paint_thumbnails(&menu.painter(), room, board, &drawings));
            let [left, right] = cells_in(&shapes)[..] else { panic!("two pictures, {width} columns wide") };
            assert!(left.1.right() < right.1.left() && right.1.right() <= room.right() + 0.01, "{left:?} {right:?}");
        }
    }
}
