//! Fingers on a screen: which buttons and gestures they hold, as presses and releases of actions.
//!
//! Menus need nothing of this: to them a finger is a mouse.

pub mod buttons;
mod gesture;

use crate::app::persistence::Settings;
use crate::app::persistence::fingers::FingerSettings;
use crate::game::Action;
use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use buttons::{ButtonUse, ScreenButton};
use gesture::Gesture;

/// The fingers on the screen, and whether somebody plays with them.
#[derive(Resource, Debug, Default)]
pub struct Fingers {
    /// Whether the screen was touched, and no key has been pressed since: then the buttons are shown.
    pub shown: bool,
    /// Whether a finger has asked for the pause; whoever acts on it takes it.
    pause: bool,
    /// What each finger does, by its number.
    on: HashMap<u64, FingerUse>,
    /// The presses and releases of this frame that the match has not taken.
    events: Vec<FingerEvent>,
}

/// An action that a finger has pressed or released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FingerEvent {
    pub(super) action: Action,
    /// The number of the finger.
    pub(super) finger: u64,
    pub(super) state: ButtonState,
}

/// What a finger does.
#[derive(Clone, Debug)]
enum FingerUse {
    /// It holds a button; `None` where it has slid off.
    Button(Option<&'static ScreenButton>),
    Gesture(Gesture),
}

impl Fingers {
    /// Whether a finger has asked for the pause since this was last called.
    pub(in crate::app) fn take_pause(&mut self) -> bool {
        std::mem::take(&mut self.pause)
    }

    /// Whether a finger holds this button down.
    pub fn holds(&self, button: &ScreenButton) -> bool {
        self.on.values().any(|on| matches!(on, FingerUse::Button(Some(held)) if held.name == button.name))
    }

    /// The presses and releases since this was last called.
    pub(super) fn take_events(&mut self) -> Vec<FingerEvent> {
        std::mem::take(&mut self.events)
    }

    /// Forgets all fingers and what they pressed: no match takes them now.
    pub(super) fn lift_all(&mut self) {
        self.on.clear();
        self.events.clear();
        self.pause = false;
    }

    fn push(&mut self, finger: u64, action: Action, down: bool) {
        let state = if down { ButtonState::Pressed } else { ButtonState::Released };
        self.events.push(FingerEvent { action, finger, state });
    }

    /// A finger holds another button, or none: what the old one did ends, what the new one does begins.
    fn change(&mut self, finger: u64, from: Option<&'static ScreenButton>, to: Option<&'static ScreenButton>) {
        for (button, down) in [(from, false), (to, true)] {
            match button.map(|button| button.does) {
                Some(ButtonUse::Act(action)) => self.push(finger, action, down),
                Some(ButtonUse::Pause) => self.pause |= down,
                None => {}
            }
        }
    }

    /// Takes a message of the screen, which lies in a window of this size.
    fn touch(&mut self, touch: &TouchInput, settings: &FingerSettings, window: Vec2, now: f32) {
        let (at, id) = (touch.position, touch.id);
        let step = (window.min_element() / 14.0).clamp(20.0, 48.0) * settings.reach;
        match (touch.phase, self.on.remove(&id)) {
            (TouchPhase::Started, _) => {
                let button = buttons::hit(settings, window, at);
                self.change(id, None, button);
                let on = match button {
                    None if settings.gestures => FingerUse::Gesture(Gesture::begin(at, now)),
                    button => FingerUse::Button(button),
                };
                self.on.insert(id, on);
            }
            (TouchPhase::Moved, Some(FingerUse::Button(held))) => {
                // A thumb slides between directions without leaving the screen; nothing else is pressed by sliding.
                let over = buttons::hit(settings, window, at).filter(|button| slides(button));
                let stays = held.is_none_or(|button| !slides(button)) || over.map(|b| b.name) == held.map(|b| b.name);
                if !stays {
                    self.change(id, held, over);
                }
                self.on.insert(id, FingerUse::Button(if stays { held } else { over }));
            }
            (TouchPhase::Moved, Some(FingerUse::Gesture(mut gesture))) => {
                for (action, down) in gesture.moved(at, now, step) {
                    self.push(id, action, down);
                }
                self.on.insert(id, FingerUse::Gesture(gesture));
            }
            (TouchPhase::Ended, Some(FingerUse::Gesture(gesture))) => {
                for (action, down) in gesture.ended(at, now, (step, window.x / 2.0)) {
                    self.push(id, action, down);
                }
            }
            (TouchPhase::Canceled, Some(FingerUse::Gesture(gesture))) => {
                if let Some((action, down)) = gesture.dropped() {
                    self.push(id, action, down);
                }
            }
            (TouchPhase::Ended | TouchPhase::Canceled, Some(FingerUse::Button(held))) => self.change(id, held, None),
            (_, None) => {}
        }
    }
}

/// Whether a finger can slide onto a button, and off it to another: directions alone.
fn slides(button: &ScreenButton) -> bool {
    matches!(button.does, ButtonUse::Act(Action::Left | Action::Right | Action::SoftDrop))
}

/// Adds the fingers. [`read`] is for the plugin of all devices to order.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fingers>();
}

