//! Features: the documents' own vectors, boards counted by hand, and the table itself.

use korobka::ai::features::{FEATURES, feature_named};
use korobka::ai::{EvaluationMoment, Evaluator, LandedBoard, Powers, Terrain};
use korobka::movegen::drops::straight_drops;
use korobka::rules::board::BoardSize;
use korobka::rules::{Board, Facing, PieceKind};

/// One feature's value, `height-power` being of squares.
pub(crate) fn value(name: &str, landed: &LandedBoard) -> f64 {
    (feature_named(name).unwrap().measure)(landed, &Powers::new(2.0))
}

/// The first learner's nine.
fn nine(terrain: &Terrain) -> [f64; 9] {
    std::array::from_fn(|at| value(FEATURES[at].name, &LandedBoard::without_piece(terrain)))
}

/// The board of the first document's tests 1, 2 and 5.
fn documents_board() -> Board {
    Board::from_drawing(BoardSize::default(), "0010011110\n0011101111")
}

fn assert_values(landed: &LandedBoard, expected: &[(&str, f64)]) {
    for &(name, expected) in expected {
        assert_eq!(value(name, landed), expected, "{name}");
    }
}

#[test]
fn the_first_documents_second_test_gives_its_vector_with_pits_as_columns() {
    let measured = nine(&Terrain::of(&documents_board(), 22));
    let expected = [2.0, 13.0, 1.0, 5.0, 0.0, 7.0, 0.7810249675906655, 2.0, 9.0];
    for (measured, expected) in measured.into_iter().zip(expected) {
        // The document rounds in another order: the last bit of the deviation differs.
        assert!((measured - expected).abs() < 1e-15, "{measured}, the document has {expected}");
    }
}

#[test]
fn the_first_documents_fifth_test_gives_its_vector_without_the_last_four() {
    let names: Vec<&str> = FEATURES[..5].iter().map(|feature| feature.name).collect();
    let evaluator = Evaluator::new_linear(&names, &[0.0; 5]).unwrap();
    let terrain = Terrain::of(&documents_board(), 22);
    // The first placement of its T: clockwise once, in the leftmost column.
    let landed = LandedBoard::from_drop(&terrain, &straight_drops(PieceKind::T, 10)[0]).unwrap();
    assert_eq!(evaluator.measure(&landed)[..6], [1.0, 18.0, 2.0, 4.0, 0.0, 0.0]);
}

/// The example in the comment of MDPTetris's `get_well_sums_dellacherie`: 6 + 1 + 1 + 12 in columns 1, 2, 3 and 7. The
/// well in column 7 opens to the left half-way down: by depths it is two wells of 3 each.
#[test]
fn wells_of_the_reference_programs_example_are_20_and_by_depths_14() {
    let drawing = "...X....\n...XX...\n.X.XX...\n.XXXXX.X\n.XXXXX.X\nXXXXX..X\n...XXX.X\nX.X..X.X";
    let size = BoardSize { width: 8, ..BoardSize::default() };
    let terrain = Terrain::of(&Board::from_drawing(size, drawing), 24);
    assert_values(&LandedBoard::without_piece(&terrain), &[("cumulative-wells", 20.0), ("well-depths", 14.0)]);
}

