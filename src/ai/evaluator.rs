//! What a landing is worth: a linear sum, one with a power of the heights, or a network over named features.
//!
//! Ablated features are left out before the evaluator is built, so that its inputs shrink.

use super::features::{Feature, feature_named};
use super::landed::LandedBoard;
use super::measures::Powers;
use super::network::{BATCH, MAX_INPUTS, Network, NetworkError};
use super::sets::{CompiledFeatureSet, compiled_set_for};
use super::sigmoid::sigmoid;
use thiserror::Error;

/// Why an evaluator cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluatorError {
    /// No feature has this name.
    #[error("unknown feature '{0}'")]
    UnknownFeature(String),
    /// The number of features is 0 or more than 16.
    #[error("{0} features, must be 1-16")]
    FeatureCount(usize),
    /// Too few or too many weights.
    #[error("{found} weights for {needed} features")]
    WeightCount {
        /// How many features there are, and so how many weights are needed.
        needed: usize,
        /// How many weights were given.
        found: usize,
    },
    /// No network has these layers and weights.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// How features become one value.
#[derive(Clone, Debug)]
enum Model {
    /// A weighted sum of the features.
    Linear([f64; MAX_INPUTS]),
    Network(Box<Network>),
}

/// An evaluator of landings: the features that it measures, and the model that makes one value of them.
#[derive(Clone)]
pub struct Evaluator {
    features: Vec<&'static Feature>,
    /// The set that measures all these features in one go, if the program has such a set.
    set: Option<&'static CompiledFeatureSet>,
    powers: Powers,
    model: Model,
}

impl Evaluator {
    /// A weighted sum of the named features, with one weight for each.
    ///
    /// # Errors
    /// An error if a name is unknown, if there are not 1 to 16 features with as many weights, or if a weight is not
    /// finite.
    pub fn new_linear<S: AsRef<str>>(names: &[S], weights: &[f64]) -> Result<Self, EvaluatorError> {
        let features = chosen(names)?;
        if weights.len() != features.len() {
            return Err(EvaluatorError::WeightCount { needed: features.len(), found: weights.len() });
        }
        if let Some(index) = weights.iter().position(|weight| !weight.is_finite()) {
            return Err(NetworkError::NotFinite(index).into());
        }
        let mut row = [0.0; MAX_INPUTS];
        row[..weights.len()].copy_from_slice(weights);
        Ok(Self::new(features, Model::Linear(row)))
    }

    fn new(features: Vec<&'static Feature>, model: Model) -> Self {
        Self { set: compiled_set_for(&features), features, powers: Powers::new(2.0), model }
    }

    /// The fifth learner's sum, with one gene for each feature: `height-power` is the sum of the heights to the power
    /// of its gene and weighs -1, `lines` weigh as much as their gene, everything else minus its gene.
    /// Where this comes from is told by R4 of `docs/lab/recipes.md`.
    ///
    /// # Errors
    /// As [`Self::new_linear`], with the genes in place of the weights.
    pub fn linear_with_height_power<S: AsRef<str>>(names: &[S], genes: &[f64]) -> Result<Self, EvaluatorError> {
        let mut evaluator = Self::new_linear(names, genes)?;
        let mut weights = [0.0; MAX_INPUTS];
        for ((weight, gene), feature) in weights.iter_mut().zip(genes).zip(&evaluator.features) {
            *weight = match feature.name {
                "height-power" => {
                    evaluator.powers = Powers::new(*gene);
                    -1.0
                }
                "lines" => *gene,
                _ => -gene,
            };
        }
        evaluator.model = Model::Linear(weights);
        Ok(evaluator)
    }

    /// A network over the named features, with hidden layers of these sizes and one output.
    ///
    /// # Errors
    /// An error if a name is unknown, if there are not 1 to 16 features, or if no network has these layers and weights.
    pub fn new_network<S: AsRef<str>>(names: &[S], hidden: &[usize], weights: &[f64]) -> Result<Self, EvaluatorError> {
        let features = chosen(names)?;
        let layers: Vec<usize> = [&[features.len()], hidden, &[1]].concat();
        Ok(Self::new(features, Model::Network(Box::new(Network::new(&layers, weights)?))))
    }

    /// The values of the features for a landing, in order; 0 past the last.
    #[inline]
    pub fn measure(&self, landed: &LandedBoard) -> [f64; MAX_INPUTS] {
        match self.set {
            Some(set) => (set.measure)(landed, &self.powers),
            None => self.measure_each_feature(landed),
        }
    }

