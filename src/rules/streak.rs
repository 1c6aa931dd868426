//! Streaks: combos and back-to-back, and the facts of a clear.

use super::attack::AttackTable;
use super::matrix::Matrix;
use super::spin::Spin;
use serde::{Deserialize, Serialize};

/// What a lock cleared, with all that scoring and attack ask about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clear {
    /// Rows cleared; 0 for a lock without a clear.
    pub lines: u8,
    /// The spin by which the piece locked.
    pub spin: Spin,
    /// Whether rows cleared and left the matrix empty.
    pub perfect: bool,
    /// Whether the clear continues a back-to-back.
    pub back_to_back: bool,
    /// How many clears in a row came right before this one: 0 for the first.
    pub combo: u16,
    /// How many difficult clears in a row came before this one, whether this one goes on with them or ends them.
    #[serde(default)]
    pub chain: u16,
    /// How many rows of garbage were among the cleared ones.
    #[serde(default)]
    pub garbage: u8,
}

impl Clear {
    /// Whether the clear is difficult, as back-to-back counts it: four or more lines, or a spin with lines.
    pub const fn is_difficult(&self) -> bool {
        self.lines >= 4 || (self.lines > 0 && !matches!(self.spin, Spin::None))
    }
}

/// A player's running combo and back-to-back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Streak {
    /// Clears in a row so far.
    pub combo: u16,
    /// Difficult clears in a row so far.
    pub back_to_back: u16,
}

impl Streak {
    /// Counts a locked piece that cleared `lines` rows; gives the facts of its clear. `table` says which clears go on
    /// with a chain. A spin without a clear neither starts nor breaks a back-to-back.
    pub fn advance(&mut self, lines: u8, spin: Spin, perfect: bool, table: AttackTable) -> Clear {
        let mut clear = Clear {
            lines,
            spin,
            perfect: perfect && lines > 0,
            back_to_back: false,
            combo: self.combo,
            ..Clear::default()
        };
        if lines == 0 {
            self.combo = 0;
            clear.combo = 0;
            return clear;
        }
        clear.chain = self.back_to_back;
        self.combo = self.combo.saturating_add(1);
        if table.is_chain_clear(lines, spin, perfect) {
            clear.back_to_back = self.back_to_back > 0;
            self.back_to_back = self.back_to_back.saturating_add(1);
        } else {
            self.back_to_back = 0;
        }
        clear
    }

    /// Takes the full rows out of a matrix in which a piece has locked by `spin`, and counts the piece as
    /// [`advance`](Self::advance) does; gives the rows that cleared (bit y is row y) and the facts of the clear.
    pub fn clear_rows_of(&mut self, matrix: &mut Matrix, spin: Spin, table: AttackTable) -> (u64, Clear) {
        let garbage = matrix.garbage_rows_among(matrix.board().full_rows()) as u8;
        let rows = matrix.clear_full_rows();
        let clear = self.advance(rows.count_ones() as u8, spin, matrix.board().is_clear(), table);
        (rows, Clear { garbage, ..clear })
    }
}
