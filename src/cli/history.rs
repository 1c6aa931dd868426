//! `korobka history`: the finished games of a person, as a table, as CSV or as JSON.

use super::output::{json_line, padded, printable};
use super::printing::PrintingFlags;
use super::{Failure, note, say};
#[cfg(feature = "net")]
use crate::app::online::signatures_in_words;
use crate::app::persistence::rating::rating_text;
use crate::app::persistence::{FinishedGame, history};
use crate::doors::files;
use crate::doors::files::reason;
use crate::game::modes::table::MODES;
use crate::game::{Mode, Pace};
use crate::storage::{calendar, paths};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::ErrorKind;

/// Flags of `history`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka history --last 20
  korobka history --csv --mode versus

The columns of --csv and the object of --json: docs/lab/output.md; what the figures mean:
docs/guide/figures.md.")]
pub struct HistoryFlags {
    #[command(flatten)]
    printing: PrintingFlags,
    /// Only games of this mode, such as marathon or versus
    #[arg(long, value_parser = mode)]
    mode: Option<Mode>,
    /// Only games against this opponent: its SPEC (such as iwumbwe:7) or name, or the key of somebody elsewhere
    #[arg(long, value_name = "WHO")]
    opponent: Option<String>,
    /// Only this many games, the last ones
    #[arg(long)]
    last: Option<usize>,
}

/// Prints the finished games as a table, as CSV or as JSON.
///
/// # Errors
/// When there is no home folder, or the history cannot be read or printed.
pub fn run(arguments: &HistoryFlags) -> Result<(), Failure> {
    let Some(folder) = paths::data_folder() else {
        return Err(Failure::new("there is no home folder, so there is no history; name one in KOROBKA_HOME"));
    };
    let file = folder.join(history::FILE_NAME);
    if let Err(error) = files().read_start(&file, 1)
        && error.kind() != ErrorKind::NotFound
    {
        return Err(Failure::new(format!("cannot read {}: {}", file.display(), reason(&error))));
    }
    let (mut games, warnings) = history::load(&folder);
    let some = !games.is_empty();
    games.retain(|game| arguments.mode.is_none_or(|mode| mode.entry().id == game.mode));
    games.retain(|game| arguments.opponent.as_ref().is_none_or(|wanted| is_against(game, wanted)));
    let first = arguments.last.map_or(0, |last| games.len().saturating_sub(last));
    let games = &games[first..];
    if arguments.printing.json {
        return say(&json_line(&json!({ "games": as_json(games), "warnings": warnings })));
    }
    for warning in &warnings {
        note(format_args!("korobka: {warning}"));
    }
    if arguments.printing.csv {
        return say(&history::to_csv(games));
    }
    if games.is_empty() && some {
        return say("None of the finished games is what the flags ask for.\n");
    }
    say(&table(games)?)
}

/// Whether the opponent of a game was a computer player of this SPEC or name, or somebody of this name or key.
fn is_against(game: &FinishedGame, wanted: &str) -> bool {
    game.opponent.as_ref().is_some_and(|foe| foe.spec == wanted || foe.title() == wanted)
        || game.online.as_ref().is_some_and(|other| other.name == wanted || other.id == wanted)
}

/// Reads the name of a mode, which the history keeps without its lines or rows.
fn mode(word: &str) -> Result<Mode, String> {
    Mode::from_id(word).ok_or_else(|| format!("known are {}", MODES.map(|entry| entry.id).join(", ")))
}

/// A build without the network cannot check signatures, and says nothing of them.
#[cfg(not(feature = "net"))]
fn signatures_in_words(_: &FinishedGame) -> Option<String> {
    None
}

/// The games as their lines have them, those with somebody elsewhere also with what their signatures are worth.
fn as_json(games: &[FinishedGame]) -> Vec<Value> {
    let with_signatures = |game: &FinishedGame| {
        let mut line = json!(game);
        if let Some(words) = signatures_in_words(game) {
            line["online"]["signed"] = json!(words);
        }
        line
    };
    games.iter().map(with_signatures).collect()
}

