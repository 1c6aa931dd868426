//! The board that the player paints, by mouse, keys or gamepad, and the rows that say what is to be placed on it. What
//! is thought of the placements is painted in `placements`.

use super::super::super::board_hand::BoardHand;
use super::super::super::draw::piece_colour;
use super::super::super::menu::Menu;
use super::super::super::theme::{self, faded};
use super::super::super::well::PaintedWell;
use super::super::ordinal;
use super::run::paint_board;
use super::{in_middle, placements};
use crate::app::laboratory::{Judge, PaintedBoard};
use crate::audio::MenuSound;
use crate::rules::{Board, BoardSize, Matrix, PieceKind};
use bevy_egui::egui::{CursorIcon, Rect, Sense, Stroke, Ui, vec2};

/// The greatest width of a painted board, in points.
const WIDE: f32 = 264.0;
/// The greatest share of the room's width that a painted board takes.
const SHARE: f32 = 0.33;
/// The points between a board and the edge of its ground.
const MARGIN: f32 = 12.0;

/// The hand that paints the board, and which placement is looked at.
#[derive(Debug, Default)]
pub(super) struct PaintedBoardView {
    /// The rank of the placement that is looked at, from 0, which is the best.
    pub(super) rank: usize,
    /// The tool that paints the board, by keys or by the mouse.
    pub(super) brush: BoardHand,
}

/// Where a board of this size is painted: as large as fits, at the left of `room` and in the middle of its height.
fn well(room: Rect, size: BoardSize) -> PaintedWell {
    let (columns, rows) = (f32::from(size.width.max(1)), f32::from(size.visible.max(1)));
    let cell = (room.height() / rows).min(WIDE.min(room.width() * SHARE) / columns).floor();
    let corner = room.min + vec2(0.0, ((room.height() - rows * cell) / 2.0).floor());
    PaintedWell { rect: Rect::from_min_size(corner, vec2(columns, rows) * cell), cell }
}

/// Paints the rows of the board, and beside them the board and what is thought of the placements on it. `painted` is
/// `None` if there is no run.
pub(super) fn show(menu: &mut Menu, painted: Option<&mut PaintedBoard>, hand: &mut PaintedBoardView) {
    let Some(painted) = painted else { return };
    if let Some(position) = painted.position_mut().filter(|_| hand.brush.is_on)
        && let Some(sound) = hand.brush.paint_with_keys(&mut position.board)
    {
        menu.queue_sound(sound);
    }
    if painted.update_ranking() {
        hand.rank = 0;
    }
    if painted.judge_and_position().is_none() {
        hand.brush.is_on = false;
        let (painter, side) = (menu.side_painter(), menu.side);
        theme::paint_side_background(&painter, side);
        return in_middle(&painter, side, painted.ranked_placements().err().unwrap_or_default(), 30.0);
    }
    rows(menu, painted, hand);
    let side = menu.side;
    let mut ui = menu.side_panel_ui("painted board", side);
    let Some((_, position)) = painted.judge_and_position() else { return };
    let well = well(side.shrink(MARGIN), position.board.size());
    let ground = side.with_max_x(well.rect.right() + MARGIN);
    if paint_by_mouse(&ui, &well, hand, painted) {
        menu.queue_sound(MenuSound::Select);
    }
    theme::paint_side_background(ui.painter(), ground);
    let right = side.with_min_x(ground.right() + 12.0);
    match painted.ranked_placements() {
        Ok(_) => placements::paint(&mut ui, right, painted, &mut hand.rank),
        Err(words) => {
            theme::paint_side_background(ui.painter(), right);
            in_middle(ui.painter(), right, words, 30.0);
        }
    }
    board(&ui, &well, painted, hand);
}

