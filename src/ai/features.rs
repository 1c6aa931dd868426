//! The table of features: what an evaluator can ask about a landing.
//!
//! One entry a feature; nothing else in the program says what a feature is. Whether a feature is taken before or after
//! full rows clear is the recipe's choice, not the feature's. Source: `docs/lab/recipes.md`.

use super::landed::LandedBoard;
use super::measures::*;

/// One feature of the table.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name that recipes, files and flags use.
    pub name: &'static str,
    /// What the feature counts, in words for people.
    pub about: &'static str,
    /// The reason to prefer a landing with a smaller value than another, in words that follow "it".
    pub less: &'static str,
    /// The reason to prefer a landing with a greater value than another, in words that follow "it".
    pub more: &'static str,
    /// Two bounds between which every value on a board of 10 columns and 22 considered rows lies.
    pub range: (f64, f64),
    /// Works out the feature's value for a landing.
    pub measure: fn(&LandedBoard, &Powers) -> f64,
}

/// Every feature. The first nine, in this order, are those of the recipe `iwumbwe`.
pub static FEATURES: [Feature; 32] = FEATURE_TABLE;

/// The table as a constant, so that [`super::sets`] can resolve names when the program is built.
pub(super) const FEATURE_TABLE: [Feature; 32] = [
    Feature {
        name: "deepest-well",
        about: "how far the deepest column lies below its higher neighbour, walls being none",
        less: "lets no column fall behind",
        more: "keeps the well open",
        range: (0.0, 22.0),
        measure: |landed, _| greatest_step(landed),
    },
    Feature {
        name: "total-height",
        about: "the sum of the column heights",
        less: "keeps the stack low",
        more: "builds higher",
        range: (0.0, 220.0),
        measure: |landed, _| total_height(landed),
    },
    Feature {
        name: "holes",
        about: "empty cells below their column's top",
        less: "leaves no hole",
        more: "opens no covered cell",
        range: (0.0, 210.0),
        measure: |landed, _| holes(landed),
    },
    Feature {
        name: "bumpiness",
        about: "the sum of the differences between neighbouring columns' heights",
        less: "keeps the surface flat",
        more: "keeps steps for later pieces",
        range: (0.0, 198.0),
        measure: |landed, _| bumpiness(landed),
    },
    Feature {
        name: "full-rows",
        about: "rows without an empty cell",
        less: "clears nothing yet",
        more: "fills a row",
        range: (0.0, 22.0),
        measure: |landed, _| f64::from(landed.counts.full),
    },
    Feature {
        name: "row-transitions",
        about: "changes between filled and empty within the rows, walls left out",
        less: "keeps the rows whole",
        more: "leaves room in the rows",
        range: (0.0, 198.0),
        measure: |landed, _| f64::from(landed.counts.row_changes),
    },
    Feature {
        name: "height-deviation",
        about: "the population standard deviation of the column heights",
        less: "keeps the columns even",
        more: "leans to one side",
        range: (0.0, 11.0),
        measure: |landed, _| height_deviation(landed),
    },
    Feature {
        name: "pits",
        about: "columns without a filled cell",
        less: "starts an empty column",
        more: "keeps a column free",
        range: (0.0, 10.0),
        measure: |landed, _| pits(landed),
    },
    Feature {
        name: "column-transitions",
        about: "changes between filled and empty within the columns, the floor left out",
        less: "covers nothing",
        more: "covers less that matters",
        range: (0.0, 210.0),
        measure: |landed, _| f64::from(landed.changes_in_columns()),
    },
    Feature {
        name: "lines",
        about: "full rows that the landing clears",
        less: "saves up for more lines",
        more: "clears lines",
        range: (0.0, 22.0),
        measure: |landed, _| f64::from(landed.lines()),
    },
    Feature {
        name: "hole-segments",
        about: "runs of empty cells below their column's top",
        less: "leaves no hole",
        more: "puts the holes into one place",
        range: (0.0, 110.0),
        measure: |landed, _| f64::from(landed.hole_runs()),
    },
    Feature {
        name: "max-height",
        about: "the greatest column height",
        less: "keeps the top low",
        more: "builds up one side",
        range: (0.0, 22.0),
        measure: |landed, _| f64::from(landed.greatest_height()),
    },
    Feature {
        name: "one-row",
        about: "rows with one empty cell",
        less: "leaves rows free",
        more: "gets a row ready",
        range: (0.0, 22.0),
        measure: |landed, _| nearly_full_runs::<1>(landed),
    },
    Feature {
        name: "two-rows",
        about: "pairs of neighbouring rows with one empty cell each, in the same column",
        less: "leaves rows free",
        more: "gets two rows ready",
        range: (0.0, 21.0),
        measure: |landed, _| nearly_full_runs::<2>(landed),
    },
    Feature {
        name: "three-rows",
        about: "three neighbouring rows likewise",
        less: "leaves rows free",
        more: "gets three rows ready",
        range: (0.0, 20.0),
        measure: |landed, _| nearly_full_runs::<3>(landed),
    },
    Feature {
        name: "four-rows",
        about: "four neighbouring rows likewise",
        less: "leaves rows free",
        more: "gets four rows ready",
        range: (0.0, 19.0),
        measure: |landed, _| nearly_full_runs::<4>(landed),
    },
    Feature {
        name: "covered-cells",
        about: "5 for each empty cell with a filled one directly above; the factor is the recipe's",
        less: "covers no empty cell",
        more: "keeps a cover that clears soon",
        range: (0.0, 550.0),
        measure: |landed, _| f64::from(5 * landed.counts.covered),
    },
    Feature {
        name: "line-value",
        about: "0, 1, 3, 6 or 12 for as many full rows as the landing clears",
        less: "saves up for more lines",
        more: "clears several lines at once",
        range: (0.0, 12.0),
        measure: |landed, _| line_value(landed),
    },
    Feature {
        name: "vacant",
        about: "empty cells below the tops of the columns that the piece fell into",
        less: "fits closely",
        more: "keeps room under the piece",
        range: (0.0, 210.0),
        measure: |landed, _| empty_cells_under_piece(landed),
    },
    Feature {
        name: "peak-power",
        about: "the greatest column height to the power of 1.5",
        less: "keeps the top low",
        more: "builds up one side",
        range: (0.0, 103.2),
        measure: |landed, _| peak_power(landed),
    },
    Feature {
        name: "relief",
        about: "the difference between the greatest and the least column height",
        less: "keeps the columns even",
        more: "keeps a side low",
        range: (0.0, 22.0),
        measure: |landed, _| relief(landed),
    },
    Feature {
        name: "height-power",
        about: "the sum of the column heights to a power each: a gene's, or 2 where no gene is for it",
        less: "keeps the high columns low",
        more: "builds higher",
        range: (0.0, 4840.0),
        measure: height_power,
    },
    Feature {
        name: "gaps",
        about: "how far each column lies below the lower of its neighbours, walls being none",
        less: "leaves no narrow gap",
        more: "keeps a gap for a long piece",
        range: (0.0, 220.0),
        measure: |landed, _| gap_depths(landed),
    },
    Feature {
        name: "landing-height",
        about: "the row of the piece's middle as it landed, from the floor",
        less: "sets the piece deep",
        more: "sets the piece high",
        range: (0.0, 21.0),
        measure: |landed, _| landing_height(landed),
    },
    Feature {
        name: "eroded-cells",
        about: "full rows that the landing clears, times the piece's own minos in them",
        less: "leaves the piece on the board",
        more: "clears the piece itself away",
        range: (0.0, 25.0),
        measure: |landed, _| eroded_cells(landed),
    },
    Feature {
        name: "wall-row-transitions",
        about: "changes between filled and empty within the rows, walls being filled",
        less: "keeps the rows whole",
        more: "leaves room in the rows",
        range: (0.0, 242.0),
        measure: |landed, _| f64::from(landed.counts.row_changes + landed.changes_at_walls()),
    },
    Feature {
        name: "floor-column-transitions",
        about: "changes between filled and empty within the columns, the floor being filled",
        less: "covers nothing",
        more: "covers less that matters",
        range: (0.0, 220.0),
        measure: |landed, _| f64::from(landed.changes_in_columns() + landed.changes_at_floor()),
    },
    Feature {
        name: "cumulative-wells",
        about: "for each empty cell between two filled ones or walls, the empty cells from it straight down",
        less: "digs no deep well",
        more: "keeps the well open",
        range: (0.0, 2530.0),
        measure: |landed, _| all_wells::<false>(landed),
    },
    Feature {
        name: "hole-depth",
        about: "filled cells in the runs directly above empty cells",
        less: "puts nothing over a hole",
        more: "keeps to the hole's side",
        range: (0.0, 210.0),
        measure: |landed, _| f64::from(landed.counts.hole_depth),
    },
    Feature {
        name: "rows-with-holes",
        about: "rows with an empty cell below its column's top",
        less: "spoils no further row",
        more: "keeps the holes in known rows",
        range: (0.0, 22.0),
        measure: |landed, _| f64::from(landed.hole_row_mask().count_ones()),
    },
    Feature {
        name: "diversity",
        about: "how many of the steps -2 to 2 occur between neighbouring columns' heights",
        less: "keeps to few steps",
        more: "leaves a place for every piece",
        range: (0.0, 5.0),
        measure: |landed, _| step_diversity(landed),
    },
    Feature {
        name: "well-depths",
        about: "for each empty cell between two filled ones or walls, such cells from it straight down",
        less: "digs no deep well",
        more: "keeps the well open",
        range: (0.0, 2530.0),
        measure: |landed, _| all_wells::<true>(landed),
    },
];

/// The feature with this name; `None` if the table has none.
pub fn feature_named(name: &str) -> Option<&'static Feature> {
    FEATURES.iter().find(|feature| feature.name == name)
}
