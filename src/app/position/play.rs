//! What is made of an edited position: a game alone that begins there, and a puzzle.

use super::super::opponents::OpponentList;
use super::super::persistence::Settings;
use super::super::persistence::puzzles::PuzzleBook;
use super::super::setup;
use super::super::written_board::{rows_as_text, solo_setup};
use super::edited::EditedPosition;
use crate::game::modes::puzzle::usual_rules;
use crate::game::modes::{Course, Plan, Puzzle, StartPosition, line};
use crate::game::{MatchSetup, Mode, SeatSetup};
use crate::rules::random::Purpose;
use crate::rules::{PieceKind, Random, Rules};
use crate::solver::SolverGoal;
use crate::tbp::message::shortened;

/// A goal in the words of a puzzle's file, such as `lines 4`.
pub(in crate::app) fn goal_in_file(goal: SolverGoal) -> String {
    match goal {
        SolverGoal::PerfectClear => "perfect".to_owned(),
        SolverGoal::Lines { lines } => format!("lines {lines}"),
        SolverGoal::SpinClear { lines } => format!("spin-clear {lines}"),
    }
}

impl EditedPosition {
    /// The setup of a game without hurry and without an end that begins here. After the pieces come those that the
    /// rules of games alone would bring.
    ///
    /// # Errors
    /// A line for the player that says why nobody can play on from here.
    pub fn setup_alone(&self, settings: &Settings, seed: u64) -> Result<MatchSetup, String> {
        self.check_for_play()?;
        let Plan { rules, mut course } = Plan::of(Mode::Zen, &settings.modes.options, &settings.single.rules);
        course.start = self.start_position(seed);
        solo_setup(self.on_own_board(rules), course, settings, seed)
    }

    /// The setup of a match of versus in which both players begin here, with the opponent and the other rules of the
    /// settings. Streaks and waiting garbage are left out.
    ///
    /// # Errors
    /// A line for the player that says why nobody can play on from here, or not this opponent.
    pub fn setup_against(
        &self,
        settings: &Settings,
        opponents: &mut OpponentList,
        book: &PuzzleBook,
        seed: u64,
    ) -> Result<MatchSetup, String> {
        self.check_for_play()?;
        // The match begins with this board, whatever board versus begins with.
        let mut settings = settings.clone();
        settings.seating.board.clear();
        let usual =
            setup::match_setup(Mode::Versus, &settings, opponents, book, seed).map_err(|error| error.to_string())?;
        let rules = self.on_own_board(usual.rules).checked().map_err(|error| error.to_string())?;
        let course = Course { start: self.start_position(seed), name: "From a board".to_owned(), ..Course::default() };
        // A dealer would deal other pieces than these. As a custom game it counts in no ladder and in no records.
        let seats = usual.seats.into_iter().map(|seat| SeatSetup { dealer: None, ..seat }).collect();
        let setup = MatchSetup { mode: Mode::Custom, rules, course, seed, seats };
        setup::playable(setup).map_err(|error| error.to_string())
    }

    /// The start of a game from this position. What is left in the bag follows the pieces in an order
    /// drawn by the seed.
    pub(super) fn start_position(&self, seed: u64) -> StartPosition {
        let mut bag = self.bag.clone();
        Random::new(seed, Purpose::Pieces).shuffle(&mut bag);
        StartPosition {
            board: rows_as_text(&self.matrix),
            strewn: 0,
            queue: self.queue.iter().chain(&bag).map(|kind| kind.letter()).collect(),
            hold: self.hold.map(PieceKind::letter),
        }
    }

    /// A puzzle with this name that begins here, with the pieces of the position alone.
    ///
    /// # Errors
    /// A line for the player that says why this is no puzzle.
    pub fn puzzle(&self, name: &str, goal: SolverGoal) -> Result<Puzzle, String> {
        self.check_for_play()?;
        let board = rows_as_text(&self.matrix);
        if goal == SolverGoal::PerfectClear && board.is_empty() {
            return Err("The board is empty already: paint what is to be cleared".to_owned());
        }
        let usual = usual_rules(&Rules::marathon());
        let own = Plan::from_rules(self.on_own_board(usual));
        Ok(Puzzle {
            name: shortened(name.trim()),
            about: "A board of your own".to_owned(),
            goal: goal_in_file(goal),
            queue: self.piece_letters(),
            hold: self.hold.map(PieceKind::letter),
            endless: false,
            board: board.iter().map(|row| format!("{row}\n")).collect(),
            rules: line::differences(&own, &Plan::from_rules(usual)).join(" "),
        })
    }

    /// The given rules, but with the board, the pieces, the attacks and the kicks of the position's own rules. There is
    /// no hold where those have none, but there is one for a held piece, which nobody could take otherwise.
    const fn on_own_board(&self, rules: Rules) -> Rules {
        let Rules { board, pieces, attack, all_spin, kicks, hold, .. } = self.rules;
        let hold = hold && (rules.hold || self.hold.is_some());
        Rules { board, pieces, attack, all_spin, kicks, hold, ..rules }
    }

    fn check_for_play(&self) -> Result<(), String> {
        let solid = self.matrix.board().solid_row_count() > 0;
        let solid = solid.then(|| "There is solid garbage on the board, which no game begins with".to_owned());
        self.problem().or(solid).map_or(Ok(()), Err)
    }
}
