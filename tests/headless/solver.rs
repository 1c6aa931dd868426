//! The solver: what a public program says of the same positions, a plain search over small ones, and the
//! puzzles that it makes.
//!
//! `tests/golden/perfect_clears.txt` has 440 positions of 2,000 in the tests of `solution-finder` (MIT,
//! github.com/knewjade/solution-finder: `usecase/percent/hold1.csv` and `nohold1.csv`), drawn at random, 110
//! of each kind: a fumen, the pieces, the rows that are to be cleared, whether there is a hold slot, and
//! whether a perfect clear exists.

use super::reach_perft::pieces;
use korobka::fumen::decode;
use korobka::movegen::{AllowedMoves, Landings, Move, find_landings};
use korobka::rules::{Board, BoardSize, PieceKind, Rules, Spin};
use korobka::solver::{KnownPieces, OutOfNodes, PuzzleFinder, PuzzleMaker, Solver, SolverGoal};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// That program knows no half turns.
const RULES: Rules = Rules { half_turns: false, ..Rules::marathon() };

fn known(queue: &[PieceKind], can_hold: bool) -> KnownPieces<'_> {
    KnownPieces { queue, hold: None, can_hold }
}

#[test]
fn a_public_solution_finder_says_the_same_of_440_positions() {
    let text = include_str!("../golden/perfect_clears.txt");
    let mut solvable = [0, 0];
    for line in text.lines() {
        let [fumen, letters, rows, hold, expected] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut board = *decode(fumen).unwrap().pages[0].field.to_matrix(BoardSize::default()).board();
        // A row that is full already is gone before the first piece.
        let rows = rows.parse::<u32>().unwrap() - board.clear_full_rows().count_ones();
        let hold = hold == "hold";
        let (placements, queue) = ((10 * rows - board.count()) / 4, pieces(letters));
        // With a hold slot a piece more is of use.
        let queue = &queue[..queue.len().min(placements as usize + usize::from(hold))];
        let mut solver = Solver::new(&Rules { hold, ..RULES }, SolverGoal::PerfectClear, u64::MAX);
        let way = solver.first_way(&board, known(queue, hold), placements).unwrap();
        assert_eq!(way.is_some(), expected == "1", "{line}");
        solvable[usize::from(way.is_some())] += 1;
        for (at, Move { placement, .. }) in way.into_iter().flatten().enumerate() {
            board.place(placement.piece);
            board.clear_full_rows();
            assert_eq!(board.is_clear(), at + 1 == placements as usize, "{line}");
        }
    }
    assert_eq!(solvable, [220, 220]);
}

/// Every sequence of placements, by their cells, that reaches the goal with its last: found without the solver, by
/// trying every order that the hold slot allows.
fn plain_ways(goal: SolverGoal, board: &Board, queue: &[PieceKind], left: u32) -> HashSet<Vec<Vec<(i8, i8)>>> {
    plain_ways_after(goal, board, queue, left, 0)
}

/// The same, after this many lines.
fn plain_ways_after(
    goal: SolverGoal,
    board: &Board,
    queue: &[PieceKind],
    left: u32,
    before: u32,
) -> HashSet<Vec<Vec<(i8, i8)>>> {
    let mut ways = HashSet::new();
    // (what falls and what is on hold after the choice, the queue after it)
    let mut choices = Vec::new();
    if let [first, rest @ ..] = queue {
        choices.push((*first, rest.to_vec()));
        if let [second, later @ ..] = rest {
            // To hold the first piece is to place the second before it: from then on it can come at any time.
            let mut after = vec![*first];
            after.extend(later);
            choices.push((*second, after));
        }
    }
    for (kind, rest) in choices {
        let mut landings = Landings::new();
        find_landings(board, kind, &AllowedMoves::of(&RULES), &mut landings);
        for placement in landings.iter() {
            let mut after = *board;
            after.place(placement.piece);
            let lines = after.clear_full_rows().count_ones();
            let reached = match goal {
                SolverGoal::PerfectClear => after.is_clear(),
                SolverGoal::Lines { lines: least } => before + lines >= u32::from(least),
                SolverGoal::SpinClear { lines: least } => placement.spin == Spin::Full && lines >= u32::from(least),
            };
            let mut cells: Vec<_> = placement.piece.cells().collect();
            cells.sort_unstable();
            if reached && left == 1 {
                ways.insert(vec![cells]);
            } else if !reached && left > 1 {
                for mut way in plain_ways_after(goal, &after, &rest, left - 1, before + lines) {
                    way.insert(0, cells.clone());
                    ways.insert(way);
                }
            }
        }
    }
    ways
}

