//! Lists of features that are measured in one go.
//!
//! An evaluator works any list out entry by entry, by calls through the table. For the lists here the compiler knows
//! every function and puts them in line, which takes about half the time. A list that is missing here is only slower; a
//! test compares both ways.

use super::features::{FEATURE_TABLE, Feature};
use super::landed::LandedBoard;
use super::measures::Powers;
use super::network::MAX_INPUTS;

/// A list of features, and the functions that work the whole list out.
pub(super) struct CompiledFeatureSet {
    names: &'static [&'static str],
    /// The function that gives the features' values for a landing, in order; 0 past the last.
    pub(super) measure: fn(&LandedBoard, &Powers) -> [f64; MAX_INPUTS],
    /// The function that gives the weighted sum of the features for a landing, added in order.
    pub(super) weigh: fn(&LandedBoard, &Powers, &[f64; MAX_INPUTS]) -> f64,
}

/// The index of a feature in the table of features. An unknown name does not build.
const fn place(name: &str) -> usize {
    let mut at = 0;
    while !same(FEATURE_TABLE[at].name.as_bytes(), name.as_bytes()) {
        at += 1;
    }
    at
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

macro_rules! set {
    ($($name:literal)+) => {
        CompiledFeatureSet {
            names: &[$($name),+],
            measure: |landed, powers| {
                let mut values = [0.0; MAX_INPUTS];
                let mut at = 0;
                $(
                    values[at] = const { FEATURE_TABLE[place($name)].measure }(landed, powers);
                    at += 1;
                )+
                let _ = at;
                values
            },
            weigh: |landed, powers, weights| {
                let mut sum = 0.0;
                let mut at = 0;
                $(
                    sum += const { FEATURE_TABLE[place($name)].measure }(landed, powers) * weights[at];
                    at += 1;
                )+
                let _ = at;
                sum
            },
        }
    };
}

/// The lists of features of the learners and of the literature.
static SETS: [CompiledFeatureSet; 12] = [
    set!("deepest-well" "total-height" "holes" "bumpiness" "full-rows" "row-transitions" "height-deviation" "pits"
        "column-transitions"),
    set!("total-height" "lines" "holes" "bumpiness"),
    set!("total-height" "lines" "holes" "bumpiness" "four-rows"),
    set!("total-height" "lines" "holes" "bumpiness" "hole-segments" "max-height" "pits" "one-row" "two-rows" "three-rows"
        "four-rows"),
    set!("one-row" "two-rows" "three-rows" "four-rows"),
    set!("landing-height" "eroded-cells" "wall-row-transitions" "floor-column-transitions" "holes" "cumulative-wells"),
    set!("max-height" "covered-cells" "line-value" "bumpiness" "vacant"),
    set!("lines" "peak-power" "total-height" "relief" "holes" "bumpiness"),
    set!("holes" "height-power" "gaps" "lines"),
    set!("landing-height" "eroded-cells" "wall-row-transitions" "floor-column-transitions" "holes" "cumulative-wells"
        "hole-depth" "rows-with-holes"),
    set!("landing-height" "eroded-cells" "wall-row-transitions" "floor-column-transitions" "holes" "cumulative-wells"
        "hole-depth" "rows-with-holes" "diversity"),
    set!("landing-height" "eroded-cells" "wall-row-transitions" "floor-column-transitions" "holes" "well-depths"
        "hole-depth" "rows-with-holes" "diversity"),
];

/// The set of exactly these features in this order, if there is one.
pub(super) fn compiled_set_for(features: &[&'static Feature]) -> Option<&'static CompiledFeatureSet> {
    SETS.iter().find(|set| set.names.iter().copied().eq(features.iter().map(|feature| feature.name)))
}
