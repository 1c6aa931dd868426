//! The game's systems, driven without a window, one tick an update.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests look at the disk and the clock themselves"
)]

mod clears;
mod coach;
mod computer;
mod computer_guest;
mod computer_reach;
mod computer_search;
mod dealing;
mod determinism;
#[cfg(feature = "net")]
#[path = "../fuzz/doors.rs"]
mod doors;
#[path = "../headless/drawn_steps.rs"]
mod drawn_steps;
mod exchange;
mod exchange_sets;
#[cfg(feature = "dev")]
mod failing_disk;
mod flow;
#[cfg(feature = "net")]
mod fuzz_corpus;
mod gravity;
mod handling;
mod handling_modes;
mod laboratory;
#[cfg(feature = "dev")]
mod laboratory_faults;
#[cfg(feature = "dev")]
mod laboratory_plans;
mod lead;
mod levels_agree;
mod links;
mod lock_down;
mod modes;
mod modes_given;
mod modes_undo;
mod online;
mod online_faults;
mod own_players;
mod position;
mod position_games;
mod practice;
mod random_games;
mod reach;
mod replay_decisions;
mod replay_fumen;
mod replay_thoughts;
mod replays;
mod replays_modes;
mod replays_taken_over;
#[cfg(feature = "net")]
mod room;
#[cfg(all(feature = "net", feature = "relay"))]
mod room_interrupted;
#[cfg(all(feature = "net", feature = "relay"))]
mod room_relay;
#[cfg(feature = "net")]
mod room_rules;
#[cfg(feature = "net")]
mod room_settings;
#[cfg(feature = "net")]
mod room_spectators;
#[cfg(feature = "net")]
mod room_strangers;
mod same_frame;
mod sandbox;
mod simulated_link;
mod snapshots;
mod spawn_hold;
mod stats;
mod support;
mod system_order;
mod two_people;
mod two_people_pauses;
