//! Reads the frame's key presses and gamepad buttons as steps through the menus: up, down, choose, back and so on.

use bevy::input::ButtonState;
use bevy::input::InputSystems;
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;

/// The steps of this frame. A widget that acts on a step sets it to false.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct NavigationSteps {
    /// Move one row up.
    pub up: bool,
    /// Move one row down.
    pub down: bool,
    /// Choose the value before, or less of it.
    pub left: bool,
    /// Choose the next value, or more of it.
    pub right: bool,
    /// Do what the row says: Enter was pressed.
    pub enter: bool,
    /// The space bar was pressed. It acts like Enter, except where a player may still be dropping pieces.
    pub space: bool,
    /// Go one screen back.
    pub back: bool,
    /// Change to the tab on the left.
    pub last_tab: bool,
    /// Change to the tab on the right.
    pub next_tab: bool,
    /// Empty the row: remove the keys that are bound there.
    pub delete: bool,
    /// The key that went down in this frame, for a row that waits for one; `None` if none did.
    pub key: Option<KeyCode>,
}

/// Adds the steps, and the system that reads them once a frame.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<NavigationSteps>();
    app.add_systems(PreUpdate, read.after(InputSystems));
}

pub(in crate::app) fn read(
    mut nav: ResMut<NavigationSteps>,
    mut keyboard: MessageReader<KeyboardInput>,
    mut pads: MessageReader<GamepadButtonStateChangedEvent>,
    held: Res<ButtonInput<KeyCode>>,
) {
    let mut steps = NavigationSteps::default();
    for event in keyboard.read().filter(|event| event.state == ButtonState::Pressed) {
        // A held arrow key repeats its step. A held Enter does not, or it would act on the next screen too.
        match event.key_code {
            KeyCode::ArrowUp | KeyCode::KeyW => steps.up = true,
            KeyCode::ArrowDown | KeyCode::KeyS => steps.down = true,
            KeyCode::ArrowLeft | KeyCode::KeyA => steps.left = true,
            KeyCode::ArrowRight | KeyCode::KeyD => steps.right = true,
            KeyCode::Tab if held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) => steps.up = true,
            KeyCode::Tab => steps.down = true,
            _ if event.repeat => {}
            KeyCode::Enter | KeyCode::NumpadEnter => steps.enter = true,
            KeyCode::Space => steps.space = true,
            KeyCode::Escape | KeyCode::Backspace => steps.back = true,
            KeyCode::KeyQ | KeyCode::PageUp => steps.last_tab = true,
            KeyCode::KeyE | KeyCode::PageDown => steps.next_tab = true,
            KeyCode::Delete => steps.delete = true,
            _ => {}
        }
        if !event.repeat {
            steps.key = steps.key.or(Some(event.key_code));
        }
    }
    for event in pads.read().filter(|event| event.state == ButtonState::Pressed) {
        match event.button {
            GamepadButton::DPadUp => steps.up = true,
            GamepadButton::DPadDown => steps.down = true,
            GamepadButton::DPadLeft => steps.left = true,
            GamepadButton::DPadRight => steps.right = true,
            GamepadButton::South => steps.enter = true,
            GamepadButton::East => steps.back = true,
            GamepadButton::LeftTrigger => steps.last_tab = true,
            GamepadButton::RightTrigger => steps.next_tab = true,
            _ => {}
        }
    }
    *nav = steps;
}
