//! Every placement that a piece can reach from where it appears, by shifts, falls and turns with kicks, exactly.
//!
//! `find_landings` takes a board and a piece and fills a buffer with all landings, by spin. The common case (a
//! tetromino, a stack well below where pieces appear) is a flood over whole fields of bits; the rest takes a plainer
//! search. Only the rules are used here: who chooses among the placements is not known, and `keys` works out how to get
//! there. What was measured: `docs/lab/performance-placements.md`.

mod choice;
pub mod columns;
pub mod drops;
mod flood;
pub mod hand;
pub mod keys;
mod landings;
mod machine;
mod perft;
mod plain;
mod rows;
mod shapes;
mod spins;

pub use choice::{PlacementChoice, PlacementSource};
pub use drops::{DropOrder, StraightDrop, straight_placements};
pub use hand::{FallRules, HandTiming, ticks_to_place};
pub use keys::{Key, KeySearch, fewest_keys_to};
pub use landings::{Landings, Move, Placement};
pub use machine::Instructions;
pub use perft::{perft, perft_with_instructions};

use crate::rules::{Board, Facing, FallingPiece, KickTable, PieceKind, Rules, SpinRule};
use flood::Flood;
use rows::Rows;
use spins::Corners;

/// How soft drop falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SoftDropKind {
    /// Row by row: soft drop can be let go anywhere.
    #[default]
    ByRows,
    /// To the ground at once, however short the key is held.
    ToGround,
}

/// What a piece may do on its way to a placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AllowedMoves {
    /// Whether the piece may make half turns.
    pub half_turns: bool,
    /// Which kicks the piece has when it turns.
    pub kicks: KickTable,
    /// Which pieces can spin, and by what: this decides the spins of landings.
    pub spins: SpinRule,
    /// How the piece falls while soft drop is held.
    pub fall: SoftDropKind,
    /// The row of the piece's lowest mino where it appears, or one higher where that is blocked. `None`: as in the
    /// game, above the skyline and one row down if that is free.
    pub spawn_row: Option<u8>,
}

impl AllowedMoves {
    /// The moves that the rules allow, with soft drop by rows.
    pub fn of(rules: &Rules) -> Self {
        Self { half_turns: rules.half_turns, kicks: rules.kicks, spins: rules.spins(), ..Self::default() }
    }

    /// The piece where these moves let it start; `None` if there is no room for it.
    pub fn spawn_piece(&self, board: &Board, kind: PieceKind) -> Option<FallingPiece> {
        let piece = FallingPiece::spawn(kind, board.size());
        let fits = |piece: &FallingPiece| board.fits(*piece);
        match self.spawn_row {
            None => Some(piece).filter(fits).map(|piece| piece.lowered(board).unwrap_or(piece)),
            Some(row) => {
                let at_row = FallingPiece { y: i8::try_from(row).ok()? - kind.shape(Facing::North).span.0, ..piece };
                [at_row, at_row.moved(0, 1)].into_iter().find(fits)
            }
        }
    }

    /// The row of the lowest mino of a tetromino that starts above everything; 0 where the board ends there.
    fn free_row(&self, board: &Board) -> usize {
        let row = self.spawn_row.map_or(usize::from(board.size().visible) - 1, usize::from);
        if row + 2 <= board.row_count() { row } else { 0 }
    }
}

/// Fills `landings` with every placement of `kind` that the moves reach.
///
/// ```
/// use korobka::movegen::{AllowedMoves, Landings, find_landings};
/// use korobka::rules::{Board, BoardSize, PieceKind, Rules};
///
/// let (board, moves) = (Board::new(BoardSize::default()), AllowedMoves::of(&Rules::versus()));
/// let mut landings = Landings::new();
/// find_landings(&board, PieceKind::O, &moves, &mut landings);
/// assert_eq!(landings.distinct_cell_count(), 9, "an O has nine places on an empty board of ten columns");
/// ```
pub fn find_landings(board: &Board, kind: PieceKind, moves: &AllowedMoves, landings: &mut Landings) {
    find_landings_with_instructions(Instructions::best(), board, kind, moves, landings);
}

