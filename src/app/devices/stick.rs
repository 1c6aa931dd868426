//! The left stick as a second cross: its tilt presses and releases the buttons of the cross, for the game,
//! the menus and the settings. The right stick does so in the menus alone, for who has no left hand for the other.
//!
//! A direction is pressed at more tilt than it is released at, so that a trembling thumb presses once. In a game, up,
//! which drops a piece for good, needs the most tilt, and hardly any lean to a side. In a menu a stick that leans both
//! ways begins to press only where it leans more: who goes down the rows by a crooked flick changes none of them.

use super::super::handling_sandbox::SandboxKeyCapture;
use super::super::screens::Overlay;
use super::{ReadDevicesSystems, is_live};
use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::input::ButtonState;
use bevy::input::InputSystems;
use bevy::input::gamepad::{
    GamepadAxis, GamepadAxisChangedEvent, GamepadButton, GamepadButtonStateChangedEvent, GamepadConnectionEvent,
};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// The tilt that presses left, right or down, as a part of the full tilt.
const PRESS: f32 = 0.55;
/// The tilt below which a direction is released, as a part of the full tilt.
const RELEASE: f32 = 0.4;
/// The tilt that presses up in a game, as a part of the full tilt.
const PRESS_UP: f32 = 0.8;
/// The tilt to a side from which on the stick does not begin to press up in a game, as a part of the full tilt.
const LEAN: f32 = 0.45;

/// One stick: how far it is tilted, -1 to 1 each way, and which buttons this holds down.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stick {
    x: f32,
    y: f32,
    held: [bool; 4],
}

/// The buttons that a stick presses, in the order of `Stick::held`.
const BUTTONS: [GamepadButton; 4] =
    [GamepadButton::DPadLeft, GamepadButton::DPadRight, GamepadButton::DPadDown, GamepadButton::DPadUp];

impl Stick {
    /// The directions that are held down at this tilt, given those that were held before, while the stick plays or
    /// steps through a menu.
    fn holds(&self, plays: bool) -> [bool; 4] {
        let [left, right, down, up] = self.held;
        let (across, along) = (self.x.abs(), self.y.abs());
        let tilted = |tilt: f32, held: bool, may: bool| (held || may) && tilt > if held { RELEASE } else { PRESS };
        let (sideways, upright) = (plays || across >= along, plays || along > across);
        let may_up = if plays { self.y > PRESS_UP && across < LEAN } else { upright };
        [
            tilted(-self.x, left, sideways),
            tilted(self.x, right, sideways),
            tilted(-self.y, down, upright),
            tilted(self.y, up, may_up),
        ]
    }
}

/// The sticks of all gamepads, each with whether it is the right one.
#[derive(Resource, Debug, Default)]
pub(super) struct Sticks(HashMap<(Entity, bool), Stick>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sticks>().add_systems(PreUpdate, read.after(InputSystems));
    // A menu closes after `read`, and what is held down by the time of `act` is pressed in the game's first tick.
    app.add_systems(
        RunFixedMainLoop,
        let_right_sticks_go
            .run_if(do_sticks_play)
            .before(ReadDevicesSystems)
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
    );
}

/// Whether sticks play: a match, or in the sandbox beside the settings of handling.
fn do_sticks_play(overlay: Option<Res<State<Overlay>>>, trying: Option<Res<SandboxKeyCapture>>) -> bool {
    trying.is_some_and(|trying| trying.on) || is_live(overlay)
}

pub(super) fn read(
    mut axes: MessageReader<GamepadAxisChangedEvent>,
    mut connections: MessageReader<GamepadConnectionEvent>,
    (overlay, trying): (Option<Res<State<Overlay>>>, Option<Res<SandboxKeyCapture>>),
    mut sticks: ResMut<Sticks>,
    mut buttons: MessageWriter<GamepadButtonStateChangedEvent>,
) {
    let plays = do_sticks_play(overlay, trying);
    let mut moved = Vec::new();
    for event in connections.read() {
        // A gamepad that comes or goes has nothing held. Keys that it held in a game are released by the pause.
        sticks.0.retain(|(pad, _), _| *pad != event.gamepad);
    }
    for event in axes.read() {
        let is_right = matches!(event.axis, GamepadAxis::RightStickX | GamepadAxis::RightStickY);
        let stick = sticks.0.entry((event.entity, is_right)).or_default();
        match event.axis {
            GamepadAxis::LeftStickX | GamepadAxis::RightStickX => stick.x = event.value,
            GamepadAxis::LeftStickY | GamepadAxis::RightStickY => stick.y = event.value,
            _ => continue,
        }
        // The thumb that turns pieces lies beside the right stick, and must not drop one by a slip.
        if plays && !is_right {
            hold(event.entity, stick, stick.holds(plays), &mut buttons);
        }
        moved.push((event.entity, is_right));
    }
    // A flick comes as two events: which way a stick leans more is known after both.
    for of in moved.into_iter().filter(|_| !plays) {
        if let Some(stick) = sticks.0.get_mut(&of) {
            hold(of.0, stick, stick.holds(plays), &mut buttons);
        }
    }
}

