//! The tab of practice: the finesse drill, and a row for each kind of puzzles that are made by search. Beside them
//! stands what the one in focus is about.

use super::super::super::menu::Menu;
use super::super::super::theme;
use super::super::mode::undo_keys_in_words;
use super::DrillChoice;
use crate::app::made_puzzles::{PUZZLE_KINDS, PuzzleKind};
use crate::app::persistence::Settings;
use crate::solver::SolverGoal;
use bevy_egui::egui::{Painter, Rect, pos2};

/// Adds the rows of the tab. Returns what the player chooses with one of them.
pub(super) fn add_rows(menu: &mut Menu, settings: &Settings, made: Option<&PuzzleKind>) -> Option<DrillChoice> {
    let mut chosen = None;
    let shown = menu.is_next_detailed();
    if menu.card("Finesse", "Every piece to its place with the fewest keys", "") {
        chosen = Some(DrillChoice::Finesse);
    }
    menu.explain_row("A piece that takes more keys, or goes elsewhere, comes again");
    if shown {
        explain(&menu.side_painter(), menu.side, ["To its place with the fewest keys", FINESSE, OUTLINED]);
    }
    menu.heading("Puzzles, a new one each time, all solvable");
    for kind in &PUZZLE_KINDS {
        let shown = menu.is_next_detailed();
        let about = if made == Some(kind) { "The search looks for one …" } else { about_kind(kind.goal).0 };
        if menu.card(kind.name, about, "") {
            chosen = Some(DrillChoice::Puzzle(kind));
        }
        let chooses = menu.by_device("Enter", "<South>", "A tap");
        let undo = undo_keys_in_words(settings, (menu.used_pad(), menu.by_keys));
        let undo = undo.map_or(String::new(), |undo| format!("{undo}, "));
        menu.explain_row(format!("{chooses} makes one and begins it; {undo}the pause begins it again"));
        if shown {
            let (goal, how) = about_kind(kind.goal);
            explain(&menu.side_painter(), menu.side, [goal, how, kind.example]);
        }
    }
    chosen
}

const FINESSE: &str = "An outline shows where the piece belongs. The fewest turns and shifts that bring it there count, a \
    shift to the wall as one; there is no hurry and no hold. What went wrong stands beside the board, and the piece \
    comes again until it is right.";

/// The example for the finesse drill, a piece over its outline, as a fumen.
const OUTLINED: &str = "v115@FhQ4Aeglh0EeR4glg0RpwwAeBtwwQ4hlRpywBtKelG?J";
/// The fewest rows of an example that are shown.
const LEAST_ROWS: usize = 6;

/// What is to be done in a puzzle, and how it was made.
const fn about_kind(goal: SolverGoal) -> (&'static str, &'static str) {
    match goal {
        SolverGoal::PerfectClear => (
            "Leave not a single cell",
            "The board is what the first pieces of a game leave within four rows. All pieces are needed, \
             and one may wait on hold: the search has tried every way, and says how many there are.",
        ),
        SolverGoal::Lines { .. } => ("Clear the lines", "All pieces are needed: the search has tried every way."),
        SolverGoal::SpinClear { .. } => (
            "Clear the lines with one spin of the T",
            "The board is a stack as it comes up in games. The T has to be turned in as the last move, and the other \
             pieces make the place for it: the search has tried every way, and says how many there are.",
        ),
    }
}

/// Shows beside the rows what the row in focus is about: a title, an explanation, and an example given as a fumen.
fn explain(painter: &Painter, rect: Rect, [title, about, example]: [&str; 3]) {
    let inside = theme::paint_side_background(painter, rect).shrink(20.0);
    let mut y = inside.top();
    for (words, look) in [(title, (theme::extrabold(18.0), theme::GOLD)), (about, (theme::regular(15.0), theme::IVORY))]
    {
        let at = pos2(inside.left(), y);
        y = y + theme::paint_paragraph(painter, at, words, look, inside.width()) + 14.0;
    }
    super::board(painter, inside.with_min_y(y), example, LEAST_ROWS);
}
