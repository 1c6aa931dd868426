//! What the features of a position are worked out from: the filled cells and what follows from them, a few words each.
//!
//! `N` is the number of words that the stack takes, so that low stacks, the usual ones, cost less. No weights are used
//! here.

use super::field::{Bitboard, FIRST_COLUMN, LAST_COLUMN, USED_BITS, WIDTH};
use crate::movegen::columns::{ColumnNumbers, Vector};

/// A field of bits in `N` words.
pub(super) type FieldBits<const N: usize> = [u64; N];

/// A number greater than any height and any sum of four heights.
const BEYOND: u8 = u8::MAX;

/// What the value of a position depends on besides the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OffBoardState {
    /// Clears in a row so far.
    pub combo: u8,
    /// Difficult clears in a row so far, as far as the rules count them.
    pub chain: u8,
    /// Lines that the end of the chain of difficult clears sends under the rules.
    pub surge: u8,
    /// The held piece's index in the table of pieces, 0-6, or 7 for none.
    pub hold: u8,
    /// Rows of garbage that wait.
    pub waiting: u8,
    /// Rows of garbage on the board, where clears of them send more; else 0.
    pub garbage: u8,
    /// Clears in a row so far, where they multiply what a clear sends; else 0.
    pub multiplying_combo: u8,
}

/// A position with everything that its features are worked out from.
#[derive(Clone, Copy, Debug)]
pub struct DerivedPosition<const N: usize> {
    /// What counts besides the cells.
    pub off_board: OffBoardState,
    /// The filled cells, one bit each.
    pub filled: FieldBits<N>,
    /// Filled cells and all below them.
    pub covered: FieldBits<N>,
    /// Empty cells with a filled one above.
    pub holes: FieldBits<N>,
    /// The height of each column in rows.
    pub heights: ColumnNumbers,
    /// The height of the stack in rows.
    pub height: i32,
    /// Bits in the first column, one for each row up to the stack's height: the rows that lack at least 1, 2, 3, 4 and
    /// 5 cells.
    pub lacking: [FieldBits<N>; 5],
    /// Bits in the first column, one for each row of the stack.
    pub rows: FieldBits<N>,
    /// The windows of two, three and four neighbouring columns over the lowest part of the stack.
    pub windows: [OpenColumns; 3],
    /// Where the centre of a T that points down into a slot would be: first slots that have an overhang and are open
    /// beside it, then slots that still lack the overhang.
    pub slots: [FieldBits<N>; 2],
}

/// Combines two fields word by word.
#[inline(always)]
pub(super) fn combine_words<const N: usize>(
    a: FieldBits<N>,
    b: FieldBits<N>,
    with: impl Fn(u64, u64) -> u64,
) -> FieldBits<N> {
    let mut found = [0; N];
    for at in 0..N {
        found[at] = with(a[at], b[at]);
    }
    found
}

/// The number of bits that are set.
#[inline(always)]
pub(super) fn count_bits<const N: usize>(bits: FieldBits<N>) -> i32 {
    bits.iter().map(|word| word.count_ones() as i32).sum()
}

/// The number of bits that are set in one column. A word has at most six of them, so that all words are put into one
/// before counting: counts would wait for each other.
#[inline(always)]
pub(super) fn count_column_bits<const N: usize>(rows: FieldBits<N>) -> i32 {
    let mut all = 0;
    for (at, word) in rows.iter().enumerate() {
        all |= word << at;
    }
    all.count_ones() as i32
}

/// Every bit moved a row up; the uppermost row is lost.
#[inline(always)]
pub(super) fn moved_up<const N: usize>(bits: FieldBits<N>) -> FieldBits<N> {
    let mut found = [0; N];
    for at in 0..N {
        found[at] = (bits[at] << WIDTH & USED_BITS) | if at > 0 { bits[at - 1] >> 50 } else { 0 };
    }
    found
}

/// Every bit moved a row down; the lowest row is lost.
#[inline(always)]
pub(super) fn moved_down<const N: usize>(bits: FieldBits<N>) -> FieldBits<N> {
    let mut found = [0; N];
    for at in 0..N {
        found[at] = bits[at] >> WIDTH | if at + 1 < N { bits[at + 1] << 50 & USED_BITS } else { 0 };
    }
    found
}

/// Every bit moved a column to the right; bits that leave at the wall are lost.
#[inline(always)]
fn moved_right<const N: usize>(bits: FieldBits<N>) -> FieldBits<N> {
    bits.map(|word| (word & !LAST_COLUMN) << 1)
}

/// Every bit moved a column to the left; bits that leave at the wall are lost.
#[inline(always)]
fn moved_left<const N: usize>(bits: FieldBits<N>) -> FieldBits<N> {
    bits.map(|word| (word & !FIRST_COLUMN) >> 1)
}

