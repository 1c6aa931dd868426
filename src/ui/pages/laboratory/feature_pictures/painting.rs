//! How the picture of a feature is painted.

use super::super::super::super::draw::{mino, piece_colour};
use super::super::super::super::menu::Menu;
use super::super::super::super::theme::{self, faded};
use super::super::super::super::well::PaintedWell;
use super::super::super::capital;
use super::super::words::without_noughts;
use super::example::ExampleBoard;
use super::mark::{FeatureMark, MarkLabel, MarkedPlace};
use super::picture_of;
use crate::ai::features::Feature;
use crate::view::palette;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Align, Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

/// The greatest width of a cell, in points.
const CELL: f32 = 42.0;
/// The height of the title and two lines of words above the board, in points.
const ABOVE: f32 = 78.0;
/// The height of three lines of words about the marks, in points.
const BELOW: f32 = 60.0;
/// The height of the line with the feature's value below the board, in points.
const VALUE: f32 = 50.0;

/// Paints the picture of a feature beside the rows: what it counts, the example board with the marks, the feature's
/// value there, and what the marks mean.
pub(in super::super) fn paint(menu: &Menu, feature: &Feature) {
    let (painter, side) = (menu.side_painter(), menu.side);
    let inside = theme::paint_side_background(&painter, side).shrink(20.0);
    let Some(picture) = picture_of(feature) else { return };
    let Some(example) = ExampleBoard::read(picture.board) else { return };
    let marks = (picture.marks)(&example);
    let title = capital(&feature.name.replace('-', " "));
    painter.text(inside.min, Align2::LEFT_TOP, title, theme::extrabold(22.0), theme::GOLD);
    let wrapped = |at, text: &str, look| theme::paint_paragraph(&painter, at, text, look, inside.width());
    wrapped(inside.min + vec2(0.0, 36.0), &capital(feature.about), (theme::regular(15.0), theme::IVORY));
    let below = pos2(inside.left(), inside.bottom() - BELOW);
    wrapped(below, picture.legend, (theme::regular(14.5), theme::ASH));
    // The board lies at the same place for every feature, however long the words are.
    let (top, bottom) = (inside.top() + ABOVE, inside.bottom() - BELOW - VALUE);
    let room = Rect::from_x_y_ranges(inside.x_range(), top..=bottom);
    let well = board(&painter, room, &example, &marks);
    let value_at = well.center_bottom() + vec2(0.0, VALUE * 0.6);
    value(&painter, value_at, inside.width(), (picture.is_sum, &marks), example.value(feature));
}

/// Writes a number with at most two digits after the point.
fn short(number: f64) -> String {
    without_noughts(number, 2)
}

/// Paints the feature's value for the board, around `at`. Where the marks have numbers, their sum is written as well,
/// if the line is no longer than `width`.
fn value(painter: &Painter, at: Pos2, width: f32, (is_sum, marks): (bool, &[FeatureMark]), value: f64) {
    let line = |sum: &str| {
        let parts = [
            ("Here:", theme::semibold(16.0), theme::IVORY, 0.0),
            (&short(value), theme::extrabold(24.0), theme::GOLD, 8.0),
            (sum, theme::semibold(15.0), theme::ASH, 8.0),
        ];
        let mut job = LayoutJob::default();
        for (words, font_id, color, space) in parts {
            job.append(words, space, TextFormat { font_id, color, valign: Align::Center, ..TextFormat::default() });
        }
        painter.layout_job(job)
    };
    let written = marks.iter().filter(|mark| mark.label == MarkLabel::Adds && mark.adds != 0.0);
    let terms: Vec<String> = written.map(|mark| short(mark.adds)).collect();
    let with_sum = line(&format!("= {}", terms.join(" + ")));
    let has_sum = is_sum && terms.len() > 1 && with_sum.size().x <= width;
    let galley = if has_sum { with_sum } else { line("") };
    painter.galley(Align2::CENTER_CENTER.anchor_size(at, galley.size()).min, galley, theme::IVORY);
}

/// Where a board lies in the middle of `room`, with a margin of a cell at both sides.
fn grid_in(room: Rect, example: &ExampleBoard) -> PaintedWell {
    let (columns, rows) = (example.width() as f32, example.row_count() as f32);
    let cell = (room.width() / (columns + 2.0)).min(room.height() / rows).min(CELL).floor();
    PaintedWell { rect: Rect::from_center_size(room.center(), vec2(columns, rows) * cell), cell }
}

/// The rectangle of the cells of a column from the row `bottom` up to below the row `top`.
fn cells_of(grid: &PaintedWell, x: usize, bottom: usize, top: usize) -> Rect {
    Rect::from_two_pos(grid.point_at(x as f32, bottom as f32), grid.point_at((x + 1) as f32, top as f32))
}

fn cell_of(grid: &PaintedWell, x: usize, y: usize) -> Rect {
    cells_of(grid, x, y, y + 1)
}

/// Paints the example board in the middle of `room`, with its marks. Returns the rectangle of the board.
fn board(painter: &Painter, room: Rect, example: &ExampleBoard, marks: &[FeatureMark]) -> Rect {
    let grid = grid_in(room, example);
    painter.rect_filled(grid.rect, 0, theme::NIGHT);
    grid.paint_grid(painter, faded(theme::LINE, 0.45));
    painter.rect_stroke(grid.rect.expand(1.0), 1, Stroke::new(1.5, faded(theme::TRACK, 0.8)), StrokeKind::Outside);
    let piece = example.piece_cells();
    let own = example.landed_piece().map(|piece| piece_colour(painter, piece.kind));
    for (x, y) in example.all_cells().filter(|&(x, y)| !example.is_empty_at(x, y)) {
        let stack = theme::colour(palette::GARBAGE);
        let colour = own.filter(|_| piece.contains(&(x, y))).unwrap_or(stack);
        mino(painter, cell_of(&grid, x, y), colour);
    }
    for (at, mark) in marks.iter().enumerate() {
        paint_mark(painter, &grid, mark, at);
    }
    grid.rect
}

