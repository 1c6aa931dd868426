//! A line of moves shown on the board that it begins on, with every piece where it lands in that picture: rows that
//! clear on the way stay, so that no piece covers another.

use crate::movegen::Move;
use crate::rules::{Board, PieceKind};

/// A piece of a line of moves, as it is shown on the board that the line begins on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePiece {
    /// The kind of the piece.
    pub kind: PieceKind,
    /// The cells of the piece, by column and row of the board before the first move.
    pub cells: Vec<(i8, i8)>,
}

/// The pieces of a line of moves that begins on `board`, in their order, each where it is shown there.
pub fn line_pieces_on_board(board: &Board, line: &[Move]) -> Vec<LinePiece> {
    let mut board = *board;
    // Which row of the first board each row is now; rows that come in at the top go on counting.
    let mut rows: Vec<i8> = (0..board.row_count() as i8).collect();
    let mut shown = Vec::new();
    for made in line {
        let piece = made.placement.piece;
        let row = |y: i8| usize::try_from(y).ok().and_then(|y| rows.get(y)).copied().unwrap_or(y);
        shown.push(LinePiece { kind: piece.kind, cells: piece.cells().map(|(x, y)| (x, row(y))).collect() });
        board.place(piece);
        let cleared = board.clear_full_rows();
        let mut number = 0;
        rows.retain(|_| {
            number += 1;
            cleared >> (number - 1) & 1 == 0
        });
        let next = rows.last().map_or(0, |last| last.saturating_add(1));
        rows.extend((0..cleared.count_ones() as i8).map(|more| next.saturating_add(more)));
    }
    shown
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::movegen::Placement;
    use crate::rules::{BoardSize, Facing, FallingPiece, Spin};

    #[test]
    fn a_piece_after_a_clear_stands_where_its_row_was() {
        let board = Board::from_drawing(BoardSize::default(), "XXXX..XXXX\nXXXXXX....");
        // The piece whose leftmost and lowest cells are in this column and on the floor.
        let at = |kind: PieceKind, column: i8| {
            let (shape, facing) = (kind.shape(Facing::North), Facing::North);
            let piece = FallingPiece { kind, facing, x: column - shape.columns.0, y: -shape.span.0 };
            Move { placement: Placement { piece, spin: Spin::None }, hold: false }
        };
        // An I fills the floor's row, then an O falls into the gap above, which has become the floor.
        let shown = line_pieces_on_board(&board, &[at(PieceKind::I, 6), at(PieceKind::O, 4)]);
        assert_eq!(shown[0].cells, [(6, 0), (7, 0), (8, 0), (9, 0)]);
        let mut cells = shown[1].cells.clone();
        cells.sort_unstable();
        assert_eq!(cells, [(4, 1), (4, 2), (5, 1), (5, 2)], "a row higher than where it locked");
    }
}
