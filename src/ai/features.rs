//! The table of features: what an evaluator can ask about a terrain.
//!
//! One entry a feature; nothing else in the program lists them. Whether a feature is taken before or after full rows
//! clear is the recipe's choice, not the feature's. Source: `docs/recipes.md`.

use super::terrain::Terrain;
use crate::rules::board::MAX_WIDTH;

/// One feature of the table.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name that recipes, files and flags use.
    pub name: &'static str,
    /// What it counts, for people.
    pub about: &'static str,
    /// The least and greatest value on a board of 10 columns and 22 considered rows.
    pub range: (f64, f64),
    /// Works it out.
    pub measure: fn(&Terrain) -> f64,
}

/// Every feature. The first nine, in this order, are those of the recipe `iwumbwe`.
pub static FEATURES: [Feature; 9] = [
    Feature {
        name: "deepest-well",
        about: "how far the deepest column lies below its higher neighbour, walls being none",
        range: (0.0, 22.0),
        measure: deepest_well,
    },
    Feature {
        name: "total-height",
        about: "the sum of the column heights",
        range: (0.0, 220.0),
        measure: |terrain| f64::from(total_height(terrain)),
    },
    Feature {
        name: "holes",
        about: "empty cells below their column's top",
        range: (0.0, 210.0),
        measure: |terrain| f64::from(total_height(terrain) - u32::from(terrain.filled())),
    },
    Feature {
        name: "bumpiness",
        about: "the sum of the differences between neighbouring columns' heights",
        range: (0.0, 198.0),
        measure: bumpiness,
    },
    Feature {
        name: "full-rows",
        about: "rows without an empty cell",
        range: (0.0, 22.0),
        measure: |terrain| f64::from(terrain.full()),
    },
    Feature {
        name: "row-transitions",
        about: "changes between filled and empty within the rows, walls left out",
        range: (0.0, 198.0),
        measure: |terrain| f64::from(terrain.row_changes()),
    },
    Feature {
        name: "height-deviation",
        about: "the population standard deviation of the column heights",
        range: (0.0, 11.0),
        measure: height_deviation,
    },
    Feature { name: "pits", about: "columns without a filled cell", range: (0.0, 10.0), measure: pits },
    Feature {
        name: "column-transitions",
        about: "changes between filled and empty within the columns, the floor left out",
        range: (0.0, 210.0),
        measure: |terrain| f64::from(terrain.column_changes()),
    },
];

/// The feature with this name.
pub fn feature(name: &str) -> Option<&'static Feature> {
    FEATURES.iter().find(|feature| feature.name == name)
}

#[inline]
fn total_height(terrain: &Terrain) -> u32 {
    terrain.heights().iter().map(|&height| u32::from(height)).sum()
}

/// The heights of the columns to the right of each, and 255 for those that have one.
#[inline]
fn right_of(terrain: &Terrain) -> ([u8; MAX_WIDTH], &'static [u8; MAX_WIDTH]) {
    // A shift of the whole vector: the byte of the next column moves down into this one's place.
    let right = (u128::from_le_bytes(*terrain.heights()) >> 8).to_le_bytes();
    (right, &HAS_RIGHT[terrain.width() & 31])
}

/// 255 for each column that has a neighbour on its right, by width. Masks instead of loops to the width let the
/// compiler use one vector of sixteen columns.
static HAS_RIGHT: [[u8; MAX_WIDTH]; 32] = {
    let mut table = [[0; MAX_WIDTH]; 32];
    let mut width = 1;
    while width <= MAX_WIDTH {
        let mut column = 0;
        while column + 1 < width {
            table[width][column] = u8::MAX;
            column += 1;
        }
        width += 1;
    }
    table
};

fn deepest_well(terrain: &Terrain) -> f64 {
    let heights = terrain.heights();
    let (right, has_right) = right_of(terrain);
    let mut deepest = 0;
    // A pair of neighbours tells how deep the lower one is below the other, whichever side it lies on.
    for column in 0..MAX_WIDTH {
        deepest = deepest.max(heights[column].abs_diff(right[column]) & has_right[column]);
    }
    f64::from(deepest)
}

fn bumpiness(terrain: &Terrain) -> f64 {
    let heights = terrain.heights();
    let (right, has_right) = right_of(terrain);
    let mut sum = 0;
    for column in 0..MAX_WIDTH {
        sum += u32::from(heights[column].abs_diff(right[column]) & has_right[column]);
    }
    f64::from(sum)
}

/// Over whole numbers up to the last step, so that the only roundings are a square root's (exact to the last bit by
/// IEEE 754 on every machine) and a division's.
fn height_deviation(terrain: &Terrain) -> f64 {
    let squares: u32 = terrain.heights().iter().map(|&height| u32::from(height) * u32::from(height)).sum();
    let (sum, width) = (total_height(terrain), terrain.width() as u32);
    f64::from(width * squares - sum * sum).sqrt() / f64::from(width)
}

fn pits(terrain: &Terrain) -> f64 {
    let empty: u8 = terrain.heights().iter().map(|&height| u8::from(height == 0)).sum();
    f64::from(empty - (MAX_WIDTH - terrain.width()) as u8)
}
