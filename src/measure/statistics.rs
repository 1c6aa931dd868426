//! Means and their 95 % intervals, for figures that spread like the lines of a game.
//!
//! The lines of a game follow about an exponential distribution: a good player is as likely to lose in the next
//! thousand lines as in any other thousand. So the standard deviation is about the mean, the distribution is skewed,
//! and the textbook interval of mean plus and minus two standard errors misses too often on one side. The quantiles
//! come from `statrs`.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};

/// The chance that the true value lies below an interval, and the chance that it lies above it.
const TAIL: f64 = 0.025;

/// Half the width of a 95 % interval of a normal distribution, in standard deviations.
pub const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// An interval that holds the true value 95 times in a hundred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval; infinite when the games say nothing about it.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies in the interval, ends included.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Whether the interval has no width, since all values were the same. How far others would lie from them is not
    /// known then, so that such an interval is not to be shown.
    pub fn is_point(&self) -> bool {
        self.low == self.high
    }

    /// The interval, as much wider as it must be to hold this mean: that of more games than the interval counts may lie
    /// outside of it. One without width, whose games were all the same, stays as it is.
    #[must_use]
    pub fn widened_to_mean(self, mean: f64) -> Self {
        if self.is_point() { self } else { Self { low: self.low.min(mean), high: self.high.max(mean) } }
    }
}

/// How many times as large one figure is as another, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio that was found.
    pub ratio: f64,
    /// The 95 % interval of the ratio.
    pub interval: Interval,
}

/// These values in their order, without those that are equal to an earlier one.
pub fn each_once<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for value in values {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    once
}

/// The mean, summed in index order; 0 of no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard deviation of a sample (n - 1 in the denominator); 0 of fewer than two values.
pub fn standard_deviation(values: &[f64]) -> f64 {
    let centre = mean(values);
    let squares: f64 = values.iter().map(|value| (value - centre) * (value - centre)).sum();
    (squares / values.len().saturating_sub(1).max(1) as f64).sqrt()
}

/// The middle value, or the mean of the two middle ones; 0 of no values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        count if count % 2 == 1 => sorted[count / 2],
        count => (sorted[count / 2 - 1] + sorted[count / 2]) / 2.0,
    }
}

/// The maximum-likelihood estimate of the mean of exponentially distributed lifetimes, some of which were cut short:
/// `total / ended`. `total` is the sum of all lifetimes, those cut short included, and `ended` says how many ran to
/// their end. Infinite if `ended` is 0.
pub fn mean_lifetime(total: f64, ended: usize) -> f64 {
    if ended == 0 { f64::INFINITY } else { total / ended as f64 }
}

/// The interval of [`mean_lifetime`]: 2 x total / mean is chi-squared with 2 x ended degrees of freedom when no life
/// was broken off (exact: Epstein and Sobel, *Life testing*, 1953). Lives that are broken off at a fixed length add 2
/// degrees for the lower end, which makes the interval a little wide rather than too narrow, and gives a lower end when
/// none has ended at all (NIST/SEMATECH e-Handbook of Statistical Methods, 8.4.5.1).
pub fn mean_lifetime_interval(total: f64, ended: usize, broken_off: bool) -> Interval {
    let for_low = 2.0 * (ended + usize::from(broken_off)) as f64;
    Interval {
        low: chi_squared(for_low, 1.0 - TAIL).map_or(0.0, |quantile| 2.0 * total / quantile),
        high: chi_squared(2.0 * ended as f64, TAIL).map_or(f64::INFINITY, |quantile| 2.0 * total / quantile),
    }
}

/// The interval of the mean of positive, skewed values with any spread: their sum is taken as gamma with the mean and
/// the standard deviation that were seen. With a deviation equal to the mean it is a little wider than
/// [`mean_lifetime_interval`], with a small one it is the textbook's. The spread is itself measured, so that both ends
/// lie further away, on a logarithmic scale, by as much as Student's t does from the normal distribution. A single
/// value is taken as exponential.
///
/// Where a value is negative the interval is that of Student's t.
pub fn mean_interval(values: &[f64]) -> Interval {
    // The mean of equal values may round to another number, and so be a little away from each of them.
    if values.len() > 1 && values.iter().all(|value| *value == values[0]) {
        return Interval { low: values[0], high: values[0] };
    }
    let centre = mean(values);
    if values.iter().any(|value| *value < 0.0) {
        let reach = students_reach(values);
        return Interval { low: centre - reach, high: centre + reach };
    }
    let spread = if values.len() > 1 { standard_deviation(values) } else { centre };
    if centre <= 0.0 || spread <= 0.0 {
        return Interval { low: centre, high: centre };
    }
    let freedom = 2.0 * values.len() as f64 * (centre / spread) * (centre / spread);
    let wider = StudentsT::new(0.0, 1.0, values.len() as f64 - 1.0)
        .map_or(1.0, |students| students.inverse_cdf(1.0 - TAIL) / NORMAL_QUANTILE);
    let end = |chance| chi_squared(freedom, chance).map(|quantile| centre * libm::pow(freedom / quantile, wider));
    Interval { low: end(1.0 - TAIL).unwrap_or(0.0), high: end(TAIL).unwrap_or(f64::INFINITY) }
}

/// How many times as long `others` lived as `first`, pair by pair on the same seeds: Student's t interval of the mean
/// difference of log(1 + lines), taken back by the exponential function. The interval of a single pair is from 0 to
/// infinity.
///
/// The logarithm of an exponential figure spreads the same whatever its mean, so that no single long game decides, few
/// games suffice for t, and the result needs no random numbers, as a bootstrap would.
pub fn paired_ratio(first: &[f64], others: &[f64]) -> Ratio {
    let differences: Vec<f64> =
        first.iter().zip(others).map(|(one, other)| libm::log1p(*other) - libm::log1p(*one)).collect();
    let (centre, reach) = (mean(&differences), students_reach(&differences));
    let interval = Interval { low: libm::exp(centre - reach), high: libm::exp(centre + reach) };
    Ratio { ratio: libm::exp(centre), interval }
}

/// Half the width of Student's t interval of the mean; infinite for a single value, which says nothing of how values
/// differ.
fn students_reach(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    StudentsT::new(0.0, 1.0, count - 1.0)
        .map_or(f64::INFINITY, |students| students.inverse_cdf(1.0 - TAIL) * standard_deviation(values) / count.sqrt())
}

/// The quantile of the chi-squared distribution at `chance`; `None` without any degree of freedom. With a million
/// degrees and more it is that of the normal distribution of the same mean and variance: `statrs` takes a time that
/// grows with their root.
fn chi_squared(freedom: f64, chance: f64) -> Option<f64> {
    if freedom >= 1e6 {
        let normal = Normal::new(freedom, (2.0 * freedom).sqrt());
        return normal.ok().map(|distribution| distribution.inverse_cdf(chance));
    }
    ChiSquared::new(freedom).ok().map(|distribution| distribution.inverse_cdf(chance))
}
