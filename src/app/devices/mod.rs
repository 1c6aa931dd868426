//! Turns keys, buttons and fingers into actions, in the order of their events, before the frame's first tick.
//!
//! One person plays with all devices. Two persons have a half of the keyboard each, or a gamepad.

pub mod buttons;
pub mod capture;
#[cfg(feature = "window")]
pub mod fingers;
mod held;
pub mod keys;
pub mod labels;
pub mod map;
pub mod nav;
pub mod pads;
mod stick;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
mod unfocused;

#[cfg(feature = "window")]
pub use fingers::TouchScreen;
use held::DownSources;
pub(in crate::app) use held::{HeldActions, InputSource};
pub use map::KeyMap;
pub use pads::{Gamepads, PLUG_IN};

use super::screens::Overlay;
use crate::app::persistence::{SeatDevices, Settings};
use crate::game::components::MAX_SEATS;
use crate::game::handling::PressedKeys;
use crate::game::input::Action;
use crate::game::{KeyEvent, PendingKeyEvents, Seat, SeatSetup};
use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::input::ButtonState;
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use std::collections::VecDeque;

/// The actions that fingers have pressed (true) and released in this frame, before a match takes them, each with the
/// number of its finger.
#[derive(Resource, Debug, Default)]
struct FingerEvents(Vec<(u64, Action, bool)>);

/// The wish that the one person of a match presses and releases the key of this action when the match goes on. Pages
/// over a match ask for it: not every device has a key for every action.
#[derive(Event, Clone, Copy, Debug)]
pub struct KeyTap(pub Action);

/// Whether a match runs that takes what devices do: nothing lies over it. Without a match there is no overlay at all.
fn is_live(overlay: Option<Res<State<Overlay>>>) -> bool {
    overlay.is_some_and(|overlay| *overlay.get() == Overlay::None)
}

/// The set of systems that read the devices, before the frame's first tick.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct ReadDevicesSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FingerEvents>().add_plugins((map::plugin, labels::plugin, pads::plugin, stick::plugin));
    app.add_systems(
        RunFixedMainLoop,
        act.in_set(ReadDevicesSystems).in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
    );
    app.add_observer(tap);
    #[cfg(feature = "window")]
    app.add_plugins(fingers::plugin);
    #[cfg(all(feature = "window", not(target_arch = "wasm32")))]
    app.add_plugins(unfocused::plugin);
}

fn tap(wish: On<KeyTap>, mut players: Query<(&SeatSetup, &mut PendingKeyEvents)>) {
    for (_, mut keys) in players.iter_mut().filter(|(seat, _)| seat.is_persons_here()) {
        keys.0.extend([true, false].map(|down| KeyEvent { action: wish.0, down }));
    }
}

/// The seats that a key or a button plays for, each with an action that it has there.
fn meanings(map: &KeyMap, pads: &Gamepads, source: InputSource) -> Vec<(usize, Action)> {
    let mut meanings = Vec::new();
    for (seat, hands) in map.seat_devices().into_iter().enumerate() {
        match (source, hands) {
            (InputSource::Key(key), _) => meanings.extend(map.actions(hands, key).iter().map(|&action| (seat, action))),
            (InputSource::Button(pad, button), Some(devices))
                if devices == SeatDevices::Everything || Some(devices) == pads.index_of(pad).map(SeatDevices::Pad) =>
            {
                meanings.extend(map.button_actions(button).map(|action| (seat, action)));
            }
            _ => {}
        }
    }
    meanings
}

/// Whether a key that is still held was held when the match came to rest. Its release, which no tick has taken yet, is
/// then removed, since the key has never been up. A match that has gone back meanwhile may hold other keys.
fn stays_down(keys: &mut VecDeque<KeyEvent>, pressed: &PressedKeys, action: Action) -> bool {
    let stays = pressed.holds(action) && keys.iter().filter(|event| event.action == action).count() == 1;
    if stays {
        keys.retain(|event| event.action != action);
    }
    stays
}

