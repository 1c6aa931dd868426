//! Every feature in the plainest way, cell by cell, which the fast ones must equal on random boards.

use crate::features::value;
use korobka::ai::features::FEATURES;
use korobka::ai::{EvaluationMoment, LandedBoard, Terrain};
use korobka::movegen::drops::straight_drops;
use korobka::rules::board::BoardSize;
use korobka::rules::random::Purpose;
use korobka::rules::{Board, FallingPiece, PieceSet, Random};

/// A board and the piece that landed on it.
pub(crate) struct Scene<'a> {
    /// With the piece; with or without its full rows.
    board: &'a Board,
    /// Considered rows.
    rows: usize,
    /// Column heights, no higher than the considered rows.
    heights: Vec<usize>,
    piece: Option<FallingPiece>,
    /// Full rows when the piece had landed.
    lines: usize,
    /// The piece's cells in them.
    eroded: usize,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(board: &'a Board, rows: usize, piece: Option<FallingPiece>, full: u64) -> Self {
        let top = |x| (0..board.row_count()).rev().find(|&y| board.is_filled(x, y as i8)).map_or(0, |y| y + 1);
        let heights = (0..board.width()).map(|x| top(x as i8).min(rows)).collect();
        let eroded = piece.map_or(0, |piece| piece.cells().filter(|(_, y)| full >> y & 1 == 1).count());
        Self { board, rows, heights, piece, lines: full.count_ones() as usize, eroded }
    }

    fn filled(&self, x: usize, y: usize) -> bool {
        self.board.is_filled(x as i8, y as i8)
    }

    fn width(&self) -> usize {
        self.board.width()
    }

    /// How many considered cells are so.
    fn count(&self, so: impl Fn(usize, usize) -> bool) -> f64 {
        (0..self.rows).flat_map(|y| (0..self.width()).map(move |x| (x, y))).filter(|&(x, y)| so(x, y)).count() as f64
    }

    /// Filled, or a wall.
    fn wall(&self, x: i64, y: usize) -> bool {
        x < 0 || x >= self.width() as i64 || self.filled(x as usize, y)
    }

    /// The only empty cell of a row.
    fn gap(&self, y: usize) -> Option<usize> {
        let empty: Vec<usize> = (0..self.width()).filter(|&x| !self.filled(x, y)).collect();
        if let [gap] = empty[..] { Some(gap) } else { None }
    }

    fn nearly_full(&self, run: usize) -> f64 {
        let shared = |y: usize| self.gap(y).is_some() && (y..y + run).all(|other| self.gap(other) == self.gap(y));
        (0..self.rows).filter(|&y| y + run <= self.rows && shared(y)).count() as f64
    }

    pub(crate) fn value(&self, name: &str) -> f64 {
        let (width, heights) = (self.width(), &self.heights);
        let h = |x: usize| heights[x] as i64;
        let neighbours = |x: usize| [x.checked_sub(1), Some(x + 1).filter(|&x| x < width)].into_iter().flatten().map(h);
        let hole = |x: usize, y: usize| y < heights[x] && !self.filled(x, y);
        let highest = heights.iter().copied().max().unwrap() as f64;
        let pairs = || heights.windows(2).map(|pair| pair[1] as i64 - pair[0] as i64);
        match name {
            "deepest-well" => {
                (0..width).flat_map(|x| neighbours(x).map(move |n| n - h(x))).max().unwrap().max(0) as f64
            }
            "total-height" => heights.iter().sum::<usize>() as f64,
            "holes" => self.count(hole),
            "bumpiness" => pairs().map(i64::abs).sum::<i64>() as f64,
            "full-rows" => (0..self.rows).filter(|&y| (0..width).all(|x| self.filled(x, y))).count() as f64,
            "row-transitions" => self.count(|x, y| x + 1 < width && self.filled(x, y) != self.filled(x + 1, y)),
            "height-deviation" => {
                let mean = heights.iter().sum::<usize>() as f64 / width as f64;
                let squares = heights.iter().map(|&h| (h as f64 - mean) * (h as f64 - mean)).sum::<f64>();
                (squares / width as f64).sqrt()
            }
            "pits" => heights.iter().filter(|&&height| height == 0).count() as f64,
            "column-transitions" => self.count(|x, y| y + 1 < self.rows && self.filled(x, y) != self.filled(x, y + 1)),
            "lines" => self.lines as f64,
            "hole-segments" => self.count(|x, y| hole(x, y) && (y == 0 || !hole(x, y - 1))),
            "max-height" => highest,
            "one-row" => self.nearly_full(1),
            "two-rows" => self.nearly_full(2),
            "three-rows" => self.nearly_full(3),
            "four-rows" => self.nearly_full(4),
            "covered-cells" => {
                5.0 * self.count(|x, y| y + 1 < self.rows && !self.filled(x, y) && self.filled(x, y + 1))
            }
            "line-value" => [0.0, 1.0, 3.0, 6.0, 12.0][self.lines.min(4)],
            "vacant" => {
                let columns: Vec<usize> = self.piece.iter().flat_map(|p| p.cells().map(|(x, _)| x as usize)).collect();
                self.count(|x, y| columns.contains(&x) && hole(x, y))
            }
            "peak-power" => highest * highest.sqrt(),
            "relief" => highest - *heights.iter().min().unwrap() as f64,
            "height-power" => heights.iter().map(|height| (height * height) as f64).sum(),
            "gaps" => (0..width).map(|x| (neighbours(x).min().unwrap() - h(x)).max(0)).sum::<i64>() as f64,
            "landing-height" => self.piece.map_or(0.0, |piece| {
                let (lowest, highest) = piece.row_range();
                f64::from(lowest) + f64::from(highest - lowest) / 2.0
            }),
            "eroded-cells" => (self.lines * self.eroded) as f64,
            "wall-row-transitions" => {
                let changes = |y: usize| (-1..width as i64).filter(|&x| self.wall(x, y) != self.wall(x + 1, y)).count();
                (0..self.rows).map(changes).sum::<usize>() as f64
            }
            "floor-column-transitions" => {
                self.value("column-transitions") + (0..width).filter(|&x| !self.filled(x, 0)).count() as f64
            }
            "cumulative-wells" | "well-depths" => {
                let well = |x: usize, y| !self.filled(x, y) && self.wall(x as i64 - 1, y) && self.wall(x as i64 + 1, y);
                let goes_on = |x, y| if name == "well-depths" { well(x, y) } else { !self.filled(x, y) };
                let down = |x, y: usize| (0..=y).rev().take_while(|&y| goes_on(x, y)).count();
                let cells = (0..self.rows).flat_map(|y| (0..width).map(move |x| (x, y)));
                cells.filter(|&(x, y)| well(x, y)).map(|(x, y)| down(x, y)).sum::<usize>() as f64
            }
            "hole-depth" => {
                let up = |x, y: usize| (y + 1..self.rows).take_while(|&y| self.filled(x, y)).count();
                let cells = (0..self.rows).flat_map(|y| (0..width).map(move |x| (x, y)));
                cells.filter(|&(x, y)| !self.filled(x, y)).map(|(x, y)| up(x, y)).sum::<usize>() as f64
            }
            "rows-with-holes" => (0..self.rows).filter(|&y| (0..width).any(|x| hole(x, y))).count() as f64,
            "diversity" => (-2..=2).filter(|&step| pairs().any(|pair| pair == step)).count() as f64,
            _ => panic!("{name} has no plain implementation"),
        }
    }

    fn assert_agrees(&self, landed: &LandedBoard, what: &str) {
        for feature in &FEATURES {
            let (fast, plain) = (value(feature.name, landed), self.value(feature.name));
            let agree = if feature.name == "height-deviation" { (fast - plain).abs() < 1e-9 } else { fast == plain };
            assert!(agree, "{what}: {} is {fast}, plainly {plain}, on {:?}", feature.name, self.board.row_masks());
        }
    }
}

