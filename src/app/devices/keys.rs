//! The names of keys, as the settings write them and as they are printed on a US keyboard, and whether keys were down.

use bevy::input::keyboard::{Key, KeyboardInput, NativeKeyCode};
use bevy::input::{ButtonInput, ButtonState};
use bevy::prelude::KeyCode;

/// What is shown on a keycap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keycap {
    /// A word or a letter.
    Text(String),
    /// An arrow, which is painted.
    Arrow(ArrowDirection),
}

/// The direction in which an arrow points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowDirection {
    /// The arrow points left.
    Left,
    /// The arrow points right.
    Right,
    /// The arrow points up.
    Up,
    /// The arrow points down.
    Down,
}

/// Makes a list of keys, each with its name, which is that of its variant of [`KeyCode`].
macro_rules! keys {
    ($($key:ident)*) => { [$((stringify!($key), KeyCode::$key)),*] };
}

/// The keys that can be bound.
#[rustfmt::skip]
static KEYS: &[(&str, KeyCode)] = &keys![
    KeyA KeyB KeyC KeyD KeyE KeyF KeyG KeyH KeyI KeyJ KeyK KeyL KeyM KeyN KeyO KeyP KeyQ KeyR KeyS KeyT KeyU KeyV KeyW
    KeyX KeyY KeyZ Digit0 Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 ArrowLeft ArrowRight ArrowUp
    ArrowDown Space Enter Tab Backspace ShiftLeft ShiftRight ControlLeft ControlRight AltLeft AltRight SuperLeft
    SuperRight CapsLock ContextMenu Backquote Minus Equal BracketLeft BracketRight Backslash IntlBackslash IntlRo
    IntlYen Semicolon Quote Comma Period Slash Insert Delete Home End PageUp PageDown Numpad0 Numpad1 Numpad2 Numpad3
    Numpad4 Numpad5 Numpad6 Numpad7 Numpad8 Numpad9 NumpadAdd NumpadSubtract NumpadMultiply NumpadDivide NumpadDecimal
    NumpadEnter NumpadComma NumpadEqual NumLock Convert NonConvert KanaMode Lang1 Lang2 F1 F2 F3 F4 F5 F6 F7 F8 F9 F10
];

/// The key with this name; `None` if no key with this name can be bound.
pub fn key_named(name: &str) -> Option<KeyCode> {
    KEYS.iter().find(|(known, _)| *known == name).map(|&(_, key)| key)
}

/// The name of a key; `None` if it cannot be bound.
pub fn key_name(key: KeyCode) -> Option<&'static str> {
    KEYS.iter().find(|(_, known)| *known == key).map(|&(name, _)| name)
}

/// The key by which a press is no shortcut.
pub const NO_SHORTCUT: KeyCode = KeyCode::Unidentified(NativeKeyCode::Unidentified);

/// The key by which a press is a shortcut: that of the letter which it types, wherever the keyboard has this letter. Of
/// signs, and where other letters than Latin ones are typed, the place on the keyboard counts; but a sign where others
/// have a letter, as the comma of a French keyboard that lies where M is elsewhere, is [`NO_SHORTCUT`].
pub fn shortcut_key(press: &KeyboardInput) -> KeyCode {
    match &press.logical_key {
        Key::Character(typed) if typed.chars().all(|typed| typed.is_ascii_alphabetic()) => {
            key_named(&format!("Key{}", typed.to_ascii_uppercase())).unwrap_or(press.key_code)
        }
        Key::Character(typed)
            if typed.starts_with(|typed: char| typed.is_ascii_punctuation())
                && key_name(press.key_code).is_some_and(|name| name.starts_with("Key")) =>
        {
            NO_SHORTCUT
        }
        _ => press.key_code,
    }
}

/// Whether one of these keys was down in this frame: one that was let go may have been down as another was pressed.
pub fn were_down<const COUNT: usize>(keys: [KeyCode; COUNT], at_end: &ButtonInput<KeyCode>) -> bool {
    at_end.any_pressed(keys) || at_end.any_just_released(keys)
}

/// Whether one of these keys was down at the event `at` of a frame, whose events are all given in their order. The last
/// event of a key before that one decides; without one, the first after it, since only a key that is down goes up or
/// repeats; without any, what holds at the frame's end.
pub fn were_held(keys: &[KeyCode], events: &[&KeyboardInput], at: usize, at_end: &ButtonInput<KeyCode>) -> bool {
    let (before, after) = events.split_at(at);
    keys.iter().any(|key| match before.iter().rfind(|event| event.key_code == *key) {
        Some(last) => last.state == ButtonState::Pressed,
        None => match after.iter().find(|event| event.key_code == *key) {
            Some(next) => next.state == ButtonState::Released || next.repeat,
            None => at_end.pressed(*key),
        },
    })
}

/// For tests: the press of a key that types this text.
#[cfg(test)]
pub(crate) fn typed_key_press(typed: &str, key_code: KeyCode) -> KeyboardInput {
    KeyboardInput {
        key_code,
        logical_key: Key::Character(typed.into()),
        state: ButtonState::Pressed,
        text: Some(typed.into()),
        repeat: false,
        window: bevy::prelude::Entity::PLACEHOLDER,
    }
}

