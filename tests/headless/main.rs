//! Tests that need no window: rules, players, training, files and commands. Those of the game's own files need `game`.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests look at the disk and the clock themselves"
)]

mod brain;
mod breakdown;
mod champion;
mod champion_commands;
mod champion_search;
mod charts;
mod cli_errors;
mod cli_output;
mod commands;
mod compare;
mod dealer;
mod drawn_steps;
mod elo;
mod evaluate;
mod evaluator;
mod features;
mod features_plain;
mod fumen;
#[path = "../golden/games.rs"]
mod games;
mod generation_files;
mod glicko;
mod golden;
#[cfg(feature = "game")]
mod history;
mod layers;
mod literature;
#[cfg(feature = "game")]
mod modes;
mod names;
mod network;
mod operators;
mod placement_replays;
mod placements;
mod playfield;
mod reach;
mod reach_boards;
mod reach_commands;
mod reach_keys;
mod reach_machine;
mod reach_perft;
mod reaching;
mod recipes;
#[cfg(feature = "game")]
mod replay_files;
mod review;
mod review_advice;
mod review_attack;
mod rules_attack;
mod rules_bag;
mod rules_board;
mod rules_exchange;
mod rules_garbage;
mod rules_lock_gravity;
mod rules_options;
mod rules_packets;
mod rules_scoring;
mod rules_spins;
mod rules_srs;
mod rules_top_out;
mod searches;
#[cfg(feature = "game")]
mod settings_files;
mod solver;
mod statistics;
#[cfg(feature = "game")]
mod strengths;
mod tbp;
mod tbp_bad_bots;
mod tbp_guest;
mod tbp_owed;
mod tournament_placements;
mod training;
mod training_units;
