//! The settings: what a player chooses once and finds again. A TOML file; every part has a default, so that an older
//! file still serves.
//!
//! Values read from a file are brought within their limits, never trusted.

use super::appearance::Appearance;
use super::bindings::{Bindings, PadBindings};
use super::bots::Bots;
use super::mode_settings::{Modes, Seating};
use super::seats::Seats;
use crate::game::{Handling, Pace};
use crate::movegen::Choice;
use crate::rules::Rules;
use bevy::prelude::Resource;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Everything that is kept between two starts.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether the questions of the first start have been answered.
    pub welcomed: bool,
    /// Handling.
    pub handling: Handling,
    /// Keys.
    pub keys: Bindings,
    /// Gamepad buttons.
    pub pads: PadBindings,
    /// Sound.
    pub sound: Sound,
    /// Looks.
    pub looks: Looks,
    /// Skin, colours and moments.
    pub appearance: Appearance,
    /// The game for one.
    pub single: Single,
    /// The game against a computer player.
    pub versus: Versus,
    /// Two computer players.
    pub watch: Watch,
    /// What computer players choose from.
    pub placements: Placements,
    /// The modes for one.
    pub modes: Modes,
    /// Handicaps and the start board of versus.
    pub seating: Seating,
    /// Who plays on which side of versus, and with what. Files call it `chairs`.
    #[serde(rename = "chairs")]
    pub seats: Seats,
    /// Hints.
    pub coach: Coach,
    /// Programs to play against.
    pub bots: Bots,
}

/// Who gives hints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Coach {
    /// The computer player whose best placements are shown, named like an opponent.
    pub mentor: String,
}

impl Default for Coach {
    fn default() -> Self {
        Self { mentor: "quads:150".to_owned() }
    }
}

/// Volumes are 0-1 as a person sets them; the mixer makes decibels of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sound {
    /// Everything.
    pub master: f32,
    /// Music.
    pub music: f32,
    /// Effects.
    pub effects: f32,
    /// The menus' clicks.
    pub menus: f32,
    /// Silence while another window has the keyboard.
    pub mute_unfocused: bool,
    /// Silence without losing the volumes.
    pub muted: bool,
    /// Whether music plays.
    pub music_on: bool,
    /// The arrangement's name in `assets/music/loops.toml`.
    pub arrangement: String,
    /// The tempo.
    pub tempo: Tempo,
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
        }
    }
}

/// Which tempo the music is played at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tempo {
    /// Quicker when the stack is high or the level rises.
    #[default]
    Auto,
    /// The slowest.
    Calm,
    /// The middle.
    Brisk,
    /// The quickest.
    Fast,
}

/// How the game looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Looks {
    /// Full screen.
    pub fullscreen: bool,
    /// How visible the ghost is, 0-1.
    pub ghost: f32,
    /// How visible the grid is, 0-1.
    pub grid: f32,
    /// How strong flashes, shakes and particles are, 0-1.
    pub effects: f32,
    /// Size of menus and texts, 0.75-1.5.
    pub scale: f32,
    /// Size of the figures beside a board, 1-1.5.
    pub match_scale: f32,
}

impl Default for Looks {
    fn default() -> Self {
        Self { fullscreen: false, ghost: 0.35, grid: 0.35, effects: 1.0, scale: 1.0, match_scale: 1.0 }
    }
}

/// The game for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Single {
    /// Its rules.
    pub rules: Rules,
}

/// The game against a computer player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Versus {
    /// The opponent: `recipe:generation`, `recipe:generation#rank` or a file.
    pub opponent: String,
    /// Its speed.
    pub pace: Pace,
    /// Its slips, 0-5.
    pub slips: u8,
    /// Whether matches like the measured ones count for the rating.
    pub rated: bool,
    /// The rules.
    #[serde(deserialize_with = "versus_rules")]
    pub rules: Rules,
}

impl Default for Versus {
    fn default() -> Self {
        // The random population's best: someone who has never played stands a chance.
        Self { opponent: "iwumbwe:0".to_owned(), pace: Pace::BEGINNER, slips: 0, rated: true, rules: Rules::versus() }
    }
}

/// Two computer players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Watch {
    /// The left one.
    pub left: String,
    /// The right one.
    pub right: String,
    /// The left one's speed.
    pub left_pace: Pace,
    /// The right one's speed.
    pub right_pace: Pace,
    /// The left one's slips, 0-5.
    pub left_slips: u8,
    /// The right one's slips, 0-5.
    pub right_slips: u8,
    /// The rules.
    #[serde(deserialize_with = "versus_rules")]
    pub rules: Rules,
}

impl Default for Watch {
    fn default() -> Self {
        // The two strongest rivals.
        Self {
            left: "lin:25".to_owned(),
            right: "champion:3".to_owned(),
            left_pace: Pace { milli_pps: 1300 },
            right_pace: Pace { milli_pps: 600 },
            left_slips: 0,
            right_slips: 3,
            rules: Rules::versus(),
        }
    }
}

/// Which placements computer players choose from: where straight, those that a player learned with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Placements {
    /// The opponent.
    pub opponent: Choice,
    /// The left one to watch.
    pub left: Choice,
    /// The right one to watch.
    pub right: Choice,
}

/// Rules of which a file gives only some options: the others are those of versus, not of the game for one.
fn versus_rules<'de, D: Deserializer<'de>>(file: D) -> Result<Rules, D::Error> {
    let mut rules = toml::Table::try_from(Rules::versus()).map_err(Error::custom)?;
    rules.extend(toml::Table::deserialize(file)?);
    rules.try_into().map_err(Error::custom)
}

impl Settings {
    /// The same settings with every value within its limits.
    pub fn clamped(mut self) -> Self {
        let unit = |value: &mut f32| *value = if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.5 };
        let sound = &mut self.sound;
        for value in [&mut sound.master, &mut sound.music, &mut sound.effects, &mut sound.menus] {
            unit(value);
        }
        for value in [&mut self.looks.ghost, &mut self.looks.grid, &mut self.looks.effects] {
            unit(value);
        }
        let scale = self.looks.scale;
        self.looks.scale = if scale.is_finite() { scale.clamp(0.75, 1.5) } else { 1.0 };
        let scale = self.looks.match_scale;
        self.looks.match_scale = if scale.is_finite() { scale.clamp(1.0, 1.5) } else { 1.0 };
        self.appearance = self.appearance.clamped();
        self.handling = self.handling.clamped();
        self.modes.options = self.modes.options.clamped();
        if std::mem::take(&mut self.seating.right) {
            self.seats = self.seats.turned();
        }
        self.seating = self.seating.clamped();
        self.seats = self.seats.clamped();
        self.keys.fill_in();
        for slips in [&mut self.versus.slips, &mut self.watch.left_slips, &mut self.watch.right_slips] {
            *slips = (*slips).min(5);
        }
        self.single.rules = self.single.rules.checked().unwrap_or_default();
        self.versus.rules = self.versus.rules.checked().unwrap_or(Rules::versus());
        self.watch.rules = self.watch.rules.checked().unwrap_or(Rules::versus());
        self
    }
}
