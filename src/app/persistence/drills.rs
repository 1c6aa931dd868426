//! Drills: positions of the player's own games where much was lost, which come back until they are solved. They lie in
//! `drills.toml` in the data folder, each as a moment of a saved replay.

use super::PlayerFile;
use crate::doors::files;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The most drills that are kept; the newest stay.
const MOST: usize = 200;
/// How many seconds a day has.
const DAY: u64 = 86_400;
/// After how many days a drill comes back that was solved once, twice and three times in a row. After that it is done.
const DAYS: [u64; 3] = [1, 3, 7];

/// A position that is to be played better.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Drill {
    /// The name of the replay's file.
    pub file: String,
    /// The seat of the player.
    pub seat: u8,
    /// The tick of the match in which the piece appeared.
    pub tick: u64,
    /// The points of the chance to win that the piece cost in the game, 0 to 100.
    pub points: f64,
    /// The board with the pieces that the player saw, as a fumen of one page; empty where a fumen has no words for it.
    pub fumen: String,
    /// When the drill comes back, in seconds since 1970.
    pub due: u64,
    /// How often in a row it was solved.
    pub solved: u8,
    /// How often it was tried.
    pub tried: u32,
}

/// What the file of the drills holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DrillList {
    /// The drills, those that were added last at the end.
    pub drills: Vec<Drill>,
}

impl Drill {
    /// The drill after it was tried at `now`, in seconds since 1970; `None` once it was solved a last time.
    #[must_use]
    pub fn after(self, solved: bool, now: u64) -> Option<Self> {
        let tried = self.tried.saturating_add(1);
        if !solved {
            return Some(Self { tried, solved: 0, due: now.saturating_add(DAYS[0] * DAY), ..self });
        }
        let days = DAYS.get(usize::from(self.solved))?;
        Some(Self { tried, solved: self.solved + 1, due: now.saturating_add(days * DAY), ..self })
    }

    /// When the drill comes back, in words: `now`, `in 3 days`.
    pub fn due_in_words(&self, now: u64) -> String {
        match self.due.saturating_sub(now).div_ceil(DAY) {
            0 => "now".to_owned(),
            1 => "tomorrow".to_owned(),
            days => format!("in {days} days"),
        }
    }
}

impl DrillList {
    /// Adds a drill, unless that moment is among the drills already; then returns false. The oldest ones make room.
    pub fn add(&mut self, drill: Drill) -> bool {
        let is_same = |known: &Drill| (&known.file, known.seat, known.tick) == (&drill.file, drill.seat, drill.tick);
        if self.drills.iter().any(is_same) {
            return false;
        }
        self.drills.push(drill);
        self.drills.drain(..self.drills.len().saturating_sub(MOST));
        true
    }
}

impl PlayerFile for DrillList {
    const FILE_NAME: &'static str = "drills.toml";
}

/// Reads the drills of a folder, without those whose replay is gone from `replays`. A file that cannot be read is set
/// aside, with a warning.
pub fn load(folder: &Path, replays: &Path) -> (DrillList, Option<String>) {
    let kept = DrillList::read_from(folder);
    let mut list = kept.value;
    list.drills.retain(|drill| is_plain(&drill.file) && files().is_file(&replays.join(&drill.file)));
    (list, kept.warning)
}

/// Whether a text is the name of a file and nothing that leads elsewhere.
fn is_plain(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|last| last == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drill_comes_back_after_one_three_and_seven_days_and_from_the_beginning_where_it_was_not_solved() {
        let (drill, now) = (Drill::default(), 1_000_000);
        let first = drill.after(true, now).unwrap_or_default();
        assert_eq!((first.due - now, first.due_in_words(now).as_str()), (DAY, "tomorrow"));
        let second = first.clone().after(true, now).unwrap_or_default();
        assert_eq!((second.due - now, second.due_in_words(now).as_str()), (3 * DAY, "in 3 days"));
        let failed = second.clone().after(false, now).unwrap_or_default();
        assert_eq!((failed.due - now, failed.solved, failed.tried), (DAY, 0, 3));
        let third = second.after(true, now).unwrap_or_default();
        assert_eq!((third.due - now, third.due_in_words(third.due).as_str()), (7 * DAY, "now"));
        assert_eq!(third.after(true, now), None);
    }

    #[test]
    fn a_moment_is_added_once_and_the_oldest_make_room() {
        let mut list = DrillList::default();
        let at = |tick| Drill { file: "game.replay".to_owned(), tick, ..Drill::default() };
        assert!(list.add(at(5)) && !list.add(at(5)));
        for tick in 6..400 {
            list.add(at(tick));
        }
        assert_eq!((list.drills.len(), list.drills[0].tick, list.drills[MOST - 1].tick), (MOST, 200, 399));
    }

    #[test]
    fn only_replays_of_the_own_folder_are_opened() {
        assert!(is_plain("game-0001.replay"));
        for name in ["../game.replay", "/etc/passwd", "", "a/b", ".."] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