/// Reads what fingers do. A key hides the buttons again.
pub(super) fn read(
    mut touches: MessageReader<TouchInput>,
    mut keyboard: MessageReader<KeyboardInput>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut fingers: ResMut<Fingers>,
) {
    let keys = keyboard.read().filter(|key| key.state == ButtonState::Pressed).count();
    if touches.is_empty() && (keys == 0 || !fingers.shown) {
        return;
    }
    let Some(window) = window else { return };
    fingers.shown = !touches.is_empty();
    for touch in touches.read() {
        fingers.touch(touch, &settings.fingers, window.size(), time.elapsed_secs_wrapped());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const WINDOW: Vec2 = Vec2::new(390.0, 844.0);

    fn touch(fingers: &mut Fingers, phase: TouchPhase, id: u64, at: Vec2) -> Vec<(Action, bool)> {
        let touch = TouchInput { phase, position: at, window: Entity::PLACEHOLDER, force: None, id };
        fingers.touch(&touch, &FingerSettings::default(), WINDOW, 0.0);
        let events = fingers.take_events();
        events.into_iter().map(|event| (event.action, event.state == ButtonState::Pressed)).collect()
    }

    fn middle(name: &str) -> Vec2 {
        let settings = FingerSettings::default();
        buttons::placed(&settings, WINDOW).find(|placed| placed.button.name == name).unwrap().middle
    }

    #[test]
    fn two_thumbs_hold_two_buttons() {
        let mut fingers = Fingers::default();
        assert_eq!(touch(&mut fingers, TouchPhase::Started, 1, middle("left")), [(Action::Left, true)]);
        assert_eq!(touch(&mut fingers, TouchPhase::Started, 2, middle("clockwise")), [(Action::Clockwise, true)]);
        assert!(fingers.holds(&buttons::BUTTONS[0]));
        assert_eq!(touch(&mut fingers, TouchPhase::Ended, 1, middle("left")), [(Action::Left, false)]);
        assert_eq!(touch(&mut fingers, TouchPhase::Canceled, 2, Vec2::ZERO), [(Action::Clockwise, false)]);
        assert!(!fingers.holds(&buttons::BUTTONS[0]));
    }

    #[test]
    fn a_thumb_slides_between_directions_and_onto_nothing_else() {
        let mut fingers = Fingers::default();
        touch(&mut fingers, TouchPhase::Started, 1, middle("left"));
        let slid = touch(&mut fingers, TouchPhase::Moved, 1, middle("right"));
        assert_eq!(slid, [(Action::Left, false), (Action::Right, true)]);
        assert_eq!(touch(&mut fingers, TouchPhase::Moved, 1, middle("hold")), [(Action::Right, false)]);
        touch(&mut fingers, TouchPhase::Started, 2, middle("hard-drop"));
        assert_eq!(touch(&mut fingers, TouchPhase::Moved, 2, middle("left")), [], "a drop does not become a step");
    }

    #[test]
    fn the_pause_is_asked_for_once() {
        let mut fingers = Fingers::default();
        touch(&mut fingers, TouchPhase::Started, 1, middle("pause"));
        assert!(fingers.take_pause());
        assert!(!fingers.take_pause());
        assert_eq!(touch(&mut fingers, TouchPhase::Ended, 1, middle("pause")), []);
    }

    #[test]
    fn a_finger_on_the_board_does_nothing_where_buttons_play() {
        let mut fingers = Fingers::default();
        assert_eq!(touch(&mut fingers, TouchPhase::Started, 1, WINDOW / 2.0), []);
        assert_eq!(touch(&mut fingers, TouchPhase::Ended, 1, WINDOW / 2.0), []);
    }
}
