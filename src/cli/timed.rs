//! Whole timed matches between computer players at their speeds: the systems that a player plays, without a window. What
//! `ladder` and tournaments play.

use super::lineup::{Style as Playing, computer};
use super::{Failure, speed};
use crate::app::persistence::Strength;
use crate::app::persistence::strengths::Style;
use crate::game::headless::{self, TICKS_AN_UPDATE};
use crate::game::modes::Course;
use crate::game::stats::{Figures, Stats};
use crate::game::{MatchSetup, Mode, SeatSetup};
use crate::rules::{RuleSet, Rules};
use crate::storage::{Catalog, Spec};

/// A player at a speed, with slips.
pub(super) struct Entrant {
    pub(super) spec: Spec,
    pub(super) pps: f64,
    pub(super) slips: u8,
    pub(super) seat: SeatSetup,
}

/// What somebody has done so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Record {
    pub(super) matches: u32,
    figures: Figures,
    /// Heights of the stack, summed over the samples.
    heights: u64,
    samples: u64,
}

/// One match: who won, and each side's statistics.
pub(super) struct Played {
    pub(super) winner: Option<u8>,
    pub(super) stats: Vec<Stats>,
}

/// The entrants that words name: `SPEC`, at the speeds `usual`, or `SPEC@1,2~3`: at its own speeds, the last with three slips.
pub(super) fn entrants(catalog: &Catalog, words: &str, usual: &[f64]) -> Result<Vec<Entrant>, Failure> {
    let (player, speeds) = match words.split_once('@') {
        Some((player, speeds)) => (player, speeds.split(',').map(speed_of).collect::<Result<Vec<_>, String>>()),
        None => (words, Ok(usual.iter().map(|&pps| (pps, 0)).collect())),
    };
    let speeds = speeds.map_err(|why| Failure::new(format!("{words}: {why}")))?;
    let entrant = |(pps, slips): (f64, u8)| {
        if pps == 0.0 {
            return Err(Failure::new(format!("{words}: speed 0 has no measure; give 0.1-50 pieces a second")));
        }
        let seat = computer(catalog, player, Playing { pps, slips, placements: None })?;
        Ok(Entrant { spec: player.parse()?, pps, slips, seat })
    };
    speeds.into_iter().map(entrant).collect()
}

/// A speed with its slips: `1.5` or `1.5~2`.
fn speed_of(words: &str) -> Result<(f64, u8), String> {
    let (pps, slips) = words.split_once('~').unwrap_or((words, "0"));
    let slips = slips.parse().ok().filter(|slips| *slips <= 5).ok_or("after ~ give 0-5 slips")?;
    Ok((speed::pieces_a_second(pps)?, slips))
}

/// The rules of a measured match: one round at once.
pub(super) fn rules(set: RuleSet) -> Result<Rules, Failure> {
    Ok(Rules { first_to: 1, countdown: 0, ..set.rules() }.checked()?)
}

/// Plays the match of `seed`.
pub(super) fn play(sides: [&Entrant; 2], rules: Rules, seed: u64) -> Played {
    let seats = sides.iter().map(|side| side.seat.clone()).collect();
    let mut app = headless::app(TICKS_AN_UPDATE);
    let report =
        headless::run(&mut app, MatchSetup { mode: Mode::Watch, rules, course: Course::default(), seed, seats }, None);
    Played { winner: report.winner, stats: headless::stats(app.world_mut()) }
}

impl Played {
    /// The points of the side that sat there: 1, a half or 0.
    pub(super) fn points(&self, side: u8) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }
}

impl Entrant {
    /// Its speed in thousandths of a piece a second.
    pub(super) fn milli_pps(&self) -> u32 {
        (self.pps * 1000.0).round() as u32
    }

    /// Its strength as files have it.
    pub(super) fn strength(&self, record: &Record, rating: f64, deviation: f64) -> Strength {
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

/// To so many parts of one: files need no more digits than mean something.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

impl Record {
    /// Counts a match in which it had these statistics.
    pub(super) fn add(&mut self, stats: &Stats) {
        self.matches += 1;
        for round in &stats.rounds {
            self.figures = self.figures.and(&round.figures);
            self.heights += round.samples.iter().map(|sample| u64::from(sample.height)).sum::<u64>();
            self.samples += round.samples.len() as u64;
        }
    }

    fn style(&self) -> Style {
        let figures = &self.figures;
        let spins = f64::from(figures.spins()) * 100.0 / f64::from(figures.pieces.max(1));
        Style {
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
        assert_eq!(Record { figures, ..Record::default() }.style().tetris_rate, 0.4);
    }
}