/// A board with a ragged stack, some rows nearly full, some full.
fn random_board(random: &mut Random, size: BoardSize, highest: usize) -> Board {
    let mut board = Board::new(size);
    let height = random.below(highest as u32 + 1) as usize;
    let gap = random.below(u32::from(size.width)) as usize;
    for y in 0..height {
        let density = [300, 700, 900, 950, 1000][random.below(5) as usize];
        for x in 0..size.width as usize {
            // At 950 stands for a row with the one gap that many rows share.
            if (density == 950 && x != gap) || (density != 950 && random.chance(density)) {
                board.fill_cell(x, y);
            }
        }
    }
    board
}

fn random_size(random: &mut Random) -> BoardSize {
    BoardSize { width: 4 + random.below(13) as u8, visible: 4 + random.below(37) as u8, buffer: 20 }
}

#[test]
fn fast_features_equal_plain_ones_on_random_boards_of_every_size() {
    let mut random = Random::new(1, Purpose::Games);
    for round in 0..40_000 {
        let size = random_size(&mut random);
        let rows = usize::from(size.visible) + 2;
        // Low ones mostly: tall ones take the plain way long.
        let highest = if round % 8 == 0 { rows + 3 } else { 9 };
        let board = random_board(&mut random, size, highest);
        let scene = Scene::new(&board, rows, None, 0);
        scene.assert_agrees(&LandedBoard::without_piece(&Terrain::of(&board, rows)), &format!("round {round}"));
    }
}

