//! The puzzles: those that come with the game, the player's own, and random boards. Beside them are the board and the
//! pieces of the one in focus.

use super::super::draw;
use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::super::theme;
use super::super::well::PaintedWell;
use super::board_wish::BoardWish;
use super::worked_out::WorkedOut;
use super::{best, counted};
use crate::app::clipboard::Clipboard;
use crate::app::library::PuzzleLibrary;
use crate::app::persistence::puzzles::{PuzzleBook, RANDOM_PREFIX};
use crate::app::persistence::{Records, Settings};
use crate::app::position::EditedPosition;
use crate::app::saving::SettingsSaver;
use crate::app::screens::Screen;
use crate::app::session::SessionRequest;
use crate::app::toasts::Toasts;
use crate::game::Mode;
use crate::game::modes::puzzle::RANDOM_BOARD_ROW_COUNTS;
use crate::game::modes::{GameComparison, Plan, start};
use crate::rules::{Facing, Rules};
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Painter, Rect, pos2, vec2};
use std::borrow::Cow;

/// The buttons in the row of a puzzle, the first at the right end.
const BUTTONS: [(&str, BoardWish); 2] = [("Edit", BoardWish::Edit), ("Copy", BoardWish::Copy)];

/// A row of the page: a puzzle or a random board, and the game that it begins.
#[derive(Debug)]
pub(super) struct PuzzleRow {
    id: String,
    name: String,
    about: String,
    is_own: bool,
    plan: Plan,
}

pub(super) fn show(
    mut page: Page,
    (mut records, mut saving): (ResMut<Records>, ResMut<SettingsSaver>),
    mut library: ResMut<PuzzleLibrary>,
    mut clipboard: NonSendMut<Clipboard>,
    mut deleting: Local<Option<String>>,
    mut rows: Local<WorkedOut<(Tick, Rules), Vec<PuzzleRow>>>,
) -> Result {
    let mut settings = page.settings.clone();
    let single = settings.single.rules;
    let rows = rows.get((library.last_changed(), single), || puzzle_rows(&library.book, &single));
    let look = PanelOptions { name: "puzzles", title: "Puzzle", row_width: 440.0, side_size: vec2(360.0, 430.0) };
    let shown = page.panel(look, |menu| {
        let (mut chosen, mut wish, mut asked_for, mut in_focus) = (None, None, None, None);
        for PuzzleRow { id, name, about, is_own, plan } in rows {
            let is_own = *is_own;
            let focused = menu.is_next_focused();
            let table = records.best_games(&plan.course.id);
            let best = best::best_figure_text(table, GameComparison::Sooner);
            let is_asked = deleting.as_deref() == Some(id.as_str());
            let mut words = BUTTONS.map(|(words, _)| words).to_vec();
            words.extend(is_own.then_some(if is_asked { "Really?" } else { "Delete" }));
            let (started, clicked) = menu.card_over_buttons([name, about, &best], &words);
            if started {
                chosen = Some(id.clone());
            }
            menu.explain_row(format!("{}. {}", goal_of(plan), what_keys_do(menu, is_own, is_asked)));
            if focused {
                preview(&menu.side_painter(), menu.side, plan);
                let button = clicked.and_then(|place| BUTTONS.get(place)).map(|(_, wish)| *wish);
                let asked = button.or(BoardWish::of_key(menu.nav.shortcut));
                wish = asked.map(|wish| (wish, EditedPosition::at_game_start(plan)));
                if is_own && (clicked == Some(BUTTONS.len()) || menu.nav.delete) {
                    asked_for = Some(id.clone());
                }
                in_focus = Some(id.clone());
            }
        }
        (chosen, wish, asked_for, in_focus)
    })?;
    let (chosen, wish, asked_for, in_focus) = shown.inner;
    // Whoever turns to another puzzle, or does something else, does not delete the one that was asked about.
    deleting.take_if(|id| in_focus.as_ref() != Some(id) || chosen.is_some() || wish.is_some());
    if let Some(id) = asked_for {
        match deleting.take_if(|known| *known == id) {
            None => *deleting = Some(id),
            Some(id) => {
                let kept = (&mut *records, &mut *saving);
                delete(&id, &mut library, &mut settings, kept, &mut page.toasts);
            }
        }
    }
    let start = chosen.is_some();
    if let Some(id) = chosen {
        settings.modes.puzzle = id;
    }
    page.replace_settings(settings);
    if let Some((wish, position)) = wish {
        wish.fulfil(&mut page, &mut clipboard, position);
    } else if start {
        page.commands.trigger(SessionRequest::New(Mode::Puzzle));
    } else if shown.back && deleting.take().is_none() {
        page.next_screen.set(Screen::Single);
    }
    Ok(())
}

