//! The tool with which a player paints the cells of a board: strokes of the mouse, and keys that move over the cells.

use super::menu::Menu;
use super::rows::place_after;
use super::theme;
use super::well::PaintedWell;
use crate::app::devices::nav::NavigationSteps;
use crate::audio::MenuSound;
use crate::rules::Board;
use bevy::prelude::KeyCode;
use bevy_egui::egui::{Painter, Stroke, StrokeKind};

/// A board whose cells can be filled and emptied.
pub(super) trait CellBoard {
    /// How many columns and rows can be painted.
    fn paintable_size(&self) -> (usize, usize);

    /// Whether the cell in column `x` of row `y`, counted from the floor, is filled; false outside the board.
    fn is_cell_filled(&self, x: usize, y: usize) -> bool;

    /// Fills or empties a cell. Outside the board nothing happens.
    fn paint_cell(&mut self, x: usize, y: usize, filled: bool);
}

impl CellBoard for Board {
    fn paintable_size(&self) -> (usize, usize) {
        (self.width(), usize::from(self.size().visible))
    }

    fn is_cell_filled(&self, x: usize, y: usize) -> bool {
        x < self.width() && self.row(y) >> x & 1 == 1
    }

    /// Fills or empties a cell. Outside the board and above the skyline nothing happens.
    fn paint_cell(&mut self, x: usize, y: usize, filled: bool) {
        match filled {
            _ if y >= usize::from(self.size().visible) => {}
            true => self.fill_cell(x, y),
            false => self.clear_cell(x, y),
        }
    }
}

/// The state, kept from frame to frame, of painting cells on a board by mouse and keys.
#[derive(Debug, Default)]
pub(super) struct BoardHand {
    /// Whether the keys paint: the arrows move over the board, and Enter fills or empties a cell.
    pub(super) is_on: bool,
    /// The column and the row of the cell that the arrows have come to.
    cell: (usize, usize),
    /// The navigation steps of a frame in which keys paint cells, for [`Self::paint_with_keys`].
    pub(super) steps: NavigationSteps,
    /// While a button of the mouse is down: whether the stroke fills cells, and the cell that it has come to.
    pub(super) stroke: Option<(bool, [i32; 2])>,
}

impl BoardHand {
    /// Whether the keys paint the board. They stop doing so once the board is not shown.
    pub(super) fn keys_paint(&mut self, is_shown: bool) -> bool {
        self.is_on &= is_shown;
        self.is_on
    }

    /// Adds the row that begins and ends painting with keys or a gamepad's buttons. While they do not paint, it has
    /// this label, and this hint below.
    pub(super) fn add_painting_row(&mut self, menu: &mut Menu, label: &str, hint: &str) {
        let stop =
            menu.by_device("You paint – Esc ends it", "You paint – <East> ends it", "You paint – a tap here ends it");
        if menu.button(if self.is_on { &stop } else { label }) {
            self.is_on = !self.is_on;
        }
        let how = menu.by_device(
            "The arrows move over the board; Enter or the space bar fills a cell, or empties it",
            "The D-pad moves over the board; <South> fills a cell, or empties it",
            "A finger on the board fills a cell, or empties it",
        );
        menu.explain_row(if self.is_on { how } else { hint.into() });
    }

    /// Paints a frame around the cell that the arrows have come to.
    pub(super) fn paint_cursor(&self, painter: &Painter, well: &PaintedWell) {
        let cell = well.cell_rect((self.cell.0 as f32, self.cell.1 as f32));
        painter.rect_stroke(cell, 1, Stroke::new(2.5, theme::GOLD), StrokeKind::Outside);
    }

    /// Moves the cursor over the board and paints its cell, by the stored navigation steps of this frame. Returns the
    /// sound to make; `None` for silence.
    pub(super) fn paint_with_keys(&mut self, board: &mut impl CellBoard) -> Option<MenuSound> {
        let steps = std::mem::take(&mut self.steps);
        if steps.back || steps.key == Some(KeyCode::Tab) {
            self.is_on = false;
            return Some(MenuSound::Back);
        }
        let along = |at: usize, less: bool, more: bool, count: usize| {
            place_after(at, i32::from(more) - i32::from(less), count.max(1))
        };
        let (before, (columns, rows)) = (self.cell, board.paintable_size());
        self.cell = (along(before.0, steps.left, steps.right, columns), along(before.1, steps.down, steps.up, rows));
        if steps.enter || steps.space {
            let (x, y) = self.cell;
            board.paint_cell(x, y, !board.is_cell_filled(x, y));
            return Some(MenuSound::Select);
        }
        (self.cell != before).then_some(MenuSound::Move)
    }

