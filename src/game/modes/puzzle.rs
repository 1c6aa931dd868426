//! Puzzles: a board, a queue and one thing to do. Made from what a file says, once it has been read; knows no file.

use super::course::{Course, GameComparison, Goal, StartPosition};
use super::line;
use super::plan::{self, Plan};
use super::start;
use crate::rules::{GeneratorKind, GravityRule, LockDownRule, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A puzzle as a person writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Puzzle {
    /// The name that a player reads.
    pub name: String,
    /// A line that tells the player about the puzzle.
    pub about: String,
    /// The thing to do: `clear` all garbage, a `perfect` clear, `lines N`, `spins N`,
    /// `spin-clear N`: N lines at once by a full spin.
    pub goal: String,
    /// The letters of the pieces, in order.
    pub queue: String,
    /// The letter of the piece on hold at the start; `None` for an empty slot.
    pub hold: Option<char>,
    /// Whether pieces go on by the bag after the queue.
    pub endless: bool,
    /// The board, a line a row from the top; rows above are empty.
    pub board: String,
    /// Rules that differ from the usual, as a custom game's line has them; the goal and the pieces are said above.
    pub rules: String,
}

/// The options of a custom game's line that mean nothing in a puzzle: its goal and its board have lines of their own,
/// and where a top-out empties the board, it would clear what is to be cleared.
const NOT_OF_PUZZLES: [&str; 7] = ["goal", "goal-lines", "goal-time", "goal-rows", "rows-shown", "strewn", "immortal"];

/// Why a puzzle cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// The goal is not one of those that are known.
    #[error("goal '{0}' is not known: write clear, perfect, lines N, spins N or spin-clear N")]
    Goal(String),
    /// A row of the board is not as wide as the board.
    #[error("board row {row} from the top is {is} wide, the board is {should}")]
    Width {
        /// The number of the row; 1 is the top of the drawing.
        row: usize,
        /// How many cells are drawn in it.
        is: usize,
        /// Columns of the board.
        should: u8,
    },
    /// The drawing has more rows than are visible.
    #[error("the board is drawn with {is} rows, {most} are visible")]
    Rows {
        /// How many rows are drawn.
        is: usize,
        /// How many rows are visible.
        most: u8,
    },
    /// A cell of the board is none of the known signs.
    #[error("board row {row} has a '{cell}': write . for empty, # for garbage, or a piece's letter")]
    Cell {
        /// The number of the row; 1 is the top of the drawing.
        row: usize,
        /// The sign that is drawn there.
        cell: char,
    },
    /// The row of this number is full already; 1 is the top of the drawing.
    #[error("board row {0} is full already: it would have cleared")]
    Full(usize),
    /// The piece set has no piece of this letter.
    #[error("there is no piece '{0}' in this set")]
    Piece(char),
    /// The queue is empty and does not go on by the bag.
    #[error("the queue is empty: write the letters of its pieces, or set endless = true")]
    NoPieces,
    /// The goal is to clear garbage, and the board has none.
    #[error("there is nothing to clear: the board has no cell")]
    Nothing,
    /// The line of rules has an option that a puzzle says elsewhere, or that would solve it.
    #[error("'{0}' is not a rule of a puzzle: goal, queue and board have lines of their own, and a top-out loses")]
    NotOfPuzzles(&'static str),
    /// The line of rules is wrong.
    #[error(transparent)]
    Rules(#[from] line::GameLineError),
}

impl Puzzle {
    /// The rows of the board, from the top.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.board.lines().map(str::trim).filter(|row| !row.is_empty())
    }

    /// Makes the plan of the puzzle. Its records are kept under `puzzle-` and `id`. `single` are the player's rules for
    /// games alone, of which the countdown is taken.
    ///
    /// # Errors
    /// The first thing that is wrong with the puzzle.
    pub fn make_plan(&self, id: &str, single: &Rules) -> Result<Plan, PuzzleError> {
        self.check_rule_names()?;
        let course = Course { undo: true, full_undo: true, ..Course::default() };
        let usual = Plan { rules: usual_rules(single), course };
        let Plan { mut rules, course } = line::parse_onto(usual, &self.rules)?;
        if !self.endless {
            rules.generator = GeneratorKind::Given;
        }
        let goal = self.goal(&mut rules)?;
        let board = self.checked_board(&rules)?;
        let queue: String = self.queue.chars().filter(|letter| !letter.is_whitespace() && *letter != ',').collect();
        for letter in queue.chars().chain(self.hold) {
            start::piece_of_letter(rules.pieces, letter).ok_or(PuzzleError::Piece(letter))?;
        }
        if queue.is_empty() && !self.endless {
            return Err(PuzzleError::NoPieces);
        }
        if matches!(goal, Goal::Garbage) && !board.iter().any(|row| row.contains('#')) {
            return Err(PuzzleError::Nothing);
        }
        let start = StartPosition { board, strewn: 0, queue, hold: self.hold };
        let course = Course {
            id: format!("puzzle-{id}"),
            name: self.name.clone(),
            goal,
            better: GameComparison::Sooner,
            start,
            ..course
        };
        Ok(Plan { rules, course })
    }

    /// Refuses a line of rules that has an option which the puzzle would pass over.
    fn check_rule_names(&self) -> Result<(), PuzzleError> {
        let given = |key: &str| self.rules.split_whitespace().any(|word| word.split('=').next() == Some(key));
        // The pieces of a queue that ends are given, not drawn.
        let drawn = (!self.endless).then_some("bag");
        match NOT_OF_PUZZLES.into_iter().chain(drawn).find(|key| given(key)) {
            Some(key) => Err(PuzzleError::NotOfPuzzles(key)),
            None => Ok(()),
        }
    }

    fn goal(&self, rules: &mut Rules) -> Result<Goal, PuzzleError> {
        let mut words = self.goal.split_whitespace();
        let (what, count) = (words.next().unwrap_or("clear"), words.next().map(str::parse::<u32>));
        match (what, count, words.next()) {
            ("clear", None, None) => Ok(Goal::Garbage),
            ("perfect", None, None) => Ok(Goal::Perfect),
            ("lines", Some(Ok(lines @ 1..=1000)), None) => {
                rules.goal_lines = lines;
                Ok(Goal::Lines)
            }
            ("spins", Some(Ok(count @ 1..=100)), None) => Ok(Goal::Spins { count }),
            ("spin-clear", Some(Ok(lines @ 1..=3)), None) => Ok(Goal::SpinClear { lines: lines as u8 }),
            _ => Err(PuzzleError::Goal(self.goal.clone())),
        }
    }

    fn checked_board(&self, rules: &Rules) -> Result<Vec<String>, PuzzleError> {
        let width = rules.board.width;
        let mut board = Vec::new();
        for (row, number) in self.rows().zip(1..) {
            let is = row.chars().count();
            if is != usize::from(width) {
                return Err(PuzzleError::Width { row: number, is, should: width });
            }
            let known =
                |cell: char| matches!(cell, '.' | '_' | '#') || crate::rules::PieceKind::from_letter(cell).is_some();
            if let Some(cell) = row.chars().find(|&cell| !known(cell)) {
                return Err(PuzzleError::Cell { row: number, cell });
            }
            if !row.contains(['.', '_']) {
                return Err(PuzzleError::Full(number));
            }
            board.push(row.to_owned());
        }
        if board.len() > usize::from(rules.board.visible) {
            return Err(PuzzleError::Rows { is: board.len(), most: rules.board.visible });
        }
        Ok(board)
    }
}

/// The rules of a puzzle whose file changes none. `single` are the player's rules for games alone, of which the
/// countdown is taken.
pub fn usual_rules(single: &Rules) -> Rules {
    Rules {
        countdown: single.countdown,
        gravity: GravityRule::Off,
        lock_down: LockDownRule::UNHURRIED,
        half_turns: true,
        goal_lines: 0,
        ..Rules::marathon()
    }
}

/// How many of the lowest rows random boards fill, easiest first. Source: the program of the fifth learner's author,
/// from row 11, 9, 8 and 7 of 20 down.
pub const RANDOM_BOARD_ROW_COUNTS: [u8; 4] = [9, 11, 12, 13];

/// The plan of a random board: twenty cells strewn over its lowest rows, all to be cleared.
pub fn random_board_plan(rows: u8, single: &Rules) -> Plan {
    let rules =
        Rules { gravity: plan::SLOW_GRAVITY, lock_down: LockDownRule::UNHURRIED, ..plan::rules_of_taste(single) };
    let course = Course {
        id: format!("puzzle-random-{rows}"),
        name: format!("Random board, {rows} rows"),
        goal: Goal::Garbage,
        better: GameComparison::Sooner,
        start: StartPosition { strewn: rows, ..StartPosition::default() },
        undo: true,
        full_undo: true,
        ..Course::default()
    };
    Plan { rules, course }
}
