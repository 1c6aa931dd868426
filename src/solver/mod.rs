//! Exhaustive search: every way to place the pieces that are known, until a goal is reached.
//!
//! Nothing is valued and nothing is guessed: what is found is a proof, by the rules and `movegen` alone. Puzzles are
//! made of it, and it says how many solutions they have. It is meant for a handful of tetrominoes. A way on which
//! the player tops out is none.

mod finder;
mod goal;
mod known_pieces;
mod made_puzzle;
mod ways;

pub use finder::{FoundPuzzle, MOST_FOUND_PLACEMENTS, PuzzleFinder};
pub use goal::SolverGoal;
pub use known_pieces::KnownPieces;
pub use made_puzzle::{MadePuzzle, PuzzleMaker};
pub use ways::{OutOfNodes, Solver};
