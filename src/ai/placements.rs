//! Straight drops: where a piece comes to rest when it is turned and shifted high above the stack, then dropped.
//!
//! Worked out once a board width as a table, so that a landing is one comparison with the column heights. Knows no
//! tucks and no spins, and nothing of the way a hand takes: the search of reachable placements is another matter.

use crate::rules::board::MAX_WIDTH;
use crate::rules::pieces::PIECES;
use crate::rules::{Board, Facing, FallingPiece, PieceKind};
use std::sync::OnceLock;

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
    pub(super) mask: u128,
    /// Empty rows below its lowest mino, a column each; 255 where it has none.
    bottoms: [u8; MAX_WIDTH],
    /// Rows up to its highest mino, a column each; 0 where it has none.
    pub(super) tops: [u8; MAX_WIDTH],
    /// 255 in its columns, 0 elsewhere.
    pub(super) covers: [u8; MAX_WIDTH],
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
            bottoms: [u8::MAX; MAX_WIDTH],
            tops: [0; MAX_WIDTH],
            covers: [0; MAX_WIDTH],
        };
        for &(column, row) in &shape.cells[..usize::from(piece.minos)] {
            let (column, row) = ((x + column) as usize, (row - shape.span.0) as u8);
            drop.mask |= 1u128 << (16 * u32::from(row) + column as u32);
            drop.bottoms[column] = drop.bottoms[column].min(row);
            drop.tops[column] = drop.tops[column].max(row + 1);
            drop.covers[column] = u8::MAX;
        }
        Some(drop)
    }

    /// The row of its lowest mino when it rests on columns of these heights.
    #[inline]
    pub fn rest(&self, heights: &[u8; MAX_WIDTH]) -> u8 {
        let mut rest = 0;
        for (height, bottom) in heights.iter().zip(&self.bottoms) {
            rest = rest.max(height.saturating_sub(*bottom));
        }
        rest
    }

    /// The piece with its lowest mino in row `row`.
    pub const fn piece_at(&self, row: u8) -> FallingPiece {
        FallingPiece { kind: self.kind, facing: self.facing, x: self.x, y: row as i8 - self.below }
    }
}

/// The drops of every piece on a board of `width` columns.
///
/// The order is the first learner's: columns of the box from -3 on, the four facings within each. Drops onto the same
/// cells (the I's two upright facings, say) are kept once, where they come first, so that "the first maximum wins"
/// chooses as it does with all of them.
pub fn drops(kind: PieceKind, width: usize) -> &'static [Drop] {
    static TABLES: [OnceLock<Vec<Vec<Drop>>>; MAX_WIDTH + 1] = [const { OnceLock::new() }; MAX_WIDTH + 1];
    let width = width.min(MAX_WIDTH);
    let table = TABLES[width].get_or_init(|| {
        (0..PIECES.len())
            .map(|index| PieceKind::from_index(index).map_or(Vec::new(), |kind| all(kind, width)))
            .collect()
    });
    &table[kind.index()]
}

fn all(kind: PieceKind, width: usize) -> Vec<Drop> {
    let mut drops: Vec<Drop> = Vec::new();
    for x in -3..width as i8 + 3 {
        for facing in Facing::ALL {
            if let Some(drop) = Drop::new(kind, facing, x, width)
                && drops.iter().all(|other| other.mask != drop.mask)
            {
                drops.push(drop);
            }
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
