//! Reachable placements against walking every way cell by cell with the rules' own functions.

use super::reach_boards::{SPINS, boards, count};
use korobka::movegen::{AllowedMoves, Landings, SoftDropKind, find_landings, find_landings_plainly};
use korobka::rules::spin::spin_of;
use korobka::rules::{
    Board, BoardSize, Facing, FallingPiece, KickTable, LastMove, PieceKind, PieceSet, Shift, Spin, SpinRule, Turn,
};
use std::collections::{BTreeSet, HashSet};

type Cells = Vec<(i8, i8)>;

pub(super) fn cells(piece: FallingPiece) -> Cells {
    let mut cells: Cells = piece.cells().collect();
    cells.sort_unstable();
    cells
}

/// The obvious way: from every place a piece has got to, try every key.
fn walked(board: &Board, kind: PieceKind, moves: &AllowedMoves) -> BTreeSet<(Cells, Spin)> {
    let mut found = BTreeSet::new();
    let Some(start) = moves.spawn_piece(board, kind) else { return found };
    let mut seen = HashSet::from([(start, LastMove::Other)]);
    let mut left = HashSet::new();
    let mut waiting = vec![(start, LastMove::Other)];
    while let Some((piece, last)) = waiting.pop() {
        let lowered = piece.lowered(board);
        if lowered.is_none() {
            found.insert((cells(piece), spin_of(board, piece, last, moves.spins)));
        }
        // The keys lead to the same places however the piece has come here.
        if !left.insert(piece) {
            continue;
        }
        let mut next = Vec::new();
        next.extend(piece.shifted(board, Shift::Left).map(|moved| (moved, LastMove::Other)));
        next.extend(piece.shifted(board, Shift::Right).map(|moved| (moved, LastMove::Other)));
        match (moves.fall, lowered) {
            (_, None) => {}
            (SoftDropKind::ByRows, Some(lower)) => next.push((lower, LastMove::Other)),
            (SoftDropKind::ToGround, Some(_)) => next.push((piece.dropped(board), LastMove::Other)),
        }
        for turn in [Turn::Clockwise, Turn::Counterclockwise, Turn::Half] {
            if (turn.is_quarter() || moves.half_turns)
                && let Some((turned, kick)) = piece.rotated(board, turn, moves.kicks)
            {
                next.push((turned, LastMove::Rotation { turn, kick }));
            }
        }
        waiting.extend(next.into_iter().filter(|&state| seen.insert(state)));
    }
    found
}

fn listed(landings: &Landings, board: &Board) -> BTreeSet<(Cells, Spin)> {
    let mut found = BTreeSet::new();
    for placement in landings.iter() {
        assert!(board.fits(placement.piece) && placement.piece.lowered(board).is_none(), "{placement:?} rests");
        assert!(landings.contains(placement.piece, placement.spin));
        assert!(found.insert((cells(placement.piece), placement.spin)), "{placement:?} is listed once");
    }
    assert_eq!(found.len(), landings.len());
    assert_eq!(found.iter().map(|(cells, _)| cells).collect::<BTreeSet<_>>().len(), landings.distinct_cell_count());
    found
}

fn compare(board: &Board, kind: PieceKind, moves: &AllowedMoves, landings: &mut Landings) {
    let expected = walked(board, kind, moves);
    for search in [find_landings, find_landings_plainly] {
        search(board, kind, moves, landings);
        let found = listed(landings, board);
        assert!(
            found == expected,
            "{kind:?} {moves:?}\n{}too many {:?}\ntoo few {:?}",
            drawing(board),
            found.difference(&expected).collect::<Vec<_>>(),
            expected.difference(&found).collect::<Vec<_>>()
        );
    }
}

pub(super) fn drawing(board: &Board) -> String {
    let row = |bits: u16| (0..board.width()).map(|x| if bits >> x & 1 == 1 { 'x' } else { '.' }).collect::<String>();
    board.row_masks()[..board.stack_height()].iter().rev().map(|&bits| row(bits) + "\n").collect()
}

#[test]
fn every_way_is_found_and_no_other_with_spins_with_and_without_half_turns() {
    let mut landings = Landings::new();
    for (index, board) in boards(1, count(3_000, 100_000)).into_iter().enumerate() {
        // Each board with two pieces; every seventh board a step, so that all pairs of board and piece kind come up.
        for kind in [PieceSet::Tetromino.kind(index), PieceSet::Tetromino.kind(index / 7 + index + 3)] {
            for half_turns in [false, true] {
                compare(
                    &board,
                    kind,
                    &AllowedMoves {
                        half_turns,
                        kicks: KickTable::ALL[index / 4 % 2],
                        spins: SPINS[index % 3],
                        ..AllowedMoves::default()
                    },
                    &mut landings,
                );
            }
        }
    }
}

