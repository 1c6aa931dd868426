//! Matches of two players by placements, each seed from both sides.
//!
//! Each side has its own pieces and holes of the seed. Games come in pairs, the second with the players' sides changed,
//! so that luck is shared out.

use super::placement_match::{self, DEFAULT_GAMES, MatchTerms, PlacementMatchResult};
use super::{MatchFlags, MatchesPlayed};
use crate::cli::Failure;
use crate::cli::output::{json_line, padded, places, repeated_games_line};
use crate::measure::match_score::{MatchScore, elo_in_words};
use crate::mind::Mind;
use crate::search::DuelResult;
use crate::search::duel::SideCounts;
use crate::search::groups::{UNANNOUNCED_GARBAGE_GROUP, WEIGHT_GROUPS, expand_group_or_weight};
use crate::storage::{Catalog, Contestant, duels};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// The least width of the names before the players' figures, in places of a terminal.
const LEAST_NAME_WIDTH: usize = 24;

/// Plays the matches. Returns what they came to; `None` on a rank of a cluster that is not the first.
pub(super) fn run(flags: &MatchFlags, catalog: &Catalog, specs: [&str; 2]) -> Result<Option<MatchesPlayed>, Failure> {
    let conditions = &flags.conditions;
    let rules = conditions.dealing.apply_to(conditions.rules.rules());
    let [left, right] = specs.map(|spec| placement_match::find_player(catalog, spec, &rules));
    let players = [left?, without(right?, &flags.ablate)?];
    let terms = MatchTerms::of(flags, rules, conditions.seed, &players);
    placement_match::make_replay_folder(terms.replays, duels::EXTENSION)?;
    // No SPEC names a player that lacks some of its weights.
    let specs = if flags.ablate.is_empty() { specs } else { [specs[0], ""] };
    let one = |game| Ok(placement_match::play_match([&players[0], &players[1]], specs, terms, game, ("", "match-")));
    let played: Option<Vec<PlacementMatchResult>> =
        conditions.jobs.play_games(0..conditions.games.unwrap_or(DEFAULT_GAMES), one)?;
    let Some(games) = played else { return Ok(None) };
    let names = players.map(|player| player.name);
    let mut out = String::new();
    match (flags.printing.json, flags.printing.csv) {
        (true, _) => out.push_str(&json_line(&as_json(flags, &terms.thinking_words(), &names, &games))),
        (_, true) => print_games(&mut out, &games)?,
        _ => print(&mut out, flags, &terms.thinking_words(), &names, &games)?,
    }
    Ok(Some((out, placement_match::expect_saved(games.iter().map(|game| game.unsaved.as_deref())))))
}

/// The player without some of its weights.
fn without(player: Contestant, words: &[String]) -> Result<Contestant, Failure> {
    if words.is_empty() {
        return Ok(player);
    }
    let mut left_out = Vec::new();
    for word in words {
        let found = expand_group_or_weight(word).ok_or_else(|| {
            let groups = WEIGHT_GROUPS.iter().map(|group| group.0).chain([UNANNOUNCED_GARBAGE_GROUP]);
            Failure::new(format!(
                "--ablate {word}: no such weight; give names, as 'korobka recipes --json' lists those of the champion, or groups: {}",
                groups.collect::<Vec<_>>().join(", ")
            ))
        })?;
        left_out.extend(found);
    }
    let Mind::Searcher(weights) = &player.mind else {
        return Err(Failure::new(format!("--ablate: {} has no weights of the champion's to leave out", player.name)));
    };
    let without = weights.without(&left_out);
    if without == **weights {
        let (words, name) = (words.join(","), player.name);
        return Err(Failure::new(format!("--ablate {words}: {name} has no such weights, and would play itself")));
    }
    let mind = Mind::Searcher(Arc::new(without));
    Ok(Contestant { name: format!("{} without {}", player.name, words.join(", ")), mind, ..player })
}

/// The sum of one figure over all matches, for the left and the right player.
fn sums(games: &[PlacementMatchResult], of: fn(&SideCounts) -> u32) -> [f64; 2] {
    [0, 1].map(|side| games.iter().map(|game| f64::from(of(&game.result.sides[side]))).sum())
}

fn pieces(games: &[PlacementMatchResult]) -> f64 {
    games.iter().map(|game| f64::from(game.result.pieces)).sum::<f64>().max(1.0)
}

/// The left player's score, and how many different games its interval rests on.
fn scores(flags: &MatchFlags, games: &[PlacementMatchResult]) -> (MatchScore, usize) {
    let different = flags.different_matches(games);
    let of_different = different.iter().map(DuelResult::left_score);
    (MatchScore::of_repeated(games.iter().map(|game| game.score), of_different), different.len())
}

