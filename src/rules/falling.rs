//! The falling piece: where it is, and how it moves, turns and drops.
//!
//! The board decides where a piece can be. There is no time here: gravity and lock down decide when it moves.

use super::board::{Board, BoardSize};
use super::kicks::{KickTable, Turn, kicks};
use super::pieces::{Facing, PieceKind};
use serde::{Deserialize, Serialize};

/// A step to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(i8)]
pub enum Shift {
    /// A shift of one column to the left.
    Left = -1,
    /// A shift of one column to the right.
    Right = 1,
}

/// The kind of a piece's last successful action, on which its spin depends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LastMove {
    /// The last action was a shift or a fall, or there was none yet.
    #[default]
    Other,
    /// The last action was a turn, by the `kick`-th test of its kick table (0 in place).
    Rotation {
        /// The turn that was asked for.
        turn: Turn,
        /// Which test succeeded: 0 in place, otherwise the number of the kick in its table, counted from 1.
        kick: u8,
    },
}

/// A piece in play: `x` and `y` are its rotation box's left column and bottom row.
///
/// Both may be any numbers: [`Board::fits`] says whether the piece lies on the board and has room there.
///
/// ```
/// use korobka::rules::{Board, BoardSize, FallingPiece, KickTable, PieceKind, Shift, Turn};
///
/// let board = Board::new(BoardSize::default());
/// let spawned = FallingPiece::spawn(PieceKind::I, board.size());
/// let shifted = spawned.shifted(&board, Shift::Left).ok_or("at the wall")?;
/// let (upright, _kick) = shifted.rotated(&board, Turn::Clockwise, KickTable::Srs).ok_or("no room to turn")?;
/// assert_eq!(upright.dropped(&board).row_range(), (0, 3), "four rows from the floor up");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FallingPiece {
    /// Which kind of piece it is.
    pub kind: PieceKind,
    /// The orientation of the piece.
    pub facing: Facing,
    /// The box's left column; may be negative where the box's left columns are empty.
    pub x: i8,
    /// The box's bottom row; may be negative where the box's bottom rows are empty.
    pub y: i8,
}

impl FallingPiece {
    /// The piece where it appears: flat side down in the two rows above the skyline, centred, odd ones rounded left.
    pub fn spawn(kind: PieceKind, size: BoardSize) -> Self {
        let shape = kind.shape(Facing::North);
        Self {
            kind,
            facing: Facing::North,
            x: (size.width as i8 - kind.definition().side).div_euclid(2),
            // A piece too tall for a small buffer starts lower.
            y: (size.visible as i8 - shape.span.0).min(size.row_count() as i8 - 1 - shape.span.1),
        }
    }

    /// The same piece a few cells away.
    #[must_use]
    pub const fn moved(self, dx: i8, dy: i8) -> Self {
        Self { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy), ..self }
    }

    /// The piece's cells as (column, row), from the lowest row, left to right.
    pub fn cells(self) -> impl Iterator<Item = (i8, i8)> {
        let piece = self.kind.definition();
        let cells = &self.kind.shape(self.facing).cells[..piece.minos as usize];
        cells.iter().map(move |&(x, y)| (self.x.wrapping_add(x), self.y.wrapping_add(y)))
    }

    /// Whether the other piece fills the same cells, whatever way it is turned.
    pub fn fills_same_cells(self, other: Self) -> bool {
        self.cells().eq(other.cells())
    }

    /// The lowest and the highest row in which the piece has a cell.
    pub fn row_range(self) -> (i8, i8) {
        let span = self.kind.shape(self.facing).span;
        (self.y.wrapping_add(span.0), self.y.wrapping_add(span.1))
    }

    /// The piece one column aside, if it fits there.
    #[must_use]
    pub fn shifted(self, board: &Board, shift: Shift) -> Option<Self> {
        Some(self.moved(shift as i8, 0)).filter(|&piece| board.fits(piece))
    }

    /// The piece one row lower, if it fits there.
    #[must_use]
    pub fn lowered(self, board: &Board) -> Option<Self> {
        Some(self.moved(0, -1)).filter(|&piece| board.fits(piece))
    }

    /// The piece turned, in place or by the first kick of the table that fits, and which test that was (0 in place).
    #[must_use]
    pub fn rotated(self, board: &Board, turn: Turn, table: KickTable) -> Option<(Self, u8)> {
        let turned = Self { facing: self.facing.turned(turn as u8), ..self };
        if board.fits(turned) {
            return Some((turned, 0));
        }
        let tests = kicks(table, self.kind.definition().kicks, self.facing, turn);
        tests.iter().zip(1..).find_map(|(&(dx, dy), test)| {
            let kicked = turned.moved(dx, dy);
            board.fits(kicked).then_some((kicked, test))
        })
    }

    /// The piece as far down as it falls: its ghost.
    #[must_use]
    pub fn dropped(self, board: &Board) -> Self {
        let mut piece = self;
        while let Some(lower) = piece.lowered(board) {
            piece = lower;
        }
        piece
    }
}
