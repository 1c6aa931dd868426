//! The worth of positions and events: the weights that training found, ready for use.
//!
//! Sums are made in a fixed order, so that every machine gets the same bits.

use super::features::{
    EVENT_COUNT, EVENTS, FEATURE_COUNT, FEATURES, OPPONENT_PRODUCT_COUNT, OPPONENT_PRODUCTS, SearchEvent,
    measure_features, weight_names,
};
use super::field::Bitboard;
use super::position::{DerivedPosition, OffBoardState};
use super::state::State;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The number of features, rounded up to whole vectors of four.
const PADDED: usize = FEATURE_COUNT.next_multiple_of(4);

/// Why no weights can be made of a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Too few or too many weights.
    #[error("the champion has {needed} weights, not {found}")]
    Count {
        /// How many weights a genome has.
        needed: usize,
        /// How many weights were given.
        found: usize,
    },
    /// The weight of this name is infinite or not a number, or too large for a number of 32 bits.
    #[error("the champion's weight '{0}' is not a finite number of 32 bits")]
    NotFinite(&'static str),
}

/// Weights of features and events, ready for use. Written as a list of numbers: those of the features, of the events,
/// of the products, and what is added to features and events where garbage is not announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WeightsRecord", into = "WeightsRecord")]
pub struct Weights {
    features: [f32; PADDED],
    /// The weights of the events, in the order of [`EVENTS`].
    events: [f32; EVENT_COUNT],
    /// The weights of the products, in the order of [`OPPONENT_PRODUCTS`].
    products: [f32; OPPONENT_PRODUCT_COUNT],
    /// What is added to the weights of features and events where garbage is not announced, in the same order.
    untold: [f32; UNTOLD_COUNT],
}

/// Weights as they are written: the numbers that the search multiplies with. A genome has the same list, with each
/// number for one unit of its feature.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct WeightsRecord(Vec<f64>);

/// The number of weights that count everywhere.
const TOLD_COUNT: usize = FEATURE_COUNT + EVENT_COUNT + OPPONENT_PRODUCT_COUNT;
/// The number of weights that count only where garbage is not announced.
const UNTOLD_COUNT: usize = FEATURE_COUNT + EVENT_COUNT;

impl From<Weights> for WeightsRecord {
    fn from(weights: Weights) -> Self {
        let told = weights.features[..FEATURE_COUNT].iter().chain(&weights.events).chain(&weights.products);
        let numbers = told.chain(&weights.untold);
        Self(numbers.copied().map(f64::from).collect())
    }
}

impl TryFrom<WeightsRecord> for Weights {
    type Error = WeightsError;

    fn try_from(WeightsRecord(numbers): WeightsRecord) -> Result<Self, WeightsError> {
        let mut weights = Self::new(&numbers)?;
        for (to, from) in weights.features.iter_mut().zip(&numbers[..FEATURE_COUNT]) {
            *to = *from as f32;
        }
        for (to, from) in weights.untold[..FEATURE_COUNT].iter_mut().zip(&numbers[TOLD_COUNT..]) {
            *to = *from as f32;
        }
        Ok(weights)
    }
}

impl Weights {
    /// Weights that are all 0.
    pub(super) const ZERO: Self = Self {
        features: [0.0; PADDED],
        events: [0.0; EVENT_COUNT],
        products: [0.0; OPPONENT_PRODUCT_COUNT],
        untold: [0.0; UNTOLD_COUNT],
    };

    /// How many numbers a whole genome has.
    pub fn genome_length() -> usize {
        weight_names().count()
    }

    /// Makes weights of a genome: one number for each feature, event and product, each for one unit; then, or not at
    /// all, what features and events are worth more where garbage is not announced.
    ///
    /// # Errors
    /// A [`WeightsError`], if the genome has another number of weights than these two, or one is not finite.
    pub fn new(genome: &[f64]) -> Result<Self, WeightsError> {
        if ![TOLD_COUNT, Self::genome_length()].contains(&genome.len()) {
            return Err(WeightsError::Count { needed: Self::genome_length(), found: genome.len() });
        }
        if let Some((name, _)) = weight_names().zip(genome).find(|(_, weight)| !(**weight as f32).is_finite()) {
            return Err(WeightsError::NotFinite(name));
        }
        let mut weights = Self::ZERO;
        for (to, (from, feature)) in weights.features.iter_mut().zip(genome.iter().zip(FEATURES)) {
            *to = *from as f32 / feature.unit;
        }
        for (to, (from, _)) in weights.events.iter_mut().zip(genome[FEATURE_COUNT..].iter().zip(EVENTS)) {
            *to = *from as f32;
        }
        for (to, from) in weights.products.iter_mut().zip(&genome[FEATURE_COUNT + EVENTS.len()..]) {
            *to = *from as f32;
        }
        let untold = &genome[TOLD_COUNT..];
        let units = FEATURES.iter().map(|feature| feature.unit).chain([1.0; EVENT_COUNT]);
        for ((to, from), unit) in weights.untold.iter_mut().zip(untold).zip(units) {
            *to = *from as f32 / unit;
        }
        Ok(weights)
    }

