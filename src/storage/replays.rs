//! The folder of replays: the newest two hundred of themselves, and those that the player keeps; and the game in progress, for
//! going on with it after a quit. Knows files, no screens.

use super::paths;
use super::replay::{self, EXTENSION, FileError, Label, MAX_NAME, Saved};
use crate::game::replay::Replay;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many are kept by themselves.
pub const MOST: usize = 200;
/// The name of the game in progress, in the data folder.
const IN_PROGRESS: &str = "continue.replay";
/// A game that was given up is kept if it lasted so many ticks: a restart after a bad opening is no game.
pub const LEAST_GIVEN_UP: u64 = 30_000;

/// A file of the folder.
#[derive(Debug)]
pub struct Found {
    /// Where it lies.
    pub path: PathBuf,
    /// What is in it, or what is wrong with it.
    pub content: Result<Saved, String>,
}

/// Now, in seconds since 1970 (UTC).
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A day of the calendar and a time: year, month, day, hour, minute, second.
/// Source: Howard Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
pub fn civil(seconds: u64) -> (u64, u64, u64, u64, u64, u64) {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let time = seconds % 86_400;
    (year, month, day, time / 3600, time / 60 % 60, time % 60)
}

/// Saves a replay in a folder under a free name of its date and mode, and removes the oldest that nobody keeps.
pub fn save(folder: &Path, replay: Replay) -> Result<PathBuf, FileError> {
    let system = |source| FileError::System { what: "write", path: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(system)?;
    let date = now();
    let (year, month, day, hour, minute, second) = civil(date);
    let mode = mode_id(&replay);
    let stem = format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}-{mode}");
    let names = (1..).map(|number| match number {
        1 => format!("{stem}.{EXTENSION}"),
        _ => format!("{stem}-{number}.{EXTENSION}"),
    });
    let mut paths = names.map(|name| folder.join(name));
    let path = paths.find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| folder.join(&stem));
    let saved = Saved { label: label(date), replay };
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

/// The label of a replay that has just been recorded.
pub fn label(date: u64) -> Label {
    Label { name: String::new(), kept: false, date, program: env!("CARGO_PKG_VERSION").to_owned() }
}

/// The replays of a folder without their keys, the newest first. What cannot be read is listed with its reason; a folder
/// that is not there has none.
pub fn list(folder: &Path) -> Vec<Found> {
    let mut found: Vec<Found> = files(folder)
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
    std::fs::remove_file(path).map_err(|source| FileError::System { what: "remove", path: path.to_owned(), source })
}

/// Removes the oldest but so many of those that nobody keeps and that can be read: what is damaged is left for its owner.
pub fn prune(folder: &Path, most: usize) {
    if files(folder).len() <= most {
        return;
    }
    let ours = |found: &Found| found.content.as_ref().is_ok_and(|saved| !saved.label.kept);
    for old in list(folder).into_iter().filter(ours).skip(most) {
        // Should it not go, the next game tries again.
        let _ = std::fs::remove_file(&old.path);
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == EXTENSION)).collect()
}

/// Where the game in progress lies; `None` on a machine without a home.
pub fn in_progress_path() -> Option<PathBuf> {
    paths::data_folder().map(|folder| folder.join(IN_PROGRESS))
}

/// Keeps the game in progress.
pub fn keep_in_progress(path: &Path, replay: Replay) -> Result<(), FileError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|source| FileError::System {
            what: "write",
            path: path.to_owned(),
            source,
        })?;
    }
    replay::write(path, &Saved { label: label(now()), replay })
}

/// The game in progress, if there is one.
pub fn in_progress(path: &Path) -> Option<Result<Saved, FileError>> {
    match replay::read(path) {
        Err(FileError::System { source, .. }) if source.kind() == io::ErrorKind::NotFound => None,
        read => Some(read),
    }
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_of_the_calendar_come_out_right() {
        assert_eq!(civil(0), (1970, 1, 1, 0, 0, 0));
        assert_eq!(civil(951_782_399), (2000, 2, 28, 23, 59, 59));
        assert_eq!(civil(951_782_400), (2000, 2, 29, 0, 0, 0), "a leap day of a century that has one");
        assert_eq!(civil(4_107_542_400), (2100, 3, 1, 0, 0, 0), "and of one that has none");
    }
}