fn act(
    mut keyboard: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<GamepadButtonStateChangedEvent>,
    mut lost: MessageReader<KeyboardFocusLost>,
    overlay: Option<Res<State<Overlay>>>,
    settings: Res<Settings>,
    mut map: ResMut<KeyMap>,
    (mut pads, mut fingers): (ResMut<Gamepads>, ResMut<FingerEvents>),
    (mut held, mut down, mut was_live): (Local<[HeldActions; MAX_SEATS]>, Local<DownSources>, Local<bool>),
    mut players: Query<(&Seat, Ref<SeatSetup>, &PressedKeys, &mut PendingKeyEvents)>,
) {
    let live = is_live(overlay);
    let goes_on = !std::mem::replace(&mut *was_live, live) && live;
    let mut persons = [false; MAX_SEATS];
    for (seat, setup, ..) in &players {
        persons[seat.index()] = setup.is_persons_here();
    }
    let hands = settings.seats.seat_devices(persons);
    let others = map.set_seat_devices(hands);
    let is_focus_lost = lost.read().count() > 0;
    down.forget_absent(is_focus_lost, |pad| pads.index_of(pad).is_some());
    let mut events: [Vec<KeyEvent>; MAX_SEATS] = default();
    if !live || others || is_focus_lost {
        for (held, events) in held.iter_mut().zip(&mut events) {
            held.release_all(events);
        }
        fingers.0.clear();
    }
    let keys = keyboard.read().filter(|key| !key.repeat).map(|key| (InputSource::Key(key.key_code), key.state));
    let buttons = buttons.read().map(|event| (InputSource::Button(event.entity, event.button), event.state));
    let changes: Vec<(InputSource, ButtonState)> = keys.chain(buttons).collect();
    // What is let go in the frame in which a match goes on is not held there.
    for &(source, state) in changes.iter().filter(|(_, state)| *state == ButtonState::Released) {
        down.note(source, state, live);
    }
    if goes_on || live && others {
        for (source, played) in down.note_play() {
            for (seat, action) in meanings(&map, &pads, source) {
                let mut own = players.iter_mut().filter(|(of, ..)| of.index() == seat);
                if played && own.any(|(.., pressed, mut keys)| stays_down(&mut keys.0, pressed, action)) {
                    held[seat].change(action, source, ButtonState::Pressed, &mut Vec::new());
                } else if action.is_held_down() {
                    // The match does not know of directions that went down while it rested, or before there was one.
                    held[seat].change(action, source, ButtonState::Pressed, &mut events[seat]);
                }
            }
        }
    } else {
        // A new match does not know of those that are still held down from the match before.
        for (seat, ..) in players.iter().filter(|(_, setup, ..)| setup.is_added()) {
            events[seat.index()].extend(held[seat.index()].direction_presses());
        }
    }
    for (source, state) in changes {
        down.note(source, state, live);
        if !live {
            continue;
        }
        if source.ends_unnoticed_releases(state) {
            for (held, events) in held.iter_mut().zip(&mut events) {
                held.release_keys(events);
            }
        }
        for (seat, action) in meanings(&map, &pads, source) {
            if let InputSource::Button(pad, _) = source {
                pads.note_played(pad);
            }
            held[seat].change(action, source, state, &mut events[seat]);
        }
    }
    for (finger, action, pressed) in fingers.0.drain(..) {
        let state = if pressed { ButtonState::Pressed } else { ButtonState::Released };
        for (seat, _) in hands.iter().enumerate().filter(|(_, hands)| **hands == Some(SeatDevices::Everything)) {
            held[seat].change(action, InputSource::Finger(finger), state, &mut events[seat]);
        }
    }
    for (seat, setup, _, mut keys) in &mut players {
        let events = &events[seat.index()];
        if !events.is_empty() && setup.is_persons_here() {
            keys.0.extend(events);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::{Handling, RecordedPlayer, SeatControl};

    #[test]
    fn a_tapped_key_waits_for_the_next_tick_of_the_person() {
        let mut app = App::new();
        app.add_observer(tap);
        let seats = [SeatControl::Person, SeatControl::Elsewhere(RecordedPlayer::Person)];
        let [you, another] = seats.map(|control| {
            let seat = SeatSetup { control, ..SeatSetup::person("Somebody", Handling::FAST) };
            app.world_mut().spawn((seat, PendingKeyEvents::default())).id()
        });
        app.world_mut().trigger(KeyTap(Action::Undo));
        let waiting = |player: Entity| app.world().get::<PendingKeyEvents>(player).unwrap().0.clone();
        assert_eq!(waiting(you), [true, false].map(|down| KeyEvent { action: Action::Undo, down }));
        assert!(waiting(another).is_empty());
    }

    #[test]
    fn a_held_key_stays_down_unless_the_match_has_gone_back() {
        let (mut holding, left) = (PressedKeys::default(), Action::Left);
        holding.set(left, true);
        let [up, undo] = [left, Action::Undo].map(|action| KeyEvent { action, down: false });
        let mut waiting = VecDeque::from([up, undo]);
        assert!(stays_down(&mut waiting, &holding, left));
        assert_eq!(waiting, [undo]);
        // A match that goes back lets go of what was held there.
        for (releases, pressed) in [(vec![up, up], holding), (vec![up], PressedKeys::default())] {
            let mut waiting = VecDeque::from(releases.clone());
            assert!(!stays_down(&mut waiting, &pressed, left));
            assert_eq!(waiting, releases, "it goes up, and can be pressed anew");
        }
    }
}
