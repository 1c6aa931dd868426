//! Features: the documents' own vectors, and a plain implementation that the fast one must equal.

use korobka::ai::features::{FEATURES, feature};
use korobka::ai::placements::drops;
use korobka::ai::{Evaluator, Landed, Powers, Terrain};
use korobka::rules::board::BoardSize;
use korobka::rules::random::Purpose;
use korobka::rules::{Board, PieceKind, PieceSet, Random};

/// The nine features in the plainest way, cell by cell, over the lowest `rows` rows.
fn plain(board: &Board, rows: usize) -> [f64; 9] {
    let width = board.width();
    let filled = |x: usize, y: usize| board.filled(x as i8, y as i8);
    let heights: Vec<usize> =
        (0..width).map(|x| (0..board.height()).rev().find(|&y| filled(x, y)).map_or(0, |y| y + 1).min(rows)).collect();
    let mut well = 0i64;
    for x in 0..width {
        let height = heights[x] as i64;
        for neighbour in [x.checked_sub(1), Some(x + 1).filter(|&x| x < width)].into_iter().flatten() {
            well = well.max(heights[neighbour] as i64 - height);
        }
    }
    let cells = |count: &dyn Fn(usize, usize) -> bool, columns: usize, rows: usize| {
        (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).filter(|&(x, y)| count(x, y)).count() as f64
    };
    let mean = heights.iter().sum::<usize>() as f64 / width as f64;
    let variance = heights.iter().map(|&h| (h as f64 - mean) * (h as f64 - mean)).sum::<f64>() / width as f64;
    [
        well as f64,
        heights.iter().sum::<usize>() as f64,
        cells(&|x, y| !filled(x, y) && y < heights[x], width, rows),
        heights.windows(2).map(|pair| pair[0].abs_diff(pair[1]) as f64).sum(),
        (0..rows).filter(|&y| (0..width).all(|x| filled(x, y))).count() as f64,
        cells(&|x, y| filled(x, y) != filled(x + 1, y), width - 1, rows),
        variance.sqrt(),
        heights.iter().filter(|&&height| height == 0).count() as f64,
        cells(&|x, y| filled(x, y) != filled(x, y + 1), width, rows - 1),
    ]
}

fn powers() -> Powers {
    Powers::new(2.0)
}

fn fast(terrain: &Terrain) -> [f64; 9] {
    std::array::from_fn(|at| (FEATURES[at].measure)(&Landed::none(terrain), &powers()))
}

fn assert_agree(terrain: &Terrain, board: &Board, rows: usize, what: &str) {
    for (index, (fast, plain)) in fast(terrain).into_iter().zip(plain(board, rows)).enumerate() {
        let name = FEATURES[index].name;
        assert!((fast - plain).abs() < 1e-9, "{what}: {name} is {fast}, plainly {plain}, on {:?}", board.rows());
    }
}

/// A board with a ragged stack, some rows nearly full, some full.
fn random_board(random: &mut Random, size: BoardSize, highest: usize) -> Board {
    let mut board = Board::new(size);
    let height = random.below(highest as u32 + 1) as usize;
    for y in 0..height {
        let density = [300, 700, 900, 1000][random.below(4) as usize];
        for x in 0..size.width as usize {
            if random.chance(density) {
                board.fill(x, y);
            }
        }
    }
    board
}

/// The board of the first document's tests 1, 2 and 5.
fn documents_board() -> Board {
    Board::drawn(BoardSize::default(), "0010011110\n0011101111")
}

#[test]
fn the_documents_second_test_gives_its_vector_with_pits_as_columns() {
    let measured = fast(&Terrain::of(&documents_board(), 22));
    let expected = [2.0, 13.0, 1.0, 5.0, 0.0, 7.0, 0.7810249675906655, 2.0, 9.0];
    for (measured, expected) in measured.into_iter().zip(expected) {
        // The document rounds in another order: the last bit of the deviation differs.
        assert!((measured - expected).abs() < 1e-15, "{measured}, the document has {expected}");
    }
}

