//! Asks the solver whether a puzzle that the player has saved can be solved, and tells the answer. The puzzle is kept
//! whatever the answer is: it may not be known.

use super::position::EditedPosition;
use super::screens::Screen;
use super::toasts::Toasts;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::Priority;
use crate::game::modes::Puzzle;
use crate::rules::{PieceSet, Rules};
use crate::solver::{KnownPieces, OutOfNodes, Solver, SolverGoal};
use bevy::prelude::*;

/// The event that asks whether a puzzle that was saved can be solved.
#[derive(Event, Clone, Debug)]
pub struct CheckPuzzle {
    /// The puzzle, whose pieces come to an end.
    pub puzzle: Puzzle,
    /// The goal of the puzzle.
    pub goal: SolverGoal,
}

/// The most positions that the solver looks at for one number of pieces. A browser does this between two frames.
const NODES: u64 = if cfg!(target_arch = "wasm32") { 1500 } else { 100_000 };

/// What the solver says of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solvability {
    /// So many pieces reach the goal, and no fewer that were tried.
    With(u32),
    /// Every way was tried, and none reaches the goal.
    Never,
    /// Not every way was tried, and none of the others reaches the goal.
    Unknown,
}

/// The puzzle that the solver is asked about, by its name.
#[derive(Resource, Debug)]
struct PuzzleCheck {
    name: String,
    work: StepwiseWork<Solvability>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(begin);
    app.add_systems(Update, tell.run_if(resource_exists::<PuzzleCheck>));
    // Whoever goes elsewhere waits no longer.
    app.add_systems(OnExit(Screen::Position), |mut commands: Commands| commands.remove_resource::<PuzzleCheck>());
}

fn begin(wish: On<CheckPuzzle>, mut commands: Commands) {
    let Ok(plan) = wish.puzzle.make_plan("", &Rules::marathon()) else { return };
    // The solver counts with pieces of four cells.
    if plan.rules.pieces != PieceSet::Tetromino {
        return;
    }
    let step = solving(EditedPosition::at_game_start(&plan), wish.goal, NODES);
    match StepwiseWork::begin(Priority::Behind, "puzzle check", step) {
        Ok(work) => commands.insert_resource(PuzzleCheck { name: wish.puzzle.name.clone(), work }),
        Err(error) => warn!("nobody says whether a puzzle can be solved: {error}"),
    }
}

/// The search whether the pieces of a position reach a goal. Each step tries one number of pieces, and looks at
/// `nodes` positions at most.
fn solving(position: EditedPosition, goal: SolverGoal, nodes: u64) -> impl FnMut() -> Step<Solvability> {
    let known = (position.queue.len() + usize::from(position.hold.is_some())) as u32;
    let (mut placements, mut is_whole) = (0, true);
    move || {
        if placements == known {
            return Step::Done(if is_whole { Solvability::Never } else { Solvability::Unknown });
        }
        placements += 1;
        let pieces = KnownPieces { queue: &position.queue, hold: position.hold, can_hold: position.rules.hold };
        match Solver::new(&position.rules, goal, nodes).first_way(position.matrix.board(), pieces, placements) {
            Ok(Some(_)) => return Step::Done(Solvability::With(placements)),
            Ok(None) => {}
            Err(OutOfNodes) => is_whole = false,
        }
        Step::More
    }
}

fn tell(check: Res<PuzzleCheck>, mut commands: Commands) {
    if !check.work.is_finished() {
        return;
    }
    commands.queue(|world: &mut World| {
        let Some(PuzzleCheck { name, work }) = world.remove_resource() else { return };
        let mut toasts = world.resource_mut::<Toasts>();
        let saved = format!("{name} is among the puzzles now");
        let answer = work.wait_for_result();
        let more: &str = match answer {
            Some(Solvability::With(1)) => " and can be solved, with 1 piece",
            Some(Solvability::With(pieces)) => &format!(" and can be solved, with {pieces} pieces"),
            Some(Solvability::Never) => ", but nothing solves it with these pieces",
            Some(Solvability::Unknown) | None => {
                "; whether it can be solved is not known, since not every way was tried"
            }
        };
        // A screen reader has said that the puzzle is kept.
        toasts.go_on(&saved, more, answer == Some(Solvability::Never));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::program_on;
    use crate::rules::{BoardSize, Matrix, PieceKind};

    const QUAD: SolverGoal = SolverGoal::Lines { lines: 4 };

    /// A board with a well, and these pieces.
    fn position(queue: &[PieceKind], hold: bool) -> EditedPosition {
        let rows = ["#.........", "#########.", "#########.", "#########.", "#########."];
        let matrix = Matrix::from_drawing(BoardSize::default(), rows.into_iter());
        let mut position = EditedPosition { matrix, queue: queue.to_vec(), ..EditedPosition::default() };
        position.rules.hold = hold;
        position
    }

    #[test]
    fn every_number_of_pieces_is_tried_until_one_reaches_the_goal() {
        let answer = |queue: &[PieceKind], hold: bool, nodes: u64| {
            let mut steps = std::iter::repeat_with(solving(position(queue, hold), QUAD, nodes));
            steps.find_map(|step| match step {
                Step::Done(answer) => Some(answer),
                Step::More | Step::Rest(_) => None,
            })
        };
        let queue = [PieceKind::O, PieceKind::I];
        assert_eq!(answer(&queue, true, NODES), Some(Solvability::With(1)));
        assert_eq!(answer(&queue, false, NODES), Some(Solvability::With(2)));
        assert_eq!(answer(&queue[..1], true, NODES), Some(Solvability::Never));
        assert_eq!(answer(&queue, true, 0), Some(Solvability::Unknown));
    }

    #[test]
    fn it_is_told_once_of_a_saved_puzzle_that_it_is_kept_and_whether_it_can_be_solved() {
        let told = |queue: &[PieceKind]| {
            let mut app = program_on(Screen::Position);
            app.init_resource::<Toasts>().add_plugins(plugin).update();
            let puzzle = position(queue, true).puzzle("Well", QUAD).unwrap_or_default();
            app.world_mut().resource_mut::<Toasts>().say("Well is among the puzzles now");
            app.world_mut().trigger(CheckPuzzle { puzzle, goal: QUAD });
            app.update();
            while app.world().contains_resource::<PuzzleCheck>() {
                app.update();
            }
            let toasts = app.world().resource::<Toasts>().iter();
            toasts.map(|toast| [toast.text.clone(), toast.heard.clone()]).collect::<Vec<_>>()
        };
        let [solvable, not] = [PieceKind::I, PieceKind::O].map(|kind| told(&[kind]));
        let kept = "Well is among the puzzles now";
        let heard = ["and can be solved, with 1 piece", "but nothing solves it with these pieces"];
        assert_eq!(solvable, [[format!("{kept} {}", heard[0]), heard[0].to_owned()]]);
        assert_eq!(not, [[format!("{kept}, {}", heard[1]), heard[1].to_owned()]]);
    }
}
