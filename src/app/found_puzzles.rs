//! Puzzles of a reviewed game's moments: the solver looks for the most that the pieces on show can do there, and what
//! it finds is kept as a puzzle of the player's own.

use super::game_review::Reviewing;
use super::persistence::puzzles::{PuzzleBook, own_folder, write_new};
use super::position::EditedPosition;
use super::screens::Screen;
use super::toasts::Toasts;
use crate::chart::counted;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::Priority;
use crate::game::modes::Puzzle;
use crate::rules::{PieceKind, Rules, TopOutRule};
use crate::solver::{FoundPuzzle, MOST_FOUND_PLACEMENTS, PuzzleFinder, SolverGoal};
use bevy::prelude::*;
use std::ops::ControlFlow;
use std::path::Path;

/// The wish to have a puzzle made of a reviewed move's position.
#[derive(Event, Clone, Copy, Debug)]
pub struct MakePuzzleFromMove {
    /// The seat of the player who made the move.
    pub seat: u8,
    /// The tick of the replay in which the piece of the move appeared.
    pub began: u64,
}

/// The most positions that the solver looks at for one goal with one number of pieces. A browser does
/// this between two frames.
const NODES: u64 = if cfg!(target_arch = "wasm32") { 1500 } else { 100_000 };

/// The puzzle that is looked for: the position, its name, and the search with whether it gave up anywhere.
#[derive(Resource, Debug)]
struct PuzzleSearch {
    position: EditedPosition,
    name: String,
    work: StepwiseWork<(Option<FoundPuzzle>, bool)>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(begin);
    app.add_systems(Update, keep.run_if(resource_exists::<PuzzleSearch>));
    // Whoever goes elsewhere waits no longer.
    app.add_systems(OnExit(Screen::Review), |mut commands: Commands| commands.remove_resource::<PuzzleSearch>());
}

fn begin(
    wish: On<MakePuzzleFromMove>,
    reviewing: Option<Res<Reviewing>>,
    searching: Option<Res<PuzzleSearch>>,
    mut commands: Commands,
    mut toasts: ResMut<Toasts>,
) {
    let Some(reviewing) = reviewing else { return };
    if searching.is_some() {
        return toasts.say("Another puzzle is still being looked for");
    }
    let progress = reviewing.job.lock_progress();
    let mut moves = progress.moves.iter().map(|reviewed| &reviewed.recorded);
    let recorded = moves.find(|recorded| (recorded.seat, recorded.began) == (wish.seat, wish.began));
    let Some(recorded) = recorded else { return };
    let rules = &reviewing.replay.setup.rules;
    let position = EditedPosition::of_state(&recorded.played.state, rules);
    let mut finder = finder(&position, rules);
    let step = move || match finder.step() {
        ControlFlow::Continue(()) => Step::More,
        ControlFlow::Break(found) => Step::Done((found, finder.ran_out_of_nodes())),
    };
    match StepwiseWork::begin(Priority::Behind, "puzzle finder", step) {
        Ok(work) => {
            let name = format!("Piece {}", recorded.number);
            toasts.say("Looking for a puzzle …");
            commands.insert_resource(PuzzleSearch { position, name, work });
        }
        Err(error) => toasts.warn(format!("No puzzle can be looked for: {error}")),
    }
}

/// The search for a puzzle in a position. Puzzles have half turns and are lost as the guideline has it, whatever the
/// rules of the game were; one of a game without hold has no hold either.
fn finder(position: &EditedPosition, rules: &Rules) -> PuzzleFinder {
    let rules = Rules { half_turns: true, top_out: TopOutRule::Guideline, ..*rules };
    PuzzleFinder::new(&rules, position.matrix.board(), &position.queue, position.hold, NODES)
}

fn keep(search: Res<PuzzleSearch>, mut commands: Commands) {
    if !search.work.is_finished() {
        return;
    }
    commands.queue(|world: &mut World| {
        let Some(PuzzleSearch { position, name, work }) = world.remove_resource() else { return };
        let line = match work.wait_for_result() {
            Some((Some(found), _)) => own_folder()
                .ok_or_else(|| "There is no folder to keep puzzles in".to_owned())
                .and_then(|folder| save(&folder, position, &name, &found)),
            Some((None, true)) => Err("No puzzle was found, but not every way was tried: edit the position".to_owned()),
            Some((None, false)) => Err(format!(
                "No perfect clear, T-spin double or triple, or two lines are in the next {MOST_FOUND_PLACEMENTS} pieces: \
                 edit the position"
            )),
            None => Err("The search for a puzzle broke off".to_owned()),
        };
        let mut toasts = world.resource_mut::<Toasts>();
        match line {
            Ok(line) => toasts.say(line),
            Err(line) => toasts.warn(line),
        }
    });
}

