//! Puzzles made by search: positions as they come up in games, of which it is proved that they can be solved.

use super::{KnownPieces, OutOfNodes, Solver, SolverGoal};
use crate::movegen::{AllowedMoves, Landings, Placement, find_landings};
use crate::rules::queue::Generator;
use crate::rules::random::Purpose;
use crate::rules::{Board, GeneratorKind, Matrix, PieceKind, Random, Rules};

/// How many rows the perfect clear of a puzzle takes: the usual height, of ten tetrominoes in all.
const PERFECT_CLEAR_ROWS: usize = 4;
/// How many pieces make the position of a puzzle whose goal is not a perfect clear: the fewest, and how
/// many more at most.
const BEFORE_A_CLEAR: (u32, u32) = (7, 8);
/// How many landings are drawn for a piece, of which the one with the lowest and smoothest stack is taken.
const DRAWN_LANDINGS: u32 = 6;
/// The most positions that one attempt looks at. In a browser it is made between two frames.
const NODES: u64 = 1500;

/// A puzzle that the rules prove solvable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadePuzzle {
    /// The board at the start, with the colours of the pieces that it was made of.
    pub matrix: Matrix,
    /// The pieces in their order. All are needed; the hold slot is empty at first.
    pub queue: Vec<PieceKind>,
    /// How many ways there are to solve it, at least 1.
    pub ways: u64,
}

/// Makes puzzles, one attempt after the other.
#[derive(Clone, Debug)]
pub struct PuzzleMaker {
    rules: Rules,
    goal: SolverGoal,
    pieces: u32,
    random: Random,
}

impl PuzzleMaker {
    /// A maker of puzzles with this goal and this many pieces, 1 to 6. The same seed makes the same puzzles.
    pub fn new(rules: &Rules, goal: SolverGoal, pieces: u32, seed: u64) -> Self {
        Self { rules: *rules, goal, pieces, random: Random::new(seed, Purpose::Board) }
    }

    /// Draws a position and looks for its solutions. `None` where it has none, or one that needs fewer pieces, or more
    /// than can be counted in a moment: then the next attempt draws another.
    pub fn attempt(&mut self) -> Option<MadePuzzle> {
        let before = match self.goal {
            SolverGoal::PerfectClear => {
                let all = usize::from(self.rules.board.width) * PERFECT_CLEAR_ROWS / 4;
                (all as u32).checked_sub(self.pieces)?
            }
            SolverGoal::Lines { .. } | SolverGoal::SpinClear { .. } => {
                BEFORE_A_CLEAR.0 + self.random.below(BEFORE_A_CLEAR.1 + 1)
            }
        };
        let mut generator = Generator::new(GeneratorKind::Bag, self.rules.pieces, self.random.next());
        let mut matrix = Matrix::new(self.rules.board);
        for left in (0..before).rev() {
            let placement = self.draw_landing(matrix.board(), generator.next()?, left + self.pieces)?;
            matrix.place(placement.piece);
            matrix.clear_full_rows();
        }
        let queue: Vec<PieceKind> = generator.take(self.pieces as usize).collect();
        let pieces = KnownPieces { queue: &queue, hold: None, can_hold: self.rules.hold };
        let ways = self.count(matrix.board(), pieces).ok().filter(|ways| *ways > 0)?;
        Some(MadePuzzle { matrix, queue, ways })
    }

    /// How many ways solve a puzzle with all of its pieces; 0 where there is a way with fewer.
    fn count(&self, board: &Board, pieces: KnownPieces) -> Result<u64, OutOfNodes> {
        let mut solver = Solver::new(&self.rules, self.goal, NODES);
        for fewer in 1..self.pieces {
            if solver.first_way(board, pieces, fewer)?.is_some() {
                return Ok(0);
            }
        }
        solver.count_ways(board, pieces, self.pieces)
    }

    /// A landing drawn at random; `None` where the goal is out of reach with `left` pieces after it.
    fn draw_landing(&mut self, board: &Board, kind: PieceKind, left: u32) -> Option<Placement> {
        let mut landings = Landings::new();
        find_landings(board, kind, &AllowedMoves::of(&self.rules), &mut landings);
        let mut fitting: Vec<(Placement, i32)> = Vec::new();
        landings.each(|placement| {
            let mut after = *board;
            after.place(placement.piece);
            after.clear_full_rows();
            if self.goal != SolverGoal::PerfectClear || super::goal::may_clear_all(&after, left) {
                fitting.push((placement, roughness(&after)));
            }
        });
        self.random.shuffle(&mut fitting);
        let drawn = fitting.iter().take(DRAWN_LANDINGS as usize);
        drawn.min_by_key(|(_, roughness)| *roughness).map(|(placement, _)| *placement)
    }
}

/// A number that says how rough a stack is: its height, the steps from column to column, and four
/// for every covered cell.
fn roughness(board: &Board) -> i32 {
    let heights = &board.column_heights()[..board.width()];
    let steps: i32 = heights.windows(2).map(|pair| i32::from(pair[0].abs_diff(pair[1]))).sum();
    let covered = heights.iter().map(|height| i32::from(*height)).sum::<i32>() - board.count() as i32;
    board.stack_height() as i32 + steps + 4 * covered
}