#[test]
fn pentominoes_and_instant_soft_drop_are_found_too() {
    let mut landings = Landings::new();
    for (index, board) in boards(2, count(400, 10_000)).into_iter().enumerate() {
        let half_turns = index % 2 == 0;
        let fall = if index % 4 < 2 { SoftDropKind::ToGround } else { SoftDropKind::ByRows };
        let (kicks, spins) = (KickTable::ALL[index / 8 % 2], SPINS[index % 5 % 3]);
        let moves = AllowedMoves { half_turns, kicks, fall, spins, ..AllowedMoves::default() };
        let set = if index % 3 == 0 { PieceSet::Tetromino } else { PieceSet::Pentomino };
        let kind = set.kind(index / 3);
        let wide_enough =
            FallingPiece::spawn(kind, board.size()).x + kind.shape(Facing::North).columns.1 < board.width() as i8;
        if wide_enough {
            compare(&board, kind, &moves, &mut landings);
        }
    }
}

/// The third rule of spins asks about a T what the other two do not: whether it can move.
#[test]
fn an_immobile_t_is_found_as_a_mini() {
    let (mut landings, mut more) = (Landings::new(), 0);
    let minis = |landings: &Landings| landings.iter().filter(|placement| placement.spin == Spin::Mini).count();
    for (index, board) in boards(6, count(2_000, 50_000)).into_iter().enumerate() {
        let moves =
            AllowedMoves { half_turns: index % 2 == 0, spins: SpinRule::AllAndImmobileT, ..AllowedMoves::default() };
        compare(&board, PieceKind::T, &moves, &mut landings);
        let with = minis(&landings);
        find_landings(&board, PieceKind::T, &AllowedMoves { spins: SpinRule::All, ..moves }, &mut landings);
        more += with - minis(&landings);
    }
    assert!(more > 20, "{more} minis by an immobile T that its corners say nothing of");
}

/// The search keeps so many rows to a word and so many words: nothing may be lost where a stack ends at the end of one.
#[test]
fn stacks_of_every_height_are_searched_to_their_top() {
    let mut landings = Landings::new();
    for (width, height) in (0..=36).flat_map(|height| [(10, height), (9, height), (16, height)]) {
        let mut board = Board::new(BoardSize { width, visible: 40, buffer: 20 });
        for y in 0..height {
            board.fill_cell(4, y);
            (0..y % 3).for_each(|side| board.fill_cell(3 + 2 * side, y));
        }
        for index in 0..7 {
            let moves = AllowedMoves { spins: SPINS[height % 3], ..AllowedMoves::default() };
            compare(&board, PieceSet::Tetromino.kind(index), &moves, &mut landings);
        }
    }
}

/// Pieces can be asked to appear so high that the board ends there.
#[test]
fn a_piece_that_appears_above_the_board_has_no_placement() {
    let mut landings = Landings::new();
    for width in [10, 7] {
        let board = Board::new(BoardSize { width, visible: 10, buffer: 5 });
        for row in (9..=16).chain([255]) {
            let moves = AllowedMoves { spawn_row: Some(row), ..AllowedMoves::default() };
            for kind in PieceSet::Tetromino.kinds() {
                compare(&board, kind, &moves, &mut landings);
                assert!(row < 15 || landings.is_empty(), "a piece in row {row} of 15");
            }
        }
    }
}

/// A way in that only the fifth kick finds: the triple.
#[test]
fn a_t_spin_triple_is_found_as_a_full_spin() {
    let board = Board::from_drawing(Default::default(), "xx........\nx.........\nx.xxxxxxxx\nx..xxxxxxx\nx.xxxxxxxx");
    let mut landings = Landings::new();
    find_landings(&board, PieceKind::T, &AllowedMoves::default(), &mut landings);
    let triple = FallingPiece { kind: PieceKind::T, facing: Facing::East, x: 0, y: 0 };
    assert!(landings.contains(triple, Spin::Full), "{:?}", landings.iter().collect::<Vec<_>>());
    assert!(!landings.contains(triple, Spin::None), "there is no other way in");
}