#[test]
fn the_ways_are_as_many_as_a_plain_search_finds() {
    // Where all pieces can spin, a placement has the same cells with a spin and without.
    let all_spin = Rules { all_spin: true, ..RULES };
    for (rules, goal, letters, drawing) in [
        (RULES, SolverGoal::PerfectClear, "TSZ", "##.....###/####..####/###....###"),
        (RULES, SolverGoal::PerfectClear, "IOL", "##......##/##....####"),
        (RULES, SolverGoal::PerfectClear, "OJL", "....######/....######"),
        (RULES, SolverGoal::SpinClear { lines: 2 }, "OTJ", "##......../##........"),
        (RULES, SolverGoal::SpinClear { lines: 2 }, "LT", "##...#####/###.######"),
        (RULES, SolverGoal::Lines { lines: 2 }, "OIL", "######..##/####....##/########.#"),
        (RULES, SolverGoal::Lines { lines: 3 }, "JSO", "#######.../#######.../##.#######"),
        (RULES, SolverGoal::SpinClear { lines: 1 }, "TOS", "###..#####/##...#####/###.######"),
        (all_spin, SolverGoal::Lines { lines: 2 }, "SZ", "###...####/##...#####/#..#######"),
    ] {
        let board = Board::from_drawing(BoardSize::default(), &drawing.replace('/', "\n"));
        let queue = pieces(letters);
        let mut solver = Solver::new(&rules, goal, u64::MAX);
        for placements in 1..=queue.len() as u32 {
            let expected = plain_ways(goal, &board, &queue, placements);
            let count = solver.count_ways(&board, known(&queue, true), placements);
            assert_eq!(count, Ok(expected.len() as u64), "{goal:?} {letters} {placements}");
            let first = solver.first_way(&board, known(&queue, true), placements).unwrap();
            assert_eq!(first.is_some(), !expected.is_empty(), "{goal:?} {letters} {placements}");
        }
    }
}

#[test]
fn a_way_on_which_the_player_tops_out_is_none() {
    // A well at the right wall: the O goes anywhere onto the stack beside it, then the I clears four lines.
    let ways = |rows: usize| {
        let board = Board::from_drawing(BoardSize::default(), &"#########.\n".repeat(rows));
        let queue = pieces("OI");
        Solver::new(&RULES, SolverGoal::Lines { lines: 4 }, u64::MAX).count_ways(&board, known(&queue, false), 2)
    };
    assert_eq!((ways(16), ways(20)), (Ok(8), Ok(0)), "on a stack up to the skyline the O locks above it");
}

#[test]
fn there_is_no_way_of_more_placements_than_known_pieces_and_no_position_is_looked_at() {
    let (board, queue) = (Board::new(BoardSize::default()), pieces("IO"));
    for (goal, placements) in [
        (SolverGoal::Lines { lines: 1 }, 3),
        (SolverGoal::Lines { lines: 1 }, u32::MAX),
        (SolverGoal::PerfectClear, u32::MAX),
    ] {
        let mut solver = Solver::new(&RULES, goal, 0);
        assert_eq!(solver.count_ways(&board, known(&queue, true), placements), Ok(0), "{goal:?} {placements}");
        assert_eq!(solver.first_way(&board, known(&queue, true), placements), Ok(None), "{goal:?} {placements}");
    }
}

#[test]
fn a_search_that_is_too_long_says_so() {
    let (board, queue) = (Board::new(BoardSize::default()), pieces("IJLOSTZIJL"));
    let mut solver = Solver::new(&RULES, SolverGoal::PerfectClear, 20);
    assert_eq!(solver.count_ways(&board, known(&queue, true), 10), Err(OutOfNodes));
}

