//! The placements on a painted board: a grid with a cell for each, coloured by value, and what speaks for one
//! of them against another.

use super::super::super::board_overlay::{feature_in_words, short_number};
use super::super::super::draw::{lozenge, piece};
use super::super::super::theme::{self, faded};
use super::super::ordinal;
use super::genomes::{self, CellGrid};
use crate::ai::RankedPlacement;
use crate::app::laboratory::{ComparedFeature, ComparisonToBest, PaintedBoard};
use crate::rules::{Facing, FallingPiece, PieceKind};
use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// The width of the room at the left of a row of the grid, where its piece is painted, in points.
const HEAD: f32 = 36.0;
/// The width of the room for the word "hold" before the held piece, in points.
const WORD: f32 = 32.0;
/// The height of the line of words above the grid and of the one below it, in points.
const LINE: f32 = 30.0;
/// The least and the greatest height of the line with a feature's words and bar, in points.
const FEATURE: [f32; 2] = [16.0, 24.0];
/// The least width of the words about a feature, in points, if its name stands before them.
const NAMED: f32 = 260.0;
/// The colours of the bars that speak for the other placement, and of those for the one that is looked at.
const INKS: [Color32; 2] = [theme::VERMILION, theme::RIVER];

/// A grid of the placements of the falling and the held piece: a row for each facing, a column for each
/// column of the board.
#[derive(Clone, Debug, PartialEq)]
struct PlacementGrid {
    /// The piece and the facing of each row of the grid, and whether it is the held piece, which comes
    /// after the falling one.
    rows: Vec<(PieceKind, Facing, bool)>,
    columns: usize,
    /// The cell of the grid for each placement, the best first: its column and its row.
    cells: Vec<(usize, usize)>,
}

impl PlacementGrid {
    /// The grid of these placements, the best of which comes first, on a board of this many columns.
    fn of(ranked: &[RankedPlacement], columns: usize) -> Self {
        let row = |placed: &RankedPlacement| (placed.piece.kind, placed.piece.facing, placed.hold);
        let mut rows: Vec<(PieceKind, Facing, bool)> = ranked.iter().map(row).collect();
        rows.sort_by_key(|(_, facing, hold)| (*hold, *facing as u8));
        rows.dedup();
        let at = |placed: &RankedPlacement| rows.iter().position(|known| *known == row(placed)).unwrap_or(0);
        let cells = ranked.iter().map(|placed| (column(placed.piece), at(placed))).collect();
        Self { rows, columns, cells }
    }

    /// The best rank of the placements in a cell of the grid, 0 for the best of all; `None` where
    /// there is no placement.
    fn rank(&self, column: usize, row: usize) -> Option<usize> {
        self.cells.iter().position(|cell| *cell == (column, row))
    }
}

/// The leftmost column of the board that a piece covers.
fn column(piece: FallingPiece) -> usize {
    usize::try_from(piece.x + piece.kind.shape(piece.facing).columns.0).unwrap_or(0)
}

/// Where a value lies between the worst and the best of these placements, 0-1. Placements that lose the
/// game are the worst.
fn share(ranked: &[RankedPlacement], value: f64) -> f32 {
    let finite = || ranked.iter().map(|placement| placement.value).filter(|value| value.is_finite());
    let (low, high) = finite().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    match value.is_finite() {
        true if high > low => ((value - low) / (high - low)) as f32,
        true => 1.0,
        false => 0.0,
    }
}