/// Paints a mark and its number. `at` is the index of the mark among all of the picture.
fn paint_mark(painter: &Painter, grid: &PaintedWell, mark: &FeatureMark, at: usize) {
    let counts = mark.adds != 0.0;
    let ink = if counts { theme::GOLD } else { faded(theme::GOLD, 0.6) };
    let stroke = Stroke::new((grid.cell * 0.11).max(3.0), ink);
    let frame = |rect: Rect, fill: f32| {
        let fill = faded(theme::GOLD, if counts { fill } else { fill * 0.6 });
        painter.rect(rect.shrink(2.0), 3, fill, Stroke::new(2.0, ink), StrokeKind::Inside);
        rect.center()
    };
    let line = |from: Pos2, to: Pos2| {
        painter.line_segment([from, to], stroke);
        from.lerp(to, 0.5)
    };
    // Above the upper end of a measure lies no filled cell.
    let above = |end: Pos2| end - vec2(0.0, grid.cell * 0.42);
    let number = match mark.place {
        MarkedPlace::Empty(x, y) => frame(cell_of(grid, x, y), 0.4),
        MarkedPlace::Filled(x, y) => frame(cell_of(grid, x, y), 0.6),
        MarkedPlace::Run { x, bottom, top } => frame(cells_of(grid, x, bottom, top), 0.4),
        MarkedPlace::Column(x) => frame(Rect::from_x_y_ranges(cell_of(grid, x, 0).x_range(), grid.rect.y_range()), 0.3),
        MarkedPlace::Upright(x, y) => {
            line(grid.point_at(x as f32, y as f32 + 0.12), grid.point_at(x as f32, y as f32 + 0.88))
        }
        MarkedPlace::Flat(x, y) => {
            line(grid.point_at(x as f32 + 0.12, y as f32), grid.point_at(x as f32 + 0.88, y as f32))
        }
        MarkedPlace::Rows { bottom, top } => rows(painter, grid, (bottom, top), at, ink),
        MarkedPlace::Height { x, from, to } => {
            let [low, high] = [from, to].map(|height| grid.point_at(x as f32 + 0.5, height as f32));
            measure(painter, [low, high], ink);
            above(high)
        }
        MarkedPlace::Step { x, left, right } => {
            // Between columns of one height the step is a line along their tops.
            let half = if left == right { 0.3 } else { 0.0 };
            let (x, left, right) = (x as f32 + 1.0, left as f32, right as f32);
            line(grid.point_at(x - half, left), grid.point_at(x + half, right));
            above(grid.point_at(x, left.max(right)))
        }
        MarkedPlace::Level(height) => {
            let left = grid.point_at(0.0, height as f32);
            let ends = [left, left + vec2(grid.rect.width() + grid.cell, 0.0)];
            painter.extend(Shape::dashed_line(&ends, Stroke::new(1.5, theme::IVORY), 6.0, 4.0));
            left
        }
    };
    let words = match (mark.label, mark.place) {
        (MarkLabel::Nothing, _) => return,
        // Beside a row a bare number could be taken for the number of the row.
        (MarkLabel::Adds, MarkedPlace::Rows { .. }) => format!("+{}", short(mark.adds)),
        (MarkLabel::Adds, _) => short(mark.adds),
        (MarkLabel::Rise(0), _) => "0".to_owned(),
        (MarkLabel::Rise(rise), _) => format!("{rise:+}"),
    };
    let on_cell = matches!(mark.place, MarkedPlace::Empty(..) | MarkedPlace::Filled(..));
    let colour = if on_cell { theme::IVORY } else { ink };
    painter.text(number, Align2::CENTER_CENTER, words, theme::extrabold(grid.cell * 0.42), colour);
}

/// Paints a frame around a row, or a bracket beside several. Brackets that follow each other lie side by side. Returns
/// where the number of the row is written.
fn rows(painter: &Painter, grid: &PaintedWell, (bottom, top): (usize, usize), at: usize, ink: Color32) -> Pos2 {
    let rect = Rect::from_x_y_ranges(
        grid.rect.x_range(),
        grid.point_at(0.0, top as f32).y..=grid.point_at(0.0, bottom as f32).y,
    );
    let count = top - bottom;
    let stroke = Stroke::new(2.5, ink);
    if count == 1 {
        painter.rect(rect.shrink(1.0), 2, faded(ink, 0.12), stroke, StrokeKind::Inside);
    } else {
        let lane = (at % count) as f32;
        let x = rect.right() + 10.0 + lane * 8.0;
        let (high, low) = (rect.top() + 3.0, rect.bottom() - 3.0);
        let corners = vec![pos2(x - 4.0, high), pos2(x, high), pos2(x, low), pos2(x - 4.0, low)];
        painter.add(Shape::line(corners, stroke));
    }
    pos2(rect.right() + grid.cell * 0.5, rect.center().y)
}

/// Paints a distance between two points above each other as a vertical line with a stroke across both ends.
fn measure(painter: &Painter, [low, high]: [Pos2; 2], ink: Color32) {
    let stroke = Stroke::new(3.0, ink);
    painter.line_segment([low, high], stroke);
    for end in [low, high] {
        painter.hline(end.x - 6.0..=end.x + 6.0, end.y, stroke);
    }
}
