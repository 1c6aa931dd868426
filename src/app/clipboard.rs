//! The system's clipboard, for lines of text.

use bevy::prelude::*;

/// The clipboard, opened when it is first asked for: some systems have none.
#[derive(Default)]
pub struct Clipboard(Option<arboard::Clipboard>);

impl Clipboard {
    fn open(&mut self) -> Option<&mut arboard::Clipboard> {
        if self.0.is_none() {
            self.0 = arboard::Clipboard::new().inspect_err(|error| warn!("no clipboard: {error}")).ok();
        }
        self.0.as_mut()
    }

    /// Puts a text into the clipboard; false when the system has none.
    pub fn set(&mut self, text: &str) -> bool {
        self.open().is_some_and(|clipboard| clipboard.set_text(text).is_ok())
    }

    /// The text in the clipboard, if there is one.
    pub fn get(&mut self) -> Option<String> {
        self.open()?.get_text().ok()
    }
}

/// Adds the clipboard. It stays on the main thread, where some systems want it.
pub(super) fn plugin(app: &mut App) {
    app.insert_non_send(Clipboard::default());
}
