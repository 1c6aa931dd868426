//! The search compiled for later processors against the one for every processor: the same, board by board.
//!
//! On a machine without the later instructions both are the same copy, and this says nothing.

use super::reach::drawing;
use super::reach_boards::{SPINS, boards, count};
use super::reach_perft::pieces;
use korobka::movegen::{
    AllowedMoves, Instructions, Landings, find_landings_with_instructions, perft_with_instructions,
};
use korobka::rules::{Board, KickTable, PieceKind, PieceSet};

#[test]
fn later_instructions_find_the_same_placements() {
    let (mut plain, mut best) = (Landings::new(), Landings::new());
    for (index, board) in boards(4, count(4_000, 100_000)).into_iter().enumerate() {
        let kicks = KickTable::ALL[index / 4 % 2];
        let moves =
            AllowedMoves { half_turns: index % 2 == 0, kicks, spins: SPINS[index % 3], ..AllowedMoves::default() };
        for kind in PieceSet::Tetromino.kinds() {
            find_landings_with_instructions(Instructions::BASELINE, &board, kind, &moves, &mut plain);
            find_landings_with_instructions(Instructions::best(), &board, kind, &moves, &mut best);
            assert!(plain.iter().eq(best.iter()), "{kind:?} {moves:?}\n{}", drawing(&board));
        }
    }
}

#[test]
fn later_instructions_count_the_same_sequences() {
    let mut counted = 0;
    for (index, board) in boards(5, count(200, 2_000)).into_iter().enumerate() {
        let moves = AllowedMoves { half_turns: index % 2 == 0, ..AllowedMoves::default() };
        let queue: Vec<PieceKind> = (0..3).map(|at| PieceSet::Tetromino.kind(index + at * (index / 7 + 1))).collect();
        let plain = perft_with_instructions(Instructions::BASELINE, &board, &queue, &moves);
        assert_eq!(
            plain,
            perft_with_instructions(Instructions::best(), &board, &queue, &moves),
            "{queue:?}\n{}",
            drawing(&board)
        );
        counted += plain;
    }
    assert!(counted > 100_000, "boards that can be played on: {counted}");
    let queue = pieces("IOLJS");
    let moves = AllowedMoves { spawn_row: Some(19), ..AllowedMoves::default() };
    assert_eq!(
        perft_with_instructions(Instructions::BASELINE, &Board::new(Default::default()), &queue, &moves),
        3_497_187
    );
}
