//! Boards written down as fumen: the board in play as a line of text, and a game that begins at such a board.

use super::persistence::Settings;
use super::position::no_room_line;
use crate::fumen::{self, Fumen, FumenField, FumenPage, Quiz};
use crate::game::modes::{Course, Plan, StartPosition};
use crate::game::{MatchSetup, Mode, SeatSetup};
use crate::rules::{Hold, Matrix, NextQueue, PieceKind, PieceSet, Rules};

/// The most characters of a fumen that is read. Only its first page counts.
pub(super) const MOST_FUMEN_CHARACTERS: usize = 100_000;

/// The setup of a game without hurry and without an end that begins at the board of a fumen's first page, with the
/// pieces that its comment tells. After those come the pieces that the rules for one player would bring.
///
/// # Errors
/// A line for the player that says what is wrong with the text, or why the board cannot be played on.
pub fn fumen_match_setup(text: &str, settings: &Settings, seed: u64) -> Result<MatchSetup, String> {
    if text.len() > MOST_FUMEN_CHARACTERS {
        return Err(format!("the board's text has more than {MOST_FUMEN_CHARACTERS} characters"));
    }
    let fumen = fumen::decode_first_page(text).map_err(|error| error.to_string())?;
    let page = &fumen.pages[0];
    let Plan { mut rules, mut course } = Plan::of(Mode::Zen, &settings.modes.options, &settings.single.rules);
    if usize::from(rules.board.width) != fumen::WIDTH || rules.pieces != PieceSet::Tetromino {
        (rules.board, rules.pieces) = (Rules::marathon().board, PieceSet::Tetromino);
    }
    let mut matrix = page.field.to_matrix(rules.board);
    // A full row would never clear by itself.
    matrix.clear_full_rows();
    let quiz = page.quiz();
    let alone = Quiz { current: page.piece.map(|piece| piece.kind), ..Quiz::default() };
    let quiz = quiz.unwrap_or(alone);
    let first = quiz.current.or_else(|| quiz.next.first().copied());
    let mut coming = rules.pieces.kinds().filter(|kind| first.is_none_or(|first| first == *kind));
    if let Some(line) = coming.find_map(|kind| no_room_line(&rules, matrix.board(), kind)) {
        return Err(line);
    }
    let queue = quiz.current.iter().chain(&quiz.next).map(|kind| kind.letter()).collect();
    course.start =
        StartPosition { board: rows_as_text(&matrix), strewn: 0, queue, hold: quiz.hold.map(PieceKind::letter) };
    solo_setup(rules, course, settings, seed)
}

/// The rows of a board as a course draws them, from the top.
pub(super) fn rows_as_text(matrix: &Matrix) -> Vec<String> {
    matrix.to_drawing().split('/').filter(|row| !row.is_empty()).map(str::to_owned).collect()
}

/// The setup of a game for one player with this course, which begins at a board of its own.
///
/// # Errors
/// A line for the player, if the rules are outside their limits.
pub(super) fn solo_setup(rules: Rules, course: Course, settings: &Settings, seed: u64) -> Result<MatchSetup, String> {
    // No two of these games are alike, so no records are kept of them.
    let course = Course { id: String::new(), name: "From a board".to_owned(), ..course };
    let rules = rules.checked().map_err(|error| error.to_string())?;
    Ok(MatchSetup { mode: Mode::Zen, rules, course, seed, seats: vec![SeatSetup::person("You", settings.handling)] })
}

/// A board with the pieces that its player sees, as a fumen of one page; `None` for a board that the notation cannot
/// show: one that is not ten wide or too high, or pieces that are no tetrominoes.
pub fn board_as_fumen(matrix: &Matrix, current: Option<PieceKind>, hold: Hold, queue: &NextQueue) -> Option<String> {
    board_and_quiz_as_fumen(matrix, &Quiz { hold: hold.piece(), current, next: queue.shown().collect(), then: None })
}

/// A board as a fumen of one page with a quiz in its comment; `None` for what the notation cannot show.
pub(super) fn board_and_quiz_as_fumen(matrix: &Matrix, quiz: &Quiz) -> Option<String> {
    let comment = quiz.to_string();
    if matrix.board().stack_height() > fumen::ROWS {
        return None;
    }
    // A quiz with a piece of another set cannot be read again.
    Quiz::read(&comment)?;
    let page = FumenPage { field: FumenField::of_matrix(matrix)?, comment, ..FumenPage::default() };
    Fumen { pages: vec![page], guideline_colours: true }.encode().ok()
}
