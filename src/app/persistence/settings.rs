//! The settings: what a player chooses once and finds again. They are `settings.toml` in the config folder, in which
//! every part has a default, so that an older file can still be read.
//!
//! Values read from a file are brought within their limits.

use super::PlayerFile;
use super::appearance::Appearance;
use super::bindings::{Bindings, PadBindings, RestartButtons};
use super::bots::BotCommands;
use super::fingers::FingerSettings;
use super::mode_settings::{HandicapSettings, SingleModeSettings};
use super::online::OnlineSettings;
use super::own_players;
use super::rivals::{LadderRival, RIVALS};
use super::seats::Seats;
use super::sound::Sound;
use crate::app::devices::labels::KeyLabels;
use crate::doors::files;
use crate::game::{Handling, Pace};
use crate::movegen::PlacementChoice;
use crate::rules::Rules;
use crate::storage::Spec;
use crate::storage::toml_files::{self, LoadedFile};
use bevy::prelude::Resource;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::ops::RangeInclusive;
use std::path::Path;

/// All settings of a player.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether the questions of the first start have been answered.
    pub welcomed: bool,
    /// Whether the key or button for restarting must be held for a while in every game, as in a rated match.
    pub hold_to_restart: bool,
    /// The keys that restart a game besides R.
    pub restart_keys: Vec<String>,
    /// The gamepad buttons that restart a game.
    pub restart_buttons: RestartButtons,
    /// How many seconds are counted down before a game goes on after a pause, at most 3; 0: it goes on at once.
    pub countdown_after_pause: u8,
    /// What a fault of finesse does in play besides being counted.
    pub finesse_faults: FinesseFaultAnswer,
    /// How pieces answer to keys: the handling.
    pub handling: Handling,
    /// The keys of each action, for one person.
    pub keys: Bindings,
    /// What is printed on the player's keys, as far as they have been pressed.
    pub key_labels: KeyLabels,
    /// The gamepad buttons of each action.
    pub pads: PadBindings,
    /// How fingers on a screen play.
    pub fingers: FingerSettings,
    /// The settings of sound: volumes, music and when there is silence.
    pub sound: Sound,
    /// The settings of sizes, and of how visible things are.
    pub looks: DisplaySettings,
    /// The skin, the piece colours and the strength of effects.
    pub appearance: Appearance,
    /// The rules of the games for one.
    pub single: SingleSettings,
    /// The settings of the match against a computer player.
    pub versus: VersusSettings,
    /// The settings of the match between two computer players.
    pub watch: WatchSettings,
    /// The settings of which placements computer players choose from.
    pub placements: PlacementChoiceSettings,
    /// The choices for the modes for one.
    pub modes: SingleModeSettings,
    /// The handicaps and the start board of versus.
    pub seating: HandicapSettings,
    /// Who plays on which side of versus, and with which keys or gamepad. The file calls it `chairs`.
    #[serde(rename = "chairs")]
    pub seats: Seats,
    /// The settings of hints and of the coach.
    pub coach: HintSettings,
    /// The bots that were chosen as opponents.
    pub bots: BotCommands,
    /// How matches with somebody elsewhere are played.
    pub online: OnlineSettings,
    /// The size of the window on a desktop, as it was last.
    pub window: WindowSize,
}

/// The size of the window on a desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowSize {
    /// The width in points while the window is not maximised.
    pub width: u32,
    /// The height in points while the window is not maximised.
    pub height: u32,
    /// Whether the window fills the room that the desktop gives to windows.
    pub maximised: bool,
}

impl WindowSize {
    /// The least width and height of the window in points.
    pub const LEAST: (u32, u32) = (640, 360);
    /// The largest width and height that are believed, in points.
    const MOST: u32 = 8192;

    /// Whether a window can have this size. Windows gives one that is minimised no points at all.
    pub fn is_possible(self) -> bool {
        let (width, height) = Self::LEAST;
        (width..=Self::MOST).contains(&self.width) && (height..=Self::MOST).contains(&self.height)
    }
}

impl Default for WindowSize {
    fn default() -> Self {
        Self { width: 1280, height: 720, maximised: false }
    }
}

/// The settings of hints and of the coach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HintSettings {
    /// The SPEC of the computer player whose best placements are shown.
    pub mentor: String,
    /// The points of the chance to win, 0 to 100, from which on the coach offers to take a piece back; 0: never.
    pub offer_from: u8,
}

/// What a fault of finesse does in play besides being counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinesseFaultAnswer {
    /// It is counted, and nothing else happens.
    #[default]
    Count,
    /// A sound is played, and a word stands over the piece.
    Sound,
    /// The same, and a game for one that can set a record begins anew.
    Restart,
}

