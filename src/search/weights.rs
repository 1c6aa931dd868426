//! The worth of positions and events: the weights that training found, ready for use.
//!
//! Sums are made in a fixed order, so that every machine gets the same bits.

use super::features::{COUNT, EVENTS, FEATURES, PRODUCTS, measured, names};
use super::field::Field;
use super::ground::{Ground, Standing};
use super::state::State;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Features rounded up to whole vectors.
const PADDED: usize = COUNT.next_multiple_of(4);

/// A genome that cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the champion has {wanted} weights, not {found}")]
pub struct WrongLength {
    /// How many it has.
    pub wanted: usize,
    /// How many were given.
    pub found: usize,
}

/// Weights of features and events. Written as a list of numbers: those of the features, of the events, of the products, and
/// of features and events where garbage is not announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<f64>", into = "Vec<f64>")]
pub struct Weights {
    features: [f32; PADDED],
    /// In the order of [`EVENTS`].
    pub(super) events: [f32; EVENT_COUNT],
    /// In the order of [`PRODUCTS`].
    products: [f32; PRODUCT_COUNT],
    /// What is added to features and events where garbage is not announced, in the same order.
    untold: [f32; UNTOLD_COUNT],
}

/// How many events there are.
pub const EVENT_COUNT: usize = 17;
/// How many products with the opponent.
pub const PRODUCT_COUNT: usize = 7;
/// How many weights count everywhere.
const TOLD_COUNT: usize = COUNT + EVENT_COUNT + PRODUCT_COUNT;
/// How many weights count only where garbage is not announced.
const UNTOLD_COUNT: usize = COUNT + EVENT_COUNT;

impl From<Weights> for Vec<f64> {
    fn from(weights: Weights) -> Self {
        let told = weights.features[..COUNT].iter().chain(&weights.events).chain(&weights.products);
        let numbers = told.chain(&weights.untold);
        numbers.copied().map(f64::from).collect()
    }
}

impl TryFrom<Vec<f64>> for Weights {
    type Error = WrongLength;

    /// The numbers are those that the search multiplies with: a genome's were divided by the units of their features.
    fn try_from(numbers: Vec<f64>) -> Result<Self, WrongLength> {
        let mut weights = Self::new(&numbers)?;
        for (to, from) in weights.features.iter_mut().zip(&numbers[..COUNT]) {
            *to = *from as f32;
        }
        for (to, from) in weights.untold[..COUNT].iter_mut().zip(&numbers[TOLD_COUNT..]) {
            *to = *from as f32;
        }
        Ok(weights)
    }
}

impl Weights {
    /// How many numbers a genome has.
    pub fn length() -> usize {
        names().count()
    }

    /// From a genome: a weight a feature, then one an event and one a product, each for a unit; then, or not at all, what features and
    /// events are worth more where garbage is not announced.
    pub fn new(genome: &[f64]) -> Result<Self, WrongLength> {
        if ![TOLD_COUNT, Self::length()].contains(&genome.len()) {
            return Err(WrongLength { wanted: Self::length(), found: genome.len() });
        }
        let mut weights = Self {
            features: [0.0; PADDED],
            events: [0.0; EVENT_COUNT],
            products: [0.0; PRODUCT_COUNT],
            untold: [0.0; UNTOLD_COUNT],
        };
        for (to, (from, feature)) in weights.features.iter_mut().zip(genome.iter().zip(FEATURES)) {
            *to = *from as f32 / feature.unit;
        }
        for (to, (from, _)) in weights.events.iter_mut().zip(genome[COUNT..].iter().zip(EVENTS)) {
            *to = *from as f32;
        }
        for (to, from) in weights.products.iter_mut().zip(&genome[COUNT + EVENTS.len()..]) {
            *to = *from as f32;
        }
        let untold = &genome[TOLD_COUNT..];
        let units = FEATURES.iter().map(|feature| feature.unit).chain([1.0; EVENT_COUNT]);
        for ((to, from), unit) in weights.untold.iter_mut().zip(untold).zip(units) {
            *to = *from as f32 / unit;
        }
        Ok(weights)
    }

    /// Those without these, by name: their weight is 0.
    pub fn without(&self, left_out: &[&str]) -> Self {
        let mut weights = self.clone();
        let told = weights.features[..COUNT].iter_mut().chain(&mut weights.events).chain(&mut weights.products);
        told.chain(&mut weights.untold)
            .zip(names())
            .filter(|(_, name)| left_out.contains(name))
            .for_each(|(weight, _)| *weight = 0.0);
        weights
    }

    /// The weights as they are in this position: by whether garbage is announced, and by the opponent as it is now.
    pub fn in_position(&self, state: &State) -> Self {
        let mut here = self.clone();
        if state.untold {
            let own = here.features[..COUNT].iter_mut().chain(&mut here.events);
            own.zip(self.untold).for_each(|(weight, more)| *weight += more);
        }
        for (product, weight) in PRODUCTS.iter().zip(self.products).filter(|(_, weight)| *weight != 0.0) {
            let worth = weight * (product.by)(&state.rival);
            let feature = FEATURES.iter().position(|feature| feature.name == product.of);
            let event = EVENTS.iter().position(|event| event.0 == product.of);
            if let Some(at) = feature {
                here.features[at] += worth / FEATURES[at].unit;
            } else if let Some(at) = event {
                here.events[at] += worth;
            }
        }
        here
    }

    /// What a position is worth.
    #[inline(always)]
    pub fn worth(&self, field: &Field, height: usize, standing: Standing) -> f32 {
        match height {
            0..=6 => self.of::<1>(field, standing),
            7..=12 => self.of::<2>(field, standing),
            13..=18 => self.of::<3>(field, standing),
            _ => self.of::<4>(field, standing),
        }
    }

    #[inline(never)]
    fn of<const N: usize>(&self, field: &Field, standing: Standing) -> f32 {
        let values = measured(&Ground::<N>::new(field, standing));
        let (chunks, rest) = values.as_chunks::<4>();
        let mut sums = [0.0; 4];
        for (weights, values) in self.features.as_chunks::<4>().0.iter().zip(chunks) {
            for at in 0..4 {
                sums[at] += weights[at] * values[at] as f32;
            }
        }
        for (at, (weight, value)) in self.features[COUNT - rest.len()..].iter().zip(rest).enumerate() {
            sums[at] += weight * *value as f32;
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
}
