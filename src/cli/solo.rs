//! `korobka solo`: how many lines a player sends a piece, alone, with garbage or without.

use super::dealers::DealerFlag;
use super::jobs::Jobs;
use super::thinking::{ThinkingFlags, contestant};
use super::{Failure, say};
use crate::measure::Decider;
use crate::measure::statistics::{deviation, mean, mean_interval};
use crate::rules::{Random, RuleSet, Rules};
use crate::search::{Drip, Solo, SoloResult, solo};
use crate::storage::Catalog;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;

/// Flags of `solo`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every game has so many pieces from the seven-bag, with hold and five on show, and no clock; with --dealer they are that dealer's. With --garbage 4/8 four clean rows with one \
hole rise after every eighth piece, whatever was cleared; lines sent cancel nothing. Lines sent are those of --rules.

By --nodes the same flags give the same games on every machine, whatever the number of threads.

--json prints one object: player, games, pieces, garbage (null, 'drawn', or rows and pieces), untold, dealer (null or its name), thinking, seed, attack_a_piece (mean, low and high of its 95 % interval, \
deviation between games), topped_out (games), nodes, nodes_a_second (of thinking), ms_a_piece, results (a list a game: pieces, attack, lines, \
singles, doubles, triples, quads, t_singles, t_doubles, t_triples, minis, perfect, longest_combo, topped_out).")]
pub struct SoloFlags {
    /// The player: recipe:generation (as champion:25), a file, or any other SPEC of 'korobka evaluate'
    #[arg(value_name = "SPEC")]
    spec: String,
    /// Pieces a game
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pieces: u32,
    /// How many games
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    #[command(flatten)]
    thinking: ThinkingFlags,
    #[command(flatten)]
    jobs: Jobs,
    /// Clean rows that rise after so many pieces, as 4/8; or 'drawn': 0 to 6 rows after 4 to 16 pieces, clean or
    /// messy, by the seed
    #[arg(long, value_name = "ROWS/PIECES", value_parser = drip)]
    garbage: Option<Drip>,
    /// The rules: what clears send, and which spins count
    #[arg(long, value_enum, default_value_t)]
    rules: RuleSet,
    #[command(flatten)]
    dealing: DealerFlag,
    /// Do not tell the player what will rise
    #[arg(long)]
    untold: bool,
    /// The seed of all games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// Reads rows and pieces, as `4/8`, or the word `drawn`.
fn drip(text: &str) -> Result<Drip, String> {
    if text == "drawn" {
        return Ok(Drip::Drawn);
    }
    let parts = text.split_once('/').and_then(|(rows, pieces)| Some((rows.parse().ok()?, pieces.parse().ok()?)));
    match parts {
        Some((rows, pieces)) if (1..=20).contains(&rows) && (1..=100).contains(&pieces) => {
            Ok(Drip::Even { rows, pieces })
        }
        _ => Err("give 1-20 rows and 1-100 pieces, such as 4/8, or 'drawn'".to_owned()),
    }
}

/// Plays the games and prints what they came to.
///
/// # Errors
/// When the SPEC names no player, or the result cannot be printed.
pub fn run(flags: &SoloFlags) -> Result<(), Failure> {
    let rules = flags.dealing.over(Rules { half_turns: false, ..flags.rules.rules() });
    let player = contestant(&Catalog::load(), &flags.spec, &rules)?;
    let course = Solo { rules, pieces: flags.pieces, drip: flags.garbage, untold: flags.untold };
    let one = |game: u32| {
        let mut decider = Decider::new(&player.mind, flags.thinking.allowance(), &rules);
        let seed = Random::derived_seed(flags.seed, game.into());
        let result = solo::play(&course, seed, |state| decider.decide(state));
        if let Some(fault) = &decider.fault {
            eprintln!("game {game} ended after {} pieces: {fault}", result.pieces);
        }
        Ok((result, decider.nodes, decider.seconds))
    };
    let played: Option<Vec<(SoloResult, u64, f64)>> = flags.jobs.play(0..flags.games, one)?;
    let Some(games) = played else { return Ok(()) };
    let results: Vec<SoloResult> = games.iter().map(|game| game.0).collect();
    let attacks: Vec<f64> = results.iter().map(SoloResult::attack_a_piece).collect();
    let (nodes, seconds) = (games.iter().map(|game| game.1).sum::<u64>(), games.iter().map(|game| game.2).sum::<f64>());
    let pieces: u32 = results.iter().map(|result| result.pieces).sum();
    let (centre, interval) = (mean(&attacks), mean_interval(&attacks));
    let topped_out = results.iter().filter(|result| result.topped_out).count();
    let speed = nodes as f64 / seconds.max(1e-9);
    let pace = 1e3 * seconds / f64::from(pieces.max(1));
    if flags.json {
        return say(&format!(
            "{}\n",
            json!({
                "player": player.name, "games": flags.games, "pieces": flags.pieces,
                "garbage": flags.garbage.map(|drip| match drip {
                    Drip::Even { rows, pieces } => json!({ "rows": rows, "pieces": pieces }),
                    Drip::Drawn => json!("drawn"),
                }),
                "untold": flags.untold, "dealer": flags.dealing.dealer,
                "thinking": flags.thinking.describe(), "seed": flags.seed,
                "attack_a_piece": {
                    "mean": centre, "low": interval.low, "high": interval.high, "deviation": deviation(&attacks),
                },
                "topped_out": topped_out, "nodes": nodes, "nodes_a_second": speed, "ms_a_piece": pace,
                "results": results.iter().map(as_json).collect::<Vec<_>>(),
            })
        ));
    }
    let mut out = String::new();
    let told = if flags.untold { ", which nobody announces" } else { "" };
    let garbage = match flags.garbage {
        None => "no garbage".to_owned(),
        Some(Drip::Even { rows, pieces }) => format!("{rows} rows of garbage every {pieces} pieces{told}"),
        Some(Drip::Drawn) => format!("garbage as drawn{told}"),
    };
    writeln!(
        out,
        "{}: {} games of {} pieces, {garbage}{}, {}, seed {}",
        player.name,
        flags.games,
        flags.pieces,
        flags.dealing.describe(),
        flags.thinking.describe(),
        flags.seed
    )?;
    writeln!(
        out,
        "lines sent a piece: {centre:.3}, 95 % {:.3}-{:.3}, deviation between games {:.3}; topped out in {topped_out}",
        interval.low,
        interval.high,
        deviation(&attacks)
    )?;
    let each = |of: fn(&SoloResult) -> u32| {
        f64::from(results.iter().map(of).sum::<u32>()) / f64::from(results.len().max(1) as u32)
    };
    writeln!(
        out,
        "a game: {:.1} pieces, {:.1} lines: {:.1} singles, {:.1} doubles, {:.1} triples, {:.1} quads; T-spins {:.1} single, {:.1} double, {:.1} triple; {:.1} \
         minis, {:.1} perfect clears; longest combo {}",
        each(|result| result.pieces),
        each(|result| result.lines),
        each(|result| result.plain[0]),
        each(|result| result.plain[1]),
        each(|result| result.plain[2]),
        each(|result| result.plain[3]),
        each(|result| result.spins[0]),
        each(|result| result.spins[1]),
        each(|result| result.spins[2]),
        each(|result| result.minis),
        each(|result| result.perfect),
        results.iter().map(|result| result.longest_combo).max().unwrap_or(0)
    )?;
    if nodes > 0 {
        writeln!(out, "{:.2} million nodes a second, {pace:.2} ms a piece", speed / 1e6)?;
    }
    say(&out)
}

fn as_json(result: &SoloResult) -> Value {
    let ([singles, doubles, triples, quads], [t_singles, t_doubles, t_triples]) = (result.plain, result.spins);
    json!({
        "pieces": result.pieces, "attack": result.attack, "lines": result.lines, "singles": singles, "doubles": doubles,
        "triples": triples, "quads": quads, "t_singles": t_singles, "t_doubles": t_doubles, "t_triples": t_triples,
        "minis": result.minis, "perfect": result.perfect, "longest_combo": result.longest_combo,
        "topped_out": result.topped_out,
    })
}
