//! The sound, a section of the settings: volumes, music, and how loud each kind of effect is.

use super::StrengthTable;
use super::settings::clamp_or_usual;
use serde::{Deserialize, Serialize};

/// The settings of sound. Volumes are 0-1 as a person sets them; the mixer turns them into decibels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sound {
    /// The volume of everything, 0-1.
    pub master: f32,
    /// The volume of music, 0-1.
    pub music: f32,
    /// The volume of all effects together, 0-1.
    pub effects: f32,
    /// The volume of the menus' clicks, 0-1.
    pub menus: f32,
    /// Whether there is silence while another window has the keyboard.
    pub mute_unfocused: bool,
    /// Whether there is silence. The volumes stay as they are set.
    pub muted: bool,
    /// Whether music is played.
    pub music_on: bool,
    /// The arrangement's name in `assets/music/loops.toml`.
    pub arrangement: String,
    /// The tempo of the music.
    pub tempo: Tempo,
    /// How loud each kind of effect is beside the others.
    pub kinds: StrengthTable<SoundKind>,
}

impl Default for Sound {
    fn default() -> Self {
        Self {
            master: 0.8,
            music: 0.6,
            effects: 0.8,
            menus: 0.6,
            mute_unfocused: false,
            muted: false,
            music_on: true,
            arrangement: "village".to_owned(),
            tempo: Tempo::Auto,
            kinds: StrengthTable::default(),
        }
    }
}

impl Sound {
    /// The settings with every volume and strength within 0-1.
    pub(super) fn clamped(mut self) -> Self {
        for volume in [&mut self.master, &mut self.music, &mut self.effects, &mut self.menus] {
            *volume = clamp_or_usual(*volume, 0.0..=1.0, 0.5);
        }
        self.kinds = self.kinds.clamped();
        self
    }
}

/// The tempo at which music is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tempo {
    /// The tempo follows the game: it is quicker when the stack is high or the level rises.
    #[default]
    Auto,
    /// Music is always played at its slowest tempo.
    Calm,
    /// Music is always played at its middle tempo.
    Brisk,
    /// Music is always played at its quickest tempo.
    Fast,
}

/// A kind of effect that can be made softer than the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SoundKind {
    /// Sounds of keys that move, turn or hold a piece, and of those that are refused.
    Moves,
    /// Sounds of pieces that are dropped hard or lock.
    Locks,
    /// Sounds of cleared lines, spins, combos, back-to-back and perfect clears.
    Clears,
    /// Sounds of garbage that comes, and of garbage that rises.
    Garbage,
    /// Sounds of the countdown, of levels and top-outs, and of wins and losses.
    Rounds,
    /// All sounds of the opponent's board: this strength counts besides that of the sound itself.
    Opponent,
}

impl SoundKind {
    /// All kinds, in the order of the menu, with their titles and what is said of them.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Moves, "Moves and turns", "Your moves, turns and holds, and what is refused"),
        (Self::Locks, "Drops and locks", "A piece drops hard or locks"),
        (Self::Clears, "Clears and spins", "Lines, spins, combos, back-to-back and perfect clears"),
        (Self::Garbage, "Garbage", "Garbage is on its way, or rises"),
        (Self::Rounds, "Rounds and levels", "The countdown, levels and top-outs, wins and losses"),
        (Self::Opponent, "The opponent's board", "All that is heard of it; a match that you only watch sounds in full"),
    ];
}
