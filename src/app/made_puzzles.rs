//! Puzzles that the solver makes while the player waits: a new one each time, and each can be solved.

use super::persistence::Settings;
use super::position::goal_in_file;
use super::screens::Screen;
use super::session::{PlayMatch, new_seed};
use super::toasts::Toasts;
use super::written_board::rows_as_text;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::Priority;
use crate::game::modes::puzzle::usual_rules;
use crate::game::modes::{Course, Puzzle, PuzzleError};
use crate::game::{MatchSetup, Mode, SeatSetup, StartMatch};
use crate::rules::Rules;
use crate::solver::{MadePuzzle, PuzzleMaker, SolverGoal};
use bevy::prelude::*;

/// A kind of puzzle that the solver can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleKind {
    /// The name that a player reads.
    pub name: &'static str,
    /// The goal of puzzles of this kind.
    pub goal: SolverGoal,
    /// How many pieces there are, all of which are needed.
    pub pieces: u32,
    /// A puzzle of this kind as a fumen, whose quiz tells the pieces.
    pub example: &'static str,
}

/// The kinds of puzzles that can be made, the easier ones first. A T-spin triple takes seconds to find
/// (`docs/lab/review.md`): nobody waits for that.
pub const PUZZLE_KINDS: [PuzzleKind; 7] = [
    PuzzleKind {
        name: "Perfect clear with 2 pieces",
        goal: SolverGoal::PerfectClear,
        pieces: 2,
        example: "v115@Khg0zhhlRpAeg0CeR4glzhAeBtywJeAgWVAFLDmClc?JSAVDEHBEooRBMoAVBqAAAA",
    },
    PuzzleKind {
        name: "Perfect clear with 3 pieces",
        goal: SolverGoal::PerfectClear,
        pieces: 3,
        example: "v115@ChBtCeilBewwBtR4glRpg0ywR4BeRpi0zhJeAgWWAF?LDmClcJSAVDEHBEooRBMoAVBv/AAA",
    },
    PuzzleKind {
        name: "Perfect clear with 4 pieces",
        goal: SolverGoal::PerfectClear,
        pieces: 4,
        example: "v115@9gwwGewhAexwAeBtCewhAewwR4g0BtRpwhAeR4Aei0?RpwhKeAgWXAFLDmClcJSAVDEHBEooRBMoAVBpvqBA",
    },
    PuzzleKind {
        name: "Perfect clear with 5 pieces",
        goal: SolverGoal::PerfectClear,
        pieces: 5,
        example: "v115@FhAtDewwCeBtAeRpAexwR4AtglAeRpAewwR4ilKeAg?WYAFLDmClcJSAVDEHBEooRBJoAVBqC+tC",
    },
    PuzzleKind {
        name: "Perfect clear with 6 pieces",
        goal: SolverGoal::PerfectClear,
        pieces: 6,
        example: "v115@Jhg0EehlBei0BeR4glBezhR4AeglJeAgWZAFLDmClc?JSAVDEHBEooRBaoAVBUHMgCqAAAA",
    },
    PuzzleKind {
        name: "T-spin double with 2 pieces",
        goal: SolverGoal::SpinClear { lines: 2 },
        pieces: 2,
        example: "v115@ygglAeAtEeilBtCeQ4zhAtRpAewhR4i0glRpAewhww?Q4g0Aeg0glBtAewhxwg0RpJeAgWVAFLDmClcJSAVDEHBEoo?RBToAVB0AAAA",
    },
    PuzzleKind {
        name: "T-spin double with 3 pieces",
        goal: SolverGoal::SpinClear { lines: 2 },
        pieces: 3,
        example: "v115@dgglEeR4BeglDeR4CehlCeCtAei0BeBtAeBtBeg0Be?Ath0R4wwhlRpAeg0R4ywglRpAeg0AezhglJeAgWWAFLDmCl?\
            cJSAVDEHBEooRBPoAVBpOBAA",
    },
];

impl PuzzleKind {
    /// A made puzzle as the game plays it. Its name says how many ways there are to solve it, which tells
    /// how hard it is.
    fn puzzle(&self, made: &MadePuzzle) -> Puzzle {
        let ways = if made.ways == 1 { "one way".to_owned() } else { format!("{} ways", made.ways) };
        Puzzle {
            name: format!("{}, {ways}", self.name),
            goal: goal_in_file(self.goal),
            queue: made.queue.iter().map(|kind| kind.letter()).collect(),
            board: rows_as_text(&made.matrix).iter().map(|row| format!("{row}\n")).collect(),
            ..Puzzle::default()
        }
    }

    /// The setup of a game in which a made puzzle is to be solved. It is kept in no records: whoever begins it
    /// again knows the way.
    ///
    /// # Errors
    /// What is wrong with the puzzle.
    pub fn match_setup(&self, made: &MadePuzzle, settings: &Settings, seed: u64) -> Result<MatchSetup, PuzzleError> {
        let plan = self.puzzle(made).make_plan("", &settings.single.rules)?;
        let seats = vec![SeatSetup::person("You", settings.handling)];
        let course = Course { id: String::new(), ..plan.course };
        Ok(MatchSetup { mode: Mode::Puzzle, rules: plan.rules, course, seed, seats })
    }

