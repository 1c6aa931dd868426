//! Elo ratings of players who have met each other, with their error bars: the most likely ones under the logistic model.
//!
//! Source: Bradley and Terry 1952; Hunter 2004 for the likelihood. Knows numbers only; sums in index order.

/// The normal distribution's quantile of a 95 % interval.
const QUANTILE: f64 = 1.959_963_984_540_054;
/// Elo points of one unit of the logistic scale.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// Games that everybody is taken to have drawn with an average player, so that a clean sweep has a finite rating too.
const PRIOR: f64 = 1.0;
/// Newton's steps: it has long arrived after these.
const STEPS: usize = 60;

/// What two players came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// The players, by number.
    pub players: [usize; 2],
    /// Matches.
    pub games: f64,
    /// The first player's points in them.
    pub points: f64,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elo {
    /// Points above the players' mean.
    pub rating: f64,
    /// Half the 95 % interval.
    pub error: f64,
}

/// The ratings of so many players; their mean is 0.
pub fn ratings(players: usize, met: &[Met]) -> Vec<Elo> {
    let mut strengths = vec![0.0; players];
    let mut inverse = Vec::new();
    for _ in 0..STEPS {
        let (slope, curvature) = derivatives(&strengths, met);
        let Some(found) = inverted(curvature) else { break };
        inverse = found;
        let step: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
        // A bound keeps Newton's method from leaping over flat country.
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step.clamp(-1.0, 1.0));
        if step.iter().all(|step| step.abs() < 1e-12) {
            break;
        }
    }
    // Of the difference to the mean: where all of them lie together only the prior says.
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
        error: POINTS * QUANTILE * variance(at).max(0.0).sqrt(),
    };
    strengths.iter().copied().enumerate().map(elo).collect()
}

/// The slope of the logarithm of the likelihood, and its curvature turned positive.
fn derivatives(strengths: &[f64], met: &[Met]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strengths.len();
    let (mut slope, mut curvature) = (vec![0.0; players], vec![vec![0.0; players]; players]);
    let expected = |difference: f64| 1.0 / (1.0 + libm::exp(-difference));
    for &Met { players: [one, two], games, points } in met {
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

/// The inverse of a positive definite matrix, by Gauss and Jordan; the order of rows needs no change.
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

    fn met(one: usize, two: usize, games: f64, points: f64) -> Met {
        Met { players: [one, two], games, points }
    }

    #[test]
    fn three_quarters_of_many_games_are_191_points() {
        let found = ratings(2, &[met(0, 1, 40_000.0, 30_000.0)]);
        assert!((found[0].rating - found[1].rating - 190.8).abs() < 0.2, "{found:?}");
        assert!((found[0].rating + found[1].rating).abs() < 1e-9, "their mean is 0");
        // The difference's standard error is 1 / sqrt(n p q) = 0.0115, 2.0 points; half of it is each one's to the mean.
        assert!((found[0].error - 1.96).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn who_never_met_is_rated_through_others_and_more_games_say_more() {
        let chain = |games: f64| ratings(3, &[met(0, 1, games, 0.75 * games), met(1, 2, games, 0.75 * games)]);
        let (few, many) = (chain(8.0), chain(800.0));
        assert!((many[0].rating - many[2].rating - 381.7).abs() < 10.0, "{many:?}");
        let spread = |found: &[Elo]| found[0].error;
        assert!(spread(&many) < spread(&few));
    }

    #[test]
    fn a_clean_sweep_is_finite() {
        let found = ratings(2, &[met(0, 1, 20.0, 20.0)]);
        assert!(found[0].rating.is_finite() && found[0].rating > 150.0, "{found:?}");
    }
}
