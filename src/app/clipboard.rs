//! The system's clipboard, for text.

use bevy::prelude::*;

/// Whether links to this program can be copied: a page has an address, a program has none.
pub const HAS_LINKS: bool = cfg!(target_arch = "wasm32");

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
    pub fn set_link(&mut self, _name: &str, _value: &str) -> bool {
        false
    }

    /// The text in the clipboard; `None` if there is none.
    pub fn get(&mut self) -> Option<String> {
        self.open()?.get_text().ok()
    }
}

/// The clipboard of a page in a browser. A page may write to the clipboard, but browsers ask the user before it may
/// read: so this one reads what the user pastes by Ctrl and V, which comes without asking, and what it wrote itself.
#[cfg(target_arch = "wasm32")]
#[derive(Default)]
pub struct Clipboard(Option<String>);

#[cfg(target_arch = "wasm32")]
impl Clipboard {
    /// Puts a text into the clipboard. Always true.
    pub fn set(&mut self, text: &str) -> bool {
        crate::doors::browser::copy(text);
        self.0 = Some(text.to_owned());
        true
    }

    /// Puts the page's address into the clipboard with this behind it, which the page takes for a link. Always true.
    pub fn set_link(&mut self, name: &str, value: &str) -> bool {
        crate::doors::browser::copy_link(name, value);
        true
    }

    /// The text that was last pasted into the page or put there by this game; `None` if none was.
    pub fn get(&mut self) -> Option<String> {
        if let Some(text) = crate::doors::browser::pasted() {
            self.0 = Some(text);
        }
        self.0.clone()
    }
}

/// Adds the clipboard, which stays on the main thread, since some systems require that.
pub(super) fn plugin(app: &mut App) {
    app.insert_non_send(Clipboard::default());
}
