//! The system's clipboard, for text.

#[cfg(target_arch = "wasm32")]
use crate::doors::browser;
use bevy::prelude::*;

/// Whether links to this program can be copied: a page has an address, a program has none.
pub const CAN_COPY_LINKS: bool = cfg!(target_arch = "wasm32");

/// What a button that pastes gets from the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasteResult {
    /// The text that was copied last.
    Text(String),
    /// Nothing, since the clipboard has no text.
    Nothing,
    /// Nothing yet: once [`Clipboard::has_come`] says so, the text can be taken in the same way.
    Later,
}

/// The clipboard, opened when it is first asked for: some systems have none.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Default)]
pub struct Clipboard(Option<arboard::Clipboard>);

#[cfg(not(target_arch = "wasm32"))]
impl Clipboard {
    fn open(&mut self) -> Option<&mut arboard::Clipboard> {
        if self.0.is_none() {
            self.0 = arboard::Clipboard::new().inspect_err(|error| warn!("no clipboard: {error}")).ok();
        }
        self.0.as_mut()
    }

    /// Puts a text into the clipboard. False when the system has none, or refuses.
    pub fn set(&mut self, text: &str) -> bool {
        self.open().is_some_and(|clipboard| clipboard.set_text(text).is_ok())
    }

    /// Does nothing, since a program has no address to link to. Always false.
    pub fn set_link(&mut self, _parts: &[(&str, &str)]) -> bool {
        false
    }

    /// The text in the clipboard; `None` if there is none.
    pub fn get(&mut self) -> Option<String> {
        self.open()?.get_text().ok()
    }

    /// The text in the clipboard, for the button of the page `of`.
    pub fn paste(&mut self, _of: &'static str) -> PasteResult {
        self.get().map_or(PasteResult::Nothing, PasteResult::Text)
    }

    /// Always false: no page ever waits for a text here, since the clipboard is read at once.
    pub fn has_come(&mut self, _of: &'static str) -> bool {
        false
    }
}

/// The clipboard of a page in a browser. A page may write to the clipboard, but browsers ask the user before it may
/// read, and some never let it. So a button that pastes waits for the browser's answer, and where it refuses, for what
/// the user pastes into a field of the page.
#[cfg(target_arch = "wasm32")]
#[derive(Default)]
pub struct Clipboard {
    /// The text that was last pasted, or put there by this game.
    last: Option<String>,
    /// The page whose button waits for a text.
    waiting: Option<&'static str>,
    /// The text that has come for the waiting page and was not taken yet.
    come: Option<String>,
}

#[cfg(target_arch = "wasm32")]
impl Clipboard {
    /// Puts a text into the clipboard. False where the browser refuses at once.
    pub fn set(&mut self, text: &str) -> bool {
        self.last = Some(text.to_owned());
        browser::copy_text(text)
    }

    /// Puts the page's address into the clipboard with these names and values behind it,
    /// which the page takes for a link. False where the browser refuses at once.
    pub fn set_link(&mut self, parts: &[(&str, &str)]) -> bool {
        let lines: Vec<String> = parts.iter().map(|(name, value)| format!("{name}={value}")).collect();
        browser::copy_link(&lines.join("\n"))
    }

    /// The text that was last pasted into the page or put there by this game; `None` if none was.
    pub fn get(&mut self) -> Option<String> {
        if let Some(text) = self.come.take().or_else(browser::take_pasted_text) {
            self.last = Some(text);
        }
        self.last.clone()
    }

    /// The text that was just pasted, for the button of the page `of`. If there is none, the browser is asked for it.
    pub fn paste(&mut self, of: &'static str) -> PasteResult {
        self.waiting = None;
        if let Some(text) = self.come.take().or_else(browser::take_pasted_text) {
            return PasteResult::Text(text);
        }
        browser::ask_to_paste();
        self.waiting = Some(of);
        PasteResult::Later
    }

    /// Whether the text has come that the page `of` waits for.
    pub fn has_come(&mut self, of: &'static str) -> bool {
        if self.waiting != Some(of) {
            return false;
        }
        self.come = self.come.take().or_else(browser::take_pasted_text);
        self.come.is_some()
    }
}

/// Adds the clipboard, which stays on the main thread, since some systems require that.
pub(super) fn plugin(app: &mut App) {
    app.insert_non_send(Clipboard::default());
}
