//! Short messages to the player. They wait here until they are painted over the screen, and go after some seconds.

use bevy::prelude::*;
use std::collections::VecDeque;

/// The messages on screen, oldest first.
#[derive(Resource, Debug, Default)]
pub struct Toasts(VecDeque<Toast>);

/// One message.
#[derive(Clone, Debug)]
pub struct Toast {
    /// What it says.
    pub text: String,
    /// Seconds for which it stays.
    pub left: f32,
    /// Whether it says that something went wrong.
    pub grave: bool,
}

impl Toasts {
    /// Shows a message for two seconds.
    pub fn say(&mut self, text: impl Into<String>) {
        self.push(text.into(), 2.0, false);
    }

    /// Shows that something went wrong, for eight seconds.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.push(text.into(), 8.0, true);
    }

    /// The newest message, if it is still on screen.
    pub fn last(&self) -> Option<&str> {
        self.0.back().map(|toast| toast.text.as_str())
    }

    /// The messages that are on screen, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Toast> {
        self.0.iter()
    }

    /// Lets some seconds pass; messages whose time is over go.
    pub fn pass(&mut self, seconds: f32) {
        for toast in &mut self.0 {
            toast.left -= seconds;
        }
        self.0.retain(|toast| toast.left > 0.0);
    }

    fn push(&mut self, text: String, left: f32, grave: bool) {
        // The same switch pressed again replaces its message; a warning is never pushed away by a switch.
        self.0.retain(|toast| toast.text != text && (toast.grave || grave));
        self.0.push_back(Toast { text, left, grave });
        while self.0.len() > 4 {
            self.0.pop_front();
        }
    }
}
