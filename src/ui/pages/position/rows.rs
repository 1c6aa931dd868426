//! The rows of the position editor: the question with its answer, the parts of the position,
//! and what can be done with it.

use super::super::super::menu::Menu;
use super::super::{capital, rules};
use super::side::ShownOnBoard;
use super::{PositionView, PositionWish, moves};
use crate::app::advice_job::Adviser;
use crate::app::clipboard::CAN_COPY_LINKS;
use crate::app::position::{
    AskAboutPosition, EditedPosition, MOST_GARBAGE, MOST_PIECES, MOST_STREAK, PlayFromPosition, PositionEditor,
    line_pieces_on_board,
};
use crate::app::typing::Typing;
use crate::rules::{PieceSet, Streak};
use crate::solver::SolverGoal;
use crate::tbp::message::is_steering;

/// How many rows stand above those of the moves: the questions.
const QUESTIONS: usize = 2;
/// The most lines that a puzzle of the player's own asks for.
const MOST_LINES: u32 = 20;
/// The most lines that a puzzle with a T-spin as its goal asks for at once.
const MOST_SPUN: u32 = 3;
/// The most characters of a page's comment that are shown.
const MOST_OF_COMMENT: usize = 100;

/// Adds all rows of the position editor; `undo` says which keys take a piece back. Returns what the player asks for,
/// and what is to be shown on the board beside the rows.
pub(super) fn show(
    menu: &mut Menu,
    editor: &PositionEditor,
    position: &mut EditedPosition,
    view: &mut PositionView,
    typing: &mut Typing,
    undo: Option<&str>,
) -> (Option<PositionWish>, Option<ShownOnBoard>) {
    let problem = position.problem();
    let mut wish = question(menu, editor, position, problem.as_deref());
    let advice = editor.computer_answer().and_then(|answer| Some((&answer.adviser, answer.advice.as_ref().ok()?)));
    let count = advice.map_or(0, |(_, advice)| advice.moves.len());
    let before = std::mem::replace(&mut view.moves, count);
    menu.cursor.at = kept_focus(menu.cursor.at, before, count);
    let mut in_focus = None;
    for (at, advised) in advice.into_iter().flat_map(|(_, advice)| advice.moves.iter().enumerate()) {
        let by_search = matches!(advice, Some((Adviser::Searcher(..), _)));
        if moves::add_move_row(menu, at, advised, by_search) {
            in_focus = Some(at);
        }
    }
    let advised = advice.and_then(|(_, advice)| advice.moves.get(in_focus.unwrap_or(0)));
    let line = advised.map(|advised| ShownOnBoard::Line(line_pieces_on_board(position.matrix.board(), &advised.line)));
    wish = parts(menu, editor, position, view, typing).or(wish);
    let places = places(menu, position, view, problem.as_deref()).filter(|_| in_focus.is_none());
    wish = uses(menu, editor, position, view, typing, undo).or(wish);
    (wish, places.or(line))
}

/// The row to which the focus goes, so that it stays with what it was on when `before` rows of moves have become
/// `count`. The moves follow the questions.
const fn kept_focus(at: usize, before: usize, count: usize) -> usize {
    match at {
        at if at < QUESTIONS => at,
        at if at >= QUESTIONS + before => at - before + count,
        at if at >= QUESTIONS + count => QUESTIONS + count - 1,
        at => at,
    }
}

