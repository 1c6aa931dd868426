//! Binding keys and buttons: an action waits for the next one, whatever it is. What does two things is marked and named.

use super::super::menu::Menu;
use super::super::nav::{self, MenuSound, Nav};
use super::super::{buttons, keys, keys::Cap};
use crate::app::persistence::bindings::{Clash, Pads, clashes, shared, told};
use crate::app::persistence::settings::Bindings;
use crate::app::persistence::{Chairs, Hands, Settings};
use crate::game::input::Action;
use bevy::input::ButtonState;
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::prelude::*;

/// The most keys of an action; one more begins anew.
const MOST: usize = 4;

/// What is bound: the keys of one person, those of each of two at one keyboard, or the buttons of all gamepads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Device {
    #[default]
    Keyboard,
    LeftKeys,
    RightKeys,
    Gamepad,
}

impl Device {
    /// In the order in which they are chosen, called as on the page where the players sit down.
    const ALL: [(Device, &'static str); 4] = [
        (Device::Keyboard, Hands::Keys.title()),
        (Device::LeftKeys, Hands::LeftKeys.title()),
        (Device::RightKeys, Hands::RightKeys.title()),
        (Device::Gamepad, "Gamepads"),
    ];

    const fn is_half(self) -> bool {
        matches!(self, Device::LeftKeys | Device::RightKeys)
    }

    /// Who plays with it.
    const fn about(self) -> &'static str {
        match self {
            Device::Keyboard => "For one at the keyboard. Who plays alone has the gamepads too, at any time",
            Device::LeftKeys | Device::RightKeys => {
                "Two people at one keyboard have a half of it each; who sits there is chosen in Versus"
            }
            Device::Gamepad => "The buttons of every gamepad, whoever plays with it",
        }
    }

    /// What is said where no key does two things.
    const fn in_order(self) -> &'static str {
        match self {
            Device::Keyboard => "Every key has one action.",
            Device::LeftKeys | Device::RightKeys => "Every key has one action, and one of the two players.",
            Device::Gamepad => "Every button has one action. Start is the pause.",
        }
    }
}

/// What was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    Key(KeyCode),
    Button(GamepadButton),
}

/// The action that waits for a key. While there is one, no key does anything else.
#[derive(Resource, Debug, Default)]
pub struct Capture {
    device: Device,
    action: Option<Action>,
    heard: Option<Heard>,
}

impl Capture {
    /// Whether an action waits.
    pub fn is_on(&self) -> bool {
        self.action.is_some()
    }

    /// Waits no longer.
    pub(super) fn stop(&mut self) {
        (self.action, self.heard) = (None, None);
    }
}

/// Adds the ear.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Capture>();
    app.add_systems(PreUpdate, listen.after(nav::read));
}

/// The key is taken from the menus, which would act on it.
fn listen(mut capture: ResMut<Capture>, mut nav: ResMut<Nav>, mut pads: MessageReader<GamepadButtonStateChangedEvent>) {
    if !capture.is_on() {
        // The button that asks for another is not its answer.
        pads.clear();
        return;
    }
    let button = pads.read().find(|event| event.state == ButtonState::Pressed).map(|event| event.button);
    let heard = match capture.device {
        Device::Keyboard | Device::LeftKeys | Device::RightKeys => nav.key.map(Heard::Key),
        // Esc on the keyboard leaves it as it was.
        Device::Gamepad => button.map(Heard::Button).or(nav.key.filter(|&key| key == KeyCode::Escape).map(Heard::Key)),
    };
    capture.heard = heard;
    *nav = Nav::default();
}