fn print(
    out: &mut String,
    flags: &MatchFlags,
    thinking: &str,
    names: &[String; 2],
    games: &[PlacementMatchResult],
) -> std::fmt::Result {
    let (score, different) = scores(flags, games);
    writeln!(out, "{} against {}: {} games{}", names[0], names[1], games.len(), flags.terms(thinking))?;
    let [elo, low, high] = score.elo().map(elo_in_words);
    let [mean, least, most] = [score.mean, score.interval.low, score.interval.high].map(|share| 100.0 * share);
    let counts = score.counts_in_words();
    writeln!(out, "{counts}: {mean:.1} %, 95 % {least:.1}-{most:.1} %; Elo {elo}, {low} to {high}")?;
    out.push_str(&repeated_games_line([different], games.len()));
    let (pieces, count) = (pieces(games), games.len() as f64);
    let (attack, sent) = (sums(games, |side| side.attack), sums(games, |side| side.sent));
    let (spins, perfect) = (sums(games, |side| side.spins), sums(games, |side| side.perfect));
    let width = names.iter().map(|name| places(name)).max().unwrap_or(0).max(LEAST_NAME_WIDTH);
    for side in 0..2 {
        let seconds: f64 = games.iter().map(|game| game.seconds[side]).sum();
        writeln!(
            out,
            "{} {:.3} lines attacked and {:.3} sent a piece, {:.1} T-spins and {:.2} perfect clears a game, {:.2} ms a piece",
            padded(&names[side], width),
            attack[side] / pieces,
            sent[side] / pieces,
            spins[side] / count,
            perfect[side] / count,
            1e3 * seconds / pieces
        )?;
    }
    writeln!(out, "{:.0} pieces a game", pieces / count)
}

fn as_json(flags: &MatchFlags, thinking: &str, names: &[String; 2], games: &[PlacementMatchResult]) -> Value {
    let ((score, different), pieces, count) = (scores(flags, games), pieces(games), games.len() as f64);
    let over = |of: fn(&SideCounts) -> u32, by: f64| sums(games, of).map(|sum| sum / by);
    let thought: [f64; 2] = [0, 1].map(|side| 1e3 * games.iter().map(|game| game.seconds[side]).sum::<f64>() / pieces);
    let [elo, low, high] = score.elo().map(|value| value.is_finite().then_some(value));
    let results = games.iter().map(|game| {
        let sides = game.result.sides;
        json!({
            "seed": game.seed, "swapped": game.swapped, "score": game.score, "pieces": game.result.pieces,
            "attack": sides.map(|side| side.attack), "sent": sides.map(|side| side.sent), "faults": game.faults,
        })
    });
    json!({
        "left": flags.players[0], "right": flags.players[1], "names": names, "ablated": flags.ablate, "games": games.len(), "dealer": flags.conditions.dealing.dealer, "seed": flags.conditions.seed,
        "rules": flags.conditions.rules, "equal_terms": flags.equal_terms,
        "thinking": thinking, "wins": score.wins, "draws": score.draws, "losses": score.losses,
        "different_games": different,
        "score": { "mean": score.mean, "low": score.interval.low, "high": score.interval.high },
        "elo": { "mean": elo, "low": low, "high": high },
        "attack_a_piece": over(|side| side.attack, pieces), "lines_sent_a_piece": over(|side| side.sent, pieces),
        "spins_a_game": over(|side| side.spins, count), "perfect_a_game": over(|side| side.perfect, count),
        "mean_pieces": pieces / count,
        "ms_a_piece": thought,
        "results": results.collect::<Vec<_>>(),
    })
}

fn print_games(out: &mut String, games: &[PlacementMatchResult]) -> std::fmt::Result {
    writeln!(
        out,
        "game,seed,swapped,score,pieces,left_attack,right_attack,left_sent,right_sent,left_spins,right_spins,left_perfect,\
         right_perfect,left_topped_out,right_topped_out"
    )?;
    let counts: [fn(&SideCounts) -> u32; 4] = [|of| of.attack, |of| of.sent, |of| of.spins, |of| of.perfect];
    for (number, game) in (1..).zip(games) {
        let PlacementMatchResult { seed, swapped, score, result: DuelResult { sides, pieces }, .. } = game;
        write!(out, "{number},{seed},{swapped},{score},{pieces}")?;
        for count in counts {
            write!(out, ",{},{}", count(&sides[0]), count(&sides[1]))?;
        }
        writeln!(out, ",{},{}", sides[0].topped_out, sides[1].topped_out)?;
    }
    Ok(())
}
