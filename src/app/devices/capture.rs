//! Binding keys and buttons: an action waits for the next one, whatever it is.

use super::nav::{self, Nav};
use super::{buttons, keys};
use crate::game::input::Action;
use bevy::input::ButtonState;
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::prelude::*;

/// What is bound: the keys of one person, those of each of two at one keyboard, or the buttons of all gamepads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundDevice {
    /// The keys of one person.
    #[default]
    Keyboard,
    /// The keys of the left of two persons at one keyboard.
    LeftKeys,
    /// The keys of the right of two persons at one keyboard.
    RightKeys,
    /// The buttons of every gamepad.
    Gamepad,
}

/// A key or a button that answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A key.
    Key(KeyCode),
    /// A button of a gamepad.
    Button(GamepadButton),
}

impl Heard {
    /// Its name in the settings. Keys without a name, Esc among them, cannot be bound.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Heard::Key(key) => keys::name(key),
            Heard::Button(button) => buttons::name(button),
        }
    }
}

/// The action that waits for a key. While there is one, no key does anything else.
#[derive(Resource, Debug, Default)]
pub struct Capture {
    /// What is bound.
    pub device: BoundDevice,
    /// The action that waits.
    pub action: Option<Action>,
    /// What was pressed in this frame.
    pub heard: Option<Heard>,
}

impl Capture {
    /// Whether an action waits.
    pub fn is_on(&self) -> bool {
        self.action.is_some()
    }

    /// Waits no longer.
    pub fn stop(&mut self) {
        (self.action, self.heard) = (None, None);
    }
}

/// Adds the system that listens.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Capture>();
    app.add_systems(PreUpdate, listen.after(nav::read));
}

/// The key is taken from the menus, which would act on it.
fn listen(mut capture: ResMut<Capture>, mut nav: ResMut<Nav>, mut pads: MessageReader<GamepadButtonStateChangedEvent>) {
    if !capture.is_on() {
        // The button that asks for another is not its answer.
        pads.clear();
        return;
    }
    let button = pads.read().find(|event| event.state == ButtonState::Pressed).map(|event| event.button);
    let heard = match capture.device {
        BoundDevice::Keyboard | BoundDevice::LeftKeys | BoundDevice::RightKeys => nav.key.map(Heard::Key),
        // Esc on the keyboard leaves it as it was.
        BoundDevice::Gamepad => {
            button.map(Heard::Button).or(nav.key.filter(|&key| key == KeyCode::Escape).map(Heard::Key))
        }
    };
    capture.heard = heard;
    *nav = Nav::default();
}
