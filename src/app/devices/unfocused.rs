//! Gamepads while another program's window has the focus.

use super::{nav, stick};
use bevy::ecs::message::{MessageCursor, Messages};
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::input::{ButtonState, InputSystems};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

pub(super) fn plugin(app: &mut App) {
    let leave = leave_presses_to_others.after(InputSystems).after(stick::read).before(nav::read_navigation);
    app.add_systems(PreUpdate, leave);
}

/// Takes away what gamepads press: where every program hears every gamepad, as on Linux, it is meant for the other one.
/// What they release was held down here.
fn leave_presses_to_others(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut buttons: ResMut<Messages<GamepadButtonStateChangedEvent>>,
    mut seen: Local<MessageCursor<GamepadButtonStateChangedEvent>>,
) {
    if window.is_some_and(|window| !window.focused) && !seen.is_empty(&buttons) {
        let is_released = |event: &&GamepadButtonStateChangedEvent| event.state == ButtonState::Released;
        let released: Vec<_> = seen.read(&buttons).filter(is_released).copied().collect();
        buttons.clear();
        buttons.write_batch(released);
    }
    // What was written anew is not looked at again.
    seen.clear(&buttons);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gamepad_presses_nothing_while_another_window_has_the_focus() {
        for (focused, heard) in [(true, 2), (false, 1)] {
            let mut app = App::new();
            app.add_message::<GamepadButtonStateChangedEvent>().add_systems(PreUpdate, leave_presses_to_others);
            let pad = app.world_mut().spawn((Window { focused, ..default() }, PrimaryWindow)).id();
            for state in [ButtonState::Pressed, ButtonState::Released] {
                app.world_mut().write_message(GamepadButtonStateChangedEvent::new(pad, GamepadButton::South, state));
            }
            app.update();
            let left = app.world().resource::<Messages<GamepadButtonStateChangedEvent>>();
            assert_eq!(left.len(), heard, "focus: {focused}");
            app.update();
            app.update();
            assert!(
                app.world().resource::<Messages<GamepadButtonStateChangedEvent>>().is_empty(),
                "nothing comes twice"
            );
        }
    }
}
