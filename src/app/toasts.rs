//! Short messages to the player. They wait here until they are painted over the screen,
//! and disappear after some seconds.

use crate::doors::speech;
use crate::tbp::message::is_steering;
use bevy::prelude::*;
use std::collections::VecDeque;

/// The messages on screen, oldest first.
#[derive(Resource, Debug, Default)]
pub struct Toasts(VecDeque<Toast>);

/// A message on screen.
#[derive(Clone, Debug)]
pub struct Toast {
    /// The text of the message.
    pub text: String,
    /// What a screen reader says of it: what it has not said before.
    pub heard: String,
    /// How many seconds are left until the message disappears; they are longer ones where menus are large.
    pub left: f32,
    /// Whether the message says that something went wrong.
    pub grave: bool,
}

/// Shows a warning about a file when the game starts, if there is one.
pub(super) fn warn_at_start(app: &mut App, warning: Option<String>) {
    let Some(warning) = warning else { return };
    warn!("{warning}");
    app.add_systems(Startup, move |mut toasts: ResMut<Toasts>| toasts.warn(warning.clone()));
}

/// What came of a copy: `said` where something was copied, or else that there is no clipboard.
pub const fn copied(is_copied: bool, said: &'static str) -> &'static str {
    if is_copied { said } else { "There is no clipboard to copy to" }
}

impl Toasts {
    /// Shows a message for as long as it takes to read, two to eight seconds where menus have their usual size.
    pub fn say(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        let text = on_one_line(&text);
        self.push(&text, &text, false);
    }

    /// Says what came of a copy, as [`copied`] has it.
    pub fn say_copied(&mut self, is_copied: bool, said: &'static str) {
        self.say(copied(is_copied, said));
    }

    /// Shows a message that something went wrong, for eight seconds.
    pub fn warn(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        let text = on_one_line(&text);
        self.push(&text, &text, true);
    }

    /// Shows what went wrong, if anything did.
    pub fn warn_if_failed(&mut self, done: std::result::Result<(), String>) {
        if let Err(line) = done {
            self.warn(line);
        }
    }

    /// Shows a message that something went wrong, and writes it into the log.
    pub fn warn_and_log(&mut self, text: impl Into<String>) {
        let text = text.into();
        warn!("{text}");
        self.warn(text);
    }

    /// Shows a warning about what was just told as done, in place of the messages that are no warnings.
    pub fn replace_by_warning(&mut self, text: impl Into<String>) {
        self.0.retain(|toast| toast.grave);
        self.warn(text);
    }

    /// Shows what was `told` as done and, behind it, what came of it, in place of the messages that are no warnings. It
    /// is a warning if something went wrong.
    pub fn go_on(&mut self, told: &str, more: &str, is_wrong: bool) {
        self.0.retain(|toast| toast.grave);
        let [told, more] = [told, more].map(on_one_line);
        self.push(&format!("{told}{more}"), more.trim_start_matches([',', ';', ' ']), is_wrong);
    }

    /// The newest message; `None` if no message is on screen.
    pub fn last(&self) -> Option<&str> {
        self.0.back().map(|toast| toast.text.as_str())
    }

    /// The messages that are on screen, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Toast> {
        self.0.iter()
    }

    /// Lets some seconds pass. Messages whose time is over disappear. Who has menus `scale` times as large as usual
    /// reads more slowly, and has as many times longer for it.
    pub fn pass_time(&mut self, seconds: f32, scale: f32) {
        for toast in &mut self.0 {
            toast.left -= seconds / scale.max(1.0);
        }
        self.0.retain(|toast| toast.left > 0.0);
    }

    fn push(&mut self, text: &str, heard: &str, grave: bool) {
        // A message replaces an equal one. A new message that is no warning replaces the others that are none; it never
        // replaces a warning.
        self.0.retain(|toast| toast.text != text && (toast.grave || grave));
        speech::say(heard);
        let left = if grave { 8.0 } else { (0.06 * text.chars().count() as f32).clamp(2.0, 8.0) };
        self.0.push_back(Toast { text: text.to_owned(), heard: heard.to_owned(), left, grave });
        while self.0.len() > 4 {
            self.0.pop_front();
        }
    }
}

/// A message without what steers what is around it: it may quote a name, a file or a line that is anybody's.
fn on_one_line(text: &str) -> String {
    text.chars().map(|sign| if is_steering(sign) { ' ' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_after_all_replaces_what_was_told_as_done() {
        let mut toasts = Toasts::default();
        toasts.warn("The disk is full");
        toasts.say("The line is copied");
        toasts.replace_by_warning("The browser does not let the page copy");
        let shown: Vec<&str> = toasts.iter().map(|toast| toast.text.as_str()).collect();
        assert_eq!(shown, ["The disk is full", "The browser does not let the page copy"]);
    }

    #[test]
    fn a_message_is_one_line_that_no_name_in_it_turns_around() {
        let mut toasts = Toasts::default();
        toasts.say("Saved as 7\u{202e}\nЖ");
        assert_eq!(toasts.last(), Some("Saved as 7  Ж"));
    }

    #[test]
    fn a_message_stays_longer_where_menus_are_larger() {
        for (scale, stays) in [(0.75, false), (1.0, false), (1.5, true)] {
            let mut toasts = Toasts::default();
            toasts.warn("The disk is full");
            toasts.pass_time(10.0, scale);
            assert_eq!(toasts.last().is_some(), stays, "at {scale}");
        }
    }
}
