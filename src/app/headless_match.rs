//! Whole matches between computer players at their speeds, without a window: the same systems as in the game.
//! Ladders, tournaments and the rating of a player of one's own are measured by these.

use super::persistence::MeasuredStrength;
use super::persistence::strengths::PlayStyle;
use crate::doors::steps::Step;
use crate::game::headless::{self, TICKS_AN_UPDATE};
use crate::game::modes::Course;
use crate::game::report::forget_reports;
use crate::game::stats::{MatchStats, PlayerFigures};
use crate::game::{Match, MatchSetup, Mode, SeatSetup, StartMatch, ThinkingPlace};
use crate::rules::{RuleError, RuleSet, Rules};
use crate::storage::Spec;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::time::Duration;

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

/// What a player did in one match or in several, added up.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct MatchTotals {
    /// How many matches were counted.
    pub matches: u32,
    figures: PlayerFigures,
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
    pub records: [MatchTotals; 2],
}

/// The rules of a measured match: one round, without a countdown.
///
/// # Errors
/// An error if the set's rules are impossible for a match of one round, which those of the shipped sets are not.
pub fn rules(set: RuleSet) -> Result<Rules, RuleError> {
    Rules { first_to: 1, countdown: 0, ..set.rules() }.checked()
}

/// Plays the match of `seed`, the first player on the left.
pub fn play_match(sides: [&Entrant; 2], rules: Rules, seed: u64) -> PlayedMatch {
    let mut playing = HeadlessMatch::begin(sides, rules, seed, ThinkingPlace::Inline);
    loop {
        if let Step::Done(played) = playing.step() {
            return played;
        }
    }
}

/// A match that is played in short steps. It takes the ticks alone and no frames: those would want the task pools, of
/// which a program with a window has its own use.
pub struct HeadlessMatch(World);

impl HeadlessMatch {
    /// The match of `seed` at its beginning, the first player on the left. `thinking` is where its players think.
    pub fn begin(sides: [&Entrant; 2], rules: Rules, seed: u64, thinking: ThinkingPlace) -> Self {
        let seats = sides.iter().map(|side| side.seat.clone()).collect();
        let mut app = headless::app(1);
        app.insert_resource(thinking);
        // An app may not go to another thread, its world may.
        let mut world = std::mem::take(app.world_mut());
        world.trigger(StartMatch(MatchSetup { mode: Mode::Watch, rules, course: Course::default(), seed, seats }));
        world.flush();
        Self(world)
    }

    /// Plays the next 100 ticks, or up to one that waits for a player's decision. Gives the played match
    /// once it is over.
    pub fn step(&mut self) -> Step<PlayedMatch> {
        let world = &mut self.0;
        let at =
            |world: &mut World| world.query::<&Match>().single(world).map_or((true, 0), |it| (it.is_over(), it.tick));
        let before = at(world).1;
        world.schedule_scope(FixedUpdate, |world, schedule| {
            for _ in 0..TICKS_AN_UPDATE {
                schedule.run(world);
            }
        });
        forget_reports(world);
        match at(world) {
            (true, _) => {
                let mut records = headless::match_stats(world).into_iter().map(|stats| MatchTotals::of(&stats));
                let records = [(); 2].map(|()| records.next().unwrap_or_default());
                Step::Done(PlayedMatch { winner: headless::match_report(world).winner, records })
            }
            (false, now) if now == before => Step::Rest(Duration::ZERO),
            _ => Step::More,
        }
    }
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
    pub fn measured_strength(&self, record: &MatchTotals, rating: f64, deviation: f64) -> MeasuredStrength {
        MeasuredStrength {
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

impl MatchTotals {
    /// The totals of one match in which the player had these statistics.
    fn of(stats: &MatchStats) -> Self {
        let mut record = Self { matches: 1, ..Self::default() };
        for round in &stats.rounds {
            record.figures = record.figures.combined_with(&round.figures);
            record.heights += round.samples.iter().map(|sample| u64::from(sample.height)).sum::<u64>();
            record.samples += round.samples.len() as u64;
        }
        record
    }

    /// Adds the matches of other totals.
    pub fn add(&mut self, other: &Self) {
        self.matches += other.matches;
        self.figures = self.figures.combined_with(&other.figures);
        self.heights += other.heights;
        self.samples += other.samples;
    }

    /// How the player has played, rounded as it is written to files.
    pub fn style(&self) -> PlayStyle {
        let figures = &self.figures;
        let spins = f64::from(figures.spin_clears()) * 100.0 / f64::from(figures.pieces.max(1));
        PlayStyle {
            pps: rounded(figures.pps(), 100.0),
            apm: rounded(figures.apm(), 10.0),
            app: rounded(figures.attack_per_piece(), 1000.0),
            vs: rounded(figures.versus_score(), 10.0),
            tetris_rate: rounded(figures.tetris_rate(), 1000.0),
            spins: rounded(spins, 100.0),
            height: rounded(self.heights as f64 / self.samples.max(1) as f64, 100.0),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::stats::ClearKind;
    use crate::game::{Handling, TickOutcomeMessage};

    #[test]
    fn a_tetris_rate_is_of_lines() {
        let mut figures = PlayerFigures { lines: 10, ..PlayerFigures::default() };
        figures.clears[ClearKind::Tetris as usize] = 1;
        assert_eq!(MatchTotals { figures, ..MatchTotals::default() }.style().tetris_rate, 0.4);
    }

    #[test]
    fn what_nobody_reads_is_not_kept() {
        let seat = SeatSetup::person("Somebody", Handling::default());
        let entrant = Entrant { spec: "iwumbwe:0".parse().unwrap(), pps: 1.0, slips: 0, seat };
        let rules = rules(RuleSet::Guideline).unwrap();
        let mut playing = HeadlessMatch::begin([&entrant, &entrant], rules, 1, ThinkingPlace::Inline);
        // The first pieces appear in these ticks.
        assert!(matches!(playing.step(), Step::More));
        assert!(playing.0.resource::<Messages<TickOutcomeMessage>>().is_empty());
    }
}
