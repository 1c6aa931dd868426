//! Statistics of measured games: intervals hold the true mean as often as they say, against simulated data with a known
//! mean and quantiles from printed tables.

use korobka::measure::statistics::{
    mean, mean_interval, mean_lifetime, mean_lifetime_interval, median, paired_ratio, standard_deviation,
};
use korobka::rules::Random;
use korobka::rules::random::Purpose;

const TRIALS: usize = 2000;

/// An exponential life with this mean.
fn life(random: &mut Random, mean: f64) -> f64 {
    -mean * libm::log(1.0 - random.unit())
}

/// How often `holds` says yes to `games` fresh lives of mean 700.
fn coverage(games: usize, holds: impl Fn(&[f64]) -> bool) -> f64 {
    let mut random = Random::new(17, Purpose::Games);
    let trial = |_| holds(&(0..games).map(|_| life(&mut random, 700.0)).collect::<Vec<_>>());
    (0..TRIALS).map(trial).filter(|held| *held).count() as f64 / TRIALS as f64
}

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} should be {expected}");
}

#[test]
fn plain_figures_are_those_of_the_textbook() {
    let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
    close(mean(&values), 5.0, 0.0);
    close(standard_deviation(&values), (32.0_f64 / 7.0).sqrt(), 1e-15);
    close(median(&values), 4.5, 0.0);
    close(median(&[3.0, 1.0, 2.0]), 2.0, 0.0);
    assert_eq!((mean(&[]), standard_deviation(&[]), standard_deviation(&[3.0]), median(&[])), (0.0, 0.0, 0.0, 0.0));
}

#[test]
fn an_exponential_interval_follows_the_printed_table_of_chi_squared() {
    // 20 degrees of freedom: 9.591 and 34.170 (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
    let interval = mean_lifetime_interval(1000.0, 10, false);
    close(interval.low, 2000.0 / 34.170, 0.01);
    close(interval.high, 2000.0 / 9.591, 0.01);
    // 22 for the lower end when some were broken off: 36.781.
    let interval = mean_lifetime_interval(1000.0, 10, true);
    close(interval.low, 2000.0 / 36.781, 0.01);
    close(interval.high, 2000.0 / 9.591, 0.01);
}

#[test]
fn an_exponential_interval_holds_the_mean_95_times_in_a_hundred() {
    for games in [1, 5, 30, 200] {
        let share = coverage(games, |lives| mean_lifetime_interval(lives.iter().sum(), games, false).contains(700.0));
        assert!((0.93..=0.97).contains(&share), "{games} games: {share}");
    }
}

#[test]
fn games_that_are_broken_off_bias_the_plain_mean_but_not_the_estimate() {
    let cap = 500.0;
    let mut random = Random::new(3, Purpose::Games);
    let lives: Vec<f64> = (0..20_000).map(|_| life(&mut random, 700.0)).collect();
    let played: Vec<f64> = lives.iter().map(|life| life.min(cap)).collect();
    let ended = lives.iter().filter(|life| **life < cap).count();
    assert!(mean(&played) < 400.0, "the plain mean of games cut at 500 says nothing of 700");
    close(mean_lifetime(played.iter().sum(), ended), 700.0, 20.0);
    for games in [10, 100] {
        let share = coverage(games, |lives| {
            let ended = lives.iter().filter(|life| **life < cap).count();
            let total = lives.iter().map(|life| life.min(cap)).sum();
            mean_lifetime_interval(total, ended, ended < games).contains(700.0)
        });
        assert!((0.93..=0.99).contains(&share), "{games} games: {share}; a little wide is allowed, too narrow is not");
    }
}

#[test]
fn games_that_never_end_give_a_lower_end_only() {
    let interval = mean_lifetime_interval(5000.0, 0, true);
    assert_eq!(interval.high, f64::INFINITY);
    // The chance of no end in 5000 lines is exp(-5000 / low) = 0.025.
    close(interval.low, 5000.0 / 40.0_f64.ln(), 1e-6);
    assert_eq!(mean_lifetime(5000.0, 0), f64::INFINITY);
    assert_eq!(mean_lifetime_interval(0.0, 0, false).low, 0.0, "no games say nothing");
}

#[test]
fn an_interval_by_the_spread_seen_holds_the_mean_about_as_often() {
    for games in [30, 200] {
        let share = coverage(games, |lives| mean_interval(lives).contains(700.0));
        assert!((0.92..=0.97).contains(&share), "{games} games: {share}");
    }
    // Of few games the spread is hardly known: exponential lives, and figures that are nearly even.
    for games in [2, 3, 5, 8] {
        let share = coverage(games, |lives| mean_interval(lives).contains(700.0));
        assert!((0.88..=0.99).contains(&share), "{games} games: {share}");
        let near = |life: &f64| 1000.0 + 10.0 * libm::log(libm::expm1(life / 700.0));
        let share =
            coverage(games, |lives| mean_interval(&lives.iter().map(near).collect::<Vec<_>>()).contains(1000.0));
        assert!((0.93..=0.99).contains(&share), "{games} games that are nearly even: {share}");
    }
    // Nearly even figures: the textbook's normal interval.
    let even: Vec<f64> = (0..400).map(|game| 1000.0 + f64::from(game % 3) - 1.0).collect();
    let (interval, reach) = (mean_interval(&even), 1.96 * standard_deviation(&even) / 20.0);
    close(interval.low, mean(&even) - reach, 0.01 * reach);
    close(interval.high, mean(&even) + reach, 0.01 * reach);
    let same = mean_interval(&[7.0; 5]);
    assert_eq!((same.low, same.high), (7.0, 7.0), "figures that never differ have no interval");
    assert!(mean(&[0.1; 3]) != 0.1 && mean_interval(&[0.1; 3]).is_point(), "also where their mean is rounded");
    assert_eq!(mean_interval(&[]).low, 0.0);
    assert!(mean_interval(&[0.0, 10.0, 20.0]).low > 0.0, "a value of 0 is not below zero");
    // Where values lie below zero: Student's t, 4.303 at two degrees of freedom.
    let below = [-4000.0, 6000.0, 3000.0];
    let (interval, reach) = (mean_interval(&below), 4.302_65 * standard_deviation(&below) / libm::sqrt(3.0));
    close(interval.low, mean(&below) - reach, 1.0);
    close(interval.high, mean(&below) + reach, 1.0);
    let (one, family) = (mean_interval(&[12.0]), mean_lifetime_interval(12.0, 1, false));
    close(one.low, family.low, 1e-9);
    close(one.high, family.high, 1e-9);
}

#[test]
fn a_paired_ratio_holds_the_true_ratio_95_times_in_a_hundred() {
    let mut random = Random::new(29, Purpose::Games);
    for games in [10, 100] {
        let trial = |_| {
            let first: Vec<f64> = (0..games).map(|_| life(&mut random, 5_000.0)).collect();
            let other: Vec<f64> = (0..games).map(|_| life(&mut random, 15_000.0)).collect();
            paired_ratio(&first, &other).interval.contains(3.0)
        };
        let share = (0..TRIALS).map(trial).filter(|held| *held).count() as f64 / TRIALS as f64;
        assert!((0.93..=0.97).contains(&share), "{games} games: {share}");
    }
    assert_eq!(paired_ratio(&[10.0], &[20.0]).interval.high, f64::INFINITY, "one pair says nothing of the spread");
}
