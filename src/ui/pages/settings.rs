//! The settings, in tabs, opened from the main menu or from the pause menu.

use super::super::menu::Menu;
use super::super::music::MusicCommand;
use super::super::page::{Page, PanelOptions};
use super::{WHOLE, files, handling, keys, looks, music, rules, sandbox};
use crate::app::clipboard::Clipboard;
use crate::app::devices::capture::BindingCapture;
use crate::app::handling_sandbox::{HandlingSandbox, SandboxKeyCapture};
use crate::app::handlings::SavedHandlings;
use crate::app::opponents::OpponentList;
use crate::app::persistence::Settings;
use crate::app::persistence::settings::{COACH_THRESHOLDS, COUNTDOWNS_AFTER_PAUSE, FinesseFaultAnswer, HintSettings};
use crate::app::persistence::sound::SoundKind;
use crate::app::typing::Typing;
use crate::audio::MusicStatus;
use crate::rules::Rules;
use crate::storage::{BuiltInPlayer, cast};
use crate::view::numbers::counted;
use bevy::prelude::*;
use bevy_egui::egui;
use std::hash::{BuildHasher, RandomState};

/// The place of the tab for the handling among the tabs of the settings, from 0.
const HANDLING: usize = 0;
/// The place of the tab for the keys among the tabs of the settings, from 0.
pub(super) const KEYS: usize = 1;
/// The place of the tab for the looks among the tabs of the settings, from 0.
const LOOKS: usize = 3;

/// The width in points of the rows of the handling, which are the narrowest, and of the tabs over all rows.
const ROWS_OF_HANDLING: f32 = 500.0;

/// The game whose rules the last tab shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ShownRules {
    Single,
    #[default]
    Versus,
    Watch,
}

impl ShownRules {
    fn rules_in(self, settings: &mut Settings) -> &mut Rules {
        match self {
            Self::Single => &mut settings.single.rules,
            Self::Versus => &mut settings.versus.rules,
            Self::Watch => &mut settings.watch.rules,
        }
    }
}

pub(super) fn show(
    mut page: Page,
    mut capture: ResMut<BindingCapture>,
    mut shown_rules: Local<ShownRules>,
    opponents: Res<OpponentList>,
    mut own: ResMut<SavedHandlings>,
    mut typing: ResMut<Typing>,
    mut trying: ResMut<SandboxKeyCapture>,
    mut sandboxed: NonSendMut<HandlingSandbox>,
    mut clipboard: NonSendMut<Clipboard>,
) -> Result {
    let mut settings = page.settings.clone();
    let music = (page.music_status.clone(), page.music.playing);
    let tab = page.shown_tab("settings");
    if tab != HANDLING {
        trying.on = false;
    }
    if tab != KEYS {
        capture.stop();
    }
    // What lies beside the rows takes its room from them, so that the panel is as wide in every tab.
    let (rows, side) = match tab {
        HANDLING => (ROWS_OF_HANDLING, page.choose_side_size(egui::vec2(630.0, 500.0), egui::vec2(480.0, 480.0))),
        LOOKS => (920.0, page.choose_side_size(egui::vec2(210.0, WHOLE), egui::vec2(420.0, 170.0))),
        _ => (1160.0, egui::vec2(0.0, WHOLE)),
    };
    let look = PanelOptions { name: "settings", title: "Settings", row_width: rows, side_size: side };
    let (mut wish, mut said, mut order) = (None, None, None);
    let shown = page.panel(look, |menu| {
        match menu.tabs_within(ROWS_OF_HANDLING, &["Handling", "Keys", "Sound", "Looks", "Effects", "Rules"]) {
            HANDLING => {
                let (asked, lesson) = handling::add_rows(menu, &mut settings.handling, &own, &mut typing, &mut trying);
                wish = asked;
                let lesson = Some(lesson).filter(|_| !trying.on);
                let seed = RandomState::new().hash_one(0);
                let still = settings.appearance.reduced_motion;
                let sandbox = sandboxed.sandbox_with_handling(&settings.handling, lesson, seed, still);
                // In the frame in which the tab changes, there is no room for the sandbox yet.
                if menu.side.width() > 300.0 && sandbox::show(menu, sandbox, &settings, trying.on) {
                    trying.on = !trying.on;
                }
            }
            KEYS => keys::add_rows(menu, &mut settings, &mut capture),
            2 => order = sound(menu, (&music.0, music.1), &mut settings),
            LOOKS => looks::add_look_rows(menu, &mut settings.looks, &mut settings.appearance),
            4 => looks::add_effect_rows(menu, &mut settings.looks, &mut settings.appearance),
            _ => {
                match_rules(menu, &mut settings, &mut shown_rules);
                menu.heading("While you play");
                pauses(menu, &mut settings.countdown_after_pause);
                finesse(menu, &mut settings.finesse_faults);
                help_in_games(menu, &opponents, &mut settings.coach);
                said = files::add_rows(menu, &mut clipboard);
            }
        }
    })?;
    let pasted = || clipboard.has_come("handling").then_some(handling::HandlingWish::Paste);
    if let Some(wish) = wish.or_else(pasted) {
        handling::fulfil_wish(wish, &mut settings.handling, &mut own, &mut clipboard, &mut page.toasts);
    }
    if let Some(line) = said {
        page.toasts.say(line);
    }
    if let Some(order) = order {
        order.carry_out(&mut page.music);
    }
    page.replace_settings(settings);
    if shown.back {
        page.go_back();
    }
    Ok(())
}