    /// The values of the features for a landing, as [`Self::measure`] gives them, but always worked out one by one
    /// through the table of features.
    pub fn measure_each_feature(&self, landed: &LandedBoard) -> [f64; MAX_INPUTS] {
        let mut values = [0.0; MAX_INPUTS];
        for (value, feature) in values.iter_mut().zip(&self.features) {
            *value = (feature.measure)(landed, &self.powers);
        }
        values
    }

    /// The weighted sum of the features, in their order.
    #[inline]
    fn weigh(&self, landed: &LandedBoard, weights: &[f64; MAX_INPUTS]) -> f64 {
        match self.set {
            Some(set) => (set.weigh)(landed, &self.powers, weights),
            None => {
                let weighted = self.features.iter().zip(weights);
                weighted.fold(0.0, |sum, (feature, weight)| sum + (feature.measure)(landed, &self.powers) * weight)
            }
        }
    }

    /// A contest for the greatest value among landings.
    #[inline]
    pub fn begin_landing_contest(&self) -> LandingContest<'_> {
        LandingContest { evaluator: self, batch: [[0.0; MAX_INPUTS]; BATCH], waiting: 0, best: None }
    }

    /// The value of a landing; between 0 and 1 for a network, without limits for a sum.
    #[inline]
    pub fn value(&self, landed: &LandedBoard) -> f64 {
        match &self.model {
            Model::Linear(weights) => self.weigh(landed, weights),
            Model::Network(network) => network.value(&self.measure(landed)),
        }
    }

    /// The weights of a sum, in the order of its features and 0 past the last; `None` for a network.
    pub fn linear_weights(&self) -> Option<&[f64; MAX_INPUTS]> {
        match &self.model {
            Model::Linear(weights) => Some(weights),
            Model::Network(_) => None,
        }
    }

    /// The value that a network gives for these inputs; `None` for a sum.
    pub fn network_value(&self, inputs: &[f64; MAX_INPUTS]) -> Option<f64> {
        match &self.model {
            Model::Linear(..) => None,
            Model::Network(network) => Some(network.value(inputs)),
        }
    }

    /// A value that no landing exceeds; infinity for a sum.
    pub fn value_upper_bound(&self) -> f64 {
        match &self.model {
            Model::Linear(..) => f64::INFINITY,
            Model::Network(network) => sigmoid(network.sum_upper_bound()),
        }
    }

    /// The features that the evaluator looks at, in order.
    pub fn features(&self) -> &[&'static Feature] {
        &self.features
    }
}

/// A contest for the greatest value: landings enter one by one; a network values them in batches.
#[derive(Clone, Debug)]
pub struct LandingContest<'a> {
    evaluator: &'a Evaluator,
    batch: [[f64; MAX_INPUTS]; BATCH],
    waiting: usize,
    /// The greatest so far: a network's sum, which rises with its value, or any other model's value.
    best: Option<f64>,
}

impl LandingContest<'_> {
    /// Enters a landing into the contest.
    #[inline]
    pub fn enter(&mut self, landed: &LandedBoard) {
        match &self.evaluator.model {
            Model::Linear(weights) => {
                let value = self.evaluator.weigh(landed, weights);
                self.best = Some(self.best.map_or(value, |best| best.max(value)));
            }
            Model::Network(network) => {
                self.batch[self.waiting] = self.evaluator.measure(landed);
                self.waiting += 1;
                if self.waiting == BATCH {
                    self.settle(network);
                }
            }
        }
    }

    /// The greatest value of all landings that entered; `None` when none did.
    #[inline]
    pub fn greatest_value(mut self) -> Option<f64> {
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
        self.best = network.output_sums(&self.batch).into_iter().chain(self.best).reduce(f64::max);
        self.waiting = 0;
    }
}

fn chosen<S: AsRef<str>>(names: &[S]) -> Result<Vec<&'static Feature>, EvaluatorError> {
    if names.is_empty() || names.len() > MAX_INPUTS {
        return Err(EvaluatorError::FeatureCount(names.len()));
    }
    let find =
        |name: &S| feature_named(name.as_ref()).ok_or_else(|| EvaluatorError::UnknownFeature(name.as_ref().into()));
    names.iter().map(find).collect()
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.features.iter().map(|feature| feature.name).collect();
        f.debug_struct("Evaluator").field("features", &names).field("model", &self.model).finish_non_exhaustive()
    }
}
