//! The board as the champion's search keeps it: 24 rows of ten columns in four words, 32 bytes.
//!
//! Six rows to a word, row 0 the lowest, bit 0 of a row its left column. Spins and values are not known here.

use crate::rules::pieces::PIECES;
use crate::rules::{Board, BoardSize, FallingPiece};

/// The number of columns.
pub const WIDTH: usize = 10;
/// How many rows fit into a word.
pub(super) const ROWS_PER_WORD: usize = 6;
/// How many words a field takes.
pub(super) const WORDS: usize = 4;
/// How many rows the field holds: the 20 visible ones and four above.
pub const ROWS: usize = ROWS_PER_WORD * WORDS;
/// A mask of the bits of a word that are in use.
pub(super) const USED_BITS: u64 = (1 << 60) - 1;
/// A mask of the bits of a word: the first column of every row.
pub(super) const FIRST_COLUMN: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50;
/// A mask of the bits of a word: the last column of every row.
pub(super) const LAST_COLUMN: u64 = FIRST_COLUMN << 9;
/// The bits of a full row.
pub(super) const FULL_ROW: u64 = (1 << WIDTH) - 1;

/// Which cells are filled, as bits; the default is an empty field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub(super) [u64; WORDS]);

/// The cells of one facing of a tetromino as bits, and where they lie in the rotation box.
#[derive(Clone, Copy)]
struct PieceMask {
    /// The cells as bits of a field, the lowest row and first column at bit 0.
    cells: u64,
    /// The first column with a mino, counted from the left of the rotation box.
    left: i8,
    /// The lowest row with a mino, counted from the bottom of the rotation box.
    bottom: i8,
}

/// The four facings of each of the seven tetrominoes.
static SHAPES: [[PieceMask; 4]; 7] = {
    let mut all = [[PieceMask { cells: 0, left: 0, bottom: 0 }; 4]; 7];
    let mut kind = 0;
    while kind < 7 {
        let mut facing = 0;
        while facing < 4 {
            let from = &PIECES[kind].facings[facing];
            let (mut cells, mut at) = (0, 0);
            while at < PIECES[kind].minos as usize {
                let (x, y) = (from.cells[at].0 - from.columns.0, from.cells[at].1 - from.span.0);
                cells |= 1 << (y as u32 * WIDTH as u32 + x as u32);
                at += 1;
            }
            all[kind][facing] = PieceMask { cells, left: from.columns.0, bottom: from.span.0 };
            facing += 1;
        }
        kind += 1;
    }
    all
};

/// A bit in the last column for each full row of a word.
#[inline(always)]
const fn full_rows(word: u64) -> u64 {
    // A carry from the first column arrives in the last where all before it are filled.
    word & ((word & !LAST_COLUMN) + FIRST_COLUMN) & LAST_COLUMN
}

impl Bitboard {
    /// The field of the lowest 24 rows of a board of ten columns.
    pub fn of(board: &Board) -> Self {
        let mut field = Self::default();
        for (y, &row) in board.row_masks().iter().enumerate().take(ROWS) {
            field.0[y / ROWS_PER_WORD] |= (u64::from(row) & FULL_ROW) << (y % ROWS_PER_WORD * WIDTH);
        }
        field
    }

    /// The same cells as a board of the usual size.
    pub fn board(&self) -> Board {
        Board::from_rows(BoardSize::default(), (0..ROWS).map(|y| self.row(y) as u16))
    }

    /// The bits of row `y`, which must be below [`ROWS`].
    pub const fn row(&self, y: usize) -> u64 {
        self.0[y / ROWS_PER_WORD] >> (y % ROWS_PER_WORD * WIDTH) & FULL_ROW
    }

    /// Rows from the floor to the topmost filled one.
    #[inline(always)]
    pub const fn height(&self) -> usize {
        let mut at = WORDS;
        while at > 0 {
            at -= 1;
            if self.0[at] != 0 {
                return at * ROWS_PER_WORD + (63 - self.0[at].leading_zeros() as usize) / WIDTH + 1;
            }
        }
        0
    }