/// When the keys that a player presses are shown at the player's board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyDisplay {
    /// No keys are shown.
    #[default]
    Off,
    /// Keys are shown in replays and in matches that nobody here plays.
    Watching,
    /// Keys are shown in every match.
    Always,
}

impl KeyDisplay {
    /// Whether keys are shown in a match that is only watched, or in one that somebody here plays.
    pub const fn shows(self, only_watched: bool) -> bool {
        match self {
            Self::Off => false,
            Self::Watching => only_watched,
            Self::Always => true,
        }
    }
}

/// The seconds that can be counted down before a game goes on after a pause; 0 is none.
pub const COUNTDOWNS_AFTER_PAUSE: [u8; 4] = [0, 1, 2, 3];

/// The losses from which on the coach can be set to speak, in points of the chance to win; 0 is never.
pub const COACH_THRESHOLDS: [u8; 5] = [0, 10, 15, 20, 30];

impl Default for HintSettings {
    fn default() -> Self {
        Self { mentor: "quads:150".to_owned(), offer_from: 0 }
    }
}

/// The settings of sizes, and of how visible things are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DisplaySettings {
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// Whether pictures wait for the screen, so that none is torn, or come as fast as they are made.
    pub vsync: bool,
    /// How visible the ghost piece is, 0-1.
    pub ghost: f32,
    /// How visible the grid of a board is, 0-1.
    pub grid: f32,
    /// How strong flashes, shakes and particles are, 0-1.
    pub effects: f32,
    /// The size of menus and texts, 0.75-1.5 times the usual one.
    pub scale: f32,
    /// The size of the figures beside a board, 1-1.5 times the usual one.
    pub match_scale: f32,
    /// When the keys that a player presses are shown at the player's board.
    pub pressed_keys: KeyDisplay,
}

impl Default for DisplaySettings {
    fn default() -> Self {
        Self {
            fullscreen: false,
            vsync: true,
            ghost: 0.35,
            grid: 0.35,
            effects: 1.0,
            scale: 1.0,
            match_scale: 1.0,
            pressed_keys: KeyDisplay::Off,
        }
    }
}

/// The settings of the games for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SingleSettings {
    /// The rules of the games.
    pub rules: Rules,
}

/// The settings of the match against a computer player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct VersusSettings {
    /// The opponent: `recipe:generation`, `recipe:generation#rank` or a file.
    pub opponent: String,
    /// The speed of the opponent.
    pub pace: Pace,
    /// How often the opponent's hand slips, 0-5.
    pub slips: u8,
    /// Whether matches like the measured ones count for the rating.
    pub rated: bool,
    /// The rules of the match.
    #[serde(deserialize_with = "versus_rules")]
    pub rules: Rules,
}

impl Default for VersusSettings {
    fn default() -> Self {
        // The best of the random population: a player who has never played has a chance against it.
        Self { opponent: "iwumbwe:0".to_owned(), pace: Pace::BEGINNER, slips: 0, rated: true, rules: Rules::versus() }
    }
}

/// The settings of the match between two computer players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WatchSettings {
    /// The SPEC of the left player.
    pub left: String,
    /// The SPEC of the right player.
    pub right: String,
    /// The speed of the left player.
    pub left_pace: Pace,
    /// The speed of the right player.
    pub right_pace: Pace,
    /// How often the left player's hand slips, 0-5.
    pub left_slips: u8,
    /// How often the right player's hand slips, 0-5.
    pub right_slips: u8,
    /// Whether the left player plays alone, by the rules of games for one.
    pub alone: bool,
    /// The rules of the match of two.
    #[serde(deserialize_with = "versus_rules")]
    pub rules: Rules,
}

impl Default for WatchSettings {
    fn default() -> Self {
        // The two strongest rivals.
        let [.., left, right] = &RIVALS;
        let pace = |rival: &LadderRival| Pace { milli_pps: rival.milli_pps };
        Self {
            left: left.player.to_owned(),
            right: right.player.to_owned(),
            left_pace: pace(left),
            right_pace: pace(right),
            left_slips: left.slips,
            right_slips: right.slips,
            alone: false,
            rules: Rules::versus(),
        }
    }
}

/// Which placements computer players choose from.
/// With [`PlacementChoice::Straight`] they choose from those that they learned with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlacementChoiceSettings {
    /// Which placements the opponent of versus chooses from.
    pub opponent: PlacementChoice,
    /// Which placements the left player of a match to watch chooses from.
    pub left: PlacementChoice,
    /// Which placements the right player of a match to watch chooses from.
    pub right: PlacementChoice,
}

