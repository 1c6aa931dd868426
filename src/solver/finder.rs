//! A search for the most that the next pieces can do in a position, such as a perfect clear, by every
//! way to place them.

use super::{KnownPieces, Solver, SolverGoal};
use crate::rules::{Board, PieceKind, Rules};
use std::ops::ControlFlow;

/// Looks for the most that the known pieces of a position can do within [`MOST_FOUND_PLACEMENTS`] placements.
#[derive(Clone, Debug)]
pub struct PuzzleFinder {
    rules: Rules,
    board: Board,
    queue: Vec<PieceKind>,
    hold: Option<PieceKind>,
    /// The most positions that one step looks at.
    nodes: u64,
    /// Whether a step has looked at its most positions and found no answer.
    ran_out_of_nodes: bool,
    /// The goals still to be tried, each with a number of placements; the last comes first.
    tasks: Vec<(SolverGoal, u32)>,
}

/// The most placements of a puzzle that is found in a position.
pub const MOST_FOUND_PLACEMENTS: u32 = 4;

/// The goals that are looked for in a position, the one that is worth most first.
const SOUGHT: [SolverGoal; 6] = [
    SolverGoal::PerfectClear,
    SolverGoal::SpinClear { lines: 3 },
    SolverGoal::SpinClear { lines: 2 },
    SolverGoal::Lines { lines: 4 },
    SolverGoal::Lines { lines: 3 },
    SolverGoal::Lines { lines: 2 },
];

/// A goal that can be reached from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPuzzle {
    /// The goal that can be reached.
    pub goal: SolverGoal,
    /// The pieces that are needed, in their order; the held one comes besides.
    pub queue: Vec<PieceKind>,
    /// How many ways to place the pieces reach the goal.
    pub ways: u64,
    /// How many pieces each of these ways places.
    pub placements: u32,
}

impl PuzzleFinder {
    /// A finder for a position with these pieces, the falling one first, that looks at no more than `nodes` positions
    /// in a step.
    pub fn new(rules: &Rules, board: &Board, queue: &[PieceKind], hold: Option<PieceKind>, nodes: u64) -> Self {
        let tasks =
            SOUGHT.iter().rev().flat_map(|goal| (1..=MOST_FOUND_PLACEMENTS).rev().map(|pieces| (*goal, pieces)));
        let (queue, tasks) = (queue.to_vec(), tasks.collect());
        Self { rules: *rules, board: *board, queue, hold, nodes, ran_out_of_nodes: false, tasks }
    }

    /// Whether a goal that is worth more, or any goal at all, may have been overlooked because a step ran out of
    /// positions that it may look at.
    pub const fn ran_out_of_nodes(&self) -> bool {
        self.ran_out_of_nodes
    }

    /// Tries one goal with one number of pieces, and breaks off with the puzzle that was found, or with `None` once
    /// everything was tried in vain.
    pub fn step(&mut self) -> ControlFlow<Option<FoundPuzzle>> {
        let Some((goal, placements)) = self.tasks.pop() else { return ControlFlow::Break(None) };
        // With a hold slot a piece more than are placed is of use.
        let most = placements as usize + usize::from(self.rules.hold && self.hold.is_none());
        let queue = &self.queue[..self.queue.len().min(most)];
        let pieces = KnownPieces { queue, hold: self.hold, can_hold: self.rules.hold };
        let counted = Solver::new(&self.rules, goal, self.nodes).count_ways(&self.board, pieces, placements);
        self.ran_out_of_nodes |= counted.is_err();
        match counted {
            Ok(ways @ 1..) => ControlFlow::Break(Some(FoundPuzzle { goal, queue: queue.to_vec(), ways, placements })),
            _ => ControlFlow::Continue(()),
        }
    }
}
