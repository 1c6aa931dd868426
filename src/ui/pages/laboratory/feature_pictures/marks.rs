//! What each feature counts, found cell by cell in the plainest way, so that it can be marked on a picture. A test
//! compares what the marks come to with the value that players measure.

use super::example::ExampleBoard;
use super::mark::{FeatureMark, MarkLabel, MarkedPlace};

/// Marks the place of each cell that `is_counted`; each mark adds one to the feature.
fn cells(
    example: &ExampleBoard,
    place: fn(usize, usize) -> MarkedPlace,
    is_counted: impl Fn(usize, usize) -> bool,
) -> Vec<FeatureMark> {
    let cells = example.all_cells().filter(|&(x, y)| is_counted(x, y));
    cells.map(|(x, y)| FeatureMark::counting_one(place(x, y))).collect()
}

/// Marks each row that `is_counted`; each mark adds one to the feature.
fn rows(example: &ExampleBoard, is_counted: impl Fn(usize) -> bool) -> Vec<FeatureMark> {
    let rows = (0..example.row_count()).filter(|&y| is_counted(y));
    rows.map(|y| FeatureMark::counting_one(MarkedPlace::Rows { bottom: y, top: y + 1 })).collect()
}

/// The place and the difference in height, with its sign, of each column and the one to its right.
fn steps(example: &ExampleBoard) -> Vec<(MarkedPlace, i32)> {
    let heights = example.column_heights();
    let pairs = heights.windows(2).map(|pair| (pair[0], pair[1])).enumerate();
    pairs.map(|(x, (left, right))| (MarkedPlace::Step { x, left, right }, right as i32 - left as i32)).collect()
}

/// Marks the heights of all columns that are not empty. `power` turns a height in rows into what it
/// adds to the feature.
pub(super) fn heights(example: &ExampleBoard, power: impl Fn(f64) -> f64) -> Vec<FeatureMark> {
    let heights = example.column_heights().into_iter().enumerate().map(|(x, height)| (x, height as f64));
    let tall = heights.filter(|(_, height)| *height > 0.0);
    tall.map(|(x, height)| FeatureMark::with_number(MarkedPlace::Height { x, from: 0.0, to: height }, power(height)))
        .collect()
}

/// Marks the highest column. `power` turns a height in rows into what it adds to the feature.
pub(super) fn highest(example: &ExampleBoard, power: impl Fn(f64) -> f64) -> Vec<FeatureMark> {
    let all = heights(example, power);
    all.into_iter().max_by(|one, two| one.adds.total_cmp(&two.adds)).into_iter().collect()
}

fn is_hole(example: &ExampleBoard, x: usize, y: usize) -> bool {
    example.is_empty_at(x, y) && y < example.column_height(x)
}

fn is_full(example: &ExampleBoard, y: usize) -> bool {
    (0..example.width()).all(|x| !example.is_empty_at(x, y))
}

/// Whether a cell belongs to a well: it is empty between two filled cells or walls.
fn is_well(example: &ExampleBoard, x: usize, y: usize) -> bool {
    let (column, row) = (x as i8, y as i8);
    example.is_empty_at(x, y) && example.is_filled_at(column - 1, row) && example.is_filled_at(column + 1, row)
}

pub(super) fn deepest_well_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let deepest = steps(example).into_iter().max_by_key(|(_, rise)| rise.abs());
    deepest.map(|(place, rise)| FeatureMark::with_number(place, rise.abs().into())).into_iter().collect()
}

pub(super) fn hole_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    cells(example, MarkedPlace::Empty, |x, y| is_hole(example, x, y))
}

pub(super) fn bumpiness_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let steps = steps(example).into_iter().filter(|(_, rise)| *rise != 0);
    steps.map(|(place, rise)| FeatureMark::with_number(place, rise.abs().into())).collect()
}

pub(super) fn full_row_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    rows(example, |y| is_full(example, y))
}

pub(super) fn row_transition_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    wall_row_transition_marks(example)
        .into_iter()
        .filter(|mark| !matches!(mark.place, MarkedPlace::Upright(x, _) if x == 0 || x == example.width()))
        .collect()
}

pub(super) fn wall_row_transition_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let edges = (0..example.row_count()).flat_map(|y| (0..=example.width()).map(move |x| (x, y)));
    let changes = edges.filter(|&(x, y)| {
        let (right, row) = (x as i8, y as i8);
        example.is_filled_at(right - 1, row) != example.is_filled_at(right, row)
    });
    changes.map(|(x, y)| FeatureMark::counting_one(MarkedPlace::Upright(x, y))).collect()
}

