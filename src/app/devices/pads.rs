//! The gamepads and their numbers, and the pause when a gamepad that a person plays with is unplugged.

use super::super::screens::Overlay;
use super::super::toasts::Toasts;
use super::KeyMap;
use crate::app::persistence::{SeatDevices, Seats};
use crate::game::Match;
use bevy::input::InputSystems;
use bevy::input::gamepad::{GamepadConnection, GamepadConnectionEvent};
use bevy::prelude::*;

/// The gamepad of a number: the one that has the number, or had it last.
#[derive(Clone, Copy, Debug)]
struct PadSlot {
    pad: Entity,
    there: bool,
}

/// The gamepads by number: the one that was connected first has number 0. A gamepad that comes back gets its old number
/// again, unless another gamepad has taken it.
#[derive(Resource, Debug, Default)]
pub struct Gamepads {
    places: Vec<PadSlot>,
    /// The gamepads with which a person has played.
    played: Vec<Entity>,
}

impl Gamepads {
    /// The number of a gamepad, from 0; `None` if it is not connected.
    pub fn index_of(&self, pad: Entity) -> Option<usize> {
        self.places.iter().position(|place| place.there && place.pad == pad)
    }

    /// Whether there is a gamepad of this number, from 0.
    pub fn has(&self, number: usize) -> bool {
        self.places.get(number).is_some_and(|place| place.there)
    }

    /// The gamepads that a seat is to be played with and that are not connected, as numbers from 1.
    pub fn missing(&self, hands: [Option<SeatDevices>; 2]) -> Vec<usize> {
        let wanted = hands.into_iter().filter_map(|hands| match hands {
            Some(SeatDevices::Pad(number)) if !self.has(number) => Some(number + 1),
            _ => None,
        });
        wanted.collect()
    }

    /// The reason why a match with persons at these seats cannot start, if the gamepad of one is not connected; `None`
    /// if none is missing.
    pub fn missing_reason(&self, seats: &Seats, persons: [bool; 2]) -> Option<String> {
        let missing = self.missing(seats.seat_devices(persons));
        let first = missing.first()?;
        Some(format!("Gamepad {first} is not connected: plug it in, or let that side play with something else"))
    }

    /// Notes that a person has played with a gamepad.
    pub(super) fn note_played(&mut self, pad: Entity) {
        if !self.played.contains(&pad) {
            self.played.push(pad);
        }
    }

    fn come(&mut self, pad: Entity) -> Option<usize> {
        if self.index_of(pad).is_some() {
            return None;
        }
        let own = self.places.iter().position(|place| !place.there && place.pad == pad);
        let number = own.or_else(|| self.places.iter().position(|place| !place.there)).unwrap_or(self.places.len());
        let place = PadSlot { pad, there: true };
        match self.places.get_mut(number) {
            Some(free) => *free = place,
            None => self.places.push(place),
        }
        Some(number)
    }

    fn go(&mut self, pad: Entity) -> Option<(usize, bool)> {
        let number = self.index_of(pad)?;
        self.places[number].there = false;
        let before = self.played.len();
        self.played.retain(|&played| played != pad);
        Some((number, self.played.len() < before))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Gamepads>().add_systems(PreUpdate, follow.after(InputSystems));
    app.add_systems(Update, wait_for_missing.run_if(in_state(Overlay::Ready)));
}

/// A game that was continued does not count down to its beginning while nobody can play at one of its seats: it rests.
fn wait_for_missing(
    pads: Res<Gamepads>,
    map: Res<KeyMap>,
    mut next: ResMut<NextState<Overlay>>,
    mut toasts: ResMut<Toasts>,
) {
    if let Some(number) = pads.missing(map.seat_devices()).first() {
        toasts.warn(format!("Gamepad {number} is not connected: the game waits. Plug it in, then resume"));
        next.set(Overlay::Pause);
    }
}

fn follow(
    mut connections: MessageReader<GamepadConnectionEvent>,
    mut pads: ResMut<Gamepads>,
    map: Res<KeyMap>,
    overlay: Option<Res<State<Overlay>>>,
    current: Option<Single<&Match>>,
    mut next: ResMut<NextState<Overlay>>,
    mut toasts: ResMut<Toasts>,
) {
    for event in connections.read() {
        if let GamepadConnection::Connected { .. } = event.connection {
            if let Some(number) = pads.come(event.gamepad) {
                info!("gamepad {} is there", number + 1);
                if map.seat_devices().contains(&Some(SeatDevices::Pad(number))) {
                    toasts.say(format!("Gamepad {} is back", number + 1));
                }
            }
            continue;
        }
        let Some((number, played)) = pads.go(event.gamepad) else { continue };
        info!("gamepad {} is gone", number + 1);
        let wanted = map.seat_devices().into_iter().flatten().any(|hands| match hands {
            SeatDevices::Pad(other) => other == number,
            SeatDevices::Everything => played,
            _ => false,
        });
        if !wanted || current.as_ref().is_none_or(|current| current.is_over()) {
            continue;
        }
        toasts.warn(format!("Gamepad {} is gone: the game waits. Plug it in again, then resume", number + 1));
        if overlay.as_ref().is_some_and(|overlay| matches!(overlay.get(), Overlay::None | Overlay::Ready)) {
            next.set(Overlay::Pause);
        }
    }
}
