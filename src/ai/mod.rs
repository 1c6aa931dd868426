//! What a computer player needs to decide: what a landing is worth, and which one is best.
//!
//! Uses `rules` and `movegen`. Everything here gives the same bits on every machine: no std transcendental functions,
//! sums in index order. Sources of the numbers: `docs/lab/recipes.md`.

pub mod brain;
pub mod breakdown;
pub mod dealer;
pub mod evaluator;
pub mod features;
pub mod landed;
pub mod literature;
mod measures;
pub mod network;
pub mod playfield;
mod reaching;
mod sets;
pub mod sigmoid;
pub mod terrain;
pub mod wide;

pub use brain::{Brain, BrainSettings, EvaluationMoment, Lookahead, NextPieceBoard, RankedPlacement, VisiblePosition};
pub use evaluator::{Evaluator, EvaluatorError};
pub use features::Feature;
pub use landed::LandedBoard;
pub use literature::PublishedController;
pub use measures::Powers;
pub use network::{Network, NetworkError};
pub use playfield::{PlacementOutcome, Playfield};
pub use terrain::Terrain;
