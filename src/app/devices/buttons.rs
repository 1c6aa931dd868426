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
    /// The names of Sony's gamepads of the PlayStation 4, one of which has been another since.
    DualShock,
    /// The names of Nintendo's gamepads, whose letters lie elsewhere.
    Nintendo,
    /// The names of Sony's gamepads of the PlayStation 3, two of which have been others since.
    DualShock3,
}

/// The number of Sony among the makers of USB devices.
const SONY: u16 = 0x054c;
/// The number of Nintendo among the makers of USB devices.
const NINTENDO: u16 = 0x057e;
/// The number of Microsoft among the makers of USB devices.
const MICROSOFT: u16 = 0x045e;
/// Sony's numbers of the gamepads of the PlayStation 4: the first, the second, and the adaptor without a wire.
/// Source: `gamecontrollerdb.txt` of SDL.
const DUALSHOCKS: [u16; 3] = [0x05c4, 0x09cc, 0x0ba0];
/// Sony's number of the gamepads of the PlayStation 3, with and without motors. Source: `gamecontrollerdb.txt` of SDL.
const DUALSHOCK_3: u16 = 0x0268;
/// Words in the names of gamepads that tell which names are printed on them, where the maker's number does not: many
/// makers have gamepads for several systems.
const WORDS: [(&str, PadFamily); 11] = [
    ("dualshock 3", PadFamily::DualShock3),
    ("playstation(r)3", PadFamily::DualShock3),
    ("ps3", PadFamily::DualShock3),
    ("dualshock", PadFamily::DualShock),
    ("ps4", PadFamily::DualShock),
    ("playstation", PadFamily::PlayStation),
    ("dualsense", PadFamily::PlayStation),
    ("ps5", PadFamily::PlayStation),
    ("nintendo", PadFamily::Nintendo),
    ("switch", PadFamily::Nintendo),
    ("joy-con", PadFamily::Nintendo),
];
/// How the name of Nintendo's own gamepad begins. Others have the words further behind, for other systems too.
const PRO_CONTROLLER: &str = "pro controller";

