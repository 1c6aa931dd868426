//! The setup of a match from the settings: its rules, its course and who plays.

use super::opponents::OpponentList;
use super::results::{comparison_against_computer, record_table_id};
use crate::app::persistence::Settings;
use crate::app::persistence::puzzles::{PuzzleBook, PuzzlePlanError};
use crate::app::persistence::rivals::{self, LadderRival};
use crate::game::handling::Handling;
use crate::game::modes::line::{self, GameLineError};
use crate::game::modes::{GameComparison, Plan, StartPosition};
use crate::game::{MatchSetup, Mode, Pace, SeatSetup};
use crate::movegen::PlacementChoice;
use crate::rules::{RuleError, Rules};
use crate::storage::{OpponentError, Spec, cast};
use thiserror::Error;

/// Why a match cannot be started.
#[derive(Debug, Error)]
pub enum SetupError {
    /// There is no such opponent, or it cannot be read.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// A computer player cannot play on the board or with the pieces of the match.
    #[error(
        "{0} plays on boards ten wide and twenty high with twenty rows above, with the seven usual pieces and no solid garbage: pick another opponent or other rules"
    )]
    Misplaced(String),
    /// The rules are impossible.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// There is no such puzzle, or it is impossible.
    #[error(transparent)]
    Puzzle(#[from] PuzzlePlanError),
    /// The text of the board to begin at cannot be read.
    #[error("{0}")]
    Board(String),
    /// The line of the custom game cannot be read.
    #[error("the custom game: {0}")]
    Custom(#[from] GameLineError),
}

/// The setup of a match of a mode, as the settings have it.
///
/// # Errors
/// An error if a player, the puzzle or the custom game is missing or impossible, or a player cannot play by the rules.
pub fn match_setup(
    mode: Mode,
    settings: &Settings,
    opponents: &mut OpponentList,
    book: &PuzzleBook,
    seed: u64,
) -> Result<MatchSetup, SetupError> {
    let you = || SeatSetup::person("You", settings.handling);
    let placements = settings.placements;
    let mut plan = plan(mode, settings, book)?;
    let mut seats = match mode {
        Mode::Watch => {
            let watch = &settings.watch;
            let left = ChosenPlayer { spec: &watch.left, pace: watch.left_pace, slips: watch.left_slips };
            let right = ChosenPlayer { spec: &watch.right, pace: watch.right_pace, slips: watch.right_slips };
            let mut seats = vec![left.seat_setup(opponents, placements.left)?];
            if !watch.alone {
                seats.push(right.seat_setup(opponents, placements.right)?);
            }
            seats
        }
        Mode::Versus if settings.seats.has_two_persons() => {
            let [left, right] = handlings(settings);
            vec![SeatSetup::person("Player 1", left), SeatSetup::person("Player 2", right)]
        }
        Mode::Versus | Mode::Custom if mode == Mode::Versus || settings.modes.against => {
            vec![you(), ChosenPlayer::of_versus(settings).seat_setup(opponents, placements.opponent)?]
        }
        _ => vec![you()],
    };
    if mode == Mode::Versus {
        let seating = &settings.seating;
        (seats[0].handicap, seats[1].handicap) = (seating.yours, seating.theirs);
        seats[1].dealer = seating.dealer;
        if settings.seats.which_are_persons() == [false, true] {
            seats.reverse();
        }
        if !seating.board.is_empty() {
            let puzzle = book.puzzle_plan(&seating.board, &settings.single.rules)?;
            let (its, ours) = (puzzle.rules.board.width, plan.rules.board.width);
            if its != ours {
                let name = puzzle.course.name;
                return Err(SetupError::Board(format!(
                    "The board of '{name}' is {its} columns wide, that of the match {ours}: pick another to begin with"
                )));
            }
            let start = puzzle.course.start;
            plan.course.start = StartPosition { board: start.board, strewn: start.strewn, ..StartPosition::default() };
        }
    }
    playable(MatchSetup { mode, rules: plan.rules.checked()?, course: plan.course, seed, seats })
}

/// The setup with the kicks that its bots know, if all of its players can play by its rules.
///
/// # Errors
/// A computer player cannot play on the board or with the pieces of the match.
pub fn playable(setup: MatchSetup) -> Result<MatchSetup, SetupError> {
    let setup = setup.with_kicks_for_bots();
    match setup.unplayable_seat() {
        Some(seat) => Err(SetupError::Misplaced(seat.name.clone())),
        None => Ok(setup),
    }
}

/// The handlings of the persons at this machine, left first; one who plays alone has the first.
pub(super) fn handlings(settings: &Settings) -> [Handling; 2] {
    [settings.handling, settings.seats.right_handling.unwrap_or(settings.handling)]
}

/// The rules and the course of a mode, as the settings have them.
fn plan(mode: Mode, settings: &Settings, book: &PuzzleBook) -> Result<Plan, SetupError> {
    let single = &settings.single.rules;
    Ok(match mode {
        Mode::Versus => Plan::from_rules(settings.versus.rules),
        Mode::Watch if settings.watch.alone => Plan::from_rules(Rules { goal_lines: 0, ..*single }),
        Mode::Watch => Plan::from_rules(settings.watch.rules),
        Mode::Puzzle => book.puzzle_plan(&settings.modes.puzzle, single)?,
        Mode::Custom => line::parse(&settings.modes.custom)?,
        _ => Plan::of(mode, &settings.modes.options, single),
    })
}

/// The id and the name under which a mode's best games are kept with these settings, and which of two games is the
/// better one. The id is empty where the mode cannot be played.
pub fn best_games_kind(mode: Mode, settings: &Settings, book: &PuzzleBook) -> (String, String, GameComparison) {
    match plan(mode, settings, book) {
        Ok(plan) if mode == Mode::Custom => {
            let (id, better) = custom_record_table(&plan, settings);
            (id, plan.course.name, better)
        }
        Ok(plan) => (plan.course.id, plan.course.name, plan.course.better),
        Err(_) => (String::new(), mode.entry().name.to_owned(), GameComparison::Sooner),
    }
}

/// The id of the table that keeps the best games of a custom course with these settings, and which of two games is the
/// better one. Against a computer player each player has a table.
pub fn custom_record_table(Plan { rules, course }: &Plan, settings: &Settings) -> (String, GameComparison) {
    if !settings.modes.against {
        return (course.id.clone(), course.better);
    }
    let opponent = ChosenPlayer::of_versus(settings);
    // What is no SPEC has never been played.
    let name = opponent.spec.parse().map(|spec| match opponent.rival(&spec, settings.placements.opponent) {
        Some(rival) => rival.name.to_owned(),
        None => cast::opponent_title(&spec),
    });
    let id = record_table_id(Mode::Custom, (course, rules), Some(&name.unwrap_or_default()), true);
    (id, comparison_against_computer(course))
}

/// A computer player as the settings name it.
pub(super) struct ChosenPlayer<'a> {
    /// The SPEC of the player, as on the command line.
    pub(super) spec: &'a str,
    /// The speed of the player.
    pub(super) pace: Pace,
    /// How often the player's hand slips, 0-5.
    pub(super) slips: u8,
}

