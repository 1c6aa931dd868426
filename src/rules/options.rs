//! Every option of a game in one struct, its presets and its limits.

use super::attack::AttackRules;
use super::board::{BoardSize, MAX_WIDTH};
use super::falling::FallingPiece;
use super::garbage::GarbageRules;
use super::gravity::GravityRule;
use super::kicks::KickTable;
use super::lock_down::LockDownRule;
use super::pieces::PieceSet;
use super::queue::{Generator, GeneratorKind, NextQueue};
use super::scoring::ScoringRule;
use super::spin::SpinRule;
use super::top_out::TopOutRule;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The rules of a game. All durations are ticks of a millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// The size of the matrix.
    pub board: BoardSize,
    /// Which set of pieces is dealt.
    pub pieces: PieceSet,
    /// How the pieces are drawn.
    pub generator: GeneratorKind,
    /// How many pieces the next queue shows, 1-6.
    pub next: u8,
    /// Whether a piece can be held.
    pub hold: bool,
    /// Whether turns by 180 degrees are allowed.
    pub half_turns: bool,
    /// Which kicks the pieces have when they turn.
    pub kicks: KickTable,
    /// Whether pieces other than T can spin; [`Rules::spins`] says which do.
    pub all_spin: bool,
    /// How fast pieces fall by themselves.
    pub gravity: GravityRule,
    /// How long a piece may rest on the stack before it locks.
    pub lock_down: LockDownRule,
    /// Ticks between a lock and the next piece, 0-10000 (7 frames, 117, in the older games).
    pub entry_delay: u32,
    /// Ticks that a clear adds to the wait for the next piece, 0-10000 (35 frames, 583, in the older games).
    pub clear_delay: u32,
    /// Which overflows lose the game.
    pub top_out: TopOutRule,
    /// How points are given.
    pub scoring: ScoringRule,
    /// The first level, 1-20.
    pub start_level: u32,
    /// Lines at which a game for one ends; with 0 it never ends by lines.
    pub goal_lines: u32,
    /// How clears become attacks.
    pub attack: AttackRules,
    /// How garbage travels and rises.
    pub garbage: GarbageRules,
    /// How many rounds win a match, 1-10.
    pub first_to: u8,
    /// Ticks of the countdown before each round, 0-60000.
    pub countdown: u32,
    /// Ticks after which a round ends and goes to the side that received fewer lines; with 0 no round ends by time.
    pub round_limit: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self::marathon()
    }
}

/// The error that an option of the rules is outside its limits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("rules: {what} is {value}, must be {range}")]
pub struct RuleError {
    /// Which option it is, in words.
    pub what: &'static str,
    /// The value that the option has.
    pub value: u64,
    /// The values that are allowed, in words.
    pub range: &'static str,
}

impl Rules {
    /// The preset for one player, with levels and the guideline's curve of gravity.
    pub const fn marathon() -> Self {
        Self {
            board: BoardSize::USUAL,
            pieces: PieceSet::Tetromino,
            generator: GeneratorKind::Bag,
            next: 5,
            hold: true,
            half_turns: false,
            kicks: KickTable::Srs,
            all_spin: false,
            gravity: GravityRule::Curve,
            lock_down: LockDownRule::USUAL,
            entry_delay: 0,
            clear_delay: 0,
            top_out: TopOutRule::Guideline,
            scoring: ScoringRule::Guideline,
            start_level: 1,
            goal_lines: 150,
            attack: AttackRules::USUAL,
            garbage: GarbageRules::USUAL,
            first_to: 1,
            countdown: 3000,
            round_limit: 0,
        }
    }

    /// The preset for two players, with the guideline's attacks.
    pub const fn versus() -> Self {
        Self {
            half_turns: true,
            gravity: GravityRule::VERSUS,
            goal_lines: 0,
            first_to: 3,
            round_limit: 600_000,
            ..Self::marathon()
        }
    }

    /// The preset for two players where every cleared line sends one. It is for games against the straight-drop
    /// learners, who clear many singles.
    pub const fn line_for_line() -> Self {
        super::RuleSet::LineForLine.rules()
    }

    /// Which pieces can spin, and by what. Under some tables of attacks `all_spin` also lets a T spin that cannot move.
    pub const fn spins(&self) -> SpinRule {
        match (self.all_spin, self.attack.table.counts_immobile_t_as_mini()) {
            (false, _) => SpinRule::TOnly,
            (true, false) => SpinRule::All,
            (true, true) => SpinRule::AllAndImmobileT,
        }
    }

    /// A new queue of pieces for these rules, seeded with `seed`.
    pub fn queue(&self, seed: u64) -> NextQueue {
        NextQueue::new(Generator::new(self.generator, self.pieces, seed), usize::from(self.next))
    }

    /// A new queue of pieces for these rules, seeded with `seed`, that deals `given` first, in this order.
    pub fn queue_starting_with(&self, seed: u64, given: &[super::PieceKind]) -> NextQueue {
        NextQueue::new(Generator::with_given(self.generator, self.pieces, seed, given), usize::from(self.next))
    }

    /// Gives the rules back if they are within their limits; every file and flag is checked by this before a game
    /// starts.
    ///
    /// # Errors
    /// An error that names the first option found outside its limits, or the width of a board too narrow for the pieces
    /// to appear.
    pub fn checked(self) -> Result<Self, RuleError> {
        let within = |what, value: u64, low: u64, high: u64, range| {
            if (low..=high).contains(&value) { Ok(()) } else { Err(RuleError { what, value, range }) }
        };
        within("width", self.board.width.into(), 4, MAX_WIDTH as u64, "4-16")?;
        within("visible rows", self.board.visible.into(), 4, 40, "4-40")?;
        within("buffer rows", self.board.buffer.into(), 3, 20, "3-20")?;
        within("next queue", self.next.into(), 1, 6, "1-6")?;
        within("start level", self.start_level.into(), 1, 20, "1-20")?;
        within("rounds to win", self.first_to.into(), 1, 10, "1-10")?;
        within("garbage cap", self.garbage.cap.into(), 1, 40, "1-40")?;
        within("garbage travel", self.garbage.travel.into(), 0, 60_000, "0-60000 ms")?;
        within("messiness", self.garbage.messiness.into(), 0, 1000, "0-1000")?;
        within("messiness within", self.garbage.messiness_within.into(), 0, 1000, "0-1000")?;
        within("lock delay", self.lock_down.delay.into(), 1, LockDownRule::INFINITE_DELAY.into(), "1-60000 ms")?;
        within("entry delay", self.entry_delay.into(), 0, 10_000, "0-10000 ms")?;
        within("clear delay", self.clear_delay.into(), 0, 10_000, "0-10000 ms")?;
        within("countdown", self.countdown.into(), 0, 60_000, "0-60000 ms")?;
        within("margin growth", self.attack.growth.into(), 0, 1000, "0-1000")?;
        // A piece must have room to appear.
        let widest = self.pieces.kinds().find(|&kind| {
            let shape = kind.shape(super::Facing::North);
            let piece = FallingPiece::spawn(kind, self.board);
            piece.x + shape.columns.0 < 0 || piece.x + shape.columns.1 >= self.board.width as i8
        });
        match widest {
            Some(_) => {
                Err(RuleError { what: "width", value: self.board.width.into(), range: "at least 5 for pentominoes" })
            }
            None => Ok(self),
        }
    }
}
