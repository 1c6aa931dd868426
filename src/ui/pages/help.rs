//! Help: the rules in pictures, and the keys as they are bound now.

use super::super::draw::{keycap, spaced_text};
use super::super::menu::Menu;
use super::super::narration::keys_in_words;
use super::super::page::{Page, PanelOptions};
use super::super::theme::{self, faded};
use super::help_pictures::{BATTLE_CARDS, GAME_CARDS, HelpCard};
use crate::app::Screen;
use crate::app::devices::KeyMap;
use crate::app::devices::keys::{self, Keycap};
use crate::app::persistence::Settings;
use crate::game::input::Action;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};

/// The height of what a tab of the help shows, in points.
const HEIGHT: f32 = 380.0;

/// The keys that are always the same, each with what it does: letters and signs, wherever the keyboard has them. Then
/// what is left of that where the key plays or restarts games; `None` where nothing is.
const SHORTCUTS: [(&[&str], &str, Option<&str>); 6] = [
    (&["KeyP", "Escape", "NumpadSubtract"], "Pause", None),
    (&["KeyM"], "Mute", Some("Mute, outside games")),
    (&["F11"], "Full screen", None),
    (&["?"], "Help", None),
    (&["KeyH"], "Hint; help at the title", Some("Help at the title")),
    (&["Enter"], "Rematch, after a match", None),
];

/// The two keys that go to the tab on the left and on the right, by their places on a keyboard.
const TAB_KEYS: [&str; 2] = ["KeyQ", "KeyE"];

/// The buttons of a gamepad that are always the same, each with what it does.
const PAD_SHORTCUTS: [(&[&str], &str); 4] = [
    (&["Start"], "Pause"),
    (&["South"], "Choose; rematch, after a match"),
    (&["East"], "Back"),
    (&["LeftTrigger", "RightTrigger"], "Tab to the left, to the right"),
];

pub(super) fn show(mut page: Page, map: Res<KeyMap>) -> Result {
    // The pictures are designed for this size.
    page.limit_scale(1.15);
    let settings = page.settings.clone();
    let still = settings.appearance.reduced_motion;
    let is_in_match = *page.screen.get() == Screen::Play;
    let (restart, xray) = (restart_keys(&map, &settings, is_in_match), xray_words(&map, is_in_match));
    let idle = idle_shortcuts(&map, is_in_match);
    let look = PanelOptions { name: "help", title: "Help", row_width: 1000.0, side_size: bevy_egui::egui::Vec2::ZERO };
    let shown = page.panel(look, |menu| match menu.tabs(&["The game", "The battle", "The keys"]) {
        0 => cards(menu, &GAME_CARDS, still),
        1 => cards(menu, &BATTLE_CARDS, still),
        _ => key_page(menu, &settings, (&restart, xray, &idle)),
    })?;
    if shown.back {
        page.go_back();
    }
    Ok(())
}

/// Whether the window is higher than wide: then what stands side by side elsewhere stands one below the other.
fn is_upright(menu: &Menu) -> bool {
    theme::is_upright(menu.ui.ctx().viewport_rect().size())
}

/// Adds the three cards of a page of the help. Pictures that are to be `still` show how they begin.
fn cards(menu: &mut Menu, cards: &[HelpCard; 3], still: bool) {
    if still {
        menu.seconds = 0.0;
    }
    for card in cards {
        menu.tell_aside(|| format!("{}: {}", card.title, card.words));
    }
    if is_upright(menu) {
        return cards.iter().for_each(|card| upright_card(menu, card));
    }
    let room = menu.add_room(HEIGHT);
    let painter = menu.painter();
    let width = (room.width() - 28.0) / 3.0;
    for (index, card) in cards.iter().enumerate() {
        let corner = room.min + vec2((width + 14.0) * index as f32, 0.0);
        let rect = Rect::from_min_size(corner, vec2(width, room.height()));
        ground(&painter, rect);
        let title = rect.center_top() + vec2(0.0, 24.0);
        let font = theme::extrabold(17.0);
        spaced_text(&painter, title, Align2::CENTER_CENTER, &card.title.to_uppercase(), font, theme::GOLD, 2.5);
        let picture = Rect::from_min_size(rect.min + vec2(22.0, 52.0), vec2(width - 44.0, 216.0));
        (card.picture)(&painter, picture, menu.seconds);
        let galley = theme::paragraph(&painter, card.words, theme::regular(15.0), theme::IVORY, width - 44.0);
        painter.galley(pos2(rect.left() + 22.0, picture.bottom() + 20.0), galley, theme::IVORY);
    }
}

