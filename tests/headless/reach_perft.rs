//! Counts of all ways to place a queue: the known ones, and both ways of counting against each other.

use korobka::movegen::{AllowedMoves, Landings, PlacementSource, find_landings_plainly, perft};
use korobka::rules::board::BoardSize;
use korobka::rules::random::Purpose;
use korobka::rules::{Board, PieceKind, Random, Spin};

/// The pieces with these letters.
pub(crate) fn pieces(letters: &str) -> Vec<PieceKind> {
    letters.chars().map(|letter| PieceKind::from_letter(letter).unwrap()).collect()
}

fn counted(letters: &str, size: BoardSize, half_turns: bool) -> u64 {
    let moves = AllowedMoves { half_turns, spawn_row: Some(size.visible - 1), ..AllowedMoves::default() };
    perft(&Board::new(size), &pieces(letters), &moves)
}

/// Source: the counts that several programs of the field agree on (SRS, spawn in row 19, no half turns).
#[test]
fn counts_are_the_published_ones() {
    let known = [
        ("I", 17),
        ("IO", 153),
        ("IOL", 5_266),
        ("IOLJ", 188_374),
        ("IOLJS", 3_497_187),
        ("IOLJSZ", 67_002_200),
        ("IOLJSZT", 2_647_076_135),
        ("IIIIII", 33_325_345),
        ("TIOLJSZ", 2_785_677_550),
    ];
    let nightly = std::env::var_os("KOROBKA_NIGHTLY").is_some();
    for (letters, expected) in known {
        if expected < 10_000_000 || nightly {
            assert_eq!(counted(letters, BoardSize::default(), false), expected, "{letters}");
        }
    }
}

/// The plain search's count, board by board.
fn plainly(board: &Board, queue: &[PieceKind], moves: &AllowedMoves) -> u64 {
    ways(board, queue, moves, true)
}

/// The same if rows stayed that are full.
fn without_clears(board: &Board, queue: &[PieceKind], moves: &AllowedMoves) -> u64 {
    ways(board, queue, moves, false)
}

fn ways(board: &Board, queue: &[PieceKind], moves: &AllowedMoves, clears: bool) -> u64 {
    let [kind, rest @ ..] = queue else { return 1 };
    let mut landings = Landings::new();
    find_landings_plainly(board, *kind, moves, &mut landings);
    let mut cells: Vec<_> = landings.iter().map(|placement| placement.piece).collect();
    cells.sort_by_key(|piece| (piece.facing as u8, piece.x, piece.y));
    cells.dedup();
    let after = |piece| {
        let mut after = *board;
        after.place(piece);
        if clears {
            after.clear_full_rows();
        }
        ways(&after, rest, moves, clears)
    };
    cells.into_iter().map(after).sum()
}

#[test]
fn every_size_of_board_counts_like_the_plain_search() {
    for (width, visible, letters) in [(10, 20, "TLZ"), (10, 5, "ITS"), (4, 20, "OLT"), (6, 8, "JST"), (16, 20, "SI")] {
        let size = BoardSize { width, visible, ..BoardSize::default() };
        for half_turns in [false, true] {
            let moves = AllowedMoves { half_turns, spawn_row: Some(visible - 1), ..AllowedMoves::default() };
            let expected = plainly(&Board::new(size), &pieces(letters), &moves);
            assert_eq!(counted(letters, size, half_turns), expected, "{letters} on {size:?}");
        }
    }
}

#[test]
fn counting_clears_rows_and_goes_on_where_the_stack_is_too_high_for_fields() {
    let size = BoardSize::default();
    let well = |rows: usize| {
        let mut board = Board::new(size);
        (0..rows).for_each(|y| (0..9).for_each(|x| board.fill_cell(x, y)));
        board
    };
    let moves = AllowedMoves { spawn_row: Some(19), ..AllowedMoves::default() };
    for rows in [3, 4, 8, 15, 16, 17] {
        for letters in ["II", "IT", "OJI"] {
            let (board, queue) = (well(rows), pieces(letters));
            assert_eq!(perft(&board, &queue, &moves), plainly(&board, &queue, &moves), "{letters} on {rows} rows");
        }
    }
}

#[test]
fn a_choice_of_placements_is_straight_drops_or_all_within_reach() {
    let board = Board::from_drawing(BoardSize::default(), "xx........\nx.........\nx.xxxxxxxx\nx..xxxxxxx\nx.xxxxxxxx");
    let mut landings = Landings::new();
    let mut listed = |choice: PlacementSource, rows| {
        let mut list = Vec::new();
        choice.each(&board, PieceKind::T, rows, &mut landings, |placement| list.push(placement));
        list
    };
    let (straight, reachable) =
        (listed(PlacementSource::StraightDrops, 22), listed(PlacementSource::Reachable(AllowedMoves::default()), 22));
    assert!(straight.iter().all(|drop| reachable.contains(drop)), "reach is more than dropping");
    assert!(reachable.iter().any(|placement| placement.spin == Spin::Full) && straight.len() < reachable.len());
    assert!(
        listed(PlacementSource::Reachable(AllowedMoves::default()), 4).iter().all(|placement| placement
            .piece
            .row_range()
            .1
            < 4)
    );
    assert_eq!(PlacementSource::default(), PlacementSource::StraightDrops);
}

/// Rows that clear are mostly a floor like any other; only where something lies open under them are there other places.
#[test]
fn rows_that_clear_open_what_lies_under_them() {
    let moves = AllowedMoves { spawn_row: Some(19), ..AllowedMoves::default() };
    let mut random = Random::new(7, Purpose::Board);
    let (mut cleared, mut boards) = (0, 0);
    while boards < 60 {
        let mut board = Board::new(BoardSize::default());
        for y in 0..4 {
            let (from, gap) = (random.below(7) as usize, 1 + random.below(3) as usize);
            (0..10).filter(|x| !(from..=from + gap).contains(x)).for_each(|x| board.fill_cell(x, y));
        }
        let letters = ["I", "O", "T", "S", "Z", "J", "L"];
        let queue = pieces(&[0; 2].map(|_| letters[random.below(7) as usize]).concat());
        assert_eq!(perft(&board, &queue, &moves), plainly(&board, &queue, &moves), "{queue:?} on {board:?}");
        cleared += u64::from(perft(&board, &queue, &moves) != without_clears(&board, &queue, &moves));
        boards += 1;
    }
    assert!(cleared >= 5, "on {cleared} of {boards} boards it matters that rows clear");
}

#[test]
fn the_lowest_boards_are_counted_too() {
    let size = BoardSize { width: 4, visible: 2, buffer: 2 };
    assert_eq!(perft(&Board::new(size), &pieces("O"), &AllowedMoves::default()), 3);
}
