//! What the window does without painting: the screens and the ways from one to the other, matches one after the other,
//! keys and gamepads, opponents, replays, the history of games, results, and what is kept on disk.
//!
//! Nothing here paints or sounds. `ui`, `view` and `audio` read these resources, and ask for things by the events and
//! fields of this module.

pub mod advice_job;
#[cfg(feature = "window")]
mod away;
#[cfg(feature = "window")]
pub mod board_copier;
mod bots;
pub mod challenge;
#[cfg(feature = "window")]
pub mod clipboard;
pub mod coach;
pub mod devices;
#[cfg(feature = "window")]
mod display;
pub mod drills;
#[cfg(feature = "window")]
mod dropped_files;
pub mod exhibition;
pub mod faults;
pub mod finesse_drill;
pub mod finesse_faults;
pub mod first_steps;
pub mod found_puzzles;
pub mod game_review;
pub mod handling_sandbox;
pub mod handlings;
pub mod headless_match;
pub mod hints;
pub mod history;
pub mod laboratory;
#[cfg(feature = "window")]
mod last_piece;
pub mod library;
pub mod made_puzzles;
pub mod match_speed;
#[cfg(feature = "net")]
pub mod online;
pub mod opponents;
pub mod own_files;
pub mod page_link;
pub mod persistence;
pub mod position;
pub mod puzzle_check;
pub mod rated_match;
pub mod ready;
pub mod rematch_score;
pub mod replay_moment;
mod replay_thoughts;
pub mod replays;
pub mod results;
pub mod resume;
pub mod saving;
#[cfg(feature = "window")]
pub mod screen_keyboard;
pub mod screens;
pub mod session;
pub mod setup;
#[cfg(feature = "window")]
pub mod shortcuts;
#[cfg(feature = "window")]
mod slept;
pub mod toasts;
#[cfg(feature = "window")]
pub mod typing;
mod undo_refusals;
#[cfg(feature = "window")]
pub mod upright;
pub mod watching;
pub mod written_board;

pub use screens::{Overlay, Screen};
pub use session::SessionRequest;
pub use toasts::Toasts;

use bevy::prelude::*;

/// Adds all plugins of this module. Needs the game's plugin, Bevy's states and Bevy's input.
pub fn plugin(app: &mut App) {
    app.init_resource::<Toasts>();
    app.add_plugins((
        (screens::plugin, ready::plugin),
        // These come before the settings are read: a program that has brought its own keeps no history and no key.
        history::plugin,
        #[cfg(feature = "net")]
        online::plugin,
        (saving::plugin, first_steps::plugin),
        (devices::nav::plugin, devices::plugin, devices::capture::plugin),
        (opponents::plugin, exhibition::plugin),
        (library::plugin, handlings::plugin, handling_sandbox::plugin),
        (session::plugin, challenge::plugin, bots::plugin, match_speed::plugin),
        (results::plugin, replay_moment::plugin, replay_thoughts::plugin),
        (replays::plugin, resume::plugin, watching::plugin, game_review::plugin),
        (hints::plugin, position::plugin, position::kept_plugin),
        (coach::plugin, undo_refusals::plugin, finesse_faults::plugin),
        (drills::plugin, faults::plugin, finesse_drill::plugin),
        (made_puzzles::plugin, found_puzzles::plugin, puzzle_check::plugin),
        laboratory::plugin,
    ));
    app.add_systems(Startup, first_steps::open_first_questions);
    #[cfg(feature = "window")]
    app.add_plugins((
        (typing::plugin, screen_keyboard::plugin, clipboard::plugin, dropped_files::plugin),
        (shortcuts::plugin, away::plugin, slept::plugin, display::plugin, last_piece::plugin),
    ));
}

/// Adds only the laboratory, so that a test trains as the window does. Needs Bevy's states with a [`Screen`], and in
/// builds with the window its messages of dropped files.
pub fn laboratory_plugin(app: &mut App) {
    app.init_resource::<Toasts>().add_plugins(laboratory::plugin);
    #[cfg(feature = "window")]
    app.add_plugins(dropped_files::plugin);
}

/// Adds only the screens, the devices, the pause and the countdown after it. Together with the game's plugin and Bevy's
/// input, this lets a test play by the events of keys and gamepads. Needs [`Settings`](persistence::Settings).
pub fn devices_plugin(app: &mut App) {
    app.init_resource::<Toasts>().add_plugins((screens::plugin, ready::plugin, devices::plugin));
}

/// Adds what [`devices_plugin`] does, and the room of matches with somebody elsewhere. Needs the same as that.
#[cfg(feature = "net")]
pub fn online_plugin(app: &mut App) {
    devices_plugin(app);
    app.init_resource::<rematch_score::RematchScore>().add_plugins(online::plugin);
}
