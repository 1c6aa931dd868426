//! What is made of a position that a player edits: a game from it, a match of two, its rematch, and a puzzle.

use crate::position::drawn;
use crate::support::Game;
use korobka::app::opponents::OpponentList;
use korobka::app::persistence::puzzles::{ListedPuzzle, PuzzleBook, write_new};
use korobka::app::persistence::{Settings, puzzles};
use korobka::app::position::EditedPosition;
use korobka::app::session::SeededStart;
use korobka::game::components::{Falling, Field, HoldSlot, Queue};
use korobka::game::{MatchSetup, Mode};
use korobka::rules::{KickTable, Matrix, Mino, PieceKind, RuleSet, Rules};
use korobka::solver::SolverGoal;

/// What the first player of a game has when the first piece has appeared.
fn begun(setup: MatchSetup) -> (Matrix, String, Option<PieceKind>) {
    let mut game = Game::new(setup);
    for _ in 0..10_000 {
        game.tick();
        if game.get::<Falling>(0).piece.is_some() {
            break;
        }
    }
    let falling = game.get::<Falling>(0).piece.expect("a piece appears").piece.kind;
    let queue: String =
        std::iter::once(falling).chain(game.get::<Queue>(0).0.shown()).map(|kind| kind.letter()).collect();
    (game.get::<Field>(0).0.clone(), queue, game.get::<HoldSlot>(0).0.piece())
}

#[test]
fn a_game_begins_at_the_position() {
    let mut games = 0;
    for seed in 0..12 {
        let position = drawn(seed);
        if position.problem().is_some() {
            continue;
        }
        let setup = position.setup_alone(&Settings::default(), seed).unwrap();
        assert_eq!((setup.rules.attack, setup.rules.kicks), (position.rules.attack, position.rules.kicks));
        let (matrix, queue, hold) = begun(setup);
        assert_eq!((matrix, hold), (position.matrix.clone(), position.hold), "seed {seed}");
        let letters = position.piece_letters();
        assert!(queue.starts_with(&letters) || letters.starts_with(&queue), "{queue} and {letters}");
        games += 1;
    }
    assert!(games > 3, "{games} of these positions can be played");
}

#[test]
fn a_held_piece_can_be_used_in_a_game_from_the_position_where_the_rules_have_hold_off() {
    let mut settings = Settings::default();
    settings.single.rules.hold = false;
    for hold in [None, Some(PieceKind::I)] {
        let setup = EditedPosition { hold, ..EditedPosition::default() }.setup_alone(&settings, 1).unwrap();
        assert_eq!(setup.rules.hold, hold.is_some());
    }
}

#[test]
fn both_players_of_a_match_begin_at_the_position_and_it_counts_in_no_records() {
    let mut position = drawn(1);
    position.matrix = Matrix::from_drawing(position.size(), ["##...#####", "###.######"].into_iter());
    position.set_queue("TSZ").unwrap();
    position.set_bag("OLJ").unwrap();
    let mut settings = Settings::default();
    settings.versus.opponent = "literature:dellacherie".to_owned();
    // The board of a puzzle that is gone, which versus would begin with.
    settings.seating.board = "gone".to_owned();
    RuleSet::Tetrio.apply_to(&mut position.rules);
    let mut opponents = OpponentList::default();
    let setup = position.setup_against(&settings, &mut opponents, &PuzzleBook::default(), 4).unwrap();
    assert_eq!((setup.seats.len(), setup.course.id.as_str(), setup.mode), (2, "", Mode::Custom));
    assert_eq!((setup.rules.attack, setup.rules.kicks), (position.rules.attack, KickTable::SrsPlus));
    let mut left: Vec<char> = setup.course.start.queue.chars().skip(3).collect();
    left.sort_unstable();
    assert!(setup.course.start.queue.starts_with("TSZ") && left == ['J', 'L', 'O'], "{}", setup.course.start.queue);
    let mut game = Game::new(setup);
    while game.get::<Falling>(1).piece.is_none() {
        game.tick();
    }
    for seat in 0..2 {
        assert_eq!(game.get::<Field>(seat).0, position.matrix);
        assert_eq!(game.piece(seat).kind, PieceKind::T);
    }
}

