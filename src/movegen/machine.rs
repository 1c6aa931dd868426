//! The search compiled twice: as the whole program is, and for processors of 2013 and later. A file with `unsafe`.
//!
//! The program is built for processors of 2009 and later. Fields of bits gain from what came after: vectors of four
//! words (AVX2), and shifts and masks that need not destroy what they read (BMI). Both copies are the same safe Rust
//! code, taken in by `inline(always)`, so there is nothing to keep in step, and a test compares them. Rust calls a
//! function compiled for more than the whole program only in `unsafe`, since on a lesser machine its instructions do
//! not exist: there are two such calls, both with an `Instructions` in hand that only a check of the machine makes.
//! Within a copy, functions call each other without `unsafe`.
#![allow(unsafe_code)]

use super::flood::Flood;
use super::landings::Landings;
use super::perft::{PerftBoard, PerftTask, WIDTH};
use super::shapes::{SRS, SRS_PLUS, first_kind_moving_alike};
use super::{AllowedMoves, low_height, one_piece};
use crate::rules::{Board, KickTable, PieceKind};
use std::sync::LazyLock;

/// Which instructions the search uses: those that the program is built for, or those of later machines too.
// Public only because tests and benchmarks are crates of their own.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions {
    /// Whether to use the instructions of later machines: only ever set where the machine has what
    /// [`late`] is compiled for.
    late: bool,
}

impl Instructions {
    /// The instructions that the program is built for.
    pub const BASELINE: Self = Self { late: false };

    /// All instructions that this machine has and the search can use.
    #[inline(always)]
    pub fn best() -> Self {
        // Asked once: a look at four flags would be a twentieth of a search.
        static BEST: LazyLock<Instructions> = LazyLock::new(Instructions::found);
        *BEST
    }

    fn found() -> Self {
        #[cfg(target_arch = "x86_64")]
        let late = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let late = false;
        Self { late }
    }
}

/// Whether one compiled copy of the flood has to serve boards of all heights, and the plain search all other widths: in
/// the page's own program, whose bytes are waited for, and whose long searches are done by workers.
const FEW_COPIES: bool = cfg!(all(feature = "page", target_arch = "wasm32"));

/// Fills `landings` by the flood. False, with `landings` as they were, if no copy of the flood serves this board and
/// piece.
#[inline(always)]
pub(super) fn fill_by_flood(
    instructions: Instructions,
    board: &Board,
    kind: PieceKind,
    moves: &AllowedMoves,
    landings: &mut Landings,
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if instructions.late && board.width() == WIDTH as usize {
        // SAFETY: `Instructions` says so only where `best` found everything that `late` is compiled for.
        return unsafe { late::fill_by_flood(board, kind, moves, landings) };
    }
    let _ = instructions;
    if board.width() == WIDTH as usize {
        return plain::fill_by_flood(board, kind, moves, landings);
    }
    // Other widths are rare: one copy of one length serves them.
    !FEW_COPIES
        && low_height(board, moves).is_some_and(|height| height < 16)
        && plain::fill_landings_of_piece::<16, 4, 0>(board, kind, moves, landings)
}

/// The number of placement sequences of `queue` from a field whose stack is at most `height` rows high.
#[inline(always)]
pub(super) fn count_sequences(
    instructions: Instructions,
    count: &PerftTask,
    field: PerftBoard,
    height: usize,
    queue: &[PieceKind],
) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if instructions.late {
        // SAFETY: as above.
        return unsafe { late::count_sequences(count, field, height, queue) };
    }
    let _ = instructions;
    plain::count_sequences(count, field, height, queue)
}