#[test]
fn features_of_a_landing_equal_plain_ones_before_and_after_the_clear() {
    let mut random = Random::new(2, Purpose::Games);
    for round in 0..60_000 {
        let size = random_size(&mut random);
        let rows = usize::from(size.visible) + 2;
        let highest = if round % 8 == 0 { rows } else { 9.min(rows) };
        let board = random_board(&mut random, size, highest);
        let terrain = Terrain::of(&board, rows);
        let set = if random.chance(500) { PieceSet::Tetromino } else { PieceSet::Pentomino };
        let drops = straight_drops(set.kind(random.below(set.kinds().count() as u32) as usize), board.width());
        let Some(drop) = drops.get(random.below(drops.len().max(1) as u32) as usize) else { continue };
        let piece = drop.piece_at_row(drop.resting_row(terrain.heights()));
        let Some(landed) = LandedBoard::from_drop(&terrain, drop) else {
            assert!(piece.row_range().1 as usize >= rows, "round {round}: {drop:?} fits and is refused");
            continue;
        };
        let mut after = board;
        after.place(piece);
        let full = after.full_rows();
        let scene = Scene::new(&after, rows, Some(piece), full);
        scene.assert_agrees(&landed, &format!("round {round}, landed {piece:?}"));
        assert_eq!(
            landed.terrain_with_piece(),
            Terrain::of(&after, rows),
            "round {round}: {drop:?} on {:?}",
            board.row_masks()
        );
        let mut cleared = after;
        cleared.clear_full_rows();
        let scene = Scene::new(&cleared, rows, Some(piece), full);
        landed.with_board_at_moment(EvaluationMoment::AfterClear, |landed| {
            scene.assert_agrees(landed, &format!("round {round}, cleared {piece:?}"))
        });
        assert_eq!(
            landed.terrain_with_piece().without_full_rows(),
            Terrain::of(&cleared, rows),
            "round {round}: cleared"
        );
        let skyline = size.visible;
        assert_eq!(landed.overflows(skyline), cleared.stack_height() > usize::from(skyline), "round {round}: overflow");
    }
}

#[test]
fn values_lie_in_the_ranges_that_the_table_states() {
    let mut random = Random::new(3, Purpose::Games);
    let mut seen = 0;
    for _ in 0..2_000 {
        let board = random_board(&mut random, BoardSize::default(), 18);
        let terrain = Terrain::of(&board, 22);
        for drop in straight_drops(PieceSet::Tetromino.kind(random.below(7) as usize), 10) {
            let Some(landed) = LandedBoard::from_drop(&terrain, drop) else { continue };
            for feature in &FEATURES {
                let value = value(feature.name, &landed);
                let (low, high) = feature.range;
                assert!((low..=high).contains(&value), "{} is {value}, outside {low}-{high}", feature.name);
            }
            seen += 1;
        }
    }
    assert!(seen > 1_000, "{seen} landings");
}
