//! The position that a player edits: its limits, its way through a fumen, and what is asked about it.

use korobka::app::advice_job::{AdviceJob, Adviser};
use korobka::app::persistence::Settings;
use korobka::app::position::{
    EditedPosition, MOST_GARBAGE, MOST_PIECES, MOST_STREAK, PositionEditor, line_pieces_on_board,
};
use korobka::app::written_board::fumen_match_setup;
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, Matrix, Mino, PieceKind, PieceSet, Random, RuleSet, Rules, Streak};
use korobka::solver::SolverGoal;
use korobka::storage::Catalog;
use korobka::tbp::BotCommand;
use std::sync::Arc;

/// A position drawn at random.
pub(crate) fn drawn(seed: u64) -> EditedPosition {
    let mut random = Random::new(seed, Purpose::Board);
    let sets: Vec<RuleSet> = RuleSet::ALL.into_iter().filter(|set| RuleSet::from_rules(&set.rules()) == *set).collect();
    let mut position =
        EditedPosition { rules: sets[random.below(sets.len() as u32) as usize].rules(), ..EditedPosition::default() };
    let kind = |random: &mut Random| PieceSet::Tetromino.kind(random.below(7) as usize);
    for _ in 0..random.below(120) {
        let (x, y) = (random.below(10) as usize, random.below(20) as usize);
        let mino = if random.chance(500) { Mino::Piece(kind(&mut random)) } else { Mino::Garbage };
        position.matrix.fill_cell(x, y, mino);
    }
    // A fumen with a full row is read without it.
    position.matrix.clear_full_rows();
    position.queue = (0..=random.below(MOST_PIECES as u32)).map(|_| kind(&mut random)).collect();
    position.queue.truncate(MOST_PIECES);
    position.hold = random.chance(500).then(|| kind(&mut random));
    let count = |random: &mut Random| random.below(MOST_STREAK + 1) as u16;
    position.streak = Streak { combo: count(&mut random), back_to_back: count(&mut random) };
    position.garbage = random.below(MOST_GARBAGE + 1);
    position.bag = (0..random.below(8)).map(|_| kind(&mut random)).collect();
    position
}

#[test]
fn a_position_comes_back_from_its_fumen() {
    for seed in 0..300 {
        let position = drawn(seed);
        let text = position.as_fumen().expect("ten columns and tetrominoes");
        let back = EditedPosition::default().with_fumen(&text);
        assert_eq!(back, Ok((position.clone(), 0)), "seed {seed}: {text}");
        let link = format!("  https://fumen.zui.jp/?{text}\n");
        assert_eq!(EditedPosition::default().with_fumen(&link), Ok((position, 0)));
    }
}

#[test]
fn full_rows_of_a_fumen_are_gone_in_the_editor_as_in_a_game_from_its_board() {
    let size = Rules::versus().board;
    let matrix = Matrix::from_drawing(size, ["##........", "##########", "#########."].into_iter());
    let text = EditedPosition { matrix, ..EditedPosition::default() }.as_fumen().unwrap();
    let (pasted, _) = EditedPosition::default().with_fumen(&text).unwrap();
    assert_eq!(pasted.problem(), None);
    let setup = fumen_match_setup(&text, &Settings::default(), 1).unwrap();
    assert_eq!(setup.course.start.board, pasted.matrix.to_drawing().split('/').collect::<Vec<_>>());
    assert_eq!(setup.course.start.board, ["##........", "#########."]);
}

