//! The most attack that the next placements can send: exact, by every way to make them.
//!
//! A search judges a move by where it leads in the end; whether an attack was there for the taking is a plainer
//! question, and has one answer. Only the pieces on show are placed. No garbage rises meanwhile, since nobody knows its
//! holes. Where rules send more for cleared garbage, only the garbage at the bottom counts, up to the first other row.

use super::judge::PlayedMove;
use crate::movegen::{AllowedMoves, Landings, Move, Placement, find_landings};
use crate::rules::board::MAX_ROWS;
use crate::rules::pieces::MAX_MINOS;
use crate::rules::{Board, Clear, FallingPiece, GarbageKind, Rules, Streak};
use crate::search::State;
use crate::solver::KnownPieces;
use serde::{Deserialize, Serialize};

/// How many placements are looked ahead. The ways to make four would take seconds to count.
pub const ATTACK_LOOKAHEAD: usize = 3;

/// A plan for the next placements: its moves, and how many lines they attack with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackPlan {
    /// Lines that its clears attack with, before cancelling and without a handicap. Where garbage is solid, lines that
    /// dig it do not attack.
    pub lines: u32,
    /// The moves up to the last that attacks; empty where nothing does.
    pub moves: Vec<Move>,
}

/// A plan that attacks with the most lines within the next [`ATTACK_LOOKAHEAD`] placements, in a round that is `now`
/// ticks old. With `first` it begins with that move; it has no moves where `first` cannot be made. Of plans that attack
/// alike it is one with the fewest moves, and a plan by which the player tops out does not count.
pub fn find_strongest_attack(rules: &Rules, state: &State, now: u64, first: Option<Move>) -> AttackPlan {
    let pieces = state.queue.iter().chain(&state.hold);
    let most_minos = pieces.map(|kind| u32::from(kind.definition().minos)).max().unwrap_or(0);
    let ways = Ways { rules, moves: AllowedMoves::of(rules), now, most_minos };
    let start = AttackPosition {
        board: state.board,
        garbage: state.garbage_rows,
        streak: state.streak,
        pieces: KnownPieces { queue: &state.queue, hold: state.hold, can_hold: state.can_hold && rules.hold },
    };
    ways.most(&start, ATTACK_LOOKAHEAD, first)
}

/// The most attack that was there before a move, and what the move left of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackComparison {
    /// The most that the next placements could have attacked with.
    pub most: AttackPlan,
    /// The most lines of attack once the move was made: its own and those of the placements after it.
    pub after_played: u32,
}

impl AttackComparison {
    /// What a move that was made at tick `now` of its round left of the attack that was there.
    pub fn of(rules: &Rules, played: &PlayedMove, now: u64) -> Self {
        let most = |first| find_strongest_attack(rules, &played.state, now, first);
        Self { most: most(None), after_played: most(Some(played.search_move())).lines }
    }

    /// How many lines of attack within the next placements are out of reach because of the move.
    pub fn missed(&self) -> u32 {
        self.most.lines.saturating_sub(self.after_played)
    }
}

/// Whether the piece, once placed, fills a row that can clear.
fn fills_a_row(board: &Board, piece: FallingPiece) -> bool {
    let (low, _) = piece.row_range();
    let mut rows = [0_u16; MAX_MINOS];
    piece.cells().for_each(|(x, y)| rows[(y - low) as usize] |= 1 << x);
    let solid = board.solid_row_count();
    let numbered = rows.iter().zip(low as usize..);
    numbered.filter(|(_, y)| *y >= solid).any(|(row, y)| *row != 0 && board.row(y) | row == board.full_row())
}

/// What stays the same while sequences of placements are tried for the most attack.
struct Ways<'a> {
    rules: &'a Rules,
    moves: AllowedMoves,
    now: u64,
    /// The most cells that one of the pieces on show has.
    most_minos: u32,
}

/// A position in a sequence of placements that is tried for its attack.
#[derive(Clone, Copy)]
struct AttackPosition<'a> {
    board: Board,
    /// How many of the lowest rows above solid ones are garbage.
    garbage: u8,
    streak: Streak,
    pieces: KnownPieces<'a>,
}

impl Ways<'_> {
    /// The plan that attacks with the most lines in at most `left` placements, the first of them `first`
    /// if it is given.
    fn most(&self, at: &AttackPosition, left: usize, first: Option<Move>) -> AttackPlan {
        let mut most = AttackPlan::default();
        if left == 0 || !self.may_clear(&at.board, left) {
            return most;
        }
        let mut landings = Landings::new();
        for hold in [false, true] {
            let Some((kind, left_pieces)) = at.pieces.take(hold) else { continue };
            if first.is_some_and(|first| first.hold != hold || first.placement.piece.kind != kind) {
                continue;
            }
            find_landings(&at.board, kind, &self.moves, &mut landings);
            let places = match first {
                Some(Move { placement, .. }) if landings.contains(placement.piece, placement.spin) => vec![placement],
                Some(_) => Vec::new(),
                None => landings.iter().collect(),
            };
            for placement in places {
                // The last placement counts only if it clears, and most do not.
                if left == 1 && !fills_a_row(&at.board, placement.piece) {
                    continue;
                }
                let taken = AttackPosition { pieces: left_pieces, ..*at };
                let Some((lines, after)) = self.after(&taken, placement) else { continue };
                let rest = self.most(&after, left - 1, None);
                let is_sooner = 1 + rest.moves.len() < most.moves.len();
                if lines + rest.lines > most.lines || lines + rest.lines == most.lines && is_sooner {
                    let moves = std::iter::once(Move { placement, hold }).chain(rest.moves).collect();
                    most = AttackPlan { lines: lines + rest.lines, moves };
                }
            }
        }
        most
    }

    /// The lines that a placement attacks with and the position after it; `None` where the player tops out.
    fn after<'q>(&self, at: &AttackPosition<'q>, placement: Placement) -> Option<(u32, AttackPosition<'q>)> {
        let (mut board, mut streak, rules) = (at.board, at.streak, self.rules);
        board.place(placement.piece);
        let rows = board.clear_full_rows();
        let lines = rows.count_ones() as u8;
        let clear = streak.advance(lines, placement.spin, board.is_clear(), rules.attack.table);
        let lowest = (1_u64 << at.garbage.min(MAX_ROWS as u8)) - 1;
        let dug = (rows >> at.board.solid_row_count() & lowest).count_ones() as u8;
        let mut attack = rules.attack.lines(&Clear { garbage: dug, ..clear }, self.now, 1000);
        if rules.garbage.kind == GarbageKind::Solid {
            attack = attack.saturating_sub(board.remove_solid(lines.into()) as u32);
        }
        let next = at.pieces.queue.first().map(|kind| FallingPiece::spawn(*kind, board.size()));
        let lost = rules.top_out.check_lock_out(board.size(), placement.piece, rows).is_some()
            || next.is_some_and(|next| rules.top_out.check_block_out(&board, next).is_some());
        let pieces = KnownPieces { can_hold: rules.hold, ..at.pieces };
        let garbage = at.garbage.saturating_sub(dug);
        (!lost).then_some((attack, AttackPosition { board, garbage, streak, pieces }))
    }

    /// Whether the cells of this many pieces could fill a row.
    fn may_clear(&self, board: &Board, pieces: usize) -> bool {
        let most = self.most_minos * pieces as u32;
        let lacking = |row: &u16| board.width() as u32 - row.count_ones();
        board.row_masks()[board.solid_row_count()..].iter().any(|row| lacking(row) <= most)
    }
}