/// The rows of the page: the puzzles of the book that can be played, and the random boards. `single` has the player's
/// rules for games for one.
fn puzzle_rows(book: &PuzzleBook, single: &Rules) -> Vec<PuzzleRow> {
    let random = RANDOM_BOARD_ROW_COUNTS.map(|rows| {
        let about = format!("Twenty cells over the lowest {rows} rows, another board each time");
        (format!("{RANDOM_PREFIX}{rows}"), format!("Random board, {rows} rows"), about, false)
    });
    let in_files = book.entries.iter().map(|entry| {
        let puzzle = &entry.puzzle;
        (entry.id.clone(), puzzle.name.clone(), puzzle.about.clone(), !entry.ships)
    });
    let playable = in_files.chain(random).filter_map(|(id, name, about, is_own)| {
        let plan = book.puzzle_plan(&id, single).ok()?;
        Some(PuzzleRow { id, name, about, is_own, plan })
    });
    playable.collect()
}

/// Says what the keys, buttons or taps of a puzzle's row do. One of the player's own can be deleted; `is_asked` says
/// whether that waits for a second press.
fn what_keys_do(menu: &Menu, is_own: bool, is_asked: bool) -> Cow<'static, str> {
    match (is_own, is_asked) {
        (_, true) => menu.by_device(
            "Delete again removes it for good; Esc keeps it",
            "<South> again removes it for good; <East> keeps it",
            "The same button again removes it for good; Back keeps it",
        ),
        (true, false) => menu.by_device(
            "C copies the board as a fumen, E edits it, Delete removes the puzzle",
            "Left and right lead to the buttons: the board is copied as a fumen, or edited, or the puzzle deleted",
            "Another tap begins it; the buttons copy the board as a fumen, edit it, or delete the puzzle",
        ),
        (false, false) => menu.by_device(
            "C copies the board as a fumen, E edits it",
            "Left and right lead to the buttons: the board is copied as a fumen, or edited",
            "Another tap begins it; the buttons copy the board as a fumen, or edit it",
        ),
    }
}

/// Deletes a puzzle of the player's own with its best games, and tells what came of it.
fn delete(
    id: &str,
    library: &mut PuzzleLibrary,
    settings: &mut Settings,
    (records, saving): (&mut Records, &mut SettingsSaver),
    toasts: &mut Toasts,
) {
    let Some(entry) = library.book.find(id) else { return };
    let name = entry.puzzle.name.clone();
    let plan = library.book.puzzle_plan(id, &settings.single.rules);
    match entry.remove() {
        Ok(()) => {
            // Versus would be refused for want of it.
            if settings.seating.board == id {
                settings.seating.board.clear();
            }
            if let Ok(plan) = plan {
                saving.forget_best_games(records, &plan.course.id);
            }
            toasts.say(format!("{name} is deleted"));
        }
        Err(line) => toasts.warn_and_log(format!("{name} could not be deleted: {line}")),
    }
    library.book = PuzzleBook::load();
}

/// The goal of a puzzle in words.
fn goal_of(plan: &Plan) -> String {
    use crate::game::modes::Goal;
    match plan.course.goal {
        Goal::Lines if plan.rules.goal_lines > 0 => format!("Clear {}", counted(plan.rules.goal_lines, "line")),
        Goal::Lines => "No goal".to_owned(),
        Goal::Time { ticks } => format!("Last {} seconds", ticks / 1000),
        Goal::Rows { rows } => format!("Dig {}", counted(rows, "row")),
        Goal::Garbage => "Clear all that is given".to_owned(),
        Goal::Perfect => "Leave not a single cell".to_owned(),
        Goal::Spins { count } => format!("Clear lines with {}", counted(count, "spin")),
        // Whatever the rules count as a spin, a full one is a T's.
        Goal::SpinClear { lines } => format!("Clear {} at once with a T-spin", counted(lines, "line")),
    }
}

