//! The Super Rotation System's kicks, and the 180-degree kicks, as tables.
//!
//! Offsets are relative to turning within the rotation box, x to the right, y up; the first test, in place, is not
//! listed. Four published transcriptions of the 2009 guideline agree on all sixteen quarter turns.

use super::pieces::{Facing, KickClass};
use serde::{Deserialize, Serialize};

/// A turn that a player can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Turn {
    /// A quarter turn clockwise.
    Clockwise = 1,
    /// A half turn, which is 180 degrees.
    Half = 2,
    /// A quarter turn counterclockwise.
    Counterclockwise = 3,
}

impl Turn {
    /// Whether this is a quarter turn, in either direction.
    pub const fn is_quarter(self) -> bool {
        !matches!(self, Turn::Half)
    }
}

type Kicks = &'static [(i8, i8)];

/// The kicks of J, L, S, T and Z in the clockwise turns 0->R, R->2, 2->L, L->0: indexed by the facing before the turn,
/// as all tables here.
const JLSTZ_CLOCKWISE: [Kicks; 4] = [
    &[(-1, 0), (-1, 1), (0, -2), (-1, -2)],
    &[(1, 0), (1, -1), (0, 2), (1, 2)],
    &[(1, 0), (1, 1), (0, -2), (1, -2)],
    &[(-1, 0), (-1, -1), (0, 2), (-1, 2)],
];

/// The kicks of J, L, S, T and Z in the counterclockwise turns 0->L, R->0, 2->R, L->2, indexed by the
/// facing before the turn.
const JLSTZ_COUNTERCLOCKWISE: [Kicks; 4] = [
    &[(1, 0), (1, 1), (0, -2), (1, -2)],
    &[(1, 0), (1, -1), (0, 2), (1, 2)],
    &[(-1, 0), (-1, 1), (0, -2), (-1, -2)],
    &[(-1, 0), (-1, -1), (0, 2), (-1, 2)],
];

/// The kicks of J, L, S, T and Z in the half turns 0->2, R->L, 2->0, L->R, indexed by the facing before the turn.
const JLSTZ_HALF: [Kicks; 4] = [
    &[(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    &[(1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    &[(-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
];

const I_CLOCKWISE: [Kicks; 4] = [
    &[(-2, 0), (1, 0), (-2, -1), (1, 2)],
    &[(-1, 0), (2, 0), (-1, 2), (2, -1)],
    &[(2, 0), (-1, 0), (2, 1), (-1, -2)],
    &[(1, 0), (-2, 0), (1, -2), (-2, 1)],
];

const I_COUNTERCLOCKWISE: [Kicks; 4] = [
    &[(-1, 0), (2, 0), (-1, 2), (2, -1)],
    &[(2, 0), (-1, 0), (2, 1), (-1, -2)],
    &[(1, 0), (-2, 0), (1, -2), (-2, 1)],
    &[(-2, 0), (1, 0), (-2, -1), (1, 2)],
];

const I_HALF: [Kicks; 4] = [&[(0, 1)], &[(1, 0)], &[(0, -1)], &[(-1, 0)]];

/// The offsets to test, in order, after turning in place has failed; empty for a piece that does not kick. `from` is
/// the facing before the turn.
pub const fn kicks(class: KickClass, from: Facing, turn: Turn) -> Kicks {
    let table = match (class, turn) {
        (KickClass::None, _) => return &[],
        (KickClass::Jlstz, Turn::Clockwise) => &JLSTZ_CLOCKWISE,
        (KickClass::Jlstz, Turn::Counterclockwise) => &JLSTZ_COUNTERCLOCKWISE,
        (KickClass::Jlstz, Turn::Half) => &JLSTZ_HALF,
        (KickClass::I, Turn::Clockwise) => &I_CLOCKWISE,
        (KickClass::I, Turn::Counterclockwise) => &I_COUNTERCLOCKWISE,
        (KickClass::I, Turn::Half) => &I_HALF,
    };
    table[from as usize]
}
