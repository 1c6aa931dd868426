//! `korobka arena`: many matches of two players at the level of placements, each seed from both sides.

use super::dealers::DealerFlag;
use super::jobs::Jobs;
use super::matches::{self, PlacementMatch, Terms};
use super::thinking::{ThinkingFlags, contestant};
use super::{Failure, say};
use crate::measure::match_score::MatchScore;
use crate::mind::Mind;
use crate::rules::RuleSet;
use crate::search::duel::SideCounts;
use crate::search::groups::{GROUPS, named};
use crate::storage::{Catalog, Contestant};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Flags of `arena`.
#[derive(Debug, Args)]
#[command(after_help = "\
Both players set a piece down at once, under the guideline's versus rules, two pieces a second by the rules' clock. Each side has its own pieces and holes of \
the seed; games come in pairs, the second with the players' sides swapped, so that luck is shared out. A match of 1500 pieces a side \
goes to who sent more.

With --ablate the right player's weights of those names are 0: what a group is worth to who learned with it, which is not what somebody \
would be who had learned without.

By --nodes the same flags give the same matches on every machine, whatever the number of threads.

--json prints one object: left, right, games, dealer (of both; null or its name), seed, thinking, wins, draws and losses (of left), score (mean, low and high of its 95 % interval), elo \
(the same; null where it is without end), attack_a_piece, lines_sent_a_piece, spins_a_game, perfect_a_game (each [left, right]), mean_pieces, \
ms_a_piece ([left, right]), results (a list a game: seed, swapped, score, pieces, attack, sent, faults).

A player may be a program that speaks the Tetris Bot Protocol: --right \"tbp:bots/cold-clear-2\". It gets --think-ms of the processor a \
piece, in its own turns only. One that dies, hangs, babbles, gives up or suggests the impossible loses the game, with one line on standard \
error and in `faults`. See docs/guide/tbp.md.

--csv prints a heading and a row a game: game, seed, swapped, score, pieces, left_attack, right_attack, left_sent, right_sent, left_spins, \
right_spins, left_perfect, right_perfect, left_topped_out, right_topped_out.")]
pub struct Arena {
    /// The left player: recipe:generation (as champion:25), a file, or any other SPEC of 'korobka evaluate'
    #[arg(long, value_name = "SPEC")]
    left: String,
    /// The right player
    #[arg(long, value_name = "SPEC")]
    right: String,
    /// How many games, each seed's two counted
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Weights that the right player plays without, if it searches over placements: names of features and events,
    /// or groups, as windows,t-slots
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    ablate: Vec<String>,
    #[command(flatten)]
    thinking: ThinkingFlags,
    #[command(flatten)]
    jobs: Jobs,
    /// The seed of all games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rules of both sides
    #[arg(long, value_enum, default_value_t)]
    rules: RuleSet,
    #[command(flatten)]
    dealing: DealerFlag,
    /// Equal terms: both sides have the same pieces, and neither is told what garbage waits or anything of the other
    #[arg(long)]
    equal_terms: bool,
    /// Save every match in this folder: match-0001.placements and so on, for 'korobka replay verify' and 'info'
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// Print one JSON object on standard output
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print a row a game
    #[arg(long)]
    csv: bool,
}

/// Plays the matches and prints their result.
///
/// # Errors
/// When a SPEC names no player, a weight of `--ablate` is not known, or matches cannot be saved or printed.
pub fn run(flags: &Arena) -> Result<(), Failure> {
    let catalog = Catalog::load();
    let rules = flags.dealing.over(flags.rules.rules());
    let players = [
        contestant(&catalog, &flags.left, &rules)?,
        without(contestant(&catalog, &flags.right, &rules)?, &flags.ablate)?,
    ];
    matches::folder(flags.replays.as_deref())?;
    let terms = Terms {
        thinking: flags.thinking,
        rules: &rules,
        equal: flags.equal_terms,
        seed: flags.seed,
        replays: flags.replays.as_deref(),
    };
    let specs = [flags.left.as_str(), &flags.right];
    let one = |game| matches::play([&players[0], &players[1]], specs, terms, game, ("", "match-"));
    let Some(games): Option<Vec<PlacementMatch>> = flags.jobs.play(0..flags.games, one)? else { return Ok(()) };
    let mut out = String::new();
    match (flags.json, flags.csv) {
        (true, _) => writeln!(out, "{}", as_json(flags, &players.map(|player| player.name), &games))?,
        (_, true) => print_games(&mut out, &games)?,
        _ => print(&mut out, flags, &players.map(|player| player.name), &games)?,
    }
    say(&out)
}

/// The player without some of its weights.
fn without(player: Contestant, words: &[String]) -> Result<Contestant, Failure> {
    if words.is_empty() {
        return Ok(player);
    }
    let mut left_out = Vec::new();
    for word in words {
        let groups = || GROUPS.iter().map(|group| group.0).collect::<Vec<_>>().join(", ");
        let found = named(word).ok_or_else(|| {
            Failure::new(format!(
                "--ablate {word}: no such weight; give names, as 'korobka recipes --json' lists those of the champion, or groups: {}",
                groups()
            ))
        })?;
        left_out.extend(found);
    }
    let Mind::Searcher(weights) = &player.mind else {
        return Err(Failure::new(format!("--ablate: {} has no weights of the champion's to leave out", player.name)));
    };
    let mind = Mind::Searcher(Arc::new(weights.without(&left_out)));
    Ok(Contestant { name: format!("{} without {}", player.name, words.join(", ")), mind, ..player })
}

