//! The terrain that features read: the considered rows of a board, its column heights, and counts kept up to date
//! when a piece lands, so that a landing costs a few bit operations instead of a pass over the board.
//!
//! Knows boards and drops, no features.

use super::placements::Drop;
use crate::rules::Board;
use crate::rules::board::{MAX_ROWS, MAX_WIDTH};

/// Rows in a window: those that a piece touches, and one below and one above them.
const WINDOW: usize = 8;
/// The lowest bit of each of a window's rows.
const LANES: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;
/// All but the highest bit of each of a window's rows.
const LOW: u128 = LANES * 0x7FFF;

/// The lowest rows of a board with its heights and counts. Rows above the considered ones count for nothing, but a
/// column that reaches beyond them is as high as there are considered rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// The rows from the floor, at index 1: a window may start one row lower.
    cells: [u16; MAX_ROWS + WINDOW],
    heights: [u8; MAX_WIDTH],
    width: u8,
    rows: u8,
    counts: Counts,
}

/// What is counted over the considered rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    filled: u16,
    full: u16,
    row_changes: u16,
    column_changes: u16,
}

/// What a landing changed, so that it can be taken back: a search lands thousands of pieces, and a copy of the
/// terrain for each costs more than the landing.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    row: u8,
    window: u128,
    heights: [u8; MAX_WIDTH],
    counts: Counts,
}

impl Terrain {
    /// The terrain of the lowest `rows` rows of a board.
    pub fn of(board: &Board, rows: usize) -> Self {
        let rows = rows.min(MAX_ROWS);
        let mut heights = board.column_heights();
        heights.iter_mut().for_each(|height| *height = (*height).min(rows as u8));
        let mut cells = [0; MAX_ROWS + WINDOW];
        for (cell, row) in cells[1..=rows].iter_mut().zip(board.rows()) {
            *cell = *row;
        }
        let mut terrain =
            Self { cells, heights, width: board.width() as u8, rows: rows as u8, counts: Counts::default() };
        terrain.count();
        terrain
    }

    /// Counts anew from the cells.
    fn count(&mut self) {
        let rows = &self.cells[1..=usize::from(self.rows)];
        let (full, inner) = (full_row(self.width), full_row(self.width) >> 1);
        let sum = |values: &mut dyn Iterator<Item = u32>| values.sum::<u32>() as u16;
        self.counts = Counts {
            filled: sum(&mut rows.iter().map(|row| row.count_ones())),
            full: sum(&mut rows.iter().map(|&row| u32::from(row == full))),
            row_changes: sum(&mut rows.iter().map(|row| ((row ^ row >> 1) & inner).count_ones())),
            column_changes: sum(&mut rows.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones())),
        };
    }

    /// The terrain once the piece has dropped, its full rows still there; `None` when it would stick out of the
    /// considered rows.
    pub fn landed(&self, drop: &Drop) -> Option<Self> {
        let mut next = *self;
        next.land(drop).map(|_| next)
    }

    /// Lands the piece, as [`Terrain::landed`] does; [`Terrain::lift`] takes it back.
    #[inline]
    pub fn land(&mut self, drop: &Drop) -> Option<Landing> {
        let row = drop.rest(&self.heights);
        if row + drop.rows > self.rows {
            return None;
        }
        let before = self.window(row);
        let landing = Landing { row, window: before, heights: self.heights, counts: self.counts };
        let after = before | drop.mask << 16;
        self.set_window(row, after);
        for column in 0..MAX_WIDTH {
            let top = drop.tops[column].wrapping_add(row & drop.covers[column]);
            self.heights[column] = self.heights[column].max(top);
        }
        let full = full_row(self.width);
        let inner = LANES * u128::from(full >> 1);
        // Pairs of a row and the one above it; the floor is none, nor is what lies above the considered rows.
        let pairs = (self.rows - row).min(WINDOW as u8 - 1);
        let joined = ((1u128 << (16 * u32::from(pairs))) - 1) & if row == 0 { !0xFFFF } else { !0 };
        let row_changes = |window: u128| ((window ^ window >> 1) & inner).count_ones() as u16;
        let column_changes = |window: u128| ((window ^ window >> 16) & joined).count_ones() as u16;
        let counts = &mut self.counts;
        counts.filled += u16::from(drop.minos);
        counts.full += lanes_equal(after, full) - lanes_equal(before, full);
        counts.row_changes = counts.row_changes + row_changes(after) - row_changes(before);
        counts.column_changes = counts.column_changes + column_changes(after) - column_changes(before);
        Some(landing)
    }

    /// Takes the last landing back.
    #[inline]
    pub fn lift(&mut self, landing: &Landing) {
        self.set_window(landing.row, landing.window);
        self.heights = landing.heights;
        self.counts = landing.counts;
    }

    /// The eight rows from the one below `row`, 16 bits each.
    #[inline]
    fn window(&self, row: u8) -> u128 {
        let rows = &self.cells[usize::from(row)..usize::from(row) + WINDOW];
        rows.iter().enumerate().fold(0, |window, (lane, &cells)| window | u128::from(cells) << (16 * lane))
    }

    #[inline]
    fn set_window(&mut self, row: u8, window: u128) {
        let rows = &mut self.cells[usize::from(row)..usize::from(row) + WINDOW];
        for (lane, cells) in rows.iter_mut().enumerate() {
            *cells = (window >> (16 * lane)) as u16;
        }
    }

    /// The terrain with its full rows gone.
    pub fn cleared(&self) -> Self {
        if self.counts.full == 0 {
            return *self;
        }
        let (rows, full) = (usize::from(self.rows), full_row(self.width));
        let mut next = Self { cells: [0; MAX_ROWS + WINDOW], heights: [0; MAX_WIDTH], ..*self };
        let mut to = 1;
        for &row in self.cells[1..=rows].iter().filter(|&&row| row != full) {
            next.cells[to] = row;
            to += 1;
        }
        for column in 0..usize::from(self.width) {
            let top = next.cells[1..to].iter().rposition(|row| row >> column & 1 == 1);
            next.heights[column] = top.map_or(0, |row| row as u8 + 1);
        }
        next.count();
        next
    }

    /// The considered rows from the floor.
    pub fn considered(&self) -> &[u16] {
        &self.cells[1..=usize::from(self.rows)]
    }

    /// Columns.
    #[inline]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Column heights; 0 past the width.
    #[inline]
    pub const fn heights(&self) -> &[u8; MAX_WIDTH] {
        &self.heights
    }

    /// Filled cells.
    #[inline]
    pub const fn filled(&self) -> u16 {
        self.counts.filled
    }

    /// Full rows.
    #[inline]
    pub const fn full(&self) -> u16 {
        self.counts.full
    }

    /// Changes between neighbouring cells within the rows, walls left out.
    #[inline]
    pub const fn row_changes(&self) -> u16 {
        self.counts.row_changes
    }

    /// Changes between neighbouring cells within the columns, the floor left out.
    #[inline]
    pub const fn column_changes(&self) -> u16 {
        self.counts.column_changes
    }
}

/// A full row's bits.
#[inline]
const fn full_row(width: u8) -> u16 {
    ((1u32 << width) - 1) as u16
}

/// How many of the window's rows are equal to `row`: exact detection of zero lanes, after Warren, Hacker's Delight 6-1.
#[inline]
const fn lanes_equal(window: u128, row: u16) -> u16 {
    let differs = window ^ (LANES * row as u128);
    (!(((differs & LOW) + LOW) | differs | LOW)).count_ones() as u16
}
