//! The board: which cells are filled, one bit a cell. It is cheap to copy; search and learning work on it.
//!
//! Shapes of pieces matter here, colours do not; `Matrix` adds those.

use super::falling::FallingPiece;
use serde::{Deserialize, Serialize};

/// The most rows a board can have: 40 visible and 20 of buffer.
pub const MAX_ROWS: usize = 60;
/// The most columns a board can have: a row is the bits of a `u16`.
pub const MAX_WIDTH: usize = 16;

/// How large a board is, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardSize {
    /// The number of columns, 4-16.
    pub width: u8,
    /// The number of rows below the skyline, 4-40.
    pub visible: u8,
    /// The number of rows of the buffer above the skyline, 3-20.
    pub buffer: u8,
}

impl Default for BoardSize {
    fn default() -> Self {
        Self::USUAL
    }
}

impl BoardSize {
    /// The size of the guideline's matrix.
    pub const USUAL: Self = Self { width: 10, visible: 20, buffer: 20 };

    /// Reads columns x visible rows, as `10x20`, with the usual buffer; `None` if the text is of another form. Whether
    /// a game can have that size [`Rules::checked`](super::Rules::checked) says.
    pub fn parse(text: &str) -> Option<Self> {
        let (width, visible) = text.split_once(['x', 'X'])?;
        Some(Self { width: width.parse().ok()?, visible: visible.parse().ok()?, ..Self::default() })
    }

    /// Visible and buffer rows together.
    pub const fn row_count(self) -> usize {
        self.visible as usize + self.buffer as usize
    }

    /// Whether a board can have this size.
    const fn is_possible(self) -> bool {
        matches!(self.width as usize, 1..=MAX_WIDTH) && self.visible > 0 && self.row_count() <= MAX_ROWS
    }
}

/// The filled cells of a matrix. Row 0 is the floor's; bit 0 of a row is the leftmost column.
///
/// ```
/// use korobka::rules::{Board, BoardSize};
///
/// let mut board = Board::from_drawing(BoardSize::default(), "XXXX......\nXXXXXXXXXX");
/// assert_eq!(board.clear_full_rows(), 0b1, "the floor's row clears");
/// assert!(board.is_filled(3, 0) && !board.is_filled(4, 0));
/// assert_eq!(board.stack_height(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "BoardRecord", into = "BoardRecord")]
pub struct Board {
    rows: [u16; MAX_ROWS],
    size: BoardSize,
    /// How many rows from the floor are solid garbage, which is full but never clears.
    solid: u8,
}

/// A board as it is written to a file or a message.
#[derive(Serialize, Deserialize)]
struct BoardRecord {
    size: BoardSize,
    /// The bits of the rows from the floor up to the highest that is not empty.
    rows: Vec<u16>,
    solid: u8,
}

impl From<Board> for BoardRecord {
    fn from(board: Board) -> Self {
        let height = board.rows.iter().rposition(|&row| row != 0).map_or(0, |highest| highest + 1);
        Self { size: board.size, rows: board.rows[..height].to_vec(), solid: board.solid }
    }
}

impl TryFrom<BoardRecord> for Board {
    type Error = &'static str;

    fn try_from(record: BoardRecord) -> Result<Self, Self::Error> {
        let BoardRecord { size, rows, solid } = record;
        if !size.is_possible() {
            return Err("a board is at most 16 columns wide and 60 rows high");
        }
        if rows.len() > size.row_count() || usize::from(solid) > size.row_count() {
            return Err("the board has more rows than its size");
        }
        Ok(Self { solid, ..Self::from_rows(size, rows.into_iter()) })
    }
}

impl Board {
    /// A board of `size` with every cell empty.
    ///
    /// # Panics
    /// Without columns or visible rows, and with more than [`MAX_WIDTH`] columns or [`MAX_ROWS`] rows. Rules that are
    /// [checked](super::Rules::checked) have no such size.
    pub const fn new(size: BoardSize) -> Self {
        assert!(size.is_possible(), "a board has 1 to 16 columns and at most 60 rows");
        Self { rows: [0; MAX_ROWS], size, solid: 0 }
    }

