//! The terrain that pieces land on: the considered rows of a board, and what is counted over them.
//!
//! The counts follow a landing by a few operations on whole vectors of columns (see [`super::landed`]); here they are
//! counted row by row, once for each board.

use crate::movegen::columns::{ColumnNumbers, Vector};
use crate::movegen::drops::StraightDrop;
use crate::rules::Board;
use crate::rules::board::{MAX_ROWS, MAX_WIDTH};

/// The number of rows in a window: a power of two of 16 bits each, and more than a piece touches.
pub(super) const WINDOW_ROWS: usize = 8;

/// The lowest rows of a board and what is counted over them. Rows above these, the considered rows, count for nothing,
/// but a column that reaches beyond them is as high as there are considered rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// The cells of each row as bits, from the floor up, with empty rows above so that a window fits everywhere.
    pub(super) cells: [u16; MAX_ROWS + WINDOW_ROWS],
    pub(super) counts: TerrainCounts,
    /// Rows with exactly one empty cell: bit y is row y.
    pub(super) nearly_full: u64,
    /// Rows with an empty cell below their column's top: bit y is row y.
    pub(super) hole_rows: u64,
    /// The columns that reach beyond the considered rows, as bits.
    pub(super) beyond: u16,
    pub(super) width: u8,
    pub(super) rows: u8,
    /// The number of solid garbage rows at the floor, which are full but never clear.
    pub(super) solid: u8,
}

/// What is counted over the considered rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TerrainCounts {
    /// The height of each column: rows up to its topmost filled cell.
    pub(super) heights: ColumnNumbers,
    /// Filled cells of each column.
    pub(super) fills: ColumnNumbers,
    /// 255 for each column whose topmost run of filled cells stands on an empty one.
    pub(super) overhangs: ColumnNumbers,
    pub(super) filled: u16,
    pub(super) full: u16,
    /// Changes between neighbours within the rows, walls left out.
    pub(super) row_changes: u16,
    /// Filled cells in the first and the last column.
    pub(super) edge_cells: u16,
    /// Empty cells with a filled one directly above.
    pub(super) covered: u16,
    /// Filled cells in runs that stand on an empty cell.
    pub(super) hole_depth: u16,
}

impl Terrain {
    /// The terrain of the lowest `rows` rows of a board, or of all its rows if it has fewer.
    pub fn of(board: &Board, rows: usize) -> Self {
        let rows = rows.min(MAX_ROWS).min(board.row_count());
        let mut cells = [0; MAX_ROWS + WINDOW_ROWS];
        for (cell, row) in cells[..rows].iter_mut().zip(board.row_masks()) {
            *cell = *row;
        }
        let mut terrain = Self {
            cells,
            counts: TerrainCounts::default(),
            nearly_full: 0,
            hole_rows: 0,
            beyond: board.row_masks().iter().skip(rows).fold(0, |columns, row| columns | row),
            width: board.width() as u8,
            rows: rows as u8,
            solid: board.solid_row_count().min(rows) as u8,
        };
        terrain.count();
        for row in &terrain.cells[..rows] {
            for (column, fill) in terrain.counts.fills.iter_mut().enumerate() {
                *fill += (row >> column & 1) as u8;
            }
        }
        terrain
    }

    /// The terrain with a piece's cells added, the lowest mino in row `row`, which may be under an overhang. Everything
    /// is counted anew.
    pub(super) fn with_piece(&self, drop: &StraightDrop, row: u8) -> Self {
        let mut next = *self;
        let from = usize::from(row);
        for (lane, cells) in next.cells[from..from + WINDOW_ROWS].iter_mut().enumerate() {
            *cells |= (drop.mask >> (16 * lane)) as u16;
        }
        next.count();
        next.counts.fills =
            Vector::from_columns(&self.counts.fills).plus(Vector::from_columns(&drop.fills)).to_columns();
        next
    }

