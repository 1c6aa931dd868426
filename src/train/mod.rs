//! Evolution: recipes as data, the ways to search, the games that measure genomes, and the loop.
//!
//! Each of these uses those on its left only: `recipe`, which is plain data; `numbers`, the values of a recipe by name;
//! `recipes`, the table of recipes; `game`, `champion`, `versus`, `parts`, which play games; `search`, `operators`;
//! `players`, which makes players, games and the search of a recipe; `generation`, `held_out`, `round`, `request`,
//! `progress`, `schedule`, `trainer`, `summary`.
//!
//! Nothing here uses files, the terminal, a clock or threads. The same recipe and seed give the same generations, bit
//! by bit, on every machine and for any number of threads.

pub mod champion;
pub mod game;
pub mod generation;
pub mod held_out;
pub mod numbers;
pub mod operators;
pub mod parts;
mod players;
mod progress;
pub mod recipe;
pub mod recipes;
pub mod request;
pub mod round;
mod schedule;
pub mod search;
pub mod summary;
pub mod trainer;
pub mod versus;

pub use game::{GameResult, TrainingGameSettings};
pub use generation::{Generation, GenerationFigures, HeldOutResult};
pub use progress::{Progress, SilentProgress};
pub use recipe::{
    EvaluatorKind, ExtraGamesHeat, Fitness, GameCounts, Genome, Recipe, RecipeError, SeedChoice, Strategy,
};
pub use round::{PreparedRound, TrainingRound, UnfinishedRound, UnitResult, WorkUnit};
pub use trainer::{StartingGenerations, TrainError, Trainer};
pub use versus::LadderGeneration;
