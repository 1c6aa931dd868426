//! The placement level of the game: pieces are set down at once, without ticks between.
//!
//! It calls the same rules functions as the game's systems, in the same order, so that both levels agree piece by
//! piece. Search, training and arenas play on it. There are no keys and no gravity.

use super::brain::VisiblePosition;
use super::dealer::DealerSight;
use crate::rules::spin::spin_of;
use crate::rules::streak::Clear;
use crate::rules::{
    AttackPackets, FallingPiece, GarbageKind, GarbageQueue, Hold, LastMove, Matrix, NextQueue, PieceKind, Rules,
    ScoreCard, Streak, TopOut,
};

/// The most pieces that a queue shows.
const MAX_NEXT: usize = 6;

/// What happened when one piece was placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacementOutcome {
    /// The facts of the clear, if any rows cleared.
    pub clear: Clear,
    /// The rows that cleared: bit y is row y.
    pub rows: u64,
    /// The points that the piece brought.
    pub points: u64,
    /// Lines that the clear attacked with, before cancelling.
    pub attack: u32,
    /// Lines left to send after cancelling.
    pub sent: u32,
    /// The packets that the lines in `sent` travel in.
    pub packets: AttackPackets,
    /// How many rows of garbage rose.
    pub risen: u32,
    /// Why the player lost; `None` if the game goes on.
    pub top_out: Option<TopOut>,
}

/// One player's side of a game: the board, the pieces and the counts.
///
/// ```
/// use korobka::ai::Playfield;
/// use korobka::rules::{FallingPiece, LastMove, Rules};
///
/// let mut game = Playfield::new(&Rules::marathon(), 1);
/// let falling = FallingPiece::spawn(game.falling, game.rules.board).dropped(game.matrix.board());
/// let outcome = game.place(falling, LastMove::Other, false, 0).ok_or("it does not fit")?;
/// assert_eq!((outcome.rows, game.matrix.board().count()), (0, 4));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playfield {
    /// The rules of the game.
    pub rules: Rules,
    /// The matrix without the falling piece.
    pub matrix: Matrix,
    /// The falling piece, which lies nowhere yet.
    pub falling: PieceKind,
    /// The pieces that come next.
    pub queue: NextQueue,
    /// The hold slot and whether it may be used.
    pub hold: Hold,
    /// The player's combo and back-to-back so far.
    pub streak: Streak,
    /// The player's points and counts so far.
    pub score: ScoreCard,
    /// The garbage on its way to the player.
    pub garbage: GarbageQueue,
    /// How many lines the player has sent so far, after cancelling.
    pub sent: u32,
    /// The garbage multiplier of the player's attacks in thousandths; 1000 at the start.
    pub handicap: u32,
    /// Why the player lost; `None` while the game goes on.
    pub top_out: Option<TopOut>,
}

impl Playfield {
    /// The start of a game: the first piece falls. `seed` decides the pieces and the holes of garbage.
    ///
    /// # Panics
    /// Under rules with a board that [`Board::new`](crate::rules::Board::new) refuses; [`Rules::checked`] finds them.
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

    /// Lets a dealer, if the rules have one, choose the piece that takes the place of one that left the queue.
    fn deal(&mut self) {
        let view = DealerSight { rules: &self.rules, board: self.matrix.board(), falling: self.falling };
        view.refill_queue(&mut self.queue);
    }

    /// Calls `look` with what the player sees, and gives its answer.
    pub fn call_with_view<R>(&self, look: impl FnOnce(&VisiblePosition) -> R) -> R {
        let mut next = [PieceKind::I; MAX_NEXT];
        let mut shown = 0;
        for (slot, kind) in next.iter_mut().zip(self.queue.shown()) {
            *slot = kind;
            shown += 1;
        }
        look(&VisiblePosition {
            board: self.matrix.board(),
            falling: self.falling,
            hold: self.hold.piece(),
            can_hold: self.rules.hold && self.hold.can_hold(),
            next: &next[..shown],
        })
    }

    /// Sets `piece` down, after holding if `hold`. `last` is the piece's last move, which decides its spin, and `now`
    /// the ticks since the round began. `None`, and nothing changes, when the game is over, the piece is not the one to
    /// be placed, or it does not fit there.
    pub fn place(&mut self, piece: FallingPiece, last: LastMove, hold: bool, now: u64) -> Option<PlacementOutcome> {
        let kind = match hold {
            true if self.rules.hold && self.hold.can_hold() => self.hold.piece().or(self.queue.first())?,
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

    /// Locks the piece, and does all that follows up to the next piece.
    fn lock(&mut self, piece: FallingPiece, last: LastMove, now: u64) -> PlacementOutcome {
        let spin = spin_of(self.matrix.board(), piece, last, self.rules.spins());
        self.matrix.place(piece);
        let (rows, clear) = self.streak.clear_rows_of(&mut self.matrix, spin, self.rules.attack.table);
        let points =
            self.score.count_lock(self.rules.scoring, &clear, self.rules.start_level, self.streak.back_to_back);
        let attack = self.rules.attack.packets(&clear, now, self.handicap);
        let taken_away = self.taken_away(clear.lines);
        let opening = self.rules.attack.table.is_opener_phase(self.score.pieces);
        let packets = self.garbage.cancel_packets(attack.without(taken_away), opening, self.sent);
        let (attack, sent) = (attack.total(), packets.total());
        self.sent += sent;
        let mut outcome =
            PlacementOutcome { clear, rows, points, attack, sent, packets, ..PlacementOutcome::default() };
        outcome.top_out = self.rules.top_out.check_lock_out(self.matrix.board().size(), piece, rows);
        if outcome.top_out.is_none() {
            outcome.top_out = self.raise_garbage(clear.lines, now, &mut outcome.risen);
        }
        if outcome.top_out.is_none() {
            self.falling = self.queue.take();
            self.hold.mark_unused();
            self.deal();
            let spawned = FallingPiece::spawn(self.falling, self.rules.board);
            outcome.top_out = self.rules.top_out.check_block_out(self.matrix.board(), spawned);
        }
        outcome
    }

    /// Takes the player's own solid garbage away for cleared lines; gives how many of the lines are used up by it, and
    /// do not attack.
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
        for hole in self.garbage.take_rising_rows(now, &self.rules.garbage, self.rules.board.width) {
            kept &= self.matrix.raise(hole);
            *risen += 1;
        }
        (!kept).then_some(TopOut::GarbageOut)
    }
}
