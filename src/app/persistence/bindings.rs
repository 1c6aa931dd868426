//! Which keys and gamepad buttons do what, a part of the settings: the layouts that come with the game, and the search
//! for keys with two actions.
//!
//! Keys and buttons are written as the window system names their places: `KeyX`, `South`, `DPadLeft`.

use crate::game::input::Action;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whether this is a Mac, whose system changes the desktop by Ctrl and an arrow: there Ctrl is no usual key.
const IS_MAC: bool = cfg!(target_os = "macos");

/// The keys of each action. A key is named as the window system names its place
/// on the keyboard: `ArrowLeft`, `KeyX`, `Space`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bindings(pub BTreeMap<Action, Vec<String>>);

impl Default for Bindings {
    fn default() -> Self {
        Self::ARROWS()
    }
}

impl Bindings {
    /// The layout with arrow keys to move, letters to turn, and the number pad for one hand
    /// alone: the guideline's layout.
    #[allow(non_snake_case)]
    pub fn ARROWS() -> Self {
        Self::from_keys([
            (Action::Left, &["ArrowLeft", "Numpad4"]),
            (Action::Right, &["ArrowRight", "Numpad6"]),
            (Action::SoftDrop, &["ArrowDown", "Numpad2"]),
            (Action::HardDrop, &["Space", "Numpad8"]),
            (Action::Clockwise, &["ArrowUp", "KeyX", "Numpad5"]),
            (Action::Counterclockwise, if IS_MAC { &["KeyZ", "Numpad7"] } else { &["KeyZ", "ControlLeft", "Numpad7"] }),
            (Action::Half, &["KeyA", "Numpad9"]),
            (Action::Hold, &["KeyC", "ShiftLeft", "Numpad0"]),
            (Action::Undo, &["KeyU", "Backspace"]),
            (Action::Redo, &["KeyY"]),
        ])
    }

    /// The layout with letters to move and arrows to turn, for people who are used to shooters.
    #[allow(non_snake_case)]
    pub fn LETTERS() -> Self {
        Self::from_keys([
            (Action::Left, &["KeyA"]),
            (Action::Right, &["KeyD"]),
            (Action::SoftDrop, &["KeyS"]),
            (Action::HardDrop, &["Space", "KeyW"]),
            (Action::Clockwise, &["ArrowRight"]),
            (Action::Counterclockwise, &["ArrowLeft"]),
            (Action::Half, &["ArrowUp"]),
            (Action::Hold, &["ShiftLeft", "ArrowDown"]),
            (Action::Undo, &["KeyU", "Backspace"]),
            (Action::Redo, &["KeyY"]),
        ])
    }

    /// The layout in which both hands can move and turn. The left hand has letters and a thumb; the right hand has
    /// arrows, a second row of letters and the number pad.
    pub fn both_hands() -> Self {
        // In a browser Ctrl and W, which drops, close the tab.
        let thumb: &[&str] = match cfg!(target_arch = "wasm32") || IS_MAC {
            true => &["KeyZ", "KeyJ", "Numpad7"],
            false => &["KeyZ", "ControlLeft", "KeyJ", "Numpad7"],
        };
        Self::from_keys([
            (Action::Left, &["ArrowLeft", "KeyA", "Numpad4"]),
            (Action::Right, &["ArrowRight", "KeyD", "Numpad6"]),
            (Action::SoftDrop, &["ArrowDown", "KeyS", "Numpad2"]),
            (Action::HardDrop, &["Space", "KeyW", "Numpad8"]),
            (Action::Clockwise, &["ArrowUp", "KeyX", "KeyL", "Numpad5"]),
            (Action::Counterclockwise, thumb),
            (Action::Half, &["KeyF", "KeyK", "Numpad9"]),
            (Action::Hold, &["KeyC", "ShiftLeft", "KeyI", "Numpad0"]),
            (Action::Undo, &["KeyU", "Backspace"]),
            (Action::Redo, &["KeyY"]),
        ])
    }

