//! Small TOML files that a player keeps: read whole or set aside, written whole. Knows no contents.
//!
//! A file that cannot be understood is never overwritten: it gets another name, and defaults take its place.

use super::write_whole;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};

/// What came of reading a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept<T> {
    /// The contents, or the defaults.
    pub value: T,
    /// One line for the log and the screen, when something was wrong.
    pub warning: Option<String>,
    /// Whether the file may be written: false when a damaged one could not be moved out of the way.
    pub writable: bool,
}

/// Reads a file. A missing one is the defaults; a damaged or unreadable one is set aside and is the defaults.
pub fn read<T: DeserializeOwned + Default>(path: &Path) -> Kept<T> {
    let fine = |value| Kept { value, warning: None, writable: true };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return fine(T::default()),
        Err(_) => return damaged(path),
    };
    match String::from_utf8(bytes).ok().and_then(|text| toml::from_str(&text).ok()) {
        Some(value) => fine(value),
        None => damaged(path),
    }
}

/// Writes a file whole, its folder too if there is none yet.
pub fn write<T: Serialize>(path: &Path, value: &T) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let text = toml::to_string(value).map_err(io::Error::other)?;
    write_whole(path, text.as_bytes())
}

/// Gives a file a free name of its own: `settings.toml` becomes `settings.toml.damaged-1`, or the next free number.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..=9999)
        .map(|number| path.with_file_name(format!("{name}.damaged-{number}")))
        // Not `exists`: a link that leads nowhere is somebody's file too.
        .find(|candidate| candidate.symlink_metadata().is_err())
        .ok_or_else(|| io::Error::other("no free name left"))?;
    std::fs::rename(path, &free)?;
    Ok(free)
}

/// Sets a damaged file aside and says so.
pub fn damaged<T: Default>(path: &Path) -> Kept<T> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let was = name(path);
    let (warning, writable) = match set_aside(path) {
        Ok(now) => (format!("{was} was damaged and is now {}; defaults are in use", name(&now)), true),
        Err(error) => (
            format!("{was} is damaged and cannot be renamed ({error}); defaults are in use, changes will not be kept"),
            false,
        ),
    };
    Kept { value: T::default(), warning: Some(warning), writable }
}