/// A bit in the first column for each row that has any bit set.
#[inline(always)]
pub(super) fn occupied_rows_mask(word: u64) -> u64 {
    // A carry out of the first nine columns arrives in the last where any of them is filled.
    (((word & !LAST_COLUMN) + (LAST_COLUMN - FIRST_COLUMN)) | word) >> 9 & FIRST_COLUMN
}

/// The bits and all above each of them.
#[inline(always)]
pub(super) fn with_all_above<const N: usize>(bits: FieldBits<N>) -> FieldBits<N> {
    let mut found = bits;
    for at in 0..N {
        let mut word = found[at];
        word |= word << WIDTH;
        word |= word << (2 * WIDTH);
        word |= word << (4 * WIDTH);
        if at > 0 {
            word |= (found[at - 1] >> 50 & 1023) * FIRST_COLUMN;
        }
        found[at] = word & USED_BITS;
    }
    found
}

/// The bits and all below each of them.
#[inline(always)]
fn covered<const N: usize>(bits: FieldBits<N>) -> FieldBits<N> {
    let mut found = bits;
    for at in (0..N).rev() {
        let mut word = found[at];
        word |= word >> WIDTH;
        word |= word >> (2 * WIDTH);
        word |= word >> (4 * WIDTH);
        if at + 1 < N {
            word |= (found[at + 1] & 1023) * FIRST_COLUMN;
        }
        found[at] = word;
    }
    found
}

/// Masks of every Nth column, beginning with each of the first `N`. The bits of a column are moved by up to N - 1
/// columns when they are counted: columns that this would bring upon others of their mask are left out.
struct EveryNthColumn<const N: usize>;

impl<const N: usize> EveryNthColumn<N> {
    const MASKS: [u64; N] = {
        let mut masks = [0; N];
        let mut x = 0;
        while x + N <= WIDTH + 1 {
            masks[x % N] |= FIRST_COLUMN << x;
            x += 1;
        }
        masks
    };
}

/// How many bits each column has. All words are put into one before counting, as in [`count_column_bits`], for every
/// Nth column at once.
#[inline(always)]
fn column_heights<const N: usize>(covered: FieldBits<N>) -> ColumnNumbers {
    let mut together = [0; N];
    for (together, mask) in together.iter_mut().zip(EveryNthColumn::<N>::MASKS) {
        for (at, word) in covered.iter().enumerate() {
            *together |= (word & mask) << at;
        }
    }
    let mut heights = ColumnNumbers::default();
    for (x, height) in heights.iter_mut().enumerate().take(WIDTH) {
        *height = if x + N <= WIDTH + 1 {
            (together[x % N] >> x & (FIRST_COLUMN * ((1 << N) - 1))).count_ones() as u8
        } else {
            count_column_bits(covered.map(|word| word >> x & FIRST_COLUMN)) as u8
        };
    }
    heights
}

impl<const N: usize> DerivedPosition<N> {
    /// Works out everything for a field whose stack takes at most `N` words.
    #[inline(always)]
    pub fn new(field: &Bitboard, off_board: OffBoardState) -> Self {
        let mut filled = [0; N];
        filled.copy_from_slice(&field.0[..N]);
        let covered = covered(filled);
        let holes = combine_words(covered, filled, |covered, filled| covered & !filled);
        let heights = column_heights(covered);
        let rows = covered.map(occupied_rows_mask);
        let height = count_column_bits(rows);
        let mut lacking = [[0; N]; 5];
        for at in 0..N {
            let mut empty = !filled[at] & (rows[at] * 1023);
            for lacking in &mut lacking {
                let more = occupied_rows_mask(empty);
                lacking[at] = more;
                // Takes the first empty cell of each row away.
                empty &= empty.wrapping_sub(more);
            }
        }
        let windows = [OpenColumns::default(); 3];
        let slots = [[0; N]; 2];
        let mut position = Self { off_board, filled, covered, holes, heights, height, lacking, rows, windows, slots };
        position.windows = position.find_windows();
        position.slots = position.find_slots();
        position
    }

    /// How many rows of the stack lack exactly `cells` cells, 1 to 4.
    #[inline(always)]
    pub(super) fn rows_lacking(&self, cells: usize) -> i32 {
        count_column_bits(self.lacking[cells - 1]) - count_column_bits(self.lacking[cells])
    }

    /// The sum of the height differences between neighbouring columns, in rows.
    #[inline(always)]
    pub(super) fn height_difference_sum(&self) -> i32 {
        count_bits(self.covered.map(|word| (word ^ word >> 1) & !LAST_COLUMN & USED_BITS))
    }

