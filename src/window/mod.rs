//! The window's program: Bevy's plugins, the game and everything that shows and sounds, put together.
//!
//! A command opens it on a desktop (`cli`), a page in a browser (`page`).

mod failed_graphics;
mod schedules;

use crate::app::persistence::settings::WindowSize;
use crate::{audio, game, ui, view};
use bevy::app::PluginGroupBuilder;
use bevy::asset::AssetMetaCheck;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::window::WindowResizeConstraints;

/// What is logged: Bevy's defaults, without the renderer's notes on what a software driver lacks.
pub const LOG_FILTER: &str =
    "wgpu=error,naga=warn,wgpu_hal=off,bevy_render::view::window=error,symphonia=warn,symphonia_format_ogg=warn";
/// What a page logs to the browser's console: what goes wrong, but for what WebGL2 lacks and nothing here uses, and for
/// the keyboard on the screen, which a desktop's browser with a touch screen does not have.
const PAGES_FILTER: &str = "error,korobka=warn,bevy_core_pipeline=off,bevy_egui::text_agent=off";

/// The game's window as it usually is. A caller may change what it wants otherwise.
pub fn usual_window() -> Window {
    let (width, height) = WindowSize::LEAST;
    Window {
        title: "Korobka".to_owned(),
        name: Some("korobka".to_owned()),
        resize_constraints: WindowResizeConstraints { min_width: width as f32, min_height: height as f32, ..default() },
        ..default()
    }
}

/// Bevy's own plugins, with files from this folder: a path, or in a browser an address.
pub fn bevy_plugins(window: Window, assets: String) -> PluginGroupBuilder {
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        // No asset of ours has a file of settings beside it.
        .set(AssetPlugin { file_path: assets, meta_check: AssetMetaCheck::Never, ..default() })
        .set(LogPlugin {
            filter: if cfg!(target_arch = "wasm32") { PAGES_FILTER } else { LOG_FILTER }.to_owned(),
            ..default()
        })
}

/// Adds the game and everything that shows and sounds, once Bevy's plugins are in.
pub fn plugin(app: &mut App) {
    // `app` before what paints and sounds: it brings the settings that they look at.
    app.add_plugins((game::plugin, crate::app::plugin, ui::plugin, view::plugin, audio::plugin));
    app.add_plugins(failed_graphics::plugin);
    schedules::use_few_threads(app);
}
