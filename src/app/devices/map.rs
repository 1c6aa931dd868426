//! Looks up which actions the keys and buttons of the settings have: the keys of one person, and those of two.

use super::{buttons, keys};
use crate::app::persistence::bindings::Bindings;
use crate::app::persistence::{SeatDevices, Settings};
use crate::game::components::MAX_SEATS;
use crate::game::input::Action;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputSystems};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use std::hash::Hash;

/// The actions of all keys and buttons, and which of these each seat plays with.
#[derive(Resource, Debug, Default)]
pub struct KeyMap {
    /// The actions of the keys of a person alone, of the left half of the keyboard, and of the right half.
    sets: [BoundActions<KeyCode>; 3],
    /// The actions of the buttons, which are the same on every gamepad.
    buttons: BoundActions<GamepadButton>,
    /// What each seat of the match in progress is played with; `None` where no person plays.
    hands: [Option<SeatDevices>; MAX_SEATS],
    /// The keys that the player has chosen for restarting a game, beside R.
    restart_keys: Vec<KeyCode>,
    /// The keys that have been pressed, each with the key that it counts as where it is a shortcut.
    pressed: HashMap<KeyCode, KeyCode>,
    /// The key that typed a question mark in this frame, wherever the keyboard has this sign; `None` if none did.
    pub question_mark: Option<KeyCode>,
}

/// The actions of some keys or buttons, and the bindings that they were read from.
#[derive(Debug)]
struct BoundActions<K> {
    of: Option<Bindings>,
    actions: HashMap<K, Vec<Action>>,
}

impl<K> Default for BoundActions<K> {
    fn default() -> Self {
        Self { of: None, actions: HashMap::default() }
    }
}

impl<K: Eq + Hash> BoundActions<K> {
    /// Reads the bindings if they have changed. `what` says for warnings what the names stand for.
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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeyMap>();
    app.add_systems(PreUpdate, learn.run_if(resource_changed::<Settings>));
    // Before any key is a shortcut.
    app.add_systems(PreUpdate, note_pressed.before(InputSystems));
}

impl KeyMap {
    /// Whether a key plays in the match in progress, so that it is no shortcut.
    pub fn is_game_key(&self, key: KeyCode) -> bool {
        self.hands.iter().any(|&hands| !self.actions(hands, key).is_empty())
    }

    /// Whether the player has chosen a key for restarting, so that it is no other shortcut while a game runs.
    pub fn is_chosen_for_restart(&self, key: KeyCode) -> bool {
        self.restart_keys.contains(&key)
    }

    /// The key of this keyboard that acts as the shortcut `key`, which is named as on a US keyboard. A letter is where
    /// it was last typed; before that it is where a US keyboard has it, or `None` if that key has typed something else.
    pub fn key_for_shortcut(&self, key: KeyCode) -> Option<KeyCode> {
        let seen = self.pressed.iter().find(|(_, typed)| **typed == key).map(|(&place, _)| place);
        seen.or_else(|| (!self.pressed.contains_key(&key)).then_some(key))
    }

    /// Whether a key is a shortcut now: it is on the keyboard, and plays nobody's game.
    pub fn is_shortcut_active(&self, key: KeyCode) -> bool {
        self.key_for_shortcut(key).is_some_and(|key| !self.is_game_key(key))
    }

    /// Notes which shortcut the pressed key is.
    fn note(&mut self, press: &KeyboardInput) {
        if matches!(&press.logical_key, Key::Character(typed) if typed == "?") {
            self.question_mark = Some(press.key_code);
        }
        let typed = keys::shortcut_key(press);
        self.pressed.retain(|_, before| *before != typed || typed == keys::NO_SHORTCUT);
        self.pressed.insert(press.key_code, typed);
    }

    /// What each seat of the match in progress is played with; `None` where no person plays.
    pub fn seat_devices(&self) -> [Option<SeatDevices>; MAX_SEATS] {
        self.hands
    }

    /// The actions of a key for somebody who plays with these; none for `None` and for gamepads.
    pub(super) fn actions(&self, hands: Option<SeatDevices>, key: KeyCode) -> &[Action] {
        let set = match hands {
            Some(SeatDevices::Everything | SeatDevices::Keys) => 0,
            Some(SeatDevices::LeftKeys) => 1,
            Some(SeatDevices::RightKeys) => 2,
            Some(SeatDevices::Pad(_)) | None => return &[],
        };
        self.sets[set].of(&key)
    }

