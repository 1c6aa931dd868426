//! What can be done with a board wherever a page shows one: it is copied as a fumen, or opened in the position editor.

use super::super::page::Page;
use crate::app::clipboard::Clipboard;
use crate::app::position::{EditPosition, EditedPosition};
use bevy::prelude::KeyCode;

/// What the player wants with the board on show.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoardWish {
    /// To copy the board as a fumen.
    Copy,
    /// To open the board in the position editor.
    Edit,
}

impl BoardWish {
    /// The wish of a key: C copies, E edits.
    pub(super) fn of_key(key: Option<KeyCode>) -> Option<Self> {
        match key? {
            KeyCode::KeyC => Some(Self::Copy),
            KeyCode::KeyE => Some(Self::Edit),
            _ => None,
        }
    }

    /// Copies the position, or opens the editor with it.
    pub(super) fn fulfil(self, page: &mut Page, clipboard: &mut Clipboard, position: EditedPosition) {
        match self {
            Self::Edit => page.commands.trigger(EditPosition(position)),
            Self::Copy => page.toasts.say(match position.as_fumen() {
                Some(text) if clipboard.set(&text) => "The board is copied as a fumen",
                Some(_) => "There is no clipboard to copy to",
                None => "A fumen is ten columns wide and 23 rows high, and has the seven usual pieces",
            }),
        }
    }
}
