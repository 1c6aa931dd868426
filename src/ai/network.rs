//! Small feed-forward networks without biases, the logistic function on every layer.
//!
//! Weights lie as rows of eight lanes, one row for each input, so that a layer is eight sums side by side, each in
//! index order: the same bits with or without vector instructions. Inputs are plain numbers here, whatever they stand
//! for.

use super::sigmoid::sigmoid;
use super::wide::{self, VectorWidth};
use thiserror::Error;

/// The most inputs that a network can have.
pub const MAX_INPUTS: usize = 16;
/// The most nodes that a layer after the inputs can have.
const MAX_LAYER_NODES: usize = 8;
/// How many sets of inputs [`Network::output_sums`] takes at once.
pub const BATCH: usize = 4;
/// The most layers that a network can have after the inputs.
const MAX_LAYERS: usize = 4;

/// The values of one layer's nodes, or the weights from one input to all nodes of a layer.
type Lanes = [f64; MAX_LAYER_NODES];

/// Why a network cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The layers are of impossible sizes.
    #[error("a network of layers {0:?}: must have 1-16 inputs, then 1-4 layers of 1-8 nodes, the last of one")]
    Layers(Vec<usize>),
    /// Too few or too many weights.
    #[error("{found} weights, but layers {layers:?} need {needed}")]
    Count {
        /// The sizes of the layers, inputs first.
        layers: Vec<usize>,
        /// How many weights the layers need.
        needed: usize,
        /// How many weights were given.
        found: usize,
    },
    /// The weight at this index is infinite or not a number.
    #[error("weight {0} is not a finite number")]
    NotFinite(usize),
}

/// A network that gives one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    inputs: usize,
    first: [Lanes; MAX_INPUTS],
    /// The layers between the first hidden one and the last, if any, each with its number of inputs.
    hidden: Vec<(usize, [Lanes; MAX_LAYER_NODES])>,
    /// The weights of the one output node and its number of inputs.
    last: (usize, Lanes),
    width: VectorWidth,
}

impl Network {
    /// How many weights a network with layers of these sizes has; the inputs are the first layer.
    pub fn weight_count(layers: &[usize]) -> usize {
        layers.windows(2).map(|pair| pair[0] * pair[1]).sum()
    }

    /// A network of these layer sizes (inputs first, the last is 1). Weights are taken layer by layer, for each input
    /// those to every node of the next layer.
    ///
    /// # Errors
    /// An error if the sizes are impossible, if there are too few or too many weights, or if a weight is not finite.
    pub fn new(layers: &[usize], weights: &[f64]) -> Result<Self, NetworkError> {
        let fits = layers.len() >= 3
            && layers.len() <= MAX_LAYERS + 1
            && (1..=MAX_INPUTS).contains(&layers[0])
            && layers[1..].iter().all(|nodes| (1..=MAX_LAYER_NODES).contains(nodes))
            && layers.last() == Some(&1);
        if !fits {
            return Err(NetworkError::Layers(layers.to_vec()));
        }
        let needed = Self::weight_count(layers);
        if weights.len() != needed {
            return Err(NetworkError::Count { layers: layers.to_vec(), needed, found: weights.len() });
        }
        if let Some(index) = weights.iter().position(|weight| !weight.is_finite()) {
            return Err(NetworkError::NotFinite(index));
        }
        let mut weights = weights.iter().copied();
        let mut rows = |inputs: usize, nodes: usize, into: &mut [Lanes]| {
            for row in &mut into[..inputs] {
                row[..nodes].fill_with(|| weights.next().unwrap_or(0.0));
            }
        };
        let width = VectorWidth::all_available().last().copied().unwrap_or(VectorWidth::Plain);
        let mut network = Self {
            width,
            inputs: layers[0],
            first: [[0.0; MAX_LAYER_NODES]; MAX_INPUTS],
            hidden: Vec::new(),
            last: (0, [0.0; MAX_LAYER_NODES]),
        };
        rows(layers[0], layers[1], &mut network.first);
        for pair in layers[1..layers.len() - 1].windows(2) {
            let mut layer = [[0.0; MAX_LAYER_NODES]; MAX_LAYER_NODES];
            rows(pair[0], pair[1], &mut layer);
            network.hidden.push((pair[0], layer));
        }
        let inputs = layers[layers.len() - 2];
        let mut last = [[0.0; MAX_LAYER_NODES]; MAX_LAYER_NODES];
        rows(inputs, 1, &mut last);
        network.last = (inputs, last.map(|row| row[0]));
        Ok(network)
    }

