//! The goals that placements are to reach, and tests that say early that a goal is out of reach.

use super::KnownPieces;
use crate::rules::{Board, PieceKind, Spin};
use serde::{Deserialize, Serialize};

/// The number of cells of a tetromino.
const MINOS: u32 = 4;

/// A goal that some placements are to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SolverGoal {
    /// The goal that not a single cell is left on the board.
    PerfectClear,
    /// The goal that this many lines are cleared, by however many placements.
    Lines {
        /// The number of lines that have to be cleared.
        lines: u8,
    },
    /// The goal that a full spin clears at least this many lines at once, 1 to 3.
    SpinClear {
        /// The least number of lines that the spin has to clear.
        lines: u8,
    },
}

impl SolverGoal {
    /// Whether the goal is reached by a placement that clears `lines` lines by `spin` and leaves `board`, with
    /// `cleared` lines in all.
    pub(super) fn is_reached(self, board: &Board, (lines, cleared): (u32, u32), spin: Spin) -> bool {
        match self {
            Self::PerfectClear => board.is_clear(),
            Self::Lines { lines } => cleared >= u32::from(lines),
            Self::SpinClear { lines: least } => spin == Spin::Full && lines >= u32::from(least),
        }
    }

    /// False where the goal can surely not be reached with exactly `left` more placements of these pieces, after
    /// `cleared` lines.
    pub(super) fn may_be_reached(self, board: &Board, pieces: &KnownPieces, (left, cleared): (u32, u32)) -> bool {
        match self {
            Self::PerfectClear => may_clear_all(board, left),
            Self::Lines { lines } => may_clear_lines(board, u32::from(lines).saturating_sub(cleared) as usize, left),
            Self::SpinClear { lines } => {
                let knows_t = pieces.hold == Some(PieceKind::T) || pieces.queue.contains(&PieceKind::T);
                knows_t && may_clear_lines(board, lines.into(), left)
            }
        }
    }
}

/// False where `left` tetrominoes can surely not clear the board. Their cells and those of the board must fill whole
/// rows, no cell may be above these, and where no row has two empty cells side by side across the line between two
/// columns, no piece will lie across it: so what is empty on either side must be whole pieces.
pub(super) fn may_clear_all(board: &Board, left: u32) -> bool {
    let (width, cells) = (board.width() as u32, board.count() + MINOS * left);
    let rows = (cells / width) as usize;
    if cells % width != 0 || board.stack_height() > rows {
        return false;
    }
    let empty = |y: usize| !board.row(y) & board.full_row();
    let across = (0..rows).map(empty).fold(0, |all, row| all | row & row >> 1);
    let (mut count, mut is_whole) = (0, true);
    for x in 0..width {
        count += (0..rows).map(|y| u32::from(empty(y) >> x & 1)).sum::<u32>();
        if across >> x & 1 == 0 {
            is_whole &= count % MINOS == 0;
        }
    }
    is_whole
}

/// False where `left` tetrominoes have surely too few cells to fill `lines` rows.
fn may_clear_lines(board: &Board, lines: usize, left: u32) -> bool {
    let width = board.width() as u32;
    let rows = board.stack_height() + MINOS as usize * left as usize;
    let mut lacking: Vec<u32> = (0..rows.min(board.row_count())).map(|y| width - board.row(y).count_ones()).collect();
    lacking.sort_unstable();
    lacking.len() >= lines && lacking[..lines].iter().sum::<u32>() <= MINOS * left
}
