//! The puzzles and the player's saved custom games, read when a screen that offers them is entered.

use super::screens::Screen;
use super::toasts::Toasts;
use crate::app::persistence::PlayerFile;
use crate::app::persistence::presets::Presets;
use crate::app::persistence::puzzles::PuzzleBook;
use crate::doors::files::reason;
use crate::storage::paths;
use bevy::prelude::*;
use std::path::PathBuf;

/// The puzzles and the custom games that a player can choose.
#[derive(Resource, Debug, Default)]
pub struct Library {
    /// All puzzles: those that come with the game, and the player's own.
    pub book: PuzzleBook,
    /// The custom games saved under a name.
    pub presets: Presets,
    folder: Option<PathBuf>,
    warned: Vec<String>,
}

impl Library {
    /// Writes the custom games to disk. A toast says `done`, or why they could not be written.
    pub fn save(&self, done: String, toasts: &mut Toasts) {
        let Some(folder) = &self.folder else {
            toasts.warn("The game cannot be saved: there is no folder for it");
            return;
        };
        match self.presets.write_to(folder) {
            Ok(()) => toasts.say(done),
            Err(error) => {
                warn!("cannot write the custom games: {error}");
                toasts.warn(format!("The game could not be saved: {}", reason(&error)));
            }
        }
    }
}

/// Adds the systems that read the library at the start and whenever a screen that offers puzzles or custom games is
/// entered.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Library>();
    app.add_systems(Startup, read);
    for screen in [Screen::Single, Screen::Puzzles, Screen::Versus, Screen::Custom] {
        app.add_systems(OnEnter(screen), read);
    }
}

fn read(mut library: ResMut<Library>, mut toasts: ResMut<Toasts>) {
    let library = &mut *library;
    library.book = PuzzleBook::load();
    let mut warnings = library.book.warnings.clone();
    if let Some(folder) = paths::config_folder() {
        let kept = Presets::read_from(&folder);
        library.presets = kept.value;
        warnings.extend(kept.warning);
        library.folder = Some(folder).filter(|_| kept.writable);
    }
    for warning in warnings {
        if !library.warned.contains(&warning) {
            warn!("left out: {warning}");
            toasts.warn(format!("Left out: {warning}"));
            library.warned.push(warning);
        }
    }
}