fn table(games: &[FinishedGame]) -> Result<String, Failure> {
    let mut out = String::new();
    if games.is_empty() {
        return Ok("No finished games here yet.\n".to_owned());
    }
    writeln!(
        out,
        "{:<17} {:<10} {:<22} {:<6} {:>8} {:>9} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}",
        "date", "mode", "opponent", "result", "seconds", "score", "pps", "apm", "app", "vs", "finesse", "rating"
    )?;
    for game in games {
        let you = &game.you;
        let foe = match (&game.opponent, &game.online) {
            (Some(foe), _) if foe.pace == Pace::FASTEST => format!("{} at full speed", foe.title()),
            (Some(foe), _) => format!("{} {}/s", foe.title(), f64::from(foe.pace.milli_pps) / 1000.0),
            (None, Some(other)) => other.name.clone(),
            (None, None) => String::new(),
        };
        // Somebody elsewhere has the name that their program tells.
        let (mode, foe) = (printable(&game.mode), padded(&foe, 22));
        let rules = match game.attack_rules.as_str() {
            "" => String::new(),
            name => format!("  by {}", printable(name)),
        };
        let left = match game.has_person_left() {
            Some(true) => "  you left",
            Some(false) => "  the other left",
            None => "",
        };
        writeln!(
            out,
            "{:<17} {:<10} {} {:<6} {:>8.1} {:>9} {:>6.2} {:>6.1} {:>6.2} {:>6.1} {:>7} {:>7}{rules}{left}{}",
            calendar::format_minute(game.date),
            mode,
            foe,
            game.verdict.id(),
            you.ticks as f64 / 1000.0,
            you.score,
            you.pps(),
            you.apm(),
            you.attack_per_piece(),
            you.versus_score(),
            you.finesse_per_cent().map_or_else(|| "-".to_owned(), |share| format!("{share} %")),
            game.rated.map_or_else(|| "-".to_owned(), |rated| rating_text(rated.rating, rated.deviation)),
            signatures_in_words(game).map_or_else(String::new, |words| format!("  {}", printable(&words))),
        )?;
    }
    Ok(out)
}

#[cfg(all(test, feature = "net"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::persistence::history::{ComputerOpponent, GameOutcome, OnlineOpponent};

    #[test]
    fn the_name_of_somebody_elsewhere_does_not_steer_the_terminal() {
        let online = Some(OnlineOpponent { name: "Bo\u{1b}[2Jris\r".to_owned(), ..OnlineOpponent::default() });
        let told = table(&[FinishedGame { online, ..FinishedGame::default() }]).unwrap();
        assert!(told.contains("Bo [2Jris "), "{told}");
        assert!(told.lines().all(|line| !line.contains(char::is_control)), "{told}");
    }

    #[test]
    fn a_match_is_listed_with_its_attack_rules_where_they_are_not_the_usual_ones() {
        let games = ["", "tetrio-2"].map(|name| FinishedGame { attack_rules: name.to_owned(), ..Default::default() });
        let told = table(&games).unwrap();
        let is_told: Vec<bool> = told.lines().map(|line| line.ends_with("  by tetrio-2")).collect();
        assert_eq!(is_told, [false, false, true]);
    }

    #[test]
    fn an_opponent_is_listed_with_its_speed_also_where_that_has_no_limit() {
        let listed = |pace: Pace| {
            let opponent = Some(ComputerOpponent { spec: "lin:5".to_owned(), pace, slips: 0 });
            table(&[FinishedGame { opponent, ..FinishedGame::default() }]).unwrap()
        };
        assert!(listed(Pace { milli_pps: 1500 }).contains(" 1.5/s "));
        assert!(listed(Pace::FASTEST).contains(" at full speed "));
    }

    #[test]
    fn a_match_that_somebody_left_is_listed_with_who_that_was() {
        let endings = [(GameOutcome::Won, true), (GameOutcome::Lost, true), (GameOutcome::Lost, false)];
        let games = endings.map(|(verdict, left)| {
            let online = Some(OnlineOpponent { left, ..OnlineOpponent::default() });
            FinishedGame { verdict, online, ..FinishedGame::default() }
        });
        let told = table(&games).unwrap();
        let left: Vec<_> = told.lines().map(|line| line.split("  ").find(|words| words.ends_with(" left"))).collect();
        assert_eq!(left, [None, Some("the other left"), Some("you left"), None]);
    }

    #[test]
    fn a_game_with_somebody_elsewhere_is_listed_with_what_its_signatures_are_worth() {
        let online = Some(OnlineOpponent { name: "Boris".to_owned(), ..OnlineOpponent::default() });
        let games = [FinishedGame { online, ..FinishedGame::default() }, FinishedGame::default()];
        let told = table(&games).unwrap();
        let is_told: Vec<bool> = told.lines().map(|line| line.ends_with("  not signed")).collect();
        assert_eq!(is_told, [false, true, false]);
        let lines = as_json(&games);
        assert_eq!((&lines[0]["online"]["signed"], lines[1].get("online")), (&json!("not signed"), None));
    }
}