    /// Adds the keys of undo and redo to the bindings of a file that is older than these two actions. An action whose
    /// keys the player has removed stays without: it is in the file, with no key.
    pub(super) fn add_missing_undo_keys(&mut self) {
        for (action, keys) in Self::ARROWS().0.into_iter().filter(|(action, _)| action.is_undo_or_redo()) {
            let taken = |key: &String| self.0.values().flatten().any(|known| known == key);
            let free: Vec<String> = keys.into_iter().filter(|key| !taken(key)).collect();
            self.0.entry(action).or_insert(free);
        }
    }

    pub(super) fn from_keys<const N: usize>(keys: [(Action, &[&str]); N]) -> Self {
        Self(
            keys.into_iter()
                .map(|(action, keys)| (action, keys.iter().map(|key| (*key).to_owned()).collect()))
                .collect(),
        )
    }
}

/// The bindings of gamepads, by the names of their buttons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PadBindings(pub Bindings);

impl Default for PadBindings {
    /// The guideline's layout: the cross moves and drops, the right thumb turns, the upper shoulder buttons hold.
    fn default() -> Self {
        Self(Bindings::from_keys([
            (Action::Left, &["DPadLeft"]),
            (Action::Right, &["DPadRight"]),
            (Action::SoftDrop, &["DPadDown"]),
            (Action::HardDrop, &["DPadUp"]),
            (Action::Clockwise, &["East"]),
            (Action::Counterclockwise, &["South"]),
            (Action::Half, &["North"]),
            (Action::Hold, &["West", "LeftTrigger", "RightTrigger"]),
            (Action::Undo, &["LeftTrigger2"]),
            (Action::Redo, &["RightTrigger2"]),
        ]))
    }
}

impl PadBindings {
    /// The layout in which the shoulder buttons turn, so that the thumb stays on the drop.
    pub fn shoulders() -> Self {
        Self(Bindings::from_keys([
            (Action::Left, &["DPadLeft"]),
            (Action::Right, &["DPadRight"]),
            (Action::SoftDrop, &["DPadDown"]),
            (Action::HardDrop, &["DPadUp", "South"]),
            (Action::Clockwise, &["RightTrigger", "East"]),
            (Action::Counterclockwise, &["LeftTrigger", "West"]),
            (Action::Half, &["North"]),
            (Action::Hold, &["LeftTrigger2", "RightTrigger2"]),
            (Action::Undo, &["LeftThumb"]),
            (Action::Redo, &["RightThumb"]),
        ]))
    }
}

/// The gamepad buttons that restart a game, by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RestartButtons(pub Vec<String>);

impl Default for RestartButtons {
    fn default() -> Self {
        Self(vec!["Select".to_owned()])
    }
}

/// A key that is bound to more than one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyClash {
    /// The key, by its name.
    pub key: String,
    /// The key's actions, in the order of [`Action`].
    pub actions: Vec<Action>,
}

/// Every key that has more than one action, once each, in the order of the actions.
pub fn clashes(bindings: &Bindings) -> Vec<KeyClash> {
    let mut clashes: Vec<KeyClash> = Vec::new();
    for key in bindings.0.values().flatten() {
        let actions: Vec<Action> =
            bindings.0.iter().filter(|(_, keys)| keys.contains(key)).map(|(&action, _)| action).collect();
        if actions.len() > 1 && clashes.iter().all(|clash| clash.key != *key) {
            clashes.push(KeyClash { key: key.clone(), actions });
        }
    }
    clashes
}

/// Every key of `mine` that is also in `theirs`, once each, with its action in `theirs`.
pub fn shared_keys(mine: &Bindings, theirs: &Bindings) -> Vec<(String, Action)> {
    let mut shared: Vec<(String, Action)> = Vec::new();
    for key in mine.0.values().flatten() {
        let there = theirs.0.iter().find(|(_, keys)| keys.contains(key)).map(|(&action, _)| action);
        if let Some(action) = there.filter(|_| shared.iter().all(|(known, _)| known != key)) {
            shared.push((key.clone(), action));
        }
    }
    shared
}

