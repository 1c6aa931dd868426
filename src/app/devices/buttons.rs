//! The names of gamepad buttons: as the settings write them and as a player reads them on the gamepad in hand.

use super::keys::{ArrowDirection, Keycap};
use crate::app::persistence::Settings;
use crate::game::input::Action;
use bevy::prelude::GamepadButton;

/// The gamepads on which the same names are printed. Those that nobody knows are named as most are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PadFamily {
    /// The names of an Xbox controller, which most others have too.
    #[default]
    Xbox,
    /// The names of Sony's gamepads.
    PlayStation,
    /// The names of Nintendo's gamepads, whose letters lie elsewhere.
    Nintendo,
}

/// The number of Sony among the makers of USB devices.
const SONY: u16 = 0x054c;
/// The number of Nintendo among the makers of USB devices.
const NINTENDO: u16 = 0x057e;
/// Words in the names of gamepads that tell whose they are, where no number does.
const WORDS: [(&str, PadFamily); 6] = [
    ("playstation", PadFamily::PlayStation),
    ("dualshock", PadFamily::PlayStation),
    ("dualsense", PadFamily::PlayStation),
    ("nintendo", PadFamily::Nintendo),
    ("joy-con", PadFamily::Nintendo),
    ("pro controller", PadFamily::Nintendo),
];

/// The buttons: the name in the settings, the button, and what a player reads on it, by [`PadFamily`] in its order;
/// empty for those that [`PadFamily::keycap`] shows as arrows.
static BUTTONS: [(&str, GamepadButton, [&str; 3]); 18] = [
    ("DPadLeft", GamepadButton::DPadLeft, [""; 3]),
    ("DPadRight", GamepadButton::DPadRight, [""; 3]),
    ("DPadUp", GamepadButton::DPadUp, [""; 3]),
    ("DPadDown", GamepadButton::DPadDown, [""; 3]),
    ("South", GamepadButton::South, ["A", "Cross", "B"]),
    ("East", GamepadButton::East, ["B", "Circle", "A"]),
    ("West", GamepadButton::West, ["X", "Square", "Y"]),
    ("North", GamepadButton::North, ["Y", "Triangle", "X"]),
    ("LeftTrigger", GamepadButton::LeftTrigger, ["LB", "L1", "L"]),
    ("RightTrigger", GamepadButton::RightTrigger, ["RB", "R1", "R"]),
    ("LeftTrigger2", GamepadButton::LeftTrigger2, ["LT", "L2", "ZL"]),
    ("RightTrigger2", GamepadButton::RightTrigger2, ["RT", "R2", "ZR"]),
    ("LeftThumb", GamepadButton::LeftThumb, ["L stick", "L3", "L stick"]),
    ("RightThumb", GamepadButton::RightThumb, ["R stick", "R3", "R stick"]),
    ("Select", GamepadButton::Select, ["Select", "Create", "Minus"]),
    ("Start", GamepadButton::Start, ["Start", "Options", "Plus"]),
    ("C", GamepadButton::C, ["C"; 3]),
    ("Z", GamepadButton::Z, ["Z"; 3]),
];

/// The buttons that can be bound: all but Start, which always pauses.
fn bindable() -> impl Iterator<Item = (&'static str, GamepadButton)> {
    let all = BUTTONS.iter().map(|&(name, button, _)| (name, button));
    all.filter(|(_, button)| *button != GamepadButton::Start)
}

/// The button with this name in the settings; `None` if there is none.
pub fn button_named(name: &str) -> Option<GamepadButton> {
    bindable().find(|(known, _)| *known == name).map(|(_, button)| button)
}

/// The name of a button in the settings; `None` if it cannot be bound.
pub fn button_name(button: GamepadButton) -> Option<&'static str> {
    bindable().find(|(_, known)| *known == button).map(|(name, _)| name)
}

impl PadFamily {
    /// The family of a gamepad by the number of its maker, and by its name where the system tells no number.
    pub fn of(vendor: Option<u16>, name: &str) -> Self {
        match vendor {
            Some(SONY) => Self::PlayStation,
            Some(NINTENDO) => Self::Nintendo,
            Some(_) => Self::Xbox,
            None => {
                let name = name.to_lowercase();
                WORDS.iter().find(|(word, _)| name.contains(*word)).map_or(Self::Xbox, |&(_, family)| family)
            }
        }
    }