/// The value within its limits; the usual one in place of what is no finite number.
pub(super) fn clamp_or_usual(value: f32, limits: RangeInclusive<f32>, usual: f32) -> f32 {
    if value.is_finite() { value.clamp(*limits.start(), *limits.end()) } else { usual }
}

/// Reads rules from a file that may have only some options. The others are those of versus, not of the games for one.
pub(super) fn versus_rules<'de, D: Deserializer<'de>>(file: D) -> Result<Rules, D::Error> {
    let mut rules = toml::Table::try_from(Rules::versus()).map_err(Error::custom)?;
    rules.extend(toml::Table::deserialize(file)?);
    rules.try_into().map_err(Error::custom)
}

impl PlayerFile for Settings {
    const FILE_NAME: &'static str = "settings.toml";

    // The fields of each part. What lies deeper, as rules do, may be impossible where part of it is one program's and
    // part the other's.
    const MERGE_DEPTH: usize = 2;

    fn read_from(folder: &Path) -> LoadedFile<Self> {
        let kept = toml_files::read_by_parts::<Self>(files(), &folder.join(Self::FILE_NAME));
        LoadedFile { value: kept.value.checked(), ..kept }
    }

    /// Numbers that are not finite, and impossible rules, become usual ones.
    fn checked(mut self) -> Self {
        self.sound = self.sound.clamped();
        let looks = &mut self.looks;
        for share in [&mut looks.ghost, &mut looks.grid, &mut looks.effects] {
            *share = clamp_or_usual(*share, 0.0..=1.0, 0.5);
        }
        looks.scale = clamp_or_usual(looks.scale, 0.75..=1.5, 1.0);
        looks.match_scale = clamp_or_usual(looks.match_scale, 1.0..=1.5, 1.0);
        self.appearance = self.appearance.clamped();
        self.handling = self.handling.clamped();
        self.fingers = self.fingers.clamped();
        self.modes.options = self.modes.options.clamped();
        if std::mem::take(&mut self.seating.right) {
            self.seats = self.seats.with_sides_swapped();
        }
        self.seating = self.seating.clamped();
        self.seats = self.seats.clamped();
        self.keys.add_missing_undo_keys();
        self.key_labels = std::mem::take(&mut self.key_labels).without_unknown_keys();
        self.online = std::mem::take(&mut self.online).clamped();
        for slips in [&mut self.versus.slips, &mut self.watch.left_slips, &mut self.watch.right_slips] {
            *slips = (*slips).min(5);
        }
        for pace in [&mut self.versus.pace, &mut self.watch.left_pace, &mut self.watch.right_pace] {
            *pace = Pace::from_pps(f64::from(pace.milli_pps) / 1000.0);
        }
        if !self.window.is_possible() {
            self.window = WindowSize { maximised: self.window.maximised, ..WindowSize::default() };
        }
        self.countdown_after_pause = self.countdown_after_pause.min(3);
        self.coach.offer_from = self.coach.offer_from.min(100);
        self.single.rules = self.single.rules.checked().unwrap_or_default();
        self.versus.rules = self.versus.rules.checked().unwrap_or(Rules::versus());
        self.watch.rules = self.watch.rules.checked().unwrap_or(Rules::versus());
        self
    }
}

impl Settings {
    /// Changes the chosen opponents whose files lie in the folder `before`, which got the name `after`.
    pub fn follow_renamed_folder(&mut self, before: &Path, after: &Path) {
        for words in [&mut self.versus.opponent, &mut self.watch.left, &mut self.watch.right] {
            if let Ok(mut spec) = words.parse::<Spec>() {
                spec.follow_renamed_folder(before, after);
                *words = spec.to_string();
            }
        }
    }

    /// Changes the chosen players of the user's own whose files have come to this folder of the user's data from
    /// elsewhere, with all that is in it.
    pub fn follow_moved_players(&mut self, data: &Path) {
        for words in [&mut self.versus.opponent, &mut self.watch.left, &mut self.watch.right] {
            if let Some(moved) = own_players::moved_spec(data, words) {
                *words = moved;
            }
        }
    }

    /// The names of the gamepad buttons that restart a game: those of the settings that play in none.
    pub fn free_restart_buttons(&self) -> impl Iterator<Item = &String> {
        self.restart_buttons.0.iter().filter(move |name| !self.pads.0.0.values().any(|names| names.contains(name)))
    }
}
