//! The runs that lie in a folder, each in a folder of its own.

use super::{RunError, folder::RunFolder, saved};
use crate::doors::files;
use crate::storage::round;
use crate::train::summary::RunSummary;
use std::io;
use std::path::{Path, PathBuf};

/// A run on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRun {
    /// Its folder.
    pub folder: PathBuf,
    /// Its generations in numbers.
    pub summary: RunSummary,
    /// The disk that its folder takes, in bytes.
    pub bytes: u64,
    /// Whether a round of it was broken off.
    pub has_round: bool,
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
            Ok(summary) => {
                let inside = files().list(&folder).unwrap_or_default();
                let bytes = inside.iter().filter_map(|path| files().size(path).ok()).sum();
                let has_round = files().is_file(&folder.join(round::file_name(&summary.recipe.name)));
                found.push(SavedRun { folder, summary, bytes, has_round });
            }
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
