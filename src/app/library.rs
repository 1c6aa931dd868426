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
    /// Whether the custom games could not be written when they were written last.
    is_unwritten: bool,
    warned: Vec<String>,
}

impl Library {
    /// Takes over the custom games that another program with the same folder has saved since, so that those of both
    /// stay. Own ones that are not on disk yet are kept instead.
    pub fn refresh(&mut self) {
        let folder = self.folder.as_ref().filter(|_| !self.is_unwritten);
        if let Some(found) = folder.and_then(|folder| Presets::read_again(folder)) {
            self.presets = found;
        }
    }

    /// Writes the custom games to disk. A toast says `done`, or why they could not be written.
    pub fn save(&mut self, done: String, toasts: &mut Toasts) {
        let Some(folder) = &self.folder else {
            toasts.warn("The game cannot be saved: there is no folder for it");
            return;
        };
        let written = self.presets.write_to(folder);
        self.is_unwritten = written.is_err();
        match written {
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
        (library.presets, library.is_unwritten) = (kept.value, false);
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_custom_game_that_another_program_has_saved_stays() {
        let home = tempfile::tempdir().unwrap();
        let library = || Library { folder: Some(home.path().to_owned()), ..Library::default() };
        let (mut one, mut other, mut toasts) = (library(), library(), Toasts::default());
        let save = |library: &mut Library, name: &str, toasts: &mut Toasts| {
            library.refresh();
            library.presets.games.insert(name.to_owned(), "width=12".to_owned());
            library.save(format!("Saved as {name}"), toasts);
        };
        save(&mut one, "A", &mut toasts);
        save(&mut other, "B", &mut toasts);
        save(&mut one, "C", &mut toasts);
        let names: Vec<String> = Presets::read_from(home.path()).value.games.into_keys().collect();
        assert_eq!(names, ["A", "B", "C"]);
        one.is_unwritten = true;
        one.presets.games.clear();
        one.refresh();
        assert!(one.presets.games.is_empty(), "what is not on disk yet is kept");
    }
}
