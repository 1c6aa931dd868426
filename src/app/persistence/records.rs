//! The records: best scores, most lines, best times, the ten best games of every kind, and the hardest generation
//! beaten. They are kept in `records.toml` in the data folder.
//!
//! This file decides what counts as better; it shows nothing.

use super::PlayerFile;
use crate::game::modes::GameComparison;
use crate::game::{Mode, Pace};
use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many of the best games of each kind are kept.
pub const BEST_GAMES_KEPT: usize = 10;

/// All records of the player.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Records {
    /// The records of marathons by the usual rules, to any goal.
    pub marathon: ModeRecords,
    /// The records of games against a computer player.
    pub versus: ModeRecords,
    /// The hardest generation beaten; `None` before any was.
    pub hardest: Option<BeatenPlayer>,
    /// The best games of each kind, by the id of their course, such as `sprint-40`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<String, BestGames>,
}

/// The best games of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BestGames {
    /// How many games were played to their end.
    pub games: u32,
    /// The best games, the very best first; at most ten.
    pub best: Vec<Record>,
}

/// One of the best games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The points of the game.
    pub score: u64,
    /// How many lines were cleared.
    pub lines: u32,
    /// How many pieces were placed.
    pub pieces: u32,
    /// How long the game took, in milliseconds.
    pub time: u64,
    /// Whether the goal was reached.
    pub reached: bool,
    /// When the game ended, in seconds since 1970.
    pub date: u64,
    /// The name of the replay's file in the folder of replays; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// The trail of the game: marks that later games are compared with as they are played. Only the very best game of
    /// a kind has one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trail: Vec<u32>,
}

/// The records of one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModeRecords {
    /// The best score of a game.
    pub score: u64,
    /// The most lines of a game.
    pub lines: u32,
    /// The shortest time of a success, in milliseconds: the usual goal reached, or a match won. 0 if there is none yet.
    pub time: u64,
    /// How many games were played to their end.
    pub games: u32,
    /// How many games were won: the goal reached, or the opponent beaten.
    pub wins: u32,
}

/// A computer player that was beaten.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeatenPlayer {
    /// The SPEC of the player, as on the command line: `iwumbwe:7`.
    pub spec: String,
    /// The number of the player's generation.
    pub generation: u32,
    /// The speed of the computer player.
    pub pace: Pace,
    /// How often the computer player's hand slips, 0-5.
    #[serde(default)]
    pub slips: u8,
    /// The player's mean score on the held-out games: the higher, the harder the player counts to beat.
    pub held_out: f64,
    /// How long the match took, in milliseconds.
    pub time: u64,
}

/// The end of a person's game, as the records need it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFinish {
    /// The mode of the game.
    pub mode: Mode,
    /// The kind of the game, by the id of its course; empty if no best games are kept for it.
    pub id: String,
    /// Which of two games of this kind is the better one.
    pub better: GameComparison,
    /// The figures of the game. The goal is reached where the person won.
    pub record: Record,
    /// Whether the time may be compared with other games': a match has the usual rules and number of rounds, and a game
    /// for one has the usual goal and begins at the first level.
    pub timed: bool,
    /// The computer player of the match; `None` if there was none, it was not measured on held-out games, or the match
    /// had other rules than the usual ones.
    pub opponent: Option<BeatenPlayer>,
}

/// Which records a game has broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrokenRecords {
    /// Whether the game has the best score.
    pub score: bool,
    /// Whether the game has the most lines.
    pub lines: bool,
    /// Whether the game has the best time.
    pub time: bool,
    /// Whether the hardest generation was beaten, or the same one in less time.
    pub hardest: bool,
    /// The place of the game among the best ten of its kind, from 1; `None` if it is not among them.
    pub place: Option<u8>,
}

impl Record {
    /// Whether the game has no replay yet, and ended at most `tolerance` seconds from `date`.
    fn lacks_replay(&self, date: u64, tolerance: u64) -> bool {
        self.replay.is_none() && self.date.abs_diff(date) <= tolerance
    }
}

impl GameFinish {
    /// Whether the game can be among the best: by what decides in its kind, it reached its goal, has points, or
    /// lasted for a time.
    fn counts(&self) -> bool {
        match self.better {
            GameComparison::Sooner => self.record.reached,
            GameComparison::Score => self.record.score > 0,
            GameComparison::Longer => self.record.time > 0,
        }
    }