#[test]
fn own_rows_of_a_game_are_no_garbage_where_garbage_sends_more() {
    let rules = RuleSet::Tetrio2.rules();
    let mut position = EditedPosition { rules, matrix: Matrix::new(rules.board), ..EditedPosition::default() };
    position.matrix.raise(Some(4));
    (0..9).for_each(|x| position.matrix.fill_cell(x, 1, Mino::Piece(PieceKind::J)));
    let state = position.state();
    let opened = EditedPosition::of_state(&state, &rules);
    assert_eq!((opened.matrix.board(), opened.state().garbage_rows), (position.matrix.board(), 1));
    let (mut copied, _) = EditedPosition::default().with_fumen(&opened.as_fumen().unwrap()).unwrap();
    assert_eq!(copied.state().garbage_rows, 1, "a drill keeps its position as a fumen");
    copied.clear();
    (0..9).for_each(|x| copied.set_cell(x, 0, true));
    assert_eq!((copied.state().garbage_rows, copied.is_filled(8, 0)), (0, true), "painted cells are no garbage");
}

#[test]
fn painted_cells_are_no_garbage_under_rules_that_come_later_and_known_garbage_stays_garbage() {
    let [plain, rewarding] = [RuleSet::Guideline, RuleSet::Tetrio2].map(RuleSet::rules);
    let mut editor = PositionEditor::default();
    let mut painted = editor.position().clone();
    (0..9).for_each(|x| painted.set_cell(x, 0, true));
    editor.set_position(painted.clone(), false);
    let board = *painted.matrix.board();
    let changed = editor.position_with_rules(&painted, rewarding);
    assert_eq!((changed.rules, changed.state().garbage_rows), (rewarding, 0));
    assert_eq!(*changed.matrix.board(), board);
    let mut known = EditedPosition { rules: rewarding, matrix: Matrix::new(rewarding.board), ..painted };
    known.matrix.raise(Some(4));
    editor.set_position(known.clone(), false);
    let other = editor.position_with_rules(&known, plain);
    editor.set_position(other.clone(), false);
    assert_eq!(editor.position_with_rules(&other, rewarding), known, "there and back");
    let mut repainted = known;
    for filled in [false, true] {
        (0..10).for_each(|x| repainted.set_cell(x, 0, filled && x != 4));
        editor.set_position(repainted.clone(), false);
    }
    let others = Rules { hold: false, ..rewarding };
    assert_eq!(
        editor.position_with_rules(&repainted, others).state().garbage_rows,
        0,
        "what was painted stays the player's"
    );
}

#[test]
fn a_text_that_is_no_fumen_is_one_line() {
    let position = drawn(3);
    let text = position.as_fumen().unwrap();
    let (cut, long) = (&text[..text.len() / 2], "v115@".repeat(100_000));
    for bad in ["", "hello", "v115@", "v115@!!!!", cut, &long] {
        let line = position.with_fumen(bad).expect_err(bad);
        assert!(!line.is_empty() && line.len() < 200 && !line.contains('\n'), "{line}");
    }
    // Nothing is said of the pages after the first.
    assert_eq!(position.with_fumen("v115@vhAAgHA"), position.with_fumen("v115@vhAAgH"));
    // Pieces that a fumen does not tell stay as they were.
    let (bare, _) = position.with_fumen("v115@vhAAgH").unwrap();
    assert_eq!((&bare.queue, bare.hold, bare.garbage), (&position.queue, None, 0));
    assert!(bare.matrix.board().is_clear());
    let many = EditedPosition { queue: vec![PieceKind::T; MOST_PIECES + 3], ..EditedPosition::default() };
    let (cut, beyond) = bare.with_fumen(&many.as_fumen().unwrap()).unwrap();
    assert_eq!((cut.queue.len(), beyond), (MOST_PIECES, 3));
}

