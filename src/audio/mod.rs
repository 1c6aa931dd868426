//! What is heard: Korobeiniki, and a sound for everything that happens. Reads the game, never writes it.
//!
//! Without a sound card the game plays on in silence: the sound library says so once in the log, the menus on the pages
//! of the sound and of the music.

mod device;
mod effects;
mod mixer;
mod music;
mod renderings;
pub mod score;

use bevy::prelude::*;

pub use effects::MenuSound;
pub use music::{MusicControl, MusicStatus, TempoChangeTiming};

/// The sound of the game. Asks for `Settings` and the game's plugin.
pub fn plugin(app: &mut App) {
    app.add_plugins((bevy_kira_audio::AudioPlugin, mixer::plugin, music::plugin, effects::plugin, device::plugin));
}
