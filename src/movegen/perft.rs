//! Counting all ways to place a queue: the check that the search is exact, and its speed.
//!
//! On boards of ten columns with a low stack the count stays in fields of bits from piece to piece; elsewhere it goes
//! by `find_landings`. Counts are of placements distinct by cells, full rows cleared between pieces, no hold.

use super::flood::{Facings, Flood};
use super::landings::Landings;
use super::rows::Rows;
use super::shapes::Shape;
use super::{AllowedMoves, CLEARANCE, HEADROOM, Instructions, SoftDropKind, find_landings_with_instructions, machine};
use crate::rules::{Board, PieceKind};

/// The number of columns of boards that are counted as fields of bits.
pub(super) const WIDTH: u32 = 10;

/// A field of ten columns and 24 rows.
pub(super) type PerftBoard = Rows<WIDTH, 4>;

/// The number of ways to place the pieces of `queue`, one after the other, from `board` on. An empty queue has one way.
pub fn perft(board: &Board, queue: &[PieceKind], moves: &AllowedMoves) -> u64 {
    perft_with_instructions(Instructions::best(), board, queue, moves)
}

/// As [`perft`], with the given instructions of the processor: for tests.
// Public only because tests and benchmarks are crates of their own.
#[doc(hidden)]
pub fn perft_with_instructions(
    instructions: Instructions,
    board: &Board,
    queue: &[PieceKind],
    moves: &AllowedMoves,
) -> u64 {
    match PerftTask::new(instructions, board, moves) {
        Some(count) => {
            machine::count_sequences(instructions, &count, PerftBoard::of(board), board.stack_height(), queue)
        }
        None => slowly(instructions, board, queue, moves),
    }
}

/// Counts by way of whole boards, one call of [`find_landings_with_instructions`] for each position.
fn slowly(instructions: Instructions, board: &Board, queue: &[PieceKind], moves: &AllowedMoves) -> u64 {
    let [kind, rest @ ..] = queue else { return 1 };
    let mut landings = Landings::new();
    find_landings_with_instructions(instructions, board, *kind, moves, &mut landings);
    if rest.is_empty() {
        return landings.distinct_cell_count() as u64;
    }
    let mut seen = Vec::new();
    let mut sum = 0;
    for placement in landings.iter() {
        // One of equal cells with different spins.
        if seen.contains(&placement.piece) {
            continue;
        }
        seen.push(placement.piece);
        let mut after = *board;
        after.place(placement.piece);
        after.clear_full_rows();
        sum += slowly(instructions, &after, rest, moves);
    }
    sum
}

/// What stays the same while one count runs.
pub(super) struct PerftTask<'a> {
    instructions: Instructions,
    /// An empty board of the size that is counted on.
    board: Board,
    pub(super) moves: &'a AllowedMoves,
    /// The height in rows of the highest stack that the flood is right for.
    pub(super) limit: usize,
}

impl<'a> PerftTask<'a> {
    /// The task of counting on boards like `board`; `None` if these cannot be counted as fields.
    fn new(instructions: Instructions, board: &Board, moves: &'a AllowedMoves) -> Option<Self> {
        let free = moves.free_row(board);
        let limit = free
            .min((board.row_count() + CLEARANCE).saturating_sub(HEADROOM))
            .min(PerftBoard::ROWS as usize - 2)
            .checked_sub(CLEARANCE)?;
        let plain =
            board.width() == WIDTH as usize && board.solid_row_count() == 0 && moves.fall == SoftDropKind::ByRows;
        (plain && board.stack_height() <= PerftBoard::ROWS as usize).then(|| Self {
            instructions,
            board: Board::new(board.size()),
            moves,
            limit,
        })
    }

    /// Counts where the stack is too high for fields, or nothing is left to place.
    #[cold]
    #[inline(never)]
    pub(super) fn count_slowly(&self, field: PerftBoard, queue: &[PieceKind]) -> u64 {
        slowly(self.instructions, &self.board_of(field), queue, self.moves)
    }

