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

    /// A contest for the greatest value among terrains.
    #[inline]
    pub fn contest(&self) -> Contest<'_> {
        Contest { evaluator: self, batch: [[0.0; MAX_INPUTS]; BATCH], waiting: 0, best: None }
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

/// A contest for the greatest value: terrains enter one by one and are valued in batches.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    evaluator: &'a Evaluator,
    batch: [[f64; MAX_INPUTS]; BATCH],
    waiting: usize,
    /// The greatest so far: a network's sum, which rises with its value, or a linear value.
    best: Option<f64>,
}

impl Contest<'_> {
    /// A terrain enters.
    #[inline]
    pub fn enter(&mut self, terrain: &Terrain) {
        self.batch[self.waiting] = self.evaluator.measure(terrain);
        self.waiting += 1;
        if self.waiting == BATCH {
            self.settle();
        }
    }

    /// The greatest value; `None` when no terrain entered.
    #[inline]
    pub fn winner(mut self) -> Option<f64> {
        if self.waiting > 0 {
            // The rest of the batch repeats what has entered already.
            let first = self.batch[0];
            self.batch[self.waiting..].fill(first);
            self.settle();
        }
        self.best.map(|best| match self.evaluator.model {
            Model::Linear(_) => best,
            Model::Network(_) => sigmoid(best),
        })
    }

    #[inline]
    fn settle(&mut self) {
        let values = match &self.evaluator.model {
            Model::Linear(weights) => self.batch.map(|values| weighted(weights, &values)),
            Model::Network(network) => network.sums(&self.batch),
        };
        self.best = values.into_iter().chain(self.best).reduce(f64::max);
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
