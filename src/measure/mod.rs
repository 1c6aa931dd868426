//! What a computer player is worth: measured games and the statistics of them.
//!
//! Uses `rules`, `ai`, `train` and minds; no files, no terminal, and no clock but that of the `decider`. The same
//! player, rules and seed give the same game, except where a player thinks by time. What the figures mean:
//! `docs/lab/learners.md`.

pub mod decider;
pub mod elo;
pub mod game;
pub mod glicko;
pub mod habits;
pub mod match_score;
pub mod measurement;
pub mod statistics;

pub use decider::{PlacementDecider, ThinkingAllowance, ThinkingLimit};
pub use game::{GameCap, MeasuredGame, measured_game_seeds};
pub use glicko::Rating;
pub use habits::Habits;
pub use measurement::{Measurement, QuantitySummary, different_games};
pub use statistics::{Interval, Ratio};