/// Paints the grid of the placements on the board, and below it the placement of this rank compared with another one.
/// The mouse on a cell changes the rank.
pub(super) fn paint(ui: &mut Ui, rect: Rect, painted: &PaintedBoard, rank: &mut usize) {
    let (Some((judge, position)), Ok(ranked)) = (painted.judge_and_position(), painted.ranked_placements()) else {
        return;
    };
    let painter = ui.painter().clone();
    let grid = PlacementGrid::of(ranked, position.board.width());
    let wide = rect.width() - 28.0;
    let tall = if grid.rows.len() > 4 { 21.0 } else { 30.0 };
    let head = if grid.rows.iter().any(|(.., hold)| *hold) { HEAD + WORD } else { HEAD };
    let cell = vec2(((wide - head) / grid.columns.max(1) as f32).min(44.0), tall);
    let high = tall * grid.rows.len() as f32;
    let upper = Rect::from_min_size(rect.min, vec2(rect.width(), high + 2.0 * LINE + 22.0));
    theme::paint_side_background(&painter, upper);
    let corner = upper.min + vec2(14.0, 12.0);
    let title = format!("{}, generation {}", judge.recipe, judge.generation);
    painter.text(corner, Align2::LEFT_TOP, title, theme::extrabold(16.0), theme::GOLD);
    let cells = CellGrid { corner: corner + vec2(head, LINE - 4.0), cell };
    let area = Rect::from_min_size(cells.corner, vec2(cell.x * grid.columns as f32, high));
    let response = ui.interact(area, ui.id().with("placements"), Sense::HOVER);
    // A mouse that rests on the grid leaves the choice to the keys.
    let moves = ui.input(|input| input.pointer.delta() != Vec2::ZERO);
    if let Some(over) =
        response.hover_pos().filter(|_| moves).and_then(|at| cells.cell_at(at)).and_then(|(x, y)| grid.rank(x, y))
    {
        *rank = over;
    }
    *rank = (*rank).min(ranked.len().saturating_sub(1));
    paint_grid(&painter, &grid, cells, ranked, *rank);
    let bar = Rect::from_min_size(pos2(corner.x, area.bottom() + 17.0) - vec2(0.0, 4.0), vec2(84.0, 8.0));
    let words = "worst to best  ·  diamond: the best  ·  across: the piece's left edge";
    genomes::paint_legend(&painter, bar, upper.right() - 14.0, words);
    let lower = rect.with_min_y(upper.bottom() + 12.0);
    theme::paint_side_background(&painter, lower);
    if let Some(compared) = painted.compare_with_best(*rank) {
        let inside = lower.shrink2(vec2(14.0, 12.0));
        headline(&painter, inside, ranked, (*rank, &compared));
        let rect = inside.with_min_y(inside.top() + 28.0);
        match compared.other.map(|other| if *rank == 0 { ordinal(other + 1) } else { "best".to_owned() }) {
            None => middle_line(&painter, rect, "There is no other place to compare it with"),
            Some(other) if judge.is_sum() => bars(&painter, rect, &format!("the {other}"), &compared.features),
            Some(other) => values(&painter, rect, &format!("the {other}"), &compared.features),
        }
    }
}

/// Paints the grid with the pieces at the left of its rows, a lozenge in the cell of the best placement, and a frame
/// around the cell of the one that is looked at.
fn paint_grid(painter: &Painter, grid: &PlacementGrid, cells: CellGrid, ranked: &[RankedPlacement], rank: usize) {
    for (row, (kind, facing, hold)) in grid.rows.iter().enumerate() {
        let first = cells.cell_rect(0, row).shrink(1.0);
        let centre = pos2(cells.corner.x - HEAD / 2.0 - 3.0, first.center().y);
        let side = f32::from(kind.definition().side.max(4) as u8);
        piece(painter, *kind, *facing, centre, (cells.cell.y - 2.0).min(26.0) / side);
        if *hold {
            let at = pos2(cells.corner.x - HEAD - WORD, centre.y);
            painter.text(at, Align2::LEFT_CENTER, "hold", theme::regular(12.5), theme::ASH);
        }
        for column in 0..grid.columns {
            let colour = match grid.rank(column, row).and_then(|rank| ranked.get(rank)) {
                Some(placement) => genomes::share_colour(share(ranked, placement.value)),
                None => faded(theme::RAISED, 0.35),
            };
            painter.rect_filled(cells.cell_rect(column, row).shrink(1.0), 1, colour);
        }
    }
    if let Some(&(column, row)) = grid.cells.first() {
        lozenge(painter, cells.cell_rect(column, row).shrink(1.0).center(), 6.0, theme::NIGHT);
    }
    if let Some(&(column, row)) = grid.cells.get(rank) {
        let frame = cells.cell_rect(column, row).shrink(1.0).expand(1.0);
        painter.rect_stroke(frame, 1, Stroke::new(2.0, theme::IVORY), StrokeKind::Outside);
    }
}

