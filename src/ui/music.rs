//! The music as the menus know it: its switches and its state. The audio plays it.

use crate::audio::{MusicControl, MusicStatus};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The menus' access to the player of the music. Without audio there is no music, and orders do nothing.
#[derive(SystemParam)]
pub struct MusicPlayer<'w> {
    control: Option<ResMut<'w, MusicControl>>,
    status: Option<Res<'w, MusicStatus>>,
}

/// An order of the menus to the player of the music.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MusicCommand {
    /// Play, or pause if false.
    Play(bool),
    /// Go back to the beginning, and be silent.
    Stop,
    /// Play on from this second.
    Seek(f32),
}

impl MusicPlayer<'_> {
    /// The state of the music, and whether it is playing; without audio everything in the state is empty or 0.
    pub fn shown(&self) -> (MusicStatus, bool) {
        let playing = self.control.as_ref().is_some_and(|control| control.playing);
        (self.status.as_deref().cloned().unwrap_or_default(), playing)
    }

    /// Gives an order to the music.
    pub fn order(&mut self, order: MusicCommand) {
        let Some(control) = &mut self.control else { return };
        match order {
            MusicCommand::Play(playing) => control.playing = playing,
            MusicCommand::Stop => {
                control.playing = false;
                control.stop_requested = true;
            }
            MusicCommand::Seek(second) => control.seek = Some(second),
        }
    }
}
