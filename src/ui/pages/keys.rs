//! The keys and buttons of every action and the keys for restarting, one row for each. A key that does two things is
//! marked and named.

use super::super::menu::Menu;
use crate::app::devices::capture::{BindingCapture, BindingTarget, BoundDevice};
use crate::app::devices::keys::{Keycap, keycap_in_words};
use crate::app::persistence::bindings::{Bindings, KeyClash, PadBindings, clashes, describe_clashes, shared_keys};
use crate::app::persistence::{SeatDevices, Seats, Settings};
use crate::audio::MenuSound;
use crate::game::input::Action;

/// How many keys an action can have; with one more, the oldest goes.
const MOST: usize = 4;

/// The devices in the order in which they are chosen, with the words for them on the page
/// where players choose their seats.
const DEVICES: [(BoundDevice, &str); 5] = [
    (BoundDevice::Keyboard, SeatDevices::Keys.title()),
    (BoundDevice::LeftKeys, SeatDevices::LeftKeys.title()),
    (BoundDevice::RightKeys, SeatDevices::RightKeys.title()),
    (BoundDevice::Gamepad, "Gamepads"),
    (BoundDevice::Fingers, "A touch screen"),
];

/// The hint that says which player the bindings of a keyboard, gamepad or screen are for. The names of buttons stand in
/// it as those of the settings, such as `<South>`.
const fn about(device: BoundDevice) -> &'static str {
    match device {
        BoundDevice::Keyboard => "For one at the keyboard. Who plays alone has the gamepads too, at any time",
        BoundDevice::LeftKeys | BoundDevice::RightKeys => {
            "Two people at one keyboard have a half of it each; who sits there is chosen in Versus"
        }
        BoundDevice::Gamepad => {
            "The buttons of every gamepad, by their places: <South> is the lowest of the four, <East> the right one"
        }
        BoundDevice::Fingers => "Buttons on the screen, or gestures",
    }
}

/// The note under the bindings of a device in which no key does two things, with buttons as in [`about`].
const fn in_order(device: BoundDevice) -> &'static str {
    match device {
        BoundDevice::Keyboard => "Every key has one action.",
        BoundDevice::LeftKeys | BoundDevice::RightKeys => "Every key has one action, and one of the two players.",
        BoundDevice::Gamepad => "Every button has one action. <Start> is the pause.",
        BoundDevice::Fingers => "No key is bound for fingers.",
    }
}

