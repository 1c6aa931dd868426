//! Tournaments of whole timed matches: the systems that a player plays, without a window, and Glicko-2 ratings.

use super::swiss::{Pair, Swiss};
use super::{Tournament, written_to};
use crate::app::persistence::strengths::{ANCHOR, Style};
use crate::app::persistence::{Strength, Strengths};
use crate::cli::Failure;
use crate::cli::lineup::{Style as Playing, computer};
use crate::cli::speed;
use crate::doors::map_in_order;
use crate::game::headless::{self, TICKS_AN_UPDATE};
use crate::game::modes::Course;
use crate::game::stats::{Figures, Stats};
use crate::game::{MatchSetup, Mode, SeatSetup};
use crate::rules::random::Purpose;
use crate::rules::{Random, Rules};
use crate::storage::{Catalog, Spec};

/// A player at a speed.
struct Entrant {
    spec: Spec,
    pps: f64,
    seat: SeatSetup,
}

/// What somebody has done so far.
#[derive(Clone, Copy, Default)]
struct Record {
    matches: u32,
    figures: Figures,
    /// Heights of the stack, summed over the samples.
    heights: u64,
    samples: u64,
}

/// One match: who won, and each side's statistics.
struct Played {
    winner: Option<u8>,
    stats: Vec<Stats>,
}

/// Plays the tournament and writes what came of it.
pub(super) fn run(arguments: &Tournament, catalog: &Catalog) -> Result<(), Failure> {
    let mut entrants = Vec::new();
    for words in &arguments.players {
        let (player, speeds) = match words.split_once('@') {
            Some((player, speeds)) => (player, speeds_of(words, speeds)?),
            None => (words.as_str(), arguments.pps.clone()),
        };
        for pps in speeds {
            if pps == 0.0 {
                return Err(Failure::new(format!("{words}: speed 0 has no measure; give 0.1-50 pieces a second")));
            }
            let spec: Spec = player.parse()?;
            if entrants.iter().any(|known: &Entrant| known.spec == spec && known.pps == pps) {
                return Err(Failure::new(format!("{player} at {pps} pieces a second takes part twice; name it once")));
            }
            let seat = computer(catalog, player, Playing { pps, slips: 0, placements: None })?;
            entrants.push(Entrant { spec, pps, seat });
        }
    }
    if entrants.len() < 2 {
        return Err(Failure::new("a tournament needs two players, or one at two speeds; add to SPEC or --pps"));
    }
    written_to(arguments, &written(&play(arguments, &entrants)?)?)
}

fn speeds_of(words: &str, speeds: &str) -> Result<Vec<f64>, Failure> {
    let speeds = speeds.split(',').map(speed::pieces_a_second);
    speeds.collect::<Result<_, String>>().map_err(|why| Failure::new(format!("{words}: {why}")))
}

fn play(arguments: &Tournament, entrants: &[Entrant]) -> Result<Strengths, Failure> {
    let rules = Rules { first_to: 1, countdown: 0, ..Rules::line_for_line() }.checked()?;
    let mut swiss = Swiss::new(entrants.len(), Random::new(arguments.seed, Purpose::Games));
    let mut records = vec![Record::default(); entrants.len()];
    for round in 0..arguments.rounds {
        let pairs = swiss.pairs();
        let games: Vec<(usize, u32)> =
            (0..pairs.len()).flat_map(|pair| (0..arguments.matches).map(move |game| (pair, game))).collect();
        let results: Vec<Played> = map_in_order(None, &games, |&(pair, game)| {
            let number = u64::from(round) << 40 | (pair as u64) << 16 | u64::from(game / 2);
            one(entrants, sides(pairs[pair], game), rules, Random::derived_seed(arguments.seed, number))
        })?;
        let mut points = vec![Vec::new(); pairs.len()];
        for (&(pair, game), result) in games.iter().zip(&results) {
            let first = u8::from(game % 2 == 1);
            points[pair].push(match result.winner {
                None => 0.5,
                Some(winner) if winner == first => 1.0,
                Some(_) => 0.0,
            });
            for (entrant, stats) in sides(pairs[pair], game).into_iter().zip(&result.stats) {
                records[entrant].add(stats);
            }
        }
        swiss.finish(&pairs, &points);
        eprintln!("round {} of {}", round + 1, arguments.rounds);
    }
    let is_anchor = |entrant: &Entrant| (entrant.spec.to_string().as_str(), milli(entrant.pps)) == ANCHOR;
    let anchor = entrants.iter().position(is_anchor).map_or(0.0, |at| 1500.0 - swiss.ratings[at].rating);
    let strengths = entrants.iter().zip(&records).zip(&swiss.ratings).map(|((entrant, record), rating)| Strength {
        player: entrant.spec.clone(),
        milli_pps: milli(entrant.pps),
        rating: rounded(rating.rating + anchor, 10.0),
        deviation: rounded(rating.deviation, 10.0),
        matches: record.matches,
        style: record.style(),
    });
    Ok(Strengths::new(strengths.collect()))
}

/// The same pieces for both matches of a pair, the sides changed.
fn sides([one, two]: Pair, game: u32) -> Pair {
    if game.is_multiple_of(2) { [one, two] } else { [two, one] }
}

fn one(entrants: &[Entrant], sides: Pair, rules: Rules, seed: u64) -> Played {
    let seats = sides.iter().map(|&side| entrants[side].seat.clone()).collect();
    let mut app = headless::app(TICKS_AN_UPDATE);
    let report =
        headless::run(&mut app, MatchSetup { mode: Mode::Watch, rules, course: Course::default(), seed, seats }, None);
    Played { winner: report.winner, stats: headless::stats(app.world_mut()) }
}

fn milli(pps: f64) -> u32 {
    (pps * 1000.0).round() as u32
}

/// To so many parts of one: files need no more digits than mean something.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

impl Record {
    fn add(&mut self, stats: &Stats) {
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

fn written(strengths: &Strengths) -> Result<String, Failure> {
    let mut text = String::new();
    for strength in strengths.all() {
        text.push_str(&serde_json::to_string(strength)?);
        text.push('\n');
    }
    Ok(text)
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