/// Adds the rows that ask for the best moves, and a note or warning about the answer.
fn question(
    menu: &mut Menu,
    editor: &PositionEditor,
    position: &EditedPosition,
    problem: Option<&str>,
) -> Option<PositionWish> {
    let champion = position.is_playable_by_champion();
    let mut asked = None;
    if menu.main_button(if champion { "Ask the champion" } else { "Ask" }) {
        asked = Some(PositionWish::Ask(AskAboutPosition::Champion));
    }
    menu.explain_row(match champion {
        true => "Its five best moves, how far each is behind the best, and how it would go on",
        false => "The five best moves, and how far each is behind the best",
    });
    let hint = "What the opponent that you chose in Versus would play here";
    menu.wish_button(&mut asked, "Ask your opponent", PositionWish::Ask(AskAboutPosition::Opponent), hint);
    match (problem, editor.thinking_adviser(), editor.computer_answer()) {
        (Some(line), ..) => menu.alarm(line),
        (None, Some(adviser), _) => menu.note(&format!("{} thinks …", adviser.name())),
        (None, None, Some(answer)) => match (&answer.advice, &answer.adviser) {
            (Err(line), _) => menu.alarm(&format!("There is no answer: {line}")),
            (Ok(advice), _) if advice.is_lost => menu.alarm("Every line is lost within these pieces"),
            (Ok(_), Adviser::Searcher(name, _)) => {
                menu.note(&format!(
                    "{name} says, by its own values, how many points of the chance to win each is behind the best:"
                ));
            }
            (Ok(_), Adviser::Bot(name, _)) => menu.note(&format!("{name} is a bot and names only one move:")),
            (Ok(_), Adviser::Learner(name, _)) => {
                menu.note(&format!("{name} says, by its own values, how far each is behind the best:"));
            }
        },
        (None, None, None) if champion => {}
        (None, None, None) => {
            menu.note("The champion knows only the usual board and pieces: here the learner that gives hints answers.");
        }
    }
    asked.filter(|_| problem.is_none())
}

/// Adds the rows that change the parts of the position, such as the board's size and the pieces.
fn parts(
    menu: &mut Menu,
    editor: &PositionEditor,
    position: &mut EditedPosition,
    view: &mut PositionView,
    typing: &mut Typing,
) -> Option<PositionWish> {
    let mut wish = None;
    menu.heading("The position");
    let label = menu.by_device("Paint with keys", "Paint with buttons", "Paint with keys");
    let hint = menu.by_device(
        "Or with a gamepad. The mouse paints at any time, its right button only empties cells",
        "The mouse paints at any time, its right button only empties cells",
        "A finger on the board paints at any time",
    );
    view.hand.add_painting_row(menu, &label, &hint);
    if let Some(text) = menu.typed_line_row("Pieces", "position-pieces", (&position.piece_letters(), ""), typing)
        && let Err(line) = position.set_queue(&text)
    {
        wish = Some(PositionWish::Hear(line));
    }
    let keys = menu.typing_keys_in_words("it");
    menu.explain_row(format!("Their letters, the falling piece first, {MOST_PIECES} at most; {keys}"));
    if let Some(text) = menu.typed_line_row("Bag", "position-bag", (&position.bag_letters(), "– full"), typing)
        && let Err(line) = position.set_bag(&text)
    {
        wish = Some(PositionWish::Hear(line));
    }
    menu.explain_row("What the bag still brings after these pieces, in any order; none at all is a full bag");
    hold(menu, position);
    let (mut chain, mut combo) = (u32::from(position.streak.back_to_back), u32::from(position.streak.combo));
    number(menu, "Back-to-back", &mut chain, (0, MOST_STREAK), "Difficult clears in a row so far");
    number(menu, "Combo", &mut combo, (0, MOST_STREAK), "Clears in a row so far");
    let hint = "Rows that wait and rise at the next lock without a clear";
    number(menu, "Garbage", &mut position.garbage, (0, MOST_GARBAGE), hint);
    (position.streak.back_to_back, position.streak.combo) = (chain as u16, combo as u16);
    let mut rules = position.rules;
    rules::add_attack_row(menu, &mut rules);
    if rules != position.rules {
        *position = editor.position_with_rules(position, rules);
    }
    size(menu, position);
    wish
}

/// Adds the row of the held piece, which a game without hold has not.
fn hold(menu: &mut Menu, position: &mut EditedPosition) {
    if !position.rules.hold {
        let hint = "The game that this position is from has no hold; an emptied board has one";
        return menu.disabled_row("Hold", "none", hint);
    }
    let kinds = position.rules.pieces.kinds().map(|kind| (Some(kind), kind.letter().to_string()));
    let kinds: Vec<_> = std::iter::once((None, "none".to_owned())).chain(kinds).collect();
    menu.pick("Hold", &kinds, &mut position.hold);
    menu.explain_row("The piece that is put aside");
}

