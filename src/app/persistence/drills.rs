//! Drills: positions of the player's own games where much was lost, which come back until they are solved. They lie in
//! `drills.toml` in the data folder, each as a moment of a saved replay.

use super::PlayerFile;
use crate::doors::files;
use crate::review::Grade;
use crate::storage::calendar;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The most drills that are kept; the newest stay.
const MOST: usize = 200;
/// How many seconds a day has.
const DAY: u64 = 86_400;
/// After how many days a drill comes back that was solved once, twice and three times in a row. After that it is done.
const DAYS: [u64; 3] = [1, 3, 7];

/// A drill: a position from one of the player's games that is to be played better.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Drill {
    /// The name of the file of the replay that the position comes from.
    pub file: String,
    /// The seat that the player had in the game.
    pub seat: u8,
    /// The tick of the match in which the piece to be placed appeared.
    pub tick: u64,
    /// The points of the chance to win that the piece cost in the game, 0 to 100.
    pub points: f64,
    /// The board with the pieces that the player saw, as a fumen of one page; empty where a fumen has no words for it.
    pub fumen: String,
    /// The cells of the move that was played in the game, after `hold` where the piece was held; empty where it was no
    /// fault, and in a file of an earlier version.
    pub played: String,
    /// When the drill comes back, in seconds since 1970.
    pub due: u64,
    /// How often in a row the drill was solved.
    pub solved: u8,
    /// How often the drill was tried.
    pub tried: u32,
}

/// The drills of a player, as their file holds them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DrillList {
    /// The drills, those that were added last at the end.
    pub drills: Vec<Drill>,
    /// The drills that were solved for good or taken away, which do not come back when their game is reviewed again.
    pub finished: Vec<Drill>,
}

impl Drill {
    /// The drill as it is after a try at `now`, in seconds since 1970; `None` once it was solved a last time.
    #[must_use]
    pub fn after_try(self, solved: bool, now: u64) -> Option<Self> {
        let tried = self.tried.saturating_add(1);
        // By noon, since a day has 23 hours where clocks are put forward and 25 where they are put back.
        let noon = calendar::start_of_day(now).saturating_add(DAY / 2);
        let in_days = |days: u64| calendar::start_of_day(noon.saturating_add(days * DAY));
        if !solved {
            return Some(Self { tried, solved: 0, due: in_days(DAYS[0]), ..self });
        }
        if !self.is_due(now) {
            // Solved before it was asked for: whether it is still known then is another question.
            return Some(Self { tried, ..self });
        }
        let days = *DAYS.get(usize::from(self.solved))?;
        Some(Self { tried, solved: self.solved + 1, due: in_days(days), ..self })
    }

    /// Whether both drills are of the same moment of a game.
    pub fn is_of_same_moment(&self, other: &Self) -> bool {
        (&self.file, self.seat, self.tick) == (&other.file, other.seat, other.tick)
    }

    /// Whether the drill comes back now. One that would come back only after more than the longest time does so too: it
    /// was tried when the clock was wrong.
    pub fn is_due(&self, now: u64) -> bool {
        self.due <= now || self.due > now.saturating_add((DAYS[2] + 1) * DAY)
    }

    /// When the drill comes back, in words: `now`, `in 3 days`. It is due from the beginning of a day on.
    pub fn due_in_words(&self, now: u64) -> String {
        if self.is_due(now) {
            return "now".to_owned();
        }
        match (self.due.saturating_sub(calendar::start_of_day(now)) + DAY / 2) / DAY {
            0 | 1 => "tomorrow".to_owned(),
            days => format!("in {days} days"),
        }
    }
}

impl DrillList {
    /// Adds a drill, unless that moment is among the drills already, or among those that are finished; then returns
    /// false. The oldest ones make room.
    pub fn add(&mut self, drill: Drill) -> bool {
        if self.drills.iter().chain(&self.finished).any(|known| known.is_of_same_moment(&drill)) {
            return false;
        }
        push_newest(&mut self.drills, drill);
        true
    }

    /// Moves the drill at this place of the list to the finished ones: its moment comes back only where the player asks
    /// for it. False if there is none.
    pub fn finish(&mut self, at: usize) -> bool {
        if at >= self.drills.len() {
            return false;
        }
        let finished = self.drills.remove(at);
        push_newest(&mut self.finished, finished);
        true
    }

    /// Adds a drill that the player asks for; one that is finished begins anew. False if the moment is a drill already.
    pub fn add_or_restart(&mut self, drill: Drill) -> bool {
        let added = !self.drills.iter().any(|known| known.is_of_same_moment(&drill));
        if added {
            self.finished.retain(|known| !known.is_of_same_moment(&drill));
            push_newest(&mut self.drills, drill);
        }
        added
    }

    /// Notes that the drill at this place of the list was tried. Returns when it comes back, in words; `None`
    /// once it is done.
    pub fn note_try(&mut self, at: usize, solved: bool, now: u64) -> Option<String> {
        match self.drills[at].clone().after_try(solved, now) {
            Some(after) => {
                let words = after.due_in_words(now);
                self.drills[at] = after;
                Some(words)
            }
            None => {
                self.finish(at);
                None
            }
        }
    }

