//! How a player plays: whether it keeps a well open for a long piece, and whether it raises a high stack without need.
//!
//! Looks at boards before and after a placement; evaluators play no part. Definitions: `docs/lab/learners.md`.

use crate::ai::VisiblePosition;
use crate::movegen::straight_placements;
use crate::rules::board::MAX_WIDTH;
use crate::rules::{Board, BoardSize, FallingPiece, PieceKind};

/// How many rows a well is lower than every other column, at least: from three rows on, only a long piece fills it
/// without a hole beside it.
pub const WELL_DEPTH: u8 = 3;

/// Counts of what a game's placements were like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// How many placements left a board with a well.
    pub wells: u64,
    /// How many placements left a well in each column, column 0 the leftmost.
    pub wells_by_column: [u64; MAX_WIDTH],
    /// How many placements were made when the stack was high.
    pub on_high_boards: u64,
    /// How many of the placements in `on_high_boards` raised the stack although another placement would not have.
    pub needless_raises: u64,
}

impl Habits {
    /// Counts the board that a placement left behind.
    pub fn count_resulting_board(&mut self, board: &Board) {
        if let Some(column) = well_column(board) {
            self.wells += 1;
            self.wells_by_column[column] += 1;
        }
    }

    /// Counts a placement that was made on `before`, a high board, and left a stack of `height` rows.
    pub fn count_placement_on_high_board(&mut self, before: &HighBoard, height: usize) {
        self.on_high_boards += 1;
        self.needless_raises += u64::from(height > before.height && before.can_place_without_raising_stack());
    }

    /// The counts of this and of `other` added up.
    pub fn combined_with(mut self, other: &Habits) -> Self {
        self.wells += other.wells;
        for (count, more) in self.wells_by_column.iter_mut().zip(other.wells_by_column) {
            *count += more;
        }
        self.on_high_boards += other.on_high_boards;
        self.needless_raises += other.needless_raises;
        self
    }

    /// The column that had a well most often, 0 the leftmost, and after how many placements it had one. `None` if no
    /// placement left a well.
    pub fn favourite_well(&self) -> Option<(usize, u64)> {
        let most = self.wells_by_column.iter().copied().enumerate().rev().max_by_key(|(_, count)| *count);
        most.filter(|(_, count)| *count > 0)
    }
}

/// The column of the board's well, which is at least three rows lower than every other column. `None` if there is none.
pub fn well_column(board: &Board) -> Option<usize> {
    let heights = board.column_heights();
    let heights = &heights[..board.width()];
    let (column, lowest) = heights.iter().enumerate().min_by_key(|(_, height)| **height)?;
    let deep = |(at, height): (usize, &u8)| at == column || *height >= lowest + WELL_DEPTH;
    heights.iter().enumerate().all(deep).then_some(column)
}

/// The height from which on a stack counts as high: three quarters of the visible rows, 15 of 20.
pub const fn high_stack_height(size: BoardSize) -> usize {
    (size.visible as usize * 3).div_ceil(4)
}

/// A high board and the pieces that can be placed on it.
#[derive(Clone, Debug)]
pub struct HighBoard {
    board: Board,
    height: usize,
    /// The falling piece, and the piece that comes by holding it.
    pieces: [Option<PieceKind>; 2],
    rows: usize,
}

impl HighBoard {
    /// The board that a player sees; `None` if its stack is not high. `holds` says whether the player uses the hold
    /// slot, `rows_above` how many rows above the skyline it may use.
    pub fn from_view(view: &VisiblePosition, holds: bool, rows_above: u8) -> Option<Self> {
        let height = view.board.stack_height();
        if height < high_stack_height(view.board.size()) {
            return None;
        }
        let held = if holds && view.can_hold { view.hold.or(view.next.first().copied()) } else { None };
        let rows = usize::from(view.board.size().visible) + usize::from(rows_above);
        Some(Self { board: *view.board, height, pieces: [Some(view.falling), held], rows })
    }

    /// Whether some straight drop leaves the stack no higher than it is, once full rows have gone.
    fn can_place_without_raising_stack(&self) -> bool {
        let stays = |piece: FallingPiece| {
            let mut board = self.board;
            board.place(piece);
            board.clear_full_rows();
            board.stack_height() <= self.height
        };
        self.pieces.into_iter().flatten().any(|kind| straight_placements(&self.board, kind, self.rows).any(stays))
    }
}