    fn beats(&self, other: &Record) -> bool {
        let own = &self.record;
        match self.better {
            GameComparison::Sooner => own.time < other.time,
            GameComparison::Score => own.score > other.score,
            GameComparison::Longer => own.time > other.time,
        }
    }
}

impl BestGames {
    /// Counts a game, and adds it to the best of its kind if it is one. Returns its place among them, from 1; `None` if
    /// it is not among them.
    pub(crate) fn count_game(&mut self, game: &GameFinish) -> Option<u8> {
        self.games = self.games.saturating_add(1);
        if !game.counts() {
            return None;
        }
        let at = self.best.iter().position(|other| game.beats(other)).unwrap_or(self.best.len());
        if at >= BEST_GAMES_KEPT {
            return None;
        }
        self.best.insert(at, game.record.clone());
        self.best.truncate(BEST_GAMES_KEPT);
        for other in self.best.iter_mut().skip(1) {
            other.trail = Vec::new();
        }
        Some(at as u8 + 1)
    }
}

impl BeatenPlayer {
    /// The measures by which the harder of two players is found, the most important first: the held-out score,
    /// few slips, and speed.
    fn rank(&self) -> (f64, u8, u32) {
        let speed = if self.pace == Pace::FASTEST { u32::MAX } else { self.pace.milli_pps };
        (self.held_out, u8::MAX - self.slips, speed)
    }

    /// Whether beating this player is the greater feat. Of two that are equally hard, the quicker match is.
    fn is_greater_feat_than(&self, other: &Self) -> bool {
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
    /// The best games of a kind, by the id of its course; `None` if none has been played.
    pub fn best_games(&self, id: &str) -> Option<&BestGames> {
        self.tables.get(id)
    }

    /// The best game of a kind, by the id of its course; `None` if there is none.
    pub fn best(&self, id: &str) -> Option<&Record> {
        self.best_games(id)?.best.first()
    }

    /// The names of the replays' files of all best games.
    pub fn replay_names(&self) -> impl Iterator<Item = &str> {
        self.tables.values().flat_map(|table| &table.best).filter_map(|game| game.replay.as_deref())
    }

    /// Whether a game without a replay was counted at most `tolerance` seconds from `date`.
    pub fn has_game_without_replay(&self, id: &str, date: u64, tolerance: u64) -> bool {
        self.best_games(id).is_some_and(|table| table.best.iter().any(|game| game.lacks_replay(date, tolerance)))
    }

    /// Notes the name of a replay's file for the best game of a kind that has no replay and was counted nearest to
    /// `date`; false if there is no such game.
    pub fn attach_replay(&mut self, id: &str, date: u64, tolerance: u64, replay: &str) -> bool {
        let games = self.tables.get_mut(id).into_iter().flat_map(|table| &mut table.best);
        let nearest =
            games.filter(|game| game.lacks_replay(date, tolerance)).min_by_key(|game| game.date.abs_diff(date));
        nearest.is_some_and(|game| game.replay.replace(replay.to_owned()).is_none())
    }

    /// Counts a finished game. Returns the records that it has broken.
    pub fn count_game(&mut self, finish: &GameFinish) -> BrokenRecords {
        let GameFinish { id, record, .. } = finish;
        let place = match id.as_str() {
            "" => None,
            id => self.tables.entry(id.to_owned()).or_default().count_game(finish),
        };
        // A marathon by other rules is another contest, as its table's name says.
        let by_own_rules = id.contains("-own");
        let best = match finish.mode {
            Mode::Marathon if !by_own_rules => &mut self.marathon,
            Mode::Versus => &mut self.versus,
            _ => return BrokenRecords { place, ..BrokenRecords::default() },
        };
        let mut broken = BrokenRecords {
            place,
            score: record.score > best.score,
            lines: record.lines > best.lines,
            time: record.reached && finish.timed && (best.time == 0 || record.time < best.time),
            hardest: false,
        };
        best.score = best.score.max(record.score);
        best.lines = best.lines.max(record.lines);
        best.games = best.games.saturating_add(1);
        best.wins = best.wins.saturating_add(record.reached.into());
        if broken.time {
            best.time = record.time;
        }
        if let Some(opponent) = finish.opponent.as_ref().filter(|_| record.reached)
            && self.hardest.as_ref().is_none_or(|hardest| opponent.is_greater_feat_than(hardest))
        {
            self.hardest = Some(opponent.clone());
            broken.hardest = true;
        }
        broken
    }
}

impl PlayerFile for Records {
    const FILE_NAME: &'static str = "records.toml";
}
