//! A player's file that is kept in memory: read where it is needed, and written when it changes.

use super::PlayerFile;
use crate::app::toasts::Toasts;
use crate::doors::files::reason;
use crate::storage::toml_files::LoadedFile;
use bevy::log::warn;
use bevy::prelude::Resource;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

/// The contents of one of the player's files, kept in memory. Another program with the same folder may
/// change the file too.
#[derive(Resource, Clone, Debug, Default)]
pub struct KeptFile<T> {
    contents: T,
    /// The folder of the file; `None` where nothing is kept.
    folder: Option<PathBuf>,
    /// Whether nothing is kept because the file could not be read.
    is_unreadable: bool,
    /// Whether the file could not be written when it was written last.
    is_unwritten: bool,
}

impl<T: PlayerFile> KeptFile<T> {
    /// Reads the file of a folder. The second value is a warning, where something was wrong with it. A file that could
    /// not be read, or is damaged and could not be set aside, stays as it is, and nothing is kept.
    pub fn load(folder: PathBuf) -> (Self, Option<String>) {
        let LoadedFile { value, warning, writable } = T::read_from(&folder);
        let folder = Some(folder).filter(|_| writable);
        (Self { folder, is_unreadable: !writable, ..Self::from(value) }, warning)
    }

    /// Reads the file again, to take over what another program has written since. Where own changes are not on disk
    /// yet, these are kept instead. Returns whether the file was read.
    pub fn refresh(&mut self) -> bool {
        let folder = self.folder.as_ref().filter(|_| !self.is_unwritten);
        folder.and_then(|folder| T::read_again(folder)).map(|found| self.contents = found).is_some()
    }

    /// Writes the file, where one is kept. False if that failed; a toast then says why `what` could not be saved.
    pub fn save(&mut self, what: &str, toasts: &mut Toasts) -> bool {
        let written = self.folder.as_ref().map_or(Ok(()), |folder| self.contents.write_to(folder));
        self.is_unwritten = written.is_err();
        if let Err(error) = &written {
            let problem = reason(error);
            warn!("cannot write {}: {problem}", T::FILE_NAME);
            toasts.warn(format!("{what} could not be saved: {problem}"));
        }
        written.is_ok()
    }

    /// Writes the file because the player asks for it. A toast says `done`, or why `what` is not saved.
    pub fn save_with_toast(&mut self, what: &str, done: String, toasts: &mut Toasts) {
        if self.is_unreadable {
            let file = T::FILE_NAME;
            toasts.warn(format!("{what} cannot be saved: {file} could not be read; mend or remove it and start again"));
        } else if self.folder.is_none() {
            toasts.warn(format!("{what} cannot be saved: there is no folder for it"));
        } else if self.save(what, toasts) {
            toasts.say(done);
        }
    }
}

/// Contents that are kept nowhere: for tools and tests.
impl<T: Default> From<T> for KeptFile<T> {
    fn from(contents: T) -> Self {
        Self { contents, ..Self::default() }
    }
}

impl<T> Deref for KeptFile<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.contents
    }
}

impl<T> DerefMut for KeptFile<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.contents
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::persistence::presets::CustomGames;
    use crate::doors::files;

    #[test]
    fn what_another_program_has_saved_stays_and_so_does_what_a_full_disk_refused() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("config");
        let [mut one, mut other] = [0, 1].map(|_| KeptFile::<CustomGames>::load(folder.clone()).0);
        let mut toasts = Toasts::default();
        let mut save = |presets: &mut KeptFile<CustomGames>, name: &str| {
            presets.refresh();
            presets.games.insert(name.to_owned(), "width=12".to_owned());
            presets.save_with_toast("The game", format!("Saved as {name}"), &mut toasts);
            toasts.last().unwrap_or_default().to_owned()
        };
        let names = || CustomGames::read_from(&folder).value.games.into_keys().collect::<Vec<_>>();
        assert_eq!([save(&mut one, "A"), save(&mut other, "B"), save(&mut one, "C")][2], "Saved as C");
        assert_eq!(names(), ["A", "B", "C"]);
        files().remove(&folder.join(CustomGames::FILE_NAME)).unwrap();
        files().remove_folder(&folder).unwrap();
        files().write_whole(&folder, b"a file where the folder should be").unwrap();
        assert!(save(&mut one, "D").starts_with("The game could not be saved: "));
        files().remove(&folder).unwrap();
        assert_eq!(save(&mut KeptFile::default(), "E"), "The game cannot be saved: there is no folder for it");
        other.save("The game", &mut Toasts::default());
        assert_eq!(save(&mut one, "F"), "Saved as F");
        assert_eq!(names(), ["A", "B", "C", "D", "F"]);
    }

    #[test]
    #[cfg(unix)]
    fn what_cannot_be_saved_since_its_file_cannot_be_read_says_so() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(CustomGames::FILE_NAME);
        // A link to itself can be read by nobody.
        std::os::unix::fs::symlink(&path, &path).unwrap();
        let (mut games, warning) = KeptFile::<CustomGames>::load(home.path().to_owned());
        assert!(warning.is_some());
        let mut toasts = Toasts::default();
        games.save_with_toast("The game", "Saved".to_owned(), &mut toasts);
        let line = format!(
            "The game cannot be saved: {} could not be read; mend or remove it and start again",
            CustomGames::FILE_NAME
        );
        assert_eq!(toasts.last(), Some(line.as_str()));
        assert_eq!(files().list(home.path()).unwrap(), [path]);
    }
}
