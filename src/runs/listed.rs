//! The runs that lie in a folder, each in a folder of its own.

use super::{RunError, folder::RunFolder, newest_resume_file, saved, system_error};
use crate::doors::files;
use crate::storage::file_names::safe_file_name;
use crate::storage::round;
use crate::train::Recipe;
use crate::train::summary::{GenerationSummary, RunSummary};
use std::io;
use std::path::{Path, PathBuf};

/// A run on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRun {
    /// The path of the folder that holds the run.
    pub folder: PathBuf,
    /// The figures of the run's generations; without any for a run that was stopped in its first round.
    pub summary: RunSummary,
    /// The size of the files directly in the folder, in bytes.
    pub bytes: u64,
}

impl SavedRun {
    /// The run in `folder`, whose generations are known already. Only the sizes of the files are read from the disk.
    pub fn new(folder: &Path, recipe: &Recipe, seed: u64, generations: Vec<GenerationSummary>) -> Self {
        let name = saved::run_name(folder);
        let held_out_games = recipe.held_out_games as usize;
        let recipe = recipe.clone();
        let summary = RunSummary { name, recipe, seed, held_out_games, generations };
        Self { folder: folder.to_owned(), summary, bytes: size(folder) }
    }
}

/// The size of the files directly in a folder, in bytes; 0 if the folder cannot be read.
fn size(folder: &Path) -> u64 {
    let inside = files().list(folder).unwrap_or_default();
    inside.iter().filter_map(|path| files().size(path).ok()).sum()
}

/// Reads the runs in the folders inside a folder, one at a time.
#[derive(Debug)]
pub struct RunListing {
    /// The folders that are still to be read, the last one first.
    folders: Vec<PathBuf>,
    found: Vec<SavedRun>,
    warnings: Vec<String>,
}

impl RunListing {
    /// A listing of the runs in the folders inside `folder`, of which none is read yet.
    pub fn of(folder: &Path) -> Self {
        let mut folders: Vec<PathBuf> = files().list(folder).unwrap_or_default();
        folders.retain(|path| files().is_folder(path));
        folders.sort_by(|one, other| other.cmp(one));
        Self { folders, found: Vec::new(), warnings: Vec::new() }
    }

    /// Reads the run in the next folder; folders with neither a generation nor a round that can be read are passed
    /// over. Returns `false` if no folder is left.
    pub fn read_next(&mut self) -> bool {
        let Some(folder) = self.folders.pop() else { return false };
        match saved::read_run(&folder) {
            Ok(summary) => self.found.push(SavedRun { bytes: size(&folder), folder, summary }),
            Err(RunError::Empty(_)) => self.found.extend(unfinished(folder)),
            Err(error) => self.warnings.push(error.to_string()),
        }
        true
    }

    /// The runs that were read, sorted by path, and one line for each run that cannot be read.
    pub fn take_found(&mut self) -> (Vec<SavedRun>, Vec<String>) {
        (std::mem::take(&mut self.found), std::mem::take(&mut self.warnings))
    }
}

/// The run in a folder without generations, if it has a round to go on from.
fn unfinished(folder: PathBuf) -> Option<SavedRun> {
    let round = round::read(&newest_resume_file(&folder).ok()?).ok()?.round;
    Some(SavedRun::new(&folder, &round.recipe, round.seed, Vec::new()))
}

/// Removes the files of a run, and its folder if nothing else lies in it. Files that are not the run's stay.
///
/// # Errors
/// An error if another program trains into the folder, or if the system does not read the folder or remove a file.
pub fn delete_run(run: &SavedRun) -> Result<(), RunError> {
    let folder = RunFolder::new(run.folder.clone(), &run.summary.recipe.name);
    let claim = folder.claim()?;
    folder.clear()?;
    drop(claim);
    folder.remove_claim_file();
    match files().remove_folder(&run.folder) {
        // The user keeps other files in the folder.
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        Err(error) => Err(system_error("remove folder", &run.folder)(error)),
        Ok(()) => Ok(()),
    }
}

