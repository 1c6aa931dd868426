//! A match at the level of placements written down: where each side set its pieces, turn by turn, and hashes by which a
//! replay that differs is noticed.
//!
//! The game's own replays hold the keys of ticks, the same pieces for both sides and garbage by the clock. A match of
//! `duel` has no keys, other pieces for each side and garbage by the piece, so that its placements are all that is
//! needed to repeat it.

use super::duel::{Decide, DuelResult, DuelSettings, DuelState};
use super::state::State;
use crate::ai::Playfield;
use crate::movegen::{Move, Placement};
use crate::rules::{Facing, FallingPiece, PieceKind, Spin};

/// Where one piece was set down. Which piece it is follows from the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// Whether the falling piece was held first.
    pub hold: bool,
    /// The facing in which the piece lies.
    pub facing: Facing,
    /// The spin that it locked with.
    pub spin: Spin,
    /// Column and row of the rotation box's lower left corner.
    pub at: (i8, i8),
}

/// One turn of a match: the pieces that the two sides set down; `None` for a side that had no move, or gave up.
pub type DuelTurn = [Option<PlacedPiece>; 2];

/// A match: its turns, and hashes to check a replay of them.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelRecord {
    /// The settings of the match that was played.
    pub duel: DuelSettings,
    /// The seed of pieces and garbage holes.
    pub seed: u64,
    /// The pieces that both sides set down, turn by turn.
    pub turns: Vec<DuelTurn>,
    /// Eight bits of the hash of the match after each turn.
    pub checks: Vec<u8>,
    /// The hash of the match after the last turn.
    pub hash: u64,
    /// The result of the match.
    pub result: DuelResult,
}

impl DuelRecord {
    /// Plays the match of `seed`, left player first, and writes it down.
    pub fn play_and_record(duel: &DuelSettings, seed: u64, players: [Decide; 2]) -> Self {
        let [left, right] = players;
        let (mut turns, mut checks, mut hash) = (Vec::new(), Vec::new(), 0);
        let mut table = DuelState::new(duel, seed);
        while !table.is_over() {
            let mut turn: DuelTurn = [None; 2];
            let [one, two] = &mut turn;
            table.play_turn(&mut [&mut |state| noted(left(state), one), &mut |state| noted(right(state), two)]);
            turns.push(turn);
            hash = hash_of(&table);
            checks.push(replay_check_byte(hash));
        }
        Self { duel: *duel, seed, turns, checks, hash, result: *table.result_so_far() }
    }

    /// Plays the match again. `None` if it is the match that was written down. Else the first turn, counted from 1,
    /// after which it differs, or one past the last turn if only the end differs.
    pub fn first_replay_difference(&self) -> Option<usize> {
        let mut table = DuelState::new(&self.duel, self.seed);
        for (number, (turn, &check)) in (1..).zip(self.turns.iter().zip(&self.checks)) {
            if table.is_over() {
                return Some(number);
            }
            let [one, two] = *turn;
            table.play_turn(&mut [&mut |state| again(one, state), &mut |state| again(two, state)]);
            if replay_check_byte(hash_of(&table)) != check {
                return Some(number);
            }
        }
        let same = table.is_over()
            && self.checks.len() == self.turns.len()
            && hash_of(&table) == self.hash
            && self.as_counted_then(*table.result_so_far()) == self.result;
        (!same).then_some(self.turns.len() + 1)
    }

    /// The result as it was counted when the record was made: older records did not count minis.
    fn as_counted_then(&self, mut result: DuelResult) -> DuelResult {
        if self.result.sides.iter().all(|side| side.minis == 0) {
            result.sides.iter_mut().for_each(|side| side.minis = 0);
        }
        result
    }
}

fn noted(decided: Option<Move>, into: &mut Option<PlacedPiece>) -> Option<Move> {
    *into = decided.map(|Move { placement: Placement { piece, spin }, hold }| PlacedPiece {
        hold,
        facing: piece.facing,
        spin,
        at: (piece.x, piece.y),
    });
    decided
}

/// The move that was written down as `set`, of the piece that comes now; `None` if nothing was written down, or if
/// there is no piece left.
fn again(set: Option<PlacedPiece>, state: &State) -> Option<Move> {
    let PlacedPiece { hold, facing, spin, at: (x, y) } = set?;
    let kind: PieceKind = match hold {
        true => state.hold.or(state.queue.get(1).copied())?,
        false => *state.queue.first()?,
    };
    Some(Move { placement: Placement { piece: FallingPiece { kind, facing, x, y }, spin }, hold })
}

/// A hash of the playfields and counts of both sides: FNV-1a, 64 bits. Source: the public reference by
/// Fowler, Noll and Vo.
fn hash_of(table: &DuelState) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut feed = |value: u64| {
        for byte in value.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    };
    for (field, side) in table.playfields().iter().zip(&table.result_so_far().sides) {
        let Playfield { matrix, falling, hold, streak, score, garbage, .. } = field;
        matrix.board().row_masks().iter().for_each(|&row| feed(row.into()));
        feed(u64::MAX);
        feed(falling.index() as u64);
        feed(hold.piece().map_or(u64::MAX, |kind| kind.index() as u64));
        feed(u64::from(streak.combo) << 32 | u64::from(streak.back_to_back));
        feed(score.score);
        feed(u64::from(garbage.waiting_row_count()) << 32 | u64::from(side.attack));
        feed(u64::from(side.sent) << 32 | u64::from(side.topped_out));
    }
    hash
}

/// Eight bits of a hash, by which a replay is checked. FNV multiplies and little else: a small difference in its last
/// bytes is always the same difference of hashes, and a few of those would never reach the byte that is kept. Source
/// of the mixing: MurmurHash3's finalizer, fmix64.
pub const fn replay_check_byte(hash: u64) -> u8 {
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    (hash >> 56) as u8
}
