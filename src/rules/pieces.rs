//! The pieces as table entries: cells, rotation box, kick class, colour.
//!
//! The game's rules assume neither four minos nor seven kinds; the champion's search and the solver do. This file does
//! not use the matrix.

use serde::{Deserialize, Serialize};

/// The most minos a piece of any set has.
pub const MAX_MINOS: usize = 5;

/// One of four orientations, named as the guideline's 0, R, 2 and L.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Facing {
    /// The orientation in which a piece appears (0).
    #[default]
    North,
    /// One clockwise turn from spawn (R).
    East,
    /// Two turns from spawn (2).
    South,
    /// One counterclockwise turn from spawn (L).
    West,
}

impl Facing {
    /// All four facings, clockwise from spawn.
    pub const ALL: [Facing; 4] = [Facing::North, Facing::East, Facing::South, Facing::West];

    /// The facing after `quarters` clockwise quarter turns.
    #[must_use]
    pub const fn turned(self, quarters: u8) -> Facing {
        Self::ALL[((self as u8 + quarters) % 4) as usize]
    }
}

/// Which kick table a piece uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KickClass {
    /// The kicks of J, L, S, T and Z, and of the pentominoes except I and X.
    Jlstz,
    /// The kicks of the I of four minos and the I of five.
    I,
    /// No kicks at all: the O and the pentomino X neither kick nor move when they turn.
    None,
}

/// The shape of a piece in one of its four orientations, worked out at compile time.
#[derive(Clone, Copy, Debug)]
pub struct PieceShape {
    /// Cells as (column, row) in the rotation box, the first `minos` valid, from the lowest row, left to right.
    pub cells: [(i8, i8); MAX_MINOS],
    /// Bit masks of the box's rows from the bottom; bit 0 is the box's left column.
    pub rows: [u16; MAX_MINOS],
    /// First and last column of the box that hold a mino.
    pub columns: (i8, i8),
    /// First and last row of the box that hold a mino.
    pub span: (i8, i8),
}

/// One entry of the piece table.
#[derive(Clone, Copy, Debug)]
pub struct PieceDefinition {
    /// The letter that players use. Case matters: `S` and `s` are different pieces, `F` and `f` mirror images.
    pub letter: char,
    /// The number of minos, 4 or 5.
    pub minos: u8,
    /// Side of the square rotation box in cells, 2-5.
    pub side: i8,
    /// Which kick table the piece uses when it turns.
    pub kicks: KickClass,
    /// sRGB colour of its minos.
    pub colour: [u8; 3],
    /// The shapes in the four orientations, indexed by [`Facing`].
    pub facings: [PieceShape; 4],
}

/// A kind of piece, by its index in the table of pieces: 0-6 are I, J, L, O, S, T, Z; 7-24 the one-sided pentominoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct PieceKind(u8);

impl TryFrom<u8> for PieceKind {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Self, Self::Error> {
        Self::from_index(index.into()).ok_or("no such kind of piece")
    }
}

impl PieceKind {
    /// The I tetromino: four minos in a row.
    pub const I: Self = Self(0);
    /// The J tetromino: three minos in a row and one above their left end.
    pub const J: Self = Self(1);
    /// The L tetromino: three minos in a row and one above their right end.
    pub const L: Self = Self(2);
    /// The O tetromino: a square of two by two minos.
    pub const O: Self = Self(3);
    /// The S tetromino: two pairs of minos, the upper one a column further right.
    pub const S: Self = Self(4);
    /// The T tetromino: three minos in a row and one above their middle.
    pub const T: Self = Self(5);
    /// The Z tetromino: two pairs of minos, the upper one a column further left.
    pub const Z: Self = Self(6);

    /// The kind at this index of the table of pieces; `None` past its end.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < PIECES.len() { Some(Self(index as u8)) } else { None }
    }

    /// The kind's index in the table of pieces, 0-24.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind with this letter; `None` if no piece has it. Capitals and small letters are different kinds.
    pub fn from_letter(letter: char) -> Option<Self> {
        PIECES.iter().position(|p| p.letter == letter).and_then(Self::from_index)
    }

    /// The kind's table entry. Kinds come only from the table or a checked index, so there is always one.
    pub fn definition(self) -> &'static PieceDefinition {
        &PIECES[usize::from(self.0).min(PIECES.len() - 1)]
    }

    /// The kind's shape in this facing.
    pub fn shape(self, facing: Facing) -> &'static PieceShape {
        &self.definition().facings[facing as usize]
    }

    /// The letter that players use for the kind.
    pub fn letter(self) -> char {
        self.definition().letter
    }

    /// The kind that a mirror shows of this one, as an L of a J; the kind itself where its mirror image is only turned.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let side = self.definition().side;
        let image = self.shape(Facing::North).rows.map(|row| row.reverse_bits() >> (16 - side));
        let is_image = |kind: &Self| kind.definition().side == side && kind.shape(Facing::North).rows == image;
        (0..PIECES.len()).filter_map(Self::from_index).find(is_image).unwrap_or(self)
    }

    /// Whether three filled corners make the piece a spin. Source: the 2009 guideline, T only.
    pub fn spins_by_corners(self) -> bool {
        self == Self::T
    }
}

/// Which pieces a game deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// The seven tetrominoes: all pieces of four minos.
    #[default]
    Tetromino,
    /// The eighteen one-sided pentominoes: all pieces of five minos, mirror images counted as two.
    Pentomino,
}

