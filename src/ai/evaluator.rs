//! What a landing is worth: a linear sum, a sum with a power of the heights, or a network over named features.
//!
//! Ablated features are left out before the evaluator is built, so that its inputs shrink. Knows no pieces.

use super::features::{Feature, feature};
use super::landed::Landed;
use super::measures::height_power;
use super::network::{BATCH, MAX_INPUTS, Network, NetworkError};
use super::sigmoid::sigmoid;
use thiserror::Error;

/// Why an evaluator cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluatorError {
    /// No feature has this name.
    #[error("unknown feature '{0}'")]
    UnknownFeature(String),
    /// Nothing to look at, or too much.
    #[error("{0} features, must be 1-16")]
    FeatureCount(usize),
    /// Too few or too many weights.
    #[error("{found} weights for {needed} features")]
    WeightCount {
        /// Features.
        needed: usize,
        /// Weights given.
        found: usize,
    },
    /// The network is impossible.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// How features become one value.
#[derive(Clone, Debug)]
enum Model {
    Linear([f64; MAX_INPUTS]),
    Powered(Box<Powered>),
    Network(Box<Network>),
}

/// A weighted sum in which one feature is a power of the heights.
#[derive(Clone, Debug)]
struct Powered {
    weights: [f64; MAX_INPUTS],
    /// The place of `height-power` among the features, if it is one of them.
    power_at: Option<usize>,
    /// Each height to the power.
    powers: [f64; 64],
    /// What each line after the first adds.
    further_line: f64,
}

/// Features and the model over them.
#[derive(Clone, Debug)]
pub struct Evaluator {
    features: Vec<&'static Feature>,
    model: Model,
}

impl Evaluator {
    /// A weighted sum.
    pub fn linear<S: AsRef<str>>(names: &[S], weights: &[f64]) -> Result<Self, EvaluatorError> {
        let features = chosen(names)?;
        if weights.len() != features.len() {
            return Err(EvaluatorError::WeightCount { needed: features.len(), found: weights.len() });
        }
        if let Some(index) = weights.iter().position(|weight| !weight.is_finite()) {
            return Err(NetworkError::NotFinite(index).into());
        }
        let mut row = [0.0; MAX_INPUTS];
        row[..weights.len()].copy_from_slice(weights);
        Ok(Self { features, model: Model::Linear(row) })
    }

    /// The fifth learner's sum, one gene a feature: `height-power` is the sum of the heights to the power of its gene and
    /// weighs -1, `lines` weigh as much as their gene, everything else minus its gene. Each line after the first adds
    /// `further_line` more. Source: `docs/recipes.md`, R4.
    pub fn powered<S: AsRef<str>>(names: &[S], genes: &[f64], further_line: f64) -> Result<Self, EvaluatorError> {
        let mut evaluator = Self::linear(names, genes)?;
        let mut powered = Powered { weights: [0.0; MAX_INPUTS], power_at: None, powers: [0.0; 64], further_line };
        for (at, (feature, gene)) in evaluator.features.iter().zip(genes).enumerate() {
            powered.weights[at] = match feature.name {
                "height-power" => {
                    powered.power_at = Some(at);
                    // An empty column counts nothing, whatever the exponent.
                    for (height, power) in powered.powers.iter_mut().enumerate().skip(1) {
                        *power = libm::pow(height as f64, *gene);
                    }
                    -1.0
                }
                "lines" => *gene,
                _ => -gene,
            };
        }
        evaluator.model = Model::Powered(Box::new(powered));
        Ok(evaluator)
    }

    /// A network with these hidden layers and one output.
    pub fn network<S: AsRef<str>>(names: &[S], hidden: &[usize], weights: &[f64]) -> Result<Self, EvaluatorError> {
        let features = chosen(names)?;
        let layers: Vec<usize> = [&[features.len()], hidden, &[1]].concat();
        Ok(Self { features, model: Model::Network(Box::new(Network::new(&layers, weights)?)) })
    }

