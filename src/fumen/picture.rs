//! Pages of a fumen as pictures: a grid of cells, each in one of a few colours, as an image of pixels or as SVG.

use super::field::PIECES_BY_NUMBER;
use super::{Fumen, FumenPage, WIDTH};
use crate::rules::{Mino, PieceKind};
use std::fmt::Write;

/// The colours of a picture, red, green and blue: the ground, the lines between cells, garbage, the line at the floor,
/// then for each of the pieces I, L, O, Z, T, J and S its cells on the field and those of the piece that is shown on
/// it.
pub static COLOURS: [[u8; 3]; 18] = [
    [18, 16, 22],
    [38, 34, 46],
    [132, 128, 138],
    [240, 182, 74],
    [36, 140, 166],
    [72, 202, 234],
    [184, 108, 26],
    [240, 146, 48],
    [176, 150, 22],
    [244, 212, 56],
    [172, 44, 52],
    [240, 84, 88],
    [132, 52, 134],
    [202, 94, 200],
    [44, 66, 160],
    [84, 112, 230],
    [48, 132, 54],
    [92, 198, 92],
];
const GROUND: u8 = 0;
const LINE: u8 = 1;
const GARBAGE: u8 = 2;
const FLOOR: u8 = 3;
const FIRST_PIECE: u8 = 4;
/// The fewest rows that a picture shows.
const LEAST_ROWS: usize = 6;

/// A picture of one page: rows of cells from the top down, each the number of a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FumenPicture {
    rows: Vec<[u8; WIDTH]>,
    /// The row below the floor, where something waits in that row on any page.
    waiting: Option<[u8; WIDTH]>,
}

impl FumenPicture {
    /// The pictures of all pages, all of the same size: as many rows as the highest of them needs, and one more.
    pub fn all(fumen: &Fumen) -> Vec<Self> {
        let waits = fumen.pages.iter().any(|page| page.field.waiting != <[Mino; WIDTH]>::default());
        let rows = fumen.pages.iter().map(highest).max().unwrap_or(0);
        let rows = (rows + 1).clamp(LEAST_ROWS, FumenPage::default().field.rows.len());
        fumen.pages.iter().map(|page| Self::of(page, rows, waits)).collect()
    }

    fn of(page: &FumenPage, rows: usize, waits: bool) -> Self {
        let mut cells: Vec<[u8; WIDTH]> = page.field.rows[..rows].iter().map(|row| row.map(colour)).collect();
        for (x, y) in page.piece.iter().flat_map(|piece| piece.cells()) {
            let place = usize::try_from(y).ok().and_then(|y| cells.get_mut(y));
            let kind = page.piece.and_then(|piece| place_of(piece.kind));
            let cell = place.and_then(|row| row.get_mut(usize::try_from(x).ok()?));
            if let (Some(cell), Some(kind)) = (cell, kind) {
                *cell = FIRST_PIECE + 2 * kind + 1;
            }
        }
        cells.reverse();
        Self { rows: cells, waiting: waits.then(|| page.field.waiting.map(colour)) }
    }

    /// The picture's width and height in pixels, where a cell is `cell` pixels wide.
    pub fn size(&self, cell: usize) -> (usize, usize) {
        let rows = self.rows.len() + usize::from(self.waiting.is_some());
        (WIDTH * cell + 1, rows * cell + 1)
    }

    /// The picture's pixels, row by row from the top, each the number of one of [`COLOURS`]. A line a pixel wide stands
    /// at the left and at the top of each cell, and around the whole.
    pub fn indexed_pixels(&self, cell: usize) -> Vec<u8> {
        let (width, height) = self.size(cell);
        let mut pixels = vec![LINE; width * height];
        for (y, row) in self.rows.iter().chain(&self.waiting).enumerate() {
            for (x, &ink) in row.iter().enumerate() {
                for line in (y * cell + 1)..((y + 1) * cell) {
                    let from = line * width + x * cell + 1;
                    pixels[from..from + cell - 1].fill(ink);
                }
            }
        }
        if self.waiting.is_some() {
            let floor = self.rows.len() * cell * width;
            pixels[floor..floor + width].fill(FLOOR);
        }
        pixels
    }

