//! The settings, in tabs, from the menu and from the pause.

use super::super::desk::{Desk, Look, Painting};
use super::super::menu::Menu;
use super::super::music::Shown;
use super::super::screen::{Overlay, Screen};
use super::keys::Capture;
use super::{keys, looks, music, rules};
use crate::game::Handling;
use crate::game::handling::{Initial, SecondDirection, SoftDrop};
use crate::storage::Settings;
use crate::storage::settings::Tempo;
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

/// The tab of the looks.
const LOOKS: usize = 3;

/// Which game's rules the last tab shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Whose {
    Single,
    #[default]
    Versus,
    Watch,
}

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    let here = in_state(Screen::Settings).or_else(in_state(Overlay::Settings));
    app.add_systems(EguiPrimaryContextPass, show.run_if(here).in_set(Painting::Screens));
}

fn show(mut desk: Desk, mut capture: ResMut<Capture>, mut whose: Local<Whose>) -> Result {
    let mut settings = desk.settings.clone();
    let music = desk.music.shown();
    // The pieces beside the looks take their room from the rows: the panel stays as wide.
    let (rows, side) = if desk.tab("settings") == LOOKS { (480.0, 210.0) } else { (720.0, 0.0) };
    let look = Look { name: "settings", title: "Settings", rows, side: egui::vec2(side, 470.0) };
    let shown =
        desk.page(look, |menu| match menu.tabs(&["Handling", "Keys", "Sound", "Looks", "Moments", "Rules"]) {
            0 => handling(menu, &mut settings.handling),
            1 => keys::rows(menu, &mut settings, &mut capture),
            2 => sound(menu, &music, &mut settings),
            LOOKS => looks::looks(menu, &mut settings.looks, &mut settings.appearance),
            4 => looks::moments(menu, &mut settings.looks, &mut settings.appearance),
            _ => match_rules(menu, &mut settings, &mut whose),
        })?;
    desk.keep(settings);
    if shown.back {
        capture.stop();
        desk.go_back();
    }
    Ok(())
}

fn handling(menu: &mut Menu, handling: &mut Handling) {
    let presets = Handling::PRESETS.map(|(name, preset)| (preset, name));
    menu.pick("Preset", &presets, handling);
    menu.hint("A good place to start from. In a running game handling changes with the next one");
    let milliseconds = |menu: &mut Menu, label: &str, value: &mut u16, most: u32, zero: &str, hint: &str| {
        let mut number = u32::from(*value);
        let text = if number == 0 && !zero.is_empty() { zero.to_owned() } else { format!("{number} ms") };
        if menu.number(label, &mut number, 0..=most, 1, &text) {
            *value = number as u16;
        }
        menu.hint(hint.to_owned());
    };
    let das = "DAS: how long a direction is held before the piece slides by itself";
    milliseconds(menu, "Delay before sliding", &mut handling.das, 500, "", das);
    let arr = "ARR: the time between two steps of a sliding piece; at 0 it is at the wall at once";
    milliseconds(menu, "Time between steps", &mut handling.arr, 200, "at once", arr);
    let mut factor = match handling.soft_drop {
        SoftDrop::Factor(factor) => u32::from(factor),
        SoftDrop::Instant => 41,
    };
    let text = if factor > 40 { "at once".to_owned() } else { format!("{factor} x") };
    if menu.number("Soft drop", &mut factor, 5..=41, 1, &text) {
        handling.soft_drop = if factor > 40 { SoftDrop::Instant } else { SoftDrop::Factor(factor as u8) };
    }
    menu.hint("SDF: how much faster than gravity a piece falls while soft drop is held");
    let dcd = "DCD: how long sliding rests after a turn, a hold or a new piece, so that it does not slip away";
    milliseconds(menu, "Rest after a turn", &mut handling.dcd, 200, "none", dcd);
    let initial = [(Initial::Off, "Off"), (Initial::Hold, "Key held"), (Initial::Tap, "Key tapped")];
    menu.pick("Early turn", &initial, &mut handling.initial_rotation);
    menu.hint("Whether a turn asked for before the piece is there counts");
    menu.pick("Early hold", &initial, &mut handling.initial_hold);
    menu.hint("Whether a hold asked for before the piece is there counts");
    let second = [
        (SecondDirection::Latest, "The later counts"),
        (SecondDirection::First, "The earlier counts"),
        (SecondDirection::Neither, "Neither slides"),
    ];
    menu.pick("Both directions", &second, &mut handling.second_direction);
    menu.hint("What happens when left and right are held together");
}

fn sound(menu: &mut Menu, shown: &Shown, settings: &mut Settings) {
    music::volume(menu, "Everything", &mut settings.sound.master);
    music::volume(menu, "Music", &mut settings.sound.music);
    music::volume(menu, "Effects", &mut settings.sound.effects);
    music::volume(menu, "Menus", &mut settings.sound.menus);
    menu.toggle("Muted", &mut settings.sound.muted);
    menu.hint("By M as well");
    menu.toggle("Silent in the background", &mut settings.sound.mute_unfocused);
    menu.hint("No sound while another window has the keyboard");
    menu.toggle("Play music", &mut settings.sound.music_on);
    music::arrangement(menu, shown, settings);
    let tempi =
        [(Tempo::Auto, "Follows the game"), (Tempo::Calm, "Calm"), (Tempo::Brisk, "Brisk"), (Tempo::Fast, "Fast")];
    menu.pick("Tempo", &tempi, &mut settings.sound.tempo);
    menu.hint("Quicker when the stack is high or the level rises, or always the same");
}

fn match_rules(menu: &mut Menu, settings: &mut Settings, whose: &mut Whose) {
    let games = [(Whose::Single, "Single player"), (Whose::Versus, "Versus"), (Whose::Watch, "Watch")];
    menu.pick("Rules of", &games, whose);
    menu.hint("They apply from the next game");
    match whose {
        Whose::Single => rules::all(menu, &mut settings.single.rules, false),
        Whose::Versus => rules::all(menu, &mut settings.versus.rules, true),
        Whose::Watch => rules::all(menu, &mut settings.watch.rules, true),
    }
    if menu.button("As they were at first") {
        match whose {
            Whose::Single => settings.single = default(),
            Whose::Versus => settings.versus.rules = crate::storage::settings::Versus::default().rules,
            Whose::Watch => settings.watch.rules = crate::storage::settings::Watch::default().rules,
        }
    }
    menu.hint("The rules that the game came with");
}