/// Gives the folder of a run another name in the place where it lies, and returns the new path. The name has the
/// letters, digits, spaces, dots, hyphens and underscores of `text`, at most 60 of them, without spaces and dots at its
/// ends, and is [safe](safe_file_name) on every system.
///
/// # Errors
/// An error if nothing is left of the text, the name is taken, another program trains into the run's folder, or the
/// system does not rename it.
pub fn rename_run(run: &SavedRun, text: &str) -> Result<PathBuf, RunError> {
    let kept: String = text.chars().filter(|letter| letter.is_alphanumeric() || " .-_".contains(*letter)).collect();
    let name: String = kept.trim_matches([' ', '.']).chars().take(60).collect();
    let name = name.trim_end_matches([' ', '.']);
    if name.is_empty() {
        return Err(RunError::NoName);
    }
    let to = run.folder.with_file_name(safe_file_name(name));
    if to == run.folder {
        return Ok(to);
    }
    if is_taken_by_another(&to, &run.folder) {
        return Err(RunError::NameTaken(to));
    }
    let unrenamed = system_error("rename folder", &run.folder);
    if !files().is_folder(&run.folder) {
        return Err(unrenamed(io::ErrorKind::NotFound.into()));
    }
    let folder = RunFolder::new(run.folder.clone(), &run.summary.recipe.name);
    // The folder is claimed for a moment, to check that no other program trains into it. The claim is dropped before
    // the renaming, since some systems rename no folder in which a file is open.
    drop(folder.claim()?);
    folder.remove_claim_file();
    files().rename(&run.folder, &to).map_err(unrenamed)?;
    Ok(to)
}

/// Whether something else than this folder has the path. Where the system takes capitals for small letters, the folder
/// itself has it under both names.
fn is_taken_by_another(path: &Path, folder: &Path) -> bool {
    let real = |path| files().real_path(path).ok();
    files().is_taken(path) && real(path).is_none_or(|found| Some(found) != real(folder))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_new_name_of_a_run_is_a_free_name_of_a_folder_beside_it() {
        let home = tempfile::tempdir().unwrap();
        let run = SavedRun::new(&home.path().join("run"), &Recipe::named("lin").unwrap(), 1, Vec::new());
        files().create_folders(&home.path().join("other")).unwrap();
        let long = "a".repeat(59);
        let twice = format!("{long} {long}");
        let texts = [" ../night, 2-b_. ", "Ночь", "Con.", &twice];
        for (text, name) in texts.into_iter().zip(["night 2-b_", "Ночь", "_Con", &long]) {
            files().create_folders(&run.folder).unwrap();
            assert_eq!(rename_run(&run, text).unwrap(), home.path().join(name));
            assert!(files().is_folder(&home.path().join(name)) && !files().is_taken(&run.folder), "{text}");
        }
        assert!(matches!(rename_run(&run, "day"), Err(RunError::File(_))), "it has moved");
        files().create_folders(&run.folder).unwrap();
        assert_eq!(rename_run(&run, "run").unwrap(), run.folder, "it has that name");
        assert!(matches!(rename_run(&run, "other"), Err(RunError::NameTaken(_))));
        assert!(matches!(rename_run(&run, "./.."), Err(RunError::NoName)));
        assert!(files().is_folder(&run.folder));
        // Also where the system takes capitals for small letters.
        assert_eq!(rename_run(&run, "Run").unwrap(), home.path().join("Run"));
        let names = files().list(home.path()).unwrap();
        assert!(names.contains(&home.path().join("Run")) && !names.contains(&run.folder), "{names:?}");
    }

    #[test]
    #[cfg(unix)]
    fn another_name_of_the_same_folder_is_no_other_folder() {
        let home = tempfile::tempdir().unwrap();
        let [run, other, same, nowhere] = ["run", "other", "same", "nowhere"].map(|name| home.path().join(name));
        for folder in [&run, &other] {
            files().create_folders(folder).unwrap();
        }
        std::os::unix::fs::symlink(&run, &same).unwrap();
        std::os::unix::fs::symlink(home.path().join("gone"), &nowhere).unwrap();
        let taken =
            [&run, &other, &same, &nowhere, &home.path().join("free")].map(|path| is_taken_by_another(path, &run));
        assert_eq!(taken, [false, true, false, true, false]);
    }
}
