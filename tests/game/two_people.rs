//! Two people at one machine: whole matches by the events of keys and gamepads that the test writes, through Bevy's own
//! input and the program's, without a window. Needs no display.

use crate::replays::filed;
use crate::support::current;
use bevy::input::gamepad::{
    GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent,
    RawGamepadEvent,
};
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputPlugin};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use korobka::app::devices::{KeyMap, buttons, keys};
use korobka::app::persistence::{Occupant, Seats, Settings, bindings};
use korobka::app::{Overlay, Screen};
use korobka::game::components::{Falling, HoldSlot, Phase, RoundTally};
use korobka::game::replay::{Recorder, Replay, ReplayCheck, recorder_plugin, survey};
use korobka::game::{Action, Course, Handling, Match, MatchSetup, Mode, SeatSetup, StartMatch};
use korobka::rules::{FallingPiece, Rules};

/// A machine with a keyboard and two gamepads, and a versus match between two persons on it.
pub(crate) struct Machine {
    pub(crate) app: App,
    pub(crate) pads: [Entity; 2],
    seats: Seats,
}

impl Machine {
    pub(crate) fn with(left: Occupant, right: Occupant, persons: usize) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, korobka::game::plugin, recorder_plugin));
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        let seats = Seats { left, right, ..Seats::default() };
        app.insert_resource(Settings { seats: seats.clone(), ..Settings::default() });
        app.insert_state(Screen::Play).add_plugins(korobka::app::devices_plugin);
        // The first update advances no time.
        app.update();
        let pads = [(); 2].map(|()| app.world_mut().spawn_empty().id());
        let mut machine = Self { app, pads, seats };
        machine.plug(0);
        machine.plug(1);
        let rules = Rules { countdown: 0, first_to: 2, ..Rules::versus() }.checked().expect("possible rules");
        let seats = (1..=persons).map(|seat| SeatSetup::person(format!("Player {seat}"), Handling::FAST)).collect();
        let (mode, course) = (Mode::Versus, Course::default());
        machine.app.world_mut().trigger(StartMatch(MatchSetup { mode, rules, course, seed: 7, seats }));
        machine.app.update();
        machine.app.update();
        machine
    }

    fn connection(&mut self, pad: usize, connection: GamepadConnection) {
        let event = GamepadConnectionEvent::new(self.pads[pad], connection);
        // Whoever finds gamepads tells it both ways, as Bevy's own finder does.
        self.app.world_mut().write_message(event.clone());
        self.app.world_mut().write_message(RawGamepadEvent::Connection(event));
        self.app.update();
        self.app.update();
    }

    pub(crate) fn plug(&mut self, pad: usize) {
        let name = format!("Pad {pad}");
        self.connection(pad, GamepadConnection::Connected { name, vendor_id: None, product_id: None });
    }

    pub(crate) fn unplug(&mut self, pad: usize) {
        self.connection(pad, GamepadConnection::Disconnected);
    }

    fn key(&mut self, name: &str, down: bool) {
        let key_code = keys::key_named(name).expect("a key of the keyboard");
        let state = if down { ButtonState::Pressed } else { ButtonState::Released };
        let logical_key = Key::Character("?".into());
        let window = Entity::PLACEHOLDER;
        let event = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
        self.app.world_mut().write_message(event);
    }

    fn button(&mut self, pad: usize, button: GamepadButton, down: bool) {
        let value = if down { 1.0 } else { 0.0 };
        let event = RawGamepadButtonChangedEvent::new(self.pads[pad], button, value);
        self.app.world_mut().write_message(RawGamepadEvent::Button(event));
    }

    fn tilt(&mut self, pad: usize, axis: GamepadAxis, value: f32) {
        let event = RawGamepadAxisChangedEvent::new(self.pads[pad], axis, value);
        self.app.world_mut().write_message(RawGamepadEvent::Axis(event));
    }

    /// The event by which the person on this side acts, on the device that is theirs.
    pub(crate) fn act(&mut self, side: usize, action: Action, down: bool) {
        let both = self.seats.occupants() == [Occupant::Keyboard; 2];
        let bindings = match (self.seats.occupants()[side].pad(), both, side) {
            (Some(pad), ..) => {
                let name = &Settings::default().pads.0.0[&action][0];
                return self.button(pad, buttons::button_named(name).expect("a button of a gamepad"), down);
            }
            (None, false, _) => Settings::default().keys,
            (None, true, 0) => self.seats.left_keys.clone(),
            (None, true, _) => self.seats.right_keys.clone(),
        };
        let name = bindings.0[&action].last().expect("every action has a key").clone();
        self.key(&name, down);
    }

    pub(crate) fn tap(&mut self, side: usize, action: Action) {
        self.act(side, action, true);
        self.ticks(2);
        self.act(side, action, false);
        self.ticks(2);
    }

    pub(crate) fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            self.app.update();
        }
    }

    pub(crate) fn current(&mut self) -> Match {
        current(self.app.world_mut())
    }

    fn get<C: Component + Clone>(&mut self, side: usize) -> C {
        let seat = self.current().seats[side];
        self.app.world().get::<C>(seat).expect("every player has it").clone()
    }

    pub(crate) fn piece(&mut self, side: usize) -> FallingPiece {
        self.get::<Falling>(side).piece.expect("a piece is in play").piece
    }

    pub(crate) fn pressed(&mut self) -> [u32; 2] {
        [0, 1].map(|side| self.get::<RoundTally>(side).keys)
    }

    pub(crate) fn overlay(&self) -> Overlay {
        *self.app.world().resource::<State<Overlay>>().get()
    }

    /// Shows an overlay, and gives the one that is on show three frames later.
    pub(crate) fn show(&mut self, overlay: Overlay) -> Overlay {
        self.app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
        self.ticks(3);
        self.overlay()
    }

    /// Drops pieces where they appear until this side has lost the round; the other one drops a piece now and then,
    /// left and right of the middle.
    fn lose(&mut self, side: usize) {
        for number in 0.. {
            assert!(number < 100, "whoever drops everything in the middle tops out");
            if !self.current().is_playing() {
                break;
            }
            self.tap(side, Action::HardDrop);
            if number % 5 == 0 {
                let way = if number % 2 == 0 { Action::Left } else { Action::Right };
                self.act(1 - side, way, true);
                self.ticks(400);
                self.act(1 - side, way, false);
                self.tap(1 - side, Action::HardDrop);
            }
        }
        let (Phase::RoundOver { winner, .. } | Phase::Over { winner }) = self.current().phase else {
            panic!("the round is over: {:?}", self.current().phase);
        };
        assert_eq!(winner, Some(1 - side as u8), "the one who dropped everything in the middle lost");
    }

    /// Waits for the next round.
    fn next_round(&mut self) {
        for _ in 0..20_000 {
            if self.current().is_playing() {
                return;
            }
            self.app.update();
        }
        panic!("the next round begins");
    }

    pub(crate) fn replay(mut self) -> Replay {
        self.app.world_mut().remove_resource::<Recorder>().expect("it records").into_replay().expect("a match")
    }
}

