//! The table of the pictures: one entry a feature, in the order of the table of features.
//!
//! Boards are drawn with their rows from the top: `.` is an empty cell, `#` a filled one, and the letter of a piece a
//! cell of the piece that has just landed.

use super::example::ExampleBoard;
use super::mark::FeatureMark;
use super::{FeaturePicture, marks};
use crate::ai::features::FEATURES;

/// The example board for features about heights: an uneven stack with only one hole.
const SURFACE: &str = "
    .........
    .....#...
    .##.##...
    ###.##...
    ######.##
    ###.#####";

/// An example board: a stack with four holes, two of them in one run.
const HOLES: &str = "
    .........
    ..#......
    ..##...#.
    ###.#..#.
    ###.##..#
    #.####.##";

/// An example board: a stack with three wells; one of them widens under an overhang.
const WELLS: &str = "
    .........
    .........
    #...#.#..
    #.###.##.
    #..##.##.
    #####.###";

/// An example board: a stack with two columns that are empty.
const PITS: &str = "
    .........
    .........
    ##.....#.
    ##.##..#.
    ##.###.##
    ##.###.##";

/// An example board: five rows with one empty cell each, four of them in the same column.
const NEARLY_FULL: &str = "
    ...##....
    ########.
    ########.
    ########.
    ########.
    ###.#####";

/// An example board on which a piece has landed and filled three rows.
const CLEARING: &str = "
    .........
    ##....#..
    ########I
    ###.####I
    ########I
    ########I";

/// An example board on which a piece has landed on a rough stack.
const COVERING: &str = "
    .........
    ...T.....
    ..TTT....
    ..#..#...
    ###.##.#.
    ####.###.";

/// Makes the picture of a feature whose value is the sum of what its marks add.
const fn sum(
    board: &'static str,
    marks: fn(&ExampleBoard) -> Vec<FeatureMark>,
    legend: &'static str,
) -> FeaturePicture {
    FeaturePicture { board, marks, is_sum: true, legend }
}

pub(super) const PICTURES: [FeaturePicture; FEATURES.len()] = [
    sum(SURFACE, marks::deepest_well_marks, "The stroke is the greatest difference between two neighbouring columns."),
    sum(SURFACE, |example| marks::heights(example, |height| height), "The stroke in each column is its height."),
    sum(HOLES, marks::hole_marks, "The marked cells are holes: no piece can drop into them."),
    sum(SURFACE, marks::bumpiness_marks, "Each stroke is the difference between two neighbouring columns."),
    sum(CLEARING, marks::full_row_marks, "The framed rows are full, and will clear."),
    sum(HOLES, marks::row_transition_marks, "Each stroke lies between a filled cell and an empty one of the same row."),
    FeaturePicture {
        board: SURFACE,
        marks: marks::height_deviation_marks,
        is_sum: false,
        legend: "The dashed line is the mean height, the strokes are the distances from it. \
                 The value is the root of the mean of their squares.",
    },
    sum(PITS, marks::pit_marks, "The marked columns are empty down to the floor."),
    sum(
        HOLES,
        marks::column_transition_marks,
        "Each stroke lies between a filled cell and an empty one of the same column.",
    ),
    sum(CLEARING, marks::cleared_line_marks, "The coloured piece has just landed, and the framed rows will clear."),
    sum(
        HOLES,
        marks::hole_segment_marks,
        "Each frame is one run of holes. Holes directly above each other count once.",
    ),
    sum(SURFACE, |example| marks::highest(example, |height| height), "The stroke is the height of the highest column."),
    sum(NEARLY_FULL, marks::nearly_full_row_marks::<1>, "The framed rows lack one cell each, which is marked."),
    sum(
        NEARLY_FULL,
        marks::nearly_full_row_marks::<2>,
        "Each bracket is two rows that lack the same cell. Brackets may overlap.",
    ),
    sum(
        NEARLY_FULL,
        marks::nearly_full_row_marks::<3>,
        "Each bracket is three rows that lack the same cell. Brackets may overlap.",
    ),
    sum(
        NEARLY_FULL,
        marks::nearly_full_row_marks::<4>,
        "Each bracket is four rows that lack the same cell: room for a long bar.",
    ),
    sum(HOLES, marks::covered_cell_marks, "The marked cells have a filled cell directly above."),
    sum(
        CLEARING,
        marks::line_value_marks,
        "The framed rows will clear. Each further row at once adds more than the one before.",
    ),
    sum(COVERING, marks::vacant_cell_marks, "The coloured piece has just landed. The marked cells below it are empty."),
    sum(
        SURFACE,
        |example| marks::highest(example, |height| height * height.sqrt()),
        "The stroke is the highest column, and the number is its height to the power of 1.5.",
    ),
    sum(SURFACE, marks::relief_marks, "The dashed lines are the highest and the lowest column's tops."),
    sum(
        SURFACE,
        |example| marks::heights(example, |height| height * height),
        "The number over each column is its height to the power of 2.",
    ),
    sum(WELLS, marks::gap_marks, "Each stroke is how far a column lies below the lower one of its neighbours."),
    sum(
        COVERING,
        marks::landing_height_marks,
        "From the middle of the lowest row to the middle of the piece that has just landed.",
    ),
    sum(
        CLEARING,
        marks::eroded_cell_marks,
        "The framed rows will clear. Each cell of the piece in them adds the number of these rows.",
    ),
    sum(
        HOLES,
        marks::wall_row_transition_marks,
        "Each stroke lies between filled and empty in a row. Both walls are filled, so an empty row has two.",
    ),
    sum(
        HOLES,
        marks::floor_column_transition_marks,
        "Each stroke lies between filled and empty in a column. The floor is filled.",
    ),
    sum(
        WELLS,
        marks::cumulative_well_marks,
        "Each number is how many empty cells there are from its cell down. A faint cell is counted by the one \
         above, but is open at a side.",
    ),
    sum(HOLES, marks::hole_depth_marks, "The marked cells lie on a hole, or on a marked cell."),
    sum(
        HOLES,
        marks::marks_of_rows_with_holes,
        "The framed rows have at least one hole. However many a row has, it counts once.",
    ),
    sum(
        SURFACE,
        marks::diversity_marks,
        "Each number is a step to the next column. Faint ones do not count: the step is there already, or is \
         too great.",
    ),
    sum(
        WELLS,
        marks::well_depth_marks,
        "Each number is how many cells of the well there are from its cell down. A cell that is open at a side \
         ends the well.",
    ),
];
