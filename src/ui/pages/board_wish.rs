//! What can be done with a board wherever a page shows one: it is copied as a fumen, or opened in the position editor.

use super::super::page::Page;
use crate::app::clipboard::Clipboard;
use crate::app::position::{EditPosition, EditedPosition};
use bevy::prelude::KeyCode;

/// Why there is no fumen of a board, for the player who wants one.
pub(super) const NO_FUMEN: &str = "A fumen is ten columns wide and 23 rows high, and has the seven usual pieces";

/// What the player wants with the board on show.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoardWish {
    /// The player wants the board copied as a fumen.
    Copy,
    /// The player wants the board opened in the position editor.
    Edit,
}

impl BoardWish {
    /// What a pressed key asks to do with the board: C to copy it, E to edit it.
    pub(super) fn of_key(key: Option<KeyCode>) -> Option<Self> {
        match key? {
            KeyCode::KeyC => Some(Self::Copy),
            KeyCode::KeyE => Some(Self::Edit),
            _ => None,
        }
    }

    /// Does what was wished: copies this position, or opens the editor with it.
    pub(super) fn fulfil(self, page: &mut Page, clipboard: &mut Clipboard, position: EditedPosition) {
        match self {
            Self::Edit => page.commands.trigger(EditPosition(position)),
            Self::Copy => match position.as_fumen() {
                Some(text) => page.toasts.say_copied(clipboard.set(&text), "The board is copied as a fumen"),
                None => page.toasts.say(NO_FUMEN),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_copies_a_board_and_e_edits_it() {
        assert!(matches!(BoardWish::of_key(Some(KeyCode::KeyC)), Some(BoardWish::Copy)));
        assert!(matches!(BoardWish::of_key(Some(KeyCode::KeyE)), Some(BoardWish::Edit)));
        assert!(BoardWish::of_key(Some(KeyCode::KeyV)).is_none() && BoardWish::of_key(None).is_none());
    }
}