/// Paints the board as it begins, the goal, and the pieces in their order.
fn preview(painter: &Painter, rect: Rect, plan: &Plan) {
    let inside = theme::paint_side_background(painter, rect).shrink(16.0);
    let at = inside.center_top() + vec2(0.0, 10.0);
    painter.text(at, Align2::CENTER_CENTER, goal_of(plan), theme::extrabold(18.0), theme::GOLD);
    // Every seed makes another random board: the picture shows one of them.
    let matrix = start::starting_matrix(&plan.rules, &plan.course.start, 1);
    let rows = (matrix.board().stack_height() + 3).max(10);
    let queue_room = 64.0;
    let room = Rect::from_min_max(inside.min + vec2(0.0, 30.0), inside.max - vec2(0.0, queue_room));
    PaintedWell::paint(painter, room, &matrix, rows);
    let queue: Vec<_> =
        plan.course.start.queue.chars().filter_map(|l| start::piece_of_letter(plan.rules.pieces, l)).collect();
    let middle = inside.bottom() - queue_room / 2.0 + 10.0;
    if queue.is_empty() {
        let at = pos2(inside.center().x, middle);
        painter.text(at, Align2::CENTER_CENTER, "Pieces without end", theme::regular(14.0), theme::ASH);
        return;
    }
    let step = (inside.width() / queue.len() as f32).min(64.0);
    let first = inside.center().x - step * (queue.len() as f32 - 1.0) / 2.0;
    for (place, kind) in queue.into_iter().enumerate() {
        let centre = pos2(first + step * place as f32, middle);
        draw::piece(painter, kind, Facing::North, centre, (step / 5.0).min(13.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::puzzles::ListedPuzzle;
    use crate::game::modes::Puzzle;

    #[test]
    fn each_puzzle_that_can_be_played_has_a_row_and_the_random_boards_come_last() {
        let entry = |id: &str, queue: &str, ships| {
            let puzzle = Puzzle { goal: "spins 1".to_owned(), queue: queue.to_owned(), ..Puzzle::default() };
            ListedPuzzle { id: id.to_owned(), ships, path: "folder".into(), puzzle }
        };
        let entries = vec![entry("one", "ST", true), entry("no-such-piece", "X", true), entry("own", "T", false)];
        let rows = puzzle_rows(&PuzzleBook { entries, ..PuzzleBook::default() }, &Rules::marathon());
        let listed: Vec<(&str, &str, bool)> =
            rows.iter().map(|row| (row.id.as_str(), row.plan.course.start.queue.as_str(), row.is_own)).collect();
        assert_eq!(listed[..2], [("one", "ST", false), ("own", "T", true)]);
        let random = RANDOM_BOARD_ROW_COUNTS.map(|rows| format!("{RANDOM_PREFIX}{rows}"));
        assert!(listed[2..].iter().map(|(id, ..)| *id).eq(random.iter().map(String::as_str)));
    }

    #[test]
    fn the_goal_of_a_puzzle_is_told_in_words() {
        for (goal, words) in [
            ("clear", "Clear all that is given"),
            ("perfect", "Leave not a single cell"),
            ("lines 1", "Clear 1 line"),
            ("lines 4", "Clear 4 lines"),
            ("spins 1", "Clear lines with 1 spin"),
            ("spins 3", "Clear lines with 3 spins"),
        ] {
            let (queue, board) = ("T".to_owned(), "#.........".to_owned());
            let puzzle = Puzzle { goal: goal.to_owned(), queue, board, ..Puzzle::default() };
            assert_eq!(puzzle.make_plan("", &Rules::marathon()).map(|plan| goal_of(&plan)), Ok(words.to_owned()));
        }
    }

    #[test]
    fn a_full_spin_is_told_as_a_t_spin_also_where_every_piece_can_spin() {
        let (goal, queue, rules) = ("spin-clear 2".to_owned(), "ST".to_owned(), "all-spin=on".to_owned());
        let plan = Puzzle { goal, queue, rules, ..Puzzle::default() }.make_plan("", &Rules::marathon());
        assert_eq!(plan.as_ref().map(|plan| plan.rules.all_spin), Ok(true));
        assert_eq!(plan.map(|plan| goal_of(&plan)), Ok("Clear 2 lines at once with a T-spin".to_owned()));
    }
}
