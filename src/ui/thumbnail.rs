//! Small pictures of boards as they were last seen.

use super::draw::piece_colour;
use super::theme::{self, faded};
use crate::rules::{BoardSize, PieceKind};
use bevy_egui::egui::{Painter, Rect, Vec2, pos2, vec2};

/// The size in points of a board's picture with `cell` points a cell.
pub(super) fn thumbnail_size(board: BoardSize, cell: f32) -> Vec2 {
    vec2(f32::from(board.width), f32::from(board.visible)) * cell
}

/// Paints a drawing of a board ([`Matrix::to_drawing`](crate::rules::Matrix::to_drawing)) into `rect`, which has its
/// [proportions](thumbnail_size). Rows above the visible ones are left out.
pub(super) fn paint_thumbnail(painter: &Painter, rect: Rect, board: BoardSize, drawing: &str) {
    painter.rect_filled(rect.expand(1.0), 1, faded(theme::TRACK, 0.55));
    painter.rect_filled(rect, 0, theme::NIGHT);
    let cell = rect.width() / f32::from(board.width.max(1));
    for (row, y) in drawing.rsplit('/').zip(0..board.visible) {
        for (letter, x) in row.chars().zip(0..board.width) {
            let colour = match PieceKind::from_letter(letter) {
                Some(kind) => piece_colour(painter, kind),
                None if letter == '#' => theme::ASH,
                None => continue,
            };
            let corner = pos2(rect.left() + f32::from(x) * cell, rect.bottom() - (f32::from(y) + 1.0) * cell);
            painter.rect_filled(Rect::from_min_size(corner, vec2(cell, cell)), 0, faded(colour, 0.9));
        }
    }
}