#[test]
fn letters_and_numbers_have_limits() {
    let mut position = EditedPosition::default();
    position.set_queue("t, s z").unwrap();
    assert_eq!(position.piece_letters(), "TSZ");
    let before = position.clone();
    for bad in ["", " , ", "TQ", "T?", &"T".repeat(MOST_PIECES + 1)] {
        let line = position.set_queue(bad).expect_err(bad);
        assert!(!line.contains('\n') && position == before, "{bad}: {line}");
    }
    assert_eq!(position.clone().set_queue(&"T".repeat(MOST_PIECES)), Ok(()), "as many as there may be");
    let beyond = EditedPosition {
        queue: vec![PieceKind::T; 99],
        hold: PieceKind::from_letter('F'),
        streak: Streak { combo: 9999, back_to_back: 9999 },
        garbage: 9999,
        ..EditedPosition::default()
    };
    let within = beyond.clamped();
    assert_eq!((within.queue.len(), within.hold, within.garbage), (MOST_PIECES, None, MOST_GARBAGE));
    assert_eq!(u32::from(within.streak.combo), MOST_STREAK);
    let nothing = EditedPosition { queue: Vec::new(), ..EditedPosition::default() };
    assert!(!nothing.clamped().queue.is_empty(), "one piece falls in every position");
    // Outside the board nothing is painted, and a board with solid garbage keeps it.
    position.set_cell(10, 0, true);
    position.set_cell(0, 20, true);
    assert!(position.matrix.board().is_clear());
    assert!(position.matrix.raise(None));
    position.set_cell(0, 0, false);
    assert!(position.is_filled(0, 0));
}

#[test]
fn a_position_of_a_game_without_hold_is_played_without_it() {
    let rules = Rules { hold: false, ..Rules::versus() };
    let without = EditedPosition { rules, hold: Some(PieceKind::T), ..EditedPosition::default() }.clamped();
    assert_eq!(without.hold, None);
    let in_game = |position: &EditedPosition| position.setup_alone(&Settings::default(), 1).unwrap().rules.hold;
    let in_puzzle = |position: &EditedPosition| {
        let puzzle = position.puzzle("a board", SolverGoal::Lines { lines: 1 }).unwrap();
        puzzle.make_plan("a-board", &Rules::marathon()).unwrap().rules.hold
    };
    for (position, hold) in [(without, false), (EditedPosition::default(), true)] {
        assert_eq!([in_game(&position), in_puzzle(&position)], [hold; 2]);
    }
}

#[test]
fn an_impossible_board_is_told_in_a_line() {
    let mut position = EditedPosition::default();
    assert_eq!(position.problem(), None);
    (0..10).for_each(|x| position.set_cell(x, 2, true));
    assert!(position.problem().unwrap().contains("Row 3"), "{:?}", position.problem());
    position.set_cell(4, 2, false);
    assert_eq!(position.problem(), None);
    let mut high = Board::new(BoardSize::default());
    (0..24).for_each(|y| (0..9).for_each(|x| high.fill_cell(x, y)));
    position.matrix = Matrix::from_board(&high);
    assert!(position.problem().unwrap().contains("no room"), "{:?}", position.problem());
    assert!(position.setup_alone(&Settings::default(), 1).is_err() && position.reachable_places().is_empty());
    let mut solid = EditedPosition::default();
    solid.matrix.raise(None);
    assert!(solid.problem().is_none() && solid.setup_alone(&Settings::default(), 1).is_err());
}

#[test]
fn a_stroke_is_taken_back_as_one_change() {
    let mut editor = PositionEditor::default();
    let first = editor.position().clone();
    let mut changed = first.clone();
    for x in 0..4 {
        changed.set_cell(x, 0, true);
        editor.set_position(changed.clone(), x > 0);
    }
    let stroke = changed.clone();
    changed.garbage = 3;
    editor.set_position(changed.clone(), false);
    editor.set_position(changed, false);
    assert!(editor.undo() && *editor.position() == stroke);
    assert!(editor.undo() && *editor.position() == first);
    assert!(!editor.undo() && !editor.can_undo());
    assert!(editor.redo() && *editor.position() == stroke);
    assert!(editor.can_redo() && editor.undo() && editor.redo() && *editor.position() == stroke);
    editor.set_position(first.clone(), false);
    assert!(!editor.can_redo() && !editor.redo(), "after another change nothing is done again");
    assert!(editor.undo() && *editor.position() == stroke);
}

