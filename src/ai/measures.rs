//! How each feature is worked out: over vectors of sixteen columns or eight rows at once, never cell by cell.
//!
//! The table of [`super::features`] says what each is for. Definitions: `docs/lab/recipes.md` and, for the features of
//! the literature, C. Thiery and B. Scherrer, "Building Controllers for Tetris", ICGA Journal 32 (2009).

use super::landed::{LANES, LandedBoard};
use crate::movegen::columns::{ColumnNumbers, Vector};
use crate::rules::board::{MAX_ROWS, MAX_WIDTH};

/// How many chunks of eight rows it takes to hold any board.
const MAX_CHUNKS: usize = MAX_ROWS.div_ceil(8);

/// By board width: 255 in each column of the board, 0 past it.
static WITHIN: [ColumnNumbers; 32] = within(0);
/// By board width: 255 in each column that has a neighbour on its right, 0 elsewhere.
static HAS_RIGHT: [ColumnNumbers; 32] = within(1);
/// 255 in the first column, 0 elsewhere.
static FIRST: ColumnNumbers = [u8::MAX, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

const fn within(less: usize) -> [ColumnNumbers; 32] {
    let mut table = [[0; MAX_WIDTH]; 32];
    let mut width = 1;
    while width <= MAX_WIDTH {
        let mut column = 0;
        while column + less < width {
            table[width][column] = u8::MAX;
            column += 1;
        }
        width += 1;
    }
    table
}

#[inline]
fn heights(landed: &LandedBoard) -> Vector {
    Vector::from_columns(landed.heights())
}

/// The difference in height between each column and the next one; 0 for the last column.
#[inline]
fn steps(landed: &LandedBoard) -> Vector {
    let (heights, has_right) = (heights(landed), Vector::from_columns(&HAS_RIGHT[landed.width() & 31]));
    let right = heights.right_neighbours();
    heights.saturating_sub(right).or(right.saturating_sub(heights)).and(has_right)
}

#[inline]
pub(super) fn total_height(landed: &LandedBoard) -> f64 {
    f64::from(heights(landed).sum())
}

#[inline]
pub(super) fn holes(landed: &LandedBoard) -> f64 {
    f64::from(heights(landed).sum() - u32::from(landed.filled()))
}

/// The greatest difference in height between two neighbouring columns: it shows how deep the lower one is below the
/// other, whichever side it lies on.
#[inline]
pub(super) fn greatest_step(landed: &LandedBoard) -> f64 {
    f64::from(steps(landed).greatest())
}

#[inline]
pub(super) fn bumpiness(landed: &LandedBoard) -> f64 {
    f64::from(steps(landed).sum())
}

/// The standard deviation of the column heights. It works with whole numbers up to the last step, so that the only
/// roundings are a square root's (exact to the last bit by IEEE 754 on every machine) and a division's.
#[inline]
pub(super) fn height_deviation(landed: &LandedBoard) -> f64 {
    let (sum, squares, width) = (heights(landed).sum(), heights(landed).sum_of_squares(), landed.width() as u32);
    f64::from(width * squares - sum * sum).sqrt() / f64::from(width)
}

#[inline]
pub(super) fn pits(landed: &LandedBoard) -> f64 {
    let empty = heights(landed).equal_mask(Vector::splat(0)).high_bits();
    f64::from(empty.count_ones() - (MAX_WIDTH - landed.width()) as u32)
}

/// How many times `RUN` neighbouring rows each have a single empty cell, all in the same column. Runs overlap: three
/// rows hold two pairs.
#[inline]
pub(super) fn nearly_full_runs<const RUN: usize>(landed: &LandedBoard) -> f64 {
    let rows = landed.nearly_full_row_mask();
    let mut starts = rows;
    for above in 1..RUN {
        starts &= rows >> above;
    }
    if RUN == 1 {
        return f64::from(starts.count_ones());
    }
    let mut runs = 0;
    while starts != 0 {
        let y = starts.trailing_zeros() as usize;
        let lowest = landed.row_cells(y);
        runs += u32::from((1..RUN).all(|above| landed.row_cells(y + above) == lowest));
        starts &= starts - 1;
    }
    f64::from(runs)
}

#[inline]
pub(super) fn line_value(landed: &LandedBoard) -> f64 {
    const VALUES: [f64; 5] = [0.0, 1.0, 3.0, 6.0, 12.0];
    VALUES[usize::from(landed.lines()).min(4)]
}

/// How many empty cells lie below the tops of the columns that the landed piece covers. A piece that dropped straight
/// is itself the top of each of these columns.
#[inline]
pub(super) fn empty_cells_under_piece(landed: &LandedBoard) -> f64 {
    let empty = heights(landed).saturating_sub(Vector::from_columns(&landed.counts.fills));
    f64::from(empty.and(Vector::from_columns(&landed.piece_column_mask())).sum())
}

#[inline]
pub(super) fn peak_power(landed: &LandedBoard) -> f64 {
    let peak = f64::from(landed.greatest_height());
    peak * peak.sqrt()
}

#[inline]
pub(super) fn relief(landed: &LandedBoard) -> f64 {
    // The lowest column is the one that lies furthest below a height that none has.
    let depths =
        Vector::splat(u8::MAX).saturating_sub(heights(landed)).and(Vector::from_columns(&WITHIN[landed.width() & 31]));
    f64::from(landed.greatest_height() - (u8::MAX - depths.greatest()))
}

/// The sum of the column heights' powers, added from left to right, so that it is the same on every machine.
#[inline]
pub(super) fn height_power(landed: &LandedBoard, powers: &Powers) -> f64 {
    landed.heights()[..landed.width()].iter().fold(0.0, |sum, &height| sum + powers.0[usize::from(height & 63)])
}

/// The power of each height from 0 to 63, for the feature `height-power`.
#[derive(Clone, Debug, PartialEq)]
pub struct Powers([f64; 64]);

impl Powers {
    /// Heights to the power of `exponent`. An empty column counts 0, whatever the exponent.
    pub fn new(exponent: f64) -> Self {
        Self(std::array::from_fn(|height| if height == 0 { 0.0 } else { libm::pow(height as f64, exponent) }))
    }
}

#[inline]
pub(super) fn gap_depths(landed: &LandedBoard) -> f64 {
    let (heights, width) = (heights(landed), landed.width() & 31);
    let left = heights.left_neighbours().or(Vector::from_columns(&FIRST));
    // Past the last column there is no neighbour: as good as one that no column reaches.
    let right = heights.right_neighbours().or(Vector::splat(u8::MAX).without(Vector::from_columns(&HAS_RIGHT[width])));
    f64::from(left.min(right).saturating_sub(heights).and(Vector::from_columns(&WITHIN[width])).sum())
}

/// The row of the piece's middle, 0 at the floor, before any clear.
#[inline]
pub(super) fn landing_height(landed: &LandedBoard) -> f64 {
    let (row, rows) = landed.piece_row_and_height();
    f64::from(row) + f64::from(rows.saturating_sub(1)) / 2.0
}

#[inline]
pub(super) fn eroded_cells(landed: &LandedBoard) -> f64 {
    f64::from(u16::from(landed.lines()) * u16::from(landed.eroded))
}

#[inline]
pub(super) fn step_diversity(landed: &LandedBoard) -> f64 {
    let heights = heights(landed);
    let (right, has_right) = (heights.right_neighbours(), Vector::from_columns(&HAS_RIGHT[landed.width() & 31]));
    let seen = |right: Vector, left: Vector| u32::from(right.equal_mask(left).and(has_right).high_bits() != 0);
    let (one, two) = (Vector::splat(1), Vector::splat(2));
    let up = seen(right, heights.plus(one)) + seen(right, heights.plus(two));
    let down = seen(right.plus(one), heights) + seen(right.plus(two), heights);
    f64::from(up + down + seen(right, heights))
}

/// The sum over every well cell (empty, both neighbours filled, walls being filled) of the empty cells from it straight
/// down. With `WITHIN` only well cells are counted: a well of depth d gives 1 + 2 + .. + d.
#[inline]
pub(super) fn all_wells<const WITHIN: bool>(landed: &LandedBoard) -> f64 {
    f64::from(match landed.row_chunk_count() {
        1 => wells::<1, WITHIN>(landed),
        2 => wells::<2, WITHIN>(landed),
        3 => wells::<3, WITHIN>(landed),
        _ => wells::<MAX_CHUNKS, WITHIN>(landed),
    })
}

/// What [`all_wells`] gives for a board of at most `CHUNKS` chunks of eight rows. With `WITHIN` it counts down to where
/// a neighbour is empty, otherwise to the next filled cell.
#[inline]
fn wells<const CHUNKS: usize, const WITHIN: bool>(landed: &LandedBoard) -> u32 {
    let full = LANES * ((1u128 << landed.width()) - 1);
    let last = LANES << (landed.width() - 1);
    let mut empty = [0; CHUNKS];
    let mut well = [0; CHUNKS];
    for chunk in 0..CHUNKS {
        let cells = landed.row_chunk(chunk);
        empty[chunk] = !cells & full;
        // What a shift brings over from the next row falls on a wall's place, which is filled anyway, or past the
        // width.
        well[chunk] = empty[chunk] & (cells << 1 | LANES) & (cells >> 1 | last);
    }
    let below = if WITHIN { well } else { empty };
    let mut sum = 0;
    while well.iter().any(|&cells| cells != 0) {
        for chunk in 0..CHUNKS {
            sum += well[chunk].count_ones();
            // One row further down, as far as it goes.
            let above = if chunk + 1 < CHUNKS { well[chunk + 1] << 112 } else { 0 };
            well[chunk] = (well[chunk] >> 16 | above) & below[chunk];
        }
    }
    sum
}
