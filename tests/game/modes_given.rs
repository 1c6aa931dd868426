//! Puzzles and custom games: every puzzle that ships is solved, and a custom game is as its line says.

use crate::modes::{begun, counted, person, played, setup_of};
use crate::support::Game;
use korobka::app::persistence::puzzles::PuzzleBook;
use korobka::app::persistence::records::Records;
use korobka::game::components::{Falling, Field, Queue};
use korobka::game::modes::{Goal, Plan, line};
use korobka::game::stats::MatchStats;
use korobka::game::{Action, Mode, Pace, Phase};
use korobka::movegen::{AllowedMoves, Landings, Placement, find_landings};
use korobka::rules::{Facing, LastMove, Matrix, Mino, PieceKind, Rules, Spin, Turn};

pub(crate) fn book() -> PuzzleBook {
    let mut book = PuzzleBook::default();
    book.add_folder(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/puzzles")), true);
    assert_eq!(book.warnings, Vec::<String>::new(), "every puzzle that ships can be played");
    book
}

/// A step of a solution: whether to hold first, and where the piece goes.
type Step = (bool, Placement);

struct Search<'a> {
    plan: &'a Plan,
    moves: AllowedMoves,
    /// Rows of the board as it begins: a perfect clear of this many rows never needs one more.
    height: u32,
}

impl Search<'_> {
    /// A way to the goal from here, depth first.
    fn solve(
        &self,
        matrix: &Matrix,
        queue: &[PieceKind],
        hold: Option<PieceKind>,
        lines: u32,
        spins: u32,
    ) -> Option<Vec<Step>> {
        let done = match self.plan.course.goal {
            Goal::Lines => lines >= self.plan.rules.goal_lines,
            Goal::Perfect => matrix.board().is_clear(),
            Goal::Garbage => matrix.garbage_rows_among(u64::MAX) == 0,
            Goal::Spins { count } => spins >= count,
            _ => false,
        };
        if done {
            return Some(Vec::new());
        }
        let mut ways: Vec<(bool, PieceKind, Vec<PieceKind>, Option<PieceKind>)> = Vec::new();
        match (queue, hold) {
            ([first, rest @ ..], None) => {
                ways.push((false, *first, rest.to_vec(), None));
                if let [second, rest @ ..] = rest {
                    ways.push((true, *second, rest.to_vec(), Some(*first)));
                }
            }
            ([first, rest @ ..], Some(held)) => {
                ways.push((false, *first, rest.to_vec(), hold));
                ways.push((true, held, rest.to_vec(), Some(*first)));
            }
            // The queue is at its end: the piece on hold comes by itself.
            ([], Some(held)) => ways.push((false, held, Vec::new(), None)),
            ([], None) => {}
        }
        for (holds, kind, rest, hold) in ways {
            let mut landings = Landings::default();
            find_landings(matrix.board(), kind, &self.moves, &mut landings);
            for placement in landings.iter() {
                let mut after = matrix.clone();
                after.place(placement.piece);
                let cleared = after.clear_full_rows().count_ones();
                let rows = after.board().stack_height() as u32;
                if self.plan.course.goal == Goal::Perfect && rows + lines + cleared > self.height {
                    continue;
                }
                let spun = u32::from(cleared > 0 && placement.spin != Spin::None);
                if let Some(mut way) = self.solve(&after, &rest, hold, lines + cleared, spins + spun) {
                    way.insert(0, (holds, placement));
                    return Some(way);
                }
            }
        }
        None
    }
}

/// Plays a step of a solution: holds first if it says so, puts the piece in play where it goes, and drops it. The way
/// there is another test's: a piece that spins counts as turned last.
pub(crate) fn set_down(game: &mut Game, placement: Placement, holds: bool) {
    if holds {
        game.tap(0, Action::Hold);
    }
    let mut falling = *game.get::<Falling>(0);
    let in_play = falling.piece.as_mut().expect("a piece is in play");
    assert_eq!(in_play.piece.kind, placement.piece.kind, "the queue is as it was written");
    in_play.piece = placement.piece;
    if placement.spin != Spin::None {
        in_play.last = LastMove::Rotation { turn: Turn::Clockwise, kick: 4 };
    }
    game.set(0, falling);
    game.drop_piece(0);
}

#[test]
fn every_puzzle_that_ships_has_a_solution_and_it_counts() {
    let book = book();
    assert!(book.entries.len() >= 9);
    let mut records = Records::default();
    for entry in &book.entries {
        let plan = book.puzzle_plan(&entry.id, &Rules::marathon()).expect("it is checked when it is read");
        let mut game = begun(Mode::Puzzle, plan.clone(), 9, 2);
        let queue: Vec<PieceKind> = plan.course.start.queue.chars().filter_map(PieceKind::from_letter).collect();
        let search = Search { plan: &plan, moves: AllowedMoves::of(&plan.rules), height: 0 };
        let matrix = game.get::<Field>(0).0.clone();
        let search = Search { height: matrix.board().stack_height() as u32, ..search };
        let way = search.solve(&matrix, &queue, None, 0, 0);
        let way = way.unwrap_or_else(|| panic!("{} has no solution", entry.id));
        for (holds, placement) in way {
            set_down(&mut game, placement, holds);
        }
        assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "{} is solved", entry.id);
        assert_eq!(counted(&game, &mut records).place, Some(1));
        assert!(records.best(&format!("puzzle-{}", entry.id)).unwrap().reached);
    }
}

