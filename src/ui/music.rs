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

/// The state of the music that a panel shows.
#[derive(Clone, Debug, Default)]
pub struct MusicShown {
    /// Whether music can be played.
    pub available: bool,
    /// Whether it is playing.
    pub playing: bool,
    /// The position in the loop, in seconds.
    pub position: f32,
    /// The length of the loop, in seconds.
    pub length: f32,
    /// The names and titles of the arrangements.
    pub arrangements: Vec<(String, String)>,
    /// The words for the tempo that is played.
    pub tempo: String,
}

/// What a panel asks of the music.
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
    /// The state of the music; without audio everything in it is empty or 0.
    pub fn shown(&self) -> MusicShown {
        let playing = self.control.as_ref().is_some_and(|control| control.playing);
        let Some(status) = &self.status else { return MusicShown::default() };
        MusicShown {
            available: status.available,
            playing,
            position: status.position,
            length: status.length,
            arrangements: status.arrangements.clone(),
            tempo: status.tempo.clone(),
        }
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
