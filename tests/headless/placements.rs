//! Straight drops, against the first document's list and against dropping a piece row by row.

use super::reach::cells;
use korobka::movegen::drops::{straight_drops, straight_placements};
use korobka::rules::board::BoardSize;
use korobka::rules::random::Purpose;
use korobka::rules::{Board, Facing, FallingPiece, PieceKind, PieceSet, Random};

/// Every straight drop in the plainest way, duplicates kept: put the piece on top, let it fall.
fn plain(board: &Board, kind: PieceKind, rows: usize) -> Vec<FallingPiece> {
    let mut found = Vec::new();
    for x in -3..board.width() as i8 + 3 {
        for facing in Facing::ALL {
            let shape = kind.shape(facing);
            let start = FallingPiece { kind, facing, x, y: board.row_count() as i8 - 1 - shape.span.1 };
            if board.fits(start) {
                let landed = start.dropped(board);
                if (landed.row_range().1 as usize) < rows {
                    found.push(landed);
                }
            }
        }
    }
    found
}

#[test]
fn a_t_has_the_34_placements_of_the_documents_first_test_in_its_order() {
    let board = Board::from_drawing(BoardSize::default(), "0010011110\n0011101111");
    let found: Vec<(i8, u8)> =
        straight_placements(&board, PieceKind::T, 22).map(|piece| (piece.x, piece.facing as u8)).collect();
    let mut expected = vec![(-1, 1), (0, 0), (0, 1), (0, 2), (0, 3)];
    (1..=7).for_each(|x| (0..4).for_each(|facing| expected.push((x, facing))));
    expected.push((8, 3));
    assert_eq!(found, expected);
    // Its rows count from the top of 22: (0, 19), (0, 20), (0, 21) and (1, 20).
    let first = straight_placements(&board, PieceKind::T, 22).next().unwrap();
    assert_eq!(cells(first), [(0, 0), (0, 1), (0, 2), (1, 1)]);
}

#[test]
fn each_kind_has_its_number_of_placements_on_an_empty_board() {
    let board = Board::new(BoardSize::default());
    let counts: Vec<usize> =
        PieceSet::Tetromino.kinds().map(|kind| straight_placements(&board, kind, 22).count()).collect();
    assert_eq!(counts, [17, 34, 34, 9, 17, 34, 17], "I J L O S T Z");
}

#[test]
fn placements_are_the_plain_drops_with_equal_cells_kept_once_where_they_come_first() {
    let mut random = Random::new(4, Purpose::Games);
    for _ in 0..3_000 {
        let size = BoardSize { width: 5 + random.below(12) as u8, visible: 4 + random.below(30) as u8, buffer: 20 };
        let rows = usize::from(size.visible) + 2;
        let mut board = Board::new(size);
        for y in 0..random.below(u32::from(size.visible) + 6) as usize {
            (0..board.width())
                .filter(|_| random.chance(600))
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|x| board.fill_cell(x, y));
        }
        let set = if random.chance(500) { PieceSet::Tetromino } else { PieceSet::Pentomino };
        let kind = set.kind(random.below(set.kinds().count() as u32) as usize);
        let mut expected: Vec<FallingPiece> = Vec::new();
        for piece in plain(&board, kind, rows) {
            if expected.iter().all(|other| cells(*other) != cells(piece)) {
                expected.push(piece);
            }
        }
        let found: Vec<FallingPiece> = straight_placements(&board, kind, rows).collect();
        assert_eq!(found, expected, "{kind:?} on {:?}", board.row_masks());
    }
}

#[test]
fn the_table_of_drops_holds_no_drop_outside_the_walls() {
    let mut seen = 0;
    for width in 4..=16 {
        for index in 0..25 {
            let kind = PieceKind::from_index(index).unwrap();
            for drop in straight_drops(kind, width) {
                let piece = drop.piece_at_row(0);
                assert!(piece.cells().all(|(x, y)| (0..width as i8).contains(&x) && y >= 0), "{drop:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1_000, "{seen} drops");
}