#[test]
fn the_documents_fifth_test_gives_its_vector_without_the_last_four() {
    let names: Vec<&str> = FEATURES[..5].iter().map(|feature| feature.name).collect();
    let evaluator = Evaluator::linear(&names, &[0.0; 5]).unwrap();
    let terrain = Terrain::of(&documents_board(), 22);
    // The first placement of its T: clockwise once, in the leftmost column.
    let landed = Landed::on(&terrain, &drops(PieceKind::T, 10)[0]).unwrap();
    assert_eq!(evaluator.measure(&landed)[..6], [1.0, 18.0, 2.0, 4.0, 0.0, 0.0]);
}

#[test]
fn an_empty_and_a_full_board_have_the_extreme_values() {
    let size = BoardSize::default();
    assert_eq!(fast(&Terrain::of(&Board::new(size), 22)), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 10.0, 0.0]);
    let mut full = Board::new(size);
    (0..22).for_each(|y| (0..10).for_each(|x| full.fill(x, y)));
    assert_eq!(fast(&Terrain::of(&full, 22)), [0.0, 220.0, 0.0, 0.0, 22.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn fast_features_equal_plain_ones_on_random_boards_of_every_width() {
    let mut random = Random::new(1, Purpose::Games);
    for round in 0..100_000 {
        let size = BoardSize { width: 4 + random.below(13) as u8, visible: 4 + random.below(37) as u8, buffer: 20 };
        let rows = usize::from(size.visible) + 2;
        let board = random_board(&mut random, size, rows + 3);
        assert_agree(&Terrain::of(&board, rows), &board, rows, &format!("round {round}"));
    }
}

#[test]
fn a_landing_updates_the_terrain_to_what_a_new_count_gives() {
    let mut random = Random::new(2, Purpose::Games);
    for round in 0..2_000 {
        let size = BoardSize { width: 5 + random.below(12) as u8, visible: 4 + random.below(37) as u8, buffer: 20 };
        let rows = usize::from(size.visible) + 2;
        let board = random_board(&mut random, size, rows);
        let terrain = Terrain::of(&board, rows);
        let set = if random.chance(500) { PieceSet::Tetromino } else { PieceSet::Pentomino };
        let kind = set.kind(random.below(set.len() as u32) as usize);
        for drop in drops(kind, board.width()) {
            let Some(landed) = Landed::on(&terrain, drop) else { continue };
            let mut after = board;
            after.place(drop.piece_at(drop.rest(terrain.heights())));
            assert_eq!(landed.terrain(), Terrain::of(&after, rows), "round {round}: {drop:?} on {:?}", board.rows());
            assert_agree(&landed.terrain(), &after, rows, &format!("round {round}, landed"));
            for (at, plain) in plain(&after, rows).into_iter().enumerate() {
                let fast = (FEATURES[at].measure)(&landed, &powers());
                assert!((fast - plain).abs() < 1e-9, "{} is {fast}, plainly {plain}", FEATURES[at].name);
            }
            after.clear_full_rows();
            assert_eq!(landed.terrain().cleared(), Terrain::of(&after, rows), "round {round}: cleared");
        }
    }
}

#[test]
fn values_lie_in_the_ranges_that_the_table_states() {
    let mut random = Random::new(3, Purpose::Games);
    for _ in 0..2_000 {
        let board = random_board(&mut random, BoardSize::default(), 22);
        let terrain = Terrain::of(&board, 22);
        for feature in &FEATURES {
            let value = (feature.measure)(&Landed::none(&terrain), &powers());
            let (low, high) = feature.range;
            assert!((low..=high).contains(&value), "{} is {value}, outside {low}-{high}", feature.name);
        }
    }
}

#[test]
fn names_are_unique_and_find_their_feature() {
    for entry in &FEATURES {
        assert!(std::ptr::eq(feature(entry.name).unwrap(), entry), "{} twice in the table", entry.name);
    }
    assert!(feature("beauty").is_none());
}