    /// Begins to make a puzzle of this kind for the player's rules. The same seed makes the same puzzle.
    ///
    /// # Errors
    /// The error of the system, if it gives no thread.
    pub fn begin(&self, single: &Rules, seed: u64) -> std::io::Result<StepwiseWork<MadePuzzle>> {
        let mut maker = PuzzleMaker::new(&usual_rules(single), self.goal, self.pieces, seed);
        StepwiseWork::begin(Priority::Behind, "puzzle maker", move || maker.attempt().map_or(Step::More, Step::Done))
    }
}

/// The puzzle that is being made, and the one that was made last.
#[derive(Resource, Debug, Default)]
pub struct PuzzleMaking {
    work: Option<(&'static PuzzleKind, StepwiseWork<MadePuzzle>)>,
    last: Option<(&'static PuzzleKind, Course)>,
}

impl PuzzleMaking {
    /// The kind that is being made; `None` if nobody waits for a puzzle.
    pub fn kind(&self) -> Option<&'static PuzzleKind> {
        self.work.as_ref().map(|(kind, _)| *kind)
    }

    /// The kind of the made puzzle that a game with this course is about; `None` for every other game.
    pub fn kind_for_course(&self, course: &Course) -> Option<&'static PuzzleKind> {
        self.last.as_ref().filter(|(_, made)| made == course).map(|(kind, _)| *kind)
    }
}

/// The wish to solve a new puzzle of this kind.
#[derive(Event, Clone, Copy, Debug)]
pub struct MakePuzzle(pub &'static PuzzleKind);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PuzzleMaking>().add_observer(begin);
    app.add_systems(Update, start.run_if(|making: Res<PuzzleMaking>| making.work.is_some()));
    // Whoever goes elsewhere or plays something else waits no longer.
    app.add_observer(|_: On<StartMatch>, mut making: ResMut<PuzzleMaking>| making.work = None);
    for screen in [Screen::Drills, Screen::Play] {
        app.add_systems(OnExit(screen), |mut making: ResMut<PuzzleMaking>| making.work = None);
    }
}

fn begin(wish: On<MakePuzzle>, settings: Res<Settings>, mut making: ResMut<PuzzleMaking>, mut toasts: ResMut<Toasts>) {
    match wish.0.begin(&settings.single.rules, new_seed()) {
        Ok(work) => making.work = Some((wish.0, work)),
        Err(error) => toasts.warn(format!("No puzzle can be made: {error}")),
    }
}

fn start(
    mut commands: Commands,
    settings: Res<Settings>,
    mut making: ResMut<PuzzleMaking>,
    mut toasts: ResMut<Toasts>,
) {
    let Some((kind, work)) = making.work.take_if(|(_, work)| work.is_finished()) else { return };
    let made = work.wait_for_result().ok_or_else(|| "the solver broke off".to_owned());
    let setup = made.and_then(|made| kind.match_setup(&made, &settings, new_seed()).map_err(|error| error.to_string()));
    match setup {
        Ok(setup) => {
            making.last = Some((kind, setup.course.clone()));
            commands.trigger(PlayMatch(setup));
        }
        Err(error) => toasts.warn(format!("The puzzle cannot begin: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens;
    use crate::doors::{Moment, threads};
    use bevy::state::app::StatesPlugin;
    use std::time::Duration;

    /// The games that were begun.
    #[derive(Resource, Default)]
    struct BegunPuzzles(Vec<MatchSetup>);

    #[test]
    fn a_puzzle_that_is_asked_for_begins_once_it_is_made_and_is_known_by_its_kind() {
        let [kind, ..] = &PUZZLE_KINDS;
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, crate::game::plugin, screens::plugin, plugin));
        app.init_resource::<Settings>().init_resource::<Toasts>().init_resource::<BegunPuzzles>();
        app.add_observer(|wish: On<PlayMatch>, mut begun: ResMut<BegunPuzzles>| begun.0.push(wish.0.clone()));
        app.world_mut().trigger(MakePuzzle(kind));
        assert_eq!(app.world().resource::<PuzzleMaking>().kind(), Some(kind));
        let since = Moment::now();
        while app.world().resource::<PuzzleMaking>().kind().is_some() {
            assert!(since.elapsed() < Duration::from_mins(5), "it is still being made");
            threads::sleep(Duration::from_millis(1));
            app.update();
        }
        let [setup] = app.world().resource::<BegunPuzzles>().0.as_slice() else { unreachable!("one game begins") };
        assert_eq!((setup.mode, setup.course.id.as_str()), (Mode::Puzzle, ""), "it is kept in no records");
        let making = app.world().resource::<PuzzleMaking>();
        assert_eq!((making.kind_for_course(&setup.course), making.kind_for_course(&default())), (Some(kind), None));
        assert!(app.world().resource::<Toasts>().last().is_none());
    }
}
