//! The music as the menus know it: its switches and its state. The audio plays it.

use crate::audio::{MusicControl, MusicStatus};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// System parameter by which a panel shows and controls the music. Without audio, its commands do nothing.
#[derive(SystemParam)]
pub struct MusicPlayer<'w> {
    control: Option<ResMut<'w, MusicControl>>,
    status: Option<Res<'w, MusicStatus>>,
}

/// A command to the music player, given by a panel of the menus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MusicCommand {
    /// Plays the music if true, and pauses it if false.
    Play(bool),
    /// Stops the music and goes back to the beginning.
    Stop,
    /// Goes to this second of the music.
    Seek(f32),
}

impl MusicPlayer<'_> {
    /// The state of the music, and whether it is playing; without audio everything in the state is empty or 0.
    pub fn status(&self) -> (MusicStatus, bool) {
        let playing = self.control.as_ref().is_some_and(|control| control.playing);
        (self.status.as_deref().cloned().unwrap_or_default(), playing)
    }

    /// Carries out a command to the music player.
    pub fn carry_out(&mut self, order: MusicCommand) {
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