    /// Cells open to the sky between two higher columns, or between one and a wall.
    #[inline(always)]
    pub(super) fn well_cells(&self) -> FieldBits<N> {
        let between = combine_words(moved_right(self.covered), moved_left(self.covered), |a, b| a & b);
        let at_walls = combine_words(moved_right(self.covered), moved_left(self.covered), |a, b| {
            (a & LAST_COLUMN) | (b & FIRST_COLUMN)
        });
        let mut found = [0; N];
        for at in 0..N {
            found[at] = (between[at] | at_walls[at]) & !self.covered[at];
        }
        found
    }

    #[inline(always)]
    fn find_windows(&self) -> [OpenColumns; 3] {
        let one = Vector::from_columns(&self.heights);
        let two = one.plus(one.right_neighbours());
        let three = two.plus(one.right_neighbours().right_neighbours());
        let four = two.plus(two.right_neighbours().right_neighbours());
        [self.window::<2>(two), self.window::<3>(three), self.window::<4>(four)]
    }

    /// The window of `K` columns over the lowest part of the stack; the leftmost of equally low ones. `sums` has, in
    /// the first column of each window, the sum of its heights.
    #[inline(always)]
    fn window<const K: usize>(&self, sums: Vector) -> OpenColumns {
        let mut beyond = ColumnNumbers::default();
        beyond[WIDTH + 1 - K..].fill(BEYOND);
        let sums = sums.or(Vector::from_columns(&beyond));
        let first = sums.equal_mask(Vector::splat(sums.least())).high_bits().trailing_zeros();
        let inside = (((1u64 << K) - 1) << first) * FIRST_COLUMN;
        let complete = combine_words(self.rows, self.filled, |rows, filled| {
            rows & !occupied_rows_mask(!(filled | inside) & USED_BITS)
        });
        let cells = combine_words(self.filled, complete, |filled, complete| filled & inside & (complete * 1023));
        OpenColumns { first: first as usize, rows: count_column_bits(complete), cells: count_bits(cells) }
    }

    /// The depth in rows of the deepest column between two higher ones or walls.
    #[inline(always)]
    pub(super) fn deepest_well_depth(&self) -> i32 {
        let heights = Vector::from_columns(&self.heights);
        let mut walls = [ColumnNumbers::default(); 2];
        (walls[0][0], walls[1][WIDTH - 1]) = (BEYOND, BEYOND);
        let left = heights.left_neighbours().or(Vector::from_columns(&walls[0]));
        let right = heights.right_neighbours().or(Vector::from_columns(&walls[1]));
        left.min(right).saturating_sub(heights).greatest().into()
    }

    /// Empty cells that are the only ones of their row, open to the sky.
    #[inline(always)]
    pub(super) fn row_completing_cells(&self) -> FieldBits<N> {
        let rows = combine_words(self.lacking[0], self.lacking[1], |one, two| one & !two);
        combine_words(self.covered, rows, |covered, rows| !covered & (rows * 1023))
    }

    #[inline(always)]
    fn find_slots(&self) -> [FieldBits<N>; 2] {
        let filled = self.filled;
        let wide =
            combine_words(filled, combine_words(moved_left(filled), moved_right(filled), |a, b| a | b), |a, b| a | b);
        let below = moved_up(filled);
        let (below_left, below_right) = (moved_right(below), moved_left(below));
        let above = moved_down(filled);
        let (above_left, above_right) = (moved_right(above), moved_left(above));
        let (shut_left, shut_right) = (moved_right(self.covered), moved_left(self.covered));
        let (mut ready, mut half) = ([0; N], [0; N]);
        for at in 0..N {
            // The T's own cells are empty and within the walls, what lies beside its foot is filled, and so it stands.
            let fits = !wide[at] & !below[at] & USED_BITS & !FIRST_COLUMN & !LAST_COLUMN;
            let foot = below_left[at] & below_right[at];
            let slot = fits & foot & !self.covered[at];
            let overhang = (above_left[at] & !shut_right[at]) | (above_right[at] & !shut_left[at]);
            ready[at] = slot & overhang;
            half[at] = slot & !(above_left[at] | above_right[at]);
        }
        [ready, half]
    }

    /// How many T's with these centres would fill both their row and the row below it.
    #[inline(always)]
    pub(super) fn t_double_count(&self, centres: FieldBits<N>) -> i32 {
        let lacks = |least: usize, at: usize| self.lacking[least - 1][at] & !self.lacking[least][at];
        let (mut three, mut one) = ([0; N], [0; N]);
        for at in 0..N {
            three[at] = lacks(3, at) * 1023;
            one[at] = lacks(1, at) * 1023;
        }
        let one = moved_up(one);
        (0..N).map(|at| (centres[at] & three[at] & one[at]).count_ones() as i32).sum()
    }