#[test]
fn a_mirror_exchanges_left_and_right_of_board_and_pieces() {
    let matrix = Matrix::from_drawing(BoardSize::default(), ["J.........", "#........S"].into_iter());
    let mut position = EditedPosition { matrix, hold: Some(PieceKind::Z), ..EditedPosition::default() };
    position.set_queue("TJS").unwrap();
    position.set_bag("LO").unwrap();
    position.mirror();
    assert_eq!(position.matrix.to_drawing(), ".........L/Z........#");
    assert_eq!([position.piece_letters(), position.bag_letters()], ["TLZ", "JO"]);
    assert_eq!(position.hold, Some(PieceKind::S));
    for seed in 0..20 {
        let mut position = drawn(seed);
        (0..2).for_each(|_| position.mirror());
        assert_eq!(position, drawn(seed));
    }
}

#[test]
fn a_board_is_moved_by_cells_loses_what_passes_an_edge_and_is_taken_back_whole() {
    let mut editor = PositionEditor::default();
    let mut first = editor.position().clone();
    first.matrix = Matrix::from_drawing(first.size(), ["J.........", "#........S"].into_iter());
    editor.set_position(first.clone(), false);
    for (columns, rows, drawing) in [
        (1, 0, ".J......../.#........"),
        (-1, 0, "........S."),
        (0, 1, "J........./#........S/.........."),
        (0, -1, "J........."),
    ] {
        let mut moved = first.clone();
        moved.move_cells(columns, rows);
        assert_eq!(moved.matrix.to_drawing(), drawing, "{columns} to the right, {rows} up");
        editor.set_position(moved, false);
        assert!(editor.undo() && *editor.position() == first);
    }
    first.matrix.raise(None);
    first.move_cells(0, -1);
    assert_eq!(first.matrix.to_drawing(), "J........./##########", "solid garbage stays");
    assert_eq!(first.matrix.board().solid_row_count(), 1);
    first.resize(10, 20);
    assert_eq!(first.matrix.to_drawing(), "J........./..........", "another size has none");
}

#[test]
fn every_place_of_a_piece_has_keys() {
    let position = EditedPosition { queue: vec![PieceKind::O], ..EditedPosition::default() };
    let places = position.reachable_places();
    assert_eq!(places.len(), 9, "an O has nine places on an empty board");
    let keys: Vec<String> = places.iter().map(|place| position.fewest_keys_in_words(place)).collect();
    assert_eq!([&keys[0], &keys[3], &keys[4]], ["hold left, hard drop", "left, hard drop", "hard drop"]);
    assert_eq!([&keys[5], &keys[8]], ["right, hard drop", "hold right, hard drop"]);
    for seed in 0..20 {
        let position = drawn(seed);
        assert!(
            position.reachable_places().iter().all(|place| position.fewest_keys_in_words(place).ends_with("hard drop"))
        );
    }
}

fn asked(adviser: Adviser, position: &EditedPosition) -> korobka::review::PositionAdvice {
    AdviceJob::begin(adviser, position.rules, position.state()).unwrap().wait_for_advice().unwrap()
}

