//! Straight drops: where a piece comes to rest when it is turned and shifted high above the stack, then dropped.
//!
//! The drops are worked out once for each board width as a table, so that a landing is one comparison with the column
//! heights. Tucks and spins are left to the search of reachable placements, and the keys to `keys`.

use super::columns::{ColumnNumbers, Vector};
use crate::rules::board::MAX_WIDTH;
use crate::rules::pieces::{MAX_MINOS, PIECES};
use crate::rules::{Board, Facing, FallingPiece, PieceKind};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// In which order straight drops are tried: the first of equals wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DropOrder {
    /// Columns of the rotation box are tried from the left, and in each the four facings.
    #[default]
    ColumnOuter,
    /// The four facings are tried one by one, and in each the columns from the left.
    FacingOuter,
}

/// The most straight drops that a piece has: one for each column and facing.
pub const MAX_DROPS: usize = 4 * MAX_WIDTH;

/// One way to drop a piece: a facing over certain columns.
#[derive(Clone, Copy, Debug)]
pub struct StraightDrop {
    /// The piece that drops.
    pub kind: PieceKind,
    /// The facing in which the piece drops.
    pub facing: Facing,
    /// The column of the rotation box's left side.
    pub x: i8,
    /// Empty rows of the rotation box below the lowest mino.
    below: i8,
    /// The number of rows that the piece takes up.
    pub rows: u8,
    /// The number of minos.
    pub minos: u8,
    /// The cells as bits, 16 bits a row from the lowest row up.
    pub(crate) mask: u128,
    /// The highest bit of each 16-bit row that the piece takes up.
    pub(crate) lanes: u128,
    /// For each column the rows below its lowest mino, counted from the piece's lowest row; 255 where it has no mino.
    pub(crate) bottoms: ColumnNumbers,
    /// For each column the rows up to its highest mino, counted from the piece's lowest row; 0 where it has no mino.
    pub(crate) tops: ColumnNumbers,
    /// 255 in the columns of the piece, 0 elsewhere.
    pub(crate) covers: ColumnNumbers,
    /// The number of minos in each column.
    pub(crate) fills: ColumnNumbers,
    /// The number of minos without a gap from the lowest one up, in each column.
    pub(crate) runs: ColumnNumbers,
    /// 255 in the columns where the piece has a gap between its own minos, as some pentominoes have.
    pub(crate) split: ColumnNumbers,
    /// The number of gaps between the piece's own minos.
    pub(crate) inner_gaps: u8,
    /// The number of minos above gaps between the piece's own minos.
    pub(crate) inner_depth: u8,
    /// The rows of gaps between the piece's own minos: bit y is the piece's y-th row, counted from 0.
    pub(crate) inner_rows: u64,
    /// The number of minos in the first or the last column of the board.
    pub(crate) edge_minos: u8,
    /// The columns of the piece; the last one repeats where there are fewer than five.
    pub(crate) columns: [u8; MAX_MINOS],
}

impl StraightDrop {
    /// The drop of a facing at a column; `None` if the piece does not fit between the walls.
    fn new(kind: PieceKind, facing: Facing, x: i8, width: usize) -> Option<Self> {
        let (piece, shape) = (kind.definition(), kind.shape(facing));
        if x + shape.columns.0 < 0 || (x + shape.columns.1) as usize >= width {
            return None;
        }
        let mut drop = Self {
            kind,
            facing,
            x,
            below: shape.span.0,
            rows: (shape.span.1 - shape.span.0 + 1) as u8,
            minos: piece.minos,
            mask: 0,
            lanes: 0,
            bottoms: [u8::MAX; MAX_WIDTH],
            tops: [0; MAX_WIDTH],
            covers: [0; MAX_WIDTH],
            fills: [0; MAX_WIDTH],
            runs: [0; MAX_WIDTH],
            split: [0; MAX_WIDTH],
            inner_gaps: 0,
            inner_depth: 0,
            inner_rows: 0,
            edge_minos: 0,
            columns: [0; MAX_MINOS],
        };
        for &(column, row) in &shape.cells[..usize::from(piece.minos)] {
            let (column, row) = ((x + column) as usize, (row - shape.span.0) as u8);
            drop.mask |= 1u128 << (16 * u32::from(row) + column as u32);
            drop.bottoms[column] = drop.bottoms[column].min(row);
            drop.tops[column] = drop.tops[column].max(row + 1);
            drop.covers[column] = u8::MAX;
            drop.fills[column] += 1;
            drop.edge_minos += u8::from(column == 0 || column + 1 == width);
        }
        for row in 0..drop.rows {
            drop.lanes |= 0x8000 << (16 * u32::from(row));
        }
        for (at, column) in drop.columns.iter_mut().enumerate() {
            *column = (x + shape.columns.0 + at as i8).min(x + shape.columns.1) as u8;
        }
        for column in (x + shape.columns.0) as usize..=(x + shape.columns.1) as usize {
            drop.find_runs(column);
        }
        Some(drop)
    }