/// The keys with several actions, as one line of text for the player; `cap` gives what is written on a key. `None` when
/// there are no such keys.
pub fn describe_clashes(clashes: &[KeyClash], cap: impl Fn(&str) -> String) -> Option<String> {
    let (first, others) = clashes.split_first()?;
    let actions: Vec<String> = first.actions.iter().map(|action| action.title().to_lowercase()).collect();
    let rest = match others {
        [] => String::new(),
        [other] => format!("; so does {}", cap(&other.key)),
        others => format!("; so do {} more keys", others.len()),
    };
    let count = if actions.len() == 2 { "both ".to_owned() } else { String::new() };
    Some(format!("{} does {count}{}{rest}", cap(&first.key), actions.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(changes: &[(Action, &[&str])]) -> Bindings {
        let mut bindings = Bindings::ARROWS();
        for (action, keys) in changes {
            bindings.0.insert(*action, keys.iter().map(|key| (*key).to_owned()).collect());
        }
        bindings
    }

    #[test]
    fn no_layout_clashes_with_itself_and_each_has_every_action() {
        let layouts = [
            Bindings::ARROWS(),
            Bindings::LETTERS(),
            Bindings::both_hands(),
            PadBindings::default().0,
            PadBindings::shoulders().0,
        ];
        for layout in layouts {
            assert_eq!(clashes(&layout), []);
            for action in Action::ALL {
                assert!(layout.0.get(&action).is_some_and(|keys| !keys.is_empty()), "{action:?}");
            }
        }
    }

    #[test]
    fn the_button_that_restarts_plays_in_no_layout() {
        for layout in [PadBindings::default(), PadBindings::shoulders()] {
            for button in RestartButtons::default().0 {
                assert!(!layout.0.0.values().flatten().any(|played| *played == button), "{button}");
            }
        }
    }

    #[test]
    fn a_key_with_two_actions_is_named_once_with_both() {
        let bindings = with(&[(Action::Half, &["KeyX", "KeyA"]), (Action::Hold, &["KeyQ", "KeyX"])]);
        let clash = KeyClash { key: "KeyX".to_owned(), actions: vec![Action::Clockwise, Action::Half, Action::Hold] };
        assert_eq!(clashes(&bindings), [clash]);
    }

    #[test]
    fn an_older_file_gets_the_keys_for_taking_back_that_are_free_and_a_removed_one_stays_removed() {
        let mut bindings = with(&[(Action::Hold, &["KeyU"]), (Action::Redo, &[])]);
        bindings.0.remove(&Action::Undo);
        bindings.add_missing_undo_keys();
        assert_eq!(bindings, with(&[(Action::Hold, &["KeyU"]), (Action::Undo, &["Backspace"]), (Action::Redo, &[])]));
    }

    #[test]
    fn clashes_are_told_in_one_line() {
        let told = |changes: &[(Action, &[&str])]| describe_clashes(&clashes(&with(changes)), str::to_owned);
        assert_eq!(told(&[]), None);
        let one = told(&[(Action::Half, &["KeyX"])]);
        assert_eq!(one.as_deref(), Some("KeyX does both rotate right and rotate 180"));
        let two = told(&[(Action::Half, &["KeyX"]), (Action::Hold, &["Space"])]);
        assert_eq!(two.as_deref(), Some("Space does both hard drop and hold; so does KeyX"));
        let three = told(&[(Action::Half, &["KeyX", "KeyZ"]), (Action::Hold, &["KeyX", "Space"])]);
        assert_eq!(three.as_deref(), Some("Space does both hard drop and hold; so do 2 more keys"));
        let thrice = told(&[(Action::Half, &["KeyX"]), (Action::Hold, &["KeyX"])]);
        assert_eq!(thrice.as_deref(), Some("KeyX does rotate right and rotate 180 and hold"));
    }
}