/// Compiles a copy of all functions of the search that are not taken in by their callers.
macro_rules! copy {
    ($name:ident $(#[$features:meta])?) => {
        mod $name {
            use super::*;

            /// Fills `landings` by the flood on a board of ten columns; false if the stack is too high or the piece has
            /// no copy.
            $(#[$features])?
            pub(super) fn fill_by_flood(
                board: &Board,
                kind: PieceKind,
                moves: &AllowedMoves,
                landings: &mut Landings,
            ) -> bool {
                match low_height(board, moves) {
                    Some(_) if FEW_COPIES => fill_landings_of_piece::<10, 4, 10>(board, kind, moves, landings),
                    Some(..6) => fill_landings_of_piece::<10, 1, 10>(board, kind, moves, landings),
                    Some(..12) => fill_landings_of_piece::<10, 2, 10>(board, kind, moves, landings),
                    Some(_) => fill_landings_of_piece::<10, 4, 10>(board, kind, moves, landings),
                    None => false,
                }
            }

            $(#[$features])?
            #[inline]
            pub(super) fn fill_landings_of_piece<const S: u32, const N: usize, const W: u32>(
                board: &Board,
                kind: PieceKind,
                moves: &AllowedMoves,
                landings: &mut Landings,
            ) -> bool {
                match kind.index() {
                    0 => one::<0, S, N, W>(board, moves, landings),
                    1 => one::<1, S, N, W>(board, moves, landings),
                    2 => one::<2, S, N, W>(board, moves, landings),
                    3 => one::<3, S, N, W>(board, moves, landings),
                    4 => one::<4, S, N, W>(board, moves, landings),
                    5 => one::<5, S, N, W>(board, moves, landings),
                    6 => one::<6, S, N, W>(board, moves, landings),
                    _ => return false,
                }
                true
            }

            $(#[$features])?
            #[inline(never)]
            fn one<const P: usize, const S: u32, const N: usize, const W: u32>(
                board: &Board,
                moves: &AllowedMoves,
                landings: &mut Landings,
            ) {
                let width = board.width() as u32;
                one_piece::<P, S, N, W>(board, moves, landings, |flood, all| {
                    spread_alike::<P, S, N, W>(flood, width, moves, all);
                });
            }

            /// Spreads by the copy of the first piece that moves alike: J, L and T share one, and so do S and Z.
            $(#[$features])?
            #[inline]
            fn spread_alike<const P: usize, const S: u32, const N: usize, const W: u32>(
                flood: &mut Flood<S, N>,
                width: u32,
                moves: &AllowedMoves,
                all: bool,
            ) {
                let half_turns = moves.half_turns;
                match (const { first_kind_moving_alike(P) }, moves.kicks) {
                    (0, KickTable::Srs) => spread::<SRS, 0, S, N, W>(flood, width, half_turns, all),
                    (0, KickTable::SrsPlus) => spread::<SRS_PLUS, 0, S, N, W>(flood, width, half_turns, all),
                    // The tables differ in the I alone.
                    (1, _) => spread::<SRS, 1, S, N, W>(flood, width, half_turns, all),
                    (3, _) => spread::<SRS, 3, S, N, W>(flood, width, half_turns, all),
                    _ => spread::<SRS, 4, S, N, W>(flood, width, half_turns, all),
                }
            }

            $(#[$features])?
            #[inline(never)]
            fn spread<const K: usize, const P: usize, const S: u32, const N: usize, const W: u32>(
                flood: &mut Flood<S, N>,
                width: u32,
                half_turns: bool,
                all: bool,
            ) {
                flood.spread::<K, P, W>(width, half_turns, all);
            }

            /// The number of placement sequences of `queue`, by the piece that it begins with.
            $(#[$features])?
            pub(super) fn count_sequences(
                count: &PerftTask,
                field: PerftBoard,
                height: usize,
                queue: &[PieceKind],
            ) -> u64 {
                let Some(kind) = queue.first().filter(|_| height <= count.limit) else {
                    return count.count_slowly(field, queue);
                };
                match kind.index() {
                    0 => by_height::<0>(count, field, height, queue),
                    1 => by_height::<1>(count, field, height, queue),
                    2 => by_height::<2>(count, field, height, queue),
                    3 => by_height::<3>(count, field, height, queue),
                    4 => by_height::<4>(count, field, height, queue),
                    5 => by_height::<5>(count, field, height, queue),
                    6 => by_height::<6>(count, field, height, queue),
                    _ => count.count_slowly(field, queue),
                }
            }

            $(#[$features])?
            #[inline]
            fn by_height<const P: usize>(
                count: &PerftTask,
                field: PerftBoard,
                height: usize,
                queue: &[PieceKind],
            ) -> u64 {
                match height {
                    ..6 => placed::<P, 1>(count, field, height, queue),
                    ..12 => placed::<P, 2>(count, field, height, queue),
                    _ => placed::<P, 4>(count, field, height, queue),
                }
            }

            $(#[$features])?
            #[inline(never)]
            fn placed<const P: usize, const N: usize>(
                count: &PerftTask,
                field: PerftBoard,
                height: usize,
                queue: &[PieceKind],
            ) -> u64 {
                count.count_piece::<P, N>(
                    field,
                    height,
                    queue,
                    |flood, all| spread_alike::<P, WIDTH, N, WIDTH>(flood, WIDTH, &count.moves, all),
                    |field, height, queue| self::count_sequences(count, field, height, queue),
                )
            }
        }
    };
}

copy!(plain);
#[cfg(target_arch = "x86_64")]
copy!(late #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]);