    /// The sum of the output node, before its logistic function. That function only rises, so the greatest sum has the
    /// greatest value, and a search needs the function only once. Inputs past the network's own are ignored.
    pub fn output_sum(&self, inputs: &[f64; MAX_INPUTS]) -> f64 {
        let [sum] = wide::output_sums(self, &[*inputs], self.width);
        sum
    }

    /// The sums of the output node for several sets of inputs. Faster than one by one: while one waits for its logistic
    /// function, another goes on.
    #[inline]
    pub fn output_sums(&self, inputs: &[[f64; MAX_INPUTS]; BATCH]) -> [f64; BATCH] {
        wide::output_sums(self, inputs, self.width)
    }

    /// The same network computed by vectors of another width: for tests and benches.
    #[must_use]
    pub fn with_vector_width(self, width: VectorWidth) -> Self {
        Self { width, ..self }
    }

    #[inline(always)]
    pub(super) fn plain_sums<const N: usize>(&self, inputs: &[[f64; MAX_INPUTS]; N]) -> [f64; N] {
        let mut values = activated(layer(inputs, &self.first[..self.inputs]));
        for (nodes, weights) in &self.hidden {
            values = activated(layer(&values, &weights[..*nodes]));
        }
        let (nodes, weights) = &self.last;
        let sum =
            |values: Lanes| values[..*nodes].iter().zip(weights).fold(0.0, |sum, (value, weight)| sum + value * weight);
        values.map(sum)
    }

    /// A bound that no sum exceeds, whatever the inputs: each layer's nodes lie between the logistic function of their
    /// least and of their greatest sum.
    pub fn sum_upper_bound(&self) -> f64 {
        // Nothing is known of the inputs, so the first layer's nodes are anywhere between 0 and 1.
        let (mut low, mut high) = ([0.0; MAX_LAYER_NODES], [1.0; MAX_LAYER_NODES]);
        for (nodes, weights) in &self.hidden {
            let (lows, highs) = bounds(&low[..*nodes], &high[..*nodes], weights);
            [low, high] = activated([lows, highs]);
        }
        let (nodes, weights) = &self.last;
        let greatest = (0..*nodes).map(|node| (low[node] * weights[node]).max(high[node] * weights[node]));
        // Room for rounding: a sum of eight is off by far less.
        let ceiling: f64 = greatest.sum();
        ceiling + 1e-9 * (1.0 + ceiling.abs())
    }

    /// The network's value, between 0 and 1.
    pub fn value(&self, inputs: &[f64; MAX_INPUTS]) -> f64 {
        sigmoid(self.output_sum(inputs))
    }
}

#[inline(always)]
fn layer<const N: usize, const INPUTS: usize>(values: &[[f64; INPUTS]; N], weights: &[Lanes]) -> [Lanes; N] {
    let mut sums = [[0.0; MAX_LAYER_NODES]; N];
    for (input, row) in weights.iter().enumerate().take(INPUTS) {
        for (sums, values) in sums.iter_mut().zip(values) {
            for lane in 0..MAX_LAYER_NODES {
                sums[lane] += values[input] * row[lane];
            }
        }
    }
    sums
}

/// The least and the greatest sums of a layer whose inputs lie between `low` and `high`.
fn bounds(low: &[f64], high: &[f64], weights: &[Lanes]) -> (Lanes, Lanes) {
    let (mut lows, mut highs) = ([-1e-9; MAX_LAYER_NODES], [1e-9; MAX_LAYER_NODES]);
    for ((low, high), row) in low.iter().zip(high).zip(weights) {
        for lane in 0..MAX_LAYER_NODES {
            let (a, b) = (low * row[lane], high * row[lane]);
            lows[lane] += a.min(b);
            highs[lane] += a.max(b);
        }
    }
    (lows, highs)
}

#[inline(always)]
fn activated<const N: usize>(mut sums: [Lanes; N]) -> [Lanes; N] {
    for sums in &mut sums {
        for sum in sums {
            *sum = sigmoid(*sum);
        }
    }
    sums
}