    /// Whether nothing is filled.
    #[inline(always)]
    pub const fn is_clear(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The field after a tetromino is set down between the walls and full rows are gone, and how many rows those were.
    /// `None` for a piece that is no tetromino, or when one of its cells would lie above the field.
    #[inline(always)]
    pub fn after_placing(mut self, piece: FallingPiece) -> Option<(Self, u8)> {
        let shape = SHAPES.get(piece.kind.index())?[piece.facing as usize];
        let (column, row) = ((piece.x + shape.left) as usize, (piece.y + shape.bottom) as usize);
        let at = row / ROWS_PER_WORD;
        let placed = u128::from(shape.cells) << (row % ROWS_PER_WORD * WIDTH + column);
        let (low, high) = (placed as u64 & USED_BITS, (placed >> 60) as u64);
        *self.0.get_mut(at)? |= low;
        if high != 0 {
            *self.0.get_mut(at + 1)? |= high;
        }
        let full = self.0.map(full_rows);
        Some(if full[0] | full[1] | full[2] | full[3] == 0 { (self, 0) } else { self.cleared() })
    }

    /// How many of the lowest `garbage` rows a piece completes where it is set down.
    pub(super) fn garbage_rows_cleared_by(&self, piece: FallingPiece, garbage: u8) -> u8 {
        let lowest = (1u64 << garbage.min(ROWS as u8)) - 1;
        (self.cleared_rows_mask(piece) & lowest).count_ones() as u8
    }

    /// The rows that a piece completes where it is set down: bit y for row y.
    pub(super) fn cleared_rows_mask(&self, piece: FallingPiece) -> u64 {
        let (lowest, highest) = piece.row_range();
        let own = |y: i8| piece.cells().filter(|cell| cell.1 == y).fold(0, |row, (x, _)| row | 1u64 << x);
        let rows = lowest.max(0)..=highest.min(ROWS as i8 - 1);
        rows.filter(|&y| self.row(y as usize) | own(y) == FULL_ROW).fold(0, |cleared, y| cleared | 1 << y)
    }

    /// The field without its full rows, and how many those were.
    #[inline(never)]
    fn cleared(mut self) -> (Self, u8) {
        let mut count = 0;
        while let Some(at) = (0..WORDS).rev().find(|&at| full_rows(self.0[at]) != 0) {
            let below = (1u64 << (63 - full_rows(self.0[at]).leading_zeros() - 9)) - 1;
            let next = |words: &[u64; WORDS], at: usize| words.get(at + 1).copied().unwrap_or(0) << 50;
            self.0[at] = (self.0[at] & below) | ((self.0[at] >> WIDTH | next(&self.0, at)) & USED_BITS & !below);
            for above in at + 1..WORDS {
                self.0[above] = (self.0[above] >> WIDTH | next(&self.0, above)) & USED_BITS;
            }
            count += 1;
        }
        (self, count)
    }

    /// Pushes `rows` rows in at the floor, filled but for the column `hole`; rows that leave at the top are lost.
    pub fn raise(&mut self, rows: usize, hole: usize) {
        for _ in 0..rows {
            for at in (0..WORDS).rev() {
                let from_below = if at > 0 { self.0[at - 1] >> 50 } else { FULL_ROW & !(1 << hole) };
                self.0[at] = (self.0[at] << WIDTH | from_below) & USED_BITS;
            }
        }
    }

    /// A hash of the filled cells.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        let mix = |word: u64, by: u64| {
            let product = u128::from(word ^ by) * u128::from(by.rotate_left(31) | 1);
            product as u64 ^ (product >> 64) as u64
        };
        mix(self.0[0], 0x9E37_79B9_7F4A_7C15)
            ^ mix(self.0[1], 0xBF58_476D_1CE4_E5B9).rotate_left(17)
            ^ mix(self.0[2], 0x94D0_49BB_1331_11EB).rotate_left(33)
            ^ mix(self.0[3], 0xD6E8_FEB8_6659_FD93).rotate_left(49)
    }
}