    /// A board of `size` from a drawing: rows from the top, the last is the floor's; `.`, `_`, `0` and blanks between
    /// cells are empty, anything else is filled. Blanks around a row are no cells. Rows and columns outside the board
    /// are not taken over from the drawing.
    pub fn from_drawing(size: BoardSize, drawing: &str) -> Self {
        let mut board = Self::new(size);
        let lines: Vec<&str> = drawing.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        for (y, line) in lines.iter().rev().enumerate().take(size.row_count()) {
            for (x, cell) in line.chars().enumerate().take(size.width as usize) {
                if !matches!(cell, '.' | '_' | '0' | ' ') {
                    board.fill_cell(x, y);
                }
            }
        }
        board
    }

    /// A board of these rows, from the floor up, bit 0 the leftmost column. Rows and columns outside the board are left
    /// out.
    pub fn from_rows(size: BoardSize, rows: impl Iterator<Item = u16>) -> Self {
        let mut board = Self::new(size);
        let full = board.full_row();
        board.rows[..size.row_count()].iter_mut().zip(rows).for_each(|(to, row)| *to = row & full);
        board
    }

    /// The size of the board in cells.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The number of columns.
    pub const fn width(&self) -> usize {
        self.size.width as usize
    }

    /// The number of rows, the buffer's included.
    pub const fn row_count(&self) -> usize {
        self.size.row_count()
    }

    /// The bits of a full row, one for each column.
    pub const fn full_row(&self) -> u16 {
        (((1u32) << self.size.width) - 1) as u16
    }

    /// The rows from the floor up to the top of the buffer.
    pub fn row_masks(&self) -> &[u16] {
        &self.rows[..self.row_count()]
    }

    /// The rows of the board and empty ones above its top, so that the length is known at compile time.
    pub const fn padded_rows(&self) -> &[u16; MAX_ROWS] {
        &self.rows
    }

    /// How many solid garbage rows lie at the floor.
    pub const fn solid_row_count(&self) -> usize {
        self.solid as usize
    }

    /// The bits of row `y`; 0 above the board.
    pub fn row(&self, y: usize) -> u16 {
        self.rows.get(y).copied().unwrap_or(0)
    }

    /// Whether the cell is filled; walls and floor count as filled, the space above the buffer does not.
    pub fn is_filled(&self, x: i8, y: i8) -> bool {
        if x < 0 || x as usize >= self.width() || y < 0 {
            return true;
        }
        self.row(y as usize) >> x & 1 == 1
    }

    /// Fills one cell; outside the board nothing happens.
    pub fn fill_cell(&mut self, x: usize, y: usize) {
        if x < self.width() && y < self.row_count() {
            self.rows[y] |= 1 << x;
        }
    }

    /// Empties one cell; outside the board nothing happens.
    pub fn clear_cell(&mut self, x: usize, y: usize) {
        if x < self.width() && y < self.row_count() {
            self.rows[y] &= !(1 << x);
        }
    }

    /// Whether the piece lies within walls, floor and buffer and overlaps nothing.
    #[inline]
    pub fn fits(&self, piece: FallingPiece) -> bool {
        let shape = piece.kind.shape(piece.facing);
        // What goes beyond the range of the numbers comes out below 0, which is off the board too.
        let (left, right) = (piece.x.wrapping_add(shape.columns.0), piece.x.wrapping_add(shape.columns.1));
        let (bottom, top) = (piece.y.wrapping_add(shape.span.0), piece.y.wrapping_add(shape.span.1));
        if left < 0 || right as usize >= self.width() || bottom < 0 || top as usize >= self.row_count() {
            return false;
        }
        (shape.span.0..=shape.span.1)
            .all(|row| self.rows[(piece.y + row) as usize] & shifted(shape.rows[row as usize], piece.x) == 0)
    }

