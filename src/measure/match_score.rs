//! What a row of matches says about who is better: the score with its 95 % interval, and the difference in Elo.
//!
//! Only numbers come in here; who the players are does not matter.

use super::statistics::{Interval, NORMAL_QUANTILE};

/// A player's score in matches, where a win counts 1 and a draw a half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchScore {
    /// How many matches were won.
    pub wins: u32,
    /// How many matches were drawn.
    pub draws: u32,
    /// How many matches were lost.
    pub losses: u32,
    /// The mean score, 0-1; a half if there was no match.
    pub mean: f64,
    /// Wilson's interval of the mean score (1927), which stays within 0 and 1 and holds for few matches and for clean
    /// sweeps. Draws make it a little wide.
    pub interval: Interval,
}

impl MatchScore {
    /// The score of a player in matches with these results: above 0.75 is a win, below 0.25 a loss, anything between a
    /// draw.
    pub fn of(scores: impl Iterator<Item = f64>) -> Self {
        let (mut wins, mut draws, mut losses) = (0, 0, 0);
        for score in scores {
            *if score > 0.75 {
                &mut wins
            } else if score < 0.25 {
                &mut losses
            } else {
                &mut draws
            } += 1;
        }
        let count = f64::from(wins + draws + losses);
        let mean = if count > 0.0 { (f64::from(wins) + 0.5 * f64::from(draws)) / count } else { 0.5 };
        let (square, whole) = (NORMAL_QUANTILE * NORMAL_QUANTILE, count.max(1.0));
        let centre = (mean + square / (2.0 * whole)) / (1.0 + square / whole);
        let variance = mean * (1.0 - mean) / whole + square / (4.0 * whole * whole);
        let reach = NORMAL_QUANTILE / (1.0 + square / whole) * variance.sqrt();
        // A clean sweep leaves its own end open, whatever the rounding says.
        let low = if mean == 0.0 { 0.0 } else { (centre - reach).max(0.0) };
        let high = if mean == 1.0 { 1.0 } else { (centre + reach).min(1.0) };
        let interval = Interval { low, high };
        Self { wins, draws, losses, mean, interval }
    }

    /// The score in all these matches, among which are the same ones again, as under a dealer. The interval is that of
    /// the different ones, as much wider as it must be to hold the score of all.
    pub fn of_repeated(all: impl Iterator<Item = f64>, different: impl Iterator<Item = f64>) -> Self {
        let all = Self::of(all);
        Self { interval: Self::of(different).interval.widened_to_mean(all.mean), ..all }
    }

    /// How many matches ended in which way, in words.
    pub fn counts_in_words(&self) -> String {
        format!("{} won, {} drawn, {} lost", self.wins, self.draws, self.losses)
    }

    /// The difference in Elo to the opponents, then the lower and the upper end of its 95 % interval.
    pub fn elo(&self) -> [f64; 3] {
        [self.mean, self.interval.low, self.interval.high].map(elo_difference)
    }
}

/// The difference in Elo to the opponents of a player whose mean score is `score`; infinite at 0 and 1.
pub fn elo_difference(score: f64) -> f64 {
    400.0 * libm::log10(score / (1.0 - score))
}

/// A difference in Elo in words: with its sign, or "without end".
pub fn elo_in_words(elo: f64) -> String {
    // Adding zero takes the sign from a zero that was rounded from below.
    if elo.is_finite() { format!("{:+.0}", elo.round() + 0.0) } else { "without end".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_of_three_quarters_is_191_elo() {
        let score = MatchScore::of([1.0, 1.0, 0.5, 0.5].into_iter());
        assert_eq!((score.wins, score.draws, score.losses, score.mean), (2, 2, 0, 0.75));
        assert!((elo_difference(score.mean) - 190.8).abs() < 0.1);
    }

    #[test]
    fn zero_has_no_minus() {
        assert_eq!([-0.4, 0.4, -0.6, f64::INFINITY].map(elo_in_words), ["+0", "+0", "-1", "without end"]);
    }

    #[test]
    fn the_interval_is_wilsons() {
        // 65 of 100: 0.5525-0.7364 by the formula's published tables.
        let score = MatchScore::of((0..100).map(|game| f64::from(u8::from(game < 65))));
        assert!((score.interval.low - 0.5525).abs() < 5e-4, "{:?}", score.interval);
        assert!((score.interval.high - 0.7364).abs() < 5e-4, "{:?}", score.interval);
        // A clean sweep proves no certainty.
        let sweep = MatchScore::of([1.0; 10].into_iter());
        assert!(sweep.interval.low < 0.75 && elo_difference(sweep.mean).is_infinite());
    }

    #[test]
    fn matches_that_are_played_again_make_no_interval_narrower() {
        let different = [1.0, 1.0, 1.0, 0.0];
        let often = [different; 5].concat();
        let (once, again) = (
            MatchScore::of(different.into_iter()),
            MatchScore::of_repeated(often.iter().copied(), different.into_iter()),
        );
        assert_eq!((again.wins, again.losses, again.mean), (15, 5, once.mean), "all of them are counted");
        assert_eq!(again.interval, once.interval);
        let taken = MatchScore::of(often.iter().copied()).interval;
        assert!(taken.low > once.interval.low && taken.high < once.interval.high, "{taken:?}");
        // One of two came again and again.
        let uneven = MatchScore::of_repeated([1.0; 39].into_iter().chain([0.0]), [1.0, 0.0].into_iter());
        let of_two = MatchScore::of([1.0, 0.0].into_iter()).interval;
        assert!(uneven.mean > of_two.high);
        assert_eq!(uneven.interval, Interval { high: uneven.mean, ..of_two });
    }

    #[test]
    fn a_clean_sweep_has_no_end_to_its_side() {
        for games in 2..=200 {
            let [lost, won] = [0.0, 1.0].map(|score| MatchScore::of((0..games).map(|_| score)).elo());
            assert_eq!([lost[1], won[2]], [f64::NEG_INFINITY, f64::INFINITY], "{games} games");
            assert!(lost[2].is_finite() && won[1].is_finite());
        }
    }
}
