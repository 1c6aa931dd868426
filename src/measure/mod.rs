//! What a computer player is worth: measured games and the statistics of them.
//!
//! Knows `rules`, `ai` and `train`; no files, no terminal, no clock. The same player, rules and seeds give the same games
//! whatever the number of threads. What the figures mean: `docs/learners.md`.

pub mod elo;
pub mod game;
pub mod glicko;
pub mod habits;
pub mod measurement;
pub mod standing;
pub mod statistics;

pub use game::{Cap, MeasuredGame, games, seeds};
pub use glicko::Rating;
pub use habits::Habits;
pub use measurement::{Measurement, Span};
pub use statistics::{Interval, Ratio};
