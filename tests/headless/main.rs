//! Tests that need no window: rules, players, training, files and commands.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod brain;
mod charts;
mod cli_errors;
mod compare;
mod evaluate;
mod evaluator;
mod features;
mod features_plain;
mod generation_files;
mod literature;
mod network;
mod operators;
mod placements;
mod playfield;
mod reach;
mod reach_boards;
mod reach_commands;
mod reach_keys;
mod reach_perft;
mod recipes;
mod replay_files;
mod rules_attack;
mod rules_bag;
mod rules_board;
mod rules_garbage;
mod rules_lock_gravity;
mod rules_options;
mod rules_scoring;
mod rules_spins;
mod rules_srs;
mod rules_top_out;
mod searches;
mod settings_files;
mod statistics;
mod training;
