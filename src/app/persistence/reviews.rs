//! Reviews of games, each kept in a file beside its replay, as far as it has come.

use crate::doors::files;
use crate::game::replay::Replay;
use crate::review::MoveReview;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The ending of the files' names, in place of the replay's.
const EXTENSION: &str = "review";
/// The version of the way to judge. A review of another is made again.
const VERSION: u32 = 1;
/// The largest file that is read, in bytes: far more than the longest game has.
const MOST_BYTES: u64 = 64 << 20;

/// A review as its file has it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct ReviewFile {
    version: u32,
    /// The seed, ticks and last hash of the replay, so that a review is never taken for that of another game.
    game: [u64; 3],
    /// What is said of each move, in the order of the moves of all players.
    moves: Vec<MoveReview>,
}

/// Reads the review that was kept beside the file of a game. `None` if there is none for this game, made in this way and
/// with so many moves: it is made again then.
pub fn read(path: &Path, replay: &Replay, count: usize) -> Option<Vec<MoveReview>> {
    let path = path_of(path);
    if files().size(&path).ok()? > MOST_BYTES {
        return None;
    }
    let kept: ReviewFile = serde_json::from_str(&files().read_text(&path).ok()?).ok()?;
    let fits = (kept.version, kept.game, kept.moves.len()) == (VERSION, game(replay), count);
    fits.then_some(kept.moves)
}

/// Keeps the review of a game beside its file.
///
/// # Errors
/// The error of the system, if the file cannot be written.
pub fn write(path: &Path, replay: &Replay, moves: Vec<MoveReview>) -> io::Result<()> {
    let text =
        serde_json::to_string(&ReviewFile { version: VERSION, game: game(replay), moves }).map_err(io::Error::other)?;
    files().write_whole(&path_of(path), text.as_bytes())
}

/// Removes the review that was kept of a replay, if there is one.
pub fn remove(replay: &Path) {
    // What cannot be removed is found again with no game that fits it.
    let _ = files().remove(&path_of(replay));
}

const fn game(replay: &Replay) -> [u64; 3] {
    [replay.setup.seed, replay.ticks, replay.hash]
}

fn path_of(replay: &Path) -> PathBuf {
    replay.with_extension(EXTENSION)
}
