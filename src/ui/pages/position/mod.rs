//! The position editor: a board that the player paints, and what the champion thinks of it.

mod moves;
mod rows;
mod side;

use super::super::board_hand::BoardHand;
use super::super::page::{Page, PanelOptions};
use super::board_wish::{BoardWish, NO_FUMEN};
use super::mode::undo_keys_in_words;
use crate::app::clipboard::{Clipboard, PasteResult};
use crate::app::persistence::puzzles::{own_folder, write_new};
use crate::app::position::{
    AskAboutPosition, EditedPosition, LeaveEditor, MOST_PIECES, PlayFromPosition, PositionEditor,
};
use crate::app::puzzle_check::CheckPuzzle;
use crate::app::typing::Typing;
use crate::fumen::{self, FumenPage};
use crate::game::modes::Puzzle;
use crate::solver::SolverGoal;
use bevy::prelude::*;
use bevy_egui::egui::vec2;

/// What the player asks the position editor to do.
enum PositionWish {
    /// Ask a computer player for the best moves.
    Ask(AskAboutPosition),
    Play(PlayFromPosition),
    /// Copy the position as a fumen.
    Copy,
    /// Copy a link to a game from the position.
    Link,
    /// Edit the position of the fumen that is in the clipboard.
    Paste,
    /// Save the position as a puzzle of this name with this goal.
    Save(String, SolverGoal),
    Undo,
    Redo,
    /// Show this message, about what is wrong with the typed text.
    Hear(String),
}

impl PositionWish {
    /// What a pressed key asks for, of the keys that work from every row: C copies, V pastes, Z undoes, and Y redoes,
    /// as Z with Shift does.
    fn of_key(key: Option<KeyCode>, with_shift: bool) -> Option<Self> {
        match key? {
            KeyCode::KeyC => Some(Self::Copy),
            KeyCode::KeyV => Some(Self::Paste),
            KeyCode::KeyZ if !with_shift => Some(Self::Undo),
            KeyCode::KeyZ | KeyCode::KeyY => Some(Self::Redo),
            _ => None,
        }
    }
}

/// What the page of the position editor remembers from frame to frame.
#[derive(Debug)]
pub(super) struct PositionView {
    /// The tool that paints the board, by keys or by the mouse.
    hand: BoardHand,
    /// Whether the stroke of the mouse in progress has changed a cell.
    has_changed: bool,
    /// How many rows the board shows. They stay as they are during a stroke, or the cells would move under the mouse.
    rows: usize,
    /// Whether the board shows every place that the falling piece can reach.
    shows_places: bool,
    /// Which of the falling piece's places is looked at: its index among them, counted from the left.
    place: usize,
    /// How many rows with advised moves the page had in the last frame.
    moves: usize,
    /// The goal of the puzzle that the position is to become.
    goal: SolverGoal,
    /// How many lines that puzzle asks for, unless its goal is a perfect clear.
    lines: u32,
    /// The pages of the fumen that was pasted last; none where they cannot all be read.
    pasted: Vec<FumenPage>,
    /// Which of these pages was taken up last, from 0.
    page: usize,
    /// The position as the page left it in the last frame.
    left: EditedPosition,
}

impl Default for PositionView {
    fn default() -> Self {
        let goal = SolverGoal::PerfectClear;
        let (hand, pasted) = (BoardHand::default(), Vec::new());
        Self {
            hand,
            has_changed: false,
            rows: 0,
            shows_places: false,
            place: 0,
            moves: 0,
            goal,
            lines: 4,
            pasted,
            page: 0,
            left: EditedPosition::default(),
        }
    }
}

impl PositionView {
    /// Offers the pages of the pasted fumen no more where the editor was opened with another position since.
    fn forget_pages_unless_left_at(&mut self, position: &EditedPosition) {
        if self.left != *position {
            (self.pasted, self.page) = (Vec::new(), 0);
        }
    }

    /// Names the page of the pasted fumen that the position shows, if it shows another one than before.
    fn find_page(&mut self, position: &EditedPosition) {
        let is_shown = |page: &FumenPage| position.with_fumen_page(page).0 == *position;
        if !self.pasted.get(self.page).is_some_and(is_shown) {
            self.page = self.pasted.iter().position(is_shown).unwrap_or(self.page);
        }
    }
}

pub(super) fn show(
    mut page: Page,
    mut editor: ResMut<PositionEditor>,
    mut view: Local<PositionView>,
    mut typing: ResMut<Typing>,
    mut clipboard: NonSendMut<Clipboard>,
    down: Res<ButtonInput<KeyCode>>,
) -> Result {
    let view = &mut *view;
    view.forget_pages_unless_left_at(editor.position());
    let with_shift = down.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let mut position = editor.position().clone();
    let paints = view.hand.keys_paint(true);
    page.keep_focus_if_pressed(&[KeyCode::KeyC, KeyCode::KeyV, KeyCode::KeyZ, KeyCode::KeyY]);
    let mut by_key = None;
    if paints {
        let steps = page.take_navigation_steps();
        by_key = PositionWish::of_key(steps.shortcut, with_shift);
        view.hand.steps = steps;
    }
    let look = PanelOptions { name: "position", title: "Position", row_width: 450.0, side_size: vec2(420.0, 520.0) };
    let leave = if paints { "Stop painting" } else { "Back" };
    let undo = undo_keys_in_words(&page.settings, (page.used_pad(), page.is_keyboard_used()));
    let mut in_stroke = false;
    let shown = page.panel_with_back_label(leave, look, |menu| {
        let wish = by_key.or_else(|| PositionWish::of_key(menu.nav.shortcut, with_shift));
        let (asked, on_board) = rows::show(menu, &editor, &mut position, view, &mut typing, undo.as_deref());
        in_stroke = side::show(menu, &mut position, (&mut view.hand, &mut view.rows), on_board.as_ref());
        asked.or(wish)
    })?;
    // A stroke is one change, from the first cell that it changes on.
    let changes = position != *editor.position();
    editor.set_position(position, in_stroke && view.has_changed);
    view.has_changed = in_stroke && (view.has_changed || changes);
    let pasted = || clipboard.has_come("position").then_some(PositionWish::Paste);
    if let Some(wish) = shown.inner.or_else(pasted) {
        if matches!(wish, PositionWish::Play(_)) {
            view.hand.is_on = false;
        }
        fulfil(wish, &mut page, &mut editor, &mut clipboard, view);
    }
    view.left.clone_from(editor.position());
    if shown.back {
        view.hand.is_on = false;
        if !paints {
            page.commands.trigger(LeaveEditor);
        }
    }
    Ok(())
}

