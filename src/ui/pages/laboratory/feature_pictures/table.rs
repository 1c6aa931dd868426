//! The table of the pictures: one entry a feature, in the order of the table of features.
//!
//! Boards are drawn with their rows from the top: `.` is an empty cell, `#` a filled one, and the letter of a piece a
//! cell of the piece that has just landed.

use super::{FeaturePicture, Total, marks};

/// A stack without holes but one, to which heights matter.
const SURFACE: &str = "
    .........
    .....#...
    .##.##...
    ###.##...
    ######.##
    ###.#####";

/// A stack with four holes, two of them in one run.
const HOLES: &str = "
    .........
    ..#......
    ..##...#.
    ###.#..#.
    ###.##..#
    #.####.##";

/// A stack with three wells; one of them widens under an overhang.
const WELLS: &str = "
    .........
    .........
    #...#.#..
    #.###.##.
    #..##.##.
    #####.###";

/// A stack with two columns that are empty.
const PITS: &str = "
    .........
    .........
    ##.....#.
    ##.##..#.
    ##.###.##
    ##.###.##";

/// Five rows with one empty cell, four of them in the same column.
const NEARLY_FULL: &str = "
    ...##....
    ########.
    ########.
    ########.
    ########.
    ###.#####";

/// A piece has landed and filled three rows.
const CLEARING: &str = "
    .........
    ##....#..
    ########I
    ###.####I
    ########I
    ########I";

/// A piece has landed on a rough stack.
const COVERING: &str = "
    .........
    ...T.....
    ..TTT....
    ..#..#...
    ###.##.#.
    ####.###.";

