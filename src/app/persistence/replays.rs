//! The folder of replays: the newest two hundred, and those that the player has marked to be kept; and the game in
//! progress, which can be continued after a quit.

use super::drills::DrillList;
use super::replay::{self, EXTENSION, MAX_REPLAY_NAME, ReplayFileError, SavedReplay};
use super::{PlayerFile, Records, reviews};
use crate::chart::{counted, with_commas};
use crate::doors::files;
use crate::doors::files::reason;
use crate::game::modes::GameComparison;
use crate::game::replay::Replay;
use crate::rules::GeneratorKind;
use crate::storage::{MatchLabel, calendar};
use crate::tbp::message::is_steering;
use std::io;
use std::path::{Path, PathBuf};

/// How many replays are kept that the player has not marked.
pub const MAX_REPLAYS: usize = 200;
/// The name of the file of the game in progress, in the data folder.
pub const IN_PROGRESS_FILE: &str = "continue.replay";
/// How many seconds the clocks of two machines that share a folder may be apart.
const CLOCKS_APART: u64 = 24 * 60 * 60;
/// The fewest ticks of a given-up game whose replay is saved: a restart after a bad opening is not worth one.
pub const MIN_GIVEN_UP_TICKS: u64 = 10_000;

/// A file in the folder of replays.
#[derive(Debug)]
pub struct ReplayFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The replay in the file, or what is wrong with it.
    pub content: Result<SavedReplay, String>,
}

/// Saves a replay in a folder under a free name made of its date and mode, and removes the oldest replays that are too
/// many, but none whose name is in `spared`, and none at all without that list. Returns the path of the file.
///
/// # Errors
/// An error if the folder cannot be made or the file cannot be written.
pub fn save(folder: &Path, replay: &Replay, spared: Option<&[String]>) -> Result<PathBuf, ReplayFileError> {
    files().create_folders(folder).map_err(ReplayFileError::system("write", folder))?;
    let date = calendar::seconds_since_1970();
    let stem = format!("{}-{}", calendar::format_file_stamp(date), mode_id(replay));
    let label = MatchLabel::for_recording(date);
    let mut path = folder.join(format!("{stem}.{EXTENSION}"));
    let mut number = 1;
    while !replay::write_new(&path, &label, replay)? {
        number += 1;
        path = folder.join(format!("{stem}-{number}.{EXTENSION}"));
    }
    if let Some(spared) = spared {
        // The new one stays, also where a clock that was put back makes it the oldest.
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let spared: Vec<String> = spared.iter().cloned().chain(name).collect();
        prune(folder, MAX_REPLAYS - 1, &spared, date);
    }
    Ok(path)
}

/// The name of what was played, as files have it: `sprint-40`, `versus`.
pub fn mode_id(replay: &Replay) -> String {
    let course = &replay.setup.course.id;
    let id = if course.is_empty() { replay.setup.mode.entry().id } else { course };
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    id.chars().take(MAX_REPLAY_NAME).map(plain).collect()
}

/// The name of what was played, as players read it: `Sprint 40`, `Versus`.
pub fn mode_title(replay: &Replay) -> String {
    let course = &replay.setup.course.name;
    if course.is_empty() { replay.setup.mode.entry().name.to_owned() } else { course.clone() }
}

/// The replays of a folder without their keys, the newest first. A file that cannot be read is listed with the reason.
/// A folder that does not exist is empty.
pub fn list(folder: &Path) -> Vec<ReplayFile> {
    let mut found: Vec<ReplayFile> = replay_files(folder)
        .into_iter()
        .map(|path| {
            let content = replay::read(&path).map_err(|error| match error {
                ReplayFileError::System { source, .. } => reason(&source),
                ReplayFileError::Format { problem, .. } => problem.to_string(),
            });
            // The keys of two hundred long games need much memory, and a list shows none of them.
            let content = content.map(|mut saved| {
                saved.replay.beats = Vec::new();
                saved
            });
            ReplayFile { path, content }
        })
        .collect();
    let date = |found: &ReplayFile| found.content.as_ref().map_or(0, |saved| saved.label.date);
    found.sort_by(|a, b| date(b).cmp(&date(a)).then_with(|| b.path.cmp(&a.path)));
    found
}

/// Whether games like this one are compared by their time.
pub fn is_compared_by_time(replay: &Replay) -> bool {
    replay.setup.seats.len() == 1 && replay.setup.course.better != GameComparison::Score
}

