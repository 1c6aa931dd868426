//! The figures of a player: what its measured games come to together.

use super::game::MeasuredGame;
use super::habits::Habits;
use super::statistics::{
    Interval, each_once, mean, mean_interval, mean_lifetime, mean_lifetime_interval, median, standard_deviation,
};
use crate::rules::GeneratorKind;

/// The games that intervals rest on: all of them, or, where the generator leaves little to chance, as a dealer does,
/// each different one once. What is played again says nothing new.
pub fn different_games<T: PartialEq>(generator: GeneratorKind, games: impl IntoIterator<Item = T>) -> Vec<T> {
    match generator.leaves_little_to_chance() {
        true => each_once(games),
        false => games.into_iter().collect(),
    }
}

/// One quantity over all games. A capped game counts as far as it went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantitySummary {
    /// The mean over all games.
    pub mean: f64,
    /// The interval of the mean, for the spread that was seen ([`mean_interval`]).
    pub interval: Interval,
    /// The median over all games.
    pub median: f64,
    /// The value of the best game.
    pub best: f64,
    /// The standard deviation over all games.
    pub deviation: f64,
}

/// The figures of a player's games.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// How many games were played.
    pub games: usize,
    /// How many of the games count as different from each other in the intervals.
    pub different: usize,
    /// How many games a cap ended.
    pub capped: usize,
    /// The lines of each game.
    pub lines: QuantitySummary,
    /// The points of each game.
    pub score: QuantitySummary,
    /// The mean lines if games were never capped, on the assumption that the lines of games are distributed
    /// exponentially; infinite when all were capped.
    pub uncapped_lines: f64,
    /// The interval of `uncapped_lines`.
    pub uncapped_interval: Interval,
    /// How many pieces were placed in all games.
    pub pieces: u64,
    /// The share of lines that were cleared four or more at a time, 0-1.
    pub tetris_share: f64,
    /// The share of placements that left a well, 0-1.
    pub well_share: f64,
    /// The column that had a well most often, 0 the leftmost, and its share of all wells, 0-1. `None` if there was no
    /// well.
    pub favourite_well: Option<(usize, f64)>,
    /// How many placements were made when the stack was high.
    pub on_high_boards: u64,
    /// The share of the placements in `on_high_boards` that raised the stack although another placement would not have,
    /// a number of 0-1.
    pub needless_raise_share: f64,
}

impl QuantitySummary {
    fn of(values: &[f64]) -> Self {
        Self {
            mean: mean(values),
            interval: mean_interval(values),
            median: median(values),
            best: values.iter().copied().fold(0.0, f64::max),
            deviation: standard_deviation(values),
        }
    }
}

impl Measurement {
    /// The figures of these games, among which are the same ones again on other seeds, as under a dealer. What is
    /// played again says nothing new: intervals are those of the different games, and a single one has none. Where some
    /// come much more often than others, they reach to the mean of all games.
    pub fn from_repeated_games(games: &[MeasuredGame]) -> Self {
        let different = each_once(games.iter().map(|game| game.without_seed()));
        let (all, once) = (Self::from_games(games), Self::from_games(&different));
        let interval = |centre: f64, of_different: Interval| match different.len() {
            0 | 1 => Interval { low: centre, high: centre },
            _ => of_different.widened_to_mean(centre),
        };
        Self {
            different: different.len(),
            lines: QuantitySummary { interval: interval(all.lines.mean, once.lines.interval), ..all.lines },
            score: QuantitySummary { interval: interval(all.score.mean, once.score.interval), ..all.score },
            uncapped_interval: interval(all.uncapped_lines, once.uncapped_interval),
            ..all
        }
    }

    /// The figures of these games, each taken as different from the others.
    pub fn from_games(games: &[MeasuredGame]) -> Self {
        let lines: Vec<f64> = games.iter().map(|game| f64::from(game.lines)).collect();
        let score: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
        let capped = games.iter().filter(|game| game.capped).count();
        let (total, ended) = (lines.iter().sum::<f64>(), games.len() - capped);
        let sum = |of: fn(&MeasuredGame) -> u32| games.iter().map(|game| u64::from(of(game))).sum::<u64>();
        let pieces = sum(|game| game.pieces);
        let habits = games.iter().fold(Habits::default(), |habits, game| habits.combined_with(&game.habits));
        let favourite = habits.favourite_well();
        Self {
            games: games.len(),
            different: games.len(),
            capped,
            lines: QuantitySummary::of(&lines),
            score: QuantitySummary::of(&score),
            uncapped_lines: mean_lifetime(total, ended),
            uncapped_interval: mean_lifetime_interval(total, ended, capped > 0),
            pieces,
            tetris_share: share(sum(|game| game.tetris_lines), sum(|game| game.lines)),
            well_share: share(habits.wells, pieces),
            favourite_well: favourite.map(|(column, count)| (column, share(count, habits.wells))),
            on_high_boards: habits.on_high_boards,
            needless_raise_share: share(habits.needless_raises, habits.on_high_boards),
        }
    }
}

/// The share `part / whole`; 0 if `whole` is 0.
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}
