//! The music as the menus know it: its switches and its state. The audio plays it.

use crate::audio::{MusicControl, MusicStatus};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The music for a panel. Without audio there is none, and orders do nothing.
#[derive(SystemParam)]
pub struct MusicPlayer<'w> {
    control: Option<ResMut<'w, MusicControl>>,
    status: Option<Res<'w, MusicStatus>>,
}

/// What a panel asks of the music.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MusicCommand {
    /// The music is to play, or to pause if false.
    Play(bool),
    /// The music is to go back to its beginning and be silent.
    Stop,
    /// The music is to play on from this second.
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