/// What is bound, the rows of all actions, and the layouts.
pub(super) fn rows(menu: &mut Menu, settings: &mut Settings, capture: &mut Capture) {
    let mut device = capture.device;
    if menu.pick("Bindings of", &Device::ALL, &mut device) {
        *capture = Capture { device, ..Capture::default() };
    }
    menu.hint(device.about());
    let cap: fn(&str) -> Cap = if device == Device::Gamepad { buttons::cap } else { keys::cap };
    let chairs = &mut settings.chairs;
    let (bindings, theirs) = match device {
        Device::Keyboard => (&mut settings.keys, None),
        Device::LeftKeys => (&mut chairs.left_keys, Some(&chairs.right_keys)),
        Device::RightKeys => (&mut chairs.right_keys, Some(&chairs.left_keys)),
        Device::Gamepad => (&mut settings.pads.0, None),
    };
    if let (Some(action), Some(heard)) = (capture.action, capture.heard) {
        capture.stop();
        bind(bindings, action, name(heard));
        menu.sound(MenuSound::Select);
    }
    let double = clashes(bindings);
    let shared = theirs.map(|theirs| shared(bindings, theirs)).unwrap_or_default();
    let spoken = |name: &str| spoken(&cap(name));
    match told(&double, spoken).or_else(|| told_of_both(&shared, spoken)) {
        Some(line) => menu.alarm(&line),
        None => menu.note(device.in_order()),
    }
    // In versus nobody takes a piece back.
    for action in Action::ALL.into_iter().filter(|action| !device.is_half() || !action.takes_back()) {
        let names = bindings.0.get(&action).cloned().unwrap_or_default();
        let marked =
            |name: &String| double.iter().any(|clash| clash.key == *name) || shared.iter().any(|(key, _)| key == name);
        let caps: Vec<(Cap, bool)> = names.iter().map(|name| (cap(name), marked(name))).collect();
        let wipes = menu.nav.delete && menu.is_next_focused();
        let asked = if device == Device::Gamepad { "press a button" } else { "press a key" };
        let waiting = (capture.action == Some(action)).then_some(asked);
        let own = other_action(&double, action).map(|other| other.title().to_lowercase());
        let other = own.or_else(|| {
            let (_, other) = shared.iter().find(|(key, _)| names.contains(key))?;
            Some(format!("the other's {}", other.title().to_lowercase()))
        });
        if menu.binding(action.title(), &caps, waiting, other.as_deref()) {
            *capture = Capture { device, action: Some(action), heard: None };
        }
        menu.hint("Enter adds a key, the same key again takes it away, Delete takes all; Esc leaves it as it was");
        if wipes {
            menu.nav.delete = false;
            bindings.0.insert(action, Vec::new());
        }
    }
    menu.gap(6.0);
    layout(menu, bindings, device);
}

/// The layouts that come with the game.
fn layout(menu: &mut Menu, bindings: &mut Bindings, device: Device) {
    let layouts = match device {
        Device::Keyboard => vec![
            (Bindings::ARROWS(), "Arrows", "Arrows or the number pad move, letters turn"),
            (Bindings::LETTERS(), "Letters", "A and D move, arrows turn"),
            (
                Bindings::both_hands(),
                "Either hand",
                "Either hand moves and either hand turns: letters, arrows, number pad",
            ),
        ],
        Device::LeftKeys => vec![(Chairs::left_half(), "Left half", "W A S D move and drop, F G R turn")],
        Device::RightKeys => {
            vec![(Chairs::right_half(), "Right half", "Arrows move and drop, comma, period and slash turn")]
        }
        Device::Gamepad => vec![
            (Pads::usual().0, "Thumb turns", "The cross moves, the buttons under the right thumb turn"),
            (Pads::shoulders().0, "Shoulders turn", "The cross moves, the shoulder buttons turn"),
        ],
    };
    let at = layouts.iter().position(|(layout, ..)| layout == bindings);
    let step = menu.choice("Layout", at.map_or("Your own", |at| layouts[at].1));
    menu.hint(at.map_or("A layout as it comes; yours is lost with it", |at| layouts[at].2));
    if step != 0 {
        let next = at.map_or(0, |at| (at as i32 + step).rem_euclid(layouts.len() as i32) as usize);
        *bindings = layouts[next].0.clone();
    }
}

/// The keys that play for both of two, in one line. `None` when there are none.
fn told_of_both(shared: &[(String, Action)], spoken: impl Fn(&str) -> String) -> Option<String> {
    let (first, others) = shared.split_first()?;
    let rest = match others {
        [] => String::new(),
        [(other, _)] => format!("; so does {}", spoken(other)),
        others => format!("; so do {} more keys", others.len()),
    };
    Some(format!("{} plays for both people{rest}", spoken(&first.0)))
}

