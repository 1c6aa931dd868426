//! The names of gamepad buttons: as the settings write them and as a player reads them. The four buttons under the
//! right thumb are named A, B, X and Y by their places, whatever is printed on a pad.

use super::keys::{ArrowDirection, Keycap};
use crate::app::persistence::Settings;
use crate::game::input::Action;
use bevy::prelude::GamepadButton;

/// The buttons that can be bound: the name in the settings, the button, and what a player reads; empty for those that
/// [`button_keycap`] shows as arrows. Start is not among them: it always pauses.
static BUTTONS: &[(&str, GamepadButton, &str)] = &[
    ("DPadLeft", GamepadButton::DPadLeft, ""),
    ("DPadRight", GamepadButton::DPadRight, ""),
    ("DPadUp", GamepadButton::DPadUp, ""),
    ("DPadDown", GamepadButton::DPadDown, ""),
    ("South", GamepadButton::South, "A"),
    ("East", GamepadButton::East, "B"),
    ("West", GamepadButton::West, "X"),
    ("North", GamepadButton::North, "Y"),
    ("LeftTrigger", GamepadButton::LeftTrigger, "LB"),
    ("RightTrigger", GamepadButton::RightTrigger, "RB"),
    ("LeftTrigger2", GamepadButton::LeftTrigger2, "LT"),
    ("RightTrigger2", GamepadButton::RightTrigger2, "RT"),
    ("LeftThumb", GamepadButton::LeftThumb, "L stick"),
    ("RightThumb", GamepadButton::RightThumb, "R stick"),
    ("Select", GamepadButton::Select, "Select"),
    ("C", GamepadButton::C, "C"),
    ("Z", GamepadButton::Z, "Z"),
];

/// The button with this name in the settings; `None` if there is none.
pub fn button_named(name: &str) -> Option<GamepadButton> {
    BUTTONS.iter().find(|(known, ..)| *known == name).map(|&(_, button, _)| button)
}

/// The name of a button in the settings; `None` if it cannot be bound.
pub fn button_name(button: GamepadButton) -> Option<&'static str> {
    BUTTONS.iter().find(|(_, known, _)| *known == button).map(|&(name, ..)| name)
}

/// What a player reads on the button with this name: the name itself if it is not known.
pub fn button_keycap(name: &str) -> Keycap {
    match name {
        "DPadLeft" => Keycap::Arrow(ArrowDirection::Left),
        "DPadRight" => Keycap::Arrow(ArrowDirection::Right),
        "DPadUp" => Keycap::Arrow(ArrowDirection::Up),
        "DPadDown" => Keycap::Arrow(ArrowDirection::Down),
        other => {
            let known = BUTTONS.iter().find(|(known, ..)| *known == other);
            Keycap::Text(known.map_or(other, |(.., text)| text).to_owned())
        }
    }
}

/// What a player reads on the first key of an action, or on its first button if a gamepad is used; an action without a
/// button is named by its key. `None` if it has neither.
pub fn action_keycap(action: Action, settings: &Settings, by_gamepad: bool) -> Option<Keycap> {
    let button = settings.pads.0.0.get(&action).and_then(|names| names.first()).filter(|_| by_gamepad);
    let key = settings.keys.0.get(&action).and_then(|names| names.first());
    button.map(|name| button_keycap(name)).or_else(|| key.map(|name| settings.key_labels.keycap(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::bindings::PadBindings;

    #[test]
    fn every_button_of_both_layouts_can_be_pressed_and_read() {
        for layout in [PadBindings::usual(), PadBindings::shoulders()] {
            for name in layout.0.0.values().flatten() {
                assert_eq!(button_named(name).and_then(button_name), Some(name.as_str()));
                assert_ne!(button_keycap(name), Keycap::Text(String::new()), "{name}");
            }
        }
        assert_eq!(button_name(GamepadButton::Start), None, "the pause cannot be bound away");
    }

    #[test]
    fn an_action_is_named_by_its_button_while_a_gamepad_is_used() {
        let mut settings = Settings::default();
        let drop = |settings: &Settings, by_gamepad| action_keycap(Action::HardDrop, settings, by_gamepad);
        let [key, button] = [Keycap::Text("Space".to_owned()), Keycap::Arrow(ArrowDirection::Up)];
        assert_eq!([false, true].map(|pad| drop(&settings, pad)), [Some(key.clone()), Some(button)]);
        settings.pads.0.0.remove(&Action::HardDrop);
        assert_eq!(drop(&settings, true), Some(key), "it has no button");
        settings.keys.0.remove(&Action::HardDrop);
        assert_eq!(drop(&settings, true), None);
    }
}