    /// Counts from a field whose stack is at most `height` rows high and that `N` words hold; the queue begins with
    /// piece `P`. `spread` is [`Flood::spread`], and `next` counts the rest of the queue.
    #[inline(always)]
    pub(super) fn count_piece<const P: usize, const N: usize>(
        &self,
        field: PerftBoard,
        height: usize,
        queue: &[PieceKind],
        spread: impl FnOnce(&mut Flood<WIDTH, N>, bool),
        next: impl Fn(PerftBoard, usize, &[PieceKind]) -> u64,
    ) -> u64 {
        let mut low = [0; N];
        low.copy_from_slice(&field.0[..N]);
        let flood = Flood::<WIDTH, N>::of::<P, WIDTH>(Rows(low), WIDTH, |_| false, spread);
        let landings: Facings<WIDTH, N> = flood.landings::<P>();
        let [_, rest @ ..] = queue else { return 1 };
        if rest.is_empty() {
            return landings.iter().map(|facing| u64::from(facing.count())).sum();
        }
        let mut sum = 0;
        for (shape, landings) in const { placed(P) }.iter().zip(landings) {
            macro_rules! words {
                ($($at:literal)*) => { $(
                    if $at < N {
                        let mut word = landings.0[$at % N];
                        while word != 0 {
                            let bit = word.trailing_zeros();
                            word &= word - 1;
                            let (after, cleared) = field.with::<$at>(shape.cells, (bit as i32 + shape.left) as u32);
                            let top = $at * 6 + bit as usize / WIDTH as usize + shape.rows;
                            sum += next(after, height.max(top) - cleared, rest);
                        }
                    }
                )* };
            }
            words!(0 1 2 3);
        }
        sum
    }

    fn board_of(&self, field: PerftBoard) -> Board {
        let mut board = self.board;
        for y in 0..board.row_count().min(PerftBoard::ROWS as usize) {
            let row = field.0[y / 6] >> (y % 6 * WIDTH as usize);
            (0..WIDTH as usize).filter(|x| row >> x & 1 == 1).for_each(|x| board.fill_cell(x, y));
        }
        board
    }
}

/// The cells of one facing of a piece as bits, and where they lie from its anchor.
#[derive(Clone, Copy)]
struct Placed {
    /// The facing's cells as bits of a field, moved so that the first column is column 0.
    cells: u64,
    /// The facing's first column, relative to the anchor.
    left: i32,
    /// The number of rows that the facing takes up.
    rows: usize,
}

/// The cells of the four facings of a piece, which is given by its index in the table of pieces.
const fn placed(kind: usize) -> [Placed; 4] {
    let mut all = [Placed { cells: 0, left: 0, rows: 0 }; 4];
    let mut facing = 0;
    while facing < 4 {
        let shape = Shape::of(kind, facing);
        let (mut cells, mut at) = (0, 0);
        while at < shape.minos {
            cells |= 1 << (shape.cells[at].1 as u32 * WIDTH + (shape.cells[at].0 - shape.columns.0) as u32);
            at += 1;
        }
        all[facing] = Placed { cells, left: shape.columns.0, rows: shape.rows as usize };
        facing += 1;
    }
    all
}

/// A mask of the bits of a word: the last column of every row.
const LAST: u64 = PerftBoard::FIRST_COLUMN << 9;

/// A bit in the last column for each full row of a word: a carry from the first column arrives there where all
/// before it are filled.
#[inline(always)]
fn full(word: u64) -> u64 {
    word & ((word & !LAST) + PerftBoard::FIRST_COLUMN) & LAST
}

impl PerftBoard {
    /// The field with `cells` added from bit `bit` of word `AT` on and without the rows that this fills, and how many
    /// rows those are.
    #[inline(always)]
    fn with<const AT: usize>(mut self, cells: u64, bit: u32) -> (Self, usize) {
        let placed = u128::from(cells) << bit;
        self.0[AT] |= placed as u64 & Self::USED_BITS;
        let mut rows = full(self.0[AT]);
        if AT < 3 {
            self.0[AT + 1] |= (placed >> 60) as u64;
            rows |= full(self.0[AT + 1]);
        }
        if rows == 0 { (self, 0) } else { self.cleared() }
    }

    /// The field without its full rows, and how many those were.
    #[cold]
    #[inline(never)]
    fn cleared(mut self) -> (Self, usize) {
        let mut cleared = 0;
        while let Some(at) = self.0.iter().position(|&word| full(word) != 0) {
            let below = (1 << (full(self.0[at]).trailing_zeros() - 9)) - 1;
            let before = self.0;
            for (above, word) in self.0.iter_mut().enumerate().skip(at) {
                let next = before.get(above + 1).map_or(0, |next| next << 50);
                let kept = if above == at { below } else { 0 };
                *word = (before[above] & kept) | ((before[above] >> 10 | next) & Self::USED_BITS & !kept);
            }
            cleared += 1;
        }
        (self, cleared)
    }
}
