//! The matrix that a player sees: the board, and what each mino is.
//!
//! There is no clock here, and no player.

use super::board::{Board, BoardSize, MAX_ROWS, MAX_WIDTH, remove_rows};
use super::falling::FallingPiece;
use super::pieces::PieceKind;

/// What fills a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mino {
    /// The cell is empty.
    #[default]
    Empty,
    /// A mino of a piece of this kind.
    Piece(PieceKind),
    /// Garbage, which clears with its row.
    Garbage,
    /// Solid garbage, which never fills up and goes only when its owner clears lines.
    Solid,
}

/// A board and its minos.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    board: Board,
    minos: [[Mino; MAX_WIDTH]; MAX_ROWS],
}

impl Matrix {
    /// A matrix of `size` with every cell empty.
    ///
    /// # Panics
    /// With a size that [`Board::new`] refuses.
    pub fn new(size: BoardSize) -> Self {
        Self { board: Board::new(size), minos: [[Mino::Empty; MAX_WIDTH]; MAX_ROWS] }
    }

    /// A matrix of `size` with garbage minos wherever `board` is filled.
    pub fn from_board(board: &Board) -> Self {
        let mut matrix = Self::new(board.size());
        matrix.board = *board;
        for y in 0..board.row_count() {
            for x in 0..board.width() {
                if board.is_filled(x as i8, y as i8) {
                    matrix.minos[y][x] = if y < board.solid_row_count() { Mino::Solid } else { Mino::Garbage };
                }
            }
        }
        matrix
    }

    /// A matrix with the cells of a board, of which the lowest `garbage` rows are garbage and all above are minos. Of
    /// which pieces they are is not known: they are called minos of an O.
    pub fn with_garbage_rows(board: &Board, garbage: usize) -> Self {
        let mut matrix = Self::from_board(board);
        let rows = &mut matrix.minos[board.solid_row_count()..board.row_count()];
        for mino in rows.iter_mut().skip(garbage).flatten().filter(|mino| **mino == Mino::Garbage) {
            *mino = Mino::Piece(PieceKind::O);
        }
        matrix
    }

    /// A matrix of `size` from a drawing, rows from the top, the last is the floor's: `.`, `_` and blanks are empty, a
    /// piece's letter is one of its minos, anything else is garbage. Rows and columns outside the matrix are left out.
    pub fn from_drawing<'a>(size: BoardSize, rows: impl DoubleEndedIterator<Item = &'a str>) -> Self {
        let mut matrix = Self::new(size);
        for (y, row) in rows.rev().enumerate().take(size.row_count()) {
            for (x, cell) in row.chars().enumerate().take(size.width as usize) {
                let mino = match PieceKind::from_letter(cell) {
                    _ if matches!(cell, '.' | '_' | ' ') => continue,
                    Some(kind) => Mino::Piece(kind),
                    None => Mino::Garbage,
                };
                matrix.board.fill_cell(x, y);
                matrix.minos[y][x] = mino;
            }
        }
        matrix
    }

    /// Writes the matrix as a drawing, from the highest row with a mino down, with `/` between rows.
    /// [`from_drawing`](Self::from_drawing) reads such rows, but takes solid garbage for ordinary garbage.
    pub fn to_drawing(&self) -> String {
        let width = usize::from(self.board.size().width);
        let letter = |x: usize, y: usize| match self.mino(x, y) {
            Mino::Empty => '.',
            Mino::Piece(kind) => kind.letter(),
            Mino::Garbage | Mino::Solid => '#',
        };
        let rows = (0..self.board.stack_height()).rev();
        rows.map(|y| (0..width).map(|x| letter(x, y)).collect::<String>()).collect::<Vec<_>>().join("/")
    }

    /// The board of filled cells, without what fills them.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What is at column `x`, row `y`; `Empty` outside.
    pub fn mino(&self, x: usize, y: usize) -> Mino {
        self.minos.get(y).and_then(|row| row.get(x)).copied().unwrap_or_default()
    }

    /// Fills one cell; outside the matrix nothing happens.
    pub fn fill_cell(&mut self, x: usize, y: usize, mino: Mino) {
        if x < self.board.width() && y < self.board.row_count() && mino != Mino::Empty {
            self.board.fill_cell(x, y);
            self.minos[y][x] = mino;
        }
    }

    /// Empties one cell; outside the matrix nothing happens.
    pub fn clear_cell(&mut self, x: usize, y: usize) {
        if x < self.board.width() && y < self.board.row_count() {
            self.board.clear_cell(x, y);
            self.minos[y][x] = Mino::Empty;
        }
    }

    /// Writes the piece's minos into the matrix; minos outside it are left out.
    pub fn place(&mut self, piece: FallingPiece) {
        for (x, y) in piece.cells() {
            if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) {
                self.fill_cell(x, y, Mino::Piece(piece.kind));
            }
        }
    }

    /// Removes full rows; returns which they were (bit y is row y).
    pub fn clear_full_rows(&mut self) -> u64 {
        let height = self.board.row_count();
        let cleared = self.board.clear_full_rows();
        if cleared != 0 {
            remove_rows(&mut self.minos[..height], cleared, [Mino::Empty; MAX_WIDTH]);
        }
        cleared
    }

    /// How many of the rows whose bit is set in `rows` hold garbage.
    pub fn garbage_rows_among(&self, rows: u64) -> u32 {
        (0..self.board.row_count()).filter(|&y| rows >> y & 1 == 1 && self.minos[y].contains(&Mino::Garbage)).count()
            as u32
    }

    /// How many of the lowest rows hold garbage, one above the other; solid rows below them are none of them.
    pub fn lowest_garbage_rows(&self) -> u8 {
        let own = self.minos[self.board.solid_row_count()..self.board.row_count()].iter();
        own.take_while(|row| row.contains(&Mino::Garbage)).count() as u8
    }

    /// Pushes a garbage row with one hole in at the floor, or a solid one without a hole; returns false when a filled
    /// cell left the top of the buffer.
    pub fn raise(&mut self, hole: Option<u8>) -> bool {
        let (height, full) = (self.board.row_count(), self.board.full_row());
        let bits = hole.map_or(full, |hole| full & !1u16.unbounded_shl(hole.into()));
        let floor = if hole.is_none() { 0 } else { self.board.solid_row_count().min(height - 1) };
        let kept = self.board.raise(bits, hole.is_none());
        self.minos.copy_within(floor..height - 1, floor + 1);
        let mino = if hole.is_some() { Mino::Garbage } else { Mino::Solid };
        self.minos[floor] = [Mino::Empty; MAX_WIDTH];
        for x in 0..self.board.width() {
            if bits >> x & 1 == 1 {
                self.minos[floor][x] = mino;
            }
        }
        kept
    }

    /// Takes up to `count` solid rows away from the floor; returns how many there were to take.
    pub fn remove_solid(&mut self, count: usize) -> usize {
        let height = self.board.row_count();
        let taken = self.board.remove_solid(count);
        self.minos.copy_within(taken..height, 0);
        self.minos[height - taken..height].fill([Mino::Empty; MAX_WIDTH]);
        taken
    }
}
