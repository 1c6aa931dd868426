//! Pieces as the search sees them: cells and kicks relative to an anchor, worked out at compile time from the rules'
//! tables.
//!
//! The anchor is the middle column (rounded left) and the lowest row of the cells, so that a position is a row from the
//! floor and a column between the walls, and facings with equal cells have equal positions.

use crate::rules::kicks::{KickTable, kicks};
use crate::rules::pieces::{MAX_MINOS, PIECES};
use crate::rules::{Facing, FallingPiece, PieceKind, Turn};

/// The turns, the half turn last.
pub(super) const TURNS: [Turn; 3] = [Turn::Clockwise, Turn::Counterclockwise, Turn::Half];

/// One facing of a piece, relative to its anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The cells as (column, row); no row is negative.
    pub(super) cells: [(i32, i32); MAX_MINOS],
    /// How many of `cells` are used.
    pub(super) minos: usize,
    /// The first and the last column of the cells.
    pub(super) columns: (i32, i32),
    /// The row of the lowest cell in each column from the first to the last.
    pub(super) bottoms: [i32; MAX_MINOS],
    /// The number of rows that the cells take up.
    pub(super) rows: i32,
    /// Where the anchor lies in the rotation box.
    pub(super) anchor: (i32, i32),
}

impl Shape {
    /// Facing `facing` of the `kind`-th piece of the table.
    pub(super) const fn of(kind: usize, facing: usize) -> Self {
        let piece = &PIECES[kind];
        let shape = &piece.facings[facing];
        let (left, right) = (shape.columns.0 as i32, shape.columns.1 as i32);
        let anchor = (left + (right - left) / 2, shape.span.0 as i32);
        let mut found = Self {
            cells: [(0, 0); MAX_MINOS],
            minos: piece.minos as usize,
            columns: (left - anchor.0, right - anchor.0),
            bottoms: [i32::MAX; MAX_MINOS],
            rows: (shape.span.1 - shape.span.0) as i32 + 1,
            anchor,
        };
        let mut at = 0;
        while at < found.minos {
            let cell = (shape.cells[at].0 as i32 - anchor.0, shape.cells[at].1 as i32 - anchor.1);
            found.cells[at] = cell;
            let column = (cell.0 - found.columns.0) as usize;
            if cell.1 < found.bottoms[column] {
                found.bottoms[column] = cell.1;
            }
            at += 1;
        }
        found
    }

    /// The first and the last column where the anchor can be on a board of `width` columns.
    pub(super) const fn anchor_column_range(&self, width: u32) -> (i32, i32) {
        (-self.columns.0, width as i32 - 1 - self.columns.1)
    }
}

/// The first facing with the same cells at the same anchor: the facing under which a landing is counted.
pub(super) const fn canonical_facing(kind: usize, facing: usize) -> usize {
    let shape = Shape::of(kind, facing);
    let mut other = 0;
    while other < facing {
        let twin = Shape::of(kind, other);
        let (mut at, mut same) = (0, true);
        while at < shape.minos {
            // Cells are in the order of rows and columns, so equal shapes list them alike.
            same &= shape.cells[at].0 == twin.cells[at].0 && shape.cells[at].1 == twin.cells[at].1;
            at += 1;
        }
        if same {
            return other;
        }
        other += 1;
    }
    facing
}

/// How many facings of a piece have cells of their own, 1 to 4.
pub(super) const fn canonical_count(kind: usize) -> usize {
    let (mut facing, mut count) = (0, 0);
    while facing < 4 {
        if canonical_facing(kind, facing) == facing {
            count += 1;
        }
        facing += 1;
    }
    count
}

/// The facing that a turn leads to.
pub(super) const fn turned_facing(facing: usize, turn: usize) -> usize {
    (facing + TURNS[turn] as usize) % 4
}

/// The number of SRS among the tables of kicks. Functions are compiled for a number, since only numbers can be
/// parameters that are constant.
pub(super) const SRS: usize = KickTable::Srs as usize;

/// The number of SRS+ among the tables of kicks.
pub(super) const SRS_PLUS: usize = KickTable::SrsPlus as usize;

