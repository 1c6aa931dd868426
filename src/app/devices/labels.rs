//! What is printed on the player's own keys. Nothing tells a program that, so it is learned from what each key types;
//! a page in Chromium is told all at once.

use super::keys::{self, Keycap};
use crate::app::persistence::Settings;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputSystems};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The keys on which well-known layouts have other letters, by their labels on a US keyboard.
const PLACES: &str = "QWERTYUIOPASDFGHJKL;'ZXCVBNM,./-=[]";
/// Layouts of which a letter in a new place tells more than that two letters have changed places, in the order of
/// [`PLACES`]: Dvorak and Colemak.
const LAYOUTS: [&str; 2] = ["',.PYFGCRLAOEUIDHTNS-;QJKXBMWVZ[]/=", "QWFPGJLUY;ARSTDHNEIO'ZXCVBKM,./-=[]"];

/// The letters and signs on the player's keys that differ from those of a US keyboard, by the names of the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyLabels(BTreeMap<String, char>);

impl KeyLabels {
    /// What a player reads on the key with this name. The press of one key tells the labels of all where the layout is
    /// well known, and otherwise those of the two letters that have changed places.
    pub fn keycap(&self, name: &str) -> Keycap {
        let usual = keys::us_keycap(name);
        let text = |label: &char| Keycap::Text(label.to_string());
        if let Some(label) = self.0.get(name) {
            return text(label);
        }
        if let Some(layout) = self.layout() {
            let place = PLACES.chars().position(|place| usual == Keycap::Text(place.to_string()));
            let label = place.and_then(|place| layout.chars().nth(place));
            return label.as_ref().map_or(usual, text);
        }
        let elsewhere = self.0.iter().find(|(_, label)| text(label) == usual).map(|(other, _)| other);
        let changed = elsewhere.filter(|other| name.starts_with("Key") && other.starts_with("Key"));
        changed.map_or(usual, |other| keys::us_keycap(other))
    }

    /// The one of [`LAYOUTS`] that has every letter where it was typed; `None` if none has, or while nothing is known.
    fn layout(&self) -> Option<&'static str> {
        let has = |layout: &str, name: &str, label: char| {
            let mut places = PLACES.chars().zip(layout.chars()).filter(|(_, there)| *there == label);
            places.any(|(place, _)| keys::us_keycap(name) == Keycap::Text(place.to_string()))
        };
        let letters = || self.0.iter().filter(|(_, label)| label.is_alphabetic());
        let mut layouts = LAYOUTS.into_iter();
        layouts.find(|layout| letters().count() > 0 && letters().all(|(name, label)| has(layout, name, *label)))
    }

    /// Notes what the key with this name types while no other key is held.
    pub fn note_typed_char(&mut self, name: &str, typed: char) {
        let Some(label) = label(name, typed) else { return };
        // A letter is where it was typed last.
        self.0.retain(|_, before| *before != label || !label.is_alphabetic());
        let usual = keys::us_keycap(name);
        if usual == Keycap::Text(label.to_string()) {
            if label.is_alphabetic() && self.layout().is_some() && self.keycap(name) != usual {
                // The keyboard has another layout now, and the letters that told the one before are wrong.
                self.0.retain(|_, before| !before.is_alphabetic());
            }
            self.0.remove(name);
        } else {
            self.0.insert(name.to_owned(), label);
        }
    }

    /// The same labels without those that no key has, since a file may say anything.
    pub fn without_unknown_keys(self) -> Self {
        let mut labels = Self::default();
        for (name, label) in self.0 {
            labels.note_typed_char(&name, label);
        }
        labels
    }
}

/// What is printed on the key with this name, which types `typed`; `None` where the label of a US keyboard is right: on
/// the digits, whatever they type, on the number pad, and where other letters stand beside Latin ones.
fn label(name: &str, typed: char) -> Option<char> {
    let is_sign = matches!(keys::us_keycap(name), Keycap::Text(usual) if usual.chars().count() == 1);
    let is_known =
        keys::key_named(name).is_some() && !name.starts_with("Digit") && (is_sign || name.starts_with("Intl"));
    // Those that the game's letters can write.
    let is_latin = matches!(typed, '!'..='\u{17f}' | 'Ș'..='ț') && !typed.is_whitespace() && !typed.is_control();
    let upper = typed.to_uppercase().next().filter(|upper| upper.to_lowercase().eq([typed]));
    (is_known && is_latin).then(|| upper.unwrap_or(typed))
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, learn.after(InputSystems));
}

