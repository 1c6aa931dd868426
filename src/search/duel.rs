//! A match of two players at the level of placements: both set a piece down at once, and send each other what they
//! clear.
//!
//! The rules are the game's own (`ai::Playfield`), the clock goes by pieces. Each side has its own pieces and holes, so
//! that swapping the sides is another game. The players are functions, whether they search or not.

use super::state::{OpponentInfo, State, WaitingGarbage};
use crate::ai::Playfield;
use crate::movegen::{Move, Placement};
use crate::rules::random::Purpose;
use crate::rules::{AttackPackets, GarbageQueue, Hold, Matrix, PieceKind, Random, Rules, ScoreCard, Spin};
use serde::{Deserialize, Serialize};

/// The settings of a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DuelSettings {
    /// The rules of both sides.
    pub rules: Rules,
    /// Ticks from one piece to the next.
    pub pace: u32,
    /// The most pieces of a side; a match that reaches them goes to the side that received fewer lines.
    pub most_pieces: u32,
    /// Whether both sides are given the same pieces, and the same holes in their garbage.
    #[serde(default)]
    pub same_pieces: bool,
    /// Whether neither side knows what garbage waits, nor anything of the other.
    #[serde(default)]
    pub untold: bool,
}

impl DuelSettings {
    /// A match in which both sides know everything, each with pieces of its own.
    pub const fn fully_informed(rules: Rules, pace: u32, most_pieces: u32) -> Self {
        Self { rules, pace, most_pieces, same_pieces: false, untold: false }
    }
}

/// The counts of one side of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SideCounts {
    /// Lines that the side attacked with, before cancelling.
    pub attack: u32,
    /// Lines that the side sent, after cancelling.
    pub sent: u32,
    /// Lines that the side cleared.
    pub lines: u32,
    /// How many full spins cleared lines.
    pub spins: u32,
    /// How many mini spins cleared lines, with any piece.
    pub minis: u32,
    /// How many clears were perfect.
    pub perfect: u32,
    /// How many clears were of four lines or more.
    pub quads: u32,
    /// The most clears in a row.
    pub longest_combo: u32,
    /// Whether the side lost by topping out, or had no move.
    pub topped_out: bool,
}

/// The counts of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DuelResult {
    /// The counts of the left and of the right side.
    pub sides: [SideCounts; 2],
    /// How many pieces each side set down.
    pub pieces: u32,
}

impl DuelResult {
    /// The left side's score: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub fn left_score(&self) -> f64 {
        let [left, right] = self.sides;
        match (left.topped_out, right.topped_out) {
            (false, true) => 1.0,
            (true, false) => 0.0,
            (true, true) => 0.5,
            (false, false) => match left.sent.cmp(&right.sent) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            },
        }
    }
}

/// A player: a function that gives a move. With `None` the player gives up.
pub type Decide<'a> = &'a mut dyn FnMut(&State) -> Option<Move>;

/// A match in progress.
#[derive(Clone, Debug)]
pub struct DuelState {
    duel: DuelSettings,
    fields: [Playfield; 2],
    result: DuelResult,
    /// The tick of the round at which the first piece is set down.
    began: u64,
}

impl DuelState {
    /// The match of `seed` before the first piece.
    pub fn new(duel: &DuelSettings, seed: u64) -> Self {
        let pieces = |side: u64| if duel.same_pieces { 0 } else { side };
        let fields = [0, 1].map(|side| Playfield::new(&duel.rules, Random::derived_seed(seed, pieces(side))));
        Self { duel: *duel, fields, result: DuelResult::default(), began: 0 }
    }

    /// A match that goes on from two positions at tick `now` of a round. What neither player can know follows from
    /// `seed`: the pieces after those on show, as far as the bag leaves them open, and the holes of garbage.
    pub fn from_positions(duel: &DuelSettings, positions: [&State; 2], now: u64, seed: u64) -> Self {
        let fields = [0, 1].map(|side| {
            let seed = Random::derived_seed(seed, side as u64);
            field_of(duel, positions[side], now, seed)
        });
        Self { duel: *duel, fields, result: DuelResult::default(), began: now }
    }

    /// The same match with the attacks of both sides multiplied by these, in thousandths.
    #[must_use]
    pub fn with_handicaps(mut self, handicaps: [u32; 2]) -> Self {
        self.fields.iter_mut().zip(handicaps).for_each(|(field, handicap)| field.handicap = handicap);
        self
    }

    /// The playfields of the left and of the right side.
    pub const fn playfields(&self) -> &[Playfield; 2] {
        &self.fields
    }

    /// The counts of the match so far.
    pub const fn result_so_far(&self) -> &DuelResult {
        &self.result
    }

    /// Whether the match is decided, or has reached its most pieces.
    pub fn is_over(&self) -> bool {
        self.result.pieces >= self.duel.most_pieces || self.result.sides.iter().any(|side| side.topped_out)
    }