fn fulfil(
    wish: PositionWish,
    page: &mut Page,
    editor: &mut PositionEditor,
    clipboard: &mut Clipboard,
    view: &mut PositionView,
) {
    match wish {
        PositionWish::Ask(whom) => page.commands.trigger(whom),
        PositionWish::Play(how) => page.commands.trigger(how),
        PositionWish::Copy => BoardWish::Copy.fulfil(page, clipboard, editor.position().clone()),
        PositionWish::Link => match editor.position().as_fumen() {
            Some(text) => page.toasts.say_copied(clipboard.set_link(&[("board", &text)]), "The link is copied"),
            None => page.toasts.say(NO_FUMEN),
        },
        PositionWish::Paste => match clipboard.paste("position") {
            PasteResult::Text(text) => match editor.position().with_fumen(&text) {
                Ok((position, beyond)) => {
                    editor.set_position(position, false);
                    (view.pasted, view.page) = (pages_of(&text), 0);
                    page.toasts.say(match (beyond, view.pasted.len()) {
                        (0, 0 | 1) => "The fumen is pasted".to_owned(),
                        (0, pages) => format!("The first of the fumen's {pages} pages is pasted"),
                        _ => format!("The fumen is pasted, with the first {MOST_PIECES} of its pieces"),
                    });
                }
                Err(line) => page.toasts.warn(line),
            },
            PasteResult::Nothing => page.toasts.say("There is no text in the clipboard"),
            PasteResult::Later => {}
        },
        PositionWish::Save(name, goal) => match save(editor.position(), &name, goal) {
            Ok(puzzle) => {
                page.toasts.say(format!("{} is among the puzzles now", puzzle.name));
                page.commands.trigger(CheckPuzzle { puzzle, goal });
            }
            Err(line) => page.toasts.warn(line),
        },
        PositionWish::Undo => {
            if !editor.undo() {
                page.toasts.say("There is nothing to undo");
            }
            view.find_page(editor.position());
        }
        PositionWish::Redo => {
            if !editor.redo() {
                page.toasts.say("There is nothing to redo");
            }
            view.find_page(editor.position());
        }
        PositionWish::Hear(line) => page.toasts.warn(line),
    }
}

/// All pages of a fumen; none where one of them cannot be read.
fn pages_of(text: &str) -> Vec<FumenPage> {
    fumen::decode(text.trim()).map_or_else(|_| Vec::new(), |fumen| fumen.pages)
}

/// Saves the position as a puzzle. The error is a message for the player.
fn save(position: &EditedPosition, name: &str, goal: SolverGoal) -> Result<Puzzle, String> {
    if name.trim().is_empty() {
        return Err("A puzzle needs a name: write one".to_owned());
    }
    let puzzle = position.puzzle(name, goal)?;
    let folder = own_folder().ok_or("There is no folder to keep puzzles in")?;
    write_new(&folder, &puzzle).map_err(|line| format!("The puzzle could not be saved: {line}"))?;
    Ok(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fumen::Quiz;
    use crate::rules::PieceKind;

    #[test]
    fn the_pages_of_a_pasted_fumen_are_offered_until_the_editor_is_opened_with_another_position() {
        let left = EditedPosition { garbage: 3, ..EditedPosition::default() };
        let pasted = vec![FumenPage::default(), FumenPage::default()];
        let mut view = PositionView { pasted, page: 1, left: left.clone(), ..PositionView::default() };
        view.forget_pages_unless_left_at(&left);
        assert_eq!((view.pasted.len(), view.page), (2, 1), "the same position");
        view.forget_pages_unless_left_at(&EditedPosition::default());
        assert_eq!((view.pasted.len(), view.page), (0, 0), "another one");
    }

    #[test]
    fn a_step_back_or_forth_to_another_page_of_a_pasted_fumen_names_that_page() {
        let pages = ["", "combo=2", "combo=3", "combo=3"].map(|told| {
            let quiz = Quiz { current: Some(PieceKind::T), then: Some(told.to_owned()), ..Quiz::default() };
            FumenPage { comment: quiz.to_string(), ..FumenPage::default() }
        });
        let positions = pages.each_ref().map(|page| EditedPosition::default().with_fumen_page(page).0);
        let mut view = PositionView { pasted: pages.to_vec(), page: 1, ..PositionView::default() };
        for (position, page) in [(&positions[0], 0), (&positions[1], 1), (&positions[3], 2)] {
            view.find_page(position);
            assert_eq!(view.page, page);
        }
        view.page = 3;
        view.find_page(&positions[3]);
        assert_eq!(view.page, 3, "it is shown already");
        view.find_page(&EditedPosition { garbage: 5, ..positions[0].clone() });
        assert_eq!(view.page, 3, "no page shows it");
    }
}
