//! Binding keys and buttons: a row waits for the next key or button, which is then bound to what it stands for.

use super::super::screens::{Overlay, Screen};
use super::nav::{self, NavigationSteps};
use super::{buttons, keys};
use crate::game::input::Action;
use bevy::input::ButtonState;
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::prelude::*;

/// The devices whose keys or buttons are bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundDevice {
    /// The keys of a person who plays alone at the keyboard.
    #[default]
    Keyboard,
    /// The keys of the left of two persons at one keyboard.
    LeftKeys,
    /// The keys of the right of two persons at one keyboard.
    RightKeys,
    /// The buttons of every gamepad.
    Gamepad,
    /// Fingers on the screen, for which nothing is bound.
    Fingers,
}

/// What a key or button can be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingTarget {
    /// An action of the game.
    Act(Action),
    /// The beginning of a new game of the same kind.
    Restart,
}

/// What waits for the key or button that is to be bound to it. While something waits, no key does anything else.
#[derive(Resource, Debug, Default)]
pub struct BindingCapture {
    /// The device whose keys or buttons are bound.
    pub device: BoundDevice,
    /// What waits for a key or button; `None` if nothing does.
    pub target: Option<BindingTarget>,
    /// The name in the settings of the key or button that was pressed in this frame; `None` if none was. One without a
    /// name, such as Esc, cannot be bound.
    pub heard: Option<Option<&'static str>>,
}

impl BindingCapture {
    /// Whether anything waits for a key or button.
    pub fn is_on(&self) -> bool {
        self.target.is_some()
    }

    /// Ends the waiting without an answer.
    pub fn stop(&mut self) {
        (self.target, self.heard) = (None, None);
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<BindingCapture>();
    app.add_systems(PreUpdate, listen.after(nav::read_navigation));
    // A match in a room may begin, or go on, while a row waits.
    app.add_systems(OnExit(Screen::Settings), stop).add_systems(OnExit(Overlay::Settings), stop);
}

fn stop(mut capture: ResMut<BindingCapture>) {
    capture.stop();
}

/// Takes the key that was pressed in this frame from the menus, which would act on it, and gives it to
/// what waits for it.
fn listen(
    mut capture: ResMut<BindingCapture>,
    mut nav: ResMut<NavigationSteps>,
    mut pads: MessageReader<GamepadButtonStateChangedEvent>,
) {
    if !capture.is_on() {
        // The button press that starts the waiting must not be taken as the answer.
        return pads.clear();
    }
    let button = pads.read().find(|event| event.state == ButtonState::Pressed).map(|event| event.button);
    let heard = match capture.device {
        // Whoever has a gamepad alone leaves the binding as it was, since Start cannot be bound.
        BoundDevice::Keyboard | BoundDevice::LeftKeys | BoundDevice::RightKeys => {
            let leaves = matches!(button, Some(GamepadButton::East | GamepadButton::Start));
            nav.key.map(keys::key_name).or(leaves.then_some(None))
        }
        // Esc on the keyboard leaves the binding as it was.
        BoundDevice::Gamepad => button.map(buttons::button_name).or((nav.key == Some(KeyCode::Escape)).then_some(None)),
        BoundDevice::Fingers => None,
    };
    capture.heard = heard;
    *nav = NavigationSteps::default();
}

#[cfg(test)]
mod tests {
    use super::super::super::screens::{go_to, program_on};
    use super::*;

    #[test]
    fn a_gamepad_stops_the_waiting_for_a_key() {
        let heard = |button: GamepadButton| {
            let mut app = App::new();
            app.init_resource::<NavigationSteps>().add_message::<GamepadButtonStateChangedEvent>();
            app.insert_resource(BindingCapture { target: Some(BindingTarget::Restart), ..BindingCapture::default() });
            let (entity, state) = (Entity::PLACEHOLDER, ButtonState::Pressed);
            app.world_mut().write_message(GamepadButtonStateChangedEvent { entity, button, state });
            app.add_systems(Update, listen).update();
            app.world().resource::<BindingCapture>().heard
        };
        for button in [GamepadButton::East, GamepadButton::Start] {
            assert_eq!(heard(button), Some(None), "nothing is bound by {button:?}");
        }
        assert_eq!(heard(GamepadButton::South), None, "it goes on waiting");
    }

    #[test]
    fn settings_that_give_way_to_a_match_wait_for_no_key() {
        let mut app = program_on(Screen::Settings);
        app.init_resource::<NavigationSteps>().add_message::<GamepadButtonStateChangedEvent>().add_plugins(plugin);
        app.update();
        app.world_mut().resource_mut::<BindingCapture>().target = Some(BindingTarget::Restart);
        app.update();
        assert!(app.world().resource::<BindingCapture>().is_on());
        go_to(&mut app, Screen::Play);
        assert!(!app.world().resource::<BindingCapture>().is_on());
    }
}
