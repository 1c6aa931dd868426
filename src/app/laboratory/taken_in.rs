//! Players that somebody sent: a generation's file that is dropped on the window is checked, copied among the player's own
//! generations, and is an opponent from then on.

use crate::doors::files;
use crate::storage::generation;
use crate::storage::opponents::generation_files;
use crate::train::Generation;
use std::path::{Path, PathBuf};

#[cfg(feature = "window")]
pub(super) use dropped::take;

/// What is dropped on the window.
#[cfg(feature = "window")]
mod dropped {
    use super::super::Laboratory;
    use crate::app::toasts::Toasts;
    use crate::storage::paths;
    use bevy::prelude::*;
    use bevy::window::FileDragAndDrop;

    /// Takes in what is dropped on the window.
    pub(in super::super) fn take(
        mut dropped: MessageReader<FileDragAndDrop>,
        mut laboratory: ResMut<Laboratory>,
        mut toasts: ResMut<Toasts>,
    ) {
        for event in dropped.read() {
            let FileDragAndDrop::DroppedFile { path_buf, .. } = event else { continue };
            let folder = paths::generations_folder().ok_or_else(|| "there is no folder for players".to_owned());
            match folder.and_then(|folder| super::take_in(path_buf, &folder)) {
                Ok(name) => {
                    toasts.say(format!("{name} is among the laboratory's players now"));
                    laboratory.read_saved();
                }
                Err(line) => toasts.warn(line),
            }
        }
    }
}

/// Copies a generation's file into a folder of its run among the player's generations; returns what it is called.
///
/// # Errors
/// One line, when the file is no generation or cannot be copied.
pub fn take_in(file: &Path, generations: &Path) -> Result<String, String> {
    let found = generation::read(file).map_err(|error| error.to_string())?;
    let bytes = files().read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let name = format!("received-{}-{}", found.recipe.name, found.seed);
    let file_name = generation::file_name(&found.recipe.name, found.generation);
    let numbered = (2..1000).map(|number| generations.join(format!("{name}-{number}")));
    let mut folders = std::iter::once(generations.join(&name)).chain(numbered);
    let fits = |folder: &PathBuf| {
        let there = files().read(&folder.join(&file_name)).ok();
        is_of_run(folder, &found) && there.is_none_or(|there| there == bytes)
    };
    let folder = folders.find(fits).ok_or_else(|| format!("there is no free folder in {}", generations.display()))?;
    let unwritable = |error: std::io::Error| format!("cannot write to folder {}: {error}", folder.display());
    files().create_folders(&folder).map_err(unwritable)?;
    files().write_whole(&folder.join(&file_name), &bytes).map_err(unwritable)?;
    Ok(format!("{}, generation {}", found.recipe.name, found.generation))
}

/// Whether a folder holds this generation's run, or nothing yet.
fn is_of_run(folder: &Path, found: &Generation) -> bool {
    let inside = generation_files(folder);
    let first = inside.first().map(|path| generation::read(path));
    first.is_none_or(|first| first.is_ok_and(|first| first.recipe == found.recipe && first.seed == found.seed))
}
