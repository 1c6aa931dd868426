//! The Super Rotation System's kicks, those of TETR.IO, and the 180-degree kicks, as tables.
//!
//! Offsets are relative to turning within the rotation box, x to the right, y up; the first test, in place, is not
//! listed. Four published transcriptions of the 2009 guideline agree on all sixteen quarter turns. Source of TETR.IO's,
//! and of the half turns, which the guideline does not have: the table "SRS+" of `halp1/triangle`.

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

/// Which kicks the pieces have: a rule of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum KickTable {
    /// The kicks of the guideline's Super Rotation System.
    #[default]
    Srs,
    /// The kicks of TETR.IO, "SRS+": an I that turns one way is the mirror image of an I that turns the other way, and
    /// everything else is as in SRS.
    SrsPlus,
}

impl KickTable {
    /// All tables, each at its number.
    pub const ALL: [Self; 2] = [Self::Srs, Self::SrsPlus];
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

/// The I's clockwise quarter turns under SRS+.
const I_CLOCKWISE_PLUS: [Kicks; 4] = [
    &[(1, 0), (-2, 0), (-2, -1), (1, 2)],
    &[(-1, 0), (2, 0), (-1, 2), (2, -1)],
    &[(2, 0), (-1, 0), (2, 1), (-1, -2)],
    &[(1, 0), (-2, 0), (1, -2), (-2, 1)],
];

/// The I's counterclockwise quarter turns under SRS+.
const I_COUNTERCLOCKWISE_PLUS: [Kicks; 4] = [
    &[(-1, 0), (2, 0), (2, -1), (-1, 2)],
    &[(-1, 0), (2, 0), (-1, -2), (2, 1)],
    &[(-2, 0), (1, 0), (-2, 1), (1, -2)],
    &[(1, 0), (-2, 0), (1, 2), (-2, -1)],
];

const I_HALF: [Kicks; 4] = [&[(0, 1)], &[(1, 0)], &[(0, -1)], &[(-1, 0)]];

/// The offsets to test, in order, after turning in place has failed; empty for a piece that does not kick. `from` is
/// the facing before the turn.
pub const fn kicks(table: KickTable, class: KickClass, from: Facing, turn: Turn) -> Kicks {
    let by_facing = match (class, turn) {
        (KickClass::None, _) => return &[],
        (KickClass::Jlstz, Turn::Clockwise) => &JLSTZ_CLOCKWISE,
        (KickClass::Jlstz, Turn::Counterclockwise) => &JLSTZ_COUNTERCLOCKWISE,
        (KickClass::Jlstz, Turn::Half) => &JLSTZ_HALF,
        (KickClass::I, Turn::Clockwise) => match table {
            KickTable::Srs => &I_CLOCKWISE,
            KickTable::SrsPlus => &I_CLOCKWISE_PLUS,
        },
        (KickClass::I, Turn::Counterclockwise) => match table {
            KickTable::Srs => &I_COUNTERCLOCKWISE,
            KickTable::SrsPlus => &I_COUNTERCLOCKWISE_PLUS,
        },
        (KickClass::I, Turn::Half) => &I_HALF,
    };
    by_facing[from as usize]
}
