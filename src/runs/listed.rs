//! The runs that lie in a folder, each in a folder of its own.

use super::{RunError, folder::RunFolder, saved};
use crate::doors::files;
use crate::train::Recipe;
use crate::train::summary::{RunSummary, Summary};
use std::io;
use std::path::{Path, PathBuf};

/// A run on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRun {
    /// The path of the folder that holds the run.
    pub folder: PathBuf,
    /// Its generations in numbers.
    pub summary: RunSummary,
    /// The disk that its folder takes, in bytes.
    pub bytes: u64,
}

impl SavedRun {
    /// The run in a folder, whose generations are known.
    pub fn new(folder: &Path, recipe: &Recipe, seed: u64, generations: Vec<Summary>) -> Self {
        let name = saved::name(folder);
        let (held_out_games, held_out_genomes) = (recipe.held_out_games as usize, recipe.held_out_best);
        let recipe = recipe.clone();
        let summary = RunSummary { name, recipe, seed, held_out_games, held_out_genomes, generations };
        Self { folder: folder.to_owned(), summary, bytes: size(folder) }
    }
}

/// The bytes of the files in a folder.
fn size(folder: &Path) -> u64 {
    let inside = files().list(folder).unwrap_or_default();
    inside.iter().filter_map(|path| files().size(path).ok()).sum()
}

/// The runs in the folders of a folder, by their names. Folders without generations are passed over; a run that cannot be read
/// is one line.
pub fn listed(folder: &Path) -> (Vec<SavedRun>, Vec<String>) {
    let mut folders: Vec<PathBuf> = files().list(folder).unwrap_or_default();
    folders.retain(|path| files().is_folder(path));
    folders.sort();
    let (mut found, mut warnings) = (Vec::new(), Vec::new());
    for folder in folders {
        match saved::read(&folder) {
            Ok(summary) => found.push(SavedRun { bytes: size(&folder), folder, summary }),
            Err(RunError::Empty { .. }) => {}
            Err(error) => warnings.push(error.to_string()),
        }
    }
    (found, warnings)
}

/// Removes the files of a run, and its folder if nothing else lies in it. Files that are not the run's stay.
///
/// # Errors
/// When another program trains into the folder, or the system refuses.
pub fn delete(run: &SavedRun) -> Result<(), RunError> {
    let folder = RunFolder::new(run.folder.clone(), &run.summary.recipe.name);
    let claim = folder.claim()?;
    folder.clear()?;
    drop(claim);
    folder.give_back();
    match files().remove_folder(&run.folder) {
        // Somebody keeps something of his own there.
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        Err(source) => Err(RunError::File { what: "remove folder", path: run.folder.clone(), source }),
        Ok(()) => Ok(()),
    }
}

/// Gives the folder of a run another name, in the same folder; returns the new path. Letters, digits, spaces, dots, hyphens and
/// underscores are taken over from the text, the first 60.
///
/// # Errors
/// When nothing is left of the text, another folder has the name, another program trains into the run's folder, or the system
/// refuses.
pub fn rename(run: &SavedRun, text: &str) -> Result<PathBuf, RunError> {
    let kept: String = text.chars().filter(|letter| letter.is_alphanumeric() || " .-_".contains(*letter)).collect();
    let name: String = kept.trim_matches([' ', '.']).chars().take(60).collect();
    let name = name.trim_end_matches([' ', '.']);
    if name.is_empty() {
        return Err(RunError::NoName);
    }
    let to = run.folder.with_file_name(name);
    if to == run.folder {
        return Ok(to);
    }
    if files().is_taken(&to) {
        return Err(RunError::NameTaken { folder: to });
    }
    let folder = RunFolder::new(run.folder.clone(), &run.summary.recipe.name);
    // Held for a moment, to see that nobody trains into it; some systems rename no folder in which a file is open.
    drop(folder.claim()?);
    folder.give_back();
    let renamed = files().rename(&run.folder, &to);
    renamed.map_err(|source| RunError::File { what: "rename folder", path: run.folder.clone(), source })?;
    Ok(to)
}