    /// Fills the piece's cells. Cells outside the board are left out; a piece that fits has none.
    #[inline]
    pub fn place(&mut self, piece: FallingPiece) {
        let shape = piece.kind.shape(piece.facing);
        let (full, height) = (self.full_row(), self.row_count());
        for row in shape.span.0..=shape.span.1 {
            // A row below the floor is no row of the board as an index either.
            let y = piece.y.wrapping_add(row) as usize;
            if y < height {
                self.rows[y] |= shifted(shape.rows[row as usize], piece.x) & full;
            }
        }
    }

    /// Whether row `y` is full and may clear.
    pub fn can_clear_row(&self, y: usize) -> bool {
        y >= self.solid_row_count() && y < self.row_count() && self.rows[y] == self.full_row()
    }

    /// The full rows that may clear, as bits (bit y is row y).
    pub fn full_rows(&self) -> u64 {
        (self.solid_row_count()..self.row_count()).filter(|&y| self.can_clear_row(y)).fold(0, |bits, y| bits | 1 << y)
    }

    /// Removes the full rows and lets what lies above fall; returns which they were (bit y is row y).
    pub fn clear_full_rows(&mut self) -> u64 {
        let cleared = self.full_rows();
        if cleared != 0 {
            remove_rows(&mut self.rows[..self.size.row_count()], cleared, 0);
        }
        cleared
    }

    /// Pushes the bits `row` in at the floor and everything else up; `solid` marks it as garbage that never clears, on
    /// which other rows come to lie. Returns false when a filled cell left the top of the buffer.
    pub fn raise(&mut self, row: u16, solid: bool) -> bool {
        let height = self.row_count();
        let kept = self.rows[height - 1] == 0;
        let floor = if solid { 0 } else { self.solid_row_count().min(height - 1) };
        self.rows.copy_within(floor..height - 1, floor + 1);
        self.rows[floor] = row & self.full_row();
        self.solid = (self.solid + u8::from(solid)).min(height as u8);
        kept
    }

    /// Takes up to `count` solid rows away from the floor; returns how many it took.
    pub fn remove_solid(&mut self, count: usize) -> usize {
        let (count, height) = (count.min(self.solid_row_count()), self.row_count());
        self.rows.copy_within(count..height, 0);
        self.rows[height - count..height].fill(0);
        self.solid -= count as u8;
        count
    }

    /// Whether no cell is filled (solid garbage set aside).
    pub fn is_clear(&self) -> bool {
        self.rows[self.solid_row_count()..self.row_count()].iter().all(|&row| row == 0)
    }

    /// Rows from the floor up to and with the topmost one that is not empty; 0 for an empty board.
    pub fn stack_height(&self) -> usize {
        self.row_masks().iter().rposition(|&row| row != 0).map_or(0, |y| y + 1)
    }

    /// The height of each column: rows from the floor to its topmost filled cell. Columns past the width are 0.
    pub fn column_heights(&self) -> [u8; MAX_WIDTH] {
        let mut heights = [0; MAX_WIDTH];
        let mut covered = 0u16;
        for y in (0..self.stack_height()).rev() {
            let mut tops = self.rows[y] & !covered;
            covered |= self.rows[y];
            while tops != 0 {
                heights[tops.trailing_zeros() as usize] = y as u8 + 1;
                tops &= tops - 1;
            }
        }
        heights
    }

    /// How many cells are filled.
    pub fn count(&self) -> u32 {
        self.row_masks().iter().map(|row| row.count_ones()).sum()
    }
}

/// The bits of a row of the rotation box, moved to where its left column is column `x` of the board. The caller has
/// checked, or masks, the walls.
#[inline]
const fn shifted(bits: u16, x: i8) -> u16 {
    let columns = x.unsigned_abs() as u32;
    if x >= 0 { bits.unbounded_shl(columns) } else { bits.unbounded_shr(columns) }
}

/// Takes out the rows whose bit is set in `removed`, lets those above come down, and fills up with
/// `blank` from the top.
pub(super) fn remove_rows<T: Copy>(rows: &mut [T], removed: u64, blank: T) {
    let mut to = 0;
    for from in 0..rows.len() {
        if removed >> from & 1 == 0 {
            rows[to] = rows[from];
            to += 1;
        }
    }
    rows[to..].fill(blank);
}