pub(super) fn column_transition_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let changes = floor_column_transition_marks(example).into_iter();
    changes.filter(|mark| !matches!(mark.place, MarkedPlace::Flat(_, 0))).collect()
}

pub(super) fn floor_column_transition_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    cells(example, MarkedPlace::Flat, |x, y| {
        let (column, above) = (x as i8, y as i8);
        example.is_filled_at(column, above - 1) != example.is_filled_at(column, above)
    })
}

pub(super) fn height_deviation_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let heights = example.column_heights();
    let mean = heights.iter().sum::<usize>() as f64 / heights.len() as f64;
    let distances = heights.into_iter().enumerate().map(|(x, height)| (x, height as f64));
    let away = distances.filter(|(_, height)| *height != mean);
    let marks = away.map(|(x, height)| {
        let (from, to) = (mean.min(height), mean.max(height));
        FeatureMark::with_number(MarkedPlace::Height { x, from, to }, to - from)
    });
    std::iter::once(FeatureMark::shown_only(MarkedPlace::Level(mean))).chain(marks).collect()
}

pub(super) fn pit_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    (0..example.width())
        .filter(|&x| example.column_height(x) == 0)
        .map(|x| FeatureMark::counting_one(MarkedPlace::Column(x)))
        .collect()
}

pub(super) fn cleared_line_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    rows(example, |y| example.landed_piece().is_some() && is_full(example, y))
}

/// Marks the cleared lines with what each adds to their value: the first 1, the second 2, the third 3, the fourth 6.
pub(super) fn line_value_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    const ADDS: [f64; 4] = [1.0, 2.0, 3.0, 6.0];
    let further = ADDS.into_iter().chain(std::iter::repeat(0.0));
    cleared_line_marks(example)
        .into_iter()
        .zip(further)
        .map(|(mark, adds)| FeatureMark::with_number(mark.place, adds))
        .collect()
}

/// Marks the landed piece's cells in full rows, each of which adds the number of full rows, and shows the full rows.
pub(super) fn eroded_cell_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let lines = cleared_line_marks(example);
    let cells = example.piece_cells().into_iter().filter(|&(_, y)| is_full(example, y));
    let cells = cells.map(|(x, y)| FeatureMark::with_number(MarkedPlace::Filled(x, y), lines.len() as f64));
    lines.iter().map(|mark| FeatureMark::shown_only(mark.place)).chain(cells).collect()
}

pub(super) fn hole_segment_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let tops =
        example.all_cells().filter(|&(x, y)| y > 0 && !example.is_empty_at(x, y) && example.is_empty_at(x, y - 1));
    let runs = tops.map(|(x, top)| {
        let bottom = (0..top).rev().find(|&y| !example.is_empty_at(x, y)).map_or(0, |y| y + 1);
        FeatureMark::counting_one(MarkedPlace::Run { x, bottom, top })
    });
    runs.collect()
}

/// Marks each group of `COUNT` neighbouring rows that have one empty cell each, all in the same column;
/// a group adds one.
pub(super) fn nearly_full_row_marks<const COUNT: usize>(example: &ExampleBoard) -> Vec<FeatureMark> {
    let gap = |y: usize| {
        let mut empty = (0..example.width()).filter(|&x| example.is_empty_at(x, y));
        empty.next().filter(|_| empty.next().is_none())
    };
    let together = |bottom: &usize| {
        gap(*bottom).is_some() && (*bottom..*bottom + COUNT).all(|y| y < example.row_count() && gap(y) == gap(*bottom))
    };
    let bottoms: Vec<usize> = (0..example.row_count()).filter(together).collect();
    let counted = |y: &usize| bottoms.iter().any(|bottom| (*bottom..*bottom + COUNT).contains(y));
    let gaps = (0..example.row_count())
        .filter(counted)
        .filter_map(|y| Some(FeatureMark::shown_only(MarkedPlace::Empty(gap(y)?, y))));
    let runs =
        bottoms.iter().map(|&bottom| FeatureMark::counting_one(MarkedPlace::Rows { bottom, top: bottom + COUNT }));
    gaps.chain(runs).collect()
}

pub(super) fn covered_cell_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let covered = example.all_cells().filter(|&(x, y)| example.is_empty_at(x, y) && !example.is_empty_at(x, y + 1));
    covered.map(|(x, y)| FeatureMark::with_number(MarkedPlace::Empty(x, y), 5.0)).collect()
}

