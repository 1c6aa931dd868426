//! The doors: whatever touches the world outside the program goes through one of these.

pub mod executor;

pub use executor::{Executor, StopFlag, Threads, compute_round, map_in_order, try_map_in_order};
