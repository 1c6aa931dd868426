//! A board drawn as text on which a feature is shown, with the piece that has just landed on it.

use crate::ai::features::Feature;
use crate::ai::{LandedBoard, Powers, Terrain};
use crate::movegen::drops::{StraightDrop, straight_drops};
use crate::rules::{Board, BoardSize, FallingPiece, PieceKind};

/// A board with or without a piece that has just landed on it. Its full rows are still there.
#[derive(Debug)]
pub(super) struct ExampleBoard {
    /// The example board before the piece fell.
    ground: Board,
    /// The example board with the piece on it, before rows are cleared.
    board: Board,
    piece: Option<(&'static StraightDrop, FallingPiece)>,
}

impl ExampleBoard {
    /// Reads a drawing, a line a row from the top: `.` is an empty cell, `#` a filled one, and the letter of a piece a
    /// cell of the piece that has landed. `None` if the piece could not have dropped to where it is drawn.
    pub(super) fn read(drawing: &str) -> Option<Self> {
        let lines: Vec<&str> = drawing.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let (width, rows) = (lines.first().map_or(0, |line| line.len()), lines.len());
        let size = BoardSize { width: width as u8, visible: rows as u8, ..BoardSize::default() };
        let (mut ground, mut cells, mut kind) = (Board::new(size), Vec::new(), None);
        for (y, line) in lines.iter().rev().enumerate() {
            for (x, letter) in line.chars().enumerate() {
                match letter {
                    '.' => {}
                    '#' => ground.fill_cell(x, y),
                    _ => {
                        kind = Some(PieceKind::from_letter(letter)?);
                        cells.push((x as i8, y as i8));
                    }
                }
            }
        }
        let Some(kind) = kind else { return Self::after_drop(ground, None) };
        cells.sort_unstable();
        let found = straight_drops(kind, width).iter().filter_map(|drop| Self::after_drop(ground, Some(drop)));
        let mut found = found.filter(|example| {
            let mut landed: Vec<_> = example.piece.iter().flat_map(|(_, piece)| piece.cells()).collect();
            landed.sort_unstable();
            landed == cells
        });
        found.next()
    }

    /// Makes an example of the visible rows of a board on which a piece drops. `None` if the piece sticks
    /// out of these rows.
    pub(super) fn after_drop(ground: Board, drop: Option<&'static StraightDrop>) -> Option<Self> {
        let Some(drop) = drop else { return Some(Self { ground, board: ground, piece: None }) };
        let terrain = Terrain::of(&ground, usize::from(ground.size().visible));
        LandedBoard::from_drop(&terrain, drop)?;
        let piece = drop.piece_at_row(drop.resting_row(terrain.heights()));
        let mut board = ground;
        board.place(piece);
        Some(Self { ground, board, piece: Some((drop, piece)) })
    }

    /// The feature's value on the example board, as a player measures it. A power of a height has the exponent 2.
    pub(super) fn value(&self, feature: &Feature) -> f64 {
        let terrain = Terrain::of(&self.ground, self.row_count());
        let landed = self.piece.and_then(|(drop, _)| LandedBoard::from_drop(&terrain, drop));
        (feature.measure)(&landed.unwrap_or_else(|| LandedBoard::without_piece(&terrain)), &Powers::new(2.0))
    }

    pub(super) fn width(&self) -> usize {
        self.board.width()
    }

    /// The number of the example board's visible rows; features are measured over all of them.
    pub(super) fn row_count(&self) -> usize {
        self.board.size().visible.into()
    }

    /// All cells, by column and row, from the floor up.
    pub(super) fn all_cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, rows) = (self.width(), self.row_count());
        (0..rows).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// Whether a cell is filled; walls and floor are, which lie at column or row -1 and at the column past the last.
    pub(super) fn is_filled_at(&self, x: i8, y: i8) -> bool {
        self.board.is_filled(x, y)
    }

    /// Whether a cell within the board is empty.
    pub(super) fn is_empty_at(&self, x: usize, y: usize) -> bool {
        self.board.row(y) >> x & 1 == 0
    }

    /// The height of a column: the rows up to its topmost filled cell.
    pub(super) fn column_height(&self, x: usize) -> usize {
        (0..self.row_count()).rev().find(|&y| !self.is_empty_at(x, y)).map_or(0, |y| y + 1)
    }

    pub(super) fn column_heights(&self) -> Vec<usize> {
        (0..self.width()).map(|x| self.column_height(x)).collect()
    }

    /// The kind of the piece that has landed, and where it lies.
    pub(super) fn landed_piece(&self) -> Option<FallingPiece> {
        self.piece.map(|(_, piece)| piece)
    }

    /// The cells of the piece that has landed, by column and row; none without a piece.
    pub(super) fn piece_cells(&self) -> Vec<(usize, usize)> {
        self.piece.iter().flat_map(|(_, piece)| piece.cells()).map(|(x, y)| (x as usize, y as usize)).collect()
    }
}