/// Adds the rows of the settings' keys: the device, all actions, and the layouts.
pub(super) fn add_rows(menu: &mut Menu, settings: &mut Settings, capture: &mut BindingCapture) {
    let mut device = capture.device;
    if menu.pick("Bindings of", &DEVICES, &mut device) {
        *capture = BindingCapture { device, ..BindingCapture::default() };
    }
    let pad = menu.pad_family;
    menu.explain_row(pad.name_buttons(about(device)));
    let labels = &settings.key_labels;
    let cap = |name: &str| match device {
        BoundDevice::Gamepad => pad.keycap(name),
        _ => labels.keycap(name),
    };
    let seats = &mut settings.seats;
    let (bindings, theirs) = match device {
        BoundDevice::Keyboard => (&mut settings.keys, None),
        BoundDevice::LeftKeys => (&mut seats.left_keys, Some(&seats.right_keys)),
        BoundDevice::RightKeys => (&mut seats.right_keys, Some(&seats.left_keys)),
        BoundDevice::Gamepad => (&mut settings.pads.0, None),
        BoundDevice::Fingers => return super::fingers::add_rows(menu, &mut settings.fingers),
    };
    let is_gamepad = device == BoundDevice::Gamepad;
    let restarts = if is_gamepad { &mut settings.restart_buttons.0 } else { &mut settings.restart_keys };
    // R restarts without being chosen, unless it plays.
    let usual_restart = (!is_gamepad).then(|| Keycap::Text("R".to_owned()));
    if let (Some(target), Some(heard)) = (capture.target, capture.heard) {
        capture.stop();
        match target {
            BindingTarget::Act(action) => bind(bindings.0.entry(action).or_default(), heard),
            BindingTarget::Restart => bind(restarts, heard.filter(|name| Some(cap(name)) != usual_restart)),
        }
        menu.queue_sound(MenuSound::Select);
    }
    let double = clashes(bindings);
    let shared = theirs.map(|theirs| shared_keys(bindings, theirs)).unwrap_or_default();
    let spoken = |name: &str| keycap_in_words(&cap(name));
    match describe_clashes(&double, spoken).or_else(|| describe_shared(&shared, spoken)) {
        Some(line) => menu.alarm(&line),
        None => menu.note(&pad.name_buttons(in_order(device))),
    }
    // In versus nobody takes a piece back.
    for action in Action::ALL.into_iter().filter(|action| theirs.is_none() || !action.is_undo_or_redo()) {
        let names = bindings.0.get(&action).cloned().unwrap_or_default();
        let marked =
            |name: &String| double.iter().any(|clash| clash.key == *name) || shared.iter().any(|(key, _)| key == name);
        let caps: Vec<(Keycap, bool)> = names.iter().map(|name| (cap(name), marked(name))).collect();
        let own = other_action(&double, action).map(|other| other.title().to_lowercase());
        let other = own.or_else(|| {
            let (_, other) = shared.iter().find(|(key, _)| names.contains(key))?;
            Some(format!("the other's {}", other.title().to_lowercase()))
        });
        if binding_row(menu, capture, (BindingTarget::Act(action), action.title()), &caps, other.as_deref()) {
            bindings.0.insert(action, Vec::new());
        }
    }
    // Two people at one keyboard have R.
    let restarts_here = is_gamepad || device == BoundDevice::Keyboard;
    if restarts_here {
        let (caps, other) = restart_caps(usual_restart, restarts, bindings, cap);
        if binding_row(menu, capture, (BindingTarget::Restart, "Restart"), &caps, other.as_deref()) {
            restarts.clear();
        }
    }
    menu.gap(6.0);
    layout(menu, bindings, device);
    if restarts_here {
        let title = if is_gamepad { "Restart by holding the button" } else { "Restart by holding the key" };
        menu.toggle(title, &mut settings.hold_to_restart);
        menu.explain_row("For half a second, against slips; rated matches and those of two people ask for it anyway");
    }
}

/// The keys or buttons that restart a game: `usual`, and those that were chosen. Marked are those that play, and so
/// restart none; the second value names the action of the first of these.
fn restart_caps(
    usual: Option<Keycap>,
    chosen: &[String],
    bindings: &Bindings,
    cap: impl Fn(&str) -> Keycap,
) -> (Vec<(Keycap, bool)>, Option<String>) {
    let plays = |name: &String| bindings.0.iter().find(|(_, keys)| keys.contains(name)).map(|(action, _)| action);
    let bound_usual = bindings.0.values().flatten().find(|name| Some(cap(name)) == usual);
    let other = bound_usual.into_iter().chain(chosen).find_map(plays).map(|action| action.title().to_lowercase());
    let own = chosen.iter().map(|name| (cap(name), plays(name).is_some()));
    (usual.map(|usual| (usual, bound_usual.is_some())).into_iter().chain(own).collect(), other)
}

/// Adds the row of what keys or buttons are bound to: a choice of it waits for one more. Returns whether all of its
/// keys are to be taken away.
fn binding_row(
    menu: &mut Menu,
    capture: &mut BindingCapture,
    (target, title): (BindingTarget, &str),
    caps: &[(Keycap, bool)],
    clash: Option<&str>,
) -> bool {
    let wipes = menu.nav.delete && menu.is_next_focused();
    let asked = if capture.device == BoundDevice::Gamepad { "press a button" } else { "press a key" };
    let waiting = (capture.target == Some(target)).then_some(asked);
    if menu.binding(title, caps, waiting, clash) {
        *capture = BindingCapture { target: Some(target), heard: None, ..*capture };
    }
    menu.explain_row(menu.by_device(
        "Enter adds a key, the same again takes it away, Delete takes all; Esc leaves it alone",
        "<South> adds one, the same again takes it away; <Start> leaves it alone",
        "A tap, and then a key, adds it; the same again takes it away",
    ));
    menu.nav.delete &= !wipes;
    wipes
}