#[test]
fn a_puzzle_is_lost_with_its_last_piece() {
    let plan = book().puzzle_plan("01-first-quad", &Rules::marathon()).expect("it ships");
    let mut game = begun(Mode::Puzzle, plan, 9, 2);
    game.tap(0, Action::Hold);
    assert_eq!(game.piece(0).kind, PieceKind::I, "with nothing behind it the last piece cannot be held");
    game.drop_piece(0);
    assert_eq!(game.phase(), Phase::Playing, "for a while the last piece can be taken back");
    game.tap(0, Action::Undo);
    assert_eq!(game.piece(0).kind, PieceKind::I);
    game.drop_piece(0);
    let lost = game.get::<MatchStats>(0).total_of_rounds();
    game.tap(0, Action::Left);
    game.ticks(4_898);
    assert_eq!(game.phase(), Phase::Playing);
    game.ticks(200);
    assert_eq!(game.get::<MatchStats>(0).total_of_rounds(), lost, "no piece was there to be played");
    assert_eq!(game.phase(), Phase::Over { winner: None }, "no piece is left, and the goal is not reached");
}

#[test]
fn a_puzzle_that_was_recorded_before_is_lost_at_once_with_its_last_piece() {
    let mut plan = book().puzzle_plan("01-first-quad", &Rules::marathon()).expect("it ships");
    plan.course.full_undo = false;
    let mut game = begun(Mode::Puzzle, plan, 9, 2);
    game.tap(0, Action::HardDrop);
    assert_eq!(game.phase(), Phase::Over { winner: None });
}

#[test]
fn the_piece_on_hold_is_the_last_one() {
    let plan = book().puzzle_plan("02-put-aside", &Rules::marathon()).expect("it ships");
    let mut game = begun(Mode::Puzzle, plan, 9, 2);
    assert_eq!(game.piece(0).kind, PieceKind::O);
    game.tap(0, Action::Hold);
    assert_eq!(game.piece(0).kind, PieceKind::I);
    game.drop_piece(0);
    assert_eq!(game.piece(0).kind, PieceKind::O, "the queue is empty: what was held comes");
}

#[test]
fn a_random_board_has_its_cells_in_the_lowest_rows() {
    let plan = PuzzleBook::default().puzzle_plan("random:9", &Rules::marathon()).expect("nine rows are allowed");
    let at = |seed| Game::new(setup_of(Mode::Puzzle, plan.clone(), vec![person()], seed)).board(0);
    for seed in 0..50 {
        let board = at(seed);
        assert!(board.stack_height() <= 9 && (8..=20).contains(&board.count()), "seed {seed}: {board:?}");
        assert_eq!(board.full_rows(), 0, "no row is full already");
    }
    assert_ne!(at(1), at(2), "another seed, another board");
    let game = played(Mode::Puzzle, plan, Pace::FASTEST, 400_000);
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "a computer player clears it");
}

#[test]
fn a_custom_game_is_as_its_line_says() {
    let plan =
        line::parse("width=12 rows=16 pieces=pentomino gravity=off goal=lines goal-lines=5 next=3 hold=off").unwrap();
    let mut game = begun(Mode::Custom, plan.clone(), 2, 3000);
    assert_eq!((game.board(0).width(), game.get::<Queue>(0).0.shown().count()), (12, 3));
    assert_eq!(game.piece(0).kind.definition().minos, 5, "five minos a piece");
    let y = game.piece(0).y;
    game.ticks(3000);
    assert_eq!(game.piece(0).y, y, "and nothing falls");
    let mut drawn = Matrix::new(game.board(0).size());
    (0..5).for_each(|y| (0..11).for_each(|x| drawn.fill_cell(x, y, Mino::Garbage)));
    game.set(0, Field(drawn));
    let bar = plan.rules.pieces.kinds().find(|kind| kind.letter() == 'i').expect("there is a bar of five");
    let east = Facing::East;
    game.give(0, bar, east, 11 - bar.shape(east).columns.0, 8);
    game.tap(0, Action::HardDrop);
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "five lines are the goal");
    let mut records = Records::default();
    assert_eq!(counted(&game, &mut records).place, Some(1));
    assert!(records.best(&plan.course.id).unwrap().reached, "under a name made of its line: {}", plan.course.id);
}

#[test]
fn a_dig_with_more_rows_than_fit_leaves_room_for_pieces() {
    for (words, rows) in [("goal=dig goal-rows=40 rows-shown=30", 16), ("rows=4 goal=dig rows-shown=30", 1)] {
        let plan = line::parse(words).unwrap();
        let mut game = begun(Mode::Custom, plan, 4, 2);
        assert_eq!(game.board(0).stack_height(), rows, "{words}");
        game.drop_piece(0);
        assert_eq!(game.phase(), Phase::Playing, "{words}");
    }
}

#[test]
fn a_custom_goal_decides_between_two() {
    let plan = line::parse("goal=lines goal-lines=4 gravity=off").unwrap();
    let mut game = Game::new(setup_of(Mode::Custom, plan, vec![person(), person()], 2));
    game.ticks(2);
    game.drop_clearing(1, 4, 1);
    assert_eq!(game.phase(), Phase::Over { winner: Some(1) }, "the first to its lines wins the round");
    let plan = line::parse("goal=time goal-time=5000 gravity=off").unwrap();
    let mut game = Game::new(setup_of(Mode::Custom, plan, vec![person(), person()], 2));
    game.ticks(2);
    game.drop_clearing(0, 2, 5000);
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "when time is up, points decide");
}
