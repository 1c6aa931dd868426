//! The keys of the settings, looked up by place on the keyboard: those of one person, and those of two. Knows no device.

use super::super::keys;
use crate::game::components::MAX_SEATS;
use crate::game::input::Action;
use crate::storage::settings::Bindings;
use crate::storage::{Hands, Settings};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// What the keys of the settings do, and who plays with which of them.
#[derive(Resource, Debug, Default)]
pub struct KeyMap {
    /// The usual keys, the left half's, the right half's.
    sets: [KeySet; 3],
    /// With what each seat of the match in progress is played.
    hands: [Option<Hands>; MAX_SEATS],
}

#[derive(Debug, Default)]
struct KeySet {
    of: Option<Bindings>,
    actions: HashMap<KeyCode, Vec<Action>>,
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
        self.sets[set].actions.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Takes note of who plays; true when these are others than before.
    pub(super) fn seat(&mut self, hands: [Option<Hands>; MAX_SEATS]) -> bool {
        std::mem::replace(&mut self.hands, hands) != hands
    }
}

/// Parses the key names of changed settings.
fn learn(settings: Res<Settings>, mut map: ResMut<KeyMap>) {
    let chairs = &settings.chairs;
    for (set, bindings) in map.sets.iter_mut().zip([&settings.keys, &chairs.left_keys, &chairs.right_keys]) {
        if set.of.as_ref() == Some(bindings) {
            continue;
        }
        set.actions.clear();
        for (&action, names) in &bindings.0 {
            for name in names {
                match keys::key(name) {
                    Some(key) => set.actions.entry(key).or_default().push(action),
                    None => warn!("settings: there is no key '{name}'; it is ignored"),
                }
            }
        }
        set.of = Some(bindings.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Chairs;

    #[test]
    fn every_bound_key_of_all_layouts_has_a_place_on_the_keyboard() {
        for layout in [Bindings::ARROWS(), Bindings::LETTERS(), Chairs::left_half(), Chairs::right_half()] {
            for name in layout.0.values().flatten() {
                assert_eq!(keys::key(name).and_then(keys::name), Some(name.as_str()));
            }
        }
    }
}