fn sound(menu: &mut Menu, (shown, playing): (&MusicStatus, bool), settings: &mut Settings) -> Option<MusicCommand> {
    music::note_missing_device(menu, shown);
    let volumes = &mut settings.sound;
    for (label, volume, hint) in [
        ("Everything", &mut volumes.master, "How loud the game is in all; the three volumes below are shares of it"),
        ("Music", &mut volumes.music, "How loud the music is"),
        ("Effects", &mut volumes.effects, "How loud the sounds of a game are; each kind has a row of its own below"),
        ("Menus", &mut volumes.menus, "How loud it sounds when you move and choose in menus"),
    ] {
        menu.per_cent(label, volume, 0.0..=1.0, 0.05);
        menu.explain_row(hint);
    }
    menu.toggle("Muted", &mut settings.sound.muted);
    menu.explain_row(menu.text_with_keys("All sound", ", by M as well"));
    menu.toggle("Silent in the background", &mut settings.sound.mute_unfocused);
    menu.explain_row("No sound while another window has the keyboard");
    // Music that was stopped on its own page is off here too, so that it can be turned on again.
    let mut plays = settings.sound.music_on && (playing || !shown.available);
    let mut order = None;
    if menu.toggle("Play music", &mut plays) {
        settings.sound.music_on = plays;
        order = plays.then_some(MusicCommand::Play(true));
    }
    menu.explain_row("Off, menus and games are without music; its volume stays as it is");
    music::add_music_rows(menu, shown, settings);
    menu.heading("Effects by kind");
    looks::add_strength_rows(menu, &SoundKind::ALL, &mut settings.sound.kinds);
    order
}

fn match_rules(menu: &mut Menu, settings: &mut Settings, shown_rules: &mut ShownRules) {
    let games = [(ShownRules::Single, "Single player"), (ShownRules::Versus, "Versus"), (ShownRules::Watch, "Watch")];
    menu.pick("Rules of", &games, shown_rules);
    menu.explain_row("They apply from the next game that is begun in the menu; a rematch keeps its own");
    let rules = shown_rules.rules_in(settings);
    rules::add_settings_rows(menu, rules, *shown_rules != ShownRules::Single);
    if menu.button("As they were at first") {
        *rules = *shown_rules.rules_in(&mut Settings::default());
    }
    menu.explain_row("The rules that the game came with");
}

/// The row that chooses how many seconds are counted down before a game goes on after a pause.
fn pauses(menu: &mut Menu, seconds: &mut u8) {
    let choices = COUNTDOWNS_AFTER_PAUSE.map(|seconds| match seconds {
        0 => (seconds, "Off".to_owned()),
        seconds => (seconds, counted(seconds, "second")),
    });
    menu.pick("Count down after a pause", &choices, seconds);
    menu.explain_row("Time to look at the board before the game goes on; a match in a room goes on at once");
}

/// The row that chooses what a fault of finesse does besides being counted.
fn finesse(menu: &mut Menu, answer: &mut FinesseFaultAnswer) {
    let answers = [
        (FinesseFaultAnswer::Count, "Counted"),
        (FinesseFaultAnswer::Sound, "Told"),
        (FinesseFaultAnswer::Restart, "Told, then restart"),
    ];
    menu.pick("Finesse faults", &answers, answer);
    menu.explain_row(match answer {
        FinesseFaultAnswer::Restart => "A solo game restarts, if it can set a record and no piece can be taken back",
        FinesseFaultAnswer::Sound => "By a sound, and a word over the piece that took a turn or shift too many",
        FinesseFaultAnswer::Count => "Turns and shifts beyond the fewest that bring a piece to its place",
    });
}