/// Paints a card with its picture at the left and its words at the right.
fn upright_card(menu: &mut Menu, card: &HelpCard) {
    let (rect, painter) = (menu.add_room(214.0), menu.painter());
    ground(&painter, rect);
    let picture = Rect::from_min_size(rect.min + vec2(12.0, 12.0), vec2(rect.width() * 0.56, 190.0));
    (card.picture)(&painter, picture, menu.seconds);
    let at = pos2(picture.right() + 14.0, rect.top() + 24.0);
    let font = theme::extrabold(16.0);
    spaced_text(&painter, at, Align2::LEFT_CENTER, &card.title.to_uppercase(), font, theme::GOLD, 2.0);
    let room = rect.right() - at.x - 10.0;
    let galley = theme::paragraph(&painter, card.words, theme::regular(14.0), theme::IVORY, room);
    painter.galley(at + vec2(0.0, 20.0), galley, theme::IVORY);
}

fn ground(painter: &Painter, rect: Rect) {
    let stroke = Stroke::new(1.0, faded(theme::LINE, 0.6));
    painter.rect(rect, 5, faded(theme::RAISED, 0.45), stroke, StrokeKind::Inside);
}

/// Whether a key does nothing in the match in progress; where there is none, as at the title, in games of one person.
fn is_key_free(map: &KeyMap, key: KeyCode, is_in_match: bool) -> bool {
    match is_in_match {
        true => !map.is_game_key(key),
        false => map.solo_key_actions(key).next().is_none(),
    }
}

/// The names of the shortcuts that do nothing in games, since their keys play or restart there.
fn idle_shortcuts(map: &KeyMap, is_in_match: bool) -> Vec<&'static str> {
    let is_taken = |key: KeyCode| !is_key_free(map, key, is_in_match) || map.is_chosen_for_restart(key);
    let key = |name: &str| keys::key_named(name).and_then(|key| map.key_for_shortcut(key));
    ["KeyP", "NumpadSubtract", "KeyM", "KeyH"].into_iter().filter(|name| key(name).is_some_and(is_taken)).collect()
}

/// Where X switches the x-ray, in words.
fn xray_words(map: &KeyMap, is_in_match: bool) -> &'static str {
    match map.key_for_shortcut(KeyCode::KeyX) {
        Some(key) if map.is_chosen_for_restart(key) => "X-ray, in replays",
        Some(key) if !is_key_free(map, key, is_in_match) => "X-ray, where nobody plays",
        _ => "X-ray",
    }
}

/// The keys that restart games: R and those that the player has chosen, as far as they are free.
fn restart_keys(map: &KeyMap, settings: &Settings, is_in_match: bool) -> Vec<Keycap> {
    let is_free = |key: KeyCode| is_key_free(map, key, is_in_match);
    let r = map.key_for_shortcut(KeyCode::KeyR).filter(|&key| is_free(key)).map(|_| keys::us_keycap("KeyR"));
    let own = settings.restart_keys.iter().filter(|name| keys::key_named(name).is_some_and(is_free));
    r.into_iter().chain(own.map(|name| settings.key_labels.keycap(name))).collect()
}

