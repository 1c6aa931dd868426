//! From keys and buttons to actions: in the order in which they came, before the frame's first tick. Knows no rules.

use super::screen::{Overlay, Screen};
use super::{buttons, keys};
use crate::game::input::Action;
use crate::game::{Control, DeviceKeys, KeyEvent, SeatSetup};
use crate::storage::Settings;
use crate::storage::bindings::Pads;
use crate::storage::settings::Bindings;
use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::input::ButtonState;
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// What the keys and buttons of the settings do, looked up by place on the keyboard and on the gamepad.
#[derive(Resource, Debug, Default)]
pub struct KeyMap {
    of: Option<(Bindings, Pads)>,
    actions: HashMap<KeyCode, Vec<Action>>,
    buttons: HashMap<GamepadButton, Vec<Action>>,
}

impl KeyMap {
    /// Whether a key plays, so that it is no shortcut.
    pub fn plays(&self, key: KeyCode) -> bool {
        self.actions.contains_key(&key)
    }

    /// What a key does.
    pub fn of_key(&self, key: KeyCode) -> impl Iterator<Item = Action> + '_ {
        self.actions.get(&key).into_iter().flatten().copied()
    }

    /// What a button of a gamepad does.
    pub fn of_button(&self, button: GamepadButton) -> impl Iterator<Item = Action> + '_ {
        self.buttons.get(&button).into_iter().flatten().copied()
    }
}

/// A key or a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Key(KeyCode),
    Button(Entity, GamepadButton),
}

/// What holds each action down.
#[derive(Resource, Debug, Default)]
pub(super) struct Held([Vec<Source>; Action::ALL.len()]);

/// Reads the devices before the fixed loop.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeyMap>().init_resource::<Held>();
    app.add_systems(PreUpdate, learn.run_if(resource_changed::<Settings>));
    app.add_systems(RunFixedMainLoop, act.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop));
}

/// Parses the key names of changed settings.
fn learn(settings: Res<Settings>, mut map: ResMut<KeyMap>) {
    if map.of.as_ref().is_some_and(|(keys, pads)| *keys == settings.keys && *pads == settings.pads) {
        return;
    }
    map.actions.clear();
    map.buttons.clear();
    for (&action, names) in &settings.keys.0 {
        for name in names {
            match keys::key(name) {
                Some(key) => map.actions.entry(key).or_default().push(action),
                None => warn!("settings: there is no key '{name}'; it is ignored"),
            }
        }
    }
    for (&action, names) in &settings.pads.0.0 {
        for name in names {
            match buttons::button(name) {
                Some(button) => map.buttons.entry(button).or_default().push(action),
                None => warn!("settings: there is no gamepad button '{name}'; it is ignored"),
            }
        }
    }
    map.of = Some((settings.keys.clone(), settings.pads.clone()));
}

fn act(
    mut keyboard: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<GamepadButtonStateChangedEvent>,
    mut lost: MessageReader<KeyboardFocusLost>,
    screen: Res<State<Screen>>,
    overlay: Option<Res<State<Overlay>>>,
    map: Res<KeyMap>,
    mut held: ResMut<Held>,
    mut players: Query<(&SeatSetup, Ref<SeatSetup>, &mut DeviceKeys)>,
) {
    let live = *screen.get() == Screen::Play && overlay.is_some_and(|overlay| *overlay.get() == Overlay::None);
    let mut events = Vec::new();
    if !live || lost.read().count() > 0 {
        held.release_all(&mut events);
    }
    // A new match does not know the keys that are still down from the one before.
    for (seat, added, mut keys) in &mut players {
        if added.is_added() && matches!(seat.control, Control::Person) {
            keys.0.extend(held.directions());
        }
    }
    for key in keyboard.read().filter(|key| live && !key.repeat) {
        for action in map.of_key(key.key_code) {
            held.change(action, Source::Key(key.key_code), key.state, &mut events);
        }
    }
    for button in buttons.read().filter(|_| live) {
        for action in map.of_button(button.button) {
            held.change(action, Source::Button(button.entity, button.button), button.state, &mut events);
        }
    }
    if events.is_empty() {
        return;
    }
    for (seat, _, mut keys) in &mut players {
        if matches!(seat.control, Control::Person) {
            keys.0.extend(&events);
        }
    }
}