    /// What a player reads on a button; empty for those without a name.
    pub fn label(self, button: GamepadButton) -> &'static str {
        BUTTONS.iter().find(|(_, known, _)| *known == button).map_or("", |(.., labels)| labels[self as usize])
    }

    /// What a player reads on the button with this name in the settings: the name itself if it is not known.
    fn read(self, name: &str) -> &str {
        BUTTONS.iter().find(|(known, ..)| *known == name).map_or(name, |(.., labels)| labels[self as usize])
    }

    /// The button with this name in the settings as it is painted: with the name itself if it is not known.
    pub fn keycap(self, name: &str) -> Keycap {
        match name {
            "DPadLeft" => Keycap::Arrow(ArrowDirection::Left),
            "DPadRight" => Keycap::Arrow(ArrowDirection::Right),
            "DPadUp" => Keycap::Arrow(ArrowDirection::Up),
            "DPadDown" => Keycap::Arrow(ArrowDirection::Down),
            other => Keycap::Text(self.read(other).to_owned()),
        }
    }

    /// The words with the buttons in them as a player reads them: `<South>` stands for the button of this name.
    pub fn name_buttons(self, words: &str) -> String {
        let mut parts = words.split('<');
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once('>').unwrap_or((part, ""));
            named.push_str(self.read(name));
            named.push_str(rest);
        }
        named
    }
}

/// What a player reads on the first key of an action, or on its first button if a gamepad is used, of which `pad` is
/// the family; an action without a button is named by its key. `None` if it has neither.
pub fn action_keycap(action: Action, settings: &Settings, pad: Option<PadFamily>) -> Option<Keycap> {
    let button = pad.zip(settings.pads.0.0.get(&action).and_then(|names| names.first()));
    let key = settings.keys.0.get(&action).and_then(|names| names.first());
    button.map(|(pad, name)| pad.keycap(name)).or_else(|| key.map(|name| settings.key_labels.keycap(name)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::persistence::bindings::PadBindings;

    #[test]
    fn every_button_of_both_layouts_can_be_pressed_and_read() {
        for layout in [PadBindings::usual(), PadBindings::shoulders()] {
            for name in layout.0.0.values().flatten() {
                assert_eq!(button_named(name).and_then(button_name), Some(name.as_str()));
                assert_ne!(PadFamily::Xbox.keycap(name), Keycap::Text(String::new()), "{name}");
            }
        }
        assert_eq!(button_name(GamepadButton::Start), None, "the pause cannot be bound away");
        assert_eq!(button_named("Start"), None);
    }

    #[test]
    fn every_button_of_a_family_has_a_name_that_no_other_has() {
        for family in [PadFamily::Xbox, PadFamily::PlayStation, PadFamily::Nintendo] {
            // The button in the middle of a gamepad belongs to the system.
            let all = GamepadButton::all().into_iter().filter(|button| *button != GamepadButton::Mode);
            let mut caps: Vec<String> = all
                .map(|button| {
                    let (name, ..) = BUTTONS.iter().find(|(_, known, _)| *known == button).unwrap();
                    format!("{:?}", family.keycap(name))
                })
                .collect();
            assert!(!caps.contains(&format!("{:?}", Keycap::Text(String::new()))), "{family:?}: {caps:?}");
            let count = caps.len();
            caps.sort_unstable();
            caps.dedup();
            assert_eq!(caps.len(), count, "{family:?}: {caps:?}");
        }
    }

    #[test]
    fn the_family_is_that_of_the_maker_and_without_one_that_of_the_name() {
        let made = |vendor| PadFamily::of(vendor, "DualSense Wireless Controller");
        assert_eq!(
            [Some(SONY), Some(NINTENDO), Some(0x045e), None].map(made),
            [PadFamily::PlayStation, PadFamily::Nintendo, PadFamily::Xbox, PadFamily::PlayStation]
        );
        assert_eq!(PadFamily::of(None, "Joy-Con (R)"), PadFamily::Nintendo);
        assert_eq!([PadFamily::of(None, "Xbox Wireless Controller"), PadFamily::of(None, "")], [PadFamily::Xbox; 2]);
    }

    #[test]
    fn words_name_the_buttons_of_the_gamepad_in_hand() {
        let told = |family: PadFamily| family.name_buttons("<South> begins it, <Start> ends it; <East> leaves it");
        assert_eq!(told(PadFamily::Xbox), "A begins it, Start ends it; B leaves it");
        assert_eq!(told(PadFamily::PlayStation), "Cross begins it, Options ends it; Circle leaves it");
        assert_eq!(told(PadFamily::Nintendo), "B begins it, Plus ends it; A leaves it");
    }

    #[test]
    fn an_action_is_named_by_its_button_while_a_gamepad_is_used() {
        let mut settings = Settings::default();
        let pad = Some(PadFamily::Xbox);
        let drop = |settings: &Settings, pad| action_keycap(Action::HardDrop, settings, pad);
        let [key, button] = [Keycap::Text("Space".to_owned()), Keycap::Arrow(ArrowDirection::Up)];
        assert_eq!([None, pad].map(|pad| drop(&settings, pad)), [Some(key.clone()), Some(button)]);
        settings.pads.0.0.remove(&Action::HardDrop);
        assert_eq!(drop(&settings, pad), Some(key), "it has no button");
        settings.keys.0.remove(&Action::HardDrop);
        assert_eq!(drop(&settings, pad), None);
    }
}
