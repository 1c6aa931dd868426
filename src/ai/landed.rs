//! A piece that has landed on a terrain: what features are measured on.
//!
//! A search lands thousands of pieces on one terrain, so a landing copies no rows: it is the terrain, the piece's cells
//! on top, and the counts with the piece in it. A landing costs a few vector operations over the columns and a few bit
//! operations over the rows that the piece touches.

use super::brain::EvaluationMoment;
use super::terrain::{Terrain, TerrainCounts, WINDOW_ROWS, full_row, is_nearly_full};
use crate::movegen::columns::{ColumnNumbers, Vector};
use crate::movegen::drops::StraightDrop;

/// The lowest bit of each of a window's rows.
pub(super) const LANES: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;
/// All but the highest bit of each of a window's rows.
const LOW: u128 = LANES * 0x7FFF;

/// A terrain with a piece that has landed on it, its full rows still there or already gone.
#[derive(Clone, Copy, Debug)]
pub struct LandedBoard<'a> {
    ground: &'a Terrain,
    /// What is counted over the terrain with the piece in it.
    pub(super) counts: TerrainCounts,
    /// The piece's cells from `row` on, 16 bits a row; 0 once the cells are part of `ground`.
    mask: u128,
    row: u8,
    drop: Option<&'a StraightDrop>,
    lines: u8,
    /// How many of the piece's minos lie in rows that clear.
    pub(super) eroded: u8,
}

impl<'a> LandedBoard<'a> {
    /// The terrain as it lies, with no piece landed on it.
    pub fn without_piece(ground: &'a Terrain) -> Self {
        Self { ground, counts: ground.counts, mask: 0, row: 0, drop: None, lines: 0, eroded: 0 }
    }

    /// The terrain once the piece has dropped, its full rows still there; `None` when the piece would stick out of the
    /// considered rows.
    #[inline]
    pub fn from_drop(ground: &'a Terrain, drop: &'a StraightDrop) -> Option<Self> {
        let old = &ground.counts;
        let row = drop.resting_row(&old.heights);
        if row + drop.rows > ground.rows {
            return None;
        }
        let mut counts = *old;
        let (heights, covers) = (Vector::from_columns(&old.heights), Vector::from_columns(&drop.covers));
        let at = Vector::splat(row).and(covers);
        // The piece's lowest mino in each of its columns, and whether it leaves a gap below.
        let bottoms = Vector::from_columns(&drop.bottoms).and(covers).plus(at);
        let gaps = covers.without(bottoms.equal_mask(heights));
        let overhangs = Vector::from_columns(&old.overhangs);
        let deeper = Vector::from_columns(&drop.runs).and(gaps.or(overhangs));
        counts.overhangs = overhangs.or(gaps).or(Vector::from_columns(&drop.split)).to_columns();
        counts.fills = Vector::from_columns(&old.fills).plus(Vector::from_columns(&drop.fills)).to_columns();
        counts.heights = heights.max(Vector::from_columns(&drop.tops).plus(at)).to_columns();
        counts.covered += gaps.high_bits().count_ones() as u16 + u16::from(drop.inner_gaps);
        counts.hole_depth += deeper.sum() as u16 + u16::from(drop.inner_depth);
        counts.filled += u16::from(drop.minos);
        counts.edge_cells += u16::from(drop.edge_minos);

        let full = full_row(ground.width);
        let before = ground.row_window(usize::from(row));
        let after = before | drop.mask;
        let inner = LANES * u128::from(full >> 1);
        let row_changes = |window: u128| ((window ^ window >> 1) & inner).count_ones() as u16;
        counts.row_changes = counts.row_changes + row_changes(after) - row_changes(before);
        let completed = lanes_equal(after, full) & drop.lanes;
        let mut eroded = 0;
        if completed != 0 {
            counts.full += completed.count_ones() as u16;
            eroded = (((completed >> 15) * 0xFFFF) & drop.mask).count_ones() as u8;
        }
        let lines = counts.full as u8 - ground.solid;
        Some(Self { ground, counts, mask: drop.mask, row, drop: Some(drop), lines, eroded })
    }

