//! A Swiss tournament: who meets whom, and the most likely ratings by all results. The matches are played elsewhere.

use crate::measure::elo::{self, Elo, PlayerPairResults};
use crate::measure::statistics::NORMAL_QUANTILE;
use crate::rules::Random;

/// Two entrants that meet, each by its number, from 0.
pub(super) type EntrantPair = [usize; 2];

/// A Swiss tournament so far: the results of its matches, and the ratings that were known before.
pub(super) struct SwissTournament {
    /// The rating that each entrant came with and keeps; `None` for those that are to be rated.
    known: Vec<Option<f64>>,
    met: Vec<PlayerPairResults>,
    random: Random,
}

impl SwissTournament {
    /// A tournament before its first round. `known` has an entry for each entrant: the rating that it keeps, or `None`
    /// where it is to be rated.
    pub(super) fn new(known: Vec<Option<f64>>, random: Random) -> Self {
        Self { known, met: Vec::new(), random }
    }

    /// The ratings by all matches so far, on the scale of those that are known, or with a mean of 0, each
    /// with its standard deviation.
    pub(super) fn ratings(&self) -> Vec<(f64, f64)> {
        let found = match self.known.iter().any(Option::is_some) {
            true => elo::anchored_ratings(&self.known, &self.met),
            false => elo::elo_ratings(self.known.len(), &self.met),
        };
        found.into_iter().map(|Elo { rating, error }| (rating, error / NORMAL_QUANTILE)).collect()
    }

    /// The pairs of the next round: neighbours by rating, as far as the ratings are known; an odd one out rests, and so
    /// do two neighbours of whom everything is known.
    pub(super) fn pairs(&mut self) -> Vec<EntrantPair> {
        let ratings = self.ratings();
        let drawn: Vec<f64> = ratings
            .iter()
            .map(|(rating, deviation)| rating + self.random.float_in_range(-1.0, 1.0) * deviation)
            .collect();
        let mut order: Vec<usize> = (0..drawn.len()).collect();
        order.sort_by(|&a, &b| drawn[a].total_cmp(&drawn[b]).then(a.cmp(&b)));
        // An odd one out is now at one end, now at the other.
        if self.random.below(2) == 1 {
            order.reverse();
        }
        let (mut pairs, mut at) = (Vec::new(), 0);
        while let Some(&[one, two]) = order.get(at..at + 2) {
            let new = self.known[one].is_none() || self.known[two].is_none();
            at += if new { 2 } else { 1 };
            pairs.extend(new.then_some([one, two]));
        }
        pairs
    }

    /// Counts a round that is over: for each pair the points of its first entrant in each match.
    pub(super) fn count_round(&mut self, pairs: &[EntrantPair], points: &[Vec<f64>]) {
        let met = |(&players, points): (&EntrantPair, &Vec<f64>)| PlayerPairResults {
            players,
            games: points.len() as f64,
            points: points.iter().sum(),
        };
        self.met.extend(pairs.iter().zip(points).map(met));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random::Purpose;

    /// Plays rounds between players of these strengths, four matches a pair.
    fn play(swiss: &mut SwissTournament, strengths: &[f64], rounds: usize) {
        let mut luck = Random::new(4, Purpose::Games);
        for _ in 0..rounds {
            let pairs = swiss.pairs();
            let points: Vec<Vec<f64>> = pairs
                .iter()
                .map(|&[one, two]| {
                    let chance = 1.0 / (1.0 + libm::pow(10.0, (strengths[two] - strengths[one]) / 400.0));
                    (0..4).map(|_| if luck.unit() < chance { 1.0 } else { 0.0 }).collect()
                })
                .collect();
            swiss.count_round(&pairs, &points);
        }
    }

    #[test]
    fn ratings_find_the_true_order() {
        let strengths: Vec<f64> = (0..11).map(|entrant| 1000.0 + 100.0 * f64::from(entrant)).collect();
        let mut swiss = SwissTournament::new(vec![None; 11], Random::new(3, Purpose::Games));
        assert_eq!(swiss.pairs().len(), 5, "one of eleven rests");
        play(&mut swiss, &strengths, 40);
        let ratings = swiss.ratings();
        for entrant in 1..11 {
            let step = ratings[entrant].0 - ratings[entrant - 1].0;
            assert!((0.0..250.0).contains(&step), "{entrant} is {step} above the one before, not about 100");
        }
    }

    #[test]
    fn beside_a_ladder_the_strongest_come_up_to_its_top_in_ten_rounds() {
        let rungs = (0..14).map(|rung| 1000.0 + 140.0 * f64::from(rung));
        let newcomers = [900.0, 1500.0, 2200.0, 2700.0, 2950.0, 3100.0];
        let strengths: Vec<f64> = rungs.clone().chain(newcomers).collect();
        let known = rungs.map(Some).chain([None; 6]).collect();
        let mut swiss = SwissTournament::new(known, Random::new(3, Purpose::Games));
        play(&mut swiss, &strengths, 10);
        for (rating, strength) in swiss.ratings().into_iter().zip(&strengths) {
            assert!((rating.0 - strength).abs() <= 2.0 * rating.1, "{strength} was rated {rating:?}");
        }
        let pairs = swiss.pairs();
        assert!(pairs.iter().flatten().filter(|&&at| at >= 14).count() >= 5, "newcomers play: {pairs:?}");
        assert!(pairs.iter().all(|pair| pair.iter().any(|&at| at >= 14)), "rungs meet newcomers only: {pairs:?}");
    }
}