#[test]
fn a_rematch_from_a_position_draws_the_rest_of_the_bag_anew() {
    let mut position = EditedPosition::default();
    position.set_queue("TS").unwrap();
    position.set_bag("ZLJOI").unwrap();
    let settings = Settings::default();
    let begun = |seed| position.setup_alone(&settings, seed).unwrap();
    let of_seed = position.clone();
    let start = move |seed| of_seed.setup_alone(&Settings::default(), seed).unwrap().course.start;
    let mut again = SeededStart::new(begun(1).course, start);
    let mut rematch = begun(1);
    for seed in 2..6 {
        rematch = MatchSetup { seed, ..rematch };
        let before = rematch.course.start.queue.clone();
        again.draw(&mut rematch);
        assert_eq!(rematch.course, begun(seed).course);
        assert_ne!(rematch.course.start.queue, before);
    }
    // A match that did not begin there keeps its own start.
    let mut other = MatchSetup { seed: 7, ..begun(8) };
    again.draw(&mut other);
    assert_eq!(other.course, begun(8).course);
}

#[test]
fn a_puzzle_is_written_beside_others_and_read_again() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("puzzles");
    let mut position = EditedPosition::default();
    (0..7).for_each(|x| position.set_cell(x, 0, true));
    position.matrix.fill_cell(9, 1, Mino::Piece(PieceKind::T));
    position.set_queue("LJ").unwrap();
    position.hold = Some(PieceKind::I);
    RuleSet::Tetrio2.apply_to(&mut position.rules);
    let puzzle = position.puzzle(" Two left: \"quick\" ", SolverGoal::Lines { lines: 2 }).unwrap();
    let paths: Vec<_> = (0..3).map(|_| write_new(&folder, &puzzle).unwrap()).collect();
    let names: Vec<_> = paths.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["two-left-quick.toml", "two-left-quick-2.toml", "two-left-quick-3.toml"]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3, "nothing half-written is left");
    let mut book = PuzzleBook::default();
    book.add_folder(&folder, false);
    assert_eq!((book.entries.len(), book.warnings.len()), (3, 0), "{:?}", book.warnings);
    assert_eq!(book.entries[0].puzzle, puzzle);
    let device = korobka::game::modes::Puzzle { name: "Aux!".to_owned(), ..puzzle.clone() };
    assert_eq!(write_new(&home.path().join("devices"), &device).unwrap().file_name().unwrap(), "_aux.toml");
    let plan = book.puzzle_plan("two-left-quick", &Rules::marathon()).unwrap();
    assert_eq!((plan.rules.goal_lines, plan.rules.all_spin, plan.rules.kicks), (2, true, KickTable::SrsPlus));
    assert_eq!((plan.course.start.queue.as_str(), plan.course.start.hold), ("LJ", Some('I')));
    let start = korobka::game::modes::start::starting_matrix(&plan.rules, &plan.course.start, 1);
    assert_eq!(start, position.matrix);
    let opened = EditedPosition::at_game_start(&plan);
    assert_eq!((opened.matrix, opened.queue, opened.hold), (start.clone(), position.queue.clone(), position.hold));
    assert_eq!(start.mino(9, 1), Mino::Piece(PieceKind::T));
    // One of the player's own can be removed, and none that came with the game.
    book.find("two-left-quick-2").unwrap().remove().unwrap();
    let mut left = PuzzleBook::default();
    left.add_folder(&folder, false);
    assert_eq!((left.entries.len(), left.find("two-left-quick-2")), (2, None));
    let shipped = ListedPuzzle { ships: true, ..left.entries[0].clone() };
    assert!(shipped.remove().is_err() && shipped.path.exists());
    // What cannot be played is not written.
    let full =
        EditedPosition { matrix: Matrix::from_drawing(start.board().size(), ["##########"].into_iter()), ..position };
    assert!(full.puzzle("full", SolverGoal::PerfectClear).is_err());
    assert!(EditedPosition::default().puzzle("empty", SolverGoal::PerfectClear).is_err());
    let wrong = korobka::game::modes::Puzzle { goal: "nothing".to_owned(), ..puzzle };
    assert!(write_new(&folder, &wrong).unwrap_err().contains("goal"));
    assert!(puzzles::parse("").is_err());
}
