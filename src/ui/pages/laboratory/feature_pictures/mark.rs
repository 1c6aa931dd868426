//! A mark on the picture of a feature: a place of the board, and what it adds to the feature's value.

/// A mark on an example board: a place, what it adds to the feature, and the number written there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FeatureMark {
    pub(super) place: MarkedPlace,
    /// What the place adds to the feature's value; 0 for a place that is only shown, faintly.
    pub(super) adds: f64,
    /// The number that is written at the place.
    pub(super) label: MarkLabel,
}

/// A kind of place that can be marked. Columns count from the left, rows and heights from the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MarkedPlace {
    /// An empty cell: column and row.
    Empty(usize, usize),
    /// A filled cell: column and row.
    Filled(usize, usize),
    /// The edge at the left of a cell: column and row. The column past the last one stands for the right wall.
    Upright(usize, usize),
    /// The edge below a cell: column and row.
    Flat(usize, usize),
    /// Empty cells of a column, from the row `bottom` up to below the row `top`.
    Run { x: usize, bottom: usize, top: usize },
    /// A whole column.
    Column(usize),
    /// Whole rows, from the row `bottom` up to below the row `top`.
    Rows { bottom: usize, top: usize },
    /// The distance between two heights, in the middle of a column. The column past the last one stands
    /// for the margin beside the board.
    Height { x: usize, from: f64, to: f64 },
    /// The difference between the heights of a column and the one to its right.
    Step { x: usize, left: usize, right: usize },
    /// A line across the board at a height.
    Level(f64),
}

/// Which number, if any, is written at a marked place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkLabel {
    /// No number is written.
    Nothing,
    /// The number is what the place adds to the feature's value.
    Adds,
    /// The number is how much higher the right one of two columns is, with its sign.
    Rise(i32),
}

impl FeatureMark {
    /// A mark on a place that adds one to the feature; nothing is written there.
    pub(super) fn counting_one(place: MarkedPlace) -> Self {
        Self { place, adds: 1.0, label: MarkLabel::Nothing }
    }

    /// A mark on a place that adds a number to the feature; the number is written there.
    pub(super) fn with_number(place: MarkedPlace, adds: f64) -> Self {
        Self { place, adds, label: MarkLabel::Adds }
    }

    pub(super) fn shown_only(place: MarkedPlace) -> Self {
        Self { place, adds: 0.0, label: MarkLabel::Nothing }
    }
}
