//! Whole timed matches between computer players at their speeds, without a window: the same systems as in the game.
//! Ladders, tournaments and the rating of a player of one's own are measured by these.

use super::persistence::Strength;
use super::persistence::strengths::PlayStyle;
use crate::game::headless::{self, TICKS_AN_UPDATE};
use crate::game::modes::Course;
use crate::game::stats::{Figures, Stats};
use crate::game::{MatchSetup, Mode, SeatSetup};
use crate::rules::{RuleError, RuleSet, Rules};
use crate::storage::Spec;
use serde::{Deserialize, Serialize};

/// A computer player at a speed, with slips, that enters matches.
pub struct Entrant {
    /// The SPEC of the player.
    pub spec: Spec,
    /// The speed set, in pieces a second, 0.1-50.
    pub pps: f64,
    /// How often the player's hand slips, 0-5.
    pub slips: u8,
    /// The seat that the player takes in every match.
    pub seat: SeatSetup,
}

/// The sums over the matches that a player has played so far.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct MatchRecord {
    /// How many matches were counted.
    pub matches: u32,
    figures: Figures,
    /// The heights of the stack in rows, summed over the samples.
    heights: u64,
    samples: u64,
}

/// One match that was played: its winner, and how each side has played.
#[derive(Serialize, Deserialize)]
pub struct PlayedMatch {
    /// The side that won, 0 for the left one; `None` for a draw.
    pub winner: Option<u8>,
    /// What the left side did in the match, and what the right one did.
    pub records: [MatchRecord; 2],
}

/// The rules of a measured match: one round, without a countdown.
///
/// # Errors
/// An error if the set's rules are impossible for a match of one round, which those of the shipped sets are not.
pub fn rules(set: RuleSet) -> Result<Rules, RuleError> {
    Rules { first_to: 1, countdown: 0, ..set.rules() }.checked()
}

/// Plays the match of `seed`, the first player on the left.
pub fn play(sides: [&Entrant; 2], rules: Rules, seed: u64) -> PlayedMatch {
    let seats = sides.iter().map(|side| side.seat.clone()).collect();
    let mut app = headless::app(TICKS_AN_UPDATE);
    let report =
        headless::run(&mut app, MatchSetup { mode: Mode::Watch, rules, course: Course::default(), seed, seats }, None);
    let mut records = headless::stats(app.world_mut()).into_iter().map(|stats| MatchRecord::of(&stats));
    PlayedMatch { winner: report.winner, records: [(); 2].map(|()| records.next().unwrap_or_default()) }
}

impl PlayedMatch {
    /// The points of a side, 0 for the left one: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub fn points(&self, side: u8) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }
}

impl Entrant {
    /// The speed in thousandths of a piece a second.
    pub fn milli_pps(&self) -> u32 {
        (self.pps * 1000.0).round() as u32
    }

    /// The player's strength, rounded as it is written to files.
    pub fn strength(&self, record: &MatchRecord, rating: f64, deviation: f64) -> Strength {
        Strength {
            player: self.spec.clone(),
            milli_pps: self.milli_pps(),
            slips: self.slips,
            rating: rounded(rating, 10.0),
            deviation: rounded(deviation, 10.0),
            matches: record.matches,
            style: record.style(),
        }
    }
}

/// Rounds a value to one of `parts` equal parts of 1, so that files have no more digits than mean something.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

impl MatchRecord {
    /// The record of one match in which the player had these statistics.
    fn of(stats: &Stats) -> Self {
        let mut record = Self { matches: 1, ..Self::default() };
        for round in &stats.rounds {
            record.figures = record.figures.and(&round.figures);
            record.heights += round.samples.iter().map(|sample| u64::from(sample.height)).sum::<u64>();
            record.samples += round.samples.len() as u64;
        }
        record
    }

    /// Adds the matches of another record.
    pub fn add(&mut self, other: &Self) {
        self.matches += other.matches;
        self.figures = self.figures.and(&other.figures);
        self.heights += other.heights;
        self.samples += other.samples;
    }

    /// How the player has played, rounded as it is written to files.
    pub fn style(&self) -> PlayStyle {
        let figures = &self.figures;
        let spins = f64::from(figures.spins()) * 100.0 / f64::from(figures.pieces.max(1));
        PlayStyle {
            pps: rounded(figures.pps(), 100.0),
            apm: rounded(figures.apm(), 10.0),
            app: rounded(figures.app(), 1000.0),
            vs: rounded(figures.vs(), 10.0),
            tetris_rate: rounded(figures.tetris_rate(), 1000.0),
            spins: rounded(spins, 100.0),
            height: rounded(self.heights as f64 / self.samples.max(1) as f64, 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::stats::ClearKind;

    #[test]
    fn a_tetris_rate_is_of_lines() {
        let mut figures = Figures { lines: 10, ..Figures::default() };
        figures.clears[ClearKind::Tetris as usize] = 1;
        assert_eq!(MatchRecord { figures, ..MatchRecord::default() }.style().tetris_rate, 0.4);
    }
}
