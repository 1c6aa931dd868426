//! The placement level of the game: pieces are set down at once, without ticks between.
//!
//! Calls the same rules functions as the game's systems, in the same order, so that both levels agree piece by piece.
//! Search, training and arenas play on it. Knows no keys and no gravity.

use super::brain::View;
use super::dealer::DealerSight;
use crate::rules::spin::spin_of;
use crate::rules::streak::Clear;
use crate::rules::{
    FallingPiece, GarbageKind, GarbageQueue, Hold, LastMove, Matrix, NextQueue, Packets, PieceKind, Rules, ScoreCard,
    Streak, TopOut,
};

/// The most pieces that a queue shows.
const MAX_NEXT: usize = 6;

/// What one placement brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The clear.
    pub clear: Clear,
    /// Rows cleared: bit y is row y.
    pub rows: u64,
    /// Points.
    pub points: u64,
    /// Lines that the clear attacked with, before cancelling.
    pub attack: u32,
    /// Lines left to send after cancelling.
    pub sent: u32,
    /// The packets that these travel in.
    pub packets: Packets,
    /// Rows of garbage that rose.
    pub risen: u32,
    /// Why the player lost, if so.
    pub top_out: Option<TopOut>,
}

/// One player's side.
#[derive(Clone, Debug)]
pub struct Playfield {
    /// The rules.
    pub rules: Rules,
    /// The matrix without the falling piece.
    pub matrix: Matrix,
    /// The falling piece.
    pub falling: PieceKind,
    /// What comes next.
    pub queue: NextQueue,
    /// The hold slot.
    pub hold: Hold,
    /// Combo and back-to-back.
    pub streak: Streak,
    /// Points and counts.
    pub score: ScoreCard,
    /// Garbage on its way.
    pub garbage: GarbageQueue,
    /// Lines sent so far.
    pub sent: u32,
    /// Garbage multiplier in thousandths.
    pub handicap: u32,
    /// Why the player lost, once lost.
    pub top_out: Option<TopOut>,
}

impl Playfield {
    /// The start of a game: the first piece falls.
    pub fn new(rules: &Rules, seed: u64) -> Self {
        let (mut queue, matrix, hold) = (rules.queue(seed), Matrix::new(rules.board), Hold::default());
        let mut field = Self {
            rules: *rules,
            matrix,
            falling: queue.take(),
            queue,
            hold,
            streak: Streak::default(),
            score: ScoreCard::default(),
            garbage: GarbageQueue::new(seed),
            sent: 0,
            handicap: 1000,
            top_out: None,
        };
        field.deal();
        field
    }

    /// A piece has left the queue: where a dealer deals, it chooses what comes in its place.
    fn deal(&mut self) {
        let sight = DealerSight { rules: &self.rules, board: self.matrix.board(), falling: self.falling };
        sight.deal(&mut self.queue);
    }

    /// Shows the player's view to `look` and gives its answer.
    pub fn with_view<R>(&self, look: impl FnOnce(&View) -> R) -> R {
        let mut next = [PieceKind::I; MAX_NEXT];
        let mut shown = 0;
        for (slot, kind) in next.iter_mut().zip(self.queue.shown()) {
            *slot = kind;
            shown += 1;
        }
        look(&View {
            board: self.matrix.board(),
            falling: self.falling,
            hold: self.hold.piece(),
            can_hold: self.rules.hold && self.hold.free(),
            next: &next[..shown],
        })
    }

    /// Sets `piece` down, after holding if `hold`, `now` ticks into the round. `None`, and nothing changes, when the
    /// game is over, the piece is not the one to be placed, or it does not fit there.
    pub fn place(&mut self, piece: FallingPiece, last: LastMove, hold: bool, now: u64) -> Option<Outcome> {
        let kind = match hold {
            true if self.rules.hold && self.hold.free() => self.hold.piece().or(self.queue.first())?,
            true => return None,
            false => self.falling,
        };
        if self.top_out.is_some() || kind != piece.kind || !self.matrix.board().fits(piece) {
            return None;
        }
        if hold {
            if let Some(kind) = self.hold.swap(self.falling, &mut self.queue) {
                self.falling = kind;
            }
            self.deal();
        }
        let outcome = self.lock(piece, last, now);
        self.top_out = outcome.top_out;
        Some(outcome)
    }

    /// The lock itself, and all that follows up to the next piece.
    fn lock(&mut self, piece: FallingPiece, last: LastMove, now: u64) -> Outcome {
        let spin = spin_of(self.matrix.board(), piece, last, self.rules.spins());
        self.matrix.place(piece);
        let garbage = self.matrix.garbage_rows(self.matrix.board().full_rows()) as u8;
        let rows = self.matrix.clear_full_rows();
        let lines = rows.count_ones() as u8;
        let clear = self.streak.advance(lines, spin, self.matrix.board().is_clear(), self.rules.attack.table);
        let clear = Clear { garbage, ..clear };
        let points = self.score.count(self.rules.scoring, &clear, self.rules.start_level, self.streak.back_to_back);
        let attack = self.rules.attack.packets(&clear, now, self.handicap);
        let taken_away = self.taken_away(lines);
        let opening = self.rules.attack.table.opens(self.score.pieces);
        let packets = self.garbage.answer(attack.without(taken_away), opening, self.sent);
        let (attack, sent) = (attack.total(), packets.total());
        self.sent += sent;
        let mut outcome = Outcome { clear, rows, points, attack, sent, packets, ..Outcome::default() };
        outcome.top_out = self.rules.top_out.lock_out(self.matrix.board(), piece, rows);
        if outcome.top_out.is_none() {
            outcome.top_out = self.raise_garbage(lines, now, &mut outcome.risen);
        }
        if outcome.top_out.is_none() {
            self.falling = self.queue.take();
            self.hold.release();
            self.deal();
            let spawned = FallingPiece::spawn(self.falling, self.rules.board);
            outcome.top_out = self.rules.top_out.block_out(self.matrix.board(), spawned);
        }
        outcome
    }

    /// Cleared lines take the player's own solid garbage away before they attack.
    fn taken_away(&mut self, lines: u8) -> u32 {
        match self.rules.garbage.kind {
            GarbageKind::Solid => self.matrix.remove_solid(usize::from(lines)) as u32,
            GarbageKind::Ordinary => 0,
        }
    }

    fn raise_garbage(&mut self, lines: u8, now: u64, risen: &mut u32) -> Option<TopOut> {
        if lines > 0 && self.rules.garbage.blocking {
            return None;
        }
        let mut kept = true;
        for hole in self.garbage.rise(now, &self.rules.garbage, self.rules.board.width) {
            kept &= self.matrix.raise(hole);
            *risen += 1;
        }
        (!kept).then_some(TopOut::GarbageOut)
    }
}
