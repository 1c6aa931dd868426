//! Paints the match behind the menus, dim at both sides, where a menu leaves room for it.

use super::draw::skinned_cell;
use super::page::FreeSideWidth;
use super::theme::{self, faded};
use super::well::PaintedWell;
use crate::app::exhibition::{Exhibition, ShownSide};
use crate::app::persistence::Settings;
use crate::app::persistence::appearance::Appearance;
use crate::rules::{Mino, PieceKind};
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// How opaque the blocks of the match behind the menus are, 0-1.
const OPACITY: f32 = 0.42;
/// The height of a board, as a share of the window's height.
const HEIGHT: f32 = 0.6;
/// The distance of a board's middle from the window's edge, as a share of the window's width.
const ASIDE: f32 = 0.155;
/// The least gap between a board and the menu, in points.
const GAP: f32 = 10.0;
/// The share of the time from one piece to the next after which the piece has fallen to its place.
const ARRIVED: f32 = 0.55;

pub(super) fn show(
    mut contexts: EguiContexts,
    exhibition: Res<Exhibition>,
    settings: Res<Settings>,
    free: Res<FreeSideWidth>,
) -> Result {
    let Some((sides, way)) = exhibition.shown_sides() else { return Ok(()) };
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let cell = screen.height() * HEIGHT / 20.0;
    if screen.width() * ASIDE + cell * 5.0 + GAP > free.0 {
        return Ok(());
    }
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("exhibition"));
    let painter = context.layer_painter(layer);
    for (side, share) in sides.iter().zip([ASIDE, 1.0 - ASIDE]) {
        let middle = pos2(screen.left() + screen.width() * share, screen.center().y + cell);
        let well = Rect::from_center_size(middle, vec2(cell * 10.0, cell * 20.0));
        board(&painter, well, cell, side, (way / ARRIVED).min(1.0), &settings.appearance);
        let under = pos2(well.center().x, well.bottom() + 22.0);
        let colour = faded(theme::colour(side.rival.colour), 0.75);
        painter.text(under, Align2::CENTER_CENTER, side.rival.name, theme::semibold(16.0), colour);
    }
    Ok(())
}

fn board(painter: &Painter, well: Rect, cell: f32, side: &ShownSide, way: f32, appearance: &Appearance) {
    painter.rect_filled(well, 0, faded(theme::NIGHT, 0.5));
    let edge = Stroke::new(1.0, faded(theme::GOLD, 0.22));
    painter.rect_stroke(well, CornerRadius::same(2), edge, StrokeKind::Outside);
    let place = |x: f32, y: f32| PaintedWell { rect: well, cell }.cell_rect((x, y));
    let mino = |kind: PieceKind, rect: Rect| skinned_cell(painter, kind, rect, appearance, OPACITY);
    for (x, y) in (0..20).flat_map(|y| (0..10).map(move |x| (x, y))) {
        match side.matrix.mino(x, y) {
            Mino::Empty => {}
            Mino::Piece(kind) => mino(kind, place(x as f32, y as f32)),
            Mino::Garbage | Mino::Solid => {
                let grey = faded(theme::ASH, OPACITY * 0.5);
                painter.rect_filled(place(x as f32, y as f32).shrink(1.0), CornerRadius::same(2), grey);
            }
        }
    }
    let Some(piece) = side.piece else { return };
    // The piece falls from above the board to its place, faster and faster.
    let lowest = piece.cells().map(|(_, y)| y).min().unwrap_or(0);
    let above = (20.0 - f32::from(lowest)) * (1.0 - way * way);
    let clipped = painter.with_clip_rect(well.expand(1.0));
    for (x, y) in piece.cells() {
        let rect = place(f32::from(x), f32::from(y) + above);
        skinned_cell(&clipped, piece.kind, rect, appearance, OPACITY);
    }
}
