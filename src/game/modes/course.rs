//! A course: what a game is about, as data. Replays keep it beside the rules.

use crate::rules::Rules;
use serde::{Deserialize, Serialize};

/// What a game is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// Under which name its records are kept: `sprint-40`. Empty: none are kept.
    pub id: String,
    /// What a player calls it: `Sprint 40`.
    pub name: String,
    /// What ends it well.
    pub goal: Goal,
    /// Which of two games is the better one.
    pub better: Better,
    /// Where garbage comes from besides an opponent.
    pub feed: Feed,
    /// What it begins with.
    pub start: Start,
    /// Whether pieces can be taken back and set again.
    pub undo: bool,
    /// Whether a top-out empties the matrix instead of ending the game.
    pub endless: bool,
}

/// What ends a game well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// As many lines as the rules say, none if they say 0.
    #[default]
    Lines,
    /// To last so long: most points count.
    Time {
        /// Ticks.
        ticks: u32,
    },
    /// To clear so many garbage rows.
    Rows {
        /// Rows.
        rows: u32,
    },
    /// To clear all garbage from the matrix.
    Garbage,
    /// To empty the matrix.
    Perfect,
    /// To clear lines with so many spins.
    Spins {
        /// Spins.
        count: u32,
    },
}

/// Which of two games is the better one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// More points.
    #[default]
    Score,
    /// The goal in less time; games that did not reach it do not count.
    Sooner,
    /// A longer life.
    Longer,
}

/// Where garbage comes from besides an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feed {
    /// From nowhere.
    #[default]
    None,
    /// From below: rows with a hole each, no hole under the last one's.
    Cheese {
        /// Rows in all.
        rows: u32,
        /// Rows on the board at a time, at most.
        shown: u32,
    },
    /// By the clock: attacks that wait as an opponent's do, and that own clears cancel.
    Clock {
        /// Ticks between two attacks at first.
        every: u32,
        /// Rows of an attack.
        rows: u32,
        /// Ticks by which each attack comes sooner than the one before.
        quicken: u32,
        /// The least number of ticks between two attacks.
        least: u32,
    },
}

/// What a game begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Start {
    /// The matrix, rows from the top: `.` is empty, a letter a piece's mino, `#` garbage.
    pub board: Vec<String>,
    /// The lowest rows over which twenty random cells are strewn; 0: none.
    pub strewn: u8,
    /// The letters of the pieces that come first.
    pub queue: String,
    /// The letter of the piece on hold.
    pub hold: Option<char>,
}

impl Course {
    /// Whether the game has a goal at all.
    pub fn has_goal(&self, rules: &Rules) -> bool {
        self.goal != Goal::Lines || rules.goal_lines > 0
    }
}

/// Whether anything of a course is other than in a match of the plain kind: only then it is in the state hash.
pub(in crate::game) trait Standard {
    /// Whether nothing is.
    fn is_standard(&self) -> bool;
}

impl Standard for Course {
    fn is_standard(&self) -> bool {
        self.feed == Feed::None && !self.undo
    }
}
