//! How a player plays: whether it keeps a well open for a long piece, and whether it keeps its head when the stack is high.
//!
//! Looks at boards before and after a placement; knows no evaluator. Definitions: `docs/learners.md`.

use crate::ai::View;
use crate::movegen::placements;
use crate::rules::board::MAX_WIDTH;
use crate::rules::{Board, BoardSize, FallingPiece, PieceKind};

/// A well is at least this much lower than every other column: from three rows on, only a long piece fills it without a hole
/// beside it.
pub const WELL_DEPTH: u8 = 3;

/// What a game's placements were like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// Placements that left a board with a well.
    pub wells: u64,
    /// Of these, by the well's column.
    pub wells_by_column: [u64; MAX_WIDTH],
    /// Placements made when the stack was high.
    pub high: u64,
    /// Of these, the ones that raised the stack although another placement would not have.
    pub needless_raises: u64,
}

impl Habits {
    /// Counts the board that a placement left.
    pub fn left(&mut self, board: &Board) {
        if let Some(column) = well(board) {
            self.wells += 1;
            self.wells_by_column[column] += 1;
        }
    }

    /// Counts a placement that was made on `before`, a high board, and left a stack of `height` rows.
    pub fn made_high(&mut self, before: &HighBoard, height: usize) {
        self.high += 1;
        self.needless_raises += u64::from(height > before.height && before.can_stay());
    }

    /// These and the `other` ones together.
    pub fn and(mut self, other: &Habits) -> Self {
        self.wells += other.wells;
        for (count, more) in self.wells_by_column.iter_mut().zip(other.wells_by_column) {
            *count += more;
        }
        self.high += other.high;
        self.needless_raises += other.needless_raises;
        self
    }

    /// The column that the well was in most often, 0 the leftmost, and in how many of the placements with a well.
    pub fn favourite_well(&self) -> Option<(usize, u64)> {
        let most = self.wells_by_column.iter().copied().enumerate().rev().max_by_key(|(_, count)| *count);
        most.filter(|(_, count)| *count > 0)
    }
}

/// The column of the board's well: the one that is at least three rows lower than every other.
pub fn well(board: &Board) -> Option<usize> {
    let heights = board.column_heights();
    let heights = &heights[..board.width()];
    let (column, lowest) = heights.iter().enumerate().min_by_key(|(_, height)| **height)?;
    let deep = |(at, height): (usize, &u8)| at == column || *height >= lowest + WELL_DEPTH;
    heights.iter().enumerate().all(deep).then_some(column)
}

/// From this height on a stack is high: three quarters of the visible rows, 15 of 20.
pub const fn high(size: BoardSize) -> usize {
    (size.visible as usize * 3).div_ceil(4)
}

/// A high board and the pieces that can be placed on it.
#[derive(Clone, Debug)]
pub struct HighBoard {
    board: Board,
    height: usize,
    /// The falling piece, and the one that comes by holding it.
    pieces: [Option<PieceKind>; 2],
    rows: usize,
}

impl HighBoard {
    /// What a player sees, if the stack is high. `holds` says whether it uses the hold slot, `rows_above` how many rows above
    /// the skyline it may use.
    pub fn seen(view: &View, holds: bool, rows_above: u8) -> Option<Self> {
        let height = view.board.stack_height();
        if height < high(view.board.size()) {
            return None;
        }
        let held = if holds && view.can_hold { view.hold.or(view.next.first().copied()) } else { None };
        let rows = usize::from(view.board.size().visible) + usize::from(rows_above);
        Some(Self { board: *view.board, height, pieces: [Some(view.falling), held], rows })
    }

    /// Whether some placement leaves the stack no higher than it is, once full rows have gone.
    pub fn can_stay(&self) -> bool {
        let stays = |piece: FallingPiece| {
            let mut board = self.board;
            board.place(piece);
            board.clear_full_rows();
            board.stack_height() <= self.height
        };
        self.pieces.into_iter().flatten().any(|kind| placements(&self.board, kind, self.rows).any(stays))
    }
}