/// An upright I falls into the gap of two rows.
///
/// ```text
///      before        landed       cleared
/// 5  x.........    x.........
/// 4  x...x.....    x...xx....
/// 3  xx..x..x..    xx..xx.x..    x.........
/// 2  xxxxx.xxxx    xxxxxxxxxx    x...xx....
/// 1  xxxxx.xxxx    xxxxxxxxxx    xx..xx.x..
/// 0  xxxxxxxxx.    xxxxxxxxx.    xxxxxxxxx.
/// heights          6433553433    4211331210
/// ```
#[test]
fn every_feature_of_a_landing_is_what_a_hand_counts() {
    let drawing = "x.........\nx...x.....\nxx..x..x..\nxxxxx.xxxx\nxxxxx.xxxx\nxxxxxxxxx.";
    let terrain = Terrain::of(&Board::from_drawing(BoardSize::default(), drawing), 22);
    let upright = |facing| facing == Facing::East || facing == Facing::West;
    let into_the_gap = straight_drops(PieceKind::I, 10)
        .iter()
        .find(|drop| upright(drop.facing) && drop.piece_at_row(0).cells().all(|(column, _)| column == 5));
    let landed = LandedBoard::from_drop(&terrain, into_the_gap.unwrap()).unwrap();
    assert_values(
        &landed,
        &[
            ("deepest-well", 2.0),
            ("total-height", 39.0),
            ("holes", 1.0),
            ("bumpiness", 9.0),
            ("full-rows", 2.0),
            ("row-transitions", 10.0),
            ("height-deviation", 1.09f64.sqrt()),
            ("pits", 0.0),
            ("column-transitions", 11.0),
            ("lines", 2.0),
            ("hole-segments", 1.0),
            ("max-height", 6.0),
            ("one-row", 1.0),
            ("two-rows", 0.0),
            ("three-rows", 0.0),
            ("four-rows", 0.0),
            ("covered-cells", 5.0),
            ("line-value", 3.0),
            ("vacant", 0.0),
            ("peak-power", 6.0 * 6f64.sqrt()),
            ("relief", 3.0),
            ("height-power", 163.0),
            ("gaps", 1.0),
            ("landing-height", 2.5),
            ("eroded-cells", 4.0),
            // 10 within the rows, 4 at the right wall, 2 in each of 16 empty rows.
            ("wall-row-transitions", 46.0),
            ("floor-column-transitions", 12.0),
            ("cumulative-wells", 2.0),
            ("hole-depth", 2.0),
            ("rows-with-holes", 1.0),
            ("diversity", 5.0),
            ("well-depths", 2.0),
        ],
    );
    landed.with_board_at_moment(EvaluationMoment::AfterClear, |cleared| {
        assert_values(
            cleared,
            &[
                ("deepest-well", 2.0),
                ("total-height", 18.0),
                ("holes", 0.0),
                ("bumpiness", 10.0),
                ("full-rows", 0.0),
                ("row-transitions", 10.0),
                ("height-deviation", 1.36f64.sqrt()),
                ("pits", 1.0),
                ("column-transitions", 9.0),
                ("lines", 2.0),
                ("hole-segments", 0.0),
                ("max-height", 4.0),
                ("one-row", 1.0),
                ("covered-cells", 0.0),
                ("line-value", 3.0),
                ("vacant", 0.0),
                ("peak-power", 8.0),
                ("relief", 4.0),
                ("height-power", 46.0),
                ("gaps", 2.0),
                ("landing-height", 2.5),
                ("eroded-cells", 4.0),
                ("wall-row-transitions", 50.0),
                ("floor-column-transitions", 10.0),
                ("cumulative-wells", 2.0),
                ("hole-depth", 0.0),
                ("rows-with-holes", 0.0),
                ("diversity", 5.0),
                ("well-depths", 2.0),
            ],
        );
    });
}

/// An O over a hole two deep in one column and none in the other.
#[test]
fn vacant_counts_all_that_is_empty_below_the_pieces_own_columns() {
    let terrain =
        Terrain::of(&Board::from_drawing(BoardSize::default(), "xx.x......\nx..x......\nx.xx......\n.........."), 22);
    // Heights 4, 4, 2, 4; columns 1 and 2: two and one empty cells, and two more once the O lies on top of them.
    let over = straight_drops(PieceKind::O, 10)
        .iter()
        .find(|drop| drop.piece_at_row(0).cells().all(|(x, _)| x == 1 || x == 2));
    let landed = LandedBoard::from_drop(&terrain, over.unwrap()).unwrap();
    assert_values(&landed, &[("vacant", 6.0), ("holes", 8.0), ("landing-height", 4.5)]);
    assert_values(
        &LandedBoard::without_piece(&terrain),
        &[("vacant", 0.0), ("landing-height", 0.0), ("eroded-cells", 0.0)],
    );
}

