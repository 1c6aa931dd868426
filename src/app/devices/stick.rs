//! The left stick as a second cross: its tilt presses and releases the buttons of the cross, for the game,
//! the menus and the settings. The right stick does so in the menus alone, for who has no left hand for the other.
//!
//! A direction is pressed at more tilt than it is released at, so that a trembling thumb presses once. Up, which drops
//! a piece for good, needs the most tilt, and hardly any lean to a side.

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
/// The tilt that presses up, as a part of the full tilt.
const PRESS_UP: f32 = 0.8;
/// The tilt to a side from which on the stick does not begin to press up, as a part of the full tilt.
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
    /// The directions that are held down at this tilt, given those that were held before.
    fn holds(&self) -> [bool; 4] {
        let [left, right, down, up] = self.held;
        let tilted = |tilt: f32, held: bool| tilt > if held { RELEASE } else { PRESS };
        let upward = if up { self.y > RELEASE } else { self.y > PRESS_UP && self.x.abs() < LEAN };
        [tilted(-self.x, left), tilted(self.x, right), tilted(-self.y, down), upward]
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
            .run_if(is_live)
            .before(ReadDevicesSystems)
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
    );
}

pub(super) fn read(
    mut axes: MessageReader<GamepadAxisChangedEvent>,
    mut connections: MessageReader<GamepadConnectionEvent>,
    overlay: Option<Res<State<Overlay>>>,
    mut sticks: ResMut<Sticks>,
    mut buttons: MessageWriter<GamepadButtonStateChangedEvent>,
) {
    let is_live = is_live(overlay);
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
        if !(is_right && is_live) {
            hold(event.entity, stick, stick.holds(), &mut buttons);
        }
    }
}

/// Lets the right sticks that are still tilted when the menu closes hold nothing.
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
    use super::super::super::screens::Screen;
    use super::*;
    use bevy::ecs::message::Messages;
    use bevy::state::app::StatesPlugin;

    #[test]
    fn the_right_stick_steps_through_the_menus_and_plays_no_game() {
        for (overlay, presses) in [(Overlay::None, 0), (Overlay::Pause, 1)] {
            let mut app = App::new();
            app.add_plugins((MinimalPlugins, StatesPlugin)).insert_state(Screen::Play).add_sub_state::<Overlay>();
            app.add_message::<GamepadAxisChangedEvent>().add_message::<GamepadConnectionEvent>();
            app.add_message::<GamepadButtonStateChangedEvent>().add_plugins(plugin);
            app.update();
            app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
            app.update();
            let pad = app.world_mut().spawn_empty().id();
            app.world_mut().write_message(GamepadAxisChangedEvent::new(pad, GamepadAxis::RightStickY, -1.0));
            app.update();
            let pressed = app.world().resource::<Messages<GamepadButtonStateChangedEvent>>();
            assert_eq!(pressed.len(), presses, "{overlay:?}");
            app.world_mut().resource_mut::<NextState<Overlay>>().set(Overlay::None);
            app.update();
            let mut all = app.world_mut().resource_mut::<Messages<GamepadButtonStateChangedEvent>>();
            let released = all.drain().filter(|event| event.state == ButtonState::Released).count();
            assert_eq!(released, presses, "what the menu had held while {overlay:?} is let go as the game goes on");
        }
    }

    #[test]
    fn a_tilt_presses_once_and_up_wants_to_be_meant() {
        let mut stick = Stick::default();
        let mut tilt = |x: f32, y: f32| {
            (stick.x, stick.y) = (x, y);
            stick.held = stick.holds();
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
