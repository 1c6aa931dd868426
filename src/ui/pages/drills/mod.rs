//! The drills: positions of the player's own games where much was lost, those that are due first, with the
//! board of the one in focus beside them; what goes wrong most; and practice: the finesse drill, and puzzles
//! that are made by search.

mod faults;
mod practice;

use super::super::draw;
use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::super::theme;
use super::super::well::PaintedWell;
use super::board_wish::{BoardWish, NO_FUMEN};
use super::{WHOLE, best};
use crate::app::clipboard::Clipboard;
use crate::app::drills::{Drills, RemoveDrill, TryDrill};
use crate::app::faults::ReviewedFaults;
use crate::app::finesse_drill::StartFinesseDrill;
use crate::app::made_puzzles::{MakePuzzle, PuzzleKind, PuzzleMaking};
use crate::app::persistence::drills::Drill;
use crate::app::position::EditedPosition;
use crate::app::screens::Screen;
use crate::fumen;
use crate::rules::{BoardSize, Facing};
use crate::storage::calendar;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Painter, Rect, Stroke, pos2, vec2};

/// The fewest rows of a board that are shown.
const LEAST_ROWS: usize = 14;
/// The height of the pieces under the board, in points.
const PIECES: f32 = 56.0;

/// What the player has chosen on the page of drills.
enum DrillChoice {
    /// Do the drill of a moment of an own game, given by its place in the list.
    Moment(usize),
    /// Remove the drill at this place in the list.
    Remove(usize),
    /// Copy or edit the position of a drill.
    Board(BoardWish, Box<EditedPosition>),
    /// Copy or edit the position of a drill that is kept without its board.
    MissingBoard,
    Finesse,
    Puzzle(&'static PuzzleKind),
}

pub(super) fn show(
    mut page: Page,
    (drills, faults): (Res<Drills>, Res<ReviewedFaults>),
    making: Res<PuzzleMaking>,
    mut clipboard: NonSendMut<Clipboard>,
) -> Result {
    let settings = page.settings.clone();
    let side = page.choose_side_size(vec2(360.0, WHOLE), vec2(360.0, 430.0));
    let look = PanelOptions { name: "drills", title: "Drills", row_width: 440.0, side_size: side };
    let shown = page.panel(look, |menu| {
        // The key that turns the tabs edits the board of a moment.
        if menu.cursor.tab == 0 && menu.cursor.at > 0 && BoardWish::of_key(menu.nav.shortcut).is_some() {
            menu.nav.next_tab = false;
        }
        match menu.tabs(&["Your games", "Your faults", "Practice"]) {
            0 => moments(menu, &drills),
            1 => {
                faults::add_rows(menu, &faults);
                None
            }
            _ => practice::add_rows(menu, &settings, making.kind()),
        }
    })?;
    match shown.inner {
        Some(DrillChoice::Moment(at)) => page.commands.trigger(TryDrill(at)),
        Some(DrillChoice::Remove(at)) => page.commands.trigger(RemoveDrill(at)),
        Some(DrillChoice::Board(wish, position)) => wish.fulfil(&mut page, &mut clipboard, *position),
        Some(DrillChoice::MissingBoard) => page.toasts.say(format!("Its board is not kept. {NO_FUMEN}")),
        Some(DrillChoice::Finesse) => page.commands.trigger(StartFinesseDrill),
        Some(DrillChoice::Puzzle(kind)) => page.commands.trigger(MakePuzzle(kind)),
        None if shown.back => page.next_screen.set(Screen::Single),
        None => {}
    }
    Ok(())
}

/// Adds a row for each moment of the player's own games, those that are due first. Returns what is chosen.
fn moments(menu: &mut Menu, drills: &Drills) -> Option<DrillChoice> {
    let now = calendar::seconds_since_1970();
    let mut sorted: Vec<(usize, &Drill)> = drills.all().iter().enumerate().collect();
    sorted.sort_by_key(|(_, drill)| (!drill.is_due(now), drill.due));
    menu.note("Solved ones come back after 1, 3 and 7 days, others the next day.");
    if sorted.is_empty() {
        let words = "Review a game in the list of replays:\nits worst moves become drills";
        empty(menu, "No drills yet", words);
    }
    let mut chosen = None;
    for (at, drill) in &sorted {
        let (shown, focused) = (menu.is_next_detailed(), menu.is_next_focused());
        let name = format!("A piece that cost {:.0} points", drill.points);
        let words = ["Edit", "Copy", "Remove"];
        let (tried, clicked) = menu.card_with_buttons([&name, &history(drill), &drill.due_in_words(now)], &words);
        if tried {
            chosen = Some(DrillChoice::Moment(*at));
        }
        menu.explain_row(menu.by_device(
            "Enter plays on from there, as it was. C copies the board, E edits it, Delete removes the drill",
            "<South> plays on from there, as it was. Left and right lead to the buttons",
            "Another tap plays on from there, as it was. The buttons do the rest",
        ));
        if clicked == Some(2) || focused && std::mem::take(&mut menu.nav.delete) {
            chosen = Some(DrillChoice::Remove(*at));
            // The next drill comes into this row: a second press must not remove it as well.
            menu.cursor.button = None;
        } else if shown {
            let painter = menu.side_painter();
            theme::paint_side_background(&painter, menu.side);
            board(&painter, menu.side.shrink(16.0), &drill.fumen, LEAST_ROWS);
            let wish = match clicked {
                Some(0) => Some(BoardWish::Edit),
                Some(1) => Some(BoardWish::Copy),
                _ => BoardWish::of_key(menu.nav.shortcut),
            };
            if let Some(wish) = wish {
                chosen = Some(match EditedPosition::default().with_fumen(&drill.fumen) {
                    Ok((position, _)) => DrillChoice::Board(wish, Box::new(position)),
                    Err(_) => DrillChoice::MissingBoard,
                });
            }
        }
    }
    chosen
}

/// Shows beside the rows that a tab is still empty, and what fills it.
fn empty(menu: &Menu, title: &str, words: &str) {
    let painter = menu.side_painter();
    theme::paint_side_background(&painter, menu.side);
    best::paint_placeholder(&painter, menu.side, title, words);
}

/// How often a drill was tried and solved, in words.
fn history(drill: &Drill) -> String {
    match (drill.tried, drill.solved) {
        (0, _) => "Not tried yet".to_owned(),
        (1, 0) => "Tried once".to_owned(),
        (tried, 0) => format!("Tried {tried} times"),
        (_, 1) => "Solved the last time".to_owned(),
        (_, solved) => format!("Solved {solved} times in a row"),
    }
}

/// Paints the board of a fumen, at least this many rows of it, an outline where its piece lies, and the
/// pieces of its quiz.
fn board(painter: &Painter, inside: Rect, fumen: &str, least_rows: usize) {
    let Some(page) = fumen::decode(fumen).ok().and_then(|fumen| fumen.pages.into_iter().next()) else { return };
    let matrix = page.field.to_matrix(BoardSize::default());
    let rows = (matrix.board().stack_height() + 3).max(least_rows);
    let well = PaintedWell::paint(painter, inside.with_max_y(inside.bottom() - PIECES), &matrix, rows);
    if let Some(piece) = page.piece {
        well.paint_piece_outline(painter, &piece.cells().collect::<Vec<_>>(), Stroke::new(3.0, theme::GOLD));
    }
    let Some(quiz) = page.quiz() else { return };
    let y = inside.bottom() - PIECES / 2.0 + 10.0;
    let pieces: Vec<_> = quiz.current.into_iter().chain(quiz.next).collect();
    let step = (inside.width() / (pieces.len() as f32 + 1.5)).min(48.0);
    let mut x = inside.center().x - step * (pieces.len() as f32 - 1.0) / 2.0;
    if let Some(hold) = quiz.hold {
        painter.text(pos2(inside.left(), y - 22.0), Align2::LEFT_CENTER, "HOLD", theme::semibold(11.5), theme::ASH);
        draw::piece(painter, hold, Facing::North, pos2(inside.left() + step * 0.5, y), step / 5.0);
        x = inside.left() + step * 2.0;
    }
    for kind in pieces {
        draw::piece(painter, kind, Facing::North, pos2(x, y), step / 5.0);
        x += step;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::menu::Cursor;
    use super::super::super::test_frame::{panel_frame, texts_by_device};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;
    use crate::app::persistence::Settings;
    use crate::app::persistence::drills::DrillList;
    use crate::app::persistence::faults::ReviewFaultHistory;
    use crate::game::Action;

    #[test]
    fn drills_that_are_due_stand_above_the_others_also_those_that_were_tried_when_the_clock_was_wrong() {
        let now = calendar::seconds_since_1970();
        let drill = |points: f64, days: u64| Drill { points, due: now + days * 86_400, ..Drill::default() };
        let list = DrillList { drills: vec![drill(11.0, 3), drill(22.0, 900)], ..DrillList::default() };
        let drills = Drills::unsaved(list);
        let [told, ..] = texts_by_device(|menu| {
            moments(menu, &drills);
        });
        let place = |points: &str| told.find(&format!("A piece that cost {points} points"));
        assert!(place("22").is_some() && place("22") < place("11"), "{told}");
    }

    #[test]
    fn nothing_on_the_page_names_a_key_to_whoever_uses_a_gamepad_or_fingers() {
        let mut settings = Settings::default();
        settings.keys.0.insert(Action::Undo, vec!["KeyB".to_owned()]);
        let drills = Drills::unsaved(DrillList { drills: vec![Drill::default()], ..DrillList::default() });
        let [keys, buttons, fingers] = texts_by_device(|menu| {
            moments(menu, &Drills::default());
            moments(menu, &drills);
            faults::add_rows(menu, &ReviewFaultHistory::default());
            practice::add_rows(menu, &settings, None);
        });
        for named in ["Enter plays on", "C copies", "Delete removes", "Enter makes one", "B undoes a piece"] {
            assert!(keys.contains(named) && !buttons.contains(named), "{named}: {buttons}");
            assert!(!fingers.contains(named), "{named}: {fingers}");
        }
        for named in ["A plays on", "A makes one"] {
            assert!(buttons.contains(named) && !keys.contains(named), "{named}: {keys}");
            assert!(!fingers.contains(named), "{named}: {fingers}");
        }
        for named in ["Another tap plays on", "A tap makes one"] {
            assert!(fingers.contains(named), "{named}: {fingers}");
        }
        assert!(!buttons.contains("(R in"), "where the list of replays is told of: {buttons}");
    }

    #[test]
    fn c_and_e_do_nothing_in_silence_on_a_drill_without_a_board() {
        for (fumen, has_board) in [("", false), ("v115@vhAAgH", true)] {
            let drill = Drill { fumen: fumen.to_owned(), ..Drill::default() };
            let drills = Drills::unsaved(DrillList { drills: vec![drill], ..DrillList::default() });
            for key in [KeyCode::KeyC, KeyCode::KeyE] {
                let nav = NavigationSteps { shortcut: Some(key), ..NavigationSteps::default() };
                let mut chosen = None;
                panel_frame(nav, &mut Cursor::default(), |menu| chosen = moments(menu, &drills));
                assert_eq!(matches!(chosen, Some(DrillChoice::Board(..))), has_board, "{key:?} on '{fumen}'");
                assert_eq!(matches!(chosen, Some(DrillChoice::MissingBoard)), !has_board, "{key:?} on '{fumen}'");
            }
        }
    }

    #[test]
    fn a_second_press_does_not_remove_the_drill_that_comes_after_the_removed_one() {
        let mut cursor = Cursor::default();
        let mut press = |count: u64, change: fn(&mut NavigationSteps)| {
            let drills = (0..count).map(|tick| Drill { tick, ..Drill::default() }).collect();
            let drills = Drills::unsaved(DrillList { drills, ..DrillList::default() });
            let (mut nav, mut chosen) = (NavigationSteps::default(), None);
            change(&mut nav);
            panel_frame(nav, &mut cursor, |menu| chosen = moments(menu, &drills));
            chosen
        };
        press(3, |nav| nav.right = true);
        assert!(matches!(press(3, |nav| nav.enter = true), Some(DrillChoice::Remove(0))), "it was pointed at");
        assert!(matches!(press(2, |nav| nav.enter = true), Some(DrillChoice::Moment(0))), "the next one is not");
        press(2, |nav| nav.left = true);
        assert!(matches!(press(2, |nav| nav.delete = true), Some(DrillChoice::Remove(0))), "by its key");
        assert!(matches!(press(1, |nav| nav.enter = true), Some(DrillChoice::Moment(0))), "nothing is pointed at");
    }
}