    /// The terrain once a piece lies anywhere in it, under an overhang as well. `ground` has the piece's cells already,
    /// the lowest in row `row`; `drop` is the same facing in the same columns.
    pub fn with_piece_at_row(ground: &'a Terrain, drop: &'a StraightDrop, row: u8) -> Self {
        let completed = lanes_equal(ground.row_window(usize::from(row)), full_row(ground.width)) & drop.lanes;
        let eroded = (((completed >> 15) * 0xFFFF) & drop.mask).count_ones() as u8;
        let lines = ground.full_row_count();
        Self { ground, counts: ground.counts, mask: 0, row, drop: Some(drop), lines, eroded }
    }

    /// Calls `look` with the landing as it is at this moment: before or after its full rows are gone.
    #[inline]
    pub fn with_board_at_moment<R>(&self, moment: EvaluationMoment, look: impl FnOnce(&LandedBoard) -> R) -> R {
        if moment == EvaluationMoment::BeforeClear || self.lines == 0 {
            return look(self);
        }
        let cleared = self.terrain_with_piece().without_full_rows();
        look(&LandedBoard { ground: &cleared, counts: cleared.counts, mask: 0, ..*self })
    }

    /// The terrain with the piece's cells in it, to land the next piece on. Full rows are still there.
    pub fn terrain_with_piece(&self) -> Terrain {
        let (hole_rows, nearly_full) = (self.hole_row_mask(), self.nearly_full_row_mask());
        let mut terrain = Terrain { counts: self.counts, hole_rows, nearly_full, ..*self.ground };
        let from = usize::from(self.row);
        for (lane, cells) in terrain.cells[from..from + WINDOW_ROWS].iter_mut().enumerate() {
            *cells |= (self.mask >> (16 * lane)) as u16;
        }
        terrain
    }

    /// Whether a cell lies above the lowest `skyline` rows once full rows have gone.
    #[inline]
    pub fn overflows(&self, skyline: u8) -> bool {
        self.greatest_height() > skyline
            && (self.lines == 0
                || self.with_board_at_moment(EvaluationMoment::AfterClear, |landed| landed.greatest_height()) > skyline)
    }

    /// The eight rows from row 8 * `chunk` on, 16 bits each, the lowest row in the lowest bits.
    #[inline]
    pub fn row_chunk(&self, chunk: usize) -> u128 {
        let from = chunk * WINDOW_ROWS;
        let away = usize::from(self.row).abs_diff(from);
        let mask = match away {
            WINDOW_ROWS.. => 0,
            _ if usize::from(self.row) >= from => self.mask << (16 * away),
            _ => self.mask >> (16 * away),
        };
        self.ground.row_window(from) | mask
    }

    /// How many chunks of eight rows reach up to the highest column's top, at least one.
    #[inline]
    pub fn row_chunk_count(&self) -> usize {
        usize::from(self.greatest_height()).div_ceil(WINDOW_ROWS).max(1)
    }

    /// The cells of row `y` as bits; 0 above the board.
    #[inline]
    pub fn row_cells(&self, y: usize) -> u16 {
        let lane = y.wrapping_sub(usize::from(self.row));
        let piece = if lane < WINDOW_ROWS { (self.mask >> (16 * lane)) as u16 } else { 0 };
        self.ground.cells.get(y).map_or(0, |row| row | piece)
    }

    /// Rows with exactly one empty cell: bit y is row y.
    #[inline]
    pub fn nearly_full_row_mask(&self) -> u64 {
        let full = full_row(self.ground.width);
        let mut rows = self.ground.nearly_full;
        let (from, mut piece) = (usize::from(self.row), self.mask);
        for y in from..from + WINDOW_ROWS {
            if piece == 0 {
                break;
            }
            let row = self.ground.cells[y] | piece as u16;
            rows = rows & !(1 << y) | u64::from(is_nearly_full(row, full)) << y;
            piece >>= 16;
        }
        rows
    }

