//! The rows of the settings that say where the player's files lie. In a browser, they download all files
//! and take them in.

use super::super::menu::Menu;
use crate::app::clipboard::Clipboard;
use crate::app::own_files::{self, IN_BROWSER};
use crate::app::toasts::copied;

/// Shows the rows about the player's files and does what the chosen one says. Returns a message for the player,
/// if there is one.
pub(super) fn add_rows(menu: &mut Menu, clipboard: &mut Clipboard) -> Option<&'static str> {
    let mut said = None;
    menu.heading("Your files");
    if IN_BROWSER {
        menu.note("Settings, records, replays and generations are kept in this browser, and nowhere else.");
        if menu.button("Download everything") {
            own_files::download();
        }
        menu.explain_row("All of your files as one, to keep, or to restore elsewhere");
        if menu.button("Restore a download") {
            own_files::upload();
        }
        menu.explain_row("Files of the same name are replaced; then the page reloads");
        return None;
    }
    menu.note("Everything that the game keeps of yours lies in these folders. Copy them, and you have a backup.");
    for (what, folder) in own_files::folders() {
        menu.note(&format!("{what}: {folder}"));
        if menu.button("Copy the folder's name") {
            said = Some(copied(clipboard.set(&folder), "The name is copied"));
        }
        menu.explain_row("To open it in your file manager");
    }
    said
}
