//! The puzzles and the saved custom games of the player, read when a screen that offers them is entered. Knows no screen.

use super::screens::Screen;
use super::toasts::Toasts;
use crate::app::persistence::presets::{self, Presets};
use crate::app::persistence::puzzles::Book;
use crate::storage::paths;
use bevy::prelude::*;
use std::path::PathBuf;

/// What can be chosen besides the modes' own options.
#[derive(Resource, Debug, Default)]
pub struct Shelf {
    /// The puzzles.
    pub book: Book,
    /// The custom games saved under a name.
    pub presets: Presets,
    folder: Option<PathBuf>,
    told: Vec<String>,
}

impl Shelf {
    /// Saves the custom games; says so if it cannot.
    pub fn save(&self, toasts: &mut Toasts) {
        let Some(folder) = &self.folder else {
            toasts.warn("The game cannot be saved: there is no folder for it");
            return;
        };
        if let Err(error) = presets::save(folder, &self.presets) {
            warn!("cannot write the custom games: {error}");
            toasts.warn(format!("The game could not be saved: {error}"));
        }
    }
}

/// Reads the shelf at the start and when games for one or versus are set up.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shelf>();
    app.add_systems(Startup, read);
    for screen in [Screen::Single, Screen::Puzzles, Screen::Versus, Screen::Custom] {
        app.add_systems(OnEnter(screen), read);
    }
}

fn read(mut shelf: ResMut<Shelf>, mut toasts: ResMut<Toasts>) {
    let shelf = &mut *shelf;
    shelf.book = Book::load();
    let mut warnings = shelf.book.warnings.clone();
    if let Some(folder) = paths::config_folder() {
        let kept = presets::load(&folder);
        shelf.presets = kept.value;
        warnings.extend(kept.warning);
        shelf.folder = Some(folder).filter(|_| kept.writable);
    }
    for warning in warnings {
        if !shelf.told.contains(&warning) {
            warn!("left out: {warning}");
            toasts.warn(format!("Left out: {warning}"));
            shelf.told.push(warning);
        }
    }
}
