//! How many lines a player sends a piece, alone, with garbage or without.
//!
//! Every game has a given number of pieces from the seven-bag or a dealer, with hold and five on show, and no clock.
//! Lines sent cancel nothing.

use super::EvaluateFlags;
use crate::cli::output::{LEAST_FOR_INTERVAL, counted, json_line, repeated_games_line};
use crate::cli::thinking::find_contestant;
use crate::cli::{Failure, note, say};
use crate::measure::statistics::{Interval, mean, mean_interval, standard_deviation};
use crate::measure::{PlacementDecider, different_games};
use crate::rules::{KickTable, Random, Rules};
use crate::search::{GarbageDrip, SoloResult, SoloSettings, solo};
use crate::storage::{Catalog, Contestant, generation};
use crate::train::SeedChoice;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;

/// How many games are played, unless a flag says otherwise.
const DEFAULT_GAMES: u32 = 8;
/// How many pieces a game has, unless a flag says otherwise.
const DEFAULT_PIECES: u32 = 300;
/// The most pieces that a game can have.
const MOST_PIECES: u32 = 1_000_000;

/// The flags for the garbage that rises while a player is measured by the lines that it sends.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct GarbageFlags {
    /// Rows that rise after a number of pieces, such as 4/8, or 'drawn': at random
    #[arg(long, value_name = "ROWS/N", value_parser = drip)]
    garbage: Option<GarbageDrip>,
    /// Do not tell the player what will rise
    #[arg(long, requires = "garbage")]
    untold: bool,
}

/// Reads how garbage rises: a number of rows after a number of pieces, as `4/8`, or the word `drawn`.
fn drip(text: &str) -> Result<GarbageDrip, String> {
    if text == "drawn" {
        return Ok(GarbageDrip::Drawn);
    }
    let parts = text.split_once('/').and_then(|(rows, pieces)| Some((rows.parse().ok()?, pieces.parse().ok()?)));
    match parts {
        Some((rows, pieces)) if (1..=20).contains(&rows) && (1..=100).contains(&pieces) => {
            Ok(GarbageDrip::Even { rows, pieces })
        }
        _ => Err("give 1-20 rows and 1-100 pieces, such as 4/8, or 'drawn'".to_owned()),
    }
}