    /// How many full rows the landing clears, or has cleared.
    #[inline]
    pub const fn lines(&self) -> u8 {
        self.lines
    }

    /// Where the piece landed, before any clear: the row of its lowest mino, and how many rows it takes up. Both are 0
    /// when no piece has landed.
    #[inline]
    pub fn piece_row_and_height(&self) -> (u8, u8) {
        (self.row, self.drop.map_or(0, |drop| drop.rows))
    }

    /// 255 in the piece's columns, 0 elsewhere.
    #[inline]
    pub fn piece_column_mask(&self) -> ColumnNumbers {
        self.drop.map_or([0; 16], |drop| drop.covers)
    }

    /// How many columns the board has.
    #[inline]
    pub const fn width(&self) -> usize {
        self.ground.width as usize
    }

    /// The number of considered rows.
    #[inline]
    pub const fn row_count(&self) -> usize {
        self.ground.rows as usize
    }

    /// The height of each column: considered rows up to its topmost filled cell.
    #[inline]
    pub const fn heights(&self) -> &ColumnNumbers {
        &self.counts.heights
    }

    /// The greatest height of any column.
    #[inline]
    pub fn greatest_height(&self) -> u8 {
        Vector::from_columns(&self.counts.heights).greatest()
    }

    /// How many cells are filled.
    #[inline]
    pub const fn filled(&self) -> u16 {
        self.counts.filled
    }

    /// Changes between the walls and the cells beside them.
    #[inline]
    pub const fn changes_at_walls(&self) -> u16 {
        2 * self.ground.rows as u16 - self.counts.edge_cells
    }

    /// Changes between neighbouring cells within the columns, the floor left out.
    #[inline]
    pub fn changes_in_columns(&self) -> u16 {
        // Going up a column, changes to filled and to empty take turns; only its ends decide which are more.
        let bottom = self.row_cells(0).count_ones() as u16;
        let top = self.row_cells(self.row_count() - 1).count_ones() as u16;
        2 * self.counts.covered + bottom - top
    }

    /// Changes between the floor and the cells above it.
    #[inline]
    pub fn changes_at_floor(&self) -> u16 {
        u16::from(self.ground.width) - self.row_cells(0).count_ones() as u16
    }

    /// Runs of empty cells below their columns' tops.
    #[inline]
    pub fn hole_runs(&self) -> u16 {
        // Each run has one cell with a filled one above, but for those that the considered rows cut off.
        let cut = self.ground.beyond & !self.row_cells(self.row_count() - 1);
        self.counts.covered + cut.count_ones() as u16
    }

    /// Rows with an empty cell below its column's top: bit y is row y.
    #[inline]
    pub fn hole_row_mask(&self) -> u64 {
        let Some(drop) = self.drop.filter(|_| self.mask != 0) else { return self.ground.hole_rows };
        let heights = &self.ground.counts.heights;
        let gap = |column: u8| {
            let bottom = self.row.wrapping_add(drop.bottoms[usize::from(column & 15)]);
            (1u64 << (bottom & 63)) - (1u64 << (heights[usize::from(column & 15)] & 63))
        };
        let gaps = drop.columns.iter().fold(0, |rows, &column| rows | gap(column));
        self.ground.hole_rows | gaps | drop.inner_rows << (self.row & 63)
    }
}

/// The highest bit of each of the window's rows that is equal to `row`: exact detection of zero lanes, after Warren,
/// Hacker's Delight 6-1.
#[inline]
const fn lanes_equal(window: u128, row: u16) -> u128 {
    let differs = window ^ (LANES * row as u128);
    !(((differs & LOW) + LOW) | differs | LOW)
}