    /// Counts everything anew from the cells, except the filled cells of each column.
    fn count(&mut self) {
        let (full, inner) = (full_row(self.width), full_row(self.width) >> 1);
        let edges = 1 | 1 << (self.width - 1);
        let mut counts = TerrainCounts { fills: self.counts.fills, ..TerrainCounts::default() };
        (self.nearly_full, self.hole_rows) = (0, 0);
        // From the floor: what stands on an empty cell. The floor is none.
        let (mut below, mut standing, mut overhangs) = (full, 0, 0);
        let mut top = 0;
        for (y, &row) in self.cells[..usize::from(self.rows)].iter().enumerate() {
            standing = row & (!below | standing);
            overhangs = overhangs & !row | standing;
            counts.covered += (!below & row).count_ones() as u16;
            counts.hole_depth += standing.count_ones() as u16;
            counts.filled += row.count_ones() as u16;
            counts.full += u16::from(row == full);
            counts.row_changes += ((row ^ row >> 1) & inner).count_ones() as u16;
            counts.edge_cells += (row & edges).count_ones() as u16;
            self.nearly_full |= u64::from(is_nearly_full(row, full)) << y;
            if row != 0 {
                top = y + 1;
            }
            below = row;
        }
        // From the top: heights and what lies below them.
        let mut roof = self.beyond;
        if self.beyond != 0 {
            (0..MAX_WIDTH).filter(|column| self.beyond >> column & 1 == 1).for_each(|column| {
                counts.heights[column] = self.rows;
            });
            top = usize::from(self.rows);
        }
        for (y, &row) in self.cells[..top].iter().enumerate().rev() {
            let mut tops = row & !roof;
            roof |= row;
            self.hole_rows |= u64::from(roof & !row != 0) << y;
            while tops != 0 {
                counts.heights[tops.trailing_zeros() as usize] = y as u8 + 1;
                tops &= tops - 1;
            }
        }
        for (column, overhang) in counts.overhangs.iter_mut().enumerate() {
            *overhang = if overhangs >> column & 1 == 1 { u8::MAX } else { 0 };
        }
        self.counts = counts;
    }

    /// The terrain after its full rows have gone, except those of solid garbage. Columns are no longer counted as
    /// reaching beyond the considered rows.
    #[must_use]
    pub fn without_full_rows(&self) -> Self {
        let gone = self.full_row_count();
        if gone == 0 {
            return *self;
        }
        let (rows, full) = (usize::from(self.rows), full_row(self.width));
        let mut next = *self;
        let solid = usize::from(self.solid);
        let mut to = solid;
        for &row in &self.cells[solid..rows] {
            next.cells[to] = row;
            to += usize::from(row != full);
        }
        next.cells[to..rows].fill(0);
        next.beyond = 0;
        next.count();
        for fill in &mut next.counts.fills[..usize::from(self.width)] {
            *fill -= gone;
        }
        next
    }

    /// How many full rows may clear.
    #[inline]
    pub const fn full_row_count(&self) -> u8 {
        self.counts.full as u8 - self.solid
    }

    /// The eight rows from `row` on, 16 bits each, the lowest row in the lowest bits.
    #[inline]
    pub(super) fn row_window(&self, row: usize) -> u128 {
        match self.cells.get(row..row + WINDOW_ROWS) {
            Some(rows) => rows.iter().rev().fold(0, |window, &cells| window << 16 | u128::from(cells)),
            None => 0,
        }
    }

    /// The considered rows from the floor.
    pub fn considered_rows(&self) -> &[u16] {
        &self.cells[..usize::from(self.rows)]
    }

    /// The number of columns.
    #[inline]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// The height of each column: considered rows up to its topmost filled cell.
    #[inline]
    pub const fn heights(&self) -> &ColumnNumbers {
        &self.counts.heights
    }
}

/// The bits of a full row of `width` columns.
#[inline]
pub(super) const fn full_row(width: u8) -> u16 {
    ((1u32 << width) - 1) as u16
}

/// Whether a row has exactly one empty cell.
#[inline]
pub(super) const fn is_nearly_full(row: u16, full: u16) -> bool {
    let empty = full & !row;
    empty != 0 && empty & (empty - 1) == 0
}