/// Plays the games and prints what they came to.
pub(super) fn run(spec: &str, flags: &EvaluateFlags) -> Result<(), Failure> {
    let conditions = &flags.conditions;
    let (count, seed, thinking) = (conditions.games.unwrap_or(DEFAULT_GAMES), conditions.seed, conditions.thinking);
    let limit = flags.caps.piece_cap.unwrap_or(DEFAULT_PIECES);
    if !(1..=MOST_PIECES).contains(&limit) {
        return Err(Failure::new(format!("--piece-cap is {limit}, must be 1-{MOST_PIECES} with --lines-sent")));
    }
    let GarbageFlags { garbage, untold } = flags.garbage;
    let set = conditions.rules;
    let rules = conditions.dealing.apply_to(Rules { half_turns: false, kicks: KickTable::Srs, ..set.rules() });
    let player = find_contestant(&Catalog::load(), spec, &rules)?;
    note_games_of_training(&player, &rules, seed);
    let course = SoloSettings { rules, pieces: limit, drip: garbage, untold };
    let one = |game: u32| {
        let mut decider = PlacementDecider::new(&player.mind, thinking.allowance(), &rules);
        let seed = Random::derived_seed(seed, game.into());
        let mut result = solo::play_solo_game(&course, seed, |state| decider.decide(state));
        let fault = decider.fault.as_ref().map(ToString::to_string);
        if let Some(fault) = &fault {
            // Whoever gives no placement looks as if there were none.
            result.topped_out = false;
            note(format_args!("game {} ended after {} pieces: {fault}", game + 1, result.pieces));
        }
        Ok((result, decider.nodes, decider.seconds, fault))
    };
    let played: Option<Vec<(SoloResult, u64, f64, Option<String>)>> = conditions.jobs.play_games(0..count, one)?;
    let Some(games) = played else { return Ok(()) };
    let results: Vec<SoloResult> = games.iter().map(|game| game.0).collect();
    let faults = games.iter().filter(|game| game.3.is_some()).count();
    let attacks: Vec<f64> = results.iter().map(SoloResult::attack_per_piece).collect();
    let (nodes, seconds) = (games.iter().map(|game| game.1).sum::<u64>(), games.iter().map(|game| game.2).sum::<f64>());
    let pieces: u64 = results.iter().map(|result| u64::from(result.pieces)).sum();
    let different = different_games(rules.generator, results.iter().copied());
    let of_different: Vec<f64> = different.iter().map(SoloResult::attack_per_piece).collect();
    let centre = mean(&attacks);
    let interval = interval(&of_different).map(|ends| ends.widened_to_mean(centre));
    let topped_out = results.iter().filter(|result| result.topped_out).count();
    let speed = nodes as f64 / seconds.max(1e-9);
    let pace = 1e3 * seconds / pieces.max(1) as f64;
    let (deviation, thought) =
        (standard_deviation(&attacks), thinking.describe(player.mind.searches(), player.is_program()));
    if flags.printing.json {
        let told = json!({
            "player": spec, "name": player.name, "games": count, "pieces": limit,
            "garbage": garbage.map(|drip| match drip {
                GarbageDrip::Even { rows, pieces } => json!({ "rows": rows, "pieces": pieces }),
                GarbageDrip::Drawn => json!("drawn"),
            }),
            "untold": untold, "dealer": conditions.dealing.dealer, "rules": conditions.rules,
            "thinking": thought, "seed": seed,
            "attack_a_piece": {
                "mean": centre, "low": interval.map(|ends| ends.low), "high": interval.map(|ends| ends.high),
                "deviation": deviation,
            },
            "different_games": different.len(), "topped_out": topped_out,
            "nodes": nodes, "nodes_a_second": speed, "ms_a_piece": pace,
            "results": games.iter().map(|game| as_json(&game.0, game.3.as_deref())).collect::<Vec<_>>(),
        });
        return say(&json_line(&told));
    }
    let mut out = String::new();
    let garbage = garbage_in_words(flags.garbage);
    let (played, dealt, rules) = (counted(count, "game"), conditions.dealing.describe(), conditions.rules.name());
    write!(out, "{}: {played} of {}, {garbage}{dealt}, rules {rules}, ", player.name, counted(limit, "piece"))?;
    writeln!(out, "{thought}, seed {seed}")?;
    let spread = match interval.filter(|ends| !ends.is_point()) {
        None => String::new(),
        Some(Interval { low, high }) => format!(", 95 % {low:.3}-{high:.3}"),
    };
    write!(out, "lines sent a piece: {centre:.3}{spread}, deviation between games {deviation:.3}; ")?;
    let faulty = if faults > 0 { format!(", ended by a fault in {faults}") } else { String::new() };
    writeln!(out, "topped out in {topped_out}{faulty}")?;
    out.push_str(&repeated_games_line([different.len()], results.len()));
    writeln!(out, "{}", average_game(&results))?;
    if nodes > 0 {
        writeln!(out, "{:.2} million nodes a second, {pace:.2} ms a piece", speed / 1e6)?;
    }
    say(&out)
}

fn garbage_in_words(GarbageFlags { garbage, untold }: GarbageFlags) -> String {
    let told = if untold { ", which nobody announces" } else { "" };
    match garbage {
        None => "no garbage".to_owned(),
        Some(GarbageDrip::Even { rows, pieces }) => {
            format!("{} of garbage every {}{told}", counted(rows, "row"), counted(pieces, "piece"))
        }
        Some(GarbageDrip::Drawn) => format!("garbage as drawn{told}"),
    }
}

