//! Keeps which keys and buttons hold each action of a player down: one action can have several.

use crate::app::own_files::IN_BROWSER;
use crate::game::KeyEvent;
use crate::game::input::Action;
use bevy::input::ButtonState;
use bevy::prelude::*;

/// What holds an action down: a key, a button of one gamepad, or a finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum InputSource {
    Key(KeyCode),
    Button(Entity, GamepadButton),
    /// A finger on the screen, by its number.
    Finger(u64),
}

impl InputSource {
    /// Whether this is the key that is Command on a Mac.
    const fn is_command(self) -> bool {
        matches!(self, Self::Key(KeyCode::SuperLeft | KeyCode::SuperRight))
    }

    /// Whether keys may have gone up unnoticed before this event: a browser on a Mac does not tell of a key that goes
    /// up while Command is down.
    pub(in crate::app) fn ends_unnoticed_releases(self, state: ButtonState) -> bool {
        IN_BROWSER && self.is_command() && state == ButtonState::Released
    }
}

/// For each action, the keys and buttons that hold it down.
#[derive(Debug, Default)]
pub(in crate::app) struct HeldActions([Vec<InputSource>; Action::ALL.len()]);

impl HeldActions {
    /// Notes that a source went down or up, and adds the events that follow to `events`. An action with two keys is up
    /// when both are. For actions that are no directions, a second key that goes down acts again.
    pub(in crate::app) fn change(
        &mut self,
        action: Action,
        source: InputSource,
        state: ButtonState,
        events: &mut Vec<KeyEvent>,
    ) {
        let sources = &mut self.0[action as usize];
        let before = sources.len();
        sources.retain(|&held| held != source);
        let directional = action.is_held_down();
        match state {
            ButtonState::Pressed => {
                if !sources.is_empty() && !directional {
                    events.push(KeyEvent { action, down: false });
                }
                if sources.is_empty() || !directional {
                    events.push(KeyEvent { action, down: true });
                }
                sources.push(source);
            }
            ButtonState::Released if sources.is_empty() && before > 0 => events.push(KeyEvent { action, down: false }),
            ButtonState::Released => {}
        }
    }

    /// Releases all actions, and adds the events that follow to `events`.
    pub(in crate::app) fn release_all(&mut self, events: &mut Vec<KeyEvent>) {
        self.release(|_| true, events);
    }

    /// Releases all keys, and adds the events that follow to `events`: those of the actions that nothing else holds.
    pub(in crate::app) fn release_keys(&mut self, events: &mut Vec<KeyEvent>) {
        self.release(|source| matches!(source, InputSource::Key(_)), events);
    }

    fn release(&mut self, goes_up: impl Fn(InputSource) -> bool, events: &mut Vec<KeyEvent>) {
        for action in Action::ALL {
            let sources = &mut self.0[action as usize];
            let before = sources.len();
            sources.retain(|&source| !goes_up(source));
            if sources.is_empty() && before > 0 {
                events.push(KeyEvent { action, down: false });
            }
        }
    }

    /// A press of each direction that is held down.
    pub(super) fn direction_presses(&self) -> impl Iterator<Item = KeyEvent> + '_ {
        let down = |action: &Action| action.is_held_down() && !self.0[*action as usize].is_empty();
        Action::ALL.into_iter().filter(down).map(|action| KeyEvent { action, down: true })
    }
}

/// The keys and buttons that are down, whether a game takes them or not, in the order in which they went down, each
/// with whether a match has been played while it was down.
#[derive(Debug, Default)]
pub(super) struct DownSources(Vec<(InputSource, bool)>);

impl DownSources {
    /// Notes that a key or a button went down or up, and whether a match is played.
    pub(super) fn note(&mut self, source: InputSource, state: ButtonState, live: bool) {
        // A Mac does not tell when a key goes up beside its Command key.
        let is_command = source.is_command();
        self.0.retain(|&(down, _)| down != source && !(is_command && matches!(down, InputSource::Key(_))));
        if state == ButtonState::Pressed && !is_command {
            self.0.push((source, live));
        }
    }

    /// Forgets the keys if the keyboard's focus is lost, and the buttons of gamepads that are not there: nobody tells
    /// when they go up.
    pub(super) fn forget_absent(&mut self, is_focus_lost: bool, is_there: impl Fn(Entity) -> bool) {
        self.0.retain(|(source, _)| match *source {
            InputSource::Key(_) => !is_focus_lost,
            InputSource::Button(pad, _) => is_there(pad),
            InputSource::Finger(_) => false,
        });
    }

