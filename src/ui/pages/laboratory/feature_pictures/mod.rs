//! A small picture of what each feature counts: an example board on which the counted places are marked, with the
//! feature's value for that board.

mod example;
mod mark;
mod marks;
mod painting;
mod table;
#[cfg(test)]
mod tests;

pub(super) use painting::paint;

use crate::ai::features::{FEATURES, Feature};
use example::ExampleBoard;
use mark::FeatureMark;

#[derive(Debug)]
struct FeaturePicture {
    /// The drawing of the example board.
    board: &'static str,
    /// Finds the places of a board that the feature counts.
    marks: fn(&ExampleBoard) -> Vec<FeatureMark>,
    /// Whether the feature's value is the sum of what the marks add. Else it is the root of the mean of their squares,
    /// of which each column has one.
    is_sum: bool,
    /// What the marks mean, in words.
    legend: &'static str,
}

/// The picture of a feature; `None` for one that is not in the table of features.
fn picture_of(feature: &Feature) -> Option<&'static FeaturePicture> {
    let at = FEATURES.iter().position(|known| known.name == feature.name)?;
    table::PICTURES.get(at)
}
