//! A line of text that is being typed. While there is one, no key does anything else.

use super::nav::{self, Nav};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

/// The line.
#[derive(Resource, Debug, Default)]
pub struct Typing {
    line: Option<String>,
    most: usize,
    end: Option<bool>,
}

impl Typing {
    /// Starts with this text, of so many characters at most.
    pub fn start(&mut self, text: &str, most: usize) {
        *self = Self { line: Some(text.to_owned()), most, end: None };
    }

    /// Whether a line is being typed.
    pub fn is_on(&self) -> bool {
        self.line.is_some()
    }

    /// The line as it stands.
    pub fn line(&self) -> &str {
        self.line.as_deref().unwrap_or_default()
    }

    /// The finished line, once; `None` while it is typed. A line that was given up is `Some(None)`.
    pub fn take(&mut self) -> Option<Option<String>> {
        let taken = self.end.take()?;
        let line = self.line.take();
        Some(line.filter(|_| taken))
    }
}

/// Adds the ear.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Typing>();
    app.add_systems(PreUpdate, listen.after(nav::read));
}

/// The keys are taken from the menus, which would act on them.
fn listen(mut typing: ResMut<Typing>, mut nav: ResMut<Nav>, mut keyboard: MessageReader<KeyboardInput>) {
    if !typing.is_on() {
        keyboard.clear();
        return;
    }
    *nav = Nav::default();
    let most = typing.most;
    for event in keyboard.read().filter(|event| event.state == ButtonState::Pressed) {
        let Some(line) = &mut typing.line else { return };
        match &event.logical_key {
            Key::Enter => typing.end = Some(true),
            Key::Escape => typing.end = Some(false),
            Key::Backspace => {
                line.pop();
            }
            _ => {
                let text = event.text.as_deref().unwrap_or_default();
                let letters = text.chars().filter(|letter| !letter.is_control());
                let free = most.saturating_sub(line.chars().count());
                line.extend(letters.take(free));
            }
        }
    }
}