/// Saves the puzzle that was found in a folder, unless it is there already. Whether that succeeds or fails, the player
/// is told in one line.
fn save(folder: &Path, position: EditedPosition, name: &str, found: &FoundPuzzle) -> Result<String, String> {
    let what = match found.goal {
        SolverGoal::PerfectClear => "a perfect clear".to_owned(),
        SolverGoal::SpinClear { lines } => {
            format!("a T-spin {}", ["single", "double", "triple"][usize::from(lines.clamp(1, 3)) - 1])
        }
        SolverGoal::Lines { lines } => format!("{lines} lines"),
    };
    let ways = if found.ways == 1 { "one way".to_owned() } else { format!("{} ways", found.ways) };
    let pieces = counted(found.placements, "piece");
    let queue: Vec<PieceKind> = found.queue.clone();
    let puzzle = EditedPosition { queue, ..position }.puzzle(&format!("{name}: {what}"), found.goal)?;
    let is_new = !is_kept(folder, &puzzle);
    if is_new {
        write_new(folder, &puzzle).map_err(|line| format!("The puzzle could not be saved: {line}"))?;
    }
    let when = if is_new { "now" } else { "already" };
    Ok(format!("Among the puzzles {when} (Single player, Puzzle): {what} with {pieces}, {ways}"))
}

/// Whether a folder has this very puzzle, as where it was found at the same moment before.
fn is_kept(folder: &Path, puzzle: &Puzzle) -> bool {
    let mut book = PuzzleBook::default();
    book.add_folder(folder, false);
    book.entries.iter().any(|entry| entry.puzzle == *puzzle)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, Matrix, Mino};

    /// What is found on a board with these pieces, with hold or without it.
    fn found_on(rows: &[&str], queue: &[PieceKind], hold: bool) -> Option<FoundPuzzle> {
        let matrix = Matrix::from_drawing(BoardSize::default(), rows.iter().copied());
        let mut position = EditedPosition { matrix, queue: queue.to_vec(), ..EditedPosition::default() };
        position.rules.hold = hold;
        let mut finder = finder(&position, &position.rules);
        std::iter::repeat_with(|| finder.step()).find_map(ControlFlow::break_value).flatten()
    }

    #[test]
    fn a_moment_that_is_asked_for_twice_makes_one_puzzle() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("puzzles");
        let found =
            FoundPuzzle { goal: SolverGoal::Lines { lines: 2 }, queue: vec![PieceKind::O], ways: 1, placements: 1 };
        let told = |name: &str| save(&folder, EditedPosition::default(), name, &found).unwrap();
        let lines = ["Piece 3", "Piece 3", "Piece 4"].map(told);
        let words = ["puzzles now", "puzzles already", "puzzles now"];
        assert!(lines.iter().zip(words).all(|(line, words)| line.contains(words)), "{lines:?}");
        let mut book = PuzzleBook::default();
        book.add_folder(&folder, false);
        assert_eq!(book.entries.len(), 2);
    }

    #[test]
    fn a_puzzle_that_is_kept_is_told_by_what_it_asks_for_and_by_how_many_ways_lead_there() {
        let home = tempfile::tempdir().unwrap();
        let mut position = EditedPosition::default();
        position.matrix.fill_cell(0, 0, Mino::Garbage);
        for (goal, ways, placements, words) in [
            (SolverGoal::PerfectClear, 1, 1, "a perfect clear with 1 piece, one way"),
            (SolverGoal::SpinClear { lines: 1 }, 2, 3, "a T-spin single with 3 pieces, 2 ways"),
            (SolverGoal::SpinClear { lines: 2 }, 1, 2, "a T-spin double with 2 pieces, one way"),
            (SolverGoal::SpinClear { lines: 3 }, 1, 2, "a T-spin triple with 2 pieces, one way"),
            (SolverGoal::Lines { lines: 4 }, 1, 2, "4 lines with 2 pieces, one way"),
        ] {
            let found = FoundPuzzle { goal, queue: vec![PieceKind::T], ways, placements };
            let line = save(home.path(), position.clone(), "Piece 7", &found).unwrap();
            assert!(line.ends_with(&format!(": {words}")), "{line}");
        }
    }

    #[test]
    fn what_the_pieces_can_do_is_found_in_a_position() {
        let rows = ["..#.......", "##...#####", "###.######"];
        let found = found_on(&rows, &[PieceKind::T, PieceKind::S], true);
        assert_eq!(found.map(|found| found.goal), Some(SolverGoal::SpinClear { lines: 2 }));
    }

    #[test]
    fn a_puzzle_of_a_game_without_hold_is_solved_without_it() {
        let rows = ["#.........", "#########.", "#########.", "#########.", "#########."];
        let pieces_of = |hold: bool| {
            let found = found_on(&rows, &[PieceKind::O, PieceKind::I], hold);
            found.map(|found| (found.goal, found.placements))
        };
        let quad = SolverGoal::Lines { lines: 4 };
        assert_eq!([true, false].map(pieces_of), [Some((quad, 1)), Some((quad, 2))]);
    }
}
