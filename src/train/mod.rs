//! Evolution: recipes as data, the operators over genomes, the games that measure them, and the loop.
//!
//! Knows `ai` and `rules`; no files, no terminal, no clock. The same recipe and seed give the same generations, bit by
//! bit, on every machine and for any number of threads.

pub mod game;
pub mod generation;
pub mod held_out;
pub mod operators;
pub mod recipe;
pub mod trainer;

pub use game::GameResult;
pub use generation::{Figures, Generation, HeldOut, HeldOutRank};
pub use operators::{Evolution, Genome};
pub use recipe::{EvaluatorKind, Fitness, Recipe, RecipeError};
pub use trainer::{Progress, Silent, TrainError, Trainer};
