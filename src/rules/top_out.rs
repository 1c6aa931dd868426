//! The ends of a game: which overflows lose.

use super::board::{Board, BoardSize};
use super::falling::FallingPiece;
use serde::{Deserialize, Serialize};

/// Why a player lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TopOut {
    /// A piece appeared on top of a block.
    BlockOut,
    /// A piece locked above the skyline.
    LockOut,
    /// Garbage pushed a block past the buffer.
    GarbageOut,
}

/// Which overflows lose. Garbage past the buffer always does: its cells would be lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TopOutRule {
    /// Block out loses, and so does lock out of a piece wholly above the skyline. Source: the 2009 guideline.
    #[default]
    Guideline,
    /// Only block out loses. Source: the first learner's document.
    BlockOutOnly,
    /// Block out loses, and so does lock out of a piece with any cell above the skyline once full rows are
    /// gone: the learners' rule.
    PartialLockOut,
}

impl TopOutRule {
    /// Gives [`TopOut::LockOut`] if a piece that locked here on a board of this size, before its rows cleared, loses;
    /// `None` if the game goes on. `cleared` has bit y set for row y cleared.
    pub fn check_lock_out(self, size: BoardSize, piece: FallingPiece, cleared: u64) -> Option<TopOut> {
        let skyline = size.visible as i8;
        let (lowest, highest) = piece.row_range();
        let lost = match self {
            TopOutRule::Guideline => lowest >= skyline,
            TopOutRule::BlockOutOnly => false,
            // A cell counts where it lies after the rows below it have gone, unless its own row went.
            TopOutRule::PartialLockOut => (lowest.max(0)..=highest).any(|row| {
                let from_row_up = cleared.unbounded_shr(row.unsigned_abs().into());
                let below = cleared.count_ones() - from_row_up.count_ones();
                from_row_up & 1 == 0 && row - below as i8 >= skyline
            }),
        };
        lost.then_some(TopOut::LockOut)
    }

    /// Gives [`TopOut::BlockOut`] if a piece that appears here overlaps a block; `None` if the game goes on.
    pub fn check_block_out(self, board: &Board, piece: FallingPiece) -> Option<TopOut> {
        (!board.fits(piece)).then_some(TopOut::BlockOut)
    }
}
