//! Where a piece can land: a bit for each position, by spin and facing, in a buffer that is used again.
//!
//! How the bits lie is stated here, how they are found is not.

use super::shapes::{anchor_of, canonical_facing_of, piece_anchored_at};
use crate::rules::{FallingPiece, PieceKind, Spin};
use serde::{Deserialize, Serialize};

/// The most words that the positions of a facing take.
pub(super) const MAX_FACING_WORDS: usize = 15;

/// The spins in the order of the rules.
const SPINS: [Spin; 3] = [Spin::None, Spin::Mini, Spin::Full];

/// Where a piece comes to rest, and the spin that gets it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placement {
    /// The piece at rest. Of facings with the same cells the first: an S lies north, never south.
    pub piece: FallingPiece,
    /// The spin with which the piece locks there.
    pub spin: Spin,
}

/// A move of a game: where a piece comes to rest, and whether a hold brings it. Files have it as the pair of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(Placement, bool)", into = "(Placement, bool)")]
pub struct Move {
    /// Where the piece comes to rest, and by which spin.
    pub placement: Placement,
    /// Whether the falling piece is held first.
    pub hold: bool,
}

impl Move {
    /// Whether both moves put the same piece onto the same cells, by whatever spin, and hold first or do not.
    pub fn has_same_cells(self, other: Self) -> bool {
        self.hold == other.hold && self.placement.piece.fills_same_cells(other.placement.piece)
    }
}

impl From<(Placement, bool)> for Move {
    fn from((placement, hold): (Placement, bool)) -> Self {
        Self { placement, hold }
    }
}

impl From<Move> for (Placement, bool) {
    fn from(Move { placement, hold }: Move) -> Self {
        (placement, hold)
    }
}

/// The placements of one piece on one board, each pair of cells and spin once.
#[derive(Clone, Debug)]
pub struct Landings {
    kind: PieceKind,
    /// How many bits lie between the same column of one row and the next: 10 or 16.
    stride: u32,
    /// Words in use for each facing, at most [`MAX_FACING_WORDS`].
    words: usize,
    /// Spins that may occur, counted from none in the order of the rules: 1 to 3.
    spins: usize,
    /// The positions of landings as bits, by spin and facing; past `spins` and `words` stands what
    /// an earlier search left.
    bits: [[[u64; MAX_FACING_WORDS]; 4]; 3],
}

impl Default for Landings {
    fn default() -> Self {
        Self::new()
    }
}

impl Landings {
    /// A buffer without landings.
    pub const fn new() -> Self {
        Self { kind: PieceKind::I, stride: 16, words: 0, spins: 0, bits: [[[0; MAX_FACING_WORDS]; 4]; 3] }
    }

    /// Empties the buffer for the landings of `kind`.
    pub(super) fn reset_for_piece(&mut self, kind: PieceKind, stride: u32, words: usize) {
        (self.kind, self.stride, self.words, self.spins) = (kind, stride, words.min(MAX_FACING_WORDS), 3);
        for spin in &mut self.bits {
            for facing in spin {
                facing[..self.words].fill(0);
            }
        }
    }

    /// Adds landings of a spin and facing in one row.
    pub(super) fn add_row(&mut self, spin: usize, facing: usize, row: usize, bits: u16) {
        let to_a_word = (64 / self.stride) as usize;
        self.bits[spin][facing][row / to_a_word] |= u64::from(bits) << (row % to_a_word * self.stride as usize);
    }

    /// Sets the landings of all facings at once, by spin; spins that are not given have none.
    #[inline(always)]
    pub(super) fn set_all_facings<const S: u32, const N: usize>(&mut self, kind: PieceKind, spins: &[[[u64; N]; 4]]) {
        (self.kind, self.stride, self.words, self.spins) = (kind, S, N, spins.len());
        for (to, from) in self.bits.iter_mut().zip(spins) {
            for (to, from) in to.iter_mut().zip(from) {
                to[..N].copy_from_slice(from);
            }
        }
    }

    /// How many distinct places there are, by cells.
    pub fn distinct_cell_count(&self) -> usize {
        let any = |facing: usize, at: usize| self.bits[..self.spins].iter().fold(0, |all, spin| all | spin[facing][at]);
        (0..4).flat_map(|facing| (0..self.words).map(move |at| any(facing, at).count_ones() as usize)).sum()
    }

