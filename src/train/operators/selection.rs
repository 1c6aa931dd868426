//! Selection: which genomes have children together.

use crate::rules::Random;
use crate::train::recipe::ParentChoice;

impl ParentChoice {
    /// What gives the pairs of parents of a generation. `order` has the indices of the genomes, the best first; of
    /// these, `survivors` go on to the next generation.
    pub(super) fn pairs<'a>(self, fitness: &[f64], order: &'a [usize], survivors: usize) -> ParentPairs<'a> {
        match self {
            ParentChoice::Roulette => ParentPairs::Wheel(RouletteWheel::new(fitness)),
            // There must be two survivors at least to make a pair.
            ParentChoice::Pairs => {
                ParentPairs::InOrder { ranked: &order[..survivors.max(2).min(order.len())], at: (0, 0) }
            }
            ParentChoice::SquaredRank(first) => {
                ParentPairs::Squared(&order[..usize::from(first).clamp(1, order.len())])
            }
        }
    }
}

/// Gives the pairs of parents of one generation, one after the other, by the way in which they are chosen.
pub(super) enum ParentPairs<'a> {
    Wheel(RouletteWheel),
    InOrder { ranked: &'a [usize], at: (usize, usize) },
    Squared(&'a [usize]),
}

impl ParentPairs<'_> {
    /// The next pair, as indices into the generation.
    pub(super) fn next(&mut self, random: &mut Random) -> (usize, usize) {
        match self {
            ParentPairs::Wheel(wheel) => wheel.pair(random),
            ParentPairs::InOrder { ranked, at } => {
                at.1 += 1;
                if at.1 >= ranked.len() {
                    at.0 += 1;
                    at.1 = at.0 + 1;
                }
                if at.1 >= ranked.len() {
                    *at = (0, 1);
                }
                (ranked[at.0], ranked[at.1])
            }
            ParentPairs::Squared(ranked) => {
                let mut one = || {
                    let u = random.unit();
                    ranked[((ranked.len() as f64 * u * u) as usize).min(ranked.len() - 1)]
                };
                (one(), one())
            }
        }
    }
}

/// A roulette wheel on which each genome's share is its fitness, or 0 where that is negative.
pub(super) struct RouletteWheel {
    /// For each genome, the sum of all shares up to and with its own.
    ends: Vec<f64>,
}

impl RouletteWheel {
    fn new(fitness: &[f64]) -> Self {
        let mut sum = 0.0;
        let end = |share: &f64| {
            sum += share.max(0.0);
            sum
        };
        Self { ends: fitness.iter().map(end).collect() }
    }

    fn start(&self, index: usize) -> f64 {
        index.checked_sub(1).map_or(0.0, |before| self.ends[before])
    }

    /// Draws two different genomes: the second from the wheel without the first. Where no share is above 0, all are
    /// equally likely.
    fn pair(&self, random: &mut Random) -> (usize, usize) {
        let count = self.ends.len();
        let total = self.ends.last().copied().unwrap_or(0.0);
        let first = match total > 0.0 {
            true => self.at(random.unit() * total),
            false => random.below(count as u32) as usize,
        };
        let (start, end) = (self.start(first), self.ends[first]);
        let left = total - (end - start);
        // Rounding may leave a tiny part of the first one's share, hence the test that the second differs.
        let second = match left > 0.0 {
            true => {
                let point = random.unit() * left;
                Some(self.at(if point < start { point } else { point + (end - start) }))
            }
            false => None,
        };
        match second.filter(|&second| second != first) {
            Some(second) => (first, second),
            None => {
                let other = random.below(count as u32 - 1) as usize;
                (first, if other >= first { other + 1 } else { other })
            }
        }
    }

    /// The index of the genome whose share of the wheel holds this point.
    fn at(&self, point: f64) -> usize {
        self.ends.partition_point(|&end| end <= point).min(self.ends.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random::Purpose;

    #[test]
    fn the_second_of_a_pair_is_drawn_from_the_wheel_without_the_first() {
        let shares = [1.0, 2.0, 3.0, -5.0, 4.0];
        let (wheel, mut random) = (RouletteWheel::new(&shares), Random::new(3, Purpose::Search));
        let mut drawn = [[0_u32; 5]; 5];
        for _ in 0..50_000 {
            let (first, second) = wheel.pair(&mut random);
            drawn[first][second] += 1;
        }
        for first in 0..5 {
            for second in 0..5 {
                let (one, other) = (f64::max(shares[first], 0.0), f64::max(shares[second], 0.0));
                let chance = if first == second { 0.0 } else { one / 10.0 * other / (10.0 - one) };
                let (expected, found) = (50_000.0 * chance, f64::from(drawn[first][second]));
                assert!((found - expected).abs() <= 5.0 * expected.sqrt(), "{first}, {second}: {found} of {expected}");
            }
        }
    }
}
