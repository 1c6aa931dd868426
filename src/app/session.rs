//! Starts matches from the settings, one after the other, keeps the score of a series, and leaves them.

use super::devices::Gamepads;
use super::first_steps::FirstSteps;
use super::library::Library;
use super::opponents::OpponentList;
use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::app::persistence::puzzles::{Book, BookError};
use crate::app::persistence::{Records, Settings, rivals};
use crate::game::modes::line::{self, LineError};
use crate::game::modes::{Better, Plan, Rival, Start};
use crate::game::{Control, CurrentSetup, MatchSetup, Mode, Pace, SeatSetup, StartMatch};
use crate::movegen::Choice;
use crate::rules::RuleError;
use crate::storage::{OpponentError, Spec};
use bevy::prelude::*;
use std::hash::{BuildHasher, RandomState};
use thiserror::Error;

/// What a player wants to play.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// A new game of this mode, as the settings say.
    New(Mode),
    /// The same once more with another seed: restart and rematch.
    Again,
    /// Out of the match, to this screen.
    Leave(Screen),
}

/// Matches won between the same two, over rematches.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// Who they are.
    between: Vec<String>,
    /// Matches won, by seat.
    pub wins: [u32; 2],
}

/// Why a match cannot start.
#[derive(Debug, Error)]
pub enum SetupError {
    /// No such opponent.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// A computer player that knows no such board.
    #[error(
        "{0} plays on boards ten wide and twenty high with the seven usual pieces only: pick another opponent or other rules"
    )]
    Misplaced(String),
    /// Impossible rules.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// No such puzzle.
    #[error(transparent)]
    Puzzle(#[from] BookError),
    /// A custom game that cannot be.
    #[error("the custom game: {0}")]
    Custom(#[from] LineError),
}

/// Adds the observers that start and leave matches.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Series>().add_observer(go).add_observer(meet_rival);
}

fn go(
    wish: On<Go>,
    mut commands: Commands,
    settings: Res<Settings>,
    current: Option<Res<CurrentSetup>>,
    mut opponents: ResMut<OpponentList>,
    library: Res<Library>,
    pads: Res<Gamepads>,
    (mut series, first_steps): (ResMut<Series>, Res<FirstSteps>),
    mut toasts: ResMut<Toasts>,
    mut screen: ResMut<NextState<Screen>>,
    mut overlay: ResMut<NextState<Overlay>>,
) {
    let lacks = pads.lacks(&settings.seats).filter(|_| *wish == Go::New(Mode::Versus));
    if let Some(line) = lacks {
        toasts.warn(line);
        return;
    }
    let setup = match *wish {
        Go::New(mode) => match setup(mode, &settings, &mut opponents, &library.book, new_seed()) {
            Ok(setup) => setup,
            Err(error) => {
                warn!("cannot start: {error}");
                toasts.warn(format!("Cannot start: {error}"));
                return;
            }
        },
        Go::Again => {
            let Some(current) = current else { return };
            let mut setup = MatchSetup { seed: new_seed(), ..current.0.clone() };
            // Handling may have been changed in the pause.
            for seat in setup.seats.iter_mut().filter(|seat| matches!(seat.control, Control::Person)) {
                seat.handling = settings.handling;
            }
            setup
        }
        Go::Leave(to) => {
            screen.set(to);
            return;
        }
    };
    let mut setup = setup;
    if first_steps.is_wanted() {
        // Who is to learn the keys need not win three rounds for it.
        setup.rules.first_to = 1;
    }
    series.meet(&setup);
    commands.trigger(StartMatch(setup));
    // Not `set`: leaving the match for the match would end it.
    NextState::set_if_neq(&mut screen, Screen::Play);
    overlay.set(Overlay::None);
}

/// Compares every match, however it was started, with the best game of its kind.
fn meet_rival(start: On<StartMatch>, records: Res<Records>, mut rival: ResMut<Rival>) {
    rival.0 = records.best(&start.0.course.id).map(|best| best.trail.clone()).unwrap_or_default();
}