/// Paints the rank and the value of the placement that is looked at, and how far it is from the other one.
fn headline(painter: &Painter, rect: Rect, ranked: &[RankedPlacement], (rank, compared): (usize, &ComparisonToBest)) {
    let Some(placement) = ranked.get(rank) else { return };
    let title = format!("{} of {}", ordinal(rank + 1), ranked.len());
    let written = painter.text(rect.min, Align2::LEFT_TOP, title, theme::extrabold(16.0), theme::GOLD);
    let hold = if placement.hold { ", the held piece" } else { "" };
    let value = format!("value {}{hold}", number(placement.value));
    let beside = pos2(written.right() + 14.0, written.center().y);
    painter.text(beside, Align2::LEFT_CENTER, value, theme::semibold(14.0), theme::IVORY);
    let Some((at, other)) = compared.other.and_then(|at| Some((at, ranked.get(at)?))) else { return };
    let gap = (placement.value - other.value).abs();
    let than = if rank == 0 { ordinal(at + 1) } else { "best".to_owned() };
    let words = match rank {
        _ if gap == 0.0 => format!("as good as the {than}"),
        _ if !gap.is_finite() => String::new(),
        0 => format!("{} ahead of the {than}", short_number(gap)),
        _ => format!("{} behind the {than}", short_number(gap)),
    };
    let right = pos2(rect.right(), written.center().y);
    painter.text(right, Align2::RIGHT_CENTER, words, theme::regular(14.0), theme::ASH);
}

fn middle_line(painter: &Painter, rect: Rect, words: &str) {
    painter.text(rect.center(), Align2::CENTER_CENTER, words, theme::regular(14.0), theme::ASH);
}

/// Writes a number in a few characters, with a minus sign as wide as a plus sign.
fn number(value: f64) -> String {
    short_number(value).replace('-', "−")
}

/// Paints the caption of a column of the table of placements.
fn caption(painter: &Painter, at: Pos2, anchor: Align2, words: &str) {
    painter.text(at, anchor, words, theme::regular(12.5), theme::ASH);
}

/// Paints what speaks for each of two placements as bars to both sides, the strongest first.
/// What has no room is added up.
fn bars(painter: &Painter, rect: Rect, other: &str, features: &[ComparedFeature]) {
    let weight = |feature: &ComparedFeature| feature.contribution.unwrap_or(0.0);
    let mut shown: Vec<&ComparedFeature> = features.iter().filter(|feature| weight(feature) != 0.0).collect();
    if shown.is_empty() {
        return middle_line(painter, rect, "Nothing that it sees tells the two apart");
    }
    shown.sort_by(|one, two| weight(two).abs().total_cmp(&weight(one).abs()));
    let most = weight(shown[0]).abs();
    let fits = ((rect.height() - 20.0) / FEATURE[0]) as usize;
    let left_out: Vec<&ComparedFeature> =
        if shown.len() > fits { shown.split_off(fits.max(2) - 1) } else { Vec::new() };
    let lines = shown.len() + usize::from(!left_out.is_empty());
    let high = ((rect.height() - 20.0) / lines.max(1) as f32).clamp(FEATURE[0], FEATURE[1]);
    let half = rect.width() * 0.1;
    let zero = rect.right() - 50.0 - half;
    let top = rect.top() + 8.0;
    caption(painter, pos2(zero - 6.0, top), Align2::RIGHT_CENTER, &format!("for {other}"));
    caption(painter, pos2(zero + 6.0, top), Align2::LEFT_CENTER, "for this one");
    let bar = |y: f32, weight: f64| {
        let length = half * (weight / most).clamp(-1.0, 1.0) as f32;
        let ink = INKS[usize::from(weight > 0.0)];
        let ends = [pos2(zero, y - high * 0.3), pos2(zero + length, y + high * 0.3)];
        painter.rect_filled(Rect::from_two_pos(ends[0], ends[1]), 1, ink);
        let sign = if weight > 0.0 { "+" } else { "−" };
        let number = format!("{sign}{}", short_number(weight.abs()));
        painter.text(pos2(rect.right(), y), Align2::RIGHT_CENTER, number, theme::semibold(13.0), theme::IVORY);
    };
    let room = zero - half - rect.left() - 12.0;
    let y = |line: usize| rect.top() + 20.0 + high * (line as f32 + 0.5);
    for (line, feature) in shown.iter().enumerate() {
        let y = y(line);
        let at = pos2(rect.left(), y);
        if room > NAMED {
            theme::paint_shrunk_text(painter, at, &feature_in_words(feature.name), 13.0, theme::ASH, room * 0.34);
            let at = at + vec2(room * 0.36, 0.0);
            theme::paint_shrunk_text(painter, at, feature.reason, 13.0, theme::IVORY, room * 0.64);
        } else {
            theme::paint_shrunk_text(painter, at, feature.reason, 13.0, theme::IVORY, room);
        }
        bar(y, weight(feature));
    }
    if !left_out.is_empty() {
        let y = y(shown.len());
        let words = format!("{} more, added up", left_out.len());
        theme::paint_shrunk_text(painter, pos2(rect.left(), y), &words, 13.0, theme::ASH, room);
        bar(y, left_out.iter().map(|feature| weight(feature)).sum());
    }
    let along = rect.top() + 20.0..=y(lines.saturating_sub(1)) + high * 0.5;
    painter.vline(zero, along, Stroke::new(1.0, faded(theme::ASH, 0.6)));
}

