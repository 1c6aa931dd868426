//! The rated match in progress: `rated-match.toml` in the data folder, from the moment at which its first round begins until
//! it has been counted. One that is found at the start was never finished, and counts as a loss.

use super::history::Foe;
use crate::doors::files;
use crate::measure::Rating;
use crate::storage::kept;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// What the file is called in the data folder.
pub const FILE_NAME: &str = "rated-match.toml";

/// A rated match that has begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnfinishedMatch {
    /// When it began, in seconds since 1970.
    pub date: u64,
    /// The computer player that it is played against.
    pub opponent: Foe,
    /// How strong the opponent is.
    pub against: Rating,
}

/// What the file holds: a match or none.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Contents {
    unfinished: Option<UnfinishedMatch>,
}

/// The match that a folder's file tells of, and a warning if the file cannot be read; that one is set aside.
pub fn load(folder: &Path) -> (Option<UnfinishedMatch>, Option<String>) {
    let kept = kept::read::<Contents>(files(), &folder.join(FILE_NAME));
    let sane = |unfinished: &UnfinishedMatch| unfinished.against.checked().is_some();
    (kept.value.unfinished.filter(sane), kept.warning)
}

/// Writes that a match has begun.
///
/// # Errors
/// Those of the folder: it is full, or must not be written to.
pub fn begin(folder: &Path, unfinished: UnfinishedMatch) -> io::Result<()> {
    kept::write(files(), &folder.join(FILE_NAME), &Contents { unfinished: Some(unfinished) })
}

/// Removes the file: the match has been counted.
///
/// # Errors
/// Those of the folder; that there is no such file is none.
pub fn end(folder: &Path) -> io::Result<()> {
    match files().remove(&folder.join(FILE_NAME)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
