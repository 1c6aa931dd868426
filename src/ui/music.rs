//! What the panels of the menus ask of the music, which the audio plays.

use crate::audio::MusicControl;

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

impl MusicCommand {
    /// Has the music do what is asked.
    pub fn carry_out(self, control: &mut MusicControl) {
        match self {
            Self::Play(playing) => control.playing = playing,
            Self::Stop => {
                control.playing = false;
                control.stop_requested = true;
            }
            Self::Seek(second) => control.seek = Some(second),
        }
    }
}