#[test]
fn asked_twice_the_champion_and_a_learner_say_the_same() {
    let mut position = EditedPosition { matrix: Matrix::new(BoardSize::default()), ..drawn(8) };
    (0..9).for_each(|x| position.set_cell(x, 0, true));
    let advice = asked(Adviser::from_champion().unwrap(), &position);
    assert!(advice.moves.len() == 5 && advice.moves[0].line.len() > 1, "{advice:?}");
    assert_eq!(asked(Adviser::from_champion().unwrap(), &position), advice);
    for advised in &advice.moves {
        let shown = line_pieces_on_board(position.matrix.board(), &advised.line);
        let mut cells: Vec<(i8, i8)> = shown.iter().flat_map(|piece| piece.cells.clone()).collect();
        assert!(cells.iter().all(|&(x, y)| !position.is_filled(x as usize, y as usize)), "no piece covers the stack");
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), count, "no piece covers another");
    }
    // Pentominoes on a wide board, which the champion does not play.
    let rules = Rules {
        board: BoardSize { width: 12, ..BoardSize::default() },
        pieces: PieceSet::Pentomino,
        ..Rules::versus()
    };
    let odd = EditedPosition { rules, matrix: Matrix::new(rules.board), ..EditedPosition::default() }.clamped();
    assert!(!odd.is_playable_by_champion() && odd.as_fumen().is_none());
    let mut high = EditedPosition::default();
    high.resize(10, 40);
    high.set_cell(0, 22, true);
    assert!(high.as_fumen().is_some());
    high.set_cell(0, 23, true);
    assert!(high.as_fumen().is_none(), "a fumen has 23 rows");
    let mentor = Settings::default().coach.mentor.parse().unwrap();
    let contestant = Catalog::load().contestant(&mentor).unwrap();
    let learner = Adviser::Learner("it".to_owned(), Arc::clone(contestant.brain().unwrap()));
    let advice = asked(learner.clone(), &odd);
    assert!(advice.moves.len() == 5 && advice.moves.is_sorted_by(|one, other| one.behind <= other.behind));
    assert_eq!(asked(learner, &odd), advice);
}

#[test]
fn a_bot_that_is_asked_names_one_move_or_why_there_is_none() {
    let bot = |words: &str| Adviser::Bot("it".to_owned(), Arc::new(BotCommand::read(words).unwrap()));
    let mut position = EditedPosition { hold: Some(PieceKind::I), ..EditedPosition::default() };
    position.set_queue("OTSZ").unwrap();
    let program = env!("CARGO_BIN_EXE_korobka");
    let advice = asked(bot(&format!("'{program}' tbp --opponent literature:bcts --half-turns")), &position);
    let [only] = advice.moves.as_slice() else { panic!("{advice:?}") };
    assert_eq!((only.behind, &only.line), (0.0, &vec![only.chosen]));
    let chosen = only.chosen;
    assert_eq!(chosen.placement.piece.kind, if chosen.hold { PieceKind::I } else { PieceKind::O }, "{only:?}");
    let refused = AdviceJob::begin(bot("no-such-program"), position.rules, position.state()).unwrap().wait_for_advice();
    let line = refused.unwrap_err();
    assert!(line.contains("no-such-program") && !line.contains('\n'), "{line}");
}

#[test]
fn the_board_and_the_pieces_change_their_size_and_whoever_is_asked_knows_what_can_come() {
    let mut position = EditedPosition::default();
    position.set_cell(9, 0, true);
    position.set_cell(3, 1, true);
    position.resize(8, 30);
    assert_eq!((position.size().width, position.size().visible), (8, 30));
    assert!(!position.is_playable_by_champion() && position.is_filled(3, 1));
    position.resize(10, 20);
    assert!(!position.is_filled(9, 0), "what was outside is gone");
    position.resize(200, 1);
    assert_eq!((position.size().width, position.size().visible), (16, 4), "within the limits");
    position.resize(4, 20);
    assert_eq!(position.problem(), None);
    let narrow = position.with_piece_set(PieceSet::Pentomino).problem();
    assert_eq!(narrow.as_deref(), Some("The width is 4, must be at least 5 for pentominoes"), "not: empty some cells");
    let five = EditedPosition::default().with_piece_set(PieceSet::Pentomino);
    assert!(five.queue.iter().all(|kind| PieceSet::Pentomino.kinds().any(|known| known == *kind)));
    let mut position = EditedPosition::default();
    position.set_queue("TSZLJOITS").unwrap();
    let kinds = |letters: &str| letters.chars().filter_map(PieceKind::from_letter).collect::<Vec<_>>();
    assert_eq!(position.state().bag, kinds("TS"), "those beyond the seven that are seen come before a full bag");
    position.set_bag("o").unwrap();
    assert_eq!(position.state().bag, kinds("TSO"), "and before what is left of one");
    assert!(position.set_bag("X").is_err());
    assert_eq!(position.bag_letters(), "O");
}
