//! The puzzles and the player's saved custom games, read when a screen that offers them is entered.

use super::screens::Screen;
use super::toasts::Toasts;
use crate::app::persistence::KeptFile;
use crate::app::persistence::presets::CustomGames;
use crate::app::persistence::puzzles::PuzzleBook;
use crate::storage::paths;
use bevy::prelude::*;

/// The puzzles and the custom games that a player can choose.
#[derive(Resource, Debug, Default)]
pub struct PuzzleLibrary {
    /// All puzzles: those that come with the game, and the player's own.
    pub book: PuzzleBook,
    /// The custom games saved under a name.
    pub presets: KeptFile<CustomGames>,
    warned: Vec<String>,
}

/// Adds the systems that read the library at the start and whenever a screen that offers puzzles
/// or custom games is entered.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PuzzleLibrary>();
    app.add_systems(Startup, read);
    for screen in [Screen::Single, Screen::Puzzles, Screen::Versus, Screen::Custom] {
        app.add_systems(OnEnter(screen), read);
    }
}

fn read(mut library: ResMut<PuzzleLibrary>, mut toasts: ResMut<Toasts>) {
    let library = &mut *library;
    library.book = PuzzleBook::load();
    let mut warnings = library.book.warnings.clone();
    if let Some((presets, warning)) = paths::config_folder().map(KeptFile::load) {
        library.presets = presets;
        warnings.extend(warning);
    }
    for warning in warnings {
        if !library.warned.contains(&warning) {
            toasts.warn_and_log(format!("Left out: {warning}"));
            library.warned.push(warning);
        }
    }
}