/// A line with the pieces, lines and clears that a game had on average, and the longest combo of all games.
fn average_game(results: &[SoloResult]) -> String {
    let each = |of: &dyn Fn(&SoloResult) -> u32| {
        results.iter().map(|result| f64::from(of(result))).sum::<f64>() / results.len().max(1) as f64
    };
    let [pieces, lines] = [each(&|result| result.pieces), each(&|result| result.lines)];
    let [singles, doubles, triples, quads] = [0, 1, 2, 3].map(|kind: usize| each(&|result| result.plain[kind]));
    let [single, double, triple] = [0, 1, 2].map(|kind: usize| each(&|result| result.spins[kind]));
    let [minis, perfect] = [each(&|result| result.minis), each(&|result| result.perfect)];
    let longest = results.iter().map(|result| result.longest_combo).max().unwrap_or(0);
    format!(
        "a game: {pieces:.1} pieces, {lines:.1} lines: {singles:.1} singles, {doubles:.1} doubles, {triples:.1} triples, \
         {quads:.1} quads; T-spins {single:.1} single, {double:.1} double, {triple:.1} triple; {minis:.1} minis, \
         {perfect:.1} perfect clears; longest combo {longest}"
    )
}

/// Says on standard error where the player learned by the pieces of these games. A run whose games are the same in all
/// generations derives their seeds from its own as they are derived here.
fn note_games_of_training(player: &Contestant, rules: &Rules, seed: u64) {
    let Some(Ok(learned)) = player.path.as_deref().map(generation::read) else { return };
    let is_same = learned.seed == seed && learned.recipe.rules().generator == rules.generator;
    if is_same && learned.recipe.games.seeds == SeedChoice::Fixed {
        note(format_args!(
            "{} learned by games with these pieces, those of seed {seed}; take another --seed for new ones",
            player.name
        ));
    }
}

/// The 95 % interval of the mean; `None` of too few games to say anything.
fn interval(attacks: &[f64]) -> Option<Interval> {
    (attacks.len() >= LEAST_FOR_INTERVAL).then(|| mean_interval(attacks))
}

fn as_json(result: &SoloResult, fault: Option<&str>) -> Value {
    let ([singles, doubles, triples, quads], [t_singles, t_doubles, t_triples]) = (result.plain, result.spins);
    json!({
        "pieces": result.pieces, "attack": result.attack, "lines": result.lines, "singles": singles, "doubles": doubles,
        "triples": triples, "quads": quads, "t_singles": t_singles, "t_doubles": t_doubles, "t_triples": t_triples,
        "minis": result.minis, "perfect": result.perfect, "longest_combo": result.longest_combo,
        "topped_out": result.topped_out, "fault": fault,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_have_no_interval() {
        let attacks = [0.1, 0.4, 0.9, 0.2];
        assert_eq!([1, 2, 3].map(|games| interval(&attacks[..games])), [None; 3]);
        assert!(interval(&attacks).is_some_and(|ends| ends.contains(mean(&attacks)) && ends.high < 10.0));
    }

    #[test]
    fn one_row_and_one_piece_are_told_in_the_singular() {
        let told = [(1, 1), (4, 8)].map(|(rows, pieces)| {
            let garbage = Some(GarbageDrip::Even { rows, pieces });
            garbage_in_words(GarbageFlags { garbage, untold: false })
        });
        assert_eq!(told, ["1 row of garbage every 1 piece", "4 rows of garbage every 8 pieces"]);
    }

    #[test]
    fn every_kind_of_clear_is_told_under_its_own_name() {
        let clears =
            SoloResult { plain: [1, 2, 3, 4], spins: [5, 6, 7], minis: 8, perfect: 9, ..SoloResult::default() };
        let told = as_json(&SoloResult { attack: 10, lines: 11, longest_combo: 12, ..clears }, None);
        let plain = ["singles", "doubles", "triples", "quads"];
        let others = ["t_singles", "t_doubles", "t_triples", "minis", "perfect", "attack", "lines", "longest_combo"];
        for (name, count) in plain.iter().chain(&others).zip(1u64..) {
            assert_eq!(told[*name], count, "{name}");
        }
    }
}
