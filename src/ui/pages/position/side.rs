//! The board beside the rows of the position editor, on which the mouse paints, with the pieces beside it.

use super::super::super::board_hand::{BoardHand, CellBoard};
use super::super::super::draw::{self, mix_colours, piece_colour, spaced_text};
use super::super::super::menu::Menu;
use super::super::super::theme::{self, faded};
use super::super::super::well::PaintedWell;
use crate::app::position::{EditedPosition, LinePiece};
use crate::audio::MenuSound;
use crate::movegen::Placement;
use crate::rules::Facing;
use bevy_egui::egui::{Align2, Color32, CursorIcon, Painter, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// The width of the room for the pieces beside the board, in points.
const PIECES: f32 = 112.0;
/// The width of the room for waiting garbage at the board's other side, in points.
const METER: f32 = 16.0;
/// The most rows of a board that are shown when a piece lies above those that the board has.
const MOST_ROWS: usize = 26;

/// What is shown on the board besides its cells.
pub(super) enum ShownOnBoard {
    /// The pieces of an advised sequence of moves.
    Line(Vec<LinePiece>),
    /// Every place of the falling piece, with the one that is looked at.
    Places(Vec<Placement>, usize),
}

impl CellBoard for EditedPosition {
    fn paintable_size(&self) -> (usize, usize) {
        (self.matrix.board().width(), self.shown_rows())
    }

    fn is_cell_filled(&self, x: usize, y: usize) -> bool {
        self.is_filled(x, y)
    }

    fn paint_cell(&mut self, x: usize, y: usize, filled: bool) {
        self.set_cell(x, y, filled);
    }
}

/// Shows the board with `rows` rows and takes what the mouse and the keys paint. True while a stroke of the mouse is
/// under way, during which the rows stay as they were.
pub(super) fn show(
    menu: &mut Menu,
    position: &mut EditedPosition,
    (hand, rows): (&mut BoardHand, &mut usize),
    on_board: Option<&ShownOnBoard>,
) -> bool {
    if hand.stroke.is_none() {
        *rows = shown_rows(position, on_board);
    }
    let side = menu.side;
    let mut ui = menu.side_panel_ui("position", side);
    let painter = ui.painter().clone();
    let inside = theme::paint_side_background(&painter, side).shrink(14.0);
    let room = Rect::from_min_max(inside.min + vec2(METER, 0.0), inside.max - vec2(PIECES, 0.0));
    let well = PaintedWell::paint(&painter, room, &position.matrix, *rows);
    well.paint_grid(&painter, faded(theme::TRACK, 0.3));
    meter(&painter, &well, position.garbage);
    pieces(&painter, inside.with_min_x(well.rect.right() + 22.0), position);
    if !hand.is_on {
        match on_board {
            None => {}
            Some(ShownOnBoard::Line(line)) => show_line(&painter, &well, line),
            Some(ShownOnBoard::Places(all, at)) => places(&painter, &well, all, *at),
        }
    }
    let mut sounds = Vec::new();
    if hand.is_on {
        sounds.extend(hand.paint_with_keys(position));
        hand.paint_cursor(&painter, &well);
    }
    let stroke = paint_by_mouse(&mut ui, &well, position, hand);
    sounds.extend((stroke == Some(true)).then_some(MenuSound::Select));
    sounds.into_iter().for_each(|sound| menu.queue_sound(sound));
    stroke.is_some()
}

/// How many rows are shown, so that all that is shown on the board has room.
fn shown_rows(position: &EditedPosition, on_board: Option<&ShownOnBoard>) -> usize {
    let highest = match on_board {
        None => 0,
        Some(ShownOnBoard::Line(line)) => {
            line.iter().flat_map(|piece| piece.cells.iter().map(|(_, y)| *y)).max().unwrap_or(0)
        }
        Some(ShownOnBoard::Places(all, at)) => all.get(*at).map_or(0, |place| place.piece.row_range().1),
    };
    let needed = usize::try_from(highest).map_or(0, |highest| highest + 1);
    position.shown_rows().max(needed.min(MOST_ROWS))
}

/// Paints with the mouse: true when a stroke begins, false while it goes on, `None` without one.
fn paint_by_mouse(
    ui: &mut Ui,
    well: &PaintedWell,
    position: &mut EditedPosition,
    hand: &mut BoardHand,
) -> Option<bool> {
    let response = ui.interact(well.rect, ui.id().with("board"), Sense::CLICK | Sense::DRAG);
    let pressed = response.is_pointer_button_down_on().then(|| response.interact_pointer_pos()).flatten();
    let response = response.on_hover_cursor(CursorIcon::Crosshair);
    if let Some(at) = response.hover_pos() {
        let [x, y] = well.cell_at(at);
        let cell = well.cell_rect((x as f32, y as f32)).intersect(well.rect);
        ui.painter().rect_stroke(cell, 1, Stroke::new(1.5, faded(theme::IVORY, 0.6)), StrokeKind::Inside);
    }
    let Some(at) = pressed else {
        hand.stroke = None;
        return None;
    };
    let empties = ui.input(|input| input.pointer.secondary_down());
    Some(hand.stroke_to(well.cell_at(at), empties, position))
}

/// Paints the rows of garbage that wait, from the foot of the board.
fn meter(painter: &Painter, well: &PaintedWell, garbage: u32) {
    let foot = well.rect.left_bottom() - vec2(12.0, 0.0);
    let track = Rect::from_min_max(pos2(foot.x, well.rect.top()), foot + vec2(6.0, 0.0));
    painter.rect_filled(track, 2, theme::NIGHT);
    let height = (garbage as f32 * well.cell).min(track.height());
    painter.rect_filled(track.with_min_y(track.bottom() - height), 2, theme::VERMILION);
}

/// Paints the held, the falling and the next pieces, and below them the streaks.
fn pieces(painter: &Painter, rect: Rect, position: &EditedPosition) {
    let (middle, mut y) = (rect.left() + 40.0, rect.top() + 6.0);
    let title = |y: f32, words: &str| {
        let at = pos2(rect.left(), y);
        spaced_text(painter, at, Align2::LEFT_CENTER, words, theme::semibold(11.5), theme::GOLD, 1.6);
    };
    if position.rules.hold {
        title(y, "HOLD");
        match position.hold {
            Some(kind) => draw::piece(painter, kind, Facing::North, pos2(middle, y + 32.0), 13.0),
            None => {
                painter.text(pos2(middle, y + 32.0), Align2::CENTER_CENTER, "–", theme::regular(15.0), theme::ASH);
            }
        }
        y += 76.0;
    }
    title(y, "FALLS");
    if let Some(falling) = position.queue.first() {
        draw::piece(painter, *falling, Facing::North, pos2(middle, y + 32.0), 13.0);
    }
    y += 76.0;
    title(y, "NEXT");
    let streaks = [("Back-to-back", position.streak.back_to_back), ("Combo", position.streak.combo)];
    let streaks: Vec<String> =
        streaks.iter().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{name} {count}")).collect();
    let foot = rect.bottom() - 20.0 * streaks.len() as f32;
    let next = &position.queue[position.queue.len().min(1)..];
    let step = ((foot - y - 18.0) / next.len().max(1) as f32).min(40.0);
    for (place, kind) in next.iter().enumerate() {
        let at = pos2(middle, y + 14.0 + step * (place as f32 + 0.5));
        draw::piece(painter, *kind, Facing::North, at, (step / 3.2).min(11.0));
    }
    for (line, words) in streaks.into_iter().enumerate() {
        let at = pos2(rect.left(), foot + 20.0 * (line as f32 + 0.5));
        painter.text(at, Align2::LEFT_CENTER, words, theme::semibold(14.0), theme::IVORY);
    }
}

/// Paints the pieces of an advised sequence of moves on the board, with their numbers.
fn show_line(painter: &Painter, well: &PaintedWell, line: &[LinePiece]) {
    let painter = painter.with_clip_rect(well.rect.expand(2.0).intersect(painter.clip_rect()));
    for (at, piece) in line.iter().enumerate() {
        // The move itself stands out from what may come after it.
        let share = if at == 0 { 0.0 } else { 0.35 };
        let colour = mix_colours(piece_colour(&painter, piece.kind), theme::NIGHT, share);
        for &(x, y) in &piece.cells {
            well.paint_mino(&painter, (x.into(), y.into()), colour);
        }
        let stroke = if at == 0 { Stroke::new(2.5, theme::GOLD) } else { Stroke::new(1.5, theme::IVORY) };
        well.paint_piece_outline(&painter, &piece.cells, stroke);
    }
    for (piece, number) in line.iter().zip(1..) {
        let Some(cell) = middle_cell(&piece.cells) else { continue };
        let rect = well.cell_rect((cell.0.into(), cell.1.into()));
        painter.circle_filled(rect.center(), well.cell * 0.38, faded(Color32::BLACK, 0.72));
        let font = theme::extrabold((well.cell * 0.58).round());
        painter.text(rect.center(), Align2::CENTER_CENTER, number.to_string(), font, theme::IVORY);
    }
}

/// The cell of a piece that is nearest to its middle.
fn middle_cell(cells: &[(i8, i8)]) -> Option<(i8, i8)> {
    let count = cells.len().max(1) as f32;
    let sum = cells.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + f32::from(cell.0), sum.1 + f32::from(cell.1)));
    let away = |cell: &(i8, i8)| {
        let (x, y) = (f32::from(cell.0) - sum.0 / count, f32::from(cell.1) - sum.1 / count);
        x * x + y * y
    };
    cells.iter().copied().min_by(|one, other| away(one).total_cmp(&away(other)))
}