/// What a player reads on the key with this name on a US keyboard: the name itself if nothing shorter is known. What is
/// printed on the player's own keys, [`KeyLabels`](super::labels::KeyLabels) says.
pub fn us_keycap(name: &str) -> Keycap {
    let text = match name {
        "ArrowLeft" => return Keycap::Arrow(ArrowDirection::Left),
        "ArrowRight" => return Keycap::Arrow(ArrowDirection::Right),
        "ArrowUp" => return Keycap::Arrow(ArrowDirection::Up),
        "ArrowDown" => return Keycap::Arrow(ArrowDirection::Down),
        "ShiftLeft" => "L Shift",
        "ShiftRight" => "R Shift",
        "ControlLeft" => "L Ctrl",
        "ControlRight" => "R Ctrl",
        "AltLeft" => "L Alt",
        "AltRight" => "R Alt",
        "SuperLeft" => "L Super",
        "SuperRight" => "R Super",
        "Escape" => "Esc",
        "CapsLock" => "Caps",
        "ContextMenu" => "Menu",
        "Backquote" => "`",
        "Minus" => "-",
        "Equal" => "=",
        "BracketLeft" => "[",
        "BracketRight" => "]",
        "Backslash" => "\\",
        "IntlBackslash" => "<",
        "Semicolon" => ";",
        "Quote" => "'",
        "Comma" => ",",
        "Period" => ".",
        "Slash" => "/",
        "PageUp" => "Page Up",
        "PageDown" => "Page Down",
        "NumpadAdd" => "Num +",
        "NumpadSubtract" => "Num -",
        "NumpadMultiply" => "Num *",
        "NumpadDivide" => "Num /",
        "NumpadDecimal" => "Num .",
        "NumpadEnter" => "Num Enter",
        other => other,
    };
    let stripped = text.strip_prefix("Key").or_else(|| text.strip_prefix("Digit")).filter(|rest| rest.len() == 1);
    let numpad = text.strip_prefix("Numpad").map(|rest| format!("Num {rest}"));
    Keycap::Text(numpad.unwrap_or_else(|| stripped.unwrap_or(text).to_owned()))
}

/// The words for what is on a keycap.
pub fn keycap_in_words(cap: &Keycap) -> String {
    match cap {
        // A sentence does not begin with one of these signs.
        Keycap::Text(text) => match text.as_str() {
            "," => "Comma".to_owned(),
            "." => "Period".to_owned(),
            "/" => "Slash".to_owned(),
            _ => text.clone(),
        },
        Keycap::Arrow(way) => format!("{way:?} arrow"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The press or the release of a key.
    fn event(key_code: KeyCode, state: ButtonState) -> KeyboardInput {
        KeyboardInput { state, ..typed_key_press("", key_code) }
    }

    #[test]
    fn a_key_that_was_let_go_within_the_frame_was_down_in_it() {
        let (keys, mut at_end) = ([KeyCode::ControlLeft, KeyCode::SuperLeft], ButtonInput::default());
        at_end.press(KeyCode::KeyR);
        assert!(!were_down(keys, &at_end));
        for key in keys {
            at_end.press(key);
            assert!(were_down(keys, &at_end), "{key:?}");
            at_end.release(key);
            assert!(were_down(keys, &at_end), "{key:?} is up at the frame's end");
            at_end.clear();
            assert!(!were_down(keys, &at_end), "{key:?} was up all along");
        }
    }

    #[test]
    fn the_events_of_a_key_tell_whether_it_was_down_at_a_press_of_another() {
        let (ctrl, other) = (KeyCode::ControlLeft, KeyCode::ControlRight);
        let press = typed_key_press("v", KeyCode::KeyV);
        let [down, up] = [ButtonState::Pressed, ButtonState::Released].map(|state| event(ctrl, state));
        let repeat = KeyboardInput { repeat: true, ..down.clone() };
        for (name, before, after, at_end, expected) in [
            ("down and up around it", vec![&down], vec![&up], false, true),
            ("down and up before it", vec![&down, &up], vec![], false, false),
            ("up and down before it", vec![&up, &down], vec![], true, true),
            ("down after it", vec![], vec![&down], true, false),
            ("down and up after it", vec![], vec![&down, &up], false, false),
            ("up after it", vec![], vec![&up], false, true),
            ("up and down after it", vec![], vec![&up, &down], true, true),
            ("down for long", vec![], vec![&repeat], true, true),
            ("down for longer than the frame", vec![], vec![], true, true),
            ("never down", vec![], vec![], false, false),
        ] {
            let mut held = ButtonInput::default();
            if at_end {
                held.press(ctrl);
            }
            let at = before.len();
            let events = [before, vec![&press], after].concat();
            assert_eq!(were_held(&[ctrl], &events, at, &held), expected, "{name}");
            assert_eq!(were_held(&[other, ctrl], &events, at, &held), expected, "{name}, beside another");
            assert!(!were_held(&[other], &events, at, &held), "{name}");
        }
    }
}