    /// How many placements there are: pairs of cells and spin.
    pub fn len(&self) -> usize {
        let facings = self.bits[..self.spins].iter().flatten();
        facings.flat_map(|facing| &facing[..self.words]).map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the piece can land nowhere.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `take` with each placement in the order of [`Landings::iter`]; faster than that iterator.
    #[inline]
    pub fn each(&self, mut take: impl FnMut(Placement)) {
        let to_a_word = 64 / self.stride;
        // Instead of a division for each placement: exact for the 64 bits of a word.
        let reciprocal = (1 << 16) / self.stride + 1;
        for (spin, facings) in self.bits[..self.spins].iter().enumerate() {
            for (facing, words) in facings.iter().enumerate() {
                for (at, &word) in words[..self.words].iter().enumerate() {
                    let mut word = word;
                    while word != 0 {
                        let bit = word.trailing_zeros();
                        word &= word - 1;
                        let row = (bit * reciprocal) >> 16;
                        let (column, row) = (bit - row * self.stride, at as u32 * to_a_word + row);
                        let piece = piece_anchored_at(self.kind, facing, column as i32, row as i32);
                        take(Placement { piece, spin: SPINS[spin] });
                    }
                }
            }
        }
    }

    /// All placements, in this order: by spin (none first), then facing, then row from the floor, then column.
    pub fn iter(&self) -> impl Iterator<Item = Placement> + '_ {
        (0..self.spins).flat_map(move |spin| (0..4).flat_map(move |facing| self.of(spin, facing)))
    }

    fn of(&self, spin: usize, facing: usize) -> impl Iterator<Item = Placement> + '_ {
        let to_a_word = 64 / self.stride;
        self.bits[spin][facing][..self.words].iter().enumerate().flat_map(move |(at, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                let (column, row) = (bit % self.stride, at as u32 * to_a_word + bit / self.stride);
                Some(Placement {
                    piece: piece_anchored_at(self.kind, facing, column as i32, row as i32),
                    spin: SPINS[spin],
                })
            })
        })
    }

    /// Whether the cells of `piece` are among the landings, by this spin.
    pub fn contains(&self, piece: FallingPiece, spin: Spin) -> bool {
        let (column, row) = anchor_of(piece);
        if piece.kind != self.kind || spin as usize >= self.spins || row < 0 || column < 0 {
            return false;
        }
        let to_a_word = (64 / self.stride) as usize;
        let (at, bit) = (row as usize / to_a_word, (row as usize % to_a_word) as u32 * self.stride + column as u32);
        let word = self.bits[spin as usize][canonical_facing_of(piece)].get(at).filter(|_| at < self.words);
        column < self.stride as i32 && word.is_some_and(|word| word >> bit & 1 == 1)
    }

    /// The spin by which to lock on the cells of `piece`: where lines clear the fullest, since it scores most, else the
    /// least, since it is the easiest to play. `None` if no landing has these cells.
    pub fn preferred_spin(&self, piece: FallingPiece, clears: bool) -> Option<Spin> {
        let mut spins = SPINS;
        if clears {
            spins.reverse();
        }
        spins.into_iter().find(|&spin| self.contains(piece, spin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BoardSize;

    #[test]
    fn files_have_a_move_as_the_pair_of_its_placement_and_whether_a_hold_comes_first() {
        let piece = FallingPiece::spawn(PieceKind::T, BoardSize::default());
        for hold in [false, true] {
            let made = Move { placement: Placement { piece, spin: Spin::Full }, hold };
            let text = serde_json::to_string(&made).unwrap_or_default();
            assert_eq!(Some(&text), serde_json::to_string(&(made.placement, hold)).ok().as_ref());
            assert_eq!(serde_json::from_str(&text).ok(), Some(made), "{text}");
        }
    }

    #[test]
    fn each_takes_what_the_iterator_gives_whatever_bits_are_set() {
        // Fields of ten columns and plain ones, with a landing in every bit of every word.
        for (stride, words) in [(10, 4), (16, MAX_FACING_WORDS)] {
            let used = 64 / stride * stride;
            let mut landings = Landings::new();
            landings.reset_for_piece(PieceKind::T, stride, words);
            for facing in landings.bits.iter_mut().flatten() {
                facing[..words].fill(u64::MAX >> (64 - used));
            }
            let mut taken = Vec::new();
            landings.each(|placement| taken.push(placement));
            assert_eq!(taken, landings.iter().collect::<Vec<_>>(), "{stride} bits a row");
            assert_eq!((taken.len(), landings.len()), (12 * words * used as usize, taken.len()));
            let last = anchor_of(taken[taken.len() - 1].piece);
            assert_eq!(last, (stride as i32 - 1, words as i32 * (64 / stride) as i32 - 1), "{stride} bits a row");
            assert!(taken.iter().all(|placement| landings.contains(placement.piece, placement.spin)));
        }
    }
}
