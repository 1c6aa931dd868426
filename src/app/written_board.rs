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
    // A held piece that nobody can take would be of no use.
    rules.hold |= quiz.hold.is_some();
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
    // The letters of another set's pieces are none in a quiz, or those of other pieces: s is the same there as S.
    if Quiz::read(&comment).as_ref() != Some(quiz) {
        return None;
    }
    let page = FumenPage { field: FumenField::of_matrix(matrix)?, comment, ..FumenPage::default() };
    Fumen { pages: vec![page], guideline_colours: true }.encode().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, Mino};

    #[test]
    fn a_text_that_is_too_long_for_a_board_is_not_even_read() {
        let line = |length: usize| fumen_match_setup(&"v".repeat(length), &Settings::default(), 1).err();
        let too_long = Some("the board's text has more than 100000 characters".to_owned());
        assert_eq!(line(MOST_FUMEN_CHARACTERS + 1), too_long);
        assert_ne!(line(MOST_FUMEN_CHARACTERS), too_long, "it is wrong, but not too long");
    }

    #[test]
    fn a_held_piece_can_be_used_where_the_rules_for_one_have_hold_off() {
        let board = Matrix::new(Rules::marathon().board);
        let mut settings = Settings::default();
        settings.single.rules.hold = false;
        let has_hold = |hold: Option<PieceKind>| {
            let quiz = Quiz { current: Some(PieceKind::T), hold, ..Quiz::default() };
            let text = board_and_quiz_as_fumen(&board, &quiz).unwrap_or_default();
            fumen_match_setup(&text, &settings, 1).map(|setup| setup.rules.hold)
        };
        assert_eq!([None, Some(PieceKind::O)].map(has_hold), [Ok(false), Ok(true)]);
    }

    #[test]
    fn a_board_is_no_fumen_where_the_notation_has_no_room_or_no_letter_for_it() {
        let has_fumen = |width: u8, row: usize, kind: PieceKind| {
            let mut matrix = Matrix::new(BoardSize { width, ..BoardSize::default() });
            matrix.fill_cell(0, row, Mino::Garbage);
            board_and_quiz_as_fumen(&matrix, &Quiz { current: Some(kind), ..Quiz::default() }).is_some()
        };
        assert!(PieceSet::Tetromino.kinds().all(|kind| has_fumen(10, fumen::ROWS - 1, kind)));
        assert!(!has_fumen(10, fumen::ROWS, PieceKind::T), "it is too high");
        assert!(!has_fumen(9, 0, PieceKind::T) && !has_fumen(11, 0, PieceKind::T), "it is not ten wide");
        // Some of their letters are those of other pieces in small.
        assert!(!PieceSet::Pentomino.kinds().any(|kind| has_fumen(10, 0, kind)));
    }
}
