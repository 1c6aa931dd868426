//! `korobka tournament`: computer players at several speeds play each other, and what comes of it is how strong they are and
//! how they play.

mod placements;
mod swiss;

use super::jobs::Jobs;
use super::lineup::{self, Style as Playing, computer};
use super::thinking::Thinking;
use super::{Failure, say};
use crate::game::headless::{self, TICKS_AN_UPDATE};
use crate::game::modes::Course;
use crate::game::stats::{Figures, Stats};
use crate::game::{MatchSetup, Mode, SeatSetup};
use crate::rules::random::Purpose;
use crate::rules::{Random, Rules};
use crate::storage::strengths::{ANCHOR, Style};
use crate::storage::{Catalog, Strength, Strengths, write_whole};
use clap::Args;
use rayon::prelude::*;
use std::path::PathBuf;
use swiss::{Pair, Swiss};

/// Flags of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every round pairs players of about the same rating; each pair plays both sides. Matches are of one round under the rules of \
'match'; ratings are Glicko-2, a round of the tournament being a rating period. If iwumbwe:0 at 0.8 pieces a second takes part, \
the scale is moved so that it has 1500. The same flags write the same bytes on every machine, whatever the number of threads.

A line a player and speed is written, the weakest first: player, milli_pps, rating, deviation, matches and style (pps, apm, \
app, vs, tetris_rate, spins in a hundred pieces, mean height of the stack). What they mean: docs/statistics.md.

With --placements, or where a program takes part (\"tbp:bots/bot\"), everybody \
meets everybody in --games matches of 'arena', with --nodes or --think-ms a piece. Printed is a cross-table, the strongest first, with Elo (the \
players' mean is 0) and half its 95 % interval; or with --json one object: games, seed, thinking, players (a list, the strongest first: player, \
name, elo, error, score, matches, attack_a_piece, points, a list against each in the same order, null against itself).")]
pub struct Tournament {
    /// Who plays, at the speeds of --pps; as SPEC@SPEEDS at its own, as lin:25@1,2
    #[arg(required = true, value_name = "SPEC")]
    players: Vec<String>,
    /// Pieces a second, 0.1-50
    #[arg(long, value_delimiter = ',', default_value = "1", value_parser = lineup::pieces_a_second)]
    pps: Vec<f64>,
    /// Rounds of the tournament
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Matches of each pair in a round, half of them with sides changed
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    matches: u32,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play at the level of placements: everybody meets everybody
    #[arg(long)]
    placements: bool,
    /// Matches of each pair at the level of placements, each seed's two counted
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    jobs: Jobs,
    /// Save every match in this folder, at the level of placements: players-1-2-0001.placements and so on
    #[arg(long, value_name = "DIR", requires = "placements")]
    replays: Option<PathBuf>,
    /// Print one JSON object, at the level of placements
    #[arg(long)]
    json: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A player at a speed.
struct Entrant {
    spec: String,
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
pub fn run(arguments: &Tournament) -> Result<(), Failure> {
    let catalog = Catalog::load();
    if arguments.placements || arguments.players.iter().any(|spec| placements::needed(&catalog, spec)) {
        return written_to(arguments, &placements::run(arguments, &catalog)?);
    }
    let mut entrants = Vec::new();
    for words in &arguments.players {
        let (spec, speeds) = match words.split_once('@') {
            Some((spec, speeds)) => (spec, speeds_of(words, speeds)?),
            None => (words.as_str(), arguments.pps.clone()),
        };
        for pps in speeds {
            if pps == 0.0 {
                return Err(Failure::new(format!("{words}: speed 0 has no measure; give 0.1-50 pieces a second")));
            }
            if entrants.iter().any(|known: &Entrant| known.spec == spec && known.pps == pps) {
                return Err(Failure::new(format!("{spec} at {pps} pieces a second takes part twice; name it once")));
            }
            let seat = computer(&catalog, spec, Playing { pps, slips: 0, placements: None })?;
            entrants.push(Entrant { spec: spec.to_owned(), pps, seat });
        }
    }
    if entrants.len() < 2 {
        return Err(Failure::new("a tournament needs two players, or one at two speeds; add to SPEC or --pps"));
    }
    written_to(arguments, &written(&play(arguments, &entrants)?)?)
}

fn written_to(arguments: &Tournament, text: &str) -> Result<(), Failure> {
    match &arguments.out {
        None => say(text),
        Some(path) => write_whole(path, text.as_bytes()).map_err(|error| {
            Failure::new(format!("cannot write {}: {error}; give a file that can be written", path.display()))
        }),
    }
}

fn speeds_of(words: &str, speeds: &str) -> Result<Vec<f64>, Failure> {
    let speeds = speeds.split(',').map(lineup::pieces_a_second);
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
        let results: Vec<Played> = games
            .par_iter()
            .with_max_len(1)
            .map(|&(pair, game)| {
                let number = u64::from(round) << 40 | (pair as u64) << 16 | u64::from(game / 2);
                one(entrants, sides(pairs[pair], game), rules, Random::derived_seed(arguments.seed, number))
            })
            .collect();
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
    let is_anchor = |entrant: &Entrant| (entrant.spec.as_str(), milli(entrant.pps)) == ANCHOR;
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
