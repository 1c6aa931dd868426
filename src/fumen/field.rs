//! The field of a page: what fills each of its cells.

use crate::rules::{BoardSize, FallingPiece, Matrix, Mino, PieceKind};

/// The columns of every field.
pub const WIDTH: usize = 10;
/// The rows of a field above its floor, as version 115 has them.
pub const ROWS: usize = 23;
/// The kinds of pieces by their numbers, which begin at 1; 0 is an empty cell.
pub(super) const PIECES_BY_NUMBER: [PieceKind; 7] =
    [PieceKind::I, PieceKind::L, PieceKind::O, PieceKind::Z, PieceKind::T, PieceKind::J, PieceKind::S];
/// The number of a grey cell.
const GREY: i32 = 8;

/// What is added to the difference of two cells' numbers, so that it is never below 0.
pub(super) const DIFFERENCE_OFFSET: i32 = GREY;

/// A field of ten columns: 23 rows, and one below the floor, which waits to rise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FumenField {
    /// The row below the floor.
    pub waiting: [Mino; WIDTH],
    /// The rows above the floor, the lowest first.
    pub rows: [[Mino; WIDTH]; ROWS],
}

impl FumenField {
    /// The field that shows a matrix; `None` if the matrix is not ten wide. Rows above the 23rd are left out.
    pub fn of_matrix(matrix: &Matrix) -> Option<Self> {
        if matrix.board().width() != WIDTH {
            return None;
        }
        let mut field = Self::default();
        for (y, row) in field.rows.iter_mut().enumerate() {
            for (x, cell) in row.iter_mut().enumerate() {
                *cell = match matrix.mino(x, y) {
                    // The notation has one grey.
                    Mino::Solid => Mino::Garbage,
                    mino => mino,
                };
            }
        }
        Some(field)
    }

    /// The field as a matrix of `size`. Cells outside that size are left out, as is the row below the floor.
    pub fn to_matrix(&self, size: BoardSize) -> Matrix {
        let mut matrix = Matrix::new(size);
        for (y, row) in self.rows.iter().enumerate() {
            for (x, mino) in row.iter().enumerate() {
                matrix.fill_cell(x, y, *mino);
            }
        }
        matrix
    }

    /// Writes the cells of a piece; those outside the field are left out.
    pub fn place(&mut self, piece: FallingPiece) {
        for (x, y) in piece.cells() {
            let row = usize::try_from(y).ok().and_then(|y| self.rows.get_mut(y));
            if let Some(cell) = row.and_then(|row| row.get_mut(usize::try_from(x).ok()?)) {
                *cell = Mino::Piece(piece.kind);
            }
        }
    }

    /// Whether all cells of a piece lie in the field.
    pub fn is_piece_inside(piece: FallingPiece) -> bool {
        piece.cells().all(|(x, y)| (0..WIDTH as i8).contains(&x) && (0..ROWS as i8).contains(&y))
    }

    /// Removes the rows above the floor that are full.
    pub fn clear_full_rows(&mut self) {
        let mut kept = 0;
        for y in 0..ROWS {
            if self.rows[y].contains(&Mino::Empty) {
                self.rows[kept] = self.rows[y];
                kept += 1;
            }
        }
        self.rows[kept..].fill(<[Mino; WIDTH]>::default());
    }

    /// Lets the row below the floor rise; an empty one takes its place. The highest row is lost.
    pub fn rise(&mut self) {
        self.rows.rotate_right(1);
        self.rows[0] = std::mem::take(&mut self.waiting);
    }

    /// Exchanges left and right above the floor.
    pub fn mirror(&mut self) {
        self.rows.iter_mut().for_each(|row| row.reverse());
    }

    /// The numbers of the cells of the lowest `rows` rows, in the order in which they are written: from the top, left
    /// to right, the row below the floor last.
    pub(super) fn cell_numbers(&self, rows: usize) -> impl Iterator<Item = i32> {
        let above = self.rows[..rows.min(ROWS)].iter().rev();
        above.chain(std::iter::once(&self.waiting)).flatten().map(|cell| number(*cell))
    }

    /// The field with these numbers, in the order of [`cell_numbers`](Self::cell_numbers); `None` if one of them is no
    /// cell's number in that notation.
    pub(super) fn of_cell_numbers(numbers: &[i32]) -> Option<Self> {
        let mut field = Self::default();
        let (above, waiting) = numbers.split_at_checked(numbers.len().checked_sub(WIDTH)?)?;
        for (cell, number) in field.waiting.iter_mut().zip(waiting) {
            *cell = cell_of(*number)?;
        }
        for (row, numbers) in field.rows.iter_mut().zip(above.rchunks(WIDTH)) {
            for (cell, number) in row.iter_mut().zip(numbers) {
                *cell = cell_of(*number)?;
            }
        }
        Some(field)
    }
}

/// The number by which a fumen writes a cell, 0 to 8.
fn number(cell: Mino) -> i32 {
    match cell {
        Mino::Empty => 0,
        Mino::Piece(kind) => piece_number(Some(kind)).map_or(GREY, |number| number as i32),
        Mino::Garbage | Mino::Solid => GREY,
    }
}

fn cell_of(number: i32) -> Option<Mino> {
    match number {
        0 => Some(Mino::Empty),
        GREY => Some(Mino::Garbage),
        _ => Some(Mino::Piece(*PIECES_BY_NUMBER.get(usize::try_from(number).ok()?.checked_sub(1)?)?)),
    }
}

/// The number of a kind of piece, 1 to 7, or 0 for no piece; `None` if the notation has no such piece.
pub(super) fn piece_number(kind: Option<PieceKind>) -> Option<u32> {
    let Some(kind) = kind else { return Some(0) };
    PIECES_BY_NUMBER.iter().position(|known| *known == kind).map(|place| place as u32 + 1)
}