    /// Leaves out the drills whose replay is gone from `replays`. Where that whole folder is missing, as with a disk
    /// that is not there, all stay.
    pub fn retain_with_replays(&mut self, replays: &Path) {
        let is_known = files().is_folder(replays);
        for drills in [&mut self.drills, &mut self.finished] {
            drills.retain(|drill| is_plain(&drill.file) && (!is_known || files().is_file(&replays.join(&drill.file))));
        }
    }
}

/// Adds a drill at the end; the oldest ones make room.
fn push_newest(drills: &mut Vec<Drill>, drill: Drill) {
    drills.push(drill);
    drills.drain(..drills.len().saturating_sub(MOST));
}

impl PlayerFile for DrillList {
    const FILE_NAME: &'static str = "drills.toml";

    /// Clears the noted move of drills in which it was no fault: earlier versions noted it there too, and a move that
    /// is noted never solves its drill.
    fn checked(mut self) -> Self {
        let good = |drill: &&mut Drill| drill.points < 100.0 * Grade::Inaccuracy.least_loss();
        self.drills.iter_mut().chain(&mut self.finished).filter(good).for_each(|drill| drill.played.clear());
        self
    }
}

/// Whether a text is the name of a file and nothing that leads elsewhere.
fn is_plain(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|last| last == name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_drill_comes_back_after_one_three_and_seven_days_and_from_the_beginning_where_it_was_not_solved() {
        let (drill, now) = (Drill::default(), 1_000_000);
        let in_days = |now: u64, days: u64| calendar::start_of_day(now + days * DAY);
        let first = drill.after_try(true, now).unwrap_or_default();
        assert_eq!((first.due, first.due_in_words(now).as_str()), (in_days(now, 1), "tomorrow"));
        let early = first.clone().after_try(true, now).unwrap_or_default();
        assert_eq!(early, Drill { tried: 2, ..first.clone() }, "before it is due, a try is practice");
        let now = first.due;
        let second = first.after_try(true, now).unwrap_or_default();
        assert_eq!((second.due, second.due_in_words(now).as_str()), (in_days(now, 3), "in 3 days"));
        let failed = second.clone().after_try(false, now).unwrap_or_default();
        assert_eq!((failed.due, failed.solved, failed.tried), (in_days(now, 1), 0, 3));
        let now = second.due;
        let third = second.after_try(true, now).unwrap_or_default();
        assert_eq!((third.due, third.due_in_words(third.due).as_str()), (in_days(now, 7), "now"));
        assert_eq!(third.clone().after_try(true, third.due), None);
        let of_a_wrong_clock = Drill { due: now + 900 * DAY, ..Drill::default() };
        assert!(of_a_wrong_clock.is_due(now) && !third.is_due(now));
    }

    #[test]
    fn a_drill_that_is_done_does_not_come_back_with_another_review() {
        let mut list = DrillList::default();
        let drill = Drill { file: "game.replay".to_owned(), solved: 3, ..Drill::default() };
        assert!(list.add(drill.clone()));
        assert_eq!(list.note_try(0, true, 1_000_000), None);
        assert!(list.drills.is_empty() && !list.add(drill.clone()));
        let anew = Drill { solved: 0, ..drill };
        assert!(list.add_or_restart(anew.clone()), "but with its player's wish");
        assert!(!list.add_or_restart(anew.clone()) && list.drills.len() == 1 && list.finished.is_empty());
        assert!(list.finish(0) && !list.finish(0), "there was one");
        assert!(list.drills.is_empty() && !list.add(anew), "one that was removed does not come back by itself");
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
    fn a_drill_goes_with_its_replay_but_not_with_a_folder_that_is_not_there() {
        let data = tempfile::tempdir().unwrap();
        let replays = data.path().join("replays");
        let drill = Drill { file: "game-0001.replay".to_owned(), ..Drill::default() };
        let list = DrillList { drills: vec![drill], ..DrillList::default() };
        list.write_to(data.path()).unwrap();
        let read = || {
            let mut list = DrillList::read_from(data.path()).value;
            list.retain_with_replays(&replays);
            list
        };
        assert_eq!(read(), list);
        files().create_folders(&replays).unwrap();
        assert_eq!(read(), DrillList::default());
        files().write_whole(&replays.join("game-0001.replay"), b"a game").unwrap();
        assert_eq!(read(), list);
    }

    #[test]
    fn a_drill_of_a_good_move_does_not_hold_that_move_against_its_player() {
        let data = tempfile::tempdir().unwrap();
        let drill = |points| Drill {
            file: "game-0001.replay".to_owned(),
            points,
            played: "4,0 4,1 5,0 5,1".to_owned(),
            ..Drill::default()
        };
        let list = DrillList { drills: vec![drill(3.0), drill(8.0)], finished: vec![drill(0.0)] };
        list.write_to(data.path()).unwrap();
        let DrillList { drills, finished } = DrillList::read_from(data.path()).value;
        let is_kept = |drill: &Drill| !drill.played.is_empty();
        assert_eq!((is_kept(&drills[0]), is_kept(&drills[1]), is_kept(&finished[0])), (false, true, false));
    }

    #[test]
    fn only_replays_of_the_own_folder_are_opened() {
        assert!(is_plain("game-0001.replay"));
        for name in ["../game.replay", "/etc/passwd", "", "a/b", ".."] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
