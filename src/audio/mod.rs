//! What is heard. Reads the game, never writes it; takes its orders from the music panel.

use bevy::prelude::*;

/// What the music panel asks for.
#[derive(Resource, Clone, Copy, Debug)]
pub struct MusicControl {
    /// Whether the music plays or rests where it is.
    pub playing: bool,
    /// Back to the beginning, and silence.
    pub stop_requested: bool,
    /// Go on from this second.
    pub seek: Option<f32>,
}

/// What the music does.
#[derive(Resource, Clone, Debug, Default)]
pub struct MusicStatus {
    /// Whether there is music at all.
    pub available: bool,
    /// Where it is, in seconds.
    pub position: f32,
    /// How long a loop is, in seconds.
    pub length: f32,
    /// Names and titles of the arrangements.
    pub arrangements: Vec<(String, String)>,
    /// The tempo that plays.
    pub tempo: String,
}
