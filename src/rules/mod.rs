//! The game's laws: plain data and total functions.
//!
//! Nothing here uses Bevy, clocks, files or globals. Rows count upwards from 0 at the floor, columns from 0 at the
//! left, a tick is one millisecond, and everything seeded lives in the state. Sources of the numbers:
//! `docs/design/rules.md`.

pub mod attack;
mod attack_tables;
pub mod board;
pub mod dealers;
pub mod falling;
pub mod garbage;
pub mod gravity;
pub mod kicks;
pub mod lock_down;
pub mod matrix;
pub mod options;
pub mod packets;
pub mod pieces;
pub mod queue;
pub mod random;
pub mod scoring;
pub mod sets;
pub mod spin;
pub mod streak;
pub mod top_out;

pub use attack::{AttackRules, AttackTable, ComboTable};
pub use board::{Board, BoardSize};
pub use dealers::Dealer;
pub use falling::{FallingPiece, LastMove, Shift};
pub use garbage::{GarbageKind, GarbageQueue, GarbageRules};
pub use gravity::{Gravity, GravityRule, TickFall, fall_for_a_tick};
pub use kicks::{KickTable, Turn};
pub use lock_down::{LockDown, LockDownKind, LockDownRule};
pub use matrix::{Matrix, Mino};
pub use options::{RuleError, Rules};
pub use packets::AttackPackets;
pub use pieces::{Facing, PieceKind, PieceSet};
pub use queue::{GeneratorKind, Hold, NextQueue};
pub use random::Random;
pub use scoring::{ScoreCard, ScoringRule};
pub use sets::RuleSet;
pub use spin::{Spin, SpinRule};
pub use streak::{Clear, Streak};
pub use top_out::{TopOut, TopOutRule};