/// As [`find_landings`], with the given instructions of the processor: for tests.
// Public only because tests and benchmarks are crates of their own.
#[doc(hidden)]
#[inline(always)]
pub fn find_landings_with_instructions(
    instructions: Instructions,
    board: &Board,
    kind: PieceKind,
    moves: &AllowedMoves,
    landings: &mut Landings,
) {
    if moves.fall != SoftDropKind::ByRows || !machine::fill_by_flood(instructions, board, kind, moves, landings) {
        plain::find_landings(board, kind, moves, landings);
    }
}

/// As [`find_landings`], by the plain search in every case: for tests.
// Public only because tests and benchmarks are crates of their own.
#[doc(hidden)]
pub fn find_landings_plainly(board: &Board, kind: PieceKind, moves: &AllowedMoves, landings: &mut Landings) {
    plain::find_landings(board, kind, moves, landings);
}

/// Rows between the stack and the lowest mino of a piece that has just appeared, so that it can turn and shift freely.
const CLEARANCE: usize = 2;

/// Rows between the stack and the top of the buffer, so that no turn near the stack is stopped by it.
const HEADROOM: usize = 8;

/// Floods the field with one piece, number `P` of the table, and puts its landings by spin into `landings`. `spread` is
/// [`Flood::spread`].
#[inline(always)]
fn one_piece<const P: usize, const S: u32, const N: usize, const W: u32>(
    board: &Board,
    moves: &AllowedMoves,
    landings: &mut Landings,
    spread: impl FnOnce(&mut Flood<S, N>, bool),
) {
    let (field, width) = (Rows::<S, N>::of(board), board.width() as u32);
    let Some(kind) = PieceKind::from_index(P) else { return };
    let words = |facings: flood::Facings<S, N>| facings.map(|rows| rows.0);
    if kind.spins_by_corners() {
        let (corners, mut spots) = (Corners::of::<W>(field, width), None);
        let at_stake = |grounded: &_| {
            spots = corners.spin_candidates(grounded);
            spots.is_some()
        };
        let flood = Flood::of::<P, W>(field, width, at_stake, spread);
        match spots {
            Some(spots) => {
                let mut spins = corners.landings_by_spin::<W>(&spots, &flood, width, moves.half_turns);
                if moves.spins == SpinRule::AllAndImmobileT {
                    spins::add_immobile::<W, S, N>(&mut spins, &spots, &flood, width);
                }
                landings.set_all_facings::<S, N>(kind, &spins.map(words));
            }
            None if moves.spins == SpinRule::AllAndImmobileT => {
                landings.set_all_facings::<S, N>(kind, &spins::immobile_spins::<P, W, S, N>(&flood, width).map(words));
            }
            None => landings.set_all_facings::<S, N>(kind, &[words(flood.landings::<P>())]),
        }
        return;
    }
    let flood = Flood::of::<P, W>(field, width, |_| false, spread);
    if moves.spins != SpinRule::TOnly {
        landings.set_all_facings::<S, N>(kind, &spins::immobile_spins::<P, W, S, N>(&flood, width).map(words));
    } else {
        landings.set_all_facings::<S, N>(kind, &[words(flood.landings::<P>())]);
    }
}

/// Rows from the floor to the topmost filled one; `None` unless they are fewer than 24 and few enough for the flood.
/// The code has no branches that depend on the board.
#[inline(always)]
fn low_height(board: &Board, moves: &AllowedMoves) -> Option<usize> {
    let (low, high) = board.padded_rows().split_at(24);
    if high.iter().fold(0, |all, row| all | row) != 0 {
        return None;
    }
    let mut height = 0;
    for (at, &[a, b, c, d]) in low.as_chunks().0.iter().enumerate() {
        let bits = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
        let top = 4 * at + 4 - bits.leading_zeros() as usize / 16;
        height = if bits == 0 { height } else { top };
    }
    let low = height + CLEARANCE <= moves.free_row(board) && height + HEADROOM <= board.row_count();
    (low && height < 24).then_some(height)
}