/// Adds the row of a whole number within these limits. True when it changed.
fn number(menu: &mut Menu, label: &str, value: &mut u32, limits: (u32, u32), hint: &str) -> bool {
    let text = value.to_string();
    let changed = menu.whole_number(label, value, limits, &text);
    menu.explain_row(hint);
    changed
}

/// Adds the rows of the board's size and of the kind of pieces.
fn size(menu: &mut Menu, position: &mut EditedPosition) {
    let size = position.size();
    let (mut columns, mut rows) = (u32::from(size.width), u32::from(size.visible));
    let hint = "The champion plays ten; on other boards the learner that gives hints answers";
    let wider = number(menu, "Columns", &mut columns, (4, 16), hint);
    let higher = number(menu, "Rows", &mut rows, (4, 40), "Below the skyline");
    if wider || higher {
        position.resize(columns as u8, rows as u8);
    }
    let sets = [(PieceSet::Tetromino, "Tetrominoes"), (PieceSet::Pentomino, "Pentominoes")];
    let mut set = position.rules.pieces;
    if menu.pick("Kind of pieces", &sets, &mut set) {
        *position = position.clone().with_piece_set(set);
    }
    menu.explain_row("The seven pieces of four cells, or the eighteen of five");
}

/// Adds the rows about every place that the falling piece can reach. Returns the places, if they are to be shown.
fn places(
    menu: &mut Menu,
    position: &EditedPosition,
    view: &mut PositionView,
    problem: Option<&str>,
) -> Option<ShownOnBoard> {
    menu.toggle("Every reachable place", &mut view.shows_places);
    menu.explain_row("Where the falling piece can come to rest, by tucks and spins too");
    if !view.shows_places {
        return None;
    }
    let all = if problem.is_none() { position.reachable_places() } else { Vec::new() };
    if all.is_empty() {
        menu.disabled_row("Place", "none", problem.unwrap_or("The falling piece has no place on this board"));
        return None;
    }
    let at = view.place.min(all.len() - 1);
    view.place = menu.pick_index("Place", &format!("{} of {}", at + 1, all.len()), at, all.len()).unwrap_or(at);
    let place = all[view.place];
    menu.explain_row(format!("{}{}", capital(&position.fewest_keys_in_words(&place)), moves::spin_words(place.spin)));
    Some(ShownOnBoard::Places(all, view.place))
}

