//! The gamepads and their numbers, and the pause when a gamepad that a person plays with is unplugged.

use super::super::screens::Overlay;
use super::super::toasts::Toasts;
use super::KeyMap;
use crate::app::persistence::{SeatDevices, Seats};
use crate::game::Match;
use bevy::input::InputSystems;
use bevy::input::gamepad::{GamepadConnection, GamepadConnectionEvent};
use bevy::prelude::*;
use bevy::state::state::StateTransitionSystems;

/// What brings a gamepad that is missing. A browser shows a page none before one of its buttons is pressed there.
pub const PLUG_IN: &str =
    if cfg!(target_arch = "wasm32") { "Plug it in and press one of its buttons here" } else { "Plug it in" };

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
        Some(format!("Gamepad {first} is not connected. {PLUG_IN}, or choose something else for that side in versus"))
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
    app.add_systems(StateTransition, stay_at_rest.before(StateTransitionSystems::DependentTransitions));
}

/// A game that was continued does not count down to its beginning while nobody can play at one of its seats: it rests.
fn wait_for_missing(
    pads: Res<Gamepads>,
    map: Res<KeyMap>,
    mut next: ResMut<NextState<Overlay>>,
    mut toasts: ResMut<Toasts>,
) {
    if let Some(number) = pads.missing(map.seat_devices()).first() {
        toasts.warn(format!("Gamepad {number} is not connected: the game waits. {PLUG_IN}, then resume"));
        NextState::set_if_neq(&mut next, Overlay::Pause);
    }
}

/// A game that rests goes on resting while nobody can play at one of its seats. However the page over it was left, the
/// wish for the bare match, or for the countdown before it, arrives here.
fn stay_at_rest(
    overlay: Option<Res<State<Overlay>>>,
    current: Option<Single<&Match>>,
    (pads, map): (Res<Gamepads>, Res<KeyMap>),
    next: ResMut<NextState<Overlay>>,
    toasts: ResMut<Toasts>,
) {
    let rests =
        overlay.is_some_and(|overlay| !matches!(overlay.get(), Overlay::None | Overlay::Ready | Overlay::Results));
    let goes_on = matches!(
        *next,
        NextState::Pending(Overlay::None | Overlay::Ready) | NextState::PendingIfNeq(Overlay::None | Overlay::Ready)
    );
    if rests && goes_on && current.is_some_and(|current| !current.is_over()) {
        wait_for_missing(pads, map, next, toasts);
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
        toasts.warn(format!("Gamepad {} is gone: the game waits. {PLUG_IN}, then resume", number + 1));
        if overlay.as_ref().is_some_and(|overlay| matches!(overlay.get(), Overlay::None | Overlay::Ready)) {
            next.set(Overlay::Pause);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::screens::{Screen, go_to, program_on};
    use super::*;
    use crate::game::{Course, Mode, Phase};
    use crate::rules::Rules;

    /// A program in which a match rests that is played with these devices, and the first gamepad.
    fn resting(devices: [Option<SeatDevices>; 2]) -> (App, Entity) {
        let mut app = program_on(Screen::Play);
        app.add_message::<GamepadConnectionEvent>().init_resource::<Toasts>().init_resource::<KeyMap>();
        app.add_plugins(plugin);
        app.update();
        app.world_mut().resource_mut::<KeyMap>().set_seat_devices(devices);
        let pad = app.world_mut().spawn_empty().id();
        app.world_mut().resource_mut::<Gamepads>().come(pad);
        let begun = Match::new(Mode::Versus, Rules::versus(), Course::default(), 1);
        app.world_mut().spawn(Match { phase: Phase::Playing, ..begun });
        go_to(&mut app, Overlay::Pause);
        (app, pad)
    }

    #[test]
    fn a_match_of_two_rests_until_both_have_a_gamepad_or_something_else_to_play_with() {
        let (mut app, first) = resting([0, 1].map(|number| Some(SeatDevices::Pad(number))));
        for wish in [Overlay::None, Overlay::Ready] {
            assert_eq!(go_to(&mut app, wish), Overlay::Pause, "the second has never been there");
        }
        assert_eq!(go_to(&mut app, Overlay::Help), Overlay::Help, "pages open as ever");
        assert_eq!(go_to(&mut app, Overlay::None), Overlay::Pause);
        let another = app.world_mut().spawn_empty().id();
        app.world_mut().resource_mut::<Gamepads>().come(another);
        assert_eq!(go_to(&mut app, Overlay::None), Overlay::None);
        go_to(&mut app, Overlay::Pause);
        app.world_mut().resource_mut::<Gamepads>().go(first);
        assert_eq!(go_to(&mut app, Overlay::None), Overlay::Pause);
        app.world_mut().resource_mut::<KeyMap>().set_seat_devices([Some(SeatDevices::Keys), Some(SeatDevices::Pad(1))]);
        assert_eq!(go_to(&mut app, Overlay::None), Overlay::None, "the keyboard is always there");
    }

    #[test]
    fn a_match_without_a_gamepad_of_its_own_goes_on_and_one_that_is_over_is_left() {
        let (mut app, pad) = resting([Some(SeatDevices::Everything), None]);
        app.world_mut().resource_mut::<Gamepads>().go(pad);
        assert_eq!(go_to(&mut app, Overlay::None), Overlay::None);
        let (mut app, _) = resting([0, 1].map(|number| Some(SeatDevices::Pad(number))));
        let mut matches = app.world_mut().query::<&mut Match>();
        for mut current in matches.iter_mut(app.world_mut()) {
            current.phase = Phase::Over { winner: None };
        }
        assert_eq!(go_to(&mut app, Overlay::None), Overlay::None);
    }
}
