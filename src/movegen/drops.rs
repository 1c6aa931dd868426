//! Straight drops: where a piece comes to rest when it is turned and shifted high above the stack, then dropped.
//!
//! Worked out once a board width as a table, so that a landing is one comparison with the column heights. Knows no
//! tucks and no spins, and nothing of the way a hand takes: the search of reachable placements is another matter.

use super::columns::{Columns, Vector};
use crate::rules::board::MAX_WIDTH;
use crate::rules::pieces::{MAX_MINOS, PIECES};
use crate::rules::{Board, Facing, FallingPiece, PieceKind};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// In which order straight drops are tried: the first of equals wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Columns of the rotation box from the left, the four facings within each.
    #[default]
    ColumnOuter,
    /// The four facings, columns from the left within each.
    FacingOuter,
}

/// The most straight drops that a piece has: one a column and facing.
pub const MAX_DROPS: usize = 4 * MAX_WIDTH;

/// One way to drop a piece: a facing over certain columns.
#[derive(Clone, Copy, Debug)]
pub struct Drop {
    /// The piece.
    pub kind: PieceKind,
    /// Its facing.
    pub facing: Facing,
    /// The column of its rotation box.
    pub x: i8,
    /// Rows of the rotation box below its lowest mino.
    below: i8,
    /// Rows that it takes up.
    pub rows: u8,
    /// Minos.
    pub minos: u8,
    /// Its cells, 16 bits a row from its lowest row.
    pub(crate) mask: u128,
    /// The highest bit of each row that it takes up.
    pub(crate) lanes: u128,
    /// Empty rows below its lowest mino, a column each; 255 where it has none.
    pub(crate) bottoms: Columns,
    /// Rows up to its highest mino, a column each; 0 where it has none.
    pub(crate) tops: Columns,
    /// 255 in its columns, 0 elsewhere.
    pub(crate) covers: Columns,
    /// Minos, a column each.
    pub(crate) fills: Columns,
    /// Minos without a gap from the lowest one up, a column each.
    pub(crate) runs: Columns,
    /// 255 in the columns in which it has a gap between its own minos, as some pentominoes have.
    pub(crate) split: Columns,
    /// Such gaps.
    pub(crate) inner_runs: u8,
    /// Minos above such gaps.
    pub(crate) inner_depth: u8,
    /// Rows of such gaps: bit y is its y-th row.
    pub(crate) inner_rows: u64,
    /// Minos in the first or the last column of the board.
    pub(crate) edges: u8,
    /// Its columns; the last one repeats where it has fewer.
    pub(crate) columns: [u8; MAX_MINOS],
}

impl Drop {
    /// The drop of a facing at a column, if it lies between the walls.
    fn new(kind: PieceKind, facing: Facing, x: i8, width: usize) -> Option<Self> {
        let (piece, shape) = (kind.piece(), kind.orientation(facing));
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
            inner_runs: 0,
            inner_depth: 0,
            inner_rows: 0,
            edges: 0,
            columns: [0; MAX_MINOS],
        };
        for &(column, row) in &shape.cells[..usize::from(piece.minos)] {
            let (column, row) = ((x + column) as usize, (row - shape.span.0) as u8);
            drop.mask |= 1u128 << (16 * u32::from(row) + column as u32);
            drop.bottoms[column] = drop.bottoms[column].min(row);
            drop.tops[column] = drop.tops[column].max(row + 1);
            drop.covers[column] = u8::MAX;
            drop.fills[column] += 1;
            drop.edges += u8::from(column == 0 || column + 1 == width);
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
            self.inner_runs += 1;
            self.inner_depth += self.fills[column] - run;
            self.split[column] = u8::MAX;
        }
    }

    /// The row of its lowest mino when it rests on columns of these heights.
    #[inline]
    pub fn rest(&self, heights: &Columns) -> u8 {
        Vector::of(heights).minus(Vector::of(&self.bottoms)).greatest()
    }

    /// The piece with its lowest mino in row `row`.
    pub const fn piece_at(&self, row: u8) -> FallingPiece {
        FallingPiece { kind: self.kind, facing: self.facing, x: self.x, y: row as i8 - self.below }
    }
}

/// The drops of a piece on a board of `width` columns, in the order of the first learner: columns outer, facings inner.
pub fn drops(kind: PieceKind, width: usize) -> &'static [Drop] {
    drops_in(Order::ColumnOuter, kind, width)
}

/// The drops of a piece on a board of `width` columns in this order, worked out once.
///
/// The box's columns go from -3 on. Drops onto the same cells (the I's two upright facings, say) are kept once, where
/// they come first, so that "the first maximum wins" chooses as it does with all of them.
pub fn drops_in(order: Order, kind: PieceKind, width: usize) -> &'static [Drop] {
    type Table = [OnceLock<Vec<Vec<Drop>>>; MAX_WIDTH + 1];
    static COLUMN_OUTER: Table = [const { OnceLock::new() }; MAX_WIDTH + 1];
    static FACING_OUTER: Table = [const { OnceLock::new() }; MAX_WIDTH + 1];
    let tables = match order {
        Order::ColumnOuter => &COLUMN_OUTER,
        Order::FacingOuter => &FACING_OUTER,
    };
    let width = width.min(MAX_WIDTH);
    let table = tables[width].get_or_init(|| {
        (0..PIECES.len())
            .map(|index| PieceKind::from_index(index).map_or(Vec::new(), |kind| all(order, kind, width)))
            .collect()
    });
    &table[kind.index()]
}

fn all(order: Order, kind: PieceKind, width: usize) -> Vec<Drop> {
    let columns = -3..width as i8 + 3;
    let tries: Vec<(Facing, i8)> = match order {
        Order::ColumnOuter => columns.flat_map(|x| Facing::ALL.map(|facing| (facing, x))).collect(),
        Order::FacingOuter => {
            Facing::ALL.iter().flat_map(|&facing| columns.clone().map(move |x| (facing, x))).collect()
        }
    };
    let mut drops: Vec<Drop> = Vec::new();
    for (facing, x) in tries {
        if let Some(drop) = Drop::new(kind, facing, x, width)
            && drops.iter().all(|other| other.mask != drop.mask)
        {
            drops.push(drop);
        }
    }
    drops
}

/// Where `kind` comes to rest by straight drops, wholly within the lowest `rows` rows, in the order of [`drops`].
pub fn placements(board: &Board, kind: PieceKind, rows: usize) -> impl Iterator<Item = FallingPiece> {
    let heights = board.column_heights();
    drops(kind, board.width()).iter().filter_map(move |drop| {
        let row = drop.rest(&heights);
        (usize::from(row) + usize::from(drop.rows) <= rows).then(|| drop.piece_at(row))
    })
}