impl PieceSet {
    /// How many kinds the set has: 7 or 18.
    pub(super) const fn len(self) -> usize {
        match self {
            PieceSet::Tetromino => 7,
            PieceSet::Pentomino => PIECES.len() - 7,
        }
    }

    /// The `index`-th kind of the set (wrapping).
    pub fn kind(self, index: usize) -> PieceKind {
        let first = match self {
            PieceSet::Tetromino => 0,
            PieceSet::Pentomino => 7,
        };
        PieceKind((first + index % self.len()) as u8)
    }

    /// All kinds in table order.
    pub fn kinds(self) -> impl Iterator<Item = PieceKind> {
        (0..self.len()).map(move |index| self.kind(index))
    }
}

/// The shape of the pattern, turned clockwise `quarters` times within its box.
const fn turned_shape(pattern: &[u8], side: i8, quarters: u8) -> PieceShape {
    let mut filled = [[false; MAX_MINOS]; MAX_MINOS];
    let (mut column, mut row, mut at) = (0usize, side as usize - 1, 0);
    while at < pattern.len() {
        if pattern[at] == b'/' {
            column = 0;
            row -= 1;
        } else {
            if pattern[at] == b'x' {
                let (mut x, mut y, mut turn) = (column, row, 0);
                while turn < quarters {
                    // Clockwise: what pointed up points right.
                    (x, y) = (y, side as usize - 1 - x);
                    turn += 1;
                }
                filled[y][x] = true;
            }
            column += 1;
        }
        at += 1;
    }
    let mut shape =
        PieceShape { cells: [(0, 0); MAX_MINOS], rows: [0; MAX_MINOS], columns: (side - 1, 0), span: (side - 1, 0) };
    let (mut count, mut y) = (0, 0i8);
    while y < side {
        let mut x = 0i8;
        while x < side {
            if filled[y as usize][x as usize] {
                shape.cells[count] = (x, y);
                shape.rows[y as usize] |= 1 << x;
                count += 1;
                if x < shape.columns.0 {
                    shape.columns.0 = x;
                }
                if x > shape.columns.1 {
                    shape.columns.1 = x;
                }
                if y < shape.span.0 {
                    shape.span.0 = y;
                }
                if y > shape.span.1 {
                    shape.span.1 = y;
                }
            }
            x += 1;
        }
        y += 1;
    }
    shape
}

/// A table entry from its spawn pattern: the box's rows from the top, `x` a mino, rows parted by `/`.
const fn entry(letter: char, side: i8, pattern: &str, kicks: KickClass, colour: [u8; 3]) -> PieceDefinition {
    let bytes = pattern.as_bytes();
    let (mut minos, mut at) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b'x' {
            minos += 1;
        }
        at += 1;
    }
    PieceDefinition {
        letter,
        minos,
        side,
        kicks,
        colour,
        facings: [
            turned_shape(bytes, side, 0),
            turned_shape(bytes, side, 1),
            turned_shape(bytes, side, 2),
            turned_shape(bytes, side, 3),
        ],
    }
}

use KickClass::{I, Jlstz, None as NoKick};

/// The table of all pieces. Colours by the guideline: I light blue, J dark blue, L orange, O yellow, S green, Z red, T
/// magenta. The pentominoes take neighbouring hues.
pub static PIECES: [PieceDefinition; 25] = [
    entry('I', 4, "..../xxxx/..../....", I, [49, 199, 239]),
    entry('J', 3, "x../xxx/...", Jlstz, [70, 96, 222]),
    entry('L', 3, "..x/xxx/...", Jlstz, [239, 131, 36]),
    entry('O', 2, "xx/xx", NoKick, [247, 211, 8]),
    entry('S', 3, ".xx/xx./...", Jlstz, [66, 182, 66]),
    entry('T', 3, ".x./xxx/...", Jlstz, [190, 72, 190]),
    entry('Z', 3, "xx./.xx/...", Jlstz, [239, 44, 56]),
    entry('F', 3, ".xx/xx./.x.", Jlstz, [132, 200, 84]),
    entry('f', 3, "xx./.xx/.x.", Jlstz, [222, 108, 92]),
    entry('i', 5, "...../...../xxxxx/...../.....", I, [49, 199, 239]),
    entry('Q', 4, "x.../xxxx/..../....", Jlstz, [70, 96, 222]),
    entry('q', 4, "...x/xxxx/..../....", Jlstz, [239, 131, 36]),
    entry('N', 4, ".xxx/xx../..../....", Jlstz, [66, 182, 66]),
    entry('n', 4, "xxx./..xx/..../....", Jlstz, [239, 44, 56]),
    entry('P', 3, "xx./xxx/...", Jlstz, [214, 190, 60]),
    entry('p', 3, ".xx/xxx/...", Jlstz, [247, 211, 8]),
    entry('t', 3, ".x./.x./xxx", Jlstz, [190, 72, 190]),
    entry('U', 3, "x.x/xxx/...", Jlstz, [120, 160, 240]),
    entry('V', 3, "x../x../xxx", Jlstz, [150, 120, 230]),
    entry('W', 3, "x../xx./.xx", Jlstz, [230, 120, 170]),
    entry('X', 3, ".x./xxx/.x.", NoKick, [200, 200, 210]),
    entry('Y', 4, ".x../xxxx/..../....", Jlstz, [90, 210, 190]),
    entry('y', 4, "..x./xxxx/..../....", Jlstz, [60, 170, 160]),
    entry('z', 3, "xx./.x./.xx", Jlstz, [210, 60, 100]),
    entry('s', 3, ".xx/.x./xx.", Jlstz, [100, 190, 110]),
];
