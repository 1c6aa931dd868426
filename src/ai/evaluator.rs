//! What a terrain is worth: a linear sum or a network over named features.
//!
//! Ablated features are left out before the evaluator is built, so that its inputs shrink. Knows no pieces.

use super::features::{Feature, feature};
use super::network::{BATCH, MAX_INPUTS, Network, NetworkError};
use super::sigmoid::sigmoid;
use super::terrain::Terrain;
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
    Network(Box<Network>),
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

    /// A network with these hidden layers and one output.
    pub fn network<S: AsRef<str>>(names: &[S], hidden: &[usize], weights: &[f64]) -> Result<Self, EvaluatorError> {
        let features = chosen(names)?;
        let layers: Vec<usize> = [&[features.len()], hidden, &[1]].concat();
        Ok(Self { features, model: Model::Network(Box::new(Network::new(&layers, weights)?)) })
    }

    /// The features' values, in order; 0 past the last.
    #[inline]
    pub fn measure(&self, terrain: &Terrain) -> [f64; MAX_INPUTS] {
        let mut values = [0.0; MAX_INPUTS];
        for (value, feature) in values.iter_mut().zip(&self.features) {
            *value = (feature.measure)(terrain);
        }
        values
    }

    /// The greatest value among terrains; `None` without any.
    #[inline]
    pub fn best(&self, terrains: impl Iterator<Item = Terrain>) -> Option<f64> {
        match &self.model {
            Model::Linear(weights) => {
                terrains.map(|terrain| weighted(weights, &self.measure(&terrain))).reduce(f64::max)
            }
            Model::Network(network) => self.best_sum(network, terrains).map(sigmoid),
        }
    }

    /// The greatest of the network's sums. In whole batches: the last is filled up with the inputs that it has.
    #[inline]
    fn best_sum(&self, network: &Network, terrains: impl Iterator<Item = Terrain>) -> Option<f64> {
        let (mut batch, mut filled, mut best) = ([[0.0; MAX_INPUTS]; BATCH], 0, None);
        let greatest = |batch: &_, best: Option<f64>| {
            Some(network.sums(batch).into_iter().fold(best.unwrap_or(f64::NEG_INFINITY), f64::max))
        };
        for terrain in terrains {
            batch[filled] = self.measure(&terrain);
            filled += 1;
            if filled == BATCH {
                best = greatest(&batch, best);
                filled = 0;
            }
        }
        if filled > 0 {
            let first = batch[0];
            batch[filled..].fill(first);
            best = greatest(&batch, best);
        }
        best
    }

    /// The value of a terrain.
    pub fn value(&self, terrain: &Terrain) -> f64 {
        let values = self.measure(terrain);
        match &self.model {
            Model::Linear(weights) => weighted(weights, &values),
            Model::Network(network) => network.value(&values),
        }
    }

    /// A value that none exceeds.
    pub fn ceiling(&self) -> f64 {
        match &self.model {
            Model::Linear(_) => f64::INFINITY,
            Model::Network(network) => sigmoid(network.ceiling()),
        }
    }

    /// Its features.
    pub fn features(&self) -> &[&'static Feature] {
        &self.features
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