    /// The features' values, in order; 0 past the last.
    #[inline]
    pub fn measure(&self, landed: &Landed) -> [f64; MAX_INPUTS] {
        let mut values = [0.0; MAX_INPUTS];
        for (value, feature) in values.iter_mut().zip(&self.features) {
            *value = (feature.measure)(landed);
        }
        if let Model::Powered(powered) = &self.model
            && let Some(at) = powered.power_at
        {
            values[at] = height_power(landed, &powered.powers);
        }
        values
    }

    /// A contest for the greatest value among landings.
    #[inline]
    pub fn contest(&self) -> Contest<'_> {
        Contest { evaluator: self, batch: [[0.0; MAX_INPUTS]; BATCH], waiting: 0, best: None }
    }

    /// The value of a landing.
    #[inline]
    pub fn value(&self, landed: &Landed) -> f64 {
        let values = self.measure(landed);
        match &self.model {
            Model::Linear(weights) => weighted(weights, &values),
            Model::Powered(powered) => powered.value(landed, &values),
            Model::Network(network) => network.value(&values),
        }
    }

    /// A value that none exceeds.
    pub fn ceiling(&self) -> f64 {
        match &self.model {
            Model::Linear(_) | Model::Powered(_) => f64::INFINITY,
            Model::Network(network) => sigmoid(network.ceiling()),
        }
    }

    /// Its features.
    pub fn features(&self) -> &[&'static Feature] {
        &self.features
    }
}

impl Powered {
    #[inline]
    fn value(&self, landed: &Landed, values: &[f64; MAX_INPUTS]) -> f64 {
        weighted(&self.weights, values) + self.further_line * f64::from(landed.lines().saturating_sub(1))
    }
}

/// A contest for the greatest value: landings enter one by one; a network values them in batches.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    evaluator: &'a Evaluator,
    batch: [[f64; MAX_INPUTS]; BATCH],
    waiting: usize,
    /// The greatest so far: a network's sum, which rises with its value, or any other model's value.
    best: Option<f64>,
}

impl Contest<'_> {
    /// A landing enters.
    #[inline]
    pub fn enter(&mut self, landed: &Landed) {
        let values = self.evaluator.measure(landed);
        let value = match &self.evaluator.model {
            Model::Linear(weights) => weighted(weights, &values),
            Model::Powered(powered) => powered.value(landed, &values),
            Model::Network(network) => {
                self.batch[self.waiting] = values;
                self.waiting += 1;
                if self.waiting == BATCH {
                    self.settle(network);
                }
                return;
            }
        };
        self.best = Some(self.best.map_or(value, |best| best.max(value)));
    }

    /// The greatest value; `None` when no landing entered.
    #[inline]
    pub fn winner(mut self) -> Option<f64> {
        let Model::Network(network) = &self.evaluator.model else { return self.best };
        if self.waiting > 0 {
            // The rest of the batch repeats what has entered already.
            let first = self.batch[0];
            self.batch[self.waiting..].fill(first);
            self.settle(network);
        }
        self.best.map(sigmoid)
    }

    #[inline]
    fn settle(&mut self, network: &Network) {
        self.best = network.sums(&self.batch).into_iter().chain(self.best).reduce(f64::max);
        self.waiting = 0;
    }
}

/// In index order; past the last feature there are zeros.
fn weighted(weights: &[f64; MAX_INPUTS], values: &[f64; MAX_INPUTS]) -> f64 {
    values.iter().zip(weights).fold(0.0, |sum, (value, weight)| sum + value * weight)
}

fn chosen<S: AsRef<str>>(names: &[S]) -> Result<Vec<&'static Feature>, EvaluatorError> {
    if names.is_empty() || names.len() > MAX_INPUTS {
        return Err(EvaluatorError::FeatureCount(names.len()));
    }
    let find = |name: &S| feature(name.as_ref()).ok_or_else(|| EvaluatorError::UnknownFeature(name.as_ref().into()));
    names.iter().map(find).collect()
}
