//! The figures of a player: what its measured games come to together.

use super::game::MeasuredGame;
use super::habits::Habits;
use super::statistics::{Interval, deviation, exponential_interval, exponential_mean, mean, mean_interval, median};

/// One quantity over all games, capped ones counted as far as they went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The mean.
    pub mean: f64,
    /// Its interval, for the spread that was seen ([`mean_interval`]).
    pub interval: Interval,
    /// The middle game.
    pub median: f64,
    /// The best game.
    pub best: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// What a player's games come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// Games played.
    pub games: usize,
    /// Games that a cap ended.
    pub capped: usize,
    /// Lines a game.
    pub lines: Span,
    /// Points a game.
    pub score: Span,
    /// The mean lines if games were never capped, on the assumption that they are exponential; infinite when all were
    /// capped.
    pub uncapped_lines: f64,
    /// The interval of that.
    pub uncapped_interval: Interval,
    /// Pieces in all games.
    pub pieces: u64,
    /// The share of lines that were cleared four at a time.
    pub tetris_share: f64,
    /// The share of placements that left a well.
    pub well_share: f64,
    /// The share of those wells in the column that had most, and that column, 0 the leftmost.
    pub favourite_well: Option<(usize, f64)>,
    /// Placements made when the stack was high.
    pub high: u64,
    /// The share of these that raised the stack although another placement would not have.
    pub needless_raise_share: f64,
}

impl Span {
    fn of(values: &[f64]) -> Self {
        Self {
            mean: mean(values),
            interval: mean_interval(values),
            median: median(values),
            best: values.iter().copied().fold(0.0, f64::max),
            deviation: deviation(values),
        }
    }
}

impl Measurement {
    /// The figures of these games.
    pub fn of(games: &[MeasuredGame]) -> Self {
        let lines: Vec<f64> = games.iter().map(|game| f64::from(game.lines)).collect();
        let score: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
        let capped = games.iter().filter(|game| game.capped).count();
        let (total, ended) = (lines.iter().sum::<f64>(), games.len() - capped);
        let sum = |of: fn(&MeasuredGame) -> u32| games.iter().map(|game| u64::from(of(game))).sum::<u64>();
        let pieces = sum(|game| game.pieces);
        let habits = games.iter().fold(Habits::default(), |habits, game| habits.and(&game.habits));
        let favourite = habits.favourite_well();
        Self {
            games: games.len(),
            capped,
            lines: Span::of(&lines),
            score: Span::of(&score),
            uncapped_lines: exponential_mean(total, ended),
            uncapped_interval: exponential_interval(total, ended, capped > 0),
            pieces,
            tetris_share: share(sum(|game| game.tetris_lines), sum(|game| game.lines)),
            well_share: share(habits.wells, pieces),
            favourite_well: favourite.map(|(column, count)| (column, share(count, habits.wells))),
            high: habits.high,
            needless_raise_share: share(habits.needless_raises, habits.high),
        }
    }
}

/// A part of a whole; 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}
