//! The records: best scores, most lines, best times, the ten best games of every mode, and the hardest generation beaten.
//! `records.toml` in the data folder.
//!
//! Knows what counts as better, no screen.

use crate::doors::files;
use crate::game::modes::Better;
use crate::game::{Mode, Pace};
use crate::storage::kept::{self, Kept};
use crate::storage::paths;
use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The file's name.
pub const FILE_NAME: &str = "records.toml";

/// Games of a kind that are kept.
pub const KEPT: usize = 10;

/// Everything that was ever best.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Records {
    /// Games for one.
    pub marathon: Best,
    /// Games against a computer player.
    pub versus: Best,
    /// The hardest generation beaten.
    pub hardest: Option<Beaten>,
    /// The best games of each kind, by the course's id: `sprint-40`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<String, Table>,
}

/// The best games of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Table {
    /// Games played to their end.
    pub games: u32,
    /// The best, first the very best.
    pub best: Vec<Record>,
}

/// One of the best games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Points.
    pub score: u64,
    /// Lines.
    pub lines: u32,
    /// Pieces.
    pub pieces: u32,
    /// Milliseconds.
    pub time: u64,
    /// Whether the goal was reached.
    pub reached: bool,
    /// When it ended, in seconds since 1970.
    pub date: u64,
    /// The replay's file, by its name in the folder of replays, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// Its trail, of the very best alone: what a later game is compared with as it is played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trail: Vec<u32>,
}

/// A game that may be among the best of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The kind, by the course's id.
    pub id: String,
    /// What makes one better.
    pub better: Better,
    /// The game.
    pub record: Record,
}

/// The best of one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Best {
    /// The best score.
    pub score: u64,
    /// The most lines.
    pub lines: u32,
    /// The quickest success in milliseconds: the usual goal reached, or a match won; 0 for none yet.
    pub time: u64,
    /// Games played to their end.
    pub games: u32,
    /// Games won: the goal reached, or the opponent beaten.
    pub wins: u32,
}

/// A computer player that was beaten.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beaten {
    /// As on the command line: `iwumbwe:7`.
    pub spec: String,
    /// Its generation.
    pub generation: u32,
    /// Its speed.
    pub pace: Pace,
    /// Its slips.
    #[serde(default)]
    pub slips: u8,
    /// Its mean score on the held-out games: what "hard" means.
    pub held_out: f64,
    /// How long the match took, in milliseconds.
    pub time: u64,
}

/// The end of a person's game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// What was played.
    pub mode: Mode,
    /// Points.
    pub score: u64,
    /// Lines.
    pub lines: u32,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// Whether it was won.
    pub won: bool,
    /// Whether its time may be compared: for a game for one, the usual goal from the first level.
    pub timed: bool,
    /// Whom it was won against; its time is the match's.
    pub opponent: Option<Beaten>,
    /// The game as one of its kind, if the kind keeps its best.
    pub candidate: Option<Candidate>,
}

/// Which records a game has set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Broken {
    /// The best score.
    pub score: bool,
    /// The most lines.
    pub lines: bool,
    /// The best time.
    pub time: bool,
    /// The hardest generation, or the same one sooner.
    pub hardest: bool,
    /// Its place among the best ten of its kind, 1 is the best of all.
    pub place: Option<u8>,
}

impl Candidate {
    /// Whether the game counts at all, and whether it is better than another.
    fn counts(&self) -> bool {
        match self.better {
            Better::Sooner => self.record.reached,
            Better::Score => self.record.score > 0,
            Better::Longer => self.record.time > 0,
        }
    }

    fn beats(&self, other: &Record) -> bool {
        let own = &self.record;
        match self.better {
            Better::Sooner => own.time < other.time,
            Better::Score => own.score > other.score,
            Better::Longer => own.time > other.time,
        }
    }
}

