//! What the menus know of the music: its switches and where it is. The audio plays it.

use crate::audio::{MusicControl, MusicStatus};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The music as a panel sees it; without audio there is none, and nothing happens.
#[derive(SystemParam)]
pub struct MusicPlayer<'w> {
    control: Option<ResMut<'w, MusicControl>>,
    status: Option<Res<'w, MusicStatus>>,
}

/// What a panel shows.
#[derive(Clone, Debug, Default)]
pub struct MusicShown {
    /// Whether there is music.
    pub available: bool,
    /// Whether it plays.
    pub playing: bool,
    /// Where it is, in seconds.
    pub position: f32,
    /// How long a loop is, in seconds.
    pub length: f32,
    /// Names and titles of the arrangements.
    pub arrangements: Vec<(String, String)>,
    /// The tempo that plays.
    pub tempo: String,
}

/// What a panel asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Go on, or rest.
    Play(bool),
    /// Back to the beginning, and silence.
    Stop,
    /// Go on from this second.
    Seek(f32),
}

impl MusicPlayer<'_> {
    /// What there is to show.
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

    /// Passes an order on.
    pub fn order(&mut self, order: Order) {
        let Some(control) = &mut self.control else { return };
        match order {
            Order::Play(playing) => control.playing = playing,
            Order::Stop => {
                control.playing = false;
                control.stop_requested = true;
            }
            Order::Seek(second) => control.seek = Some(second),
        }
    }
}
