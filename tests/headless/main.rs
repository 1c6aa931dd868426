//! Tests that need no window: rules, players, training, files and commands.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod brain;
mod cli_errors;
mod features;
mod generation_files;
mod network;
mod placements;
mod playfield;
mod settings_files;
mod training;