/// How many tests a turn makes under the table of this number, the one in place included.
pub(super) const fn kick_test_count(table: usize, kind: usize, facing: usize, turn: usize) -> usize {
    1 + kicks(KickTable::ALL[table], PIECES[kind].kicks, Facing::ALL[facing], TURNS[turn]).len()
}

/// How far the anchor moves in test `test` of a turn, as (columns, rows); (0, 0) if there is no such test.
pub(super) const fn kick_offset(table: usize, kind: usize, facing: usize, turn: usize, test: usize) -> (i32, i32) {
    if test >= kick_test_count(table, kind, facing, turn) {
        return (0, 0);
    }
    let (from, to) = (Shape::of(kind, facing).anchor, Shape::of(kind, turned_facing(facing, turn)).anchor);
    let kick = match test {
        0 => (0, 0),
        _ => kicks(KickTable::ALL[table], PIECES[kind].kicks, Facing::ALL[facing], TURNS[turn])[test - 1],
    };
    (kick.0 as i32 + to.0 - from.0, kick.1 as i32 + to.1 - from.1)
}

/// The first piece that moves and turns alike, whatever its cells: J for L and T, S for Z. Tables of kicks differ in
/// the I alone, which is like no other.
pub(super) const fn first_kind_moving_alike(kind: usize) -> usize {
    let mut other = 0;
    while other < kind {
        let (mut facing, mut same) = (0, true);
        while facing < 4 {
            let (shape, twin) = (Shape::of(kind, facing), Shape::of(other, facing));
            same &= shape.columns.0 == twin.columns.0 && shape.columns.1 == twin.columns.1;
            same &= canonical_facing(kind, facing) == canonical_facing(other, facing);
            let mut turn = 0;
            while turn < 3 {
                same &= kick_test_count(SRS, kind, facing, turn) == kick_test_count(SRS, other, facing, turn);
                let mut test = 0;
                while test < kick_test_count(SRS, kind, facing, turn) {
                    let here = kick_offset(SRS, kind, facing, turn, test);
                    let there = kick_offset(SRS, other, facing, turn, test);
                    same &= here.0 == there.0 && here.1 == there.1;
                    test += 1;
                }
                turn += 1;
            }
            facing += 1;
        }
        if same {
            return other;
        }
        other += 1;
    }
    kind
}

/// Where the anchor of each piece and facing lies in the rotation box, as (column, row).
static ANCHORS: [[(i8, i8); 4]; PIECES.len()] = {
    let mut anchors = [[(0, 0); 4]; PIECES.len()];
    let mut kind = 0;
    while kind < PIECES.len() {
        let mut facing = 0;
        while facing < 4 {
            let anchor = Shape::of(kind, facing).anchor;
            anchors[kind][facing] = (anchor.0 as i8, anchor.1 as i8);
            facing += 1;
        }
        kind += 1;
    }
    anchors
};

/// The facing under which landings of each piece and facing are counted.
static CANONICAL: [[u8; 4]; PIECES.len()] = {
    let mut facings = [[0; 4]; PIECES.len()];
    let mut kind = 0;
    while kind < PIECES.len() {
        let mut facing = 0;
        while facing < 4 {
            facings[kind][facing] = canonical_facing(kind, facing) as u8;
            facing += 1;
        }
        kind += 1;
    }
    facings
};

/// The facing under which a piece's landing is counted.
#[inline]
pub(super) fn canonical_facing_of(piece: FallingPiece) -> usize {
    CANONICAL[piece.kind.index()][piece.facing as usize].into()
}

/// The piece whose anchor is at a column and row.
#[inline]
pub(super) fn piece_anchored_at(kind: PieceKind, facing: usize, column: i32, row: i32) -> FallingPiece {
    let anchor = ANCHORS[kind.index()][facing];
    FallingPiece { kind, facing: Facing::ALL[facing], x: column as i8 - anchor.0, y: row as i8 - anchor.1 }
}

/// The column and row of a piece's anchor.
pub(super) fn anchor_of(piece: FallingPiece) -> (i32, i32) {
    let anchor = ANCHORS[piece.kind.index()][piece.facing as usize];
    (i32::from(piece.x) + i32::from(anchor.0), i32::from(piece.y) + i32::from(anchor.1))
}