/// The layouts of gamepads that come with the game, the usual one first, each with its name and what it does.
pub(super) fn pad_layouts() -> [(PadBindings, &'static str, &'static str); 2] {
    [
        (PadBindings::default(), "Thumb turns", "The D-pad moves, the buttons under the right thumb turn"),
        (PadBindings::shoulders(), "Shoulders turn", "The D-pad moves, the shoulder buttons turn"),
    ]
}

/// The row that goes through the layouts that come with the game.
fn layout(menu: &mut Menu, bindings: &mut Bindings, device: BoundDevice) {
    let layouts = match device {
        BoundDevice::Keyboard => vec![
            (Bindings::ARROWS(), "Arrows", "Arrows or the number pad move, letters turn"),
            (Bindings::LETTERS(), "Letters", "Letters at the left move, arrows turn"),
            (
                Bindings::both_hands(),
                "Either hand",
                "Either hand moves and either hand turns: letters, arrows, number pad",
            ),
        ],
        BoundDevice::LeftKeys => {
            vec![(Seats::usual_left_keys(), "Left half", "Letters at the left move, drop and turn")]
        }
        BoundDevice::RightKeys => {
            vec![(
                Seats::usual_right_keys(),
                "Right half",
                "Arrows move and drop, the keys beside the right Shift turn",
            )]
        }
        BoundDevice::Fingers => return,
        BoundDevice::Gamepad => pad_layouts().map(|(layout, name, about)| (layout.0, name, about)).to_vec(),
    };
    let at = layouts.iter().position(|(layout, ..)| layout == bindings);
    if let Some(next) = menu.pick_index("Layout", at.map_or("Your own", |at| layouts[at].1), at, layouts.len()) {
        *bindings = layouts[next].0.clone();
    }
    menu.explain_row(at.map_or("A layout as it comes; yours is lost with it", |at| layouts[at].2));
}

/// A warning in one line about keys that play for both of two persons; `None` when there are none.
fn describe_shared(shared: &[(String, Action)], spoken: impl Fn(&str) -> String) -> Option<String> {
    let (first, others) = shared.split_first()?;
    let rest = match others {
        [] => String::new(),
        [(other, _)] => format!("; so does {}", spoken(other)),
        others => format!("; so do {} more keys", others.len()),
    };
    Some(format!("{} plays for both people{rest}", spoken(&first.0)))
}

/// Another action that has a key in common with this one; `None` if there is none.
fn other_action(double: &[KeyClash], action: Action) -> Option<Action> {
    let clash = double.iter().find(|clash| clash.actions.contains(&action))?;
    clash.actions.iter().copied().find(|&other| other != action)
}

