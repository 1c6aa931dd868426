//! Where a piece is by the protocol's coordinates, and where by the rules'.
//!
//! The protocol names a piece's centre under true rotation, the rules the lower left corner of its rotation box.

use super::message::{PieceLetter, TbpLocation};
use crate::rules::{Facing, FallingPiece, PieceKind};

/// The centres of pieces in a rotation box of three by three, as (column, row), which are the same for every facing.
const OF_THREE: [(i8, i8); 4] = [(1, 1); 4];
/// The centres of I in its rotation box, as (column, row) by facing:
/// middle-left, middle-top, middle-right, middle-bottom.
const OF_I: [(i8, i8); 4] = [(1, 2), (2, 2), (2, 1), (1, 1)];
/// The centres of O in its rotation box, as (column, row) by facing: bottom-left, top-left, top-right, bottom-right.
const OF_O: [(i8, i8); 4] = [(0, 0), (0, 1), (1, 1), (1, 0)];

/// The centre of a piece as (column, row) in its rotation box, from the lower left corner.
fn centre(kind: PieceKind, facing: Facing) -> (i8, i8) {
    let of_kind = match kind {
        PieceKind::I => OF_I,
        PieceKind::O => OF_O,
        _ => OF_THREE,
    };
    of_kind[facing as usize]
}

/// The location of a tetromino as the protocol writes it.
pub fn location_of(piece: FallingPiece) -> TbpLocation {
    let (x, y) = centre(piece.kind, piece.facing);
    TbpLocation {
        kind: PieceLetter(piece.kind),
        orientation: piece.facing.into(),
        x: i64::from(piece.x) + i64::from(x),
        y: i64::from(piece.y) + i64::from(y),
    }
}

/// The piece at a location; `None` for a centre that lies far off the board, outside of -5 to 50.
pub fn piece_at_location(location: &TbpLocation) -> Option<FallingPiece> {
    if !(-5..=50).contains(&location.x) || !(-5..=50).contains(&location.y) {
        return None;
    }
    let (kind, facing) = (location.kind.0, location.orientation.into());
    let (x, y) = centre(kind, facing);
    Some(FallingPiece { kind, facing, x: location.x as i8 - x, y: location.y as i8 - y })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::PieceSet;
    use crate::tbp::message::TbpOrientation;

    /// The minos of each piece that faces north, as (column, row) from its centre, as the specification draws them.
    const NORTH: [(char, [(i8, i8); 4]); 7] = [
        ('I', [(-1, 0), (0, 0), (1, 0), (2, 0)]),
        ('O', [(0, 0), (1, 0), (0, 1), (1, 1)]),
        ('T', [(-1, 0), (0, 0), (1, 0), (0, 1)]),
        ('L', [(-1, 0), (0, 0), (1, 0), (1, 1)]),
        ('J', [(-1, 0), (0, 0), (1, 0), (-1, 1)]),
        ('S', [(-1, 0), (0, 0), (0, 1), (1, 1)]),
        ('Z', [(-1, 1), (0, 1), (0, 0), (1, 0)]),
    ];

    #[test]
    fn all_28_facings_lie_where_the_specification_draws_them() {
        for (letter, mut minos) in NORTH {
            let kind = PieceLetter::try_from(letter).unwrap();
            for orientation in
                [TbpOrientation::North, TbpOrientation::East, TbpOrientation::South, TbpOrientation::West]
            {
                let location = TbpLocation { kind, orientation, x: 4, y: 7 };
                let piece = piece_at_location(&location).unwrap();
                let mut expected: Vec<(i8, i8)> = minos.iter().map(|&(x, y)| (4 + x, 7 + y)).collect();
                let mut cells: Vec<(i8, i8)> = piece.cells().collect();
                expected.sort_unstable();
                cells.sort_unstable();
                assert_eq!(cells, expected, "{letter} {orientation:?}");
                assert_eq!(location_of(piece), location, "there and back");
                // A clockwise turn.
                minos = minos.map(|(x, y)| (y, -x));
            }
        }
    }

    #[test]
    fn pieces_appear_at_column_4() {
        for kind in PieceSet::Tetromino.kinds() {
            let spawned = FallingPiece::spawn(kind, crate::rules::BoardSize::default());
            let location = location_of(spawned);
            assert_eq!((location.x, location.y), (4, 20), "{}: row 19 after its first row", kind.letter());
        }
    }

    #[test]
    fn what_lies_far_off_is_no_piece() {
        let far =
            TbpLocation { kind: PieceLetter(PieceKind::T), orientation: TbpOrientation::North, x: i64::MAX, y: 0 };
        assert_eq!(piece_at_location(&far), None);
        assert_eq!(piece_at_location(&TbpLocation { x: 0, y: -9, ..far }), None);
    }
}
