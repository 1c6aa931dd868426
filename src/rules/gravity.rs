//! How fast pieces fall: fixed-point rows a tick.
//!
//! Source of the curve: the 2009 guideline, (0.8 - (L - 1) x 0.007)^(L - 1) seconds a row, 20 G from level 19.
//! At level 18 a row takes less than two ticks, hence a fraction of a row, never a count of ticks.

use super::board::{Board, MAX_ROWS};
use super::falling::FallingPiece;
use serde::{Deserialize, Serialize};

/// A speed of falling, in units of 2^-32 rows a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Gravity(pub u64);

impl Gravity {
    /// One row a tick, the unit of the fixed point.
    pub const ROW: u64 = 1 << 32;
    /// The greatest gravity of a game: 20 G, which is 1200 rows a second.
    pub const MAX: Self = Self::from_micro_g(20_000_000);

    /// The gravity of `micro_g` millionths of a G; one G is 60 rows a second. Rounded up, as everywhere here, so
    /// that at one row a second a piece has fallen a whole row after a second, not a fraction less.
    pub const fn from_micro_g(micro_g: u64) -> Self {
        Self(((micro_g as u128 * 60) << 32).div_ceil(1_000_000_000) as u64)
    }

    /// The least gravity from which the speed of soft drop is reckoned: one row a second, so that there is a soft drop
    /// where nothing falls by itself.
    const LEAST_OF_SOFT_DROP: Self = Self(Self::ROW.div_ceil(1000));

    /// The speed of soft drop under this gravity: `factor` times as fast. `None` brings the piece to the ground at
    /// once, within the tick.
    #[must_use]
    pub fn of_soft_drop(self, factor: Option<u32>) -> Self {
        match factor {
            Some(factor) => Self(self.max(Self::LEAST_OF_SOFT_DROP).0.saturating_mul(factor.into())),
            None => Self(Self::ROW * MAX_ROWS as u64),
        }
    }
}

/// What a tick's fall did to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TickFall {
    /// How many rows the piece fell.
    pub rows: u8,
    /// Whether the piece rests on something afterwards.
    pub grounded: bool,
}

/// Lets a piece fall for a tick at this speed. `fraction` is the part of a row that is due, in units of 2^-32 rows;
/// with a whole row in it, as a press of soft drop puts there, that row comes first and the speed counts from there.
pub fn fall_for_a_tick(piece: &mut FallingPiece, fraction: &mut u64, speed: Gravity, board: &Board) -> TickFall {
    let due = *fraction >= Gravity::ROW;
    *fraction = if due { speed.0.max(*fraction) } else { fraction.saturating_add(speed.0) };
    let mut rows = 0;
    loop {
        let Some(lower) = piece.lowered(board) else {
            // At rest: the piece does not save up falls.
            *fraction = 0;
            return TickFall { rows, grounded: true };
        };
        if *fraction < Gravity::ROW {
            return TickFall { rows, grounded: false };
        }
        *piece = lower;
        *fraction -= Gravity::ROW;
        rows += 1;
    }
}

/// The rule that sets the gravity of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GravityRule {
    /// Gravity follows the guideline's curve by level.
    Curve,
    /// Gravity is constant at first and after a while grows each second, to 20 G at most. The versus default.
    Ramp {
        /// Gravity at the start, in millionths of a G.
        base: u32,
        /// Ticks into the round before gravity grows.
        after: u32,
        /// Growth in each second from then on, in millionths of a G.
        growth: u32,
    },
    /// Nothing falls by itself.
    Off,
}

impl GravityRule {
    /// The gravity of versus games: 0.02 G, after two minutes 0.0035 G more each second.
    pub const VERSUS: Self = Self::Ramp { base: 20_000, after: 120_000, growth: 3_500 };

    /// Gravity at `level` (1 is the first), `tick` ticks into the round.
    pub fn at(self, level: u32, tick: u64) -> Gravity {
        match self {
            GravityRule::Curve => CURVE[(level.max(1) as usize - 1).min(CURVE.len() - 1)],
            GravityRule::Ramp { base, after, growth } => {
                let grown = tick.saturating_sub(after.into()).saturating_mul(growth.into()) / 1000;
                Gravity::from_micro_g(u64::from(base) + grown).min(Gravity::MAX)
            }
            GravityRule::Off => Gravity(0),
        }
    }
}

/// The guideline's gravity at levels 1 to 19. Only products and a quotient of doubles, at compile time: the
/// same on every machine.
static CURVE: [Gravity; 19] = {
    let mut curve = [Gravity::MAX; 19];
    let mut level = 1;
    while level < 19 {
        let base = 0.8 - (level - 1) as f64 * 0.007;
        let (mut seconds, mut power) = (1.0, 1);
        while power < level {
            seconds *= base;
            power += 1;
        }
        curve[level - 1] = Gravity((Gravity::ROW as f64 / (seconds * 1000.0)) as u64 + 1);
        level += 1;
    }
    curve
};
