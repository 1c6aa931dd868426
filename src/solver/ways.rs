//! All ways to place the next pieces until a goal is reached: whether there is one, and how many there are.

use super::{KnownPieces, SolverGoal};
use crate::movegen::{AllowedMoves, Landings, Move, find_landings};
use crate::rules::{Board, FallingPiece, PieceKind, Rules, Spin, TopOutRule};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// The error that a search needs more positions than it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search needs more positions than it was given")]
pub struct OutOfNodes;

/// Looks for the ways to reach a goal. A way counts where its last placement reaches the goal and none before does.
#[derive(Debug)]
pub struct Solver {
    moves: AllowedMoves,
    hold: bool,
    top_out: TopOutRule,
    goal: SolverGoal,
    nodes_left: u64,
}

/// A position on a way to the goal, with the pieces and the placements that are left.
#[derive(Clone, Copy)]
struct WayPosition<'a> {
    board: Board,
    pieces: KnownPieces<'a>,
    left: u32,
    /// How many lines were cleared on the way.
    cleared: u32,
}

/// What tells positions of one search apart: the board, how many pieces are to come, what is on hold, how many
/// placements are left. How many lines were cleared follows from these.
type WayKey = (Board, usize, Option<PieceKind>, u32);

impl Solver {
    /// A search under these rules that looks at no more than `nodes` positions in all.
    pub fn new(rules: &Rules, goal: SolverGoal, nodes: u64) -> Self {
        Self { moves: AllowedMoves::of(rules), hold: rules.hold, top_out: rules.top_out, goal, nodes_left: nodes }
    }

    /// A way that reaches the goal with the last of exactly this many placements; `None` if there is none.
    ///
    /// # Errors
    /// [`OutOfNodes`], if the search has used up its positions without an answer.
    pub fn first_way(
        &mut self,
        board: &Board,
        pieces: KnownPieces,
        placements: u32,
    ) -> Result<Option<Vec<Move>>, OutOfNodes> {
        let (mut way, mut failed) = (Vec::new(), HashSet::new());
        let found =
            self.find_way(WayPosition { board: *board, pieces, left: placements, cleared: 0 }, &mut way, &mut failed)?;
        way.reverse();
        Ok(found.then_some(way))
    }

    /// How many ways reach the goal with the last of exactly this many placements. Ways differ where one of their
    /// placements does, by its cells.
    ///
    /// # Errors
    /// [`OutOfNodes`], if the search has used up its positions before all ways were counted.
    pub fn count_ways(&mut self, board: &Board, pieces: KnownPieces, placements: u32) -> Result<u64, OutOfNodes> {
        self.count(WayPosition { board: *board, pieces, left: placements, cleared: 0 }, &mut HashMap::new())
    }

    fn find_way(
        &mut self,
        at: WayPosition,
        way: &mut Vec<Move>,
        failed: &mut HashSet<WayKey>,
    ) -> Result<bool, OutOfNodes> {
        if !self.may_succeed(&at) || failed.contains(&at.key()) {
            return Ok(false);
        }
        for (step, reached, after) in self.steps(&at)? {
            if reached && at.left == 1 || !reached && at.left > 1 && self.find_way(after, way, failed)? {
                way.push(step);
                return Ok(true);
            }
        }
        failed.insert(at.key());
        Ok(false)
    }

    fn count(&mut self, at: WayPosition, counted: &mut HashMap<WayKey, u64>) -> Result<u64, OutOfNodes> {
        if !self.may_succeed(&at) {
            return Ok(0);
        }
        if let Some(known) = counted.get(&at.key()) {
            return Ok(*known);
        }
        let mut sum = 0_u64;
        for (_, reached, after) in self.steps(&at)? {
            sum = sum.saturating_add(match (reached, at.left) {
                (true, 1) => 1,
                (false, 2..) => self.count(after, counted)?,
                _ => 0,
            });
        }
        counted.insert(at.key(), sum);
        Ok(sum)
    }

    fn may_succeed(&self, at: &WayPosition) -> bool {
        let known = at.pieces.queue.len() + usize::from(at.pieces.hold.is_some());
        (1..=known).contains(&(at.left as usize))
            && self.goal.may_be_reached(&at.board, &at.pieces, (at.left, at.cleared))
    }

    /// Every placement that can be made and does not lose, whether it reaches the goal, and what it leads to. Of
    /// placements with the same cells only that with the fullest spin, which is worth most.
    fn steps<'a>(&mut self, at: &WayPosition<'a>) -> Result<Vec<(Move, bool, WayPosition<'a>)>, OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        let (mut steps, mut landings) = (Vec::new(), Landings::new());
        for hold in [false, true] {
            let Some((kind, left)) = at.pieces.take(hold) else { continue };
            // A piece like the one that falls, put aside for it, opens no way that is not open without: whatever can be
            // placed then can be placed after this one too.
            if hold && at.pieces.queue.first() == Some(&kind) {
                continue;
            }
            find_landings(&at.board, kind, &self.moves, &mut landings);
            landings.each(|placement| {
                let fuller = match placement.spin {
                    Spin::None => &[Spin::Mini, Spin::Full][..],
                    Spin::Mini => &[Spin::Full],
                    Spin::Full => &[],
                };
                if fuller.iter().any(|spin| landings.contains(placement.piece, *spin)) {
                    return;
                }
                let mut board = at.board;
                board.place(placement.piece);
                let rows = board.clear_full_rows();
                let (size, lines) = (board.size(), rows.count_ones());
                let cleared = at.cleared + lines;
                let reached = self.goal.is_reached(&board, (lines, cleared), placement.spin);
                // Before the goal is reached the next piece needs room too.
                let next = left.queue.first().filter(|_| !reached).map(|kind| FallingPiece::spawn(*kind, size));
                if self.top_out.check_lock_out(size, placement.piece, rows).is_some()
                    || next.is_some_and(|next| self.top_out.check_block_out(&board, next).is_some())
                {
                    return;
                }
                let pieces = KnownPieces { can_hold: self.hold, ..left };
                steps.push((
                    Move { placement, hold },
                    reached,
                    WayPosition { board, pieces, left: at.left - 1, cleared },
                ));
            });
        }
        Ok(steps)
    }
}

impl WayPosition<'_> {
    fn key(&self) -> WayKey {
        (self.board, self.pieces.queue.len(), self.pieces.hold, self.left)
    }
}