/// Learns what is printed on keys from what they type, unless a key such as Shift is held, with which
/// they type another sign.
fn learn(mut presses: MessageReader<KeyboardInput>, held: Res<ButtonInput<KeyCode>>, mut settings: ResMut<Settings>) {
    const SHIFTS: [KeyCode; 8] = [
        KeyCode::ShiftLeft,
        KeyCode::ShiftRight,
        KeyCode::ControlLeft,
        KeyCode::ControlRight,
        KeyCode::AltLeft,
        KeyCode::AltRight,
        KeyCode::SuperLeft,
        KeyCode::SuperRight,
    ];
    let shifted = keys::were_down(SHIFTS, &held);
    for press in presses.read().filter(|press| !shifted && press.state == ButtonState::Pressed && !press.repeat) {
        let typed = match &press.logical_key {
            Key::Character(text) if text.chars().count() == 1 => text.chars().next(),
            Key::Dead(sign) => *sign,
            _ => None,
        };
        if let (Some(name), Some(typed)) = (keys::key_name(press.key_code), typed) {
            let mut labels = settings.key_labels.clone();
            labels.note_typed_char(name, typed);
            // Settings that change are written.
            if labels != settings.key_labels {
                settings.key_labels = labels;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::InputPlugin;

    /// What is read on the keys of these names once each of these places has typed this, with these keys held.
    fn read(held: &[KeyCode], typed: &[(KeyCode, &str)], names: &[&str]) -> Vec<String> {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, plugin)).init_resource::<Settings>();
        for key in held {
            app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(*key);
        }
        for (place, text) in typed {
            app.world_mut().write_message(keys::typed_key_press(text, *place));
        }
        app.update();
        let labels = &app.world().resource::<Settings>().key_labels;
        let words = |name: &&str| match labels.keycap(name) {
            Keycap::Text(text) => text,
            Keycap::Arrow(way) => format!("{way:?}"),
        };
        names.iter().map(words).collect()
    }

    #[test]
    fn a_key_is_labelled_as_it_types() {
        let names = ["KeyZ", "KeyY", "Semicolon", "Digit1", "Numpad4", "ArrowUp"];
        assert_eq!(read(&[], &[], &names), ["Z", "Y", ";", "1", "Num 4", "Up"], "a US keyboard until then");
        let german = [(KeyCode::KeyZ, "y"), (KeyCode::KeyY, "z"), (KeyCode::Semicolon, "ö"), (KeyCode::Digit1, "1")];
        assert_eq!(read(&[], &german, &names), ["Y", "Z", "Ö", "1", "Num 4", "Up"]);
        assert_eq!(read(&[], &german[..1], &names[..2]), ["Y", "Z"], "two letters have changed places");
        let french = [(KeyCode::Semicolon, "m"), (KeyCode::Digit1, "&"), (KeyCode::Numpad4, "4")];
        assert_eq!(read(&[], &french, &names[2..5]), ["M", "1", "Num 4"], "the digits keep their names");
    }

    #[test]
    fn one_letter_of_a_well_known_layout_tells_the_others() {
        let names = ["KeyS", "KeyO", "KeyC", "KeyZ", "Semicolon", "KeyM", "Slash", "Digit1"];
        let dvorak = [(KeyCode::KeyS, "o")];
        assert_eq!(read(&[], &dvorak, &names), ["O", "R", "J", ";", "S", "M", "Z", "1"]);
        assert_eq!(read(&[], &[(KeyCode::KeyP, ";")], &names[..2]), ["S", "O"], "a sign alone tells nothing");
        let colemak = [(KeyCode::KeyS, "r")];
        assert_eq!(read(&[], &colemak, &names), ["R", "Y", "C", "Z", "O", "M", "/", "1"]);
        let own = [(KeyCode::KeyS, "o"), (KeyCode::KeyO, "x")];
        assert_eq!(read(&[], &own, &names[..3]), ["O", "X", "C"], "such a layout is not known");
        let changed = [(KeyCode::KeyS, "o"), (KeyCode::KeyD, "e"), (KeyCode::KeyA, "a"), (KeyCode::KeyC, "c")];
        assert_eq!(read(&[], &changed[..3], &names[..3]), ["O", "R", "J"], "both have A there");
        assert_eq!(read(&[], &changed, &names[..3]), ["S", "O", "C"], "a US keyboard again");
    }

    #[test]
    fn signs_by_other_keys_and_other_scripts_are_no_labels() {
        assert_eq!(read(&[KeyCode::ShiftLeft], &[(KeyCode::Slash, "?")], &["Slash"]), ["/"]);
        assert_eq!(read(&[KeyCode::ControlLeft, KeyCode::AltRight], &[(KeyCode::KeyQ, "@")], &["KeyQ"]), ["Q"]);
        assert_eq!(read(&[], &[(KeyCode::KeyZ, "я")], &["KeyZ"]), ["Z"], "the Latin letter stands beside it");
    }

    #[test]
    fn a_sign_whose_shift_was_let_go_in_the_same_frame_is_no_label() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, plugin)).init_resource::<Settings>();
        let shift =
            |state| KeyboardInput { state, logical_key: Key::Shift, ..keys::typed_key_press("", KeyCode::ShiftLeft) };
        let slash = keys::typed_key_press("?", KeyCode::Slash);
        for press in [shift(ButtonState::Pressed), slash, shift(ButtonState::Released)] {
            app.world_mut().write_message(press);
        }
        app.update();
        assert_eq!(app.world().resource::<Settings>().key_labels, KeyLabels::default());
    }

    #[test]
    fn another_keyboard_takes_the_labels_back() {
        let both = [(KeyCode::KeyZ, "y"), (KeyCode::KeyY, "z"), (KeyCode::KeyZ, "z")];
        assert_eq!(read(&[], &both, &["KeyZ", "KeyY"]), ["Z", "Y"]);
    }

    #[test]
    fn a_file_gives_no_label_that_no_key_has() {
        let told = [("KeyZ", 'Y'), ("Nothing", 'N'), ("x", 'X'), ("ArrowUp", 'U'), ("KeyA", '\u{7}'), ("Slash", 'ı')];
        let labels = KeyLabels(told.map(|(name, label)| (name.to_owned(), label)).into());
        let right = [("KeyZ", 'Y'), ("Slash", 'ı')].map(|(name, label)| (name.to_owned(), label));
        assert_eq!(labels.without_unknown_keys(), KeyLabels(right.into()));
    }
}
