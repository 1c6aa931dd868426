//! Elo ratings of players who have met each other, with their error bars: the most likely ones under the logistic
//! model.
//!
//! Source: Bradley and Terry 1952; Hunter 2004 for the likelihood. Sums are made in index order.

use super::statistics::NORMAL_QUANTILE;

/// Elo points in one unit of the logistic scale.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// How many games every player is taken to have drawn with an average player, so that a clean sweep has a finite rating
/// too.
const PRIOR: f64 = 1.0;
/// The most steps of Newton's method; it converges in fewer.
const STEPS: usize = 60;

/// The result of the matches of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerPairResults {
    /// The two players, by their numbers from 0.
    pub players: [usize; 2],
    /// How many matches they played.
    pub games: f64,
    /// How many points the first player got in them: 1 for a win, a half for a draw.
    pub points: f64,
}

/// A player's rating with its error bar.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elo {
    /// Elo points above the mean of the players.
    pub rating: f64,
    /// Half the 95 % interval, in Elo points.
    pub error: f64,
}

/// The ratings of players 0 to `players` - 1 by the matches in `met`; the mean of the ratings is 0.
pub fn elo_ratings(players: usize, met: &[PlayerPairResults]) -> Vec<Elo> {
    let (strengths, inverse) = most_likely(vec![0.0; players], &vec![false; players], met);
    // The variance of the difference to the mean: where all strengths lie together follows from the prior alone.
    let count = players.max(1) as f64;
    let mean = strengths.iter().sum::<f64>() / count;
    let all: f64 = inverse.iter().flatten().sum();
    let variance = |at: usize| {
        inverse
            .get(at)
            .map_or(0.0, |row: &Vec<f64>| row[at] - 2.0 * row.iter().sum::<f64>() / count + all / (count * count))
    };
    let elo = |(at, strength): (usize, f64)| Elo {
        rating: POINTS * (strength - mean),
        error: POINTS * NORMAL_QUANTILE * variance(at).max(0.0).sqrt(),
    };
    strengths.iter().copied().enumerate().map(elo).collect()
}

/// The ratings of all players on the scale of the `known` ratings, at least one of which must be given. Known ratings
/// stay as they are, with an error of 0. A player without one is taken to have also drawn a game with a player whose
/// rating is the mean of the known ones, so that its rating is finite.
pub fn anchored_ratings(known: &[Option<f64>], met: &[PlayerPairResults]) -> Vec<Elo> {
    let given: Vec<f64> = known.iter().copied().flatten().collect();
    let middle = given.iter().sum::<f64>() / given.len().max(1) as f64;
    let begin = known.iter().map(|rating| rating.map_or(0.0, |rating| (rating - middle) / POINTS)).collect();
    let fixed: Vec<bool> = known.iter().map(Option::is_some).collect();
    let (strengths, inverse) = most_likely(begin, &fixed, met);
    let error =
        |at: usize| inverse.get(at).map_or(0.0, |row: &Vec<f64>| POINTS * NORMAL_QUANTILE * row[at].max(0.0).sqrt());
    let elo = |(at, strength): (usize, f64)| match known[at] {
        Some(rating) => Elo { rating, error: 0.0 },
        None => Elo { rating: middle + POINTS * strength, error: error(at) },
    };
    strengths.into_iter().enumerate().map(elo).collect()
}

/// The most likely strengths, by Newton's method that begins with `strengths`; those that are `fixed` stay. Gives their
/// covariances too.
fn most_likely(mut strengths: Vec<f64>, fixed: &[bool], met: &[PlayerPairResults]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut inverse = Vec::new();
    for _ in 0..STEPS {
        let (mut slope, mut curvature) = derivatives(&strengths, met);
        for at in (0..strengths.len()).filter(|&at| fixed[at]) {
            slope[at] = 0.0;
            curvature[at].fill(0.0);
            curvature.iter_mut().for_each(|row| row[at] = 0.0);
            curvature[at][at] = 1.0;
        }
        let Some(found) = inverted(curvature) else { break };
        inverse = found;
        let step: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
        // A bound keeps Newton's method from leaping over flat country.
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step.clamp(-1.0, 1.0));
        if step.iter().all(|step| step.abs() < 1e-12) {
            break;
        }
    }
    (strengths, inverse)
}

