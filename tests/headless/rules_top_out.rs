//! Top out: every rule's overflows.

use korobka::rules::{Board, BoardSize, Facing, FallingPiece, PieceKind, TopOut, TopOutRule};

const ALL: [TopOutRule; 3] = [TopOutRule::Guideline, TopOutRule::BlockOutOnly, TopOutRule::PartialLockOut];

/// An O whose lower row is `y`.
fn o(y: i8) -> FallingPiece {
    FallingPiece { kind: PieceKind::O, facing: Facing::North, x: 0, y }
}

/// Locks a piece on a board and asks the rule.
fn locked(rule: TopOutRule, mut board: Board, piece: FallingPiece) -> Option<TopOut> {
    board.place(piece);
    let cleared = board.clear_full_rows();
    rule.check_lock_out(board.size(), piece, cleared)
}

#[test]
fn pieces_appear_above_the_skyline() {
    for (letter, columns) in
        [('I', 3..=6), ('J', 3..=5), ('L', 3..=5), ('O', 4..=5), ('S', 3..=5), ('T', 3..=5), ('Z', 3..=5)]
    {
        let piece = FallingPiece::spawn(PieceKind::from_letter(letter).unwrap(), BoardSize::default());
        let cells: Vec<(i8, i8)> = piece.cells().collect();
        assert_eq!(cells.iter().map(|cell| cell.1).min(), Some(20), "{letter} appears with its lowest row as the 21st");
        assert!(cells.iter().all(|cell| cell.1 <= 21), "{letter} appears in rows 21 and 22");
        let (left, right) = (cells.iter().map(|cell| cell.0).min(), cells.iter().map(|cell| cell.0).max());
        assert_eq!((left, right), (Some(*columns.start()), Some(*columns.end())), "{letter} is centred, rounded left");
    }
}

#[test]
fn a_piece_that_appears_on_a_block_is_a_block_out() {
    let spawn = FallingPiece::spawn(PieceKind::T, BoardSize::default());
    for rule in ALL {
        let mut board = Board::new(BoardSize::default());
        assert_eq!(rule.check_block_out(&board, spawn), None, "{rule:?}: room to appear");
        board.fill_cell(4, 19);
        assert_eq!(rule.check_block_out(&board, spawn), None, "{rule:?}: a block right below does not matter");
        board.fill_cell(4, 20);
        assert_eq!(rule.check_block_out(&board, spawn), Some(TopOut::BlockOut), "{rule:?}: a block in the way loses");
    }
}

#[test]
fn a_piece_wholly_above_the_skyline_is_a_lock_out() {
    let board = Board::new(BoardSize::default());
    let lost = Some(TopOut::LockOut);
    for (y, guideline, partial) in [(18, None, None), (19, None, lost), (20, lost, lost)] {
        assert_eq!(
            locked(TopOutRule::Guideline, board, o(y)),
            guideline,
            "guideline, lowest row {y}: wholly above loses"
        );
        assert_eq!(locked(TopOutRule::BlockOutOnly, board, o(y)), None, "block out only, lowest row {y}: never");
        assert_eq!(locked(TopOutRule::PartialLockOut, board, o(y)), partial, "partial, lowest row {y}: any cell loses");
    }
}

#[test]
fn partial_lock_out_is_judged_after_the_clears() {
    let below = Board::from_drawing(BoardSize::default(), "##########");
    let rule = TopOutRule::PartialLockOut;
    assert_eq!(locked(rule, below, o(19)), None, "a cleared row below brings the piece under the skyline");
    assert_eq!(locked(rule, below, o(20)), Some(TopOut::LockOut), "one row is not enough for two");
    let mut own = Board::new(BoardSize::default());
    for x in 2..10 {
        own.fill_cell(x, 20);
    }
    assert_eq!(locked(rule, own, o(19)), None, "a cell that was cleared above the skyline is gone");
    assert_eq!(locked(rule, own, o(20)), Some(TopOut::LockOut), "the cell above the cleared row falls to the 21st");
}

#[test]
fn a_piece_higher_than_any_board_is_a_lock_out() {
    let size = BoardSize::default();
    for y in [60, 63, 64, 100] {
        assert_eq!(TopOutRule::PartialLockOut.check_lock_out(size, o(y), 1), Some(TopOut::LockOut), "lowest row {y}");
    }
}

#[test]
fn rules_go_by_the_boards_own_skyline() {
    let board = Board::new(BoardSize { width: 14, visible: 25, buffer: 5 });
    assert_eq!(locked(TopOutRule::Guideline, board, o(24)), None, "25 visible rows: the 25th is below the skyline");
    assert_eq!(locked(TopOutRule::Guideline, board, o(25)), Some(TopOut::LockOut), "the 26th is not");
}