/// Adds the rows of what can be done with the position.
fn uses(
    menu: &mut Menu,
    editor: &PositionEditor,
    position: &mut EditedPosition,
    view: &mut PositionView,
    typing: &mut Typing,
    undo: Option<&str>,
) -> Option<PositionWish> {
    let mut wish = None;
    menu.heading("What to do with it");
    let undo = undo.map_or(String::new(), |undo| format!("; {undo}"));
    let has_more = position.streak != Streak::default() || position.garbage > 0;
    let left_out = if has_more { "; streaks and waiting garbage are left out" } else { "" };
    let hint = format!("Alone, without hurry or end{undo}{left_out}");
    menu.wish_button(&mut wish, "Play on from here", PositionWish::Play(PlayFromPosition::Alone), hint);
    let hint = format!("The opponent that you chose in Versus; both begin with this board and these pieces{left_out}");
    menu.wish_button(&mut wish, "Play it against your opponent", PositionWish::Play(PlayFromPosition::Against), hint);
    let hint = menu.text_with_keys("A line of text that other programs read too", "; C does it from every row");
    menu.wish_button(&mut wish, "Copy as a fumen", PositionWish::Copy, hint);
    if CAN_COPY_LINKS {
        let hint = format!("A link that goes straight into a game alone from here{left_out}");
        menu.wish_button(&mut wish, "Copy a link", PositionWish::Link, hint);
    }
    let hint = menu.text_with_keys("The first page of what is in the clipboard", "; V does it from every row");
    menu.wish_button(&mut wish, "Paste a fumen", PositionWish::Paste, hint);
    fumen_page(menu, position, view);
    match editor.can_undo() {
        true => {
            let hint = menu.text_with_keys("The last change", "; Z does it from every row");
            menu.wish_button(&mut wish, "Undo", PositionWish::Undo, hint);
        }
        false => menu.disabled_row("Undo", "nothing", "There is no change yet"),
    }
    match editor.can_redo() {
        true => {
            let hint = menu.text_with_keys("The change that was undone", "; Y does it from every row");
            menu.wish_button(&mut wish, "Redo", PositionWish::Redo, hint);
        }
        false => menu.disabled_row("Redo", "nothing", "Nothing was undone since the last change"),
    }
    if menu.button("Empty the board") {
        position.clear();
    }
    menu.explain_row("The pieces stay");
    if menu.button("Mirror the board") {
        position.mirror();
    }
    menu.explain_row("Left and right change places; every piece, those to come too, becomes its mirror image");
    let columns = menu.choice("Move sideways", "left – right");
    menu.explain_row("All cells by a column; what passes an edge is lost");
    let rows = menu.choice("Move up or down", "down – up");
    menu.explain_row("All cells by a row; what passes the floor or the top is lost");
    if (columns, rows) != (0, 0) {
        position.move_cells(columns as i8, rows as i8);
    }
    menu.heading("As a puzzle");
    let goals = [
        (SolverGoal::PerfectClear, "Not a single cell left"),
        (SolverGoal::Lines { lines: view.lines as u8 }, "Lines"),
        (SolverGoal::SpinClear { lines: view.lines.min(MOST_SPUN) as u8 }, "Lines by one T-spin"),
    ];
    menu.pick("Goal", &goals, &mut view.goal);
    menu.explain_row("What has to be done with the pieces of the position, and with no others");
    let counted = match &mut view.goal {
        SolverGoal::PerfectClear => None,
        SolverGoal::Lines { lines } => Some((lines, MOST_LINES, "How many lines have to be cleared")),
        SolverGoal::SpinClear { lines } => Some((lines, MOST_SPUN, "How many lines have to be cleared at once")),
    };
    if let Some((lines, most, hint)) = counted {
        view.lines = u32::from(*lines);
        number(menu, "Lines", &mut view.lines, (1, most), hint);
        *lines = view.lines as u8;
    }
    if let Some(name) = menu.typed_line_row("Save as", "position-puzzle", ("", "– a name"), typing) {
        wish = Some(PositionWish::Save(name, view.goal));
    }
    menu.explain_row(format!(
        "{}; the puzzle is among the others then{left_out}",
        capital(&menu.typing_keys_in_words("the name"))
    ));
    wish
}

/// Adds the row of the pages of the fumen that was pasted last, each with its comment.
fn fumen_page(menu: &mut Menu, position: &mut EditedPosition, view: &mut PositionView) {
    let (label, count) = ("Page of the fumen", view.pasted.len());
    if count < 2 {
        return menu.disabled_row(label, "–", "A pasted fumen of several pages has them here");
    }
    if let Some(at) = menu.pick_index(label, &format!("{} of {count}", view.page + 1), view.page, count) {
        view.page = at;
        (*position, _) = position.with_fumen_page(&view.pasted[at]);
    }
    let Some(page) = view.pasted.get(view.page) else { return };
    // The pieces of a quiz stand in a row of their own.
    let comment = page.quiz().map_or_else(|| page.comment.clone(), |quiz| quiz.then.unwrap_or_default());
    let signs = comment.chars().map(|sign| if is_steering(sign) { ' ' } else { sign });
    let comment: String = signs.take(MOST_OF_COMMENT).collect();
    menu.explain_row(if comment.is_empty() { "This page has no comment".to_owned() } else { comment });
}

#[cfg(test)]
mod tests {
    use super::super::super::super::menu::Cursor;
    use super::super::super::super::test_frame::{after_each_row, column_texts, panel_frame};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;
    use crate::fumen::FumenPage;
    use crate::rules::Mino;

    #[test]
    fn what_a_game_from_here_leaves_out_is_told_where_there_is_any() {
        let told = |garbage: u32| {
            let texts = column_texts([false, true], |menu| {
                let (mut position, mut view) =
                    (EditedPosition { garbage, ..EditedPosition::default() }, PositionView::default());
                let (editor, mut typing) = (PositionEditor::default(), Typing::default());
                uses(menu, &editor, &mut position, &mut view, &mut typing, None);
            });
            ["or end", "these pieces", "the others then"]
                .map(|end| texts.contains(&format!("{end}; streaks and waiting garbage are left")))
        };
        assert_eq!([told(0), told(3)], [[false; 3], [true; 3]], "alone, against the opponent, as a puzzle");
    }