/// Paints the values of the features for two placements.
fn values(painter: &Painter, rect: Rect, other: &str, features: &[ComparedFeature]) {
    let columns = [rect.left() + rect.width() * 0.8, rect.right()];
    let top = rect.top() + 8.0;
    caption(painter, pos2(rect.left(), top), Align2::LEFT_CENTER, "what the network sees; its value is not their sum");
    caption(painter, pos2(columns[0], top), Align2::RIGHT_CENTER, "this one");
    caption(painter, pos2(columns[1], top), Align2::RIGHT_CENTER, other);
    let high = ((rect.height() - 20.0) / features.len().max(1) as f32).min(FEATURE[1]);
    let lines = features.iter().filter_map(|feature| Some((feature.name, feature.values?)));
    for (line, (name, values)) in lines.enumerate() {
        let y = rect.top() + 20.0 + high * (line as f32 + 0.5);
        let ink = if values[0] == values[1] { theme::ASH } else { theme::IVORY };
        let (at, room) = (pos2(rect.left(), y), rect.width() * 0.45);
        theme::paint_shrunk_text(painter, at, &feature_in_words(name), 13.0, ink, room);
        for (value, x) in values.into_iter().zip(columns) {
            painter.text(pos2(x, y), Align2::RIGHT_CENTER, number(value), theme::semibold(13.0), ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Brain, BrainSettings, Evaluator, Lookahead, VisiblePosition};
    use crate::rules::{Board, BoardSize};

    fn ranked(falling: PieceKind, holds: bool) -> Vec<RankedPlacement> {
        let evaluator = Evaluator::new_linear(&["holes", "bumpiness"], &[-2.0, -0.5]);
        let evaluator = evaluator.unwrap_or_else(|error| unreachable!("{error}"));
        let style = BrainSettings { holds, lookahead: Lookahead::NextPiece, ..BrainSettings::default() };
        let board = Board::from_drawing(BoardSize::default(), "#...##....\n##.####.##");
        let view = VisiblePosition {
            board: &board,
            falling,
            hold: Some(PieceKind::S),
            can_hold: holds,
            next: &[PieceKind::L],
        };
        Brain::new(evaluator, style).rank(&view)
    }

    #[test]
    fn every_placement_has_a_cell_by_its_facing_and_its_left_edge() {
        for (falling, holds, rows) in
            [(PieceKind::T, false, 4), (PieceKind::O, false, 1), (PieceKind::I, false, 2), (PieceKind::S, true, 4)]
        {
            let ranked = ranked(falling, holds);
            let grid = PlacementGrid::of(&ranked, 10);
            assert_eq!(grid.rows.len(), rows, "{falling:?}");
            for (rank, (placement, &(column, row))) in ranked.iter().zip(&grid.cells).enumerate() {
                assert_eq!(grid.rank(column, row), Some(rank), "straight drops have a cell each");
                let left = placement.piece.cells().map(|(x, _)| x).min();
                assert_eq!(left, i8::try_from(column).ok());
            }
            let cells = CellGrid { corner: pos2(50.0, 60.0), cell: vec2(40.0, 30.0) };
            assert_eq!(cells.cell_at(cells.cell_rect(7, 3).center()), Some((7, 3)));
            assert_eq!(grid.rank(10, 0), None, "there are no more columns");
        }
    }

    #[test]
    fn values_lie_between_the_worst_and_the_best_and_what_is_lost_is_the_worst() {
        let mut ranked = ranked(PieceKind::T, false);
        let (best, worst) = (ranked[0].value, ranked[ranked.len() - 1].value);
        assert_eq!([best, worst, (best + worst) / 2.0].map(|value| share(&ranked, value)), [1.0, 0.0, 0.5]);
        ranked[0].value = f64::NEG_INFINITY;
        assert_eq!(share(&ranked, f64::NEG_INFINITY), 0.0);
        assert_eq!(share(&ranked[..1], f64::NEG_INFINITY), 0.0);
    }
}