/// Every action of each person, one after the other and both at once: it moves the own piece and never the other's.
fn keys_move_their_own_piece_only(machine: &mut Machine) {
    for side in [0, 1] {
        let steps: [(Action, i8); 3] = [(Action::Left, -1), (Action::Right, 1), (Action::Right, 1)];
        for (action, by) in steps {
            let before = [machine.piece(0), machine.piece(1)];
            machine.tap(side, action);
            let after = [machine.piece(0), machine.piece(1)];
            assert_eq!(after[side].x, before[side].x + by, "{action:?} moves the own piece");
            assert_eq!(after[1 - side].x, before[1 - side].x, "and not the other one's");
        }
        for action in [Action::Clockwise, Action::Counterclockwise, Action::Half, Action::Hold, Action::HardDrop] {
            let before = machine.pressed();
            let (facing, serial) = (machine.piece(1 - side).facing, machine.get::<Falling>(1 - side).serial);
            machine.tap(side, action);
            let after = machine.pressed();
            assert_eq!(after[side], before[side] + 1, "{action:?} is pressed by its own player");
            assert_eq!(after[1 - side], before[1 - side], "and by nobody else");
            assert_eq!(machine.piece(1 - side).facing, facing, "{action:?} does not turn the other's piece");
            assert_eq!(machine.get::<Falling>(1 - side).serial, serial, "nor drop or hold it");
        }
        assert!(machine.get::<HoldSlot>(side).0.piece().is_some(), "it was held");
        machine.ticks(300);
    }
    // In the same frame, in opposite directions.
    let before = [machine.piece(0).x, machine.piece(1).x];
    machine.act(0, Action::Left, true);
    machine.act(1, Action::Right, true);
    machine.ticks(2);
    assert_eq!([machine.piece(0).x, machine.piece(1).x], [before[0] - 1, before[1] + 1]);
    machine.act(0, Action::Left, false);
    machine.act(1, Action::Right, false);
    machine.ticks(2);
}