impl<'a> ChosenPlayer<'a> {
    /// The opponent that the settings of versus name.
    pub(super) fn of_versus(settings: &'a Settings) -> Self {
        let versus = &settings.versus;
        Self { spec: &versus.opponent, pace: versus.pace, slips: versus.slips }
    }

    /// The rival on the ladder as which the player plays with this choice of placements; `None` if it is none.
    fn rival(&self, spec: &Spec, choice: PlacementChoice) -> Option<&'static LadderRival> {
        rivals::rival(spec, self.pace, self.slips).filter(|_| choice == PlacementChoice::Straight)
    }

    /// The seat of the player. With [`PlacementChoice::Straight`] the player chooses from the placements that it
    /// learned with. It bears a rival's name only if it plays as that rival does on the ladder.
    pub(super) fn seat_setup(
        &self,
        opponents: &mut OpponentList,
        choice: PlacementChoice,
    ) -> Result<SeatSetup, OpponentError> {
        let spec: Spec = self.spec.parse()?;
        let found = opponents.contestant(&spec)?;
        let choice_it_learned = if found.mind.searches() { PlacementChoice::Straight } else { choice };
        let name = self.rival(&spec, choice_it_learned).map_or_else(|| found.title(), |rival| rival.name.to_owned());
        let asked = (choice == PlacementChoice::Reachable).then_some(choice);
        Ok(SeatSetup { name, ..SeatSetup::from_contestant(found, asked, self.pace, self.slips) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_custom_game_shows_the_table_that_it_is_counted_in() {
        let mut opponents = OpponentList::default();
        let mut settings = Settings::default();
        settings.modes.custom = "strewn=8 attacks=on".to_owned();
        settings.modes.against = true;
        // A rival at its own speed, the same player at another, and one that is no rival with tucks and spins.
        for (opponent, milli_pps, placements) in [
            ("iwumbwe:0", 800, PlacementChoice::Straight),
            ("iwumbwe:0", 1234, PlacementChoice::Straight),
            ("iwumbwe:0", 800, PlacementChoice::Reachable),
        ] {
            opponent.clone_into(&mut settings.versus.opponent);
            settings.versus.pace = Pace { milli_pps };
            settings.placements.opponent = placements;
            let setup = match_setup(Mode::Custom, &settings, &mut opponents, &PuzzleBook::default(), 1).unwrap();
            let MatchSetup { rules, course, seats, .. } = setup;
            let counted_in = record_table_id(Mode::Custom, (&course, &rules), Some(&seats[1].name), true);
            assert_eq!(custom_record_table(&Plan { rules, course }, &settings), (counted_in, GameComparison::Sooner));
        }
        settings.modes.against = false;
        let MatchSetup { rules, course, .. } =
            match_setup(Mode::Custom, &settings, &mut opponents, &PuzzleBook::default(), 1).unwrap();
        let id = course.id.clone();
        assert_eq!(custom_record_table(&Plan { rules, course }, &settings).0, id);
    }
}
