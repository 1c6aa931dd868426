//! The champion: search over placements with an evaluation that training found.
//!
//! The search uses `rules` and `movegen`, which knows where pieces can go. It uses no files, clock or keys. The same
//! position, weights and node budget give the same answer on every machine. What was tried and what it brought:
//! `docs/lab/champion-tried.md`.

mod beam;
mod comparison;
pub mod decision;
pub mod duel;
pub mod features;
pub mod field;
pub mod groups;
mod line;
mod node;
pub mod position;
pub mod record;
pub mod request;
mod side_by_side;
pub mod solo;
pub mod state;
pub mod thought;
pub mod weights;
mod worlds;

pub use comparison::MoveComparer;
pub use decision::{Agreement, BestMove, Search, SearchInsight, SearchSettings, StepwiseDecision};
pub use duel::{DuelResult, DuelSettings};
pub use field::Bitboard;
pub use line::{MoveLineComparer, WeightGroupDifference};
pub use record::DuelRecord;
pub use side_by_side::{Helpers, Job};
pub use solo::{GarbageDrip, SoloGame, SoloResult, SoloSettings};
pub use state::{OpponentInfo, State, WaitingGarbage};
pub use thought::{Think, Thought};
pub use weights::{Weights, WeightsError};