impl Table {
    /// Counts a game; gives its place among the best, 1 is the best of all.
    fn count(&mut self, candidate: &Candidate) -> Option<u8> {
        self.games = self.games.saturating_add(1);
        if !candidate.counts() {
            return None;
        }
        let at = self.best.iter().position(|other| candidate.beats(other)).unwrap_or(self.best.len());
        if at >= KEPT {
            return None;
        }
        self.best.insert(at, candidate.record.clone());
        self.best.truncate(KEPT);
        for other in self.best.iter_mut().skip(1) {
            other.trail = Vec::new();
        }
        Some(at as u8 + 1)
    }
}

impl Beaten {
    /// Harder comes first: a better generation, fewer slips, a quicker hand. Equals are told apart by time.
    fn rank(&self) -> (f64, u8, u32) {
        let speed = if self.pace == Pace::FASTEST { u32::MAX } else { self.pace.milli_pps };
        (self.held_out, u8::MAX - self.slips, speed)
    }

    /// Whether beating this is the greater feat.
    pub fn beats(&self, other: &Self) -> bool {
        let ((held_out, care, speed), (other_held_out, other_care, other_speed)) = (self.rank(), other.rank());
        held_out
            .total_cmp(&other_held_out)
            .then(care.cmp(&other_care))
            .then(speed.cmp(&other_speed))
            .then(other.time.cmp(&self.time))
            .is_gt()
    }
}

impl Records {
    /// The best of a mode; nothing is kept of games that computer players played.
    pub const fn of(&self, mode: Mode) -> Option<&Best> {
        match mode {
            Mode::Marathon => Some(&self.marathon),
            Mode::Versus => Some(&self.versus),
            _ => None,
        }
    }

    /// The best games of a kind, by the course's id.
    pub fn table(&self, id: &str) -> Option<&Table> {
        self.tables.get(id)
    }

    /// The best game of a kind.
    pub fn best(&self, id: &str) -> Option<&Record> {
        self.table(id)?.best.first()
    }

    /// Names the replay of a game that was counted about this time, give or take some seconds; false if there is none such.
    pub fn attach(&mut self, id: &str, date: u64, give: u64, replay: &str) -> bool {
        let games = self.tables.get_mut(id).into_iter().flat_map(|table| &mut table.best);
        let nearest = games
            .filter(|game| game.replay.is_none() && game.date.abs_diff(date) <= give)
            .min_by_key(|game| game.date.abs_diff(date));
        nearest.is_some_and(|game| game.replay.replace(replay.to_owned()).is_none())
    }

    /// Counts a finished game; gives the records it has set.
    pub fn count(&mut self, finish: &Finish) -> Broken {
        let kind = finish.candidate.as_ref().filter(|candidate| !candidate.id.is_empty());
        let place = kind.and_then(|kind| self.tables.entry(kind.id.clone()).or_default().count(kind));
        let best = match finish.mode {
            Mode::Marathon => &mut self.marathon,
            Mode::Versus => &mut self.versus,
            _ => return Broken { place, ..Broken::default() },
        };
        let mut broken = Broken {
            place,
            score: finish.score > best.score,
            lines: finish.lines > best.lines,
            time: finish.won && finish.timed && (best.time == 0 || finish.time < best.time),
            hardest: false,
        };
        best.score = best.score.max(finish.score);
        best.lines = best.lines.max(finish.lines);
        best.games += 1;
        best.wins += u32::from(finish.won);
        if broken.time {
            best.time = finish.time;
        }
        if let Some(opponent) = finish.opponent.as_ref().filter(|_| finish.won)
            && self.hardest.as_ref().is_none_or(|hardest| opponent.beats(hardest))
        {
            self.hardest = Some(opponent.clone());
            broken.hardest = true;
        }
        broken
    }
}

/// Where the records lie; `None` on a machine without a home.
pub fn path() -> Option<PathBuf> {
    paths::data_folder().map(|folder| folder.join(FILE_NAME))
}

/// Reads the records of a folder.
pub fn load(folder: &Path) -> Kept<Records> {
    kept::read(files(), &folder.join(FILE_NAME))
}

/// Writes the records into a folder.
pub fn save(folder: &Path, records: &Records) -> io::Result<()> {
    kept::write(files(), &folder.join(FILE_NAME), records)
}