/// The rows that choose who gives hints, the last generation of each recipe or a player that needs no file, and from
/// which cost on the coach speaks.
fn help_in_games(menu: &mut Menu, opponents: &OpponentList, help: &mut HintSettings) {
    let mentor = &mut help.mentor;
    let mut known: Vec<(&str, u32)> = Vec::new();
    for entry in opponents.saved_generations() {
        match known.iter_mut().find(|(recipe, _)| *recipe == entry.recipe) {
            Some((_, last)) => *last = entry.generation.max(*last),
            None => known.push((&entry.recipe, entry.generation)),
        }
    }
    let saved = known.into_iter().map(|(recipe, last)| format!("{recipe}:{last}"));
    let all: Vec<String> = saved.chain(opponents.built_in_players().iter().map(BuiltInPlayer::spec)).collect();
    let at = all.iter().position(|spec| spec == mentor);
    let title = mentor.parse().map_or_else(|_| mentor.clone(), |spec| cast::opponent_title(&spec));
    if let Some(next) = menu.pick_index("Hints by", &title, at, all.len()) {
        mentor.clone_from(&all[next]);
    }
    let shows = if menu.by_keys { "H shows in a game" } else { "hints show" };
    menu.explain_row(format!(
        "Whose three best places {shows}; a game with hints sets no record, and a rated match gives none"
    ));
    let offers = COACH_THRESHOLDS.map(|points| match points {
        0 => (points, "Silent".to_owned()),
        points => (points, format!("From {points} points")),
    });
    menu.pick("Coach", &offers, &mut help.offer_from);
    menu.explain_row(
        "Offers to take back a piece that costs this much; a game with one taken back sets no record. Never if rated",
    );
}

#[cfg(test)]
mod tests {
    use super::super::super::menu::Cursor;
    use super::super::super::test_frame::{after_each_row, assert_rows_change_their_parts, frame, parts};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;

    #[test]
    fn every_row_of_the_sound_changes_its_own_setting() {
        const PARTS: [fn(&mut Settings, &Settings); 6] = parts! {
            sound.master, sound.music, sound.effects, sound.menus, sound.muted, sound.mute_unfocused,
        };
        assert_rows_change_their_parts(&Settings::default(), &PARTS, |menu, settings| {
            sound(menu, (&MusicStatus::default(), false), settings);
        });
    }

    #[test]
    fn finesse_faults_are_heard_first_and_then_begin_the_game_anew() {
        let first = FinesseFaultAnswer::default();
        assert_eq!(first, FinesseFaultAnswer::Count, "nobody hears them unasked");
        assert_eq!(after_each_row(&first, finesse), [FinesseFaultAnswer::Sound]);
        assert_eq!(after_each_row(&FinesseFaultAnswer::Sound, finesse), [FinesseFaultAnswer::Restart]);
    }

    #[test]
    fn the_last_rows_of_the_sound_change_the_strength_of_one_kind_each() {
        let first = Settings::default();
        let all = after_each_row(&first, |menu, settings| {
            sound(menu, (&MusicStatus::default(), false), settings);
        });
        for (after, (kind, label, _)) in all.iter().rev().zip(SoundKind::ALL.into_iter().rev()) {
            let strength = after.sound.kinds.strength_of(kind);
            assert!(strength < 1.0, "{label}");
            let mut expected = first.clone();
            expected.sound.kinds.set(kind, strength);
            assert_eq!(expected, *after, "{label}");
        }
    }

    #[test]
    fn music_that_was_stopped_can_be_turned_on_again() {
        let status = MusicStatus { available: true, ..default() };
        let (mut settings, mut order) = (Settings::default(), None);
        let (nav, mut cursor) = (NavigationSteps { enter: true, ..default() }, Cursor::default());
        // The row after four volumes and two switches.
        cursor.at = 6;
        frame(500.0, nav, &mut cursor, |menu| order = sound(menu, (&status, false), &mut settings));
        assert_eq!((order, settings.sound.music_on), (Some(MusicCommand::Play(true)), true));
    }
}
