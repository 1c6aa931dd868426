//! The sandbox beside the settings of handling: lets its time pass, and gives it the keys while a person plays in it.

use super::devices::nav::{self, NavigationSteps};
use super::devices::{HeldActions, InputSource, KeyMap};
use super::screens::{Overlay, Screen};
use crate::game::Handling;
use crate::game::sandbox::{HandlingTestGame, Lesson};
use bevy::input::gamepad::{GamepadButtonStateChangedEvent, GamepadConnectionEvent};
use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;

/// Whether a person plays in the sandbox. Meanwhile keys play and do nothing else; Esc gives them back to the menu.
#[derive(Resource, Debug, Default)]
pub struct SandboxKeyCapture {
    /// Whether keys play in the sandbox.
    pub on: bool,
    held: HeldActions,
}

/// The sandbox, made when it is first shown. It stays on the main thread, since it holds an app of its own.
#[derive(Default)]
pub struct HandlingSandbox {
    sandbox: Option<HandlingTestGame>,
    /// The part of the next tick that has passed, 0-1.
    rest: f64,
    /// Whether the sandbox was shown in this frame and its time passes.
    passes: bool,
}

impl HandlingSandbox {
    /// The sandbox with this handling, for a page that shows it in this frame. It teaches the lesson; with `None` it is
    /// open for free play. `seed` counts only when the sandbox is made. Where motion is reduced, a lesson only shows
    /// the board at its beginning.
    pub fn sandbox_with_handling(
        &mut self,
        handling: &Handling,
        lesson: Option<Lesson>,
        seed: u64,
        reduced_motion: bool,
    ) -> &HandlingTestGame {
        self.passes = lesson.is_none() || !reduced_motion;
        let sandbox = self.sandbox.get_or_insert_with(|| HandlingTestGame::new(*handling, seed));
        sandbox.set_handling(*handling);
        if sandbox.lesson() != lesson {
            sandbox.teach(lesson);
        }
        sandbox
    }
}

pub(super) fn plugin(app: &mut App) {
    app.insert_non_send(HandlingSandbox::default()).init_resource::<SandboxKeyCapture>();
    app.add_systems(PreUpdate, (listen.after(nav::read_navigation), pass.after(listen)));
    app.add_systems(OnExit(Screen::Settings), leave).add_systems(OnExit(Overlay::Settings), leave);
}

fn leave(mut trying: ResMut<SandboxKeyCapture>, mut sandboxed: NonSendMut<HandlingSandbox>) {
    trying.on = false;
    *sandboxed = HandlingSandbox::default();
}

/// Gives keys and buttons to the sandbox while a person plays in it, and takes them away from the menus,
/// which would act on them.
fn listen(
    mut trying: ResMut<SandboxKeyCapture>,
    mut sandboxed: NonSendMut<HandlingSandbox>,
    mut nav: ResMut<NavigationSteps>,
    mut keyboard: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<GamepadButtonStateChangedEvent>,
    mut connections: MessageReader<GamepadConnectionEvent>,
    mut lost: MessageReader<KeyboardFocusLost>,
    map: Res<KeyMap>,
) {
    let trying = &mut *trying;
    let Some(sandbox) = &mut sandboxed.sandbox else {
        keyboard.clear();
        buttons.clear();
        return;
    };
    let mut events = Vec::new();
    if connections.read().any(GamepadConnectionEvent::disconnected) {
        // A gamepad that is gone releases nothing.
        trying.held.release_all(&mut events);
    }
    let escaped = trying.on && nav.key == Some(KeyCode::Escape);
    let paused = |button: &GamepadButtonStateChangedEvent| button.button == GamepadButton::Start;
    let buttons: Vec<_> = buttons.read().cloned().collect();
    if escaped || lost.read().count() > 0 || buttons.iter().any(paused) {
        trying.on = false;
    }
    if trying.on {
        for key in keyboard.read().filter(|key| !key.repeat) {
            let source = InputSource::Key(key.key_code);
            if source.ends_unnoticed_releases(key.state) {
                trying.held.release_keys(&mut events);
            }
            for action in map.solo_key_actions(key.key_code) {
                trying.held.change(action, source, key.state, &mut events);
            }
        }
        for button in &buttons {
            for action in map.button_actions(button.button) {
                let source = InputSource::Button(button.entity, button.button);
                trying.held.change(action, source, button.state, &mut events);
            }
        }
    } else {
        keyboard.clear();
        trying.held.release_all(&mut events);
    }
    if trying.on || escaped {
        *nav = NavigationSteps::default();
    }
    for event in events {
        sandbox.pass_key(event);
    }
}

/// Lets the time of the sandbox pass while it is shown and may move.
fn pass(mut sandboxed: NonSendMut<HandlingSandbox>, time: Res<Time<Real>>) {
    let sandboxed = &mut *sandboxed;
    if !std::mem::take(&mut sandboxed.passes) {
        return;
    }
    sandboxed.rest += time.delta_secs_f64() * 1000.0;
    let ticks = sandboxed.rest.floor();
    sandboxed.rest -= ticks;
    if let Some(sandbox) = &mut sandboxed.sandbox {
        sandbox.advance(ticks as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_reduced_motion_a_lesson_stands_still_and_a_person_plays() {
        let mut sandboxed = HandlingSandbox::default();
        let mut passes = |lesson: Option<Lesson>, reduced_motion: bool| {
            sandboxed.sandbox_with_handling(&Handling::STANDARD, lesson, 1, reduced_motion);
            sandboxed.passes
        };
        let lesson = Some(Lesson::Slide);
        assert_eq!([passes(lesson, false), passes(lesson, true), passes(None, true)], [true, false, true]);
    }
}
