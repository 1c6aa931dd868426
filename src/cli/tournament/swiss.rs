//! A Swiss tournament: who meets whom, and what the results make of the ratings. Pure: the matches are played elsewhere.

use crate::measure::Rating;
use crate::measure::glicko::Score;
use crate::rules::Random;

/// Two entrants by number.
pub(super) type Pair = [usize; 2];

/// The ratings as they stand.
pub(super) struct Swiss {
    pub(super) ratings: Vec<Rating>,
    /// Whose rating stays as it is.
    fixed: Vec<bool>,
    random: Random,
}

impl Swiss {
    /// Some whose rating is known and stays, and some of whom nothing is known.
    pub(super) fn new(known: &[Option<Rating>], random: Random) -> Self {
        let ratings = known.iter().map(|rating| rating.unwrap_or(Rating::NEW)).collect();
        Self { ratings, fixed: known.iter().map(Option::is_some).collect(), random }
    }

    /// The pairs of the next round: neighbours by rating, as far as the ratings are known; an odd one out rests.
    pub(super) fn pairs(&mut self) -> Vec<Pair> {
        let drawn: Vec<f64> =
            self.ratings.iter().map(|rating| rating.rating + self.random.range(-1.0, 1.0) * rating.deviation).collect();
        let mut order: Vec<usize> = (0..drawn.len()).collect();
        order.sort_by(|&a, &b| drawn[a].total_cmp(&drawn[b]).then(a.cmp(&b)));
        // An odd one out is now at one end, now at the other.
        let skip = order.len() % 2 * self.random.below(2) as usize;
        order[skip..].chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    /// A round is over: for each pair the points of its first entrant in each match. A round is a rating period.
    pub(super) fn finish(&mut self, pairs: &[Pair], points: &[Vec<f64>]) {
        let before = self.ratings.clone();
        for (&[one, two], points) in pairs.iter().zip(points) {
            let scores = |against: usize, of: fn(f64) -> f64| -> Vec<Score> {
                points.iter().map(|&points| Score { against: before[against], points: of(points) }).collect()
            };
            let after = [
                (one, before[one].after(&scores(two, |points| points))),
                (two, before[two].after(&scores(one, |points| 1.0 - points))),
            ];
            after.into_iter().filter(|(at, _)| !self.fixed[*at]).for_each(|(at, rating)| self.ratings[at] = rating);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random::Purpose;

    #[test]
    fn ratings_find_the_true_order() {
        let strength = |entrant: usize| 1000.0 + 100.0 * entrant as f64;
        let mut swiss = Swiss::new(&[None; 11], Random::new(3, Purpose::Games));
        let mut luck = Random::new(4, Purpose::Games);
        for _ in 0..40 {
            let pairs = swiss.pairs();
            assert_eq!(pairs.len(), 5, "one of eleven rests");
            let points: Vec<Vec<f64>> = pairs
                .iter()
                .map(|&[one, two]| {
                    let chance = 1.0 / (1.0 + libm::pow(10.0, (strength(two) - strength(one)) / 400.0));
                    (0..4).map(|_| if luck.unit() < chance { 1.0 } else { 0.0 }).collect()
                })
                .collect();
            swiss.finish(&pairs, &points);
        }
        for entrant in 1..11 {
            let step = swiss.ratings[entrant].rating - swiss.ratings[entrant - 1].rating;
            assert!((0.0..250.0).contains(&step), "{entrant} is {step} above the one before, not about 100");
        }
    }
}
