//! Lock down: how long a piece may rest on the stack, and what gives it more time.
//!
//! Source: the 2009 guideline's three kinds. In extended placement a piece that has used its fifteen moves locks at
//! once there; here it keeps the time that it still has, which then runs on in the air too.

use serde::{Deserialize, Serialize};

/// What restarts the timer of a resting piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LockDownKind {
    /// A move or rotation restarts the timer, a limited number of times until the next new lowest row.
    #[default]
    Extended,
    /// Every move or rotation restarts the timer, without limit.
    Infinite,
    /// Only falling to a new lowest row restarts the timer.
    Classic,
}

/// The lock-down rule of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct LockDownRule {
    /// What restarts the timer of a resting piece.
    pub kind: LockDownKind,
    /// Ticks a piece may rest before it locks, 1-59999. With [`INFINITE_DELAY`](Self::INFINITE_DELAY) or
    /// more no piece locks by itself.
    pub delay: u32,
    /// How many moves may restart the timer until the next new lowest row, for the extended kind.
    pub resets: u32,
}

impl Default for LockDownRule {
    fn default() -> Self {
        Self::USUAL
    }
}

impl LockDownRule {
    /// The guideline's rule: half a second, and fifteen moves that restart it.
    pub const USUAL: Self = Self { kind: LockDownKind::Extended, delay: 500, resets: 15 };

    /// The delay with which no piece locks by itself.
    pub const INFINITE_DELAY: u32 = 60_000;

    /// The rule of games without hurry: only a hard drop locks a piece.
    pub const UNHURRIED: Self = Self { kind: LockDownKind::Infinite, delay: Self::INFINITE_DELAY, resets: 15 };
}

/// The lock-down clock of one piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LockDown {
    rested: u32,
    resets: u32,
    lowest: i8,
}

impl LockDown {
    /// The clock of a piece whose lowest cell is in row `row`.
    pub const fn new(row: i8) -> Self {
        Self { rested: 0, resets: 0, lowest: row }
    }

    /// Ticks that the piece has rested since the last restart.
    pub const fn rested_ticks(self) -> u32 {
        self.rested
    }

    /// How many moves have restarted the clock since the piece reached its lowest row.
    pub const fn resets_used(self) -> u32 {
        self.resets
    }

    /// Notes that the piece moved or turned; `grounded` says whether it rested on something before or after it.
    pub fn note_move(&mut self, rule: LockDownRule, grounded: bool) {
        let restarts = match rule.kind {
            LockDownKind::Extended => self.resets < rule.resets,
            LockDownKind::Infinite => true,
            LockDownKind::Classic => false,
        };
        // Moves in free fall cost nothing: the count is of moves that bought time.
        if restarts && (grounded || self.rested > 0) {
            self.rested = 0;
            self.resets = self.resets.saturating_add(1);
        }
    }

    /// Notes that the piece's lowest cell is now in row `row`; a new lowest row starts the clock anew.
    pub fn note_fall_to(&mut self, row: i8) {
        if row < self.lowest {
            *self = Self::new(row);
        }
    }

    /// Notes one tick, at rest if `grounded`; returns true when the piece locks.
    pub fn tick(&mut self, rule: LockDownRule, grounded: bool) -> bool {
        // Whoever has no moves left gains none by turning the piece up from the stack again and again.
        let is_used_up = rule.kind == LockDownKind::Extended && self.resets > 0 && self.resets >= rule.resets;
        self.rested = self.rested.saturating_add(u32::from(grounded || is_used_up));
        grounded && self.rested >= rule.delay && rule.delay < LockDownRule::INFINITE_DELAY
    }
}