/// How a replay ended, in a few words. Where games are compared by their time, the words tell it to the millisecond.
pub fn outcome_words(replay: &Replay) -> String {
    let result = &replay.result;
    if replay.setup.seats.len() > 1 {
        let [left, right] = result.wins;
        let end = match result.winner.and_then(|winner| replay.seat(usize::from(winner))) {
            // Whoever leaves has lost, whatever the score.
            Some(winner) if result.forfeited.is_some() => format!("{} won by forfeit", winner.name),
            Some(winner) => format!("{} won", winner.name),
            None => "not finished".to_owned(),
        };
        return format!("{end}, {left} : {right}");
    }
    let score = result.scores.first().copied().unwrap_or_default();
    let lines = result.lines.first().copied().unwrap_or_default();
    let end = match (result.over, result.winner) {
        (true, Some(_)) if replay.setup.course.has_goal(&replay.setup.rules) => "goal reached",
        (true, Some(_)) => "finished",
        (true, None) if result.forfeited.is_some() => "given up",
        (true, None) if replay.setup.rules.generator == GeneratorKind::Given => "goal missed",
        (true, None) => "topped out",
        (false, _) => "not finished",
    };
    let [score, lines] = [score, lines.into()].map(|number: u64| with_commas(&number.to_string()));
    let time = calendar::exact_clock(replay.ticks_played());
    let time = if is_compared_by_time(replay) { format!(", {time}") } else { String::new() };
    format!("{end}{time}, score {score}, {}", counted(lines, "line"))
}

/// Changes the label of a saved replay. Its name is cut to [`MAX_REPLAY_NAME`] characters.
///
/// # Errors
/// An error if the file cannot be read as a replay, or cannot be written.
pub fn relabel(path: &Path, change: impl FnOnce(&mut MatchLabel)) -> Result<(), ReplayFileError> {
    let mut saved = replay::read(path)?;
    change(&mut saved.label);
    let name = saved.label.name.trim().chars().filter(|letter| !is_steering(*letter)).take(MAX_REPLAY_NAME);
    saved.label.name = name.collect();
    replay::write(path, &saved)
}

/// Removes a replay from disk, and the review that was kept of it.
///
/// # Errors
/// An error if the file cannot be removed.
pub fn remove(path: &Path) -> Result<(), ReplayFileError> {
    files().remove(path).map_err(ReplayFileError::system("remove", path))?;
    reviews::remove(path);
    Ok(())
}

/// Removes the oldest replays so that `most` are left of those that the player has not marked to be kept and whose
/// names are not in `spared`. Damaged files are left alone. Replays whose date lies after `now`, in seconds since 1970,
/// count as the oldest: they were saved before the clock was put back.
pub fn prune(folder: &Path, most: usize, spared: &[String], now: u64) {
    if replay_files(folder).len() <= most {
        return;
    }
    let is_spared = |path: &Path| spared.iter().any(|name| path.file_name().is_some_and(|own| own == name.as_str()));
    let ours = |found: &ReplayFile| found.content.as_ref().is_ok_and(|saved| !saved.label.kept);
    let is_to_come = |found: &ReplayFile| {
        found.content.as_ref().is_ok_and(|saved| saved.label.date > now.saturating_add(CLOCKS_APART))
    };
    let mut found: Vec<ReplayFile> =
        list(folder).into_iter().filter(|found| ours(found) && !is_spared(&found.path)).collect();
    // The newest first, as they were listed, within both.
    found.sort_by_key(is_to_come);
    for old in found.into_iter().skip(most) {
        // If a file cannot be removed, the next game tries again.
        let _ = remove(&old.path);
    }
}

/// The names of the replays that the drills and the best games use: those that are `known` here, and those in the files
/// that the data folder `data` has now, which another program may have written. `None` where such a file cannot be
/// read, so that any replay may be in use.
pub fn replays_in_use(data: Option<&Path>, mut known: Vec<String>) -> Option<Vec<String>> {
    if let Some(data) = data {
        known.extend(read_if_there::<DrillList>(data)?.drills.into_iter().map(|drill| drill.file));
        known.extend(read_if_there::<Records>(data)?.replay_names().map(str::to_owned));
    }
    Some(known)
}

/// Reads a file of a folder; the defaults if there is none, and `None` if it cannot be read.
fn read_if_there<T: PlayerFile>(folder: &Path) -> Option<T> {
    T::read_again(folder).or_else(|| (!files().is_taken(&folder.join(T::FILE_NAME))).then(T::default))
}

fn replay_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = files().list(folder).unwrap_or_default();
    found.retain(|path| path.extension().is_some_and(|ending| ending == EXTENSION));
    found
}

/// Saves the game in progress, with the number of hints that were asked for in it.
///
/// # Errors
/// An error if the folder cannot be made or the file cannot be written.
pub fn keep_in_progress(path: &Path, replay: &Replay, hints: u32) -> Result<(), ReplayFileError> {
    if let Some(folder) = path.parent() {
        files().create_folders(folder).map_err(ReplayFileError::system("write", path))?;
    }
    let label = MatchLabel { hints, ..MatchLabel::for_recording(calendar::seconds_since_1970()) };
    replay::write_labelled(path, &label, replay)
}

/// Reads the game in progress; `None` if there is no such file.
pub fn read_in_progress(path: &Path) -> Option<Result<SavedReplay, ReplayFileError>> {
    match replay::read(path) {
        Err(ReplayFileError::System { source, .. }) if source.kind() == io::ErrorKind::NotFound => None,
        read => Some(read),
    }
}