/// The sum of a figure over all matches, left and right.
fn sums(games: &[PlacementMatch], of: fn(&SideCounts) -> u32) -> [f64; 2] {
    [0, 1].map(|side| games.iter().map(|game| f64::from(of(&game.result.sides[side]))).sum())
}

fn pieces(games: &[PlacementMatch]) -> f64 {
    games.iter().map(|game| f64::from(game.result.pieces)).sum::<f64>().max(1.0)
}

fn scores(games: &[PlacementMatch]) -> MatchScore {
    MatchScore::of(games.iter().map(|game| game.score))
}

fn print(out: &mut String, flags: &Arena, names: &[String; 2], games: &[PlacementMatch]) -> std::fmt::Result {
    let score = scores(games);
    writeln!(
        out,
        "{} against {}: {} games{}, {}, seed {}",
        names[0],
        names[1],
        flags.games,
        flags.dealing.describe(),
        flags.thinking.describe(),
        flags.seed
    )?;
    let end = |elo: f64| if elo.is_finite() { format!("{elo:+.0}") } else { "without end".to_owned() };
    writeln!(
        out,
        "{} won, {} drawn, {} lost: {:.1} %, 95 % {:.1}-{:.1} %; Elo {}, {} to {}",
        score.wins,
        score.draws,
        score.losses,
        100.0 * score.mean,
        100.0 * score.interval.low,
        100.0 * score.interval.high,
        end(score.elo(score.mean)),
        end(score.elo(score.interval.low)),
        end(score.elo(score.interval.high))
    )?;
    let (pieces, count) = (pieces(games), games.len() as f64);
    let (attack, sent) = (sums(games, |side| side.attack), sums(games, |side| side.sent));
    let (spins, perfect) = (sums(games, |side| side.spins), sums(games, |side| side.perfect));
    for side in 0..2 {
        let seconds: f64 = games.iter().map(|game| game.seconds[side]).sum();
        writeln!(
            out,
            "{:<24}{:.3} lines attacked and {:.3} sent a piece, {:.1} T-spins and {:.2} perfect clears a game, {:.2} ms a piece",
            names[side],
            attack[side] / pieces,
            sent[side] / pieces,
            spins[side] / count,
            perfect[side] / count,
            1e3 * seconds / pieces
        )?;
    }
    writeln!(out, "{:.0} pieces a game", pieces / count)
}

fn as_json(flags: &Arena, names: &[String; 2], games: &[PlacementMatch]) -> Value {
    let (score, pieces, count) = (scores(games), pieces(games), games.len() as f64);
    let over = |of: fn(&SideCounts) -> u32, by: f64| sums(games, of).map(|sum| sum / by);
    let thought: [f64; 2] = [0, 1].map(|side| 1e3 * games.iter().map(|game| game.seconds[side]).sum::<f64>() / pieces);
    let finite = |value: f64| value.is_finite().then_some(value);
    let results = games.iter().map(|game| {
        let sides = game.result.sides;
        json!({
            "seed": game.seed, "swapped": game.swapped, "score": game.score, "pieces": game.result.pieces,
            "attack": sides.map(|side| side.attack), "sent": sides.map(|side| side.sent), "faults": game.faults,
        })
    });
    json!({
        "left": names[0], "right": names[1], "games": games.len(), "dealer": flags.dealing.dealer, "seed": flags.seed,
        "thinking": flags.thinking.describe(), "wins": score.wins, "draws": score.draws, "losses": score.losses,
        "score": { "mean": score.mean, "low": score.interval.low, "high": score.interval.high },
        "elo": {
            "mean": finite(score.elo(score.mean)), "low": finite(score.elo(score.interval.low)),
            "high": finite(score.elo(score.interval.high)),
        },
        "attack_a_piece": over(|side| side.attack, pieces), "lines_sent_a_piece": over(|side| side.sent, pieces),
        "spins_a_game": over(|side| side.spins, count), "perfect_a_game": over(|side| side.perfect, count),
        "mean_pieces": pieces / count,
        "ms_a_piece": thought,
        "results": results.collect::<Vec<_>>(),
    })
}

fn print_games(out: &mut String, games: &[PlacementMatch]) -> std::fmt::Result {
    writeln!(
        out,
        "game,seed,swapped,score,pieces,left_attack,right_attack,left_sent,right_sent,left_spins,right_spins,left_perfect,\
         right_perfect,left_topped_out,right_topped_out"
    )?;
    for (number, game) in games.iter().enumerate() {
        let [left, right] = game.result.sides;
        writeln!(
            out,
            "{number},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
            game.seed,
            game.swapped,
            game.score,
            game.result.pieces,
            left.attack,
            right.attack,
            left.sent,
            right.sent,
            left.spins,
            right.spins,
            left.perfect,
            right.perfect,
            left.topped_out,
            right.topped_out
        )?;
    }
    Ok(())
}
