//! The rated match in progress: `rated-match.toml` in the data folder, from the moment its first round begins until it
//! has been counted. A match that is found there at the start was not finished, and counts as a loss.

use super::history::ComputerOpponent;
use crate::doors::files;
use crate::measure::Rating;
use crate::storage::toml_files::{self, LoadedFile};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The name of the file in the data folder that notes a rated match in progress.
pub const FILE_NAME: &str = "rated-match.toml";

/// A rated match that has begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnfinishedMatch {
    /// When the rated match began, in seconds since 1970.
    pub date: u64,
    /// The computer player that the match is played against.
    pub opponent: ComputerOpponent,
    /// The rating of the opponent.
    pub against: Rating,
    /// The seed of the match in hexadecimal digits, by which the match is known when it goes on.
    #[serde(default)]
    pub seed: String,
}

impl UnfinishedMatch {
    /// A match's seed as text for files, in hexadecimal digits: TOML has no numbers as large.
    pub fn seed_hex(seed: u64) -> String {
        format!("{seed:016x}")
    }
}

/// What the file of the unfinished match holds: that match, or none.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Contents {
    unfinished: Option<UnfinishedMatch>,
}

/// Reads the unfinished match of a folder; `None` if there is none. A damaged file is set aside, with a warning.
pub fn load(folder: &Path) -> LoadedFile<Option<UnfinishedMatch>> {
    let LoadedFile { value, warning, writable } = toml_files::read::<Contents>(files(), &folder.join(FILE_NAME));
    let sane = |unfinished: &UnfinishedMatch| unfinished.against.checked().is_some();
    LoadedFile { value: value.unfinished.filter(sane), warning, writable }
}

/// Writes down that a match has begun.
///
/// # Errors
/// An error if the file cannot be written.
pub fn save(folder: &Path, unfinished: UnfinishedMatch) -> io::Result<()> {
    toml_files::write(files(), &folder.join(FILE_NAME), &Contents { unfinished: Some(unfinished) })
}

/// Removes the file: the match has been counted.
///
/// # Errors
/// An error if the file cannot be removed; it is none if there is no such file.
pub fn remove(folder: &Path) -> io::Result<()> {
    match files().remove(&folder.join(FILE_NAME)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