    /// Begins a stroke of the mouse, or goes on with it: paints all cells from the last one of the stroke to `cell`.
    /// Unless the stroke only `empties`, its first cell decides whether it fills or empties. True for the first cell.
    pub(super) fn stroke_to(&mut self, cell: [i32; 2], empties: bool, board: &mut impl CellBoard) -> bool {
        let inside = |[x, y]: [i32; 2]| usize::try_from(x).ok().zip(usize::try_from(y).ok());
        let begins = self.stroke.is_none();
        let (fills, from) = *self
            .stroke
            .get_or_insert_with(|| (!empties && inside(cell).is_some_and(|(x, y)| !board.is_cell_filled(x, y)), cell));
        // The mouse may have passed over several cells since the last frame.
        let steps = (0..2).map(|axis| (cell[axis] - from[axis]).abs()).max().unwrap_or(0).max(1);
        for step in 0..=steps {
            let between = |axis: usize| {
                let share = f64::from(step) / f64::from(steps);
                (f64::from(from[axis]) + f64::from(cell[axis] - from[axis]) * share).round() as i32
            };
            if let Some((x, y)) = inside([between(0), between(1)]) {
                board.paint_cell(x, y, fills);
            }
        }
        self.stroke = Some((fills, cell));
        begins
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BoardSize;

    #[test]
    fn a_stroke_does_everywhere_what_its_first_cell_decides() {
        let (mut hand, mut board) = (BoardHand::default(), Board::new(BoardSize::default()));
        assert!(hand.stroke_to([2, 0], false, &mut board));
        assert!(!hand.stroke_to([6, 0], false, &mut board), "the stroke goes on");
        assert_eq!(board.row(0), 0b111_1100, "no cell between is left out");
        hand.stroke_to([6, -3], false, &mut board);
        hand.stroke_to([12, 3], false, &mut board);
        hand.stroke_to([12, 20], false, &mut board);
        hand.stroke_to([3, 20], false, &mut board);
        assert_eq!(board.count(), 6, "only cells of the board are painted: {board:?}");
        hand.stroke = None;
        hand.stroke_to([3, 0], false, &mut board);
        hand.stroke_to([8, 0], false, &mut board);
        // The second stroke has come to column 9 of this row on its way out of the board.
        assert_eq!(board.row(0), 0b10_0000_0100, "a stroke that begins on a filled cell empties");
        hand.stroke = None;
        hand.stroke_to([0, 0], true, &mut board);
        hand.stroke_to([4, 0], true, &mut board);
        assert_eq!(board.row(0), 0b10_0000_0000, "a stroke that only empties fills nothing");
    }

    #[test]
    fn keys_go_round_the_board_and_paint_a_cell_and_empty_it() {
        let mut hand = BoardHand { is_on: true, ..BoardHand::default() };
        let mut board = Board::new(BoardSize::default());
        let before = board;
        let mut press = |steps: NavigationSteps| {
            hand.steps = steps;
            hand.paint_with_keys(&mut board);
            (hand.cell, hand.is_on, board)
        };
        assert_eq!(press(NavigationSteps { left: true, ..NavigationSteps::default() }).0, (9, 0));
        assert_eq!(press(NavigationSteps { down: true, ..NavigationSteps::default() }).0, (9, 19));
        assert!(press(NavigationSteps { enter: true, ..NavigationSteps::default() }).2.is_cell_filled(9, 19));
        assert_eq!(press(NavigationSteps { space: true, ..NavigationSteps::default() }).2, before);
        assert!(!press(NavigationSteps { back: true, ..NavigationSteps::default() }).1, "Esc gives the keys back");
    }

    #[test]
    fn keys_stop_painting_once_the_board_is_not_shown_and_do_not_begin_again_by_themselves() {
        let mut hand = BoardHand { is_on: true, ..BoardHand::default() };
        assert_eq!([true, false, true].map(|is_shown| hand.keys_paint(is_shown)), [true, false, false]);
    }
}
