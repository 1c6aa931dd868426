//! The file of the settings: `settings.toml` in the config folder.

use super::Settings;
use crate::doors::files;
use crate::storage::paths;
use crate::storage::toml_files::{self, LoadedFile};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file in the config folder.
pub const FILE_NAME: &str = "settings.toml";

/// The path of the settings; `None` on a machine without a home.
pub fn path() -> Option<PathBuf> {
    paths::config_folder().map(|folder| folder.join(FILE_NAME))
}

/// Reads the settings of a folder, and brings every value within its limits.
pub fn load(folder: &Path) -> LoadedFile<Settings> {
    let kept: LoadedFile<Settings> = toml_files::read(files(), &folder.join(FILE_NAME));
    LoadedFile { value: kept.value.clamped(), ..kept }
}

/// Writes the settings into a folder.
///
/// # Errors
/// An error if the file cannot be written.
pub fn save(folder: &Path, settings: &Settings) -> io::Result<()> {
    toml_files::write(files(), &folder.join(FILE_NAME), settings)
}
