//! The keys and buttons of the settings, looked up by place on the keyboard and on the gamepad: the keys of one person,
//! and those of two.

use super::{buttons, keys};
use crate::app::persistence::bindings::Bindings;
use crate::app::persistence::{Hands, Settings};
use crate::game::components::MAX_SEATS;
use crate::game::input::Action;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use std::hash::Hash;

/// What the keys and buttons of the settings do, and who plays with which of them.
#[derive(Resource, Debug, Default)]
pub struct KeyMap {
    /// The usual keys, the left half's, the right half's.
    sets: [Set<KeyCode>; 3],
    /// The buttons of every gamepad, whoever plays with it.
    buttons: Set<GamepadButton>,
    /// With what each seat of the match in progress is played.
    hands: [Option<Hands>; MAX_SEATS],
}

/// The actions of some keys or buttons, and the settings that were read for them.
#[derive(Debug)]
struct Set<K> {
    of: Option<Bindings>,
    actions: HashMap<K, Vec<Action>>,
}

impl<K> Default for Set<K> {
    fn default() -> Self {
        Self { of: None, actions: HashMap::default() }
    }
}

impl<K: Eq + Hash> Set<K> {
    /// Parses the names of changed settings; `what` is what they name.
    fn learn(&mut self, bindings: &Bindings, parse: impl Fn(&str) -> Option<K>, what: &str) {
        if self.of.as_ref() == Some(bindings) {
            return;
        }
        self.actions.clear();
        for (&action, names) in &bindings.0 {
            for name in names {
                match parse(name) {
                    Some(key) => self.actions.entry(key).or_default().push(action),
                    None => warn!("settings: there is no {what} '{name}'; it is ignored"),
                }
            }
        }
        self.of = Some(bindings.clone());
    }

    fn of(&self, key: &K) -> &[Action] {
        self.actions.get(key).map_or(&[], Vec::as_slice)
    }
}

/// Keeps the map as the settings say.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeyMap>();
    app.add_systems(PreUpdate, learn.run_if(resource_changed::<Settings>));
}

impl KeyMap {
    /// Whether a key plays, so that it is no shortcut.
    pub fn plays(&self, key: KeyCode) -> bool {
        self.hands.iter().any(|&hands| !self.actions(hands, key).is_empty())
    }

    /// With what each seat of the match in progress is played.
    pub fn hands(&self) -> [Option<Hands>; MAX_SEATS] {
        self.hands
    }

    /// What a key does in these hands.
    pub(super) fn actions(&self, hands: Option<Hands>, key: KeyCode) -> &[Action] {
        let set = match hands {
            Some(Hands::Everything | Hands::Keys) => 0,
            Some(Hands::LeftKeys) => 1,
            Some(Hands::RightKeys) => 2,
            Some(Hands::Pad(_)) | None => return &[],
        };
        self.sets[set].of(&key)
    }

    /// What a key does for one person alone.
    pub fn of_key(&self, key: KeyCode) -> impl Iterator<Item = Action> + '_ {
        self.sets[0].of(&key).iter().copied()
    }

    /// What a button of a gamepad does.
    pub fn of_button(&self, button: GamepadButton) -> impl Iterator<Item = Action> + '_ {
        self.buttons.of(&button).iter().copied()
    }

    /// Takes note of who plays; true when these are others than before.
    pub(super) fn seat(&mut self, hands: [Option<Hands>; MAX_SEATS]) -> bool {
        std::mem::replace(&mut self.hands, hands) != hands
    }
}

/// Parses the names of changed settings.
fn learn(settings: Res<Settings>, mut map: ResMut<KeyMap>) {
    let seats = &settings.seats;
    for (set, bindings) in map.sets.iter_mut().zip([&settings.keys, &seats.left_keys, &seats.right_keys]) {
        set.learn(bindings, keys::key, "key");
    }
    map.buttons.learn(&settings.pads.0, buttons::button, "gamepad button");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::Seats;

    #[test]
    fn every_bound_key_of_all_layouts_has_a_place_on_the_keyboard() {
        let alone = [Bindings::ARROWS(), Bindings::LETTERS(), Bindings::both_hands()];
        for layout in alone.into_iter().chain([Seats::left_half(), Seats::right_half()]) {
            for name in layout.0.values().flatten() {
                assert_eq!(keys::key(name).and_then(keys::name), Some(name.as_str()));
            }
        }
    }
}