/// Adds the page of the keys, or of a gamepad's buttons. `restart` has the keys that restart games, `xray` says where X
/// switches the x-ray, and `idle` names the shortcuts that do nothing in games.
fn key_page(menu: &mut Menu, settings: &Settings, (restart, xray, idle): (&[Keycap], &str, &[&str])) {
    let (left, right) = if is_upright(menu) {
        (menu.add_room(HEIGHT), menu.add_room(HEIGHT))
    } else {
        let room = menu.add_room(HEIGHT);
        let left = room.with_max_x(room.left() + (room.width() - 14.0) / 2.0);
        (left, left.translate(vec2(left.width() + 14.0, 0.0)))
    };
    let painter = menu.painter();
    ground(&painter, left);
    ground(&painter, right);
    let none = Vec::new();
    let pad = menu.used_pad();
    let bindings = if pad.is_some() { &settings.pads.0 } else { &settings.keys };
    let own = |name: &String| pad.map_or_else(|| settings.key_labels.keycap(name), |pad| pad.keycap(name));
    let plays = Action::ALL.map(|action| {
        let names = bindings.0.get(&action).unwrap_or(&none);
        (names.iter().map(own).collect::<Vec<Keycap>>(), action.title())
    });
    column(&painter, left, "To play", &plays);
    let cap = |name: &str| pad.map_or_else(|| keys::us_keycap(name), |pad| pad.keycap(name));
    let caps = |names: &[&str]| names.iter().map(|name| cap(name)).collect::<Vec<Keycap>>();
    let mut shortcuts: Vec<(Vec<Keycap>, &str)> = match pad {
        Some(_) => PAD_SHORTCUTS.iter().map(|(names, words)| (caps(names), *words)).collect(),
        None => SHORTCUTS
            .iter()
            .map(|&(names, words, outside)| {
                let (taken, free): (Vec<&str>, Vec<&str>) = names.iter().copied().partition(|name| idle.contains(name));
                match outside.filter(|_| free.is_empty()) {
                    Some(outside) => (caps(&taken), outside),
                    None => (caps(&free), words),
                }
            })
            .collect(),
    };
    let restart: Vec<Keycap> =
        if pad.is_some() { settings.free_restart_buttons().map(own).collect() } else { restart.to_vec() };
    shortcuts.insert(1, (restart, "Restart; hold if needed"));
    if pad.is_none() {
        let rematch = shortcuts.len() - 1;
        shortcuts.insert(rematch, (vec![cap("KeyX")], xray));
        shortcuts
            .push((TAB_KEYS.map(|name| settings.key_labels.keycap(name)).to_vec(), "Tab to the left, to the right"));
    }
    column(&painter, right, "At any time", &shortcuts);
    for (caps, words) in plays.iter().chain(&shortcuts) {
        menu.tell_aside(|| format!("{words}: {}", keys_in_words(caps.iter())));
    }
}

