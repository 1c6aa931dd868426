//! The number of a page that says which piece lies where, and what happens then.

use super::field::{FumenField, PIECES_BY_NUMBER, WIDTH, piece_number};
use crate::rules::{Facing, FallingPiece, PieceKind};

/// The facings of pieces in the order of a fumen's numbers for them.
const FACINGS: [Facing; 4] = [Facing::South, Facing::East, Facing::North, Facing::West];

/// What a fumen says of a page besides its field: the piece, and what happens then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageAction {
    pub(super) piece: Option<FallingPiece>,
    pub(super) rises: bool,
    pub(super) mirrors: bool,
    pub(super) guideline_colours: bool,
    /// Whether a comment follows.
    pub(super) comments: bool,
    pub(super) locks: bool,
}

impl PageAction {
    /// Reads what a page does from its number, where fields have `rows` rows above the floor.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(number: u32, rows: usize) -> Result<Self, &'static str> {
        let mut rest = number;
        let mut digit = |base: usize| {
            let digit = rest as usize % base;
            rest /= base as u32;
            digit
        };
        let (kind, facing) = (digit(8), FACINGS[digit(4)]);
        let place = digit((rows + 1) * WIDTH);
        let mut flag = || digit(2) == 1;
        let (rises, mirrors, guideline_colours, comments, locks) = (flag(), flag(), flag(), flag(), !flag());
        if rest != 0 {
            return Err("there is no such action");
        }
        let kind = kind.checked_sub(1).and_then(|place| PIECES_BY_NUMBER.get(place).copied());
        let piece = kind.map(|kind| {
            let (x, y) = ((place % WIDTH) as i8, (rows - 1) as i8 - (place / WIDTH) as i8);
            piece_at(kind, facing, (x, y))
        });
        if piece.is_some_and(|piece| !FumenField::is_piece_inside(piece)) {
            return Err("its piece does not lie in the field");
        }
        Ok(Self { piece, rises, mirrors, guideline_colours, comments, locks })
    }

    /// Writes what a page does as its number, where fields have `rows` rows above the floor.
    ///
    /// # Errors
    /// What cannot be written.
    pub(super) fn write(self, rows: usize) -> Result<u32, &'static str> {
        let kind = piece_number(self.piece.map(|piece| piece.kind)).ok_or("its piece is not a tetromino")?;
        let (mut facing, mut place) = (0, 0);
        if let Some(piece) = self.piece {
            if !FumenField::is_piece_inside(piece) {
                return Err("its piece does not lie in the field");
            }
            let (x, y) = place_of(piece);
            facing = FACINGS.iter().position(|known| *known == piece.facing).unwrap_or_default();
            // Inside the field both are positive.
            place = (rows as i32 - 1 - i32::from(y)) as u32 * WIDTH as u32 + x as u32;
        }
        let flags = [!self.locks, self.comments, self.guideline_colours, self.mirrors, self.rises];
        let flags = flags.iter().fold(0, |number, flag| number * 2 + u32::from(*flag));
        Ok(((flags * (rows as u32 + 1) * WIDTH as u32 + place) * 4 + facing as u32) * 8 + kind)
    }
}

/// The cell of a piece whose column and row a fumen writes, counted from the lower left corner of the piece's cells.
const fn anchor(kind: PieceKind, facing: Facing) -> (i8, i8) {
    let lies = matches!(facing, Facing::North | Facing::South);
    match kind {
        PieceKind::O => (0, 1),
        PieceKind::I if lies => (1, 0),
        PieceKind::I => (0, 2),
        PieceKind::S => (1, 1),
        PieceKind::Z if lies => (1, 1),
        PieceKind::Z => (0, 1),
        _ => match facing {
            Facing::North => (1, 0),
            Facing::East => (0, 1),
            Facing::South | Facing::West => (1, 1),
        },
    }
}

/// The column and row of the cell by which a fumen says where a piece lies.
fn place_of(piece: FallingPiece) -> (i8, i8) {
    let (shape, anchor) = (piece.kind.shape(piece.facing), anchor(piece.kind, piece.facing));
    (piece.x + shape.columns.0 + anchor.0, piece.y + shape.span.0 + anchor.1)
}

/// The piece that lies where a fumen's column and row say.
fn piece_at(kind: PieceKind, facing: Facing, (x, y): (i8, i8)) -> FallingPiece {
    let (shape, anchor) = (kind.shape(facing), anchor(kind, facing));
    FallingPiece { kind, facing, x: x - shape.columns.0 - anchor.0, y: y - shape.span.0 - anchor.1 }
}
