//! Evolution: recipes as data, the ways to search, the games that measure genomes, and the loop.
//!
//! Knows `ai`, `champion` and `rules`; no files, no terminal, no clock, no threads. The same recipe and seed give the same generations, bit by
//! bit, on every machine and for any number of threads.

pub mod champion;
pub mod evaluation;
pub mod game;
pub mod generation;
pub mod held_out;
pub mod operators;
pub mod parts;
pub mod recipe;
pub mod recipes;
pub mod round;
mod schedule;
pub mod search;
pub mod trainer;
pub mod versus;

pub use champion::{Placing, Player};
pub use evaluation::{Games, Heat, Seeds};
pub use game::{Course, GameResult};
pub use generation::{Figures, Generation, HeldOut, HeldOutRank};
pub use operators::{Evolution, Genome};
pub use recipe::{EvaluatorKind, Fitness, Recipe, RecipeError};
pub use recipes::Published;
pub use round::{Prepared, Round, Unfinished, Unit, UnitResult};
pub use search::Strategy;
pub use trainer::{Progress, Silent, TrainError, Trainer};
pub use versus::{Rung, Versus};