    /// The weights with those named in `left_out` set to 0.
    #[must_use]
    pub fn without(&self, left_out: &[&str]) -> Self {
        let mut weights = self.clone();
        let told = weights.features[..FEATURE_COUNT].iter_mut().chain(&mut weights.events).chain(&mut weights.products);
        told.chain(&mut weights.untold)
            .zip(weight_names())
            .filter(|(_, name)| left_out.contains(name))
            .for_each(|(weight, _)| *weight = 0.0);
        weights
    }

    /// These weights with all set to 0 but that of the feature or event of this name; what is added where garbage is
    /// not announced goes too.
    pub(super) fn keep_only(&self, name: &str) -> Self {
        let mut alone = Self::one_for(name);
        alone.features.iter_mut().zip(self.features).for_each(|(one, weight)| *one *= weight);
        alone.events.iter_mut().zip(self.events).for_each(|(one, weight)| *one *= weight);
        alone
    }

    /// Weights of 1 for the feature or event of this name, by its plain count, and of 0 for everything else.
    pub(super) fn one_for(name: &str) -> Self {
        let mut single = Self::ZERO;
        let of_features = single.features.iter_mut().zip(FEATURES).filter(|(_, feature)| feature.name == name);
        of_features.for_each(|(weight, _)| *weight = 1.0);
        let of_events = single.events.iter_mut().zip(EVENTS).filter(|(_, event)| event.name == name);
        of_events.for_each(|(weight, _)| *weight = 1.0);
        single
    }

    /// The weights as they are in this position: changed by whether garbage is announced, and by the opponent.
    #[must_use]
    pub fn for_position(&self, state: &State) -> Self {
        let mut here = self.clone();
        if state.untold {
            let own = here.features[..FEATURE_COUNT].iter_mut().chain(&mut here.events);
            own.zip(self.untold).for_each(|(weight, more)| *weight += more);
        }
        for (product, weight) in OPPONENT_PRODUCTS.iter().zip(self.products).filter(|(_, weight)| *weight != 0.0) {
            let worth = weight * (product.factor)(&state.rival);
            let feature = FEATURES.iter().position(|feature| feature.name == product.adds_to);
            let event = EVENTS.iter().position(|event| event.name == product.adds_to);
            if let Some(at) = feature {
                here.features[at] += worth / FEATURES[at].unit;
            } else if let Some(at) = event {
                here.events[at] += worth;
            }
        }
        here
    }

    /// The weight of an event.
    #[inline(always)]
    pub(super) const fn event(&self, event: SearchEvent) -> f32 {
        self.events[event as usize]
    }

    /// The value of a position; `height` is the height of the field's stack.
    #[inline(always)]
    pub fn worth(&self, field: &Bitboard, height: usize, off_board: OffBoardState) -> f32 {
        match height {
            0..=6 => self.of::<1>(field, off_board),
            7..=12 => self.of::<2>(field, off_board),
            13..=18 => self.of::<3>(field, off_board),
            _ => self.of::<4>(field, off_board),
        }
    }

    #[inline(never)]
    fn of<const N: usize>(&self, field: &Bitboard, off_board: OffBoardState) -> f32 {
        let values = measure_features(&DerivedPosition::<N>::new(field, off_board));
        let (chunks, rest) = values.as_chunks::<4>();
        let mut sums = [0.0; 4];
        for (weights, values) in self.features.as_chunks::<4>().0.iter().zip(chunks) {
            for at in 0..4 {
                sums[at] += weights[at] * values[at] as f32;
            }
        }
        for (at, (weight, value)) in self.features[FEATURE_COUNT - rest.len()..].iter().zip(rest).enumerate() {
            sums[at] += weight * *value as f32;
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
}
