//! Speed of the search of placements, one core: `cargo bench --no-default-features --bench reach`.
//!
//! Boards are from games of a player with published linear weights (by Lee, 2013: heights, rows, holes, steps), one
//! with nothing sent and one that gets a garbage row every fourth piece: 1,000 boards each, with all seven pieces.
#![allow(clippy::unwrap_used)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use korobka::movegen::drops::straight_placements;
use korobka::movegen::{AllowedMoves, Landings, fewest_keys_to, find_landings, find_landings_plainly, perft};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, FallingPiece, PieceKind, PieceSet, Random};

fn main() {
    divan::main();
}

/// The better, the more.
fn worth(board: &Board, piece: FallingPiece) -> (i32, Board) {
    let mut after = *board;
    after.place(piece);
    let rows = after.clear_full_rows().count_ones() as i32;
    let heights = &after.column_heights()[..10];
    let total: i32 = heights.iter().map(|&height| i32::from(height)).sum();
    let steps: i32 = heights.windows(2).map(|pair| i32::from(pair[0].abs_diff(pair[1]))).sum();
    let holes = total - after.count() as i32;
    (760_666 * rows - 510_066 * total - 356_630 * holes - 184_483 * steps, after)
}

/// A thousand boards, every fifth of games.
fn boards(garbage: bool) -> Vec<Board> {
    let mut random = Random::new(11, Purpose::Games);
    let mut found = Vec::new();
    let mut board = Board::new(BoardSize::default());
    let mut turn = 0;
    while found.len() < 1000 {
        turn += 1;
        let kind = PieceSet::Tetromino.kind(random.below(7) as usize);
        let best =
            straight_placements(&board, kind, 20).map(|piece| worth(&board, piece)).max_by_key(|&(worth, _)| worth);
        board = best.map_or(Board::new(BoardSize::default()), |(_, board)| board);
        if garbage && turn % 4 == 0 {
            board.raise(!(1 << random.below(10)), false);
        }
        if board.stack_height() > 17 {
            board = Board::new(BoardSize::default());
        }
        if turn % 5 == 0 {
            found.push(board);
        }
    }
    found
}

/// All seven pieces on all boards.
fn all(bencher: Bencher, garbage: bool, mut search: impl FnMut(&Board, PieceKind, &mut Landings) -> usize) {
    let (boards, mut landings) = (boards(garbage), Landings::new());
    bencher.counter(ItemsCount::new(7 * boards.len())).bench_local(|| {
        let mut sum = 0;
        for board in &boards {
            for kind in PieceSet::Tetromino.kinds() {
                sum += search(black_box(board), kind, &mut landings);
            }
        }
        sum
    });
}

/// Everything within reach.
#[divan::bench(args = [false, true])]
fn reach(bencher: Bencher, garbage: bool) {
    all(bencher, garbage, |board, kind, landings| {
        find_landings(board, kind, &AllowedMoves::default(), landings);
        black_box(&landings);
        0
    });
}

/// The same with half turns.
#[divan::bench(args = [false, true])]
fn reach_with_half_turns(bencher: Bencher, garbage: bool) {
    let moves = AllowedMoves { half_turns: true, ..AllowedMoves::default() };
    all(bencher, garbage, |board, kind, landings| {
        find_landings(board, kind, &moves, landings);
        black_box(&landings);
        0
    });
}

/// The same, and a list of it.
#[divan::bench(args = [false, true])]
fn reach_and_list(bencher: Bencher, garbage: bool) {
    all(bencher, garbage, |board, kind, landings| {
        find_landings(board, kind, &AllowedMoves::default(), landings);
        let mut sum = 0;
        landings.each(|placement| sum += placement.piece.x as usize);
        sum
    });
}

/// Straight drops, to compare.
#[divan::bench(args = [false, true])]
fn straight_drops(bencher: Bencher, garbage: bool) {
    all(bencher, garbage, |board, kind, _| straight_placements(board, kind, 22).map(|piece| piece.x as usize).sum());
}

/// The plain search, for what the flood does not take.
#[divan::bench(args = [true], sample_count = 10)]
fn plain(bencher: Bencher, garbage: bool) {
    all(bencher, garbage, |board, kind, landings| {
        find_landings_plainly(board, kind, &AllowedMoves::default(), landings);
        black_box(&landings);
        0
    });
}

/// The fewest keys to one placement.
#[divan::bench]
fn keys_of_a_placement(bencher: Bencher) {
    let (board, moves, mut landings) = (boards(true)[500], AllowedMoves::default(), Landings::new());
    find_landings(&board, PieceKind::T, &moves, &mut landings);
    let placement = landings.iter().last().unwrap();
    bencher.bench_local(|| fewest_keys_to(black_box(&board), &placement, &moves));
}

/// Nodes of the count of all ways to place five pieces.
#[divan::bench(sample_count = 10)]
fn perft_ioljs(bencher: Bencher) {
    let queue: Vec<_> = "IOLJS".chars().map(|letter| PieceKind::from_letter(letter).unwrap()).collect();
    let moves = AllowedMoves { spawn_row: Some(19), ..AllowedMoves::default() };
    let board = Board::new(BoardSize::default());
    bencher.counter(ItemsCount::new(3_497_187usize)).bench_local(|| perft(black_box(&board), &queue, &moves));
}