    /// The sum of the squared height differences between neighbouring columns, each counted as 36 at most.
    #[inline(always)]
    pub(super) fn squared_height_difference_sum(&self) -> i32 {
        let heights = Vector::from_columns(&self.heights);
        // The last column has no neighbour.
        let mut most = ColumnNumbers::default();
        most[..WIDTH - 1].fill(6);
        let right = heights.right_neighbours();
        let steps = heights.saturating_sub(right).or(right.saturating_sub(heights));
        steps.min(Vector::from_columns(&most)).sum_of_squares() as i32
    }
}

/// Some neighbouring columns, which the stack leaves open to clear row after row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenColumns {
    /// The window's first column.
    pub first: usize,
    /// The number of rows that lack cells of the window only.
    pub rows: i32,
    /// The number of cells filled inside the window in those rows.
    pub cells: i32,
}

#[cfg(test)]
mod tests {
    use super::super::field::{ROWS, ROWS_PER_WORD};
    use super::*;
    use crate::rules::Random;
    use crate::rules::random::Purpose;

    /// A field of at most `rows` rows: level, a little uneven or rugged, lower in some neighbouring columns, and with
    /// holes more or less often.
    fn drawn(random: &mut Random, rows: usize) -> Bitboard {
        let mut below = |bound: usize| random.below(bound as u32) as usize;
        let (level, spread) = (below(rows + 1), [0, 1, 3, rows][below(4)]);
        let (low, low_end, holes) = (below(WIDTH), below(WIDTH + 5), [0, 10, 200][below(3)]);
        let mut field = Bitboard::default();
        for x in 0..WIDTH {
            let height = if (low..low_end).contains(&x) { below(level + 1) } else { level + below(spread + 1) };
            for y in 0..height.min(rows) {
                let empty = below(1000) < holes;
                field.0[y / ROWS_PER_WORD] |= u64::from(!empty) << (y % ROWS_PER_WORD * WIDTH + x);
            }
        }
        field
    }

    /// Compares what is worked out for all columns at once, in `N` words, with loops over columns and cells.
    fn compare<const N: usize>(field: &Bitboard) {
        let position = DerivedPosition::<N>::new(field, OffBoardState::default());
        let filled = |x: usize, y: usize| field.row(y) >> x & 1 == 1;
        let heights: [usize; WIDTH] =
            std::array::from_fn(|x| (0..ROWS).rev().find(|&y| filled(x, y)).map_or(0, |y| y + 1));
        let mut columns = ColumnNumbers::default();
        columns.iter_mut().zip(heights).for_each(|(column, height)| *column = height as u8);
        assert_eq!(position.heights, columns, "the heights of {field:?} in {N} words");
        let height = heights.into_iter().max().unwrap_or(0);
        assert_eq!(position.height, height as i32, "the height of {field:?} in {N} words");

        let windows = [2, 3, 4].map(|size| {
            // The leftmost of equally low ones.
            let sum = |first: &usize| heights[*first..*first + size].iter().sum::<usize>();
            let first = (0..=WIDTH - size).min_by_key(sum).unwrap_or(0);
            let inside = first..first + size;
            let complete = |y: &usize| (0..WIDTH).all(|x| inside.contains(&x) || filled(x, *y));
            let rows: Vec<usize> = (0..height).filter(complete).collect();
            let cells = rows.iter().map(|&y| inside.clone().filter(|&x| filled(x, y)).count()).sum::<usize>();
            OpenColumns { first, rows: rows.len() as i32, cells: cells as i32 }
        });
        assert_eq!(position.windows, windows, "the windows of {field:?} in {N} words");

        // A wall is higher than any column.
        let beside = |x: Option<usize>| x.and_then(|x| heights.get(x).copied()).unwrap_or(usize::MAX);
        let depth = |x: usize| beside(x.checked_sub(1)).min(beside(Some(x + 1))).saturating_sub(heights[x]);
        let deepest = (0..WIDTH).map(depth).max().unwrap_or(0);
        assert_eq!(position.deepest_well_depth(), deepest as i32, "the deepest well of {field:?} in {N} words");

        let squares = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1]).min(6).pow(2)).sum::<usize>();
        assert_eq!(position.squared_height_difference_sum(), squares as i32, "the steps of {field:?} in {N} words");
    }

    #[test]
    fn heights_windows_wells_and_steps_are_those_of_plain_loops_in_any_number_of_words() {
        let mut random = Random::new(3, Purpose::Board);
        for _ in 0..1_000 {
            compare::<1>(&drawn(&mut random, ROWS_PER_WORD));
            compare::<2>(&drawn(&mut random, 2 * ROWS_PER_WORD));
            compare::<3>(&drawn(&mut random, 3 * ROWS_PER_WORD));
            compare::<4>(&drawn(&mut random, ROWS));
        }
    }
}