/// From the floor: four rows with column 3 empty, then one with column 5.
#[test]
fn nearly_full_rows_count_by_how_many_neighbours_share_the_gap() {
    let drawing = format!("xxxxx.xxxx\n{}", "xxx.xxxxxx\n".repeat(4));
    let board = Board::from_drawing(BoardSize::default(), &drawing);
    let terrain = Terrain::of(&board, 22);
    let expected = [("one-row", 5.0), ("two-rows", 3.0), ("three-rows", 2.0), ("four-rows", 1.0)];
    assert_values(&LandedBoard::without_piece(&terrain), &expected);
}

/// A run of three filled cells above two empty ones, and a run of one above one.
#[test]
fn hole_depth_counts_the_filled_cells_right_above_a_run_of_holes_once() {
    let board = Board::from_drawing(
        BoardSize::default(),
        "x.........\nx.........\nx.........\n.x........\n..........\nxx........",
    );
    let expected = [("hole-depth", 4.0), ("hole-segments", 2.0), ("covered-cells", 10.0), ("rows-with-holes", 2.0)];
    assert_values(&LandedBoard::without_piece(&Terrain::of(&board, 22)), &expected);
}

#[test]
fn gaps_take_the_lower_neighbour_and_at_the_walls_the_only_one() {
    // Heights 0 3 1 2 2 0 0 0 0 1: gaps 3 at the left wall, 1 in column 2, 0 in the wide middle.
    let board = Board::from_drawing(BoardSize::default(), ".x........\n.x.xx.....\n.xxxx....x");
    assert_values(&LandedBoard::without_piece(&Terrain::of(&board, 22)), &[("gaps", 4.0), ("deepest-well", 3.0)]);
}

#[test]
fn a_line_is_worth_0_1_3_6_and_12_by_how_many_clear_at_once() {
    for (rows, worth) in [(1, 1.0), (2, 3.0), (3, 6.0), (4, 12.0)] {
        let board = Board::from_drawing(BoardSize::default(), &".xxxxxxxxx\n".repeat(rows));
        let terrain = Terrain::of(&board, 22);
        let upright = straight_drops(PieceKind::I, 10)
            .iter()
            .find(|drop| drop.piece_at_row(0).cells().all(|(column, _)| column == 0));
        let landed = LandedBoard::from_drop(&terrain, upright.unwrap()).unwrap();
        let eroded = (rows * rows) as f64;
        assert_values(&landed, &[("lines", rows as f64), ("line-value", worth), ("eroded-cells", eroded)]);
    }
}

#[test]
fn solid_garbage_is_full_but_no_line() {
    let mut board = Board::new(BoardSize::default());
    board.raise(board.full_row(), true);
    board.raise(board.full_row(), true);
    let terrain = Terrain::of(&board, 22);
    let landed = LandedBoard::from_drop(&terrain, &straight_drops(PieceKind::O, 10)[0]).unwrap();
    assert_values(&landed, &[("full-rows", 2.0), ("lines", 0.0)]);
    assert_eq!(landed.terrain_with_piece().without_full_rows(), landed.terrain_with_piece(), "solid rows never clear");
}

#[test]
fn an_empty_and_a_full_board_have_the_extreme_values() {
    let size = BoardSize::default();
    assert_eq!(nine(&Terrain::of(&Board::new(size), 22)), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 10.0, 0.0]);
    let mut full = Board::new(size);
    (0..22).for_each(|y| (0..10).for_each(|x| full.fill_cell(x, y)));
    assert_eq!(nine(&Terrain::of(&full, 22)), [0.0, 220.0, 0.0, 0.0, 22.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn names_are_unique_and_find_their_feature() {
    for entry in &FEATURES {
        assert!(std::ptr::eq(feature_named(entry.name).unwrap(), entry), "{} twice in the table", entry.name);
    }
    assert!(feature_named("beauty").is_none());
}
