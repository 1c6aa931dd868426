//! A field of bits in machine words, whole rows to a word, which moves as a whole in a few instructions.
//!
//! `S` is the distance of two rows in bits, `N` the number of words; row 0 is the lowest, bit 0 of a row its left
//! column.

use crate::rules::Board;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

/// Rows of `S` bits in `N` words. Bits past the last whole row of a word are 0 except after [`Rows::moved`] and `!`,
/// whose results are only ever and-ed with fields that have them 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows<const S: u32, const N: usize>(pub(super) [u64; N]);

impl<const S: u32, const N: usize> Rows<S, N> {
    /// How many rows fit into a word.
    pub(super) const ROWS_PER_WORD: u32 = 64 / S;
    /// The number of rows of the field.
    pub(super) const ROWS: u32 = Self::ROWS_PER_WORD * N as u32;
    /// How many bits of a word are used.
    const BITS: u32 = Self::ROWS_PER_WORD * S;
    /// The bits of a word that are used.
    pub(super) const USED_BITS: u64 = u64::MAX >> (64 - Self::BITS);
    /// The lowest bit of each row of a word.
    pub(super) const FIRST_COLUMN: u64 = {
        let (mut bits, mut row) = (0, 0);
        while row < Self::ROWS_PER_WORD {
            bits |= 1 << (row * S);
            row += 1;
        }
        bits
    };

    /// A field with no bit set.
    pub(super) const EMPTY: Self = Self([0; N]);

    /// The field of a board's lowest rows.
    #[inline(always)]
    pub(super) fn of(board: &Board) -> Self {
        let mut field = Self::EMPTY;
        for (fours, rows) in board.padded_rows().as_chunks().0.iter().enumerate().take(Self::ROWS.div_ceil(4) as usize)
        {
            let bits = four_rows(rows, S);
            // Rows may begin in one word and end in the next.
            let (at, by) = (4 * fours / Self::ROWS_PER_WORD as usize, 4 * fours as u32 % Self::ROWS_PER_WORD * S);
            field.0[at] |= bits << by & Self::USED_BITS;
            if by + 4 * S > Self::BITS && at + 1 < N {
                field.0[at + 1] |= bits >> (Self::BITS - by);
            }
        }
        field
    }

    /// A field with the columns `range` (first, last) set in all rows from row `first` on.
    #[inline(always)]
    pub(super) const fn from_column_range(range: (i32, i32), first: i32) -> Self {
        let mut rows = Self::EMPTY;
        if range.1 < range.0 {
            return rows;
        }
        let row = ((1u64 << (range.1 - range.0 + 1)) - 1) << range.0;
        let mut at = 0;
        while at < N {
            // Rows of this word that lie below the first.
            let below = first - at as i32 * Self::ROWS_PER_WORD as i32;
            if below < Self::ROWS_PER_WORD as i32 {
                let kept = if below > 0 { u64::MAX << (below as u32 * S) } else { u64::MAX };
                rows.0[at] = row.wrapping_mul(Self::FIRST_COLUMN) & kept;
            }
            at += 1;
        }
        rows
    }

    /// The field with every bit moved `dx` columns to the right and `dy` rows up. A bit that leaves at the top or the
    /// floor is lost; one that leaves at a side may come back in the next row. Meant for constant distances.
    #[inline(always)]
    pub(super) const fn moved(self, dx: i32, dy: i32) -> Self {
        if dy == 0 {
            // What crosses from word to word has left at a side.
            let mut at = 0;
            let mut rows = self;
            while at < N {
                rows.0[at] = if dx < 0 { self.0[at] >> -dx } else { self.0[at] << dx };
                at += 1;
            }
            return rows;
        }
        let by = dy * S as i32 + dx;
        let (words, bits) = (by.div_euclid(Self::BITS as i32), by.rem_euclid(Self::BITS as i32) as u32);
        let mut rows = Self::EMPTY;
        let mut at = 0;
        while at < N {
            let from = at as i32 - words;
            if from >= 0 && from < N as i32 {
                rows.0[at] = self.0[from as usize] << bits;
            }
            if bits > 0 && from >= 1 && from <= N as i32 {
                rows.0[at] |= self.0[from as usize - 1] >> (Self::BITS - bits);
            }
            at += 1;
        }
        rows
    }

    /// The field's bits, and all below each of them.
    #[inline(always)]
    pub(super) fn with_all_below(self) -> Self {
        let mut rows = self;
        let mut at = N;
        while at > 0 {
            at -= 1;
            let mut word = rows.0[at];
            let mut step = S;
            while step < Self::BITS {
                word |= word >> step;
                step *= 2;
            }
            if at + 1 < N {
                // The lowest row of the word above holds all its columns.
                word |= (rows.0[at + 1] & ((1 << S) - 1)).wrapping_mul(Self::FIRST_COLUMN);
            }
            rows.0[at] = word;
        }
        rows
    }

    /// Whether a bit is set.
    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    /// How many bits are set.
    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The field without the bits of `other`.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        self & !other
    }
}

/// Packs four rows of at most `distance` columns into a word, `distance` bits apart.
#[inline(always)]
fn four_rows(rows: &[u16; 4], distance: u32) -> u64 {
    let [a, b, c, d] = rows.map(u64::from);
    let apart = a | b << 16 | c << 32 | d << 48;
    // First each second row moves down, then both upper rows together.
    let by = 16 - distance;
    let pairs = (apart & 0x0000_ffff_0000_ffff) | (apart & 0xffff_0000_ffff_0000) >> by;
    (pairs & 0xffff_ffff) | (pairs >> 32) << (2 * distance)
}

/// An operator of two fields, word by word.
macro_rules! word_by_word {
    ($Operator:ident, $name:ident, $assign:tt) => {
        impl<const S: u32, const N: usize> $Operator for Rows<S, N> {
            type Output = Self;
            #[inline(always)]
            fn $name(mut self, other: Self) -> Self {
                for at in 0..N {
                    self.0[at] $assign other.0[at];
                }
                self
            }
        }
    };
}

word_by_word!(BitAnd, bitand, &=);
word_by_word!(BitOr, bitor, |=);
word_by_word!(BitXor, bitxor, ^=);

impl<const S: u32, const N: usize> BitOrAssign for Rows<S, N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const S: u32, const N: usize> Not for Rows<S, N> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for at in 0..N {
            self.0[at] = !self.0[at];
        }
        self
    }
}