fn column(painter: &Painter, rect: Rect, title: &str, lines: &[(Vec<Keycap>, &str)]) {
    let font = theme::extrabold(17.0);
    let at = rect.center_top() + vec2(0.0, 24.0);
    spaced_text(painter, at, Align2::CENTER_CENTER, &title.to_uppercase(), font, theme::GOLD, 2.5);
    for ((caps, words), row) in lines.iter().zip(0u8..) {
        let y = rect.top() + 66.0 + f32::from(row) * 31.0;
        painter.text(pos2(rect.left() + 28.0, y), Align2::LEFT_CENTER, *words, theme::semibold(16.0), theme::IVORY);
        let mut at: Pos2 = pos2(rect.left() + rect.width() * 0.5, y);
        for cap in caps {
            at.x = keycap(painter, at, cap, 26.0).right() + 8.0;
        }
        if caps.is_empty() {
            painter.text(at, Align2::LEFT_CENTER, "no key", theme::semibold(15.0), theme::VERMILION);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{column_texts, still_frame};
    use super::*;
    use crate::app::persistence::SeatDevices;

    #[test]
    fn the_keys_that_restart_are_r_and_those_that_are_chosen_if_they_do_not_play() {
        let chosen = ["Space", "Slash", "F7"].map(str::to_owned);
        let mut settings = Settings { restart_keys: chosen.to_vec(), ..Settings::default() };
        settings.keys.0.insert(Action::Undo, vec!["KeyR".to_owned()]);
        settings.seats.left_keys.0.remove(&Action::Half);
        let mut map = KeyMap::default();
        map.read_names(&settings);
        let caps = |names: &[&str]| names.iter().map(|name| Keycap::Text((*name).to_owned())).collect::<Vec<_>>();
        assert_eq!(restart_keys(&map, &settings, false), caps(&["/", "F7"]), "the others play in games of one person");
        map.set_seat_devices([Some(SeatDevices::LeftKeys), Some(SeatDevices::RightKeys)]);
        assert_eq!(restart_keys(&map, &settings, true), caps(&["R", "Space", "F7"]), "the slash plays in this match");
        map.set_seat_devices([None; 2]);
        let all = restart_keys(&map, &settings, true);
        assert_eq!(all, caps(&["R", "Space", "/", "F7"]), "no person plays in this match");
        let shows = |restart: &[Keycap]| {
            column_texts([false, true], |menu| key_page(menu, &settings, (restart, "X-ray", &[]))).contains("\nF7\n")
        };
        assert_eq!([shows(&all), shows(&[])], [true, false]);
    }

    #[test]
    fn the_row_of_the_x_ray_says_where_x_switches_it() {
        let (mut settings, mut map) = (Settings::default(), KeyMap::default());
        map.read_names(&settings);
        let told = |map: &KeyMap| [false, true].map(|is_in_match| xray_words(map, is_in_match));
        assert_eq!(told(&map), ["X-ray, where nobody plays", "X-ray"], "X turns pieces, and no match has persons");
        map.set_seat_devices([Some(SeatDevices::Everything), None]);
        assert_eq!(told(&map), ["X-ray, where nobody plays"; 2], "X turns pieces in this match");
        settings.keys.0.insert(Action::Clockwise, vec!["ArrowUp".to_owned()]);
        map.read_names(&settings);
        assert_eq!(told(&map), ["X-ray"; 2]);
        settings.restart_keys = vec!["KeyX".to_owned()];
        map.read_names(&settings);
        assert_eq!(told(&map), ["X-ray, in replays"; 2]);
        let row = xray_words(&map, false);
        let texts = column_texts([false, true], |menu| key_page(menu, &settings, (&[], row, &[])));
        assert!(texts.contains("X-ray, in replays\n"), "{texts}");
    }

    #[test]
    fn a_shortcut_is_shown_for_what_it_does_in_games_only_where_its_key_neither_plays_nor_restarts() {
        let (shown, mut settings, mut map) = (Settings::default(), Settings::default(), KeyMap::default());
        let words = ["\nP\n", "\nNum -\n", "Mute\n", "Mute, outside games\n", "Hint; help at the title\n"];
        let shows = |map: &KeyMap, is_in_match: bool| {
            let idle = idle_shortcuts(map, is_in_match);
            let texts = column_texts([false, true], |menu| key_page(menu, &shown, (&[], "X-ray", &idle)));
            words.map(|words| texts.contains(words))
        };
        map.read_names(&settings);
        assert_eq!(shows(&map, false), [true, true, true, false, true]);
        for (action, key) in [(Action::Hold, "KeyP"), (Action::Undo, "NumpadSubtract"), (Action::Half, "KeyM")] {
            settings.keys.0.insert(action, vec![key.to_owned()]);
        }
        settings.restart_keys = vec!["KeyH".to_owned()];
        map.read_names(&settings);
        assert_eq!(shows(&map, false), [false, false, false, true, false], "they play, and H restarts");
        assert_eq!(shows(&map, true), [true, true, true, false, false], "no person plays in this match");
    }

    #[test]
    fn pictures_stand_still_where_motion_is_reduced() {
        let paint = |still: bool, seconds: f32| {
            still_frame(|menu| {
                menu.seconds = seconds;
                cards(menu, &GAME_CARDS, still);
                cards(menu, &BATTLE_CARDS, still);
            })
        };
        assert!(paint(false, 0.1) != paint(false, 1.9), "they move");
        assert!(paint(true, 0.1) == paint(true, 1.9), "they stand still");
    }
}
