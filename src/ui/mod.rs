//! The menus: pages, the widgets that they are made of, and what is painted over a match. Shows the state of `app`, and
//! asks `app` for what a player has chosen. It never changes a match.

mod board_hand;
mod board_overlay;
mod coach_painter;
mod comparison_card;
#[cfg(feature = "net")]
mod connection_line;
pub mod draw;
mod exhibition;
mod finesse_painter;
mod fingers;
mod first_steps;
pub mod graph;
mod hint_painter;
mod key_foot;
pub mod menu;
mod mode_rows;
pub mod music;
mod narration;
pub mod number_row;
pub mod ornament;
pub mod page;
pub mod page_layout;
pub mod pages;
mod pressed_keys;
mod row_buttons;
pub mod rows;
mod screen_keyboard;
mod search_votes;
pub mod side_room;
mod tabs;
#[cfg(test)]
mod test_frame;
pub mod theme;
mod thumbnail;
pub mod toast;
pub mod transition;
mod upright_panel;
mod well;
pub mod xray;
mod xray_candidate;

use crate::app::finesse_drill::FinesseDrill;
use crate::app::screens::{Overlay, Screen};
use crate::audio::MenuSound;
use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy_egui::{EguiPlugin, EguiPostUpdateSet, EguiPrimaryContextPass};
use page::PaintingOrder;

/// Adds everything that the menus paint. Needs the plugins of the game and of `app`, a window and a camera.
pub fn plugin(app: &mut App) {
    if !app.is_plugin_added::<EguiPlugin>() {
        // There is one texture, that of the letters. Arrays of textures would gain nothing, and not every card has
        // them.
        app.add_plugins(EguiPlugin { bindless_mode_array_size: None });
        // New letters are put into the texture in the same part of a frame in which changed textures are announced to
        // the graphics. Without an order a text can be drawn a frame before its letters are there.
        app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
    }
    app.add_message::<MenuSound>();
    app.add_plugins((theme::plugin, page::plugin));
    app.add_systems(EguiPrimaryContextPass, (toast::show, screen_keyboard::show).in_set(PaintingOrder::Above));
    let has_no_match = not(in_state(Screen::Play)).and_then(not(in_state(Screen::Replay)));
    let over_a_match = (
        fingers::show,
        first_steps::show,
        hint_painter::show,
        coach_painter::show,
        finesse_painter::show.run_if(in_state(Screen::Play).and_then(resource_exists::<FinesseDrill>)),
    );
    let painters = (
        exhibition::show.run_if(has_no_match),
        pressed_keys::show.run_if(xray::are_boards_bare),
        // Each for itself: a common condition would make them a set with an order of its own.
        over_a_match.distributive_run_if(in_state(Overlay::None)),
    );
    app.add_systems(EguiPrimaryContextPass, painters.in_set(PaintingOrder::Screens));
    app.add_plugins((xray::plugin, transition::plugin, pages::plugin));
    #[cfg(feature = "net")]
    app.add_plugins(connection_line::plugin);
}
