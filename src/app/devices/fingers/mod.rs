//! Fingers on a screen: which buttons and gestures they hold, as presses and releases of actions.
//!
//! Menus need nothing of this: to them a finger is a mouse.

pub mod buttons;
mod gesture;

use super::FingerEvents;
use crate::app::persistence::Settings;
use crate::app::persistence::fingers::FingerSettings;
use crate::app::screens::Overlay;
use crate::game::{Action, Match, SeatSetup};
use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use buttons::{ButtonUse, ScreenButton, TouchScope};
use gesture::{Gesture, GestureKeyChange};

/// Actions that fingers press (true) and release (false), in their order.
type Keys = Vec<GestureKeyChange>;

/// The fingers on the screen, and whether somebody plays with them.
#[derive(Resource, Debug, Default)]
pub struct TouchScreen {
    /// Whether the screen was touched, and no key has been pressed since: then the buttons are shown.
    pub shown: bool,
    /// Whether a finger has asked for the pause; whoever acts on it takes it.
    pause: bool,
    /// What each finger does, by its number.
    on: HashMap<u64, FingerUse>,
}

#[derive(Clone, Debug)]
enum FingerUse {
    /// The finger holds a button until it leaves the screen; `None` where it hit none.
    Press(Option<&'static ScreenButton>),
    /// The finger began on a direction and holds the direction that it has slid onto; `None` where it is on none.
    Slide(Option<&'static ScreenButton>),
    /// The finger plays by gestures, without buttons.
    Gesture(Gesture),
}

impl TouchScreen {
    /// What fingers do in a match. They play for a person who is the only one in it. Two have keys or gamepads.
    pub fn scope_in_match<'a>(current: Option<&Match>, seats: impl IntoIterator<Item = &'a SeatSetup>) -> TouchScope {
        TouchScope {
            plays: SeatSetup::count_persons_here(seats) == 1,
            takes_back: current.is_some_and(Match::has_undo),
        }
    }

    /// Whether a finger has asked for the pause since this was last called.
    pub(in crate::app) fn take_pause(&mut self) -> bool {
        std::mem::take(&mut self.pause)
    }

    /// Whether a finger holds this button down.
    pub fn is_button_held(&self, button: &ScreenButton) -> bool {
        self.on.values().any(
            |on| matches!(on, FingerUse::Press(Some(held)) | FingerUse::Slide(Some(held)) if held.name == button.name),
        )
    }

    /// Changes the button that a finger holds, or that it holds none: what the old one did ends, what the new one does
    /// begins. Returns what is pressed and released.
    fn change(&mut self, from: Option<&'static ScreenButton>, to: Option<&'static ScreenButton>) -> Keys {
        let mut keys = Keys::new();
        for (button, down) in [(from, false), (to, true)] {
            match button.map(|button| button.does) {
                Some(ButtonUse::Act(action)) => keys.push((action, down)),
                Some(ButtonUse::Pause) => self.pause |= down,
                None => {}
            }
        }
        keys
    }

    /// Takes a message of the screen, which lies in a window of this size, where fingers do this.
    /// Returns what is pressed and released.
    fn touch(
        &mut self,
        touch: &TouchInput,
        settings: &FingerSettings,
        (window, scope): (Vec2, TouchScope),
        now: f64,
    ) -> Keys {
        let (at, id) = (touch.position, touch.id);
        let step = (window.min_element() / 14.0).clamp(20.0, 48.0) * settings.reach;
        let (on, keys) = match (touch.phase, self.on.remove(&id)) {
            (TouchPhase::Started, _) => {
                // The touch with which the buttons appear was meant for none of them.
                let button = buttons::button_at(settings, (window, scope), at).filter(|_| self.shown);
                let on = match button {
                    None if settings.gestures && scope.plays => FingerUse::Gesture(Gesture::begin(at, now)),
                    Some(button) if slides(button) => FingerUse::Slide(Some(button)),
                    button => FingerUse::Press(button),
                };
                (Some(on), self.change(None, button))
            }
            (TouchPhase::Moved, Some(FingerUse::Slide(held))) => {
                let over = buttons::button_at(settings, (window, scope), at).filter(|button| slides(button));
                let same = over.map(|button| button.name) == held.map(|button| button.name);
                let keys = if same { Keys::new() } else { self.change(held, over) };
                (Some(FingerUse::Slide(over)), keys)
            }
            (TouchPhase::Moved, Some(FingerUse::Gesture(mut gesture))) => {
                let keys = gesture.move_to(at, now, step);
                (Some(FingerUse::Gesture(gesture)), keys)
            }
            (TouchPhase::Moved, on) => (on, Keys::new()),
            (TouchPhase::Ended, Some(FingerUse::Gesture(gesture))) => {
                (None, gesture.end_at(at, now, (step, window.x / 2.0)))
            }
            (TouchPhase::Canceled, Some(FingerUse::Gesture(gesture))) => {
                (None, gesture.held_key_release().into_iter().collect())
            }
            (_, Some(FingerUse::Press(held) | FingerUse::Slide(held))) => (None, self.change(held, None)),
            (_, None) => (None, Keys::new()),
        };
        self.on.extend(on.map(|on| (id, on)));
        keys
    }
}

/// Whether a finger can slide onto a button, and off it to another: directions alone.
fn slides(button: &ScreenButton) -> bool {
    matches!(button.does, ButtonUse::Act(Action::Left | Action::Right | Action::SoftDrop))
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TouchScreen>();
    let before = RunFixedMainLoopSystems::BeforeFixedMainLoop;
    app.add_systems(RunFixedMainLoop, read.before(super::act).in_set(before));
}

/// Reads what fingers do. A key hides the buttons again.
fn read(
    mut touches: MessageReader<TouchInput>,
    mut keyboard: MessageReader<KeyboardInput>,
    overlay: Option<Res<State<Overlay>>>,
    (settings, time): (Res<Settings>, Res<Time<Real>>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    (current, seats): (Option<Single<&Match>>, Query<&SeatSetup>),
    mut fingers: ResMut<TouchScreen>,
    mut events: ResMut<FingerEvents>,
) {
    let keys = keyboard.read().filter(|key| key.state == ButtonState::Pressed).count();
    if touches.is_empty() && (keys == 0 || !fingers.shown) {
        return;
    }
    let Some(window) = window else { return };
    let is_touched = !touches.is_empty();
    if super::is_live(overlay) {
        let place = (window.size(), TouchScreen::scope_in_match(current.as_deref().copied(), seats));
        for touch in touches.read() {
            let keys = fingers.touch(touch, &settings.fingers, place, time.elapsed_secs_f64());
            events.0.extend(keys.into_iter().map(|(action, down)| (touch.id, action, down)));
        }
    } else {
        // In menus a finger is a mouse. One that is still down when the match goes on begins anew.
        fingers.on.clear();
        touches.clear();
    }
    fingers.shown = is_touched;
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const WINDOW: Vec2 = Vec2::new(390.0, 844.0);

    fn touch(fingers: &mut TouchScreen, phase: TouchPhase, id: u64, at: Vec2) -> Vec<(Action, bool)> {
        let touch = TouchInput { phase, position: at, window: Entity::PLACEHOLDER, force: None, id };
        fingers.touch(&touch, &FingerSettings::default(), (WINDOW, TouchScope::ALL), 0.0)
    }

    fn middle(name: &str) -> Vec2 {
        let settings = FingerSettings::default();
        buttons::placed_buttons(&settings, WINDOW, TouchScope::ALL)
            .find(|placed| placed.button.name == name)
            .unwrap()
            .middle
    }

    /// A screen that was touched before, so that it shows the buttons.
    fn touched() -> TouchScreen {
        TouchScreen { shown: true, ..TouchScreen::default() }
    }

    #[test]
    fn the_touch_with_which_the_buttons_appear_presses_none() {
        let mut fingers = TouchScreen::default();
        assert_eq!(touch(&mut fingers, TouchPhase::Started, 1, middle("left")), []);
        assert_eq!(touch(&mut fingers, TouchPhase::Ended, 1, middle("left")), []);
        touch(&mut fingers, TouchPhase::Started, 1, middle("pause"));
        assert!(!fingers.take_pause());
    }

    #[test]
    fn two_thumbs_hold_two_buttons() {
        let mut fingers = touched();
        assert_eq!(touch(&mut fingers, TouchPhase::Started, 1, middle("left")), [(Action::Left, true)]);
        assert_eq!(touch(&mut fingers, TouchPhase::Started, 2, middle("clockwise")), [(Action::Clockwise, true)]);
        assert!(fingers.is_button_held(&buttons::BUTTONS[0]));
        assert_eq!(touch(&mut fingers, TouchPhase::Ended, 1, middle("left")), [(Action::Left, false)]);
        assert_eq!(touch(&mut fingers, TouchPhase::Canceled, 2, Vec2::ZERO), [(Action::Clockwise, false)]);
        assert!(!fingers.is_button_held(&buttons::BUTTONS[0]));
        assert_eq!(touch(&mut fingers, TouchPhase::Started, 3, middle("take-back")), [(Action::Undo, true)]);
    }

    #[test]
    fn a_thumb_slides_between_directions_and_onto_nothing_else() {
        let mut fingers = touched();
        touch(&mut fingers, TouchPhase::Started, 1, middle("left"));
        let slid = touch(&mut fingers, TouchPhase::Moved, 1, middle("right"));
        assert_eq!(slid, [(Action::Left, false), (Action::Right, true)]);
        assert_eq!(touch(&mut fingers, TouchPhase::Moved, 1, middle("hold")), [(Action::Right, false)]);
        assert_eq!(touch(&mut fingers, TouchPhase::Moved, 1, middle("left")), [(Action::Left, true)], "and back");
        assert_eq!(touch(&mut fingers, TouchPhase::Ended, 1, middle("left")), [(Action::Left, false)]);
        touch(&mut fingers, TouchPhase::Started, 2, middle("hard-drop"));
        assert_eq!(touch(&mut fingers, TouchPhase::Moved, 2, middle("left")), [], "a drop does not become a step");
    }

    #[test]
    fn the_pause_is_asked_for_once() {
        let mut fingers = touched();
        touch(&mut fingers, TouchPhase::Started, 1, middle("pause"));
        assert!(fingers.take_pause());
        assert!(!fingers.take_pause());
        assert_eq!(touch(&mut fingers, TouchPhase::Ended, 1, middle("pause")), []);
    }

    #[test]
    fn a_finger_on_the_board_does_nothing_where_buttons_play() {
        let mut fingers = touched();
        assert_eq!(touch(&mut fingers, TouchPhase::Started, 1, WINDOW / 2.0), []);
        assert_eq!(touch(&mut fingers, TouchPhase::Ended, 1, WINDOW / 2.0), []);
    }
}