/// Lets the right sticks that are still tilted when the menu closes or gives the keys to the sandbox hold nothing.
fn let_right_sticks_go(mut sticks: ResMut<Sticks>, mut buttons: MessageWriter<GamepadButtonStateChangedEvent>) {
    for ((pad, _), stick) in sticks.0.iter_mut().filter(|((_, is_right), _)| *is_right) {
        hold(*pad, stick, [false; 4], &mut buttons);
    }
}

/// Presses and releases the buttons of a stick's directions, so that these are held.
fn hold(pad: Entity, stick: &mut Stick, holds: [bool; 4], buttons: &mut MessageWriter<GamepadButtonStateChangedEvent>) {
    for ((button, before), now) in BUTTONS.into_iter().zip(stick.held).zip(holds) {
        if before != now {
            let state = if now { ButtonState::Pressed } else { ButtonState::Released };
            buttons.write(GamepadButtonStateChangedEvent::new(pad, button, state));
        }
    }
    stick.held = holds;
}

#[cfg(test)]
mod tests {
    use super::super::super::screens::{Screen, go_to, program_on};
    use super::*;
    use bevy::ecs::message::Messages;

    /// A program in which a match is on show under this overlay, with a gamepad.
    fn shown(overlay: Overlay) -> (App, Entity) {
        let mut app = program_on(Screen::Play);
        app.add_message::<GamepadAxisChangedEvent>().add_message::<GamepadConnectionEvent>();
        app.add_message::<GamepadButtonStateChangedEvent>().add_plugins(plugin);
        app.update();
        go_to(&mut app, overlay);
        let pad = app.world_mut().spawn_empty().id();
        (app, pad)
    }

    /// The buttons that are pressed in a frame in which the axes of a gamepad come to these tilts, one after the other.
    fn pressed(app: &mut App, pad: Entity, tilts: &[(GamepadAxis, f32)]) -> Vec<GamepadButton> {
        for &(axis, tilt) in tilts {
            app.world_mut().write_message(GamepadAxisChangedEvent::new(pad, axis, tilt));
        }
        app.update();
        let mut all = app.world_mut().resource_mut::<Messages<GamepadButtonStateChangedEvent>>();
        all.drain().filter(|event| event.state == ButtonState::Pressed).map(|event| event.button).collect()
    }

    #[test]
    fn the_right_stick_steps_through_the_menus_and_plays_no_game() {
        for (overlay, presses) in [(Overlay::None, 0), (Overlay::Pause, 1)] {
            let (mut app, pad) = shown(overlay);
            app.world_mut().write_message(GamepadAxisChangedEvent::new(pad, GamepadAxis::RightStickY, -1.0));
            app.update();
            let pressed = app.world().resource::<Messages<GamepadButtonStateChangedEvent>>();
            assert_eq!(pressed.len(), presses, "{overlay:?}");
            go_to(&mut app, Overlay::None);
            let mut all = app.world_mut().resource_mut::<Messages<GamepadButtonStateChangedEvent>>();
            let released = all.drain().filter(|event| event.state == ButtonState::Released).count();
            assert_eq!(released, presses, "what the menu had held while {overlay:?} is let go as the game goes on");
        }
    }

    #[test]
    fn a_crooked_flick_is_one_step_of_a_menu_and_two_directions_of_a_game() {
        let crooked = [(GamepadAxis::LeftStickX, 0.7), (GamepadAxis::LeftStickY, -0.75)];
        let (down, right) = (GamepadButton::DPadDown, GamepadButton::DPadRight);
        for (overlay, steps) in [(Overlay::Pause, vec![down]), (Overlay::None, vec![right, down])] {
            let (mut app, pad) = shown(overlay);
            assert_eq!(pressed(&mut app, pad, &crooked), steps, "{overlay:?}");
        }
    }

    #[test]
    fn in_the_sandbox_of_handling_sticks_do_what_they_do_in_a_game() {
        let up = [(GamepadAxis::LeftStickY, 0.7)];
        let right_stick = [(GamepadAxis::RightStickY, -1.0)];
        for (tries, presses) in [(false, [1, 1]), (true, [0, 0])] {
            let mut trying = SandboxKeyCapture::default();
            trying.on = tries;
            let (mut app, pad) = shown(Overlay::Settings);
            app.insert_resource(trying);
            assert_eq!([&up, &right_stick].map(|tilt| pressed(&mut app, pad, tilt).len()), presses, "tries: {tries}");
        }
    }

    #[test]
    fn a_tilt_presses_once_and_up_wants_to_be_meant() {
        let mut stick = Stick::default();
        let mut tilt = |x: f32, y: f32| {
            (stick.x, stick.y) = (x, y);
            stick.held = stick.holds(true);
            stick.held
        };
        let none = [false; 4];
        assert_eq!(tilt(-0.5, 0.0), none, "not far enough");
        assert_eq!(tilt(-0.6, 0.0), [true, false, false, false]);
        assert_eq!(tilt(-0.45, 0.0), [true, false, false, false], "a little less is still held");
        assert_eq!(tilt(-0.3, 0.0), none);
        assert_eq!(tilt(0.7, -0.7), [false, true, true, false], "down and aside");
        assert_eq!(tilt(0.7, 0.7), [false, true, false, false], "no drop by a slip of the thumb");
        assert_eq!(tilt(0.0, 0.9), [false, false, false, true]);
    }
}
