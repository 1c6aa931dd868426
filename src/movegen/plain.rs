//! The search for every board, piece and way to fall: a row is a word, tables are read as it runs.
//!
//! It takes pentominoes, stacks up to where pieces appear, low ceilings and instant soft drop, at some microseconds
//! each. `flood` does the same for the common case; tests compare both with walking cell by cell.

use super::landings::Landings;
use super::shapes::{
    Shape, TURNS, anchor_of, canonical_facing, kick_offset, kick_test_count, piece_anchored_at, turned_facing,
};
use super::{AllowedMoves, SoftDropKind};
use crate::rules::board::MAX_ROWS;
use crate::rules::spin::spin_of;
use crate::rules::{Board, LastMove, PieceKind, Turn};

/// One bit for each column and row; index 0 is the floor's row.
type BitGrid = [u16; MAX_ROWS];

/// The plain search of one piece. It keeps positions of each facing: where the piece fits, where it fits and cannot
/// fall, and where it can get.
struct PlainFlood<'a> {
    kind: usize,
    board: &'a Board,
    moves: &'a AllowedMoves,
    usable: [BitGrid; 4],
    grounded: [BitGrid; 4],
    reached: [BitGrid; 4],
}

/// Finds where a piece can land and puts the landings into `landings`.
pub(super) fn find_landings(board: &Board, kind: PieceKind, moves: &AllowedMoves, landings: &mut Landings) {
    landings.reset_for_piece(kind, 16, MAX_ROWS.div_ceil(4));
    let Some(spawn) = moves.spawn_piece(board, kind) else { return };
    let mut search = PlainFlood::new(board, kind.index(), moves);
    let (column, row) = anchor_of(spawn);
    search.reached[spawn.facing as usize][row as usize] |= 1 << column;
    search.spread();
    let (plain, by_last) = search.turned();
    for facing in 0..4 {
        let mut shifted = search.slid(facing);
        if facing == spawn.facing as usize {
            shifted[row as usize] |= 1 << column;
        }
        let twin = canonical_facing(kind.index(), facing);
        for y in 0..board.row_count() {
            let grounded = search.grounded[facing][y];
            landings.add_row(0, twin, y, shifted[y] & grounded);
            for (turned, kick) in [(plain[facing][y], 0), (by_last[facing][y], 4)] {
                let mut bits = turned & grounded;
                while bits != 0 {
                    let x = bits.trailing_zeros();
                    bits &= bits - 1;
                    let piece = piece_anchored_at(kind, facing, x as i32, y as i32);
                    let last = LastMove::Rotation { turn: Turn::Clockwise, kick };
                    landings.add_row(spin_of(board, piece, last, moves.spins) as usize, twin, y, 1 << x);
                }
            }
        }
    }
}

/// The bits of a row moved to the right by `columns`, or to the left if negative.
const fn aside(bits: u16, columns: i32) -> u16 {
    if columns >= 0 { bits << columns } else { bits >> -columns }
}

/// The grid with every bit moved; what leaves the grid is lost.
fn shifted(grid: &BitGrid, dx: i32, dy: i32) -> BitGrid {
    let mut found = [0; MAX_ROWS];
    for (y, bits) in found.iter_mut().enumerate() {
        if let Some(from) = usize::try_from(y as i32 - dy).ok().and_then(|from| grid.get(from)) {
            *bits = aside(*from, dx);
        }
    }
    found
}

impl<'a> PlainFlood<'a> {
    fn new(board: &'a Board, kind: usize, moves: &'a AllowedMoves) -> Self {
        let empty = [[0; MAX_ROWS]; 4];
        let mut search = Self { kind, board, moves, usable: empty, grounded: empty, reached: empty };
        for facing in 0..4 {
            let shape = Shape::of(kind, facing);
            let usable = &mut search.usable[facing];
            for (y, bits) in usable.iter_mut().enumerate().take(board.row_count()) {
                let mut free = board.full_row();
                for &(dx, dy) in &shape.cells[..shape.minos] {
                    let row = y + dy as usize;
                    let empty = if row < board.row_count() { !board.row(row) & board.full_row() } else { 0 };
                    free &= aside(empty, -dx);
                }
                *bits = free;
            }
            let held = shifted(usable, 0, 1);
            for (grounded, (usable, held)) in search.grounded[facing].iter_mut().zip(usable.iter().zip(held)) {
                *grounded = usable & !held;
            }
        }
        search
    }

    /// Adds positions until nothing new is reached.
    fn spread(&mut self) {
        loop {
            let before = self.reached;
            for facing in 0..4 {
                let slid = self.slid(facing);
                self.reach(facing, &slid);
            }
            let (plain, by_last) = self.turned();
            for facing in 0..4 {
                self.reach(facing, &plain[facing]);
                self.reach(facing, &by_last[facing]);
            }
            if self.reached == before {
                break;
            }
        }
    }

    fn reach(&mut self, facing: usize, new: &BitGrid) {
        for (bits, new) in self.reached[facing].iter_mut().zip(new) {
            *bits |= new;
        }
    }

    /// The positions that one shift or any fall leads to from those reached in a facing.
    fn slid(&self, facing: usize) -> BitGrid {
        let (reached, usable) = (&self.reached[facing], &self.usable[facing]);
        let mut slid = [0; MAX_ROWS];
        let mut falling = 0;
        for y in (0..self.board.row_count()).rev() {
            slid[y] = (reached[y] << 1 | reached[y] >> 1) & usable[y];
            // What falls into this row from above, and stays where soft drop may be let go.
            falling &= usable[y];
            slid[y] |= match self.moves.fall {
                SoftDropKind::ByRows => falling,
                SoftDropKind::ToGround => falling & self.grounded[facing][y],
            };
            falling |= reached[y];
        }
        slid
    }

    /// The positions that turns lead to, by facing: first by any test but the fifth of a quarter turn, then by that
    /// fifth.
    fn turned(&self) -> ([BitGrid; 4], [BitGrid; 4]) {
        let (mut plain, mut by_last) = ([[0; MAX_ROWS]; 4], [[0; MAX_ROWS]; 4]);
        let table = self.moves.kicks as usize;
        for facing in 0..4 {
            let turns = if self.moves.half_turns { 3 } else { 2 };
            for (turn, direction) in TURNS.iter().enumerate().take(turns) {
                let to = turned_facing(facing, turn);
                let mut left = self.reached[facing];
                for test in 0..kick_test_count(table, self.kind, facing, turn) {
                    let (dx, dy) = kick_offset(table, self.kind, facing, turn, test);
                    let mut there = shifted(&left, dx, dy);
                    for (bits, usable) in there.iter_mut().zip(&self.usable[to]) {
                        *bits &= usable;
                    }
                    for (bits, turned) in left.iter_mut().zip(shifted(&there, -dx, -dy)) {
                        *bits &= !turned;
                    }
                    let kept = if test == 4 && direction.is_quarter() { &mut by_last[to] } else { &mut plain[to] };
                    for (bits, new) in kept.iter_mut().zip(there) {
                        *bits |= new;
                    }
                }
            }
        }
        (plain, by_last)
    }
}