    /// Notes that a match is played from now on. Gives the keys and buttons, the one that went down last at the end,
    /// each with whether a match had been played while it was down.
    pub(super) fn note_play(&mut self) -> impl Iterator<Item = (InputSource, bool)> + '_ {
        self.0.iter_mut().map(|(source, played)| (*source, std::mem::replace(played, true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn down(held: &mut HeldActions, action: Action, key: KeyCode) -> Vec<KeyEvent> {
        let mut events = Vec::new();
        held.change(action, InputSource::Key(key), ButtonState::Pressed, &mut events);
        events
    }

    fn up(held: &mut HeldActions, action: Action, key: KeyCode) -> Vec<KeyEvent> {
        let mut events = Vec::new();
        held.change(action, InputSource::Key(key), ButtonState::Released, &mut events);
        events
    }

    #[test]
    fn two_keys_of_one_direction_release_with_the_last() {
        let mut held = HeldActions::default();
        let left = |down| vec![KeyEvent { action: Action::Left, down }];
        assert_eq!(down(&mut held, Action::Left, KeyCode::KeyA), left(true));
        assert_eq!(down(&mut held, Action::Left, KeyCode::ArrowLeft), vec![]);
        assert_eq!(up(&mut held, Action::Left, KeyCode::KeyA), vec![]);
        assert_eq!(up(&mut held, Action::Left, KeyCode::ArrowLeft), left(false));
        assert_eq!(up(&mut held, Action::Left, KeyCode::ArrowLeft), vec![], "it was up already");
    }

    #[test]
    fn a_second_key_turns_again() {
        let mut held = HeldActions::default();
        let turn = |down| KeyEvent { action: Action::Clockwise, down };
        assert_eq!(down(&mut held, Action::Clockwise, KeyCode::KeyX), vec![turn(true)]);
        assert_eq!(down(&mut held, Action::Clockwise, KeyCode::ArrowUp), vec![turn(false), turn(true)]);
        assert_eq!(up(&mut held, Action::Clockwise, KeyCode::KeyX), vec![]);
        assert_eq!(up(&mut held, Action::Clockwise, KeyCode::ArrowUp), vec![turn(false)]);
    }

    #[test]
    fn letting_everything_go_releases_each_action_once() {
        let mut held = HeldActions::default();
        down(&mut held, Action::Left, KeyCode::KeyA);
        down(&mut held, Action::SoftDrop, KeyCode::KeyS);
        assert_eq!(held.direction_presses().count(), 2);
        let mut events = Vec::new();
        held.release_all(&mut events);
        assert_eq!(events.len(), 2);
        held.release_all(&mut events);
        assert_eq!(events.len(), 2);
    }

    #[test]
    fn keys_that_went_up_unnoticed_are_released_and_buttons_stay() {
        let mut held = HeldActions::default();
        down(&mut held, Action::Left, KeyCode::KeyA);
        down(&mut held, Action::Right, KeyCode::KeyD);
        let button = InputSource::Button(Entity::PLACEHOLDER, GamepadButton::DPadRight);
        held.change(Action::Right, button, ButtonState::Pressed, &mut Vec::new());
        let mut events = Vec::new();
        held.release_keys(&mut events);
        assert_eq!(events, [KeyEvent { action: Action::Left, down: false }], "a button holds the other direction");
        let presses: Vec<KeyEvent> = held.direction_presses().collect();
        assert_eq!(presses, [KeyEvent { action: Action::Right, down: true }]);
        let ends = |key, state| InputSource::Key(key).ends_unnoticed_releases(state);
        assert_eq!(ends(KeyCode::SuperLeft, ButtonState::Released), IN_BROWSER);
        assert!(!ends(KeyCode::SuperLeft, ButtonState::Pressed) && !ends(KeyCode::KeyA, ButtonState::Released));
    }

    #[test]
    fn what_is_down_is_forgotten_where_nobody_tells_that_it_goes_up() {
        let mut down = DownSources::default();
        let key = InputSource::Key;
        let button = InputSource::Button(Entity::PLACEHOLDER, GamepadButton::DPadLeft);
        for source in [key(KeyCode::KeyA), button, key(KeyCode::KeyS)] {
            down.note(source, ButtonState::Pressed, true);
        }
        down.note(key(KeyCode::KeyA), ButtonState::Released, true);
        assert_eq!(down.0, [(button, true), (key(KeyCode::KeyS), true)]);
        down.forget_absent(false, |_| false);
        assert_eq!(down.0, [(key(KeyCode::KeyS), true)], "the gamepad is not there");
        down.note(button, ButtonState::Pressed, true);
        down.forget_absent(true, |_| true);
        assert_eq!(down.0, [(button, true)], "the window has lost the keyboard");
        for command in [KeyCode::SuperLeft, KeyCode::SuperRight] {
            down.note(key(command), ButtonState::Pressed, true);
            down.note(key(KeyCode::KeyA), ButtonState::Pressed, true);
            down.note(key(command), ButtonState::Released, true);
            assert_eq!(down.0, [(button, true)], "{command:?} and A");
        }
    }
}
