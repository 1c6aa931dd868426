//! The folder of replays: the newest two hundred of themselves, and those that the player keeps; and the game in progress, for
//! going on with it after a quit. Knows files, no screens.

use super::replay::{self, EXTENSION, FileError, MAX_NAME, Saved};
use crate::doors::files;
use crate::game::replay::Replay;
use crate::storage::{Label, calendar, paths};
use std::io;
use std::path::{Path, PathBuf};

/// How many are kept by themselves.
pub const MOST: usize = 200;
/// The name of the game in progress, in the data folder.
const IN_PROGRESS: &str = "continue.replay";
/// A game that was given up is kept if it lasted so many ticks: a restart after a bad opening is no game.
pub const LEAST_GIVEN_UP: u64 = 10_000;

/// A file of the folder.
#[derive(Debug)]
pub struct Found {
    /// Where it lies.
    pub path: PathBuf,
    /// What is in it, or what is wrong with it.
    pub content: Result<Saved, String>,
}

/// Saves a replay in a folder under a free name of its date and mode, and removes the oldest that nobody keeps.
pub fn save(folder: &Path, replay: Replay) -> Result<PathBuf, FileError> {
    let system = |source| FileError::System { what: "write", path: folder.to_owned(), source };
    files().create_folders(folder).map_err(system)?;
    let date = calendar::now();
    let stem = format!("{}-{}", calendar::stamp(date), mode_id(&replay));
    let names = (1..).map(|number| match number {
        1 => format!("{stem}.{EXTENSION}"),
        _ => format!("{stem}-{number}.{EXTENSION}"),
    });
    let mut paths = names.map(|name| folder.join(name));
    let path = paths.find(|path| !files().is_taken(path)).unwrap_or_else(|| folder.join(&stem));
    let saved = Saved { label: Label::recorded(date), replay };
    replay::write(&path, &saved)?;
    prune(folder, MOST);
    Ok(path)
}

/// The name of what was played, as files write it: `sprint-40`, `versus`.
pub fn mode_id(replay: &Replay) -> String {
    let mode = serde_json::to_value(replay.setup.mode).unwrap_or_default();
    let course = &replay.setup.course.id;
    let id = if course.is_empty() { mode.as_str().unwrap_or("game") } else { course };
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    id.chars().take(MAX_NAME).map(plain).collect()
}

/// The name of what was played, as a player reads it: `Sprint 40`, `Versus`.
pub fn mode_name(replay: &Replay) -> String {
    let course = &replay.setup.course.name;
    if course.is_empty() { replay.setup.mode.entry().name.to_owned() } else { course.clone() }
}

/// The replays of a folder without their keys, the newest first. What cannot be read is listed with its reason; a folder
/// that is not there has none.
pub fn list(folder: &Path) -> Vec<Found> {
    let mut found: Vec<Found> = replay_files(folder)
        .into_iter()
        .map(|path| {
            let content = replay::read(&path).map_err(|error| match error {
                FileError::System { source, .. } => source.to_string(),
                FileError::Format { problem, .. } => problem.to_string(),
            });
            // Two hundred long games are many keys, and a list shows none of them.
            let content = content.map(|mut saved| {
                saved.replay.beats = Vec::new();
                saved
            });
            Found { path, content }
        })
        .collect();
    let date = |found: &Found| found.content.as_ref().map_or(0, |saved| saved.label.date);
    found.sort_by(|a, b| date(b).cmp(&date(a)).then_with(|| b.path.cmp(&a.path)));
    found
}

/// How a replay ended, in a few words.
pub fn outcome(replay: &Replay) -> String {
    let result = &replay.result;
    if replay.setup.seats.len() > 1 {
        let [left, right] = result.wins;
        let end = match result.winner.and_then(|winner| replay.seat(usize::from(winner))) {
            Some(winner) => format!("{} won", winner.name),
            None => "not finished".to_owned(),
        };
        return format!("{end}, {left} : {right}");
    }
    let score = result.scores.first().copied().unwrap_or_default();
    let lines = result.lines.first().copied().unwrap_or_default();
    let end = match (result.over, result.winner) {
        (true, Some(_)) => "goal reached",
        (true, None) => "topped out",
        (false, _) => "not finished",
    };
    format!("{end}, score {score}, {lines} lines")
}

/// Changes what is kept about a replay.
pub fn relabel(path: &Path, change: impl FnOnce(&mut Label)) -> Result<(), FileError> {
    let mut saved = replay::read(path)?;
    change(&mut saved.label);
    let name = saved.label.name.trim().chars().filter(|letter| !letter.is_control()).take(MAX_NAME);
    saved.label.name = name.collect();
    replay::write(path, &saved)
}

/// Removes a replay.
pub fn remove(path: &Path) -> Result<(), FileError> {
    files().remove(path).map_err(|source| FileError::System { what: "remove", path: path.to_owned(), source })
}

/// Removes the oldest but so many of those that nobody keeps and that can be read: what is damaged is left for its owner.
pub fn prune(folder: &Path, most: usize) {
    if replay_files(folder).len() <= most {
        return;
    }
    let ours = |found: &Found| found.content.as_ref().is_ok_and(|saved| !saved.label.kept);
    for old in list(folder).into_iter().filter(ours).skip(most) {
        // Should it not go, the next game tries again.
        let _ = files().remove(&old.path);
    }
}

fn replay_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = files().list(folder).unwrap_or_default();
    found.retain(|path| path.extension().is_some_and(|ending| ending == EXTENSION));
    found
}

/// Where the game in progress lies; `None` on a machine without a home.
pub fn in_progress_path() -> Option<PathBuf> {
    paths::data_folder().map(|folder| folder.join(IN_PROGRESS))
}

/// Keeps the game in progress.
pub fn keep_in_progress(path: &Path, replay: Replay) -> Result<(), FileError> {
    if let Some(folder) = path.parent() {
        files().create_folders(folder).map_err(|source| FileError::System {
            what: "write",
            path: path.to_owned(),
            source,
        })?;
    }
    replay::write(path, &Saved { label: Label::recorded(calendar::now()), replay })
}

/// The game in progress, if there is one.
pub fn in_progress(path: &Path) -> Option<Result<Saved, FileError>> {
    match replay::read(path) {
        Err(FileError::System { source, .. }) if source.kind() == io::ErrorKind::NotFound => None,
        read => Some(read),
    }
}