    /// Lets each player set one piece down.
    pub fn play_turn(&mut self, players: &mut [Decide; 2]) {
        let Self { duel, fields, result, began } = self;
        let now = began.saturating_add(u64::from(result.pieces) * u64::from(duel.pace));
        let mut sent = [AttackPackets::default(); 2];
        // Both see each other as they were before either moved.
        let rivals = [1, 0].map(|other: usize| {
            let field = &fields[other];
            OpponentInfo::of(field.matrix.board(), field.garbage.waiting_row_count(), field.streak)
        });
        for at in 0..2 {
            let (field, side) = (&mut fields[at], &mut result.sides[at]);
            let waiting = WaitingGarbage::from_queue(&field.garbage, now, duel.pace.into());
            let state = State { rival: rivals[at], ..State::of(field, waiting) };
            let state = if duel.untold { state.without_garbage_and_opponent_info() } else { state };
            let decided = players[at](&state);
            let outcome = decided.and_then(|Move { placement: Placement { piece, spin }, hold }| {
                field.place(piece, spin.possible_last_move(), hold, now)
            });
            let Some(outcome) = outcome else {
                side.topped_out = true;
                continue;
            };
            sent[at] = outcome.packets;
            side.attack += outcome.attack;
            side.sent += outcome.sent;
            side.lines += u32::from(outcome.clear.lines);
            side.perfect += u32::from(outcome.clear.perfect);
            side.quads += u32::from(outcome.clear.lines >= 4);
            side.spins += u32::from(outcome.clear.lines > 0 && outcome.clear.spin == Spin::Full);
            side.minis += u32::from(outcome.clear.lines > 0 && outcome.clear.spin == Spin::Mini);
            side.longest_combo = side.longest_combo.max(field.streak.combo.into());
            side.topped_out = outcome.top_out.is_some();
        }
        result.pieces += 1;
        // Both at once: nobody's attack is cancelled by what the other sends in the same tick.
        for (field, packets) in fields.iter_mut().rev().zip(sent) {
            packets.iter().for_each(|rows| field.garbage.receive(rows, now, &duel.rules.garbage));
        }
    }
}

/// Plays the match of `seed` to its end.
pub fn play_duel(duel: &DuelSettings, seed: u64, mut players: [Decide; 2]) -> DuelResult {
    let mut table = DuelState::new(duel, seed);
    while !table.is_over() {
        table.play_turn(&mut players);
    }
    table.result
}

/// A playfield in this position at tick `now`, with one possible course of what its player does not know.
fn field_of(duel: &DuelSettings, position: &State, now: u64, seed: u64) -> Playfield {
    let (falling, shown) = position.queue.split_first().map_or((None, &[][..]), |(first, rest)| (Some(*first), rest));
    let mut bag = position.bag.clone();
    Random::new(seed, Purpose::Search).shuffle(&mut bag);
    let coming: Vec<PieceKind> = shown.iter().copied().chain(bag).collect();
    let mut garbage = GarbageQueue::new(seed);
    let due = now.saturating_add(u64::from(position.garbage.due.saturating_sub(1)) * u64::from(duel.pace));
    // It was sent one travel time before it is due.
    let sent = due.saturating_sub(duel.rules.garbage.travel.into());
    garbage.receive(position.garbage.rows.into(), sent, &duel.rules.garbage);
    let start = Playfield::new(&duel.rules, seed);
    // About this many pieces have been placed since the round began: some rules treat its first ones in another way.
    let pieces = (now / u64::from(duel.pace.max(1))).min(1 << 31) as u32;
    Playfield {
        score: ScoreCard { pieces, ..start.score },
        matrix: Matrix::with_garbage_rows(&position.board, position.garbage_rows.into()),
        falling: falling.unwrap_or(start.falling),
        queue: duel.rules.queue_starting_with(seed, &coming),
        hold: Hold::of(position.hold),
        streak: position.streak,
        garbage,
        ..start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Facing, FallingPiece};

    #[test]
    fn what_a_side_clears_counts_by_its_kind() {
        let duel = DuelSettings::fully_informed(Rules::versus(), 500, 2);
        let position = |drawing: &str, kind: PieceKind| State {
            board: Board::from_drawing(duel.rules.board, drawing),
            queue: vec![kind],
            bag: Vec::new(),
            ..State::of(&Playfield::new(&duel.rules, 1), WaitingGarbage::default())
        };
        let (wells, slot) = ("#########.\n".repeat(5), "##........\n#...######\n##.#######");
        let positions = [position(&wells, PieceKind::I), position(slot, PieceKind::T)];
        let made = |kind: PieceKind, facing: Facing, x: i8, spin: Spin| {
            let piece = FallingPiece { kind, facing, x, y: 0 };
            Some(Move { placement: Placement { piece, spin }, hold: false })
        };
        let mut quad = |_: &State| made(PieceKind::I, Facing::East, 7, Spin::None);
        let mut double = |_: &State| made(PieceKind::T, Facing::South, 1, Spin::Full);
        let mut table = DuelState::from_positions(&duel, [&positions[0], &positions[1]], 0, 1);
        table.play_turn(&mut [&mut quad, &mut double]);
        let side = SideCounts { attack: 4, sent: 4, longest_combo: 1, ..SideCounts::default() };
        let sides = [SideCounts { lines: 4, quads: 1, ..side }, SideCounts { lines: 2, spins: 1, ..side }];
        assert_eq!(*table.result_so_far(), DuelResult { sides, pieces: 1 });
    }
}