/// The slope of the logarithm of the likelihood, and its curvature with the sign changed.
fn derivatives(strengths: &[f64], met: &[PlayerPairResults]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strengths.len();
    let (mut slope, mut curvature) = (vec![0.0; players], vec![vec![0.0; players]; players]);
    let expected = |difference: f64| 1.0 / (1.0 + libm::exp(-difference));
    for &PlayerPairResults { players: [one, two], games, points } in met {
        let chance = expected(strengths[one] - strengths[two]);
        slope[one] += points - games * chance;
        slope[two] -= points - games * chance;
        let bend = games * chance * (1.0 - chance);
        for (at, other, sign) in [(one, one, 1.0), (two, two, 1.0), (one, two, -1.0), (two, one, -1.0)] {
            curvature[at][other] += sign * bend;
        }
    }
    for (at, &strength) in strengths.iter().enumerate() {
        let chance = expected(strength);
        slope[at] += PRIOR * (0.5 - chance);
        curvature[at][at] += PRIOR * chance * (1.0 - chance);
    }
    (slope, curvature)
}

/// The inverse of a positive definite matrix, by Gauss and Jordan; the order of rows needs no change. `None` if the
/// matrix is not positive definite.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == at))));
    }
    for at in 0..count {
        let pivot = matrix[at][at];
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        matrix[at].iter_mut().for_each(|value| *value /= pivot);
        let row = matrix[at].clone();
        for other in (0..count).filter(|&other| other != at) {
            let share = matrix[other][at];
            matrix[other].iter_mut().zip(&row).for_each(|(value, of)| *value -= share * of);
        }
    }
    Some(matrix.into_iter().map(|row| row[count..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(one: usize, two: usize, games: f64, points: f64) -> PlayerPairResults {
        PlayerPairResults { players: [one, two], games, points }
    }

    #[test]
    fn three_quarters_of_many_games_are_191_points() {
        let found = elo_ratings(2, &[met(0, 1, 40_000.0, 30_000.0)]);
        assert!((found[0].rating - found[1].rating - 190.8).abs() < 0.2, "{found:?}");
        assert!((found[0].rating + found[1].rating).abs() < 1e-9, "their mean is 0");
        // The difference's standard error is 1 / sqrt(n p q) = 0.0115, 2.0 points; half of it is each one's to the
        // mean.
        assert!((found[0].error - 1.96).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn who_never_met_is_rated_through_others_and_more_games_say_more() {
        let chain = |games: f64| elo_ratings(3, &[met(0, 1, games, 0.75 * games), met(1, 2, games, 0.75 * games)]);
        let (few, many) = (chain(8.0), chain(800.0));
        assert!((many[0].rating - many[2].rating - 381.7).abs() < 10.0, "{many:?}");
        let spread = |found: &[Elo]| found[0].error;
        assert!(spread(&many) < spread(&few));
    }

    #[test]
    fn beside_known_ratings_a_score_of_three_quarters_is_191_points_more() {
        let known = [Some(1000.0), None, Some(2000.0)];
        let found = anchored_ratings(&known, &[met(1, 0, 40_000.0, 30_000.0)]);
        assert_eq!([found[0].rating, found[2].rating], [1000.0, 2000.0], "what is known stays");
        assert!((found[1].rating - 1190.8).abs() < 0.2, "{found:?}");
        // The standard error is that of the difference, whose other side is known.
        assert!((found[1].error - 3.92).abs() < 0.05, "{found:?}");
        let nobody = anchored_ratings(&known, &[]);
        assert!(
            (nobody[1].rating - 1500.0).abs() < 1e-9,
            "of whom nothing is known, it stands in the middle: {nobody:?}"
        );
    }

    #[test]
    fn a_clean_sweep_is_finite() {
        let found = elo_ratings(2, &[met(0, 1, 20.0, 20.0)]);
        assert!(found[0].rating.is_finite() && found[0].rating > 150.0, "{found:?}");
    }
}