pub(super) fn vacant_cell_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let piece = example.piece_cells();
    cells(example, MarkedPlace::Empty, |x, y| is_hole(example, x, y) && piece.iter().any(|(column, _)| *column == x))
}

pub(super) fn relief_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let heights = example.column_heights();
    let least = heights.iter().min().map_or(0.0, |&height| height as f64);
    let greatest = heights.iter().max().map_or(0.0, |&height| height as f64);
    let difference = MarkedPlace::Height { x: example.width(), from: least, to: greatest };
    // On level ground one line is both.
    let levels = [Some(least), (greatest > least).then_some(greatest)].into_iter().flatten();
    levels
        .map(|height| FeatureMark::shown_only(MarkedPlace::Level(height)))
        .chain([FeatureMark::with_number(difference, greatest - least)])
        .collect()
}

pub(super) fn gap_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let heights = example.column_heights();
    let neighbours = |x: usize| [x.checked_sub(1), Some(x + 1)].into_iter().flatten().filter_map(|x| heights.get(x));
    let depths = heights.iter().enumerate().filter_map(|(x, &height)| {
        let lower = *neighbours(x).min()?;
        (lower > height).then(|| (MarkedPlace::Height { x, from: height as f64, to: lower as f64 }, lower - height))
    });
    depths.map(|(place, depth)| FeatureMark::with_number(place, depth as f64)).collect()
}

/// Marks how high the middle of the landed piece lies. Heights count from the middle of the lowest row, so that a piece
/// that lies flat on the floor has the height 0, and one level is shown.
pub(super) fn landing_height_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let Some(piece) = example.landed_piece() else { return Vec::new() };
    let (lowest, highest) = piece.row_range();
    let middle = f64::from(lowest + highest + 1) / 2.0;
    let up = MarkedPlace::Height { x: example.width(), from: 0.5, to: middle };
    let levels = std::iter::once(0.5).chain(Some(middle).filter(|&middle| middle > 0.5));
    let levels = levels.map(|height| FeatureMark::shown_only(MarkedPlace::Level(height)));
    levels.chain([FeatureMark::with_number(up, middle - 0.5)]).collect()
}

pub(super) fn cumulative_well_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    wells(example, |x, y| example.is_empty_at(x, y))
}

pub(super) fn well_depth_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    wells(example, |x, y| is_well(example, x, y))
}

/// Marks each cell of a well, which adds the number of cells from it straight down as long as they are `counted`.
/// Counted cells that are no cells of a well are only shown.
fn wells(example: &ExampleBoard, counted: impl Fn(usize, usize) -> bool) -> Vec<FeatureMark> {
    let (mut others, mut marks) = (Vec::new(), Vec::new());
    for (x, y) in example.all_cells().filter(|&(x, y)| is_well(example, x, y)) {
        let below: Vec<usize> = (0..=y).rev().take_while(|&below| counted(x, below)).collect();
        marks.push(FeatureMark::with_number(MarkedPlace::Empty(x, y), below.len() as f64));
        let open = below.into_iter().filter(|&below| !is_well(example, x, below));
        others.extend(open.map(|below| FeatureMark::shown_only(MarkedPlace::Empty(x, below))));
    }
    // Two cells of a well may lie above the same open cell.
    let once = others.iter().enumerate().filter(|&(at, mark)| !others[..at].contains(mark)).map(|(_, mark)| *mark);
    once.chain(marks).collect()
}

pub(super) fn hole_depth_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let stands_on_empty = |x: usize, y: usize| {
        !example.is_empty_at(x, y)
            && (0..y)
                .rev()
                .find(|&below| example.is_empty_at(x, below))
                .is_some_and(|below| (below + 1..y).all(|between| !example.is_empty_at(x, between)))
    };
    cells(example, MarkedPlace::Filled, stands_on_empty)
}

pub(super) fn marks_of_rows_with_holes(example: &ExampleBoard) -> Vec<FeatureMark> {
    let holes = hole_marks(example).into_iter().map(|mark| FeatureMark::shown_only(mark.place));
    let counted = |y: usize| (0..example.width()).any(|x| is_hole(example, x, y));
    holes.chain(rows(example, counted)).collect()
}

pub(super) fn diversity_marks(example: &ExampleBoard) -> Vec<FeatureMark> {
    let mut seen = Vec::new();
    let marks = steps(example).into_iter().map(|(place, rise)| {
        let is_new = (-2..=2).contains(&rise) && !seen.contains(&rise);
        seen.push(rise);
        FeatureMark { place, adds: if is_new { 1.0 } else { 0.0 }, label: MarkLabel::Rise(rise) }
    });
    marks.collect()
}
