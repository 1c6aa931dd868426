//! The pictures held to the features: what is marked on a board comes to what players measure there.

use super::FeaturePicture;
use super::example::ExampleBoard;
use super::mark::{FeatureMark, MarkLabel, MarkedPlace};
use super::table::PICTURES;
use crate::ai::features::{FEATURES, Feature};
use crate::movegen::drops::straight_drops;
use crate::rules::random::Purpose;
use crate::rules::{Board, BoardSize, PieceSet, Random};

const BOARDS: u64 = 3000;

/// Asserts that the marks of a picture on this board come to the feature's value, and that each lies on such
/// cells as it names.
fn holds(picture: &FeaturePicture, feature: &Feature, example: &ExampleBoard) {
    let marks = (picture.marks)(example);
    let (total, value) = (total_of(picture.is_sum, &marks, example.width()), example.value(feature));
    assert!((total - value).abs() < 1e-9, "{}: marks of {total} for {value} on {example:?}", feature.name);
    for (at, mark) in marks.iter().enumerate() {
        assert!(lies_on_it(example, mark), "{}: {mark:?} marks something else on {example:?}", feature.name);
        let twice = marks[..at].iter().any(|other| other.place == mark.place);
        assert!(!twice, "{}: {mark:?} is there twice on {example:?}", feature.name);
    }
}

/// The value that these marks come to on a board of `width` columns.
fn total_of(is_sum: bool, marks: &[FeatureMark], width: usize) -> f64 {
    if is_sum {
        return marks.iter().map(|mark| mark.adds).sum();
    }
    let squares: f64 = marks.iter().map(|mark| mark.adds * mark.adds).sum();
    (squares / width as f64).sqrt()
}

/// Whether the board has at a mark's place what the mark claims, such as an empty cell.
fn lies_on_it(example: &ExampleBoard, mark: &FeatureMark) -> bool {
    let (width, rows) = (example.width(), example.row_count());
    let top = |height: f64, x: usize| height == example.column_height(x) as f64;
    let inside = |height: f64| (0.0..=rows as f64).contains(&height);
    match mark.place {
        MarkedPlace::Empty(x, y) => x < width && y < rows && example.is_empty_at(x, y),
        MarkedPlace::Filled(x, y) => x < width && y < rows && !example.is_empty_at(x, y),
        MarkedPlace::Upright(x, y) => {
            x <= width
                && y < rows
                && example.is_filled_at(x as i8 - 1, y as i8) != example.is_filled_at(x as i8, y as i8)
        }
        MarkedPlace::Flat(x, y) => {
            x < width
                && y < rows
                && example.is_filled_at(x as i8, y as i8 - 1) != example.is_filled_at(x as i8, y as i8)
        }
        MarkedPlace::Run { x, bottom, top } => {
            let ends = (bottom == 0 || !example.is_empty_at(x, bottom - 1)) && !example.is_empty_at(x, top);
            bottom < top && ends && (bottom..top).all(|y| example.is_empty_at(x, y))
        }
        MarkedPlace::Column(x) => x < width && (0..rows).all(|y| example.is_empty_at(x, y)),
        MarkedPlace::Rows { bottom, top } => bottom < top && top <= rows,
        MarkedPlace::Height { x, from, to } => {
            from <= to && inside(from) && inside(to) && (x == width || top(from, x) || top(to, x))
        }
        MarkedPlace::Step { x, left, right } => {
            let rises = match mark.label {
                MarkLabel::Rise(rise) => rise == right as i32 - left as i32,
                _ => mark.adds == left.abs_diff(right) as f64,
            };
            x + 1 < width && rises && example.column_height(x) == left && example.column_height(x + 1) == right
        }
        MarkedPlace::Level(height) => inside(height),
    }
}

#[test]
fn every_feature_has_a_picture_and_its_value_is_what_is_marked_there() {
    for (picture, feature) in PICTURES.iter().zip(&FEATURES) {
        let example =
            ExampleBoard::read(picture.board).unwrap_or_else(|| panic!("{}: the piece lies wrong", feature.name));
        let mut lines = picture.board.split_whitespace();
        assert!(lines.all(|line| line.len() == example.width()), "{}: rows of one length", feature.name);
        assert!(example.value(feature) > 0.0, "{}: a picture of nothing", feature.name);
        holds(picture, feature, &example);
        // A place counts one, or its number is written there.
        for mark in (picture.marks)(&example) {
            let is_plain = mark.label == MarkLabel::Adds || mark.adds == 1.0 || mark.adds == 0.0;
            assert!(is_plain, "{}: {mark:?} has no number", feature.name);
        }
    }
}

#[test]
fn the_marks_count_what_the_features_count_on_any_board() {
    let mut random = Random::new(3, Purpose::Games);
    for number in 0..BOARDS {
        let (width, rows) = (4 + random.below(7), 5 + random.below(4));
        let size = BoardSize { width: width as u8, visible: rows as u8, ..BoardSize::default() };
        // From loose boards to boards with nearly full rows, lower and higher ones.
        let (density, height) = (500 + 100 * random.below(6) as u16, random.below(rows + 1));
        let mut board = Board::new(size);
        for y in 0..height as usize {
            (0..width as usize).filter(|_| random.chance(density)).for_each(|x| board.fill_cell(x, y));
        }
        if random.chance(300) {
            // A column that is nearly always empty makes rows that lack the same cell.
            let x = random.below(width) as usize;
            (0..height as usize).for_each(|y| board.clear_cell(x, y));
        }
        let drop = (number % 4 != 0).then(|| {
            // A piece lands on a board without full rows, and seldom beside a column where it completes several.
            board.clear_full_rows();
            let kinds: Vec<_> = PieceSet::Tetromino.kinds().collect();
            let drops = straight_drops(kinds[random.below(7) as usize], width as usize);
            &drops[random.below(drops.len() as u32) as usize]
        });
        let Some(example) = ExampleBoard::after_drop(board, drop) else { continue };
        for (picture, feature) in PICTURES.iter().zip(&FEATURES) {
            holds(picture, feature, &example);
        }
    }
}
