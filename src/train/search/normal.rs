//! Normally distributed random numbers.

use crate::rules::Random;

/// A random number with mean 0 and standard deviation 1 by the Box-Muller transform. It uses `libm`, for the same bits
/// on every machine.
pub(in crate::train) fn normal(random: &mut Random) -> f64 {
    // 1 - u lies in (0, 1], where the logarithm is finite.
    let radius = (-2.0 * libm::log(1.0 - random.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.unit())
}