fn rows(menu: &mut Menu, painted: &mut PaintedBoard, hand: &mut PaintedBoardView) {
    let Some((judge, &position)) = painted.judge_and_position() else { return };
    let own_pieces = judge.own_pieces;
    let mut changed = position;
    piece_row(menu, judge, "Piece", "The piece that is to be placed", &mut changed.falling);
    if judge.looks_ahead() {
        piece_row(menu, judge, "Next piece", "It looks ahead at the piece that comes after it", &mut changed.next);
    }
    if judge.may_hold() {
        piece_row(menu, judge, "Held piece", "It may place this one instead", &mut changed.held);
    }
    match painted.ranked_placements() {
        Ok(ranked) => {
            let count = ranked.len();
            let at = hand.rank.min(count.saturating_sub(1));
            let words = format!("{} of {count}", ordinal(at + 1));
            hand.rank = menu.pick_index("Place", &words, at, count).unwrap_or(at);
            menu.explain_row("From the best place to the worst; the mouse on a cell of the small grid picks one too");
        }
        Err(words) => menu.disabled_row("Place", "none", words),
    }
    hand.brush.add_painting_row(menu, "Paint", "With the keys or a gamepad; the mouse paints on the board at any time");
    if menu.button("Clear") {
        changed.board = Board::new(changed.board.size());
    }
    menu.explain_row("Empties the whole board");
    if changed != position
        && let Some(position) = painted.position_mut()
    {
        *position = changed;
    }
    if menu.button("A position from its own game") {
        painted.copy_judge_game_position();
    }
    menu.explain_row(format!("The board and the pieces after {own_pieces} pieces of its first held-out game"));
}

/// Paints a row that chooses one of the pieces that the judge plays with.
fn piece_row(menu: &mut Menu, judge: &Judge, label: &str, about: &str, kind: &mut PieceKind) {
    let kinds: Vec<_> = judge.pieces.kinds().map(|kind| (kind, kind.letter().to_string())).collect();
    menu.pick(label, &kinds, kind);
    menu.explain_row(about);
}

/// Paints cells with the mouse. True when a stroke begins.
fn paint_by_mouse(ui: &Ui, well: &PaintedWell, hand: &mut PaintedBoardView, painted: &mut PaintedBoard) -> bool {
    let response = ui.interact(well.rect, ui.id().with("painted board"), Sense::CLICK | Sense::DRAG);
    let pressed = response.is_pointer_button_down_on().then(|| response.interact_pointer_pos()).flatten();
    response.on_hover_cursor(CursorIcon::Crosshair);
    let (Some(place), Some(position)) = (pressed, painted.position_mut()) else {
        hand.brush.stroke = None;
        return false;
    };
    hand.brush.stroke_to(well.cell_at(place), false, &mut position.board)
}

/// Paints the board with the placement that is looked at, the outline of the one that it is compared with, and the cell
/// that the keys have come to.
fn board(ui: &Ui, area: &PaintedWell, painted: &PaintedBoard, hand: &PaintedBoardView) {
    let Some((_, position)) = painted.judge_and_position() else { return };
    let painter = ui.painter();
    paint_board(painter, area.rect.min, area.cell, &Matrix::from_board(&position.board));
    area.paint_grid(painter, faded(theme::TRACK, 0.3));
    let clipped = painter.with_clip_rect(area.rect.expand(2.0).intersect(painter.clip_rect()));
    if let Ok(ranked) = painted.ranked_placements() {
        if let Some(placement) = ranked.get(hand.rank) {
            let colour = piece_colour(painter, placement.piece.kind);
            let cells: Vec<(i8, i8)> = placement.piece.cells().collect();
            for &(x, y) in &cells {
                clipped.rect_filled(area.cell_rect((x.into(), y.into())), 0, faded(colour, 0.5));
            }
            area.paint_piece_outline(&clipped, &cells, Stroke::new(2.0, colour));
        }
        if let Some(other) = painted.compare_with_best(hand.rank).and_then(|compared| ranked.get(compared.other?)) {
            let cells: Vec<(i8, i8)> = other.piece.cells().collect();
            area.paint_piece_outline(&clipped, &cells, Stroke::new(1.5, faded(theme::IVORY, 0.75)));
        }
    }
    if hand.brush.is_on {
        hand.brush.paint_cursor(painter, area);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    #[test]
    fn every_cell_of_a_board_is_found_again() {
        for size in [BoardSize::default(), BoardSize { width: 16, visible: 40, buffer: 20 }] {
            let well = well(Rect::from_min_size(pos2(30.0, 40.0), vec2(776.0, 462.0)), size);
            assert!(well.rect.height() <= 462.0 && well.rect.width() <= WIDE);
            for (x, y) in (0..size.width).flat_map(|x| (0..size.visible).map(move |y| (x, y))) {
                let cell = well.cell_rect((x.into(), y.into()));
                assert!(well.rect.expand(0.1).contains_rect(cell));
                assert_eq!(well.cell_at(cell.center()), [x, y].map(i32::from));
            }
        }
    }
}
