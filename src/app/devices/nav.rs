//! Reads the frame's key presses and gamepad buttons as steps through the menus: up, down, choose, back and so on.

use super::keys;
use bevy::input::ButtonState;
use bevy::input::InputSystems;
use bevy::input::gamepad::{GamepadButtonStateChangedEvent, GamepadConnectionEvent};
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use std::time::Duration;

/// How long a direction is held before its step repeats, where no system repeats it.
pub const REPEAT_DELAY: Duration = Duration::from_millis(350);
/// The time from one repeat to the next.
pub const REPEAT_INTERVAL: Duration = Duration::from_millis(40);

/// The steps of this frame. A widget that acts on a step sets it to false.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct NavigationSteps {
    /// Whether to move one row up.
    pub up: bool,
    /// Whether to move one row down.
    pub down: bool,
    /// Whether to choose the value before in the row, or less of it.
    pub left: bool,
    /// Whether to choose the next value in the row, or more of it.
    pub right: bool,
    /// Whether to do what the row says: Enter was pressed.
    pub enter: bool,
    /// Whether the space bar was pressed. It acts like Enter, except where a player may still be dropping pieces.
    pub space: bool,
    /// Whether to go one screen back.
    pub back: bool,
    /// Whether to change to the tab on the left.
    pub last_tab: bool,
    /// Whether to change to the tab on the right.
    pub next_tab: bool,
    /// Whether to empty the row: to remove the keys that are bound there.
    pub delete: bool,
    /// The key that went down in this frame, for a row that waits for one; `None` if none did.
    pub key: Option<KeyCode>,
    /// The key that the press in this frame counts as where it is a shortcut, by [`keys::shortcut_key`].
    pub shortcut: Option<KeyCode>,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<NavigationSteps>();
    app.add_systems(PreUpdate, read_navigation.after(InputSystems));
}

/// The button of a gamepad that was pressed last, of those that repeat while they are held as the system repeats a held
/// key. It repeats until it is released.
#[derive(Clone, Copy, Debug, Default)]
pub struct RepeatingButton(Option<HeldButton>);

#[derive(Clone, Copy, Debug)]
struct HeldButton {
    pad: Entity,
    button: GamepadButton,
    /// The time of the program at which the button repeats next.
    next: Duration,
}

impl RepeatingButton {
    /// Reads which buttons were pressed and released by this time of the program, and which gamepads have come or are
    /// gone: one that is gone releases nothing. `press` does what a pressed button does, and says whether it repeats.
    pub fn read(
        &mut self,
        connections: &mut MessageReader<GamepadConnectionEvent>,
        pads: &mut MessageReader<GamepadButtonStateChangedEvent>,
        now: Duration,
        mut press: impl FnMut(Entity, GamepadButton) -> bool,
    ) {
        for event in connections.read() {
            self.0.take_if(|held| held.pad == event.gamepad);
        }
        for event in pads.read() {
            let (pad, button) = (event.entity, event.button);
            if event.state == ButtonState::Released {
                self.0.take_if(|held| held.pad == pad && held.button == button);
            } else if press(pad, button) {
                self.0 = Some(HeldButton { pad, button, next: now + REPEAT_DELAY });
            }
        }
    }

    /// The button, if it repeats at this time of the program. A slow frame repeats it once.
    pub fn due(&mut self, now: Duration) -> Option<GamepadButton> {
        let held = self.0.as_mut().filter(|held| held.next <= now)?;
        held.next = now + REPEAT_INTERVAL;
        Some(held.button)
    }
}

pub(in crate::app) fn read_navigation(
    mut nav: ResMut<NavigationSteps>,
    mut keyboard: MessageReader<KeyboardInput>,
    mut pads: MessageReader<GamepadButtonStateChangedEvent>,
    mut connections: MessageReader<GamepadConnectionEvent>,
    held: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    mut direction: Local<RepeatingButton>,
) {
    let (mut steps, now) = (NavigationSteps::default(), time.elapsed());
    for event in keyboard.read().filter(|event| event.state == ButtonState::Pressed) {
        // A held arrow key repeats its step. A held Enter does not, or it would act on the next screen too.
        // W, A, S and D lie well for one hand: their places count, whatever is typed there. So do those of the number
        // pad, for a right hand alone.
        match event.key_code {
            KeyCode::ArrowUp | KeyCode::KeyW | KeyCode::Numpad8 => steps.up = true,
            KeyCode::ArrowDown | KeyCode::KeyS | KeyCode::Numpad2 => steps.down = true,
            KeyCode::ArrowLeft | KeyCode::KeyA | KeyCode::Numpad4 => steps.left = true,
            KeyCode::ArrowRight | KeyCode::KeyD | KeyCode::Numpad6 => steps.right = true,
            KeyCode::Tab if held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) => steps.up = true,
            KeyCode::Tab => steps.down = true,
            _ if event.repeat => {}
            KeyCode::Enter | KeyCode::NumpadEnter => steps.enter = true,
            KeyCode::Space => steps.space = true,
            KeyCode::Escape | KeyCode::Backspace | KeyCode::NumpadSubtract => steps.back = true,
            KeyCode::KeyQ | KeyCode::PageUp => steps.last_tab = true,
            KeyCode::KeyE | KeyCode::PageDown => steps.next_tab = true,
            KeyCode::Delete => steps.delete = true,
            _ => {}
        }
        if !event.repeat {
            steps.key = steps.key.or(Some(event.key_code));
            steps.shortcut = steps.shortcut.or(Some(keys::shortcut_key(event)));
        }
    }
    direction.read(&mut connections, &mut pads, now, |_, button| {
        match button {
            GamepadButton::South => steps.enter = true,
            GamepadButton::East => steps.back = true,
            GamepadButton::LeftTrigger => steps.last_tab = true,
            GamepadButton::RightTrigger => steps.next_tab = true,
            _ => return steps.go(button),
        }
        false
    });
    if let Some(button) = direction.due(now) {
        steps.go(button);
    }
    *nav = steps;
}