    /// Counts the runs of minos of one column.
    fn find_runs(&mut self, column: usize) {
        let filled = |row: u8| self.mask >> (16 * u32::from(row) + column as u32) & 1 == 1;
        let (bottom, top) = (self.bottoms[column], self.tops[column]);
        let run = (bottom..top).take_while(|&row| filled(row)).count() as u8;
        let empty = (bottom..top).filter(|&row| !filled(row));
        let rows = empty.fold(0, |rows, row| rows | 1u64 << row);
        self.runs[column] = run;
        if rows != 0 {
            // A mino above a gap always counts as standing on it; no piece has two gaps in a column.
            self.inner_rows |= rows;
            self.inner_gaps += 1;
            self.inner_depth += self.fills[column] - run;
            self.split[column] = u8::MAX;
        }
    }

    /// The row of the piece's lowest mino when the piece rests on columns of these heights.
    #[inline]
    pub fn resting_row(&self, heights: &ColumnNumbers) -> u8 {
        Vector::from_columns(heights).saturating_sub(Vector::from_columns(&self.bottoms)).greatest()
    }

    /// The piece as it lies with its lowest mino in row `row`.
    pub const fn piece_at_row(&self, row: u8) -> FallingPiece {
        FallingPiece { kind: self.kind, facing: self.facing, x: self.x, y: row as i8 - self.below }
    }
}

/// The drops of a piece on a board of `width` columns, in the order of the first learner: columns outer, facings inner.
pub fn straight_drops(kind: PieceKind, width: usize) -> &'static [StraightDrop] {
    straight_drops_in_order(DropOrder::ColumnOuter, kind, width)
}

/// The drops of a piece on a board of `width` columns in this order, worked out once.
///
/// The box's columns go from -3 on. Drops onto the same cells (the I's two upright facings, say) are kept once, where
/// they come first, so that "the first maximum wins" chooses as it does with all of them.
pub fn straight_drops_in_order(order: DropOrder, kind: PieceKind, width: usize) -> &'static [StraightDrop] {
    type Table = [OnceLock<Vec<Vec<StraightDrop>>>; MAX_WIDTH + 1];
    static COLUMN_OUTER: Table = [const { OnceLock::new() }; MAX_WIDTH + 1];
    static FACING_OUTER: Table = [const { OnceLock::new() }; MAX_WIDTH + 1];
    let tables = match order {
        DropOrder::ColumnOuter => &COLUMN_OUTER,
        DropOrder::FacingOuter => &FACING_OUTER,
    };
    let width = width.min(MAX_WIDTH);
    let table = tables[width].get_or_init(|| {
        (0..PIECES.len())
            .map(|index| PieceKind::from_index(index).map_or(Vec::new(), |kind| all(order, kind, width)))
            .collect()
    });
    &table[kind.index()]
}

fn all(order: DropOrder, kind: PieceKind, width: usize) -> Vec<StraightDrop> {
    let columns = -3..width as i8 + 3;
    let tries: Vec<(Facing, i8)> = match order {
        DropOrder::ColumnOuter => columns.flat_map(|x| Facing::ALL.map(|facing| (facing, x))).collect(),
        DropOrder::FacingOuter => {
            Facing::ALL.iter().flat_map(|&facing| columns.clone().map(move |x| (facing, x))).collect()
        }
    };
    let mut drops: Vec<StraightDrop> = Vec::new();
    for (facing, x) in tries {
        if let Some(drop) = StraightDrop::new(kind, facing, x, width)
            && drops.iter().all(|other| other.mask != drop.mask)
        {
            drops.push(drop);
        }
    }
    drops
}

/// Where `kind` comes to rest by straight drops, wholly within the lowest `rows` rows, in the order of
/// [`straight_drops`], one column after another.
pub fn straight_placements(board: &Board, kind: PieceKind, rows: usize) -> impl Iterator<Item = FallingPiece> {
    let heights = board.column_heights();
    straight_drops(kind, board.width()).iter().filter_map(move |drop| {
        let row = drop.resting_row(&heights);
        (usize::from(row) + usize::from(drop.rows) <= rows).then(|| drop.piece_at_row(row))
    })
}