/// The buttons: the name in the settings, the button, and what a player reads on it, by [`PadFamily`] in its order;
/// empty for those that [`PadFamily::keycap`] shows as arrows.
static BUTTONS: [(&str, GamepadButton, [&str; 5]); 18] = [
    ("DPadLeft", GamepadButton::DPadLeft, [""; 5]),
    ("DPadRight", GamepadButton::DPadRight, [""; 5]),
    ("DPadUp", GamepadButton::DPadUp, [""; 5]),
    ("DPadDown", GamepadButton::DPadDown, [""; 5]),
    ("South", GamepadButton::South, ["A", "Cross", "Cross", "B", "Cross"]),
    ("East", GamepadButton::East, ["B", "Circle", "Circle", "A", "Circle"]),
    ("West", GamepadButton::West, ["X", "Square", "Square", "Y", "Square"]),
    ("North", GamepadButton::North, ["Y", "Triangle", "Triangle", "X", "Triangle"]),
    ("LeftTrigger", GamepadButton::LeftTrigger, ["LB", "L1", "L1", "L", "L1"]),
    ("RightTrigger", GamepadButton::RightTrigger, ["RB", "R1", "R1", "R", "R1"]),
    ("LeftTrigger2", GamepadButton::LeftTrigger2, ["LT", "L2", "L2", "ZL", "L2"]),
    ("RightTrigger2", GamepadButton::RightTrigger2, ["RT", "R2", "R2", "ZR", "R2"]),
    ("LeftThumb", GamepadButton::LeftThumb, ["L stick", "L3", "L3", "L stick", "L3"]),
    ("RightThumb", GamepadButton::RightThumb, ["R stick", "R3", "R3", "R stick", "R3"]),
    ("Select", GamepadButton::Select, ["Select", "Create", "Share", "Minus", "Select"]),
    ("Start", GamepadButton::Start, ["Start", "Options", "Options", "Plus", "Start"]),
    ("C", GamepadButton::C, ["C"; 5]),
    ("Z", GamepadButton::Z, ["Z"; 5]),
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
    /// The family of a gamepad by the numbers of its maker and of the gamepad itself, and by its name where these do
    /// not tell which system it is for.
    pub fn of(numbers: [Option<u16>; 2], name: &str) -> Self {
        let numbers = if numbers[0].is_some() { numbers } else { numbers_in(name) };
        match numbers {
            [Some(SONY), Some(product)] if DUALSHOCKS.contains(&product) => Self::DualShock,
            [Some(SONY), Some(DUALSHOCK_3)] => Self::DualShock3,
            [Some(SONY), _] => Self::PlayStation,
            [Some(NINTENDO), _] => Self::Nintendo,
            [Some(maker), Some(product)] if is_for_switch(maker, product) => Self::Nintendo,
            [Some(MICROSOFT), _] => Self::Xbox,
            _ => {
                let name = name.to_lowercase();
                let known = WORDS.iter().find(|(word, _)| name.contains(*word)).map(|&(_, family)| family);
                known.unwrap_or(if name.starts_with(PRO_CONTROLLER) { Self::Nintendo } else { Self::Xbox })
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

/// Whether a gamepad that Hori, PDP or PowerA make is for the Nintendo Switch: browsers tell names of them that do not
/// say so, as "NSW wired controller". Source: `controller_list.h` of SDL.
const fn is_for_switch(maker: u16, product: u16) -> bool {
    let hori = maker == 0x0f0d && matches!(product, 0x0092 | 0x00aa | 0x00c1 | 0x00dc | 0x00f6);
    hori || matches!((maker, product), (0x0e6f, 0x0180..=0x0188) | (0x20d6, 0xa711..=0xa718))
}

/// The numbers of a gamepad's maker and of the gamepad itself before its name, as `54c-9cc-Wireless Controller`. On a
/// Mac, Firefox and Safari write them so, without the zeros before them for which `gilrs` looks.
fn numbers_in(name: &str) -> [Option<u16>; 2] {
    let mut parts = name.splitn(3, '-');
    let read = [parts.next(), parts.next()].map(|part| u16::from_str_radix(part?, 16).ok());
    if parts.next().is_some() && read[1].is_some() { read } else { [None; 2] }
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
        for layout in [PadBindings::default(), PadBindings::shoulders()] {
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
        let sonys = [PadFamily::PlayStation, PadFamily::DualShock, PadFamily::DualShock3];
        for family in [PadFamily::Xbox, PadFamily::Nintendo].into_iter().chain(sonys) {
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
    fn the_family_is_that_of_the_maker_and_where_that_says_too_little_that_of_the_name() {
        let made = |vendor| PadFamily::of([vendor, None], "DualSense Wireless Controller");
        assert_eq!(
            [Some(SONY), Some(NINTENDO), Some(MICROSOFT), None].map(made),
            [PadFamily::PlayStation, PadFamily::Nintendo, PadFamily::Xbox, PadFamily::PlayStation]
        );
        let dualshocks = DUALSHOCKS.map(|product| PadFamily::of([Some(SONY), Some(product)], "Wireless Controller"));
        assert_eq!(dualshocks, [PadFamily::DualShock; 3]);
        assert_eq!(PadFamily::of([Some(SONY), Some(0x0ce6)], "Wireless Controller"), PadFamily::PlayStation);
        // Other makers, whose gamepads have names of a browser's or of gilrs.
        for (maker, product, family) in [
            (0x0f0d, 0x00c1, PadFamily::Nintendo),
            (0x0f0d, 0x00c0, PadFamily::Xbox),
            (0x0e6f, 0x017f, PadFamily::Xbox),
            (0x0e6f, 0x0180, PadFamily::Nintendo),
            (0x0e6f, 0x0188, PadFamily::Nintendo),
            (0x0e6f, 0x0189, PadFamily::Xbox),
            (0x20d6, 0xa710, PadFamily::Xbox),
            (0x20d6, 0xa711, PadFamily::Nintendo),
            (0x20d6, 0xa718, PadFamily::Nintendo),
            (0x20d6, 0xa719, PadFamily::Xbox),
        ] {
            let found = PadFamily::of([Some(maker), Some(product)], "NSW wired controller");
            assert_eq!(found, family, "{maker:x} {product:x}");
        }
        for (name, family) in [
            ("Horipad Nintendo Switch Controller", PadFamily::Nintendo),
            ("Horipad Switch", PadFamily::Nintendo),
            ("Hori Fighting Commander 4 PS4", PadFamily::DualShock),
            ("Revolution Pro Controller", PadFamily::Xbox),
        ] {
            assert_eq!(PadFamily::of([Some(0x0f0d), Some(0x0001)], name), family, "{name}");
        }
        // Names without numbers that gilrs finds, as Safari and, on a Mac, Firefox give them.
        for (name, family) in [
            ("Joy-Con (R)", PadFamily::Nintendo),
            ("Pro Controller Extended Gamepad", PadFamily::Nintendo),
            ("DUALSHOCK 4 Wireless Controller Extended Gamepad", PadFamily::DualShock),
            ("54c-ce6-Wireless Controller", PadFamily::PlayStation),
            ("54c-9cc-Wireless Controller", PadFamily::DualShock),
            ("54c-268-PLAYSTATION(R)3 Controller", PadFamily::DualShock3),
            ("PLAYSTATION(R)3 Controller", PadFamily::DualShock3),
            ("PS3 Controller", PadFamily::DualShock3),
            ("57e-2009-Pro Controller", PadFamily::Nintendo),
            ("57e-wired-Gamepad", PadFamily::Xbox),
            ("54c-9cc", PadFamily::Xbox),
            ("PlayStation Controller", PadFamily::PlayStation),
            ("Xbox Wireless Controller", PadFamily::Xbox),
            ("", PadFamily::Xbox),
        ] {
            assert_eq!(PadFamily::of([None; 2], name), family, "{name}");
        }
    }

    #[test]
    fn words_name_the_buttons_of_the_gamepad_in_hand() {
        let told = |family: PadFamily| family.name_buttons("<South> begins it, <Start> ends it; <East> leaves it");
        assert_eq!(told(PadFamily::Xbox), "A begins it, Start ends it; B leaves it");
        assert_eq!(told(PadFamily::PlayStation), "Cross begins it, Options ends it; Circle leaves it");
        assert_eq!(told(PadFamily::Nintendo), "B begins it, Plus ends it; A leaves it");
        let sonys = [PadFamily::PlayStation, PadFamily::DualShock, PadFamily::DualShock3];
        let middle = sonys.map(|family| family.name_buttons("<Select> <Start>"));
        assert_eq!(middle, ["Create Options", "Share Options", "Select Start"]);
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