impl Held {
    /// A source went down or up. An action with two keys is up when both are; a second key turns, drops or holds again.
    pub(super) fn change(&mut self, action: Action, source: Source, state: ButtonState, events: &mut Vec<KeyEvent>) {
        let sources = &mut self.0[action as usize];
        let before = sources.len();
        sources.retain(|&held| held != source);
        let directional = matches!(action, Action::Left | Action::Right | Action::SoftDrop);
        match state {
            ButtonState::Pressed => {
                if !sources.is_empty() && !directional {
                    events.push(KeyEvent { action, down: false });
                }
                if sources.is_empty() || !directional {
                    events.push(KeyEvent { action, down: true });
                }
                sources.push(source);
            }
            ButtonState::Released if sources.is_empty() && before > 0 => events.push(KeyEvent { action, down: false }),
            ButtonState::Released => {}
        }
    }

    /// Lets everything go.
    pub(super) fn release_all(&mut self, events: &mut Vec<KeyEvent>) {
        for action in Action::ALL {
            let sources = &mut self.0[action as usize];
            if !sources.is_empty() {
                sources.clear();
                events.push(KeyEvent { action, down: false });
            }
        }
    }

    /// The directions that are down.
    fn directions(&self) -> impl Iterator<Item = KeyEvent> + '_ {
        let down = |action: &Action| !self.0[*action as usize].is_empty();
        let directions = [Action::Left, Action::Right, Action::SoftDrop].into_iter().filter(down);
        directions.map(|action| KeyEvent { action, down: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn down(held: &mut Held, action: Action, key: KeyCode) -> Vec<KeyEvent> {
        let mut events = Vec::new();
        held.change(action, Source::Key(key), ButtonState::Pressed, &mut events);
        events
    }

    fn up(held: &mut Held, action: Action, key: KeyCode) -> Vec<KeyEvent> {
        let mut events = Vec::new();
        held.change(action, Source::Key(key), ButtonState::Released, &mut events);
        events
    }

    #[test]
    fn two_keys_of_one_direction_release_with_the_last() {
        let mut held = Held::default();
        let left = |down| vec![KeyEvent { action: Action::Left, down }];
        assert_eq!(down(&mut held, Action::Left, KeyCode::KeyA), left(true));
        assert_eq!(down(&mut held, Action::Left, KeyCode::ArrowLeft), vec![]);
        assert_eq!(up(&mut held, Action::Left, KeyCode::KeyA), vec![]);
        assert_eq!(up(&mut held, Action::Left, KeyCode::ArrowLeft), left(false));
        assert_eq!(up(&mut held, Action::Left, KeyCode::ArrowLeft), vec![], "it was up already");
    }

    #[test]
    fn a_second_key_turns_again() {
        let mut held = Held::default();
        let turn = |down| KeyEvent { action: Action::Clockwise, down };
        assert_eq!(down(&mut held, Action::Clockwise, KeyCode::KeyX), vec![turn(true)]);
        assert_eq!(down(&mut held, Action::Clockwise, KeyCode::ArrowUp), vec![turn(false), turn(true)]);
        assert_eq!(up(&mut held, Action::Clockwise, KeyCode::KeyX), vec![]);
        assert_eq!(up(&mut held, Action::Clockwise, KeyCode::ArrowUp), vec![turn(false)]);
    }

    #[test]
    fn letting_everything_go_releases_each_action_once() {
        let mut held = Held::default();
        down(&mut held, Action::Left, KeyCode::KeyA);
        down(&mut held, Action::SoftDrop, KeyCode::KeyS);
        assert_eq!(held.directions().count(), 2);
        let mut events = Vec::new();
        held.release_all(&mut events);
        assert_eq!(events.len(), 2);
        held.release_all(&mut events);
        assert_eq!(events.len(), 2);
    }

    #[test]
    fn every_bound_key_of_all_layouts_has_a_place_on_the_keyboard() {
        for layout in [Bindings::ARROWS(), Bindings::LETTERS(), Bindings::both_hands()] {
            for name in layout.0.values().flatten() {
                assert_eq!(keys::key(name).and_then(keys::name), Some(name.as_str()));
            }
        }
    }
}