    /// The picture as SVG, where a cell is `cell` units wide.
    pub fn svg(&self, cell: usize) -> String {
        let (width, height) = self.size(cell);
        let hex = |ink: u8| {
            let [red, green, blue] = COLOURS[usize::from(ink)];
            format!("#{red:02x}{green:02x}{blue:02x}")
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" shape-rendering=\"crispEdges\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            hex(LINE)
        );
        let mut rect = |x: usize, y: usize, (wide, high): (usize, usize), ink: u8| {
            let fill = hex(ink);
            // A string takes everything.
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{fill}\"/>");
        };
        for (y, row) in self.rows.iter().chain(&self.waiting).enumerate() {
            for (x, &ink) in row.iter().enumerate() {
                rect(x * cell + 1, y * cell + 1, (cell - 1, cell - 1), ink);
            }
        }
        if self.waiting.is_some() {
            rect(0, self.rows.len() * cell, (width, 1), FLOOR);
        }
        svg + "</svg>\n"
    }
}

/// How many rows from the floor up are needed to show all cells of a page and its piece.
fn highest(page: &FumenPage) -> usize {
    let filled = page.field.rows.iter().rposition(|row| *row != <[Mino; WIDTH]>::default()).map_or(0, |y| y + 1);
    let piece = page.piece.iter().flat_map(|piece| piece.cells()).map(|(_, y)| y.saturating_add(1)).max().unwrap_or(0);
    filled.max(usize::try_from(piece).unwrap_or(0))
}

fn place_of(kind: PieceKind) -> Option<u8> {
    PIECES_BY_NUMBER.iter().position(|known| *known == kind).map(|place| place as u8)
}

fn colour(mino: Mino) -> u8 {
    match mino {
        Mino::Empty => GROUND,
        Mino::Piece(kind) => place_of(kind).map_or(GARBAGE, |place| FIRST_PIECE + 2 * place),
        Mino::Garbage | Mino::Solid => GARBAGE,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::fumen::{ROWS, decode};

    #[test]
    fn a_page_is_its_field_with_the_piece_lit_on_it() {
        // An I that lies on the floor.
        let fumen = decode("v115@vhARQJ").unwrap();
        let pictures = FumenPicture::all(&fumen);
        assert_eq!(pictures.len(), 1);
        assert_eq!(pictures[0].rows.len(), LEAST_ROWS);
        let lit = pictures[0].rows.concat().iter().filter(|&&ink| ink == FIRST_PIECE + 1).count();
        assert_eq!(lit, 4, "an I of four cells");
        let (width, height) = pictures[0].size(8);
        assert_eq!((width, height), (81, 49));
        let pixels = pictures[0].indexed_pixels(8);
        assert_eq!(pixels.len(), width * height);
        assert_eq!(pixels.iter().filter(|&&ink| ink == FIRST_PIECE + 1).count(), 4 * 49, "seven pixels a side");
        assert_eq!(pictures[0].svg(8).matches("#48caea").count(), 4);
    }

    #[test]
    fn a_piece_above_every_filled_cell_has_room_in_its_picture() {
        let mut fumen = decode("v115@vhARQJ").unwrap();
        fumen.pages[0].piece = fumen.pages[0].piece.map(|piece| piece.moved(0, 9));
        assert_eq!(FumenPicture::all(&fumen)[0].rows.len(), 11, "it lies in the tenth row");
        fumen.pages[0].piece = fumen.pages[0].piece.map(|piece| piece.moved(0, i8::MAX - piece.row_range().0));
        assert_eq!(FumenPicture::all(&fumen)[0].rows.len(), ROWS, "no picture has more rows than a field");
    }

    #[test]
    fn all_pages_have_one_size_and_a_row_that_waits_is_below_a_line() {
        let mut fumen = decode("v115@vhARQJ").unwrap();
        let mut tall = fumen.pages[0].clone();
        tall.field.rows[9][0] = Mino::Garbage;
        tall.field.waiting[3] = Mino::Garbage;
        fumen.pages.push(tall);
        let pictures = FumenPicture::all(&fumen);
        let sizes: Vec<_> = pictures.iter().map(|picture| picture.size(10)).collect();
        assert_eq!(sizes, [(101, 121); 2], "eleven rows, and the one that waits");
        let pixels = pictures[1].indexed_pixels(10);
        assert_eq!(pixels.iter().filter(|&&ink| ink == FLOOR).count(), 101);
        assert!(pixels[110 * 101..111 * 101].iter().all(|&ink| ink == FLOOR), "below the lowest of eleven rows");
    }
}