/// The match of a mode as the settings have it.
pub fn setup(
    mode: Mode,
    settings: &Settings,
    opponents: &mut OpponentList,
    book: &Book,
    seed: u64,
) -> Result<MatchSetup, SetupError> {
    let you = || SeatSetup::person("You", settings.handling);
    let placements = settings.placements;
    let mut plan = plan(mode, settings, book)?;
    let mut seats = match mode {
        Mode::Watch => {
            let watch = &settings.watch;
            let left = ChosenPlayer { words: &watch.left, pace: watch.left_pace, slips: watch.left_slips };
            let right = ChosenPlayer { words: &watch.right, pace: watch.right_pace, slips: watch.right_slips };
            vec![left.seat(opponents, placements.left)?, right.seat(opponents, placements.right)?]
        }
        Mode::Versus if settings.seats.are_two() => {
            let right = settings.seats.right_handling.unwrap_or(settings.handling);
            vec![SeatSetup::person("Player 1", settings.handling), SeatSetup::person("Player 2", right)]
        }
        Mode::Versus | Mode::Custom if mode == Mode::Versus || settings.modes.against => {
            let versus = &settings.versus;
            let opponent = ChosenPlayer { words: &versus.opponent, pace: versus.pace, slips: versus.slips };
            vec![you(), opponent.seat(opponents, placements.opponent)?]
        }
        _ => vec![you()],
    };
    if mode == Mode::Versus {
        let seating = &settings.seating;
        (seats[0].handicap, seats[1].handicap) = (seating.yours, seating.theirs);
        seats[1].dealer = seating.dealer;
        if settings.seats.persons() == [false, true] {
            seats.reverse();
        }
        if !seating.board.is_empty() {
            let start = book.plan(&seating.board, &settings.single.rules)?.course.start;
            plan.course.start = Start { board: start.board, strewn: start.strewn, ..Start::default() };
        }
    }
    let setup = MatchSetup { mode, rules: plan.rules.checked()?, course: plan.course, seed, seats };
    match setup.misplaced() {
        Some(seat) => Err(SetupError::Misplaced(seat.name.clone())),
        None => Ok(setup),
    }
}

/// The rules and the course of a mode, as the settings have them.
fn plan(mode: Mode, settings: &Settings, book: &Book) -> Result<Plan, SetupError> {
    let single = &settings.single.rules;
    Ok(match mode {
        Mode::Versus => Plan::plain(settings.versus.rules),
        Mode::Watch => Plan::plain(settings.watch.rules),
        Mode::Puzzle => book.plan(&settings.modes.puzzle, single)?,
        Mode::Custom => line::parse(&settings.modes.custom)?,
        _ => Plan::of(mode, &settings.modes.options, single),
    })
}

/// Under which id a mode's records are kept as it is set now, what that is called, and what counts.
pub fn kind(mode: Mode, settings: &Settings, book: &Book) -> (String, String, Better) {
    match plan(mode, settings, book) {
        Ok(plan) => (plan.course.id, plan.course.name, plan.course.better),
        Err(_) => (String::new(), mode.entry().name.to_owned(), Better::Sooner),
    }
}

/// A computer player as the settings name it.
pub(super) struct ChosenPlayer<'a> {
    /// As on the command line.
    pub(super) words: &'a str,
    /// Its speed.
    pub(super) pace: Pace,
    /// Its slips.
    pub(super) slips: u8,
}

impl ChosenPlayer<'_> {
    /// Its seat. One that is not told to reach for everything chooses from what it learned with; only who plays as the
    /// ladder has it goes by a rival's name.
    pub(super) fn seat(&self, opponents: &mut OpponentList, choice: Choice) -> Result<SeatSetup, OpponentError> {
        let spec: Spec = self.words.parse()?;
        let found = opponents.contestant(&spec)?;
        let rival =
            rivals::rival(&spec, self.pace, self.slips).filter(|_| choice == Choice::Straight || found.mind.searches());
        let name = rival.map_or_else(|| found.title(), |rival| rival.name.to_owned());
        let asked = (choice == Choice::Reachable).then_some(choice);
        Ok(SeatSetup { name, ..SeatSetup::of(found, asked, self.pace, self.slips) })
    }
}

/// A seed that nobody chose: from the standard library's own source of randomness, and the clock where it has none.
fn new_seed() -> u64 {
    RandomState::new().hash_one(crate::doors::clock::since_1970())
}

impl Series {
    /// A match between these two begins: the score goes on if they have played the last one, too.
    fn meet(&mut self, setup: &MatchSetup) {
        // A program says what it is called only when it has sat down: its spec tells it from others.
        let known = |seat: &SeatSetup| seat.spec.as_ref().map_or_else(|| seat.name.clone(), Spec::to_string);
        let between = setup.seats.iter().map(known).collect();
        if self.between != between {
            *self = Self { between, wins: [0; 2] };
        }
    }

    /// Counts a finished match for its winner.
    pub(super) fn count(&mut self, winner: Option<u8>) {
        if let Some(wins) = winner.and_then(|winner| self.wins.get_mut(usize::from(winner))) {
            *wins += 1;
        }
    }
}