/// Every picture.
pub(super) const PICTURES: [FeaturePicture; 32] = [
    FeaturePicture {
        name: "deepest-well",
        board: SURFACE,
        marks: marks::deepest_well,
        total: Total::Sum,
        legend: "The stroke is the greatest difference between two neighbouring columns.",
    },
    FeaturePicture {
        name: "total-height",
        board: SURFACE,
        marks: marks::total_height,
        total: Total::Sum,
        legend: "The stroke in each column is its height.",
    },
    FeaturePicture {
        name: "holes",
        board: HOLES,
        marks: marks::holes,
        total: Total::Sum,
        legend: "The marked cells are holes: no piece can drop into them.",
    },
    FeaturePicture {
        name: "bumpiness",
        board: SURFACE,
        marks: marks::bumpiness,
        total: Total::Sum,
        legend: "Each stroke is the difference between two neighbouring columns.",
    },
    FeaturePicture {
        name: "full-rows",
        board: CLEARING,
        marks: marks::full_rows,
        total: Total::Sum,
        legend: "The framed rows are full, and will clear.",
    },
    FeaturePicture {
        name: "row-transitions",
        board: HOLES,
        marks: marks::row_transitions,
        total: Total::Sum,
        legend: "Each stroke lies between a filled cell and an empty one of the same row.",
    },
    FeaturePicture {
        name: "height-deviation",
        board: SURFACE,
        marks: marks::height_deviation,
        total: Total::RootMeanSquare,
        legend: "The dashed line is the mean height, the strokes are the distances from it. \
                 The value is the root of the mean of their squares.",
    },
    FeaturePicture {
        name: "pits",
        board: PITS,
        marks: marks::pits,
        total: Total::Sum,
        legend: "The marked columns are empty down to the floor.",
    },
    FeaturePicture {
        name: "column-transitions",
        board: HOLES,
        marks: marks::column_transitions,
        total: Total::Sum,
        legend: "Each stroke lies between a filled cell and an empty one of the same column.",
    },
    FeaturePicture {
        name: "lines",
        board: CLEARING,
        marks: marks::lines,
        total: Total::Sum,
        legend: "The coloured piece has just landed, and the framed rows will clear.",
    },
    FeaturePicture {
        name: "hole-segments",
        board: HOLES,
        marks: marks::hole_segments,
        total: Total::Sum,
        legend: "Each frame is one run of holes. Holes directly above each other count once.",
    },
    FeaturePicture {
        name: "max-height",
        board: SURFACE,
        marks: marks::max_height,
        total: Total::Sum,
        legend: "The stroke is the height of the highest column.",
    },
    FeaturePicture {
        name: "one-row",
        board: NEARLY_FULL,
        marks: marks::nearly_full_rows::<1>,
        total: Total::Sum,
        legend: "The framed rows lack one cell each, which is marked.",
    },
    FeaturePicture {
        name: "two-rows",
        board: NEARLY_FULL,
        marks: marks::nearly_full_rows::<2>,
        total: Total::Sum,
        legend: "Each bracket is two rows that lack the same cell. Brackets may overlap.",
    },
    FeaturePicture {
        name: "three-rows",
        board: NEARLY_FULL,
        marks: marks::nearly_full_rows::<3>,
        total: Total::Sum,
        legend: "Each bracket is three rows that lack the same cell. Brackets may overlap.",
    },
    FeaturePicture {
        name: "four-rows",
        board: NEARLY_FULL,
        marks: marks::nearly_full_rows::<4>,
        total: Total::Sum,
        legend: "Each bracket is four rows that lack the same cell: room for a long bar.",
    },
    FeaturePicture {
        name: "covered-cells",
        board: HOLES,
        marks: marks::covered_cells,
        total: Total::Sum,
        legend: "The marked cells have a filled cell directly above.",
    },
    FeaturePicture {
        name: "line-value",
        board: CLEARING,
        marks: marks::line_value,
        total: Total::Sum,
        legend: "The framed rows will clear. Each further row at once adds more than the one before.",
    },
    FeaturePicture {
        name: "vacant",
        board: COVERING,
        marks: marks::vacant,
        total: Total::Sum,
        legend: "The coloured piece has just landed. The marked cells below it are empty.",
    },
    FeaturePicture {
        name: "peak-power",
        board: SURFACE,
        marks: marks::peak_power,
        total: Total::Sum,
        legend: "The stroke is the highest column, and the number is its height to the power of 1.5.",
    },
    FeaturePicture {
        name: "relief",
        board: SURFACE,
        marks: marks::relief,
        total: Total::Sum,
        legend: "The dashed lines are the highest and the lowest column's tops.",
    },
    FeaturePicture {
        name: "height-power",
        board: SURFACE,
        marks: marks::height_power,
        total: Total::Sum,
        legend: "The number over each column is its height to the power of 2.",
    },
    FeaturePicture {
        name: "gaps",
        board: WELLS,
        marks: marks::gaps,
        total: Total::Sum,
        legend: "Each stroke is how far a column lies below the lower one of its neighbours.",
    },
    FeaturePicture {
        name: "landing-height",
        board: COVERING,
        marks: marks::landing_height,
        total: Total::Sum,
        legend: "From the middle of the lowest row to the middle of the piece that has just landed.",
    },
    FeaturePicture {
        name: "eroded-cells",
        board: CLEARING,
        marks: marks::eroded_cells,
        total: Total::Sum,
        legend: "The framed rows will clear. Each cell of the piece in them adds the number of these rows.",
    },
    FeaturePicture {
        name: "wall-row-transitions",
        board: HOLES,
        marks: marks::wall_row_transitions,
        total: Total::Sum,
        legend: "Each stroke lies between filled and empty in a row. Both walls are filled, so an empty row has two.",
    },
    FeaturePicture {
        name: "floor-column-transitions",
        board: HOLES,
        marks: marks::floor_column_transitions,
        total: Total::Sum,
        legend: "Each stroke lies between filled and empty in a column. The floor is filled.",
    },
    FeaturePicture {
        name: "cumulative-wells",
        board: WELLS,
        marks: marks::cumulative_wells,
        total: Total::Sum,
        legend: "Each number is how many empty cells there are from its cell down. A faint cell is counted by the one \
                 above, but is open at a side.",
    },
    FeaturePicture {
        name: "hole-depth",
        board: HOLES,
        marks: marks::hole_depth,
        total: Total::Sum,
        legend: "The marked cells lie on a hole, or on a marked cell.",
    },
    FeaturePicture {
        name: "rows-with-holes",
        board: HOLES,
        marks: marks::rows_with_holes,
        total: Total::Sum,
        legend: "The framed rows have at least one hole. However many a row has, it counts once.",
    },
    FeaturePicture {
        name: "diversity",
        board: SURFACE,
        marks: marks::diversity,
        total: Total::Sum,
        legend: "Each number is a step to the next column. Faint ones do not count: the step is there already, or is \
                 too great.",
    },
    FeaturePicture {
        name: "well-depths",
        board: WELLS,
        marks: marks::well_depths,
        total: Total::Sum,
        legend: "Each number is how many cells of the well there are from its cell down. A cell that is open at a side \
                 ends the well.",
    },
];