/// Paints every place of the falling piece, and the place that is looked at over the others.
fn places(painter: &Painter, well: &PaintedWell, all: &[Placement], at: usize) {
    let painter = painter.with_clip_rect(well.rect.expand(2.0).intersect(painter.clip_rect()));
    let mut cells: Vec<(i8, i8)> = all.iter().flat_map(|place| place.piece.cells()).collect();
    cells.sort_unstable();
    cells.dedup();
    let Some(place) = all.get(at) else { return };
    let colour = piece_colour(&painter, place.piece.kind);
    for (x, y) in cells {
        let cell = well.cell_rect((x.into(), y.into())).shrink(1.0);
        painter.rect_filled(cell, 2, faded(colour, 0.28));
    }
    let cells: Vec<(i8, i8)> = place.piece.cells().collect();
    for &(x, y) in &cells {
        well.paint_mino(&painter, (x.into(), y.into()), colour);
    }
    well.paint_piece_outline(&painter, &cells, Stroke::new(2.5, theme::GOLD));
}

#[cfg(test)]
mod tests {
    use super::super::super::super::test_frame::still_frame;
    use super::*;

    #[test]
    fn the_board_keeps_its_rows_during_a_stroke() {
        let (mut position, mut hand, mut rows) = (EditedPosition::default(), BoardHand::default(), 24);
        hand.stroke_to([0, 0], false, &mut position);
        let mut rows_after_a_frame = || {
            still_frame(|menu| {
                assert!(!show(menu, &mut position, (&mut hand, &mut rows), None), "it has ended");
            });
            rows
        };
        // No button of the mouse is down in these frames, so that the stroke ends in the first.
        assert_eq!([rows_after_a_frame(), rows_after_a_frame()], [24, 20]);
    }
}