    #[test]
    fn every_row_of_the_parts_changes_its_own() {
        let all = after_each_row(&EditedPosition::default(), |menu, position| {
            let (mut view, mut typing) = (PositionView::default(), Typing::default());
            parts(menu, &PositionEditor::default(), position, &mut view, &mut typing);
        });
        // The tool, the pieces and the bag stand above these.
        let mut expected = [(); 4].map(|()| EditedPosition::default());
        expected[0].hold = all[3].hold;
        expected[1].streak.back_to_back = 1;
        expected[2].streak.combo = 1;
        expected[3].garbage = 1;
        assert!(all[3].hold.is_some());
        assert_eq!(all[3..7], expected);
        let sizes = [8, 9].map(|row: usize| (all[row].size().width, all[row].size().visible));
        assert_eq!(sizes, [(11, 20), (10, 21)], "columns and rows, below the attack rules");
    }

    #[test]
    fn three_rows_mirror_the_board_and_move_it() {
        let cell_after = |row: usize, nav: NavigationSteps| {
            let (mut position, mut view) = (EditedPosition::default(), PositionView::default());
            let (editor, mut typing) = (PositionEditor::default(), Typing::default());
            position.set_cell(3, 1, true);
            let mut cursor = Cursor::default();
            cursor.at = row;
            panel_frame(nav, &mut cursor, |menu| {
                uses(menu, &editor, &mut position, &mut view, &mut typing, None);
            });
            (0..20).flat_map(|y| (0..10).map(move |x| (x, y))).find(|&(x, y)| position.is_filled(x, y))
        };
        let left = NavigationSteps { left: true, ..NavigationSteps::default() };
        let right = NavigationSteps { right: true, ..NavigationSteps::default() };
        let enter = NavigationSteps { enter: true, ..NavigationSteps::default() };
        // Eight rows stand above these.
        assert_eq!(cell_after(8, enter), Some((6, 1)), "mirrored");
        assert_eq!([left, right].map(|nav| cell_after(9, nav)), [Some((2, 1)), Some((4, 1))]);
        assert_eq!([left, right].map(|nav| cell_after(10, nav)), [Some((3, 0)), Some((3, 2))]);
    }

    #[test]
    fn a_row_leads_to_every_page_of_a_pasted_fumen_and_tells_its_comment() {
        let page = |column: usize, comment: &str| {
            let mut page = FumenPage { comment: comment.to_owned(), ..FumenPage::default() };
            page.field.rows[0][column] = Mino::Garbage;
            page
        };
        let pasted = vec![page(2, "first"), page(5, "#Q=[](T)IO;second"), page(7, "")];
        let mut view = PositionView { pasted, ..PositionView::default() };
        let mut position = EditedPosition::default();
        let right = NavigationSteps { right: true, ..NavigationSteps::default() };
        let mut seen = Vec::new();
        for _ in 0..3 {
            panel_frame(right, &mut Cursor::default(), |menu| fumen_page(menu, &mut position, &mut view));
            let column = (0..10).find(|&x| position.is_filled(x, 0));
            let told = column_texts([false, true], |menu| fumen_page(menu, &mut position, &mut view));
            seen.push((view.page, column, told.contains("second"), told.contains("no comment")));
        }
        assert_eq!(seen, [(1, Some(5), true, false), (2, Some(7), false, true), (0, Some(2), false, false)]);
        view.pasted.truncate(1);
        let told = column_texts([false, true], |menu| fumen_page(menu, &mut position, &mut view));
        assert!(told.contains("has them here"), "{told}");
    }

    #[test]
    fn the_focus_stays_on_its_row_when_moves_come_and_go() {
        assert_eq!([kept_focus(0, 0, 5), kept_focus(1, 5, 0)], [0, 1], "the questions");
        assert_eq!([kept_focus(2, 0, 5), kept_focus(7, 5, 0), kept_focus(10, 5, 3)], [7, 2, 8], "below the moves");
        assert_eq!([kept_focus(5, 5, 5), kept_focus(5, 5, 2), kept_focus(3, 5, 0)], [5, 3, 1], "on a move");
    }
}
