//! Whether fingers are fast enough: keys pressed one after the other, a tick a millisecond, while the piece falls.
//!
//! The same steps as the game's tick (keys, then repeats, then the fall, then lock down), stated with plain numbers,
//! since a player's handling belongs to the game. The board does not change meanwhile.

use super::Placement;
use super::keys::Key;
use crate::rules::spin::spin_of;
use crate::rules::{
    Board, FallingPiece, Gravity, KickTable, LastMove, LockDown, LockDownRule, Shift, SpinRule, TickFall,
    fall_for_a_tick,
};

/// How a player's fingers and settings move a piece. Durations in ticks of a millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandTiming {
    /// Ticks that a direction is held before it repeats.
    pub das: u32,
    /// Ticks between repeats; 0 goes to the wall at once.
    pub arr: u32,
    /// Soft drop as a multiple of gravity; `None`: the piece falls to the ground at once.
    pub soft_drop: Option<u32>,
    /// Ticks between a key's end and the next key, at least 1.
    pub pause: u32,
    /// Ticks from the piece's appearance to the first key.
    pub think: u32,
}

/// The rules by which a piece falls, locks, turns and spins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallRules {
    /// Gravity; constant while the piece falls.
    pub gravity: Gravity,
    /// How long the piece may rest before it locks.
    pub lock_down: LockDownRule,
    /// Which kicks the pieces have under the rules.
    pub kicks: KickTable,
    /// Which pieces can spin under the rules.
    pub spins: SpinRule,
}

/// The most ticks for which a piece is played: ten minutes, longer than in any game.
const MOST_TICKS: u32 = 600_000;

/// The ticks after which `keys`, pressed from `start` on, have locked the piece on the placement's cells with its spin.
/// `None` if the keys do not get there: gravity moved the piece, or it locked too early.
pub fn ticks_to_place(
    board: &Board,
    start: FallingPiece,
    keys: &[Key],
    placement: &Placement,
    hand: &HandTiming,
    rules: &FallRules,
) -> Option<u32> {
    let mut play = HandSimulation::new(board, start, hand, rules);
    let mut wait = hand.think;
    for key in keys {
        play.wait(wait)?;
        match *key {
            Key::HardDrop => {
                play.drop();
                let same = play.piece.fills_same_cells(placement.piece);
                let spin = spin_of(board, play.piece, play.last, rules.spins);
                return (same && spin == placement.spin).then_some(play.ticks);
            }
            Key::Tap(shift) => {
                play.shift(shift);
                play.tick(false)?;
            }
            Key::Hold(shift) => play.hold(shift)?,
            Key::Turn(turn) => {
                if let Some((turned, kick)) = play.piece.rotated(board, turn, rules.kicks) {
                    play.moved(turned, LastMove::Rotation { turn, kick });
                }
                play.tick(false)?;
            }
            Key::SoftDrop(rows) => play.soft_drop(rows)?,
        }
        wait = hand.pause.saturating_sub(1);
    }
    None
}

/// A piece in play, with what is needed to play its next tick.
struct HandSimulation<'a> {
    board: &'a Board,
    hand: &'a HandTiming,
    rules: &'a FallRules,
    piece: FallingPiece,
    last: LastMove,
    lock: LockDown,
    /// The part of a row that the piece has fallen, in units of 2^-32 rows.
    fraction: u64,
    ticks: u32,
    /// The row that the keys so far meant the piece's lowest mino to be in.
    meant: i8,
}

impl<'a> HandSimulation<'a> {
    fn new(board: &'a Board, piece: FallingPiece, hand: &'a HandTiming, rules: &'a FallRules) -> Self {
        let lowest = piece.row_range().0;
        let (last, lock) = (LastMove::Other, LockDown::new(lowest));
        Self { board, hand, rules, piece, last, lock, fraction: 0, ticks: 0, meant: lowest }
    }

    fn grounded(&self) -> bool {
        self.piece.lowered(self.board).is_none()
    }

    fn moved(&mut self, piece: FallingPiece, last: LastMove) {
        let grounded = self.grounded() || piece.lowered(self.board).is_none();
        self.meant = self.meant.saturating_add(piece.row_range().0 - self.piece.row_range().0);
        (self.piece, self.last) = (piece, last);
        self.lock.note_move(self.rules.lock_down, grounded);
        self.lock.note_fall_to(piece.row_range().0);
    }

    /// Moves the piece one column if there is room; gives whether there was.
    fn shift(&mut self, shift: Shift) -> bool {
        let Some(shifted) = self.piece.shifted(self.board, shift) else { return false };
        self.moved(shifted, LastMove::Other);
        true
    }

    /// Plays the rest of a tick: the fall, then lock down; `soft` says whether soft drop is held. `None` if the piece
    /// locks by itself.
    fn tick(&mut self, soft: bool) -> Option<()> {
        let gravity = self.rules.gravity;
        let speed = if soft { gravity.of_soft_drop(self.hand.soft_drop) } else { gravity };
        let TickFall { rows, grounded } = fall_for_a_tick(&mut self.piece, &mut self.fraction, speed, self.board);
        if rows > 0 {
            self.last = LastMove::Other;
            self.lock.note_fall_to(self.piece.row_range().0);
        }
        self.ticks += 1;
        if self.lock.tick(self.rules.lock_down, grounded) {
            return None;
        }
        (self.ticks < MOST_TICKS).then_some(())
    }

    fn wait(&mut self, ticks: u32) -> Option<()> {
        (0..ticks).try_for_each(|_| self.tick(false))
    }

    /// Plays a direction that is held until the piece is stopped, at the wall or on its way.
    fn hold(&mut self, shift: Shift) -> Option<()> {
        self.shift(shift);
        // Without DAS the tap itself is the first move of the repeat.
        let mut due = if self.hand.das == 0 { self.hand.arr } else { self.hand.das };
        loop {
            self.wait(due)?;
            let moved = self.shift(shift);
            if self.hand.arr == 0 {
                while self.shift(shift) {}
                break;
            }
            if !moved || self.piece.shifted(self.board, shift).is_none() {
                break;
            }
            due = self.hand.arr;
        }
        self.tick(false)
    }

    /// Plays a soft drop that is held until the piece is as low as the keys meant it to be, or lands.
    fn soft_drop(&mut self, rows: u8) -> Option<()> {
        self.meant = self.meant.saturating_sub_unsigned(rows);
        // The first row comes at once.
        self.fraction = Gravity::ROW;
        while self.piece.row_range().0 > self.meant && !self.grounded() {
            self.tick(true)?;
        }
        // Let go: what it had fallen of the next row stays.
        Some(())
    }

    fn drop(&mut self) {
        let dropped = self.piece.dropped(self.board);
        if dropped.y != self.piece.y {
            (self.piece, self.last) = (dropped, LastMove::Other);
        }
        self.ticks += 1;
    }
}