/// What a key cap says, in words.
fn spoken(cap: &Cap) -> String {
    match cap {
        // A sentence does not begin with one of these.
        Cap::Text(text) => match text.as_str() {
            "," => "Comma".to_owned(),
            "." => "Period".to_owned(),
            "/" => "Slash".to_owned(),
            _ => text.clone(),
        },
        Cap::Arrow(way) => format!("{way:?} arrow"),
    }
}

/// Another action with one of the keys of this one.
fn other_action(double: &[Clash], action: Action) -> Option<Action> {
    let clash = double.iter().find(|clash| clash.actions.contains(&action))?;
    clash.actions.iter().copied().find(|&other| other != action)
}

/// Keys without a name, Esc among them, cannot be bound.
fn name(heard: Heard) -> Option<&'static str> {
    match heard {
        Heard::Key(key) => keys::name(key),
        Heard::Button(button) => buttons::name(button),
    }
}

/// Adds the key to the action, or takes it away if it was there.
fn bind(bindings: &mut Bindings, action: Action, name: Option<&str>) {
    let Some(name) = name else { return };
    let names = bindings.0.entry(action).or_default();
    if let Some(at) = names.iter().position(|known| known == name) {
        names.remove(at);
        return;
    }
    if names.len() >= MOST {
        names.clear();
    }
    names.push(name.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(bindings: &mut Bindings, action: Action, key: KeyCode) {
        bind(bindings, action, name(Heard::Key(key)));
    }

    #[test]
    fn a_key_is_added_and_taken_away_again() {
        let mut bindings = Bindings::ARROWS();
        press(&mut bindings, Action::Hold, KeyCode::KeyQ);
        assert_eq!(bindings.0[&Action::Hold], ["KeyC", "ShiftLeft", "Numpad0", "KeyQ"]);
        press(&mut bindings, Action::Hold, KeyCode::KeyC);
        assert_eq!(bindings.0[&Action::Hold], ["ShiftLeft", "Numpad0", "KeyQ"]);
        press(&mut bindings, Action::Hold, KeyCode::Escape);
        assert_eq!(bindings.0[&Action::Hold], ["ShiftLeft", "Numpad0", "KeyQ"], "Esc is no key to play with");
    }

    #[test]
    fn a_button_is_added_to_an_action_that_has_others() {
        let mut pads = Pads::usual();
        bind(&mut pads.0, Action::HardDrop, name(Heard::Button(GamepadButton::RightThumb)));
        assert_eq!(pads.0.0[&Action::HardDrop], ["DPadUp", "RightThumb"]);
        bind(&mut pads.0, Action::HardDrop, name(Heard::Button(GamepadButton::Start)));
        assert_eq!(pads.0.0[&Action::HardDrop], ["DPadUp", "RightThumb"], "Start stays the pause");
    }

    #[test]
    fn a_key_of_both_people_is_told() {
        let (mut left, right) = (Chairs::left_half(), Chairs::right_half());
        let told = |left: &Bindings| told_of_both(&shared(left, &right), |name| spoken(&keys::cap(name)));
        assert_eq!(told(&left), None);
        press(&mut left, Action::Hold, KeyCode::ArrowUp);
        assert_eq!(shared(&left, &right), [("ArrowUp".to_owned(), Action::HardDrop)]);
        assert_eq!(told(&left).as_deref(), Some("Up arrow plays for both people"));
        press(&mut left, Action::Hold, KeyCode::ArrowUp);
        press(&mut left, Action::Hold, KeyCode::Comma);
        assert_eq!(told(&left).as_deref(), Some("Comma plays for both people"));
        press(&mut left, Action::Hold, KeyCode::Comma);
        press(&mut left, Action::Hold, KeyCode::ArrowUp);
        press(&mut left, Action::Left, KeyCode::KeyL);
        assert_eq!(told(&left).as_deref(), Some("L plays for both people; so does Up arrow"));
    }

    #[test]
    fn a_key_with_two_actions_marks_both_rows() {
        let mut bindings = Bindings::ARROWS();
        press(&mut bindings, Action::Half, KeyCode::KeyX);
        let double = clashes(&bindings);
        assert_eq!(other_action(&double, Action::Half), Some(Action::Clockwise));
        assert_eq!(other_action(&double, Action::Clockwise), Some(Action::Half));
        assert_eq!(other_action(&double, Action::Hold), None);
    }
}
