//! `korobka ladder`: computer players from the weakest to the strongest, each measured by whole matches
//! against the one below.

use super::timed::entrants;
use super::{Failure, say};
use crate::app::persistence::LadderRung;
use crate::app::persistence::strengths::ANCHOR;
use crate::app::timed_match::{Entrant, MatchRecord, PlayedMatch, play, rules};
use crate::doors::{files, map_in_order};
use crate::measure::match_score::MatchScore;
use crate::rules::{Random, RuleSet};
use crate::storage::Catalog;
use clap::Args;
use std::path::PathBuf;

/// How many standard deviations wide a 95 % interval is.
const DEVIATIONS: f64 = 2.0 * 1.959_963_984_540_054;

/// What `korobka ladder` can be asked for.
#[derive(Debug, Args)]
#[command(after_help = "\
Neighbours play whole matches of one round at their own speeds, each seed from both sides. A rung's rating is that of the rung below and \
the difference in Elo that the matches come to; if iwumbwe:0 at 0.8 pieces a second stands on the ladder, it has 1500, else the lowest has. Two \
neighbours play the same matches on whatever ladder they stand. The same flags write the same bytes on every machine, whatever the number of threads.

A line of JSON a rung is written, the lowest first: player, milli_pps, slips, rating, deviation, matches, style as 'tournament' has it, and \
below: matches won, drawn and lost against the rung below. Standard error has the differences with their 95 % intervals.")]
pub struct LadderFlags {
    /// The rungs, the lowest first: SPEC@PPS, or SPEC@PPS~SLIPS, as iwumbwe:0@0.5~2
    #[arg(required = true, num_args = 2.., value_name = "RUNG")]
    rungs: Vec<String>,
    /// Matches between neighbours, half of them with sides changed
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// The rules of all matches, by name
    #[arg(long, value_enum, default_value_t)]
    rules: RuleSet,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Plays the matches and writes the rungs.
///
/// # Errors
/// When a rung names no player at a speed, or the rungs cannot be written.
pub fn run(arguments: &LadderFlags) -> Result<(), Failure> {
    let catalog = Catalog::load();
    let mut rungs: Vec<Entrant> = Vec::new();
    for words in &arguments.rungs {
        rungs.extend(entrants(&catalog, words, &[1.0])?);
    }
    let rules = rules(arguments.rules)?;
    // The matches of two neighbours depend on the seed and on who they are, so that they stay the same when a
    // rung comes in elsewhere.
    let words: Vec<String> = rungs.iter().map(|rung| format!("{}@{}~{}", rung.spec, rung.pps, rung.slips)).collect();
    let games: Vec<(usize, u32)> =
        (1..rungs.len()).flat_map(|rung| (0..arguments.games).map(move |game| (rung, game))).collect();
    let played: Vec<PlayedMatch> = map_in_order(None, &games, |&(rung, game)| {
        let pair = crc32fast::hash(format!("{} {}", words[rung - 1], words[rung]).as_bytes());
        let seed = Random::derived_seed(Random::derived_seed(arguments.seed, pair.into()), (game / 2).into());
        play(sides(rung, game).map(|at| &rungs[at]), rules, seed)
    })?;
    let mut records = vec![MatchRecord::default(); rungs.len()];
    let mut scores = vec![Vec::new(); rungs.len()];
    for (&(rung, game), result) in games.iter().zip(&played) {
        for (at, record) in sides(rung, game).into_iter().zip(&result.records) {
            records[at].add(record);
        }
        scores[rung].push(result.points(u8::from(game % 2 == 0)));
    }
    let scores: Vec<MatchScore> = scores.into_iter().map(|points| MatchScore::of(points.into_iter())).collect();
    // Half a match more each way, so that a clean sweep has a difference too.
    let above = |score: &MatchScore| {
        let games = f64::from(score.wins + score.draws + score.losses);
        score.elo((score.mean * games + 0.5) / (games + 1.0))
    };
    let mut ratings = vec![0.0];
    for score in &scores[1..] {
        ratings.push(ratings.last().copied().unwrap_or(0.0) + above(score));
    }
    let is_anchor =
        |rung: &Entrant| rung.spec.to_string() == ANCHOR.0 && rung.milli_pps() == ANCHOR.1 && rung.slips == 0;
    let from = ratings[rungs.iter().position(is_anchor).unwrap_or(0)];
    let mut text = String::new();
    for (at, (rung, score)) in rungs.iter().zip(&scores).enumerate() {
        // The interval of the step to the rung below; the lowest has that of the step above it.
        let interval = scores[at.max(1)].interval;
        let deviation = (score.elo(interval.high.min(0.999)) - score.elo(interval.low.max(0.001))) / DEVIATIONS;
        let strength = rung.strength(&records[at], 1500.0 + ratings[at] - from, deviation);
        if at > 0 {
            eprintln!("{}", line(&rungs[at - 1], rung, score));
        }
        let below = [score.wins, score.draws, score.losses];
        text.push_str(&serde_json::to_string(&LadderRung { strength, below, is_own: false })?);
        text.push('\n');
    }
    match &arguments.out {
        None => say(&text),
        Some(path) => {
            let write = files().write_whole(path, text.as_bytes());
            write.map_err(|error| Failure::new(format!("--out {}: {error}", path.display())))
        }
    }
}

/// Who sits left and right in a match of a rung against the one below.
const fn sides(rung: usize, game: u32) -> [usize; 2] {
    if game.is_multiple_of(2) { [rung - 1, rung] } else { [rung, rung - 1] }
}

fn line(below: &Entrant, rung: &Entrant, score: &MatchScore) -> String {
    let named = |rung: &Entrant| match rung.slips {
        0 => format!("{} at {}", rung.spec, rung.pps),
        slips => format!("{} at {} with {slips} slips", rung.spec, rung.pps),
    };
    format!(
        "{} against {}: {} won, {} drawn, {} lost; Elo {:+.0}, {:+.0} to {:+.0}",
        named(rung),
        named(below),
        score.wins,
        score.draws,
        score.losses,
        score.elo(score.mean),
        score.elo(score.interval.low),
        score.elo(score.interval.high)
    )
}