    /// The actions of a key for a person who plays alone.
    pub fn solo_key_actions(&self, key: KeyCode) -> impl Iterator<Item = Action> + '_ {
        self.sets[0].of(&key).iter().copied()
    }

    /// The actions of a gamepad's button.
    pub fn button_actions(&self, button: GamepadButton) -> impl Iterator<Item = Action> + '_ {
        self.buttons.of(&button).iter().copied()
    }

    /// Reads the names of keys and buttons in these settings, as far as they have changed.
    pub(crate) fn read_names(&mut self, settings: &Settings) {
        let seats = &settings.seats;
        for (set, bindings) in self.sets.iter_mut().zip([&settings.keys, &seats.left_keys, &seats.right_keys]) {
            set.learn(bindings, keys::key_named, "key");
        }
        self.buttons.learn(&settings.pads.0, buttons::button_named, "gamepad button");
        self.restart_keys = settings.restart_keys.iter().filter_map(|name| keys::key_named(name)).collect();
    }

    /// Notes what each seat is played with; true when this differs from before.
    pub(crate) fn set_seat_devices(&mut self, hands: [Option<SeatDevices>; MAX_SEATS]) -> bool {
        std::mem::replace(&mut self.hands, hands) != hands
    }
}

fn learn(settings: Res<Settings>, mut map: ResMut<KeyMap>) {
    map.read_names(&settings);
}

fn note_pressed(mut presses: MessageReader<KeyboardInput>, mut map: ResMut<KeyMap>) {
    map.question_mark = None;
    for press in presses.read().filter(|press| press.state == ButtonState::Pressed && !press.repeat) {
        map.note(press);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::InputPlugin;

    #[test]
    fn a_question_mark_is_the_key_that_types_it_in_the_frame_in_which_it_does() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, plugin)).init_resource::<Settings>();
        let mut typed = |text: &str, place: KeyCode| {
            app.world_mut().write_message(keys::typed_key_press(text, place));
            app.update();
            let question = app.world().resource::<KeyMap>().question_mark;
            app.update();
            (question, app.world().resource::<KeyMap>().question_mark)
        };
        assert_eq!(typed("?", KeyCode::Slash), (Some(KeyCode::Slash), None));
        // A German keyboard has it beside 0, and the underscore where a US one has it.
        assert_eq!(typed("?", KeyCode::Minus), (Some(KeyCode::Minus), None));
        assert_eq!(typed("_", KeyCode::Slash), (None, None));
    }

    #[test]
    fn the_shortcut_of_a_letter_is_the_key_that_types_it() {
        let mut map = KeyMap::default();
        assert_eq!(map.key_for_shortcut(KeyCode::KeyP), Some(KeyCode::KeyP));
        // A Dvorak keyboard has P where others have R.
        map.note(&keys::typed_key_press("p", KeyCode::KeyR));
        assert_eq!([KeyCode::KeyP, KeyCode::KeyR].map(|key| map.key_for_shortcut(key)), [Some(KeyCode::KeyR), None]);
        // Another layout is chosen, and one whose letters are not Latin ones.
        map.note(&keys::typed_key_press("P", KeyCode::KeyP));
        map.note(&keys::typed_key_press("к", KeyCode::KeyR));
        let keys = [KeyCode::KeyP, KeyCode::KeyR];
        assert_eq!(keys.map(|key| map.key_for_shortcut(key)), keys.map(Some));
        // A French keyboard has signs where others have M, and M beside L.
        for typed in [",", "?"] {
            map.note(&keys::typed_key_press(typed, KeyCode::KeyM));
            assert_eq!(map.key_for_shortcut(KeyCode::KeyM), None, "{typed}");
        }
        map.note(&keys::typed_key_press("m", KeyCode::Semicolon));
        assert_eq!(map.key_for_shortcut(KeyCode::KeyM), Some(KeyCode::Semicolon));
    }
    use crate::app::persistence::Seats;

    #[test]
    fn every_bound_key_of_all_layouts_has_a_place_on_the_keyboard() {
        let alone = [Bindings::ARROWS(), Bindings::LETTERS(), Bindings::both_hands()];
        for layout in alone.into_iter().chain([Seats::usual_left_keys(), Seats::usual_right_keys()]) {
            for name in layout.0.values().flatten() {
                assert_eq!(keys::key_named(name).and_then(keys::key_name), Some(name.as_str()));
            }
        }
    }
}