/// Adds a key to those that are bound, or takes it away if it was among them. A key without a name changes nothing.
fn bind(names: &mut Vec<String>, name: Option<&str>) {
    let Some(name) = name else { return };
    if let Some(at) = names.iter().position(|known| known == name) {
        names.remove(at);
        return;
    }
    while names.len() >= MOST {
        names.remove(0);
    }
    names.push(name.to_owned());
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{column_texts_on_pad, still_frame};
    use super::*;
    use crate::app::devices::buttons::{self, PadFamily};
    use crate::app::devices::keys::{self, us_keycap};
    use bevy::prelude::{GamepadButton, KeyCode};

    fn press(bindings: &mut Bindings, action: Action, key: KeyCode) {
        bind(bindings.0.entry(action).or_default(), keys::key_name(key));
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
    fn a_key_too_many_takes_the_place_of_the_oldest() {
        let mut bindings = Bindings::ARROWS();
        press(&mut bindings, Action::Hold, KeyCode::KeyQ);
        press(&mut bindings, Action::Hold, KeyCode::KeyE);
        assert_eq!(bindings.0[&Action::Hold], ["ShiftLeft", "Numpad0", "KeyQ", "KeyE"]);
    }

    #[test]
    fn buttons_are_named_as_on_the_gamepad_in_hand() {
        let texts = |family: PadFamily| {
            column_texts_on_pad(family, |menu| {
                let mut capture = BindingCapture { device: BoundDevice::Gamepad, ..BindingCapture::default() };
                add_rows(menu, &mut Settings::default(), &mut capture);
            })
        };
        for (family, lowest, start) in [
            (PadFamily::Xbox, "A", "Start"),
            (PadFamily::PlayStation, "Cross", "Options"),
            (PadFamily::Nintendo, "B", "Plus"),
        ] {
            let texts = texts(family);
            assert!(texts.contains(&format!("by their places: {lowest} is the lowest of the four")), "{texts}");
            assert!(texts.contains(&format!("{start} is the pause.")), "{texts}");
            let adds = format!("\n{lowest} adds one, the same again takes it away; {start} leaves it alone\n");
            assert!(texts.contains(&adds), "{texts}");
            assert!(!texts.contains('<'), "{texts}");
        }
    }

    #[test]
    fn a_key_of_both_people_is_told() {
        let (mut left, right) = (Seats::usual_left_keys(), Seats::usual_right_keys());
        let told =
            |left: &Bindings| describe_shared(&shared_keys(left, &right), |name| keycap_in_words(&us_keycap(name)));
        assert_eq!(told(&left), None);
        press(&mut left, Action::Hold, KeyCode::ArrowUp);
        assert_eq!(shared_keys(&left, &right), [("ArrowUp".to_owned(), Action::HardDrop)]);
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

    #[test]
    fn a_key_or_a_button_is_added_to_those_that_restart() {
        let mut settings = Settings::default();
        let (key, button) = (keys::key_name(KeyCode::F4), buttons::button_name(GamepadButton::LeftThumb));
        for (device, heard, keys, buttons) in [
            (BoundDevice::Keyboard, key, vec!["F4"], vec!["Select"]),
            (BoundDevice::Gamepad, button, vec!["F4"], vec!["Select", "LeftThumb"]),
            (BoundDevice::Keyboard, key, Vec::new(), vec!["Select", "LeftThumb"]),
            (BoundDevice::Keyboard, keys::key_name(KeyCode::KeyR), Vec::new(), vec!["Select", "LeftThumb"]),
            (BoundDevice::Gamepad, button, Vec::new(), vec!["Select"]),
        ] {
            let target = Some(BindingTarget::Restart);
            let mut capture = BindingCapture { device, target, heard: Some(heard) };
            still_frame(|menu| {
                add_rows(menu, &mut settings, &mut capture);
            });
            assert_eq!(settings.restart_keys, keys);
            assert_eq!(settings.restart_buttons.0, buttons);
            assert_eq!((&settings.keys, &settings.pads), (&Bindings::ARROWS(), &PadBindings::default()));
            assert!(!capture.is_on());
        }
    }

    #[test]
    fn a_key_that_plays_is_marked_among_those_that_restart_also_where_it_is_r() {
        let marked = |bindings: &Bindings, chosen: &str| {
            let usual = Some(Keycap::Text("R".to_owned()));
            let (caps, other) = restart_caps(usual, &[chosen.to_owned()], bindings, us_keycap);
            (caps.into_iter().map(|(_, marked)| marked).collect::<Vec<_>>(), other)
        };
        let mut bindings = Bindings::ARROWS();
        assert_eq!(marked(&bindings, "F4"), (vec![false, false], None));
        assert_eq!(marked(&bindings, "KeyX"), (vec![false, true], Some("rotate right".to_owned())));
        press(&mut bindings, Action::Half, KeyCode::KeyR);
        assert_eq!(marked(&bindings, "F4"), (vec![true, false], Some("rotate 180".to_owned())));
    }

    #[test]
    fn the_foot_tells_no_keys_while_a_row_waits_for_one() {
        for (target, waits) in [(None, false), (Some(BindingTarget::Act(Action::Hold)), true)] {
            let mut capture = BindingCapture { device: BoundDevice::Keyboard, target, heard: None };
            still_frame(|menu| {
                add_rows(menu, &mut Settings::default(), &mut capture);
                assert_eq!(menu.takes.waits, waits);
            });
        }
    }
}
