//! The table of the pictures: one entry a feature, in the order of the table of features.
//!
//! Boards are drawn with their rows from the top: `.` is an empty cell, `#` a filled one, and the letter of a piece a
//! cell of the piece that has just landed.

use super::example::ExampleBoard;
use super::mark::FeatureMark;
use super::{FeaturePicture, marks};
use crate::ai::features::FEATURES;

/// The drawing of an example board on which heights matter: a stack with a single hole.
const SURFACE: &str = "
    .........
    .....#...
    .##.##...
    ###.##...
    ######.##
    ###.#####";

/// The drawing of an example board: a stack with four holes, two of them in one run.
const HOLES: &str = "
    .........
    ..#......
    ..##...#.
    ###.#..#.
    ###.##..#
    #.####.##";

/// The drawing of an example board: a stack with three wells, one of which widens under an overhang.
const WELLS: &str = "
    .........
    .........
    #...#.#..
    #.###.##.
    #..##.##.
    #####.###";

/// The drawing of an example board: a stack with two columns that are empty.
const PITS: &str = "
    .........
    .........
    ##.....#.
    ##.##..#.
    ##.###.##
    ##.###.##";

/// The drawing of an example board: five rows with one empty cell each, four of them in the same column.
const NEARLY_FULL: &str = "
    ...##....
    ########.
    ########.
    ########.
    ########.
    ###.#####";

/// The drawing of an example board: a piece has landed and filled three rows.
const CLEARING: &str = "
    .........
    ##....#..
    ########I
    ###.####I
    ########I
    ########I";

/// The drawing of an example board: a piece has landed on a rough stack.
const COVERING: &str = "
    .........
    ...T.....
    ..TTT....
    ..#..#...
    ###.##.#.
    ####.###.";

/// The picture of a feature whose value is the sum of what its marks add.
const fn sum(
    board: &'static str,
    marks: fn(&ExampleBoard) -> Vec<FeatureMark>,
    legend: &'static str,
) -> FeaturePicture {
    FeaturePicture { board, marks, is_sum: true, legend }
}

pub(super) const PICTURES: [FeaturePicture; FEATURES.len()] = [
    sum(SURFACE, marks::deepest_well, "The stroke is the greatest difference between two neighbouring columns."),
    sum(SURFACE, marks::total_height, "The stroke in each column is its height."),
    sum(HOLES, marks::holes, "The marked cells are holes: no piece can drop into them."),
    sum(SURFACE, marks::bumpiness, "Each stroke is the difference between two neighbouring columns."),
    sum(CLEARING, marks::full_rows, "The framed rows are full, and will clear."),
    sum(HOLES, marks::row_transitions, "Each stroke lies between a filled cell and an empty one of the same row."),
    FeaturePicture {
        board: SURFACE,
        marks: marks::height_deviation,
        is_sum: false,
        legend: "The dashed line is the mean height, the strokes are the distances from it. \
                 The value is the root of the mean of their squares.",
    },
    sum(PITS, marks::pits, "The marked columns are empty down to the floor."),
    sum(
        HOLES,
        marks::column_transitions,
        "Each stroke lies between a filled cell and an empty one of the same column.",
    ),
    sum(CLEARING, marks::lines, "The coloured piece has just landed, and the framed rows will clear."),
    sum(HOLES, marks::hole_segments, "Each frame is one run of holes. Holes directly above each other count once."),
    sum(SURFACE, marks::max_height, "The stroke is the height of the highest column."),
    sum(NEARLY_FULL, marks::nearly_full_rows::<1>, "The framed rows lack one cell each, which is marked."),
    sum(
        NEARLY_FULL,
        marks::nearly_full_rows::<2>,
        "Each bracket is two rows that lack the same cell. Brackets may overlap.",
    ),
    sum(
        NEARLY_FULL,
        marks::nearly_full_rows::<3>,
        "Each bracket is three rows that lack the same cell. Brackets may overlap.",
    ),
    sum(
        NEARLY_FULL,
        marks::nearly_full_rows::<4>,
        "Each bracket is four rows that lack the same cell: room for a long bar.",
    ),
    sum(HOLES, marks::covered_cells, "The marked cells have a filled cell directly above."),
    sum(
        CLEARING,
        marks::line_value,
        "The framed rows will clear. Each further row at once adds more than the one before.",
    ),
    sum(COVERING, marks::vacant, "The coloured piece has just landed. The marked cells below it are empty."),
    sum(
        SURFACE,
        marks::peak_power,
        "The stroke is the highest column, and the number is its height to the power of 1.5.",
    ),
    sum(SURFACE, marks::relief, "The dashed lines are the highest and the lowest column's tops."),
    sum(SURFACE, marks::height_power, "The number over each column is its height to the power of 2."),
    sum(WELLS, marks::gaps, "Each stroke is how far a column lies below the lower one of its neighbours."),
    sum(
        COVERING,
        marks::landing_height,
        "From the middle of the lowest row to the middle of the piece that has just landed.",
    ),
    sum(
        CLEARING,
        marks::eroded_cells,
        "The framed rows will clear. Each cell of the piece in them adds the number of these rows.",
    ),
    sum(
        HOLES,
        marks::wall_row_transitions,
        "Each stroke lies between filled and empty in a row. Both walls are filled, so an empty row has two.",
    ),
    sum(
        HOLES,
        marks::floor_column_transitions,
        "Each stroke lies between filled and empty in a column. The floor is filled.",
    ),
    sum(
        WELLS,
        marks::cumulative_wells,
        "Each number is how many empty cells there are from its cell down. A faint cell is counted by the one \
         above, but is open at a side.",
    ),
    sum(HOLES, marks::hole_depth, "The marked cells lie on a hole, or on a marked cell."),
    sum(
        HOLES,
        marks::rows_with_holes,
        "The framed rows have at least one hole. However many a row has, it counts once.",
    ),
    sum(
        SURFACE,
        marks::diversity,
        "Each number is a step to the next column. Faint ones do not count: the step is there already, or is \
         too great.",
    ),
    sum(
        WELLS,
        marks::well_depths,
        "Each number is how many cells of the well there are from its cell down. A cell that is open at a side \
         ends the well.",
    ),
];
