//! Spins: which rotations into place count for more.
//!
//! Source: the 2009 guideline's three-corner rule with front and back corners; all-spin as in TETR.IO, whose rules
//! "all-mini+" <https://github.com/halp1/triangle> states: the better of what the corners give and a mini where nothing
//! can move.

use super::board::Board;
use super::falling::{FallingPiece, LastMove, Shift};
use super::kicks::Turn;
use super::pieces::Facing;
use serde::{Deserialize, Serialize};

/// The spin with which a piece locks, which makes its clear count for more, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spin {
    /// The piece locks without a spin.
    #[default]
    None,
    /// A mini spin, which most tables of attacks value less than a full one.
    Mini,
    /// A full spin, which only a T can get.
    Full,
}

/// Which pieces can spin under the rules of a game, and by what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SpinRule {
    /// Only the T can spin, by the filled corners of its box.
    #[default]
    TOnly,
    /// The T spins by the filled corners of its box; every other piece that cannot move after a turn is a mini.
    All,
    /// As [`SpinRule::All`], and a T that cannot move after a turn is a mini where its corners give no spin: TETR.IO's
    /// "all-mini+".
    AllAndImmobileT,
}

impl Spin {
    /// A last move with which [`spin_of`] gives this spin, where the piece can lock with it. The placement level asks
    /// for it, because it knows where a piece locks but not by which keys it got there.
    pub const fn possible_last_move(self) -> LastMove {
        match self {
            Spin::None => LastMove::Other,
            Spin::Mini => LastMove::Rotation { turn: Turn::Half, kick: 0 },
            Spin::Full => LastMove::Rotation { turn: Turn::Clockwise, kick: FULL_KICK },
        }
    }
}

/// The number of the kick test of a quarter turn that makes any T-spin full: the last, by one column and two rows. So
/// the guideline has it, and here every set. In TETR.IO only those that lead down do (`isTSpinKick` of
/// <https://github.com/halp1/triangle>): a T kicked up by R->2 or L->2, with one front corner, stays a mini there.
const FULL_KICK: u8 = 4;

/// The spin of a piece that locks here after `last`.
///
/// A T spins if at least three of the four corners of its box are filled, where walls and floor count as filled. The
/// spin is full with both front corners, or by the last kick of a quarter turn. Other pieces, if `spins` includes them,
/// get a mini if they can move in none of the four directions. If `spins` includes an immobile T, a T that cannot move
/// gets at least a mini.
pub fn spin_of(board: &Board, piece: FallingPiece, last: LastMove, spins: SpinRule) -> Spin {
    let LastMove::Rotation { turn, kick } = last else { return Spin::None };
    let mini_if = |mini| if mini { Spin::Mini } else { Spin::None };
    if !piece.kind.spins_by_corners() {
        return mini_if(spins != SpinRule::TOnly && is_stuck(board, piece));
    }
    let (front, back) = filled_corners(board, piece);
    match (front, back) {
        (2, 1..) => Spin::Full,
        (1, 2) if turn.is_quarter() && kick == FULL_KICK => Spin::Full,
        (1, 2) => Spin::Mini,
        _ => mini_if(spins == SpinRule::AllAndImmobileT && is_stuck(board, piece)),
    }
}

/// Whether a piece can move in none of the four directions.
fn is_stuck(board: &Board, piece: FallingPiece) -> bool {
    piece.shifted(board, Shift::Left).is_none()
        && piece.shifted(board, Shift::Right).is_none()
        && piece.lowered(board).is_none()
        && !board.fits(piece.moved(0, 1))
}

/// How many corners of the T's box are filled on the side it points to, and on the other.
fn filled_corners(board: &Board, piece: FallingPiece) -> (u8, u8) {
    let corner = |dx, dy| u8::from(board.is_filled(piece.x.saturating_add(dx), piece.y.saturating_add(dy)));
    let (bottom_left, bottom_right, top_left, top_right) = (corner(0, 0), corner(2, 0), corner(0, 2), corner(2, 2));
    match piece.facing {
        Facing::North => (top_left + top_right, bottom_left + bottom_right),
        Facing::East => (top_right + bottom_right, top_left + bottom_left),
        Facing::South => (bottom_left + bottom_right, top_left + top_right),
        Facing::West => (top_left + bottom_left, top_right + bottom_right),
    }
}