impl NavigationSteps {
    /// Leaves the focus where it is if the key is one of these shortcuts: some keyboards have other letters, as Z or R,
    /// where W and S would move it.
    pub fn keep_focus_if_pressed(&mut self, shortcuts: &[KeyCode]) {
        if self.shortcut.is_some_and(|key| shortcuts.contains(&key)) {
            (self.up, self.down) = (false, false);
        }
    }

    /// Makes the step of a button of the cross; false for another button.
    fn go(&mut self, button: GamepadButton) -> bool {
        let step = match button {
            GamepadButton::DPadUp => &mut self.up,
            GamepadButton::DPadDown => &mut self.down,
            GamepadButton::DPadLeft => &mut self.left,
            GamepadButton::DPadRight => &mut self.right,
            _ => return false,
        };
        *step = true;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::InputPlugin;
    use bevy::input::gamepad::GamepadConnection;
    use bevy::time::TimeUpdateStrategy;

    /// The steps of a frame in which the key at this place types this.
    fn steps_of(typed: &str, place: KeyCode) -> NavigationSteps {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, plugin));
        app.world_mut().write_message(keys::typed_key_press(typed, place));
        app.update();
        *app.world().resource::<NavigationSteps>()
    }

    #[test]
    fn letters_move_by_their_places_and_are_shortcuts_by_what_they_type() {
        // A French keyboard has Z where others have W, and W where others have Z.
        let mut steps = steps_of("z", KeyCode::KeyW);
        assert_eq!((steps.up, steps.shortcut), (true, Some(KeyCode::KeyZ)));
        steps.keep_focus_if_pressed(&[KeyCode::KeyC]);
        assert!(steps.up);
        steps.keep_focus_if_pressed(&[KeyCode::KeyC, KeyCode::KeyZ]);
        assert!(!steps.up, "the page takes it as a shortcut");
        // Colemak has R where others have S.
        let mut steps = steps_of("r", KeyCode::KeyS);
        assert!(steps.down);
        steps.keep_focus_if_pressed(&[KeyCode::KeyR]);
        assert!(!steps.down);
        // The other letters of a French keyboard that have changed places.
        let steps = steps_of("w", KeyCode::KeyZ);
        assert_eq!((steps.up, steps.shortcut), (false, Some(KeyCode::KeyW)));
        let [left, tab] = [("q", KeyCode::KeyA), ("a", KeyCode::KeyQ)].map(|(typed, place)| steps_of(typed, place));
        assert_eq!([left, tab].map(|steps| (steps.left, steps.last_tab)), [(true, false), (false, true)]);
    }

    #[test]
    fn the_number_pad_leads_through_the_menus() {
        let keys = [("8", KeyCode::Numpad8), ("2", KeyCode::Numpad2), ("4", KeyCode::Numpad4), ("6", KeyCode::Numpad6)];
        let directions = keys.map(|(typed, place)| {
            let steps = steps_of(typed, place);
            [steps.up, steps.down, steps.left, steps.right].iter().position(|is_taken| *is_taken)
        });
        assert_eq!(directions, [0, 1, 2, 3].map(Some));
        assert!(steps_of("-", KeyCode::NumpadSubtract).back);
    }

    /// How many of these frames, each a fiftieth of a second long, make a step down.
    fn steps_down(app: &mut App, frames: u32) -> u32 {
        let mut frame = || {
            app.update();
            u32::from(app.world().resource::<NavigationSteps>().down)
        };
        (0..frames).map(|_| frame()).sum()
    }

    #[test]
    fn a_held_direction_of_a_gamepad_repeats_until_it_is_released_or_the_gamepad_is_gone() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, plugin));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)));
        let pad = app.world_mut().spawn_empty().id();
        let change = |app: &mut App, button, state| {
            app.world_mut().write_message(GamepadButtonStateChangedEvent::new(pad, button, state));
        };
        assert_eq!(steps_down(&mut app, 2), 0);
        change(&mut app, GamepadButton::DPadDown, ButtonState::Pressed);
        assert_eq!(steps_down(&mut app, 17), 1, "one step before it repeats");
        assert_eq!(steps_down(&mut app, 25), 12, "then one each 40 ms");
        change(&mut app, GamepadButton::DPadDown, ButtonState::Released);
        assert_eq!(steps_down(&mut app, 50), 0);

        change(&mut app, GamepadButton::DPadDown, ButtonState::Pressed);
        change(&mut app, GamepadButton::South, ButtonState::Pressed);
        assert!(steps_down(&mut app, 50) > 1, "another button does not end it");
        let connection = GamepadConnection::Disconnected;
        app.world_mut().write_message(GamepadConnectionEvent { gamepad: pad, connection });
        assert_eq!(steps_down(&mut app, 50), 0);
    }
}