/// A match of two persons at these devices, to its result and through its replay.
fn a_whole_match(left: Occupant, right: Occupant) {
    let mut machine = Machine::with(left, right, 2);
    keys_move_their_own_piece_only(&mut machine);
    machine.lose(1);
    machine.next_round();
    machine.lose(0);
    machine.next_round();
    machine.lose(1);
    assert_eq!(machine.current().phase, Phase::Over { winner: Some(0) }, "two rounds to one");
    assert_eq!(machine.current().wins, [2, 1]);
    let replay = machine.replay();
    assert_eq!((replay.result.over, replay.result.winner, replay.result.wins), (true, Some(0), [2, 1]));
    assert_eq!(
        survey(&filed(replay)).expect("possible rules").check,
        ReplayCheck::Agrees,
        "its replay is the same match"
    );
}

#[test]
fn two_at_one_keyboard_play_to_a_result() {
    a_whole_match(Occupant::Keyboard, Occupant::Keyboard);
}

#[test]
fn one_at_the_keyboard_and_one_with_a_gamepad_play_to_a_result() {
    a_whole_match(Occupant::Keyboard, Occupant::FirstPad);
    a_whole_match(Occupant::SecondPad, Occupant::Keyboard);
}

#[test]
fn two_with_gamepads_play_to_a_result() {
    a_whole_match(Occupant::FirstPad, Occupant::SecondPad);
}

#[test]
fn who_plays_alone_has_every_device_and_no_half_of_the_keyboard() {
    let mut machine = Machine::with(Occupant::Keyboard, Occupant::Computer, 1);
    let x = machine.piece(0).x;
    machine.key("ArrowLeft", true);
    machine.ticks(2);
    machine.key("ArrowLeft", false);
    machine.button(1, GamepadButton::DPadLeft, true);
    machine.ticks(3);
    machine.button(1, GamepadButton::DPadLeft, false);
    machine.ticks(3);
    assert_eq!(machine.piece(0).x, x - 2, "arrows and gamepad both");
    machine.key("KeyD", true);
    machine.ticks(3);
    assert_eq!(machine.piece(0).x, x - 2, "D moves only the left one of two");
    let map = machine.app.world().resource::<KeyMap>();
    assert!(map.is_game_key(KeyCode::ArrowLeft) && !map.is_game_key(KeyCode::KeyD) && !map.is_game_key(KeyCode::KeyR));
}

#[test]
fn both_gamepads_play_by_the_buttons_of_the_settings() {
    let mut machine = Machine::with(Occupant::FirstPad, Occupant::SecondPad, 2);
    machine.app.world_mut().resource_mut::<Settings>().pads = bindings::PadBindings::shoulders();
    machine.ticks(2);
    for side in [0, 1] {
        let (before, other) = (machine.piece(side).facing, machine.piece(1 - side));
        machine.button(side, GamepadButton::RightTrigger, true);
        machine.ticks(2);
        machine.button(side, GamepadButton::RightTrigger, false);
        machine.ticks(2);
        assert_ne!(machine.piece(side).facing, before, "a shoulder turns now");
        assert!(machine.get::<HoldSlot>(side).0.piece().is_none(), "and holds no more");
        assert_eq!((machine.piece(1 - side).x, machine.piece(1 - side).facing), (other.x, other.facing));
    }
}

#[test]
fn the_left_stick_plays_as_the_cross_does_and_the_right_one_not_at_all() {
    let mut machine = Machine::with(Occupant::FirstPad, Occupant::SecondPad, 2);
    let (x, other) = (machine.piece(1).x, machine.piece(0).x);
    for tilt in [-0.2, -0.9, -1.0, 0.0] {
        machine.tilt(1, GamepadAxis::LeftStickX, tilt);
        machine.ticks(3);
    }
    assert_eq!(machine.piece(1).x, x - 1, "one step for one tilt");
    machine.tilt(1, GamepadAxis::LeftStickX, 1.0);
    machine.ticks(400);
    let wall = machine.piece(1).x;
    assert!(wall > x, "held, it slides");
    machine.ticks(50);
    assert_eq!((machine.piece(1).x, machine.piece(0).x), (wall, other), "to the wall, and on its own board");
    machine.tilt(1, GamepadAxis::LeftStickX, 0.0);
    for (overlay, tilt) in [(Overlay::Pause, 0.0), (Overlay::Pause, -1.0), (Overlay::None, -1.0)] {
        machine.app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
        machine.tilt(1, GamepadAxis::RightStickX, tilt);
        machine.ticks(3);
    }
    assert_eq!(machine.piece(1).x, wall, "one that is tilted in a pause moves nothing as the game goes on");
    let pieces = machine.get::<Falling>(1).serial;
    machine.tilt(1, GamepadAxis::LeftStickY, 1.0);
    machine.ticks(3);
    assert!(machine.get::<Falling>(1).serial > pieces, "up drops");
}