#[test]
fn made_puzzles_can_be_solved_with_all_their_pieces_and_not_with_fewer() {
    for (goal, pieces) in [
        (SolverGoal::PerfectClear, 2),
        (SolverGoal::PerfectClear, 4),
        (SolverGoal::SpinClear { lines: 2 }, 2),
        (SolverGoal::SpinClear { lines: 2 }, 3),
    ] {
        let mut maker = PuzzleMaker::new(&RULES, goal, pieces, 20);
        let mut again = maker.clone();
        let made = std::iter::repeat_with(|| maker.attempt()).flatten().next().unwrap();
        assert_eq!(std::iter::repeat_with(|| again.attempt()).flatten().next(), Some(made.clone()), "the same seed");
        let (board, queue) = (*made.matrix.board(), known(&made.queue, true));
        assert_eq!(made.queue.len(), pieces as usize);
        let ways: Vec<u64> =
            (1..=pieces).map(|left| plain_ways(goal, &board, &made.queue, left).len() as u64).collect();
        assert_eq!(ways[..ways.len() - 1].iter().sum::<u64>(), 0, "{goal:?} with fewer than {pieces}");
        assert_eq!((*ways.last().unwrap(), made.ways > 0), (made.ways, true), "{goal:?} with {pieces}");
        let first = Solver::new(&RULES, goal, u64::MAX).first_way(&board, queue, pieces).unwrap();
        assert_eq!(first.map(|way| way.len()), Some(pieces as usize));
    }
}

#[test]
fn a_finder_says_the_most_that_the_known_pieces_can_do() {
    let find = |letters: &str, hold: Option<char>, drawing: &str| {
        let board = Board::from_drawing(BoardSize::default(), &drawing.replace('/', "\n"));
        let hold = hold.map(|letter| PieceKind::from_letter(letter).unwrap());
        let mut finder = PuzzleFinder::new(&RULES, &board, &pieces(letters), hold, 100_000);
        let found = std::iter::repeat_with(|| finder.step()).find_map(ControlFlow::break_value).unwrap();
        assert!(!finder.ran_out_of_nodes());
        found
    };
    let quad = find("IOS", None, "#........./#########./#########./#########./#########.").unwrap();
    assert_eq!((quad.goal, quad.placements, quad.ways), (SolverGoal::Lines { lines: 4 }, 1, 1));
    let held = find("OS", Some('I'), "#........./#########./#########./#########./#########.").unwrap();
    assert_eq!((held.goal, held.queue), (SolverGoal::Lines { lines: 4 }, pieces("O")));
    let spin = find("TSZ", None, "##...#####/###.######").unwrap();
    assert_eq!((spin.goal, spin.placements), (SolverGoal::PerfectClear, 1), "the double leaves nothing");
    let spin = find("TSZ", None, "..#......./##...#####/###.######").unwrap();
    assert_eq!((spin.goal, spin.placements, spin.ways), (SolverGoal::SpinClear { lines: 2 }, 1, 1));
    assert_eq!(find("SZ", None, ""), None, "two pieces clear no line");
    let mut hasty = PuzzleFinder::new(&RULES, &Board::new(BoardSize::default()), &pieces("IOIO"), None, 1);
    while hasty.step().is_continue() {}
    assert!(!hasty.ran_out_of_nodes(), "so few cells fill no row, which takes no search");
    let board = Board::from_drawing(BoardSize::default(), "##......../##........");
    let mut hasty = PuzzleFinder::new(&RULES, &board, &pieces("OIJLO"), None, 1);
    while hasty.step().is_continue() {}
    assert!(hasty.ran_out_of_nodes());
}

#[test]
fn a_board_that_holds_fewer_pieces_has_no_puzzle() {
    let rules = Rules { board: BoardSize { width: 4, ..BoardSize::default() }, ..RULES };
    assert_eq!(PuzzleMaker::new(&rules, SolverGoal::PerfectClear, 5, 1).attempt(), None, "four I's fill four rows");
}
