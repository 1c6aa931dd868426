//! What is clicked and typed: screens, menus, panels, and keys turned into actions. Starts and ends matches; never writes
//! their state but through the players' input.

pub mod archive;
pub mod buttons;
pub mod chronicle;
pub mod clipboard;
pub mod controls;
pub mod desk;
pub mod draw;
pub mod entrance;
pub mod fine;
pub mod graph;
mod guests;
pub mod handlings;
pub mod hints;
pub mod keeping;
pub mod keys;
pub mod laid;
pub mod ledger;
pub mod menu;
mod mode_rows;
pub mod music;
pub mod nav;
pub mod ornament;
mod overboard;
pub mod pages;
pub mod puzzles;
pub mod resume;
pub mod roster;
pub mod rows;
pub mod screen;
pub mod session;
mod shortcuts;
pub mod theme;
pub mod toast;
pub mod tryout;
pub mod typing;
pub mod watching;
pub mod xray;

pub use nav::MenuSound;
pub use screen::{Overlay, Screen};
pub use session::Go;
pub use toast::Toasts;

use bevy::prelude::*;
use bevy_egui::EguiPlugin;

/// Everything that is clicked and typed. Wants the game's plugin, a window and a camera.
pub fn plugin(app: &mut App) {
    if !app.is_plugin_added::<EguiPlugin>() {
        // One texture, the letters': nothing to gain from arrays of them, which not every card has.
        app.add_plugins(EguiPlugin { bindless_mode_array_size: None });
    }
    app.add_plugins((
        screen::plugin,
        // Before the settings are read: a program that has brought its own keeps nothing.
        chronicle::plugin,
        keeping::plugin,
        theme::plugin,
        nav::plugin,
        controls::plugin,
        desk::plugin,
        toast::plugin,
        roster::plugin,
        (puzzles::plugin, typing::plugin, clipboard::plugin, handlings::plugin, tryout::plugin),
        (session::plugin, guests::plugin),
        ledger::plugin,
        (archive::plugin, resume::plugin, watching::plugin),
        (hints::plugin, xray::plugin, entrance::plugin),
        (shortcuts::plugin, pages::plugin),
    ));
}

/// Screens, devices and the pause, without anything that is painted: with the game's plugin and Bevy's input, this is what a
/// test plays by the events of keys and gamepads. Wants [`Settings`](crate::app::persistence::Settings).
pub fn devices_plugin(app: &mut App) {
    app.init_resource::<Toasts>().add_plugins((screen::plugin, controls::plugin));
}
