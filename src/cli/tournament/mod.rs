//! `korobka tournament`: computer players at several speeds play each other, and what comes of it is how strong they
//! are and how they play.

mod placements;
#[cfg(feature = "game")]
mod swiss;
#[cfg(feature = "game")]
mod timed;

use super::dealers::DealerFlag;
use super::jobs::Jobs;
use super::thinking::ThinkingFlags;
use super::{Failure, say, speed};
use crate::doors::files;
use crate::rules::RuleSet;
use crate::storage::Catalog;
use clap::Args;
use std::path::PathBuf;

/// Flags of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every round pairs players of about the same rating; each pair plays both sides. Matches are of one round; ratings are the most likely ones by all matches (Bradley and Terry), in Elo. If iwumbwe:0 at 0.8 pieces a second takes part, \
it has 1500, else the mean has; with --ladder everybody stands on the ladder's scale. The same flags write the same bytes on every machine, whatever the number of threads.

A line a player and speed is written, the weakest first: player, milli_pps, rating, deviation, matches and style (pps, apm, \
app, vs, tetris_rate, spins in a hundred pieces, mean height of the stack). What they mean: docs/guide/figures.md.

With --placements or --dealer, or where a program takes part (\"tbp:bots/bot\"), everybody \
meets everybody in --games matches of 'arena', with --nodes or --think-ms a piece. Printed is a cross-table, the strongest first, with Elo (the \
players' mean is 0) and half its 95 % interval; or with --json one object: games, dealer, seed, thinking, rules, equal_terms, players (a list, the strongest first: player, \
name, elo, error, score, matches, attack_a_piece, style (attack a piece; quads, T-spins, minis and perfect clears in a hundred pieces; the mean longest combo), points, a list against each in the same order, null against itself).")]
pub struct TournamentFlags {
    /// Who plays, at the speeds of --pps; as SPEC@SPEEDS at its own, as lin:25@1,2, with slips as lin:25@1~3
    #[arg(required = true, value_name = "SPEC")]
    players: Vec<String>,
    /// Pieces a second, 0.1-50
    #[arg(long, value_delimiter = ',', default_value = "1", value_parser = speed::pieces_a_second)]
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
    thinking: ThinkingFlags,
    #[command(flatten)]
    jobs: Jobs,
    /// The rules of all matches, by name
    #[arg(long, value_enum, default_value_t)]
    rules: RuleSet,
    /// Take the ratings of the rungs in this file, which `korobka ladder` wrote, as they are, and rate
    /// everybody else against them
    #[cfg(feature = "game")]
    #[arg(long, value_name = "FILE", conflicts_with = "placements")]
    ladder: Option<PathBuf>,
    #[command(flatten)]
    dealing: DealerFlag,
    /// Equal terms, at the level of placements: the same pieces for both, and neither is told what garbage waits
    /// or of the other
    #[arg(long, requires = "placements")]
    equal_terms: bool,
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

/// Plays the tournament and writes what came of it.
///
/// # Errors
/// When a SPEC names no player, one takes part twice or there are too few, or the result cannot be written.
pub fn run(arguments: &TournamentFlags) -> Result<(), Failure> {
    let catalog = Catalog::load();
    if arguments.placements
        || arguments.dealing.dealer.is_some()
        || arguments.players.iter().any(|words| placements::needed(words))
    {
        return match placements::run(arguments, &catalog)? {
            Some(text) => written_to(arguments, &text),
            None => Ok(()),
        };
    }
    #[cfg(feature = "game")]
    return timed::run(arguments, &catalog);
    #[cfg(not(feature = "game"))]
    Err(Failure::new("this build has no timed matches; add --placements"))
}

fn written_to(arguments: &TournamentFlags, text: &str) -> Result<(), Failure> {
    match &arguments.out {
        None => say(text),
        Some(path) => files().write_whole(path, text.as_bytes()).map_err(|error| {
            Failure::new(format!("cannot write {}: {error}; give a file that can be written", path.display()))
        }),
    }
}
