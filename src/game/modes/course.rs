//! A course: what a game is about, as data. Replays keep it beside the rules.

use crate::rules::Rules;
use serde::{Deserialize, Serialize};

/// What a game is about: its goal, its garbage without an opponent, its start and how its records are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// The name under which records of the game are kept, as `sprint-40`; empty if none are kept.
    pub id: String,
    /// The name of the game that a player reads, as `Sprint 40`.
    pub name: String,
    /// The goal that the player has to reach.
    pub goal: Goal,
    /// Which of two games is the better one.
    pub better: GameComparison,
    /// Where garbage comes from besides an opponent.
    pub feed: GarbageFeed,
    /// The board, the next pieces and the held piece at the start.
    pub start: StartPosition,
    /// Whether pieces can be taken back and set again.
    pub undo: bool,
    /// Whether a hold is taken back by itself, before the piece that was set down last, and, where the goal decides, a
    /// top-out or the last of given pieces before the game is lost with it. Recordings from before this was there go
    /// on as they were recorded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full_undo: bool,
    /// Whether a top-out empties the matrix instead of ending the game.
    pub endless: bool,
}

/// What a player has to reach in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The goal to clear as many lines as `goal_lines` of the rules; there is no goal if that is 0.
    #[default]
    Lines,
    /// The goal to last for a given time; the points decide which game is better.
    Time {
        /// The time, in ticks of a millisecond.
        ticks: u32,
    },
    /// The goal to clear a number of garbage rows.
    Rows {
        /// How many garbage rows have to be cleared.
        rows: u32,
    },
    /// The goal to clear all garbage from the matrix.
    Garbage,
    /// The goal to empty the matrix.
    Perfect,
    /// The goal to clear lines with a number of spins.
    Spins {
        /// How many such spins there have to be.
        count: u32,
    },
    /// The goal to clear lines at once with a full spin.
    SpinClear {
        /// How many lines there have to be at least, 1 to 3.
        lines: u8,
    },
}

/// Which of two games is the better one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameComparison {
    /// The game with more points is better.
    #[default]
    Score,
    /// The game that reached its goal in less time is better; games that did not reach it do not count.
    Sooner,
    /// The game that lasted longer is better.
    Longer,
}

/// Where garbage comes from besides an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GarbageFeed {
    /// No garbage but an opponent's.
    #[default]
    None,
    /// Garbage from below: rows with one hole each, never under the hole of the row before.
    Cheese {
        /// Rows that rise over the whole game.
        rows: u32,
        /// Rows on the board at a time, at most; a low board has fewer, so that there is room for pieces.
        shown: u32,
    },
    /// Garbage by the clock: attacks that wait as an opponent's do, and that own clears cancel.
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

/// The board, the first pieces and the held piece with which a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct StartPosition {
    /// The matrix, rows from the top: `.` is empty, a letter a piece's mino, `#` garbage.
    pub board: Vec<String>,
    /// Over how many of the lowest rows twenty random cells are strewn; 0 strews none.
    pub strewn: u8,
    /// The letters of the pieces that come first.
    pub queue: String,
    /// The letter of the piece on hold; `None` for an empty slot.
    pub hold: Option<char>,
}

/// The most rows of an attack by the clock.
const MOST_ATTACK: u32 = 1000;
/// The most rows of cheese.
const MOST_CHEESE: u32 = 1_000_000;

impl GarbageFeed {
    /// Whether no more garbage comes than a game can hold.
    pub const fn is_within_limits(self) -> bool {
        match self {
            Self::None => true,
            Self::Cheese { rows, .. } => rows <= MOST_CHEESE,
            Self::Clock { rows, .. } => rows <= MOST_ATTACK,
        }
    }
}

impl Course {
    /// Whether the game has a goal at all.
    pub fn has_goal(&self, rules: &Rules) -> bool {
        self.goal != Goal::Lines || rules.goal_lines > 0
    }
}
