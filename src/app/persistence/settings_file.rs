//! The file of the settings: `settings.toml` in the config folder. Knows where and how, not what a setting means.

use super::Settings;
use crate::doors::files;
use crate::storage::kept::{self, Kept};
use crate::storage::paths;
use std::io;
use std::path::{Path, PathBuf};

/// The file's name.
pub const FILE_NAME: &str = "settings.toml";

/// Where the settings lie; `None` on a machine without a home.
pub fn path() -> Option<PathBuf> {
    paths::config_folder().map(|folder| folder.join(FILE_NAME))
}

/// Reads the settings of a folder, every value brought within its limits.
pub fn load(folder: &Path) -> Kept<Settings> {
    let kept: Kept<Settings> = kept::read(files(), &folder.join(FILE_NAME));
    Kept { value: kept.value.clamped(), ..kept }
}

/// Writes the settings into a folder.
pub fn save(folder: &Path, settings: &Settings) -> io::Result<()> {
    kept::write(files(), &folder.join(FILE_NAME), settings)
}
