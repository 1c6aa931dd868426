//! `korobka replay`: what is in a replay, whether it is the game that was recorded, and which there are.

use super::lineup::speed_in_words;
use super::output::{counted, json_line, padded, path_text, printable, say};
use super::replay_placements::{self, RecordedMatch, ReplayInFile, read_match};
use super::{Failure, note};
use crate::app::persistence::replay::{self, SavedReplay};
use crate::app::persistence::replays;
use crate::doors::{files, map_in_order};
use crate::game::RecordedPlayer;
use crate::game::replay::{Replay, ReplayCheck, SeatRecord, SetupRecord, ended_rounds, survey};
use crate::game::stats::{RoundLoss, RoundStats, deciding_attack};
use crate::rules::RuleSet;
use crate::storage::{calendar, paths};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Flags of `replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka replay games/game-0001.replay         what was played, by whom, and how it ended
  korobka replay --verify games/*.replay        exit code 2 names the first tick that differs

Matches of placements ('match --level placements --replays DIR') are described and verified by their
FILE, but not listed, and have no keys to watch. What is printed: docs/lab/output.md.")]
pub struct ReplayFlags {
    /// The replay to describe, or those to verify; without one, the saved ones are listed
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Play the replays without a window, and name the first tick that differs
    #[arg(long, requires = "files")]
    verify: bool,
    /// Open the replay in the window
    #[arg(long, requires = "files", conflicts_with_all = ["verify", "json"])]
    watch: bool,
    /// List the replays of this folder instead of the game's own
    #[arg(long, value_name = "DIR", conflicts_with_all = ["files", "verify", "watch"])]
    folder: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Lists the saved replays, or says what is in one, verifies some or opens one.
///
/// # Errors
/// When a replay cannot be read or does not play as recorded, there is no folder of replays, or no
/// window can be opened.
pub fn run(arguments: &ReplayFlags) -> Result<(), Failure> {
    match arguments.files.as_slice() {
        [] => list(arguments),
        files if arguments.verify => verify_files(files, arguments.json),
        [file] if arguments.watch => watch(file),
        [file] => describe(file, arguments.json),
        [_, second, ..] => Err(Failure::new(format!(
            "{}: one replay at a time is described or watched; add --verify to verify several",
            second.display()
        ))),
    }
}

#[cfg(feature = "window")]
fn watch(file: &Path) -> Result<(), Failure> {
    let replay = Some(replay_placements::read_keys(file, "play; leave --watch out, or use --verify")?);
    super::window::run(super::window::WindowOptions { replay, ..Default::default() }).map(|_| ())
}

#[cfg(not(feature = "window"))]
fn watch(_: &Path) -> Result<(), Failure> {
    Err(Failure::new("this korobka was built without a window; leave --watch out, or use --verify"))
}

fn verify_files(files: &[PathBuf], json: bool) -> Result<(), Failure> {
    let verdicts = map_in_order(None, files, |file| match read_match(file)? {
        RecordedMatch::Placements(saved, _) => Ok(replay_placements::verify_duel(file, &saved)),
        RecordedMatch::Ticks(found) => verify(file, found.saved.replay),
    })?;
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for (file, verdict) in files.iter().zip(verdicts) {
        let (row, line, fails) = verdict.unwrap_or_else(|error: Failure| {
            let row = json!({ "path": path_text(file), "agrees": false, "error": error.to_string() });
            (row, error.to_string(), true)
        });
        rows.push(row);
        if fails {
            failures.push(line);
        } else if !json {
            say(&format!("{}\n", printable(&line)))?;
        }
    }
    if json {
        say(&json_line(&json!({ "replays": rows })))?;
    }
    match failures.as_slice() {
        [] => Ok(()),
        [one] => Err(Failure::new(one)),
        several => {
            several.iter().for_each(|line| note(format_args!("korobka: {line}")));
            Err(Failure::new(format!("{} of {} replays do not play as recorded", several.len(), rows.len())))
        }
    }
}

/// Plays a replay again to see whether it is the game that was recorded: the row of `replay --verify`, the line to
/// print, and whether that is a failure.
fn verify(file: &Path, replay: Replay) -> Result<(Value, String, bool), Failure> {
    let replay = Arc::new(replay);
    let (ticks, hash) = (replay.ticks, format!("{:016x}", replay.hash));
    let (differs, agreed) = match survey(&replay)?.check {
        ReplayCheck::Agrees => (None, ticks),
        ReplayCheck::Differs { tick, agreed } => (Some(tick), agreed),
    };
    let line = match differs {
        None => format!("{}: agrees in all of {ticks} ticks, hash {hash}", file.display()),
        Some(tick) => format!(
            "{}: not the game that was recorded: tick {tick} is the first that differs (the last that agrees is {agreed}, of {ticks})",
            file.display()
        ),
    };
    let row = json!({
        "path": path_text(file), "agrees": differs.is_none(), "ticks": ticks, "differs": differs, "agreed": agreed,
        "hash": hash,
    });
    Ok((row, line, differs.is_some()))
}

/// Everything about a replay, as JSON.
fn as_json(path: &Path, found: &ReplayInFile) -> Value {
    let ReplayInFile { saved: SavedReplay { label, replay }, format, bytes } = found;
    let setup = &replay.setup;
    let keys: usize = replay.beats.iter().map(|beat| beat.keys.len()).sum();
    json!({
        "path": path_text(path), "bytes": bytes, "format": format,
        "label": label, "mode": setup.mode, "seed": setup.seed, "rules": setup.rules, "seats": setup.seats,
        "handovers": replay.handovers, "result": replay.result, "ticks": replay.ticks,
        "seconds": replay.ticks as f64 / 1000.0, "keys": keys, "hash": format!("{:016x}", replay.hash),
    })
}

/// A round of a match, as what every seat did in it, as JSON: as the results in the window have it.
fn round_as_json(seats: &[Arc<RoundStats>]) -> Value {
    let winner = seats.first().and_then(|round| round.ended.flatten());
    let is_topped_out = seats.iter().any(|round| round.loss == Some(RoundLoss::ToppedOut));
    let best = winner.filter(|_| is_topped_out).and_then(|winner| seats.get(usize::from(winner)));
    let players = seats.iter().map(|round| {
        let made = &round.figures;
        json!({
            "loss": round.loss, "pps": made.pps(), "apm": made.apm(), "app": made.attack_per_piece(),
            "vs": made.versus_score(), "figures": made,
        })
    });
    json!({
        "winner": winner, "ticks": seats.first().map_or(0, |round| round.figures.ticks),
        "decided_by": best.and_then(|round| deciding_attack(round)), "players": players.collect::<Vec<_>>(),
    })
}

fn describe(file: &Path, json: bool) -> Result<(), Failure> {
    let found = match read_match(file)? {
        RecordedMatch::Ticks(found) => found,
        RecordedMatch::Placements(saved, bytes) => {
            return match json {
                true => say(&json_line(&replay_placements::duel_as_json(file, &saved, bytes))),
                false => say(&replay_placements::duel_as_text(&saved, &calendar::format_minute(saved.label.date))?),
            };
        }
    };
    if json {
        let mut told = as_json(file, &found);
        let rounds = ended_rounds(&Arc::new(found.saved.replay));
        told["rounds"] =
            json!(rounds.map(|rounds| rounds.iter().map(|seats| round_as_json(seats)).collect::<Vec<_>>()));
        return say(&json_line(&told));
    }
    let ReplayInFile { saved: SavedReplay { label, replay }, format, bytes } = &*found;
    let mut text = String::new();
    let mut line = |what: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:<10} {value}");
    };
    if !label.name.is_empty() {
        line("name", printable(&label.name));
    }
    line("date", format!("{}{}", calendar::format_minute(label.date), if label.kept { ", kept" } else { "" }));
    line("program", format!("korobka {}, format {format}", printable(&label.program)));
    line("mode", format!("{}, seed {}", replays::mode_id(replay), replay.setup.seed));
    if let Some(rules) = unusual_rules(&replay.setup) {
        line("rules", rules.to_owned());
    }
    for seat in &replay.setup.seats {
        line("player", format!("{}: {}", printable(&seat.name), player_in_words(seat)));
    }
    for handover in &replay.handovers {
        let (seat, name, tick) = (handover.seat + 1, printable(&handover.to.name), handover.tick);
        line("taken over", format!("seat {seat} by {name} after tick {tick}"));
    }
    line("result", printable(&replays::outcome_words(replay)));
    line("length", format!("{:.3} s, {} ticks", replay.ticks as f64 / 1000.0, replay.ticks));
    let keys: usize = replay.beats.iter().map(|beat| beat.keys.len()).sum();
    line("size", format!("{bytes} bytes, {keys} presses and releases"));
    line("hash", format!("{:016x}", replay.hash));
    say(&text)
}

/// The name of the rules by which two have attacked each other; `None` for the usual ones, and for a game alone.
fn unusual_rules(setup: &SetupRecord) -> Option<&'static str> {
    RuleSet::name_unless_usual(&setup.rules).filter(|_| setup.seats.len() > 1)
}

/// Who played at a seat, as it was set up, and who dealt the pieces there.
fn player_in_words(seat: &SeatRecord) -> String {
    let player = match &seat.player {
        RecordedPlayer::Person => "a person".to_owned(),
        RecordedPlayer::Computer { pace, slips, .. } => {
            let speed = speed_in_words(f64::from(pace.milli_pps) / 1000.0);
            format!("computer, {speed}, {}", counted(slips, "slip"))
        }
    };
    player + &seat.dealer.map_or(String::new(), |dealer| format!(", dealt by {}", dealer.name()))
}

fn list(arguments: &ReplayFlags) -> Result<(), Failure> {
    let folder = arguments.folder.clone().or_else(paths::replays_folder);
    let Some(folder) = folder else { return Err(Failure::new("there is no home folder; name one by --folder DIR")) };
    if !files().is_folder(&folder) && arguments.folder.is_some() {
        return Err(Failure::new(format!("there is no folder {}", folder.display())));
    }
    // Before the first game there is no folder yet.
    if let Err(error) = files().list(&folder)
        && (error.kind() != ErrorKind::NotFound || files().is_taken(&folder))
    {
        return Err(Failure::new(format!("cannot read folder {}: {}", folder.display(), files::reason(&error))));
    }
    let found = replays::list(&folder);
    if arguments.json {
        let rows: Vec<Value> = found
            .iter()
            .map(|found| match replay::read_by(&found.path, ReplayInFile::decode) {
                Ok(read) => as_json(&found.path, &read),
                Err(error) => json!({ "path": path_text(&found.path), "error": error.to_string() }),
            })
            .collect();
        return say(&json_line(&json!({ "folder": path_text(&folder), "replays": rows })));
    }
    let mut text = String::new();
    for found in &found {
        let name = found.path.file_name().unwrap_or_default().to_string_lossy();
        let about = match &found.content {
            Ok(saved) => {
                let players: Vec<_> = saved.replay.setup.seats.iter().map(|seat| seat.name.as_str()).collect();
                let players = players.join(" - ");
                let length = saved.replay.ticks_played() as f64 / 1000.0;
                let mode = replays::mode_id(&saved.replay);
                let kept = if saved.label.kept { " (kept)" } else { "" };
                let date = calendar::format_minute(saved.label.date);
                format!(
                    "{date}  {mode:<9} {length:>8.1} s  {players}: {}{kept}  {}",
                    replays::outcome_words(&saved.replay),
                    saved.label.name
                )
            }
            Err(error) => error.clone(),
        };
        let _ = writeln!(text, "{} {}", padded(&name, 36), printable(about.trim_end()));
    }
    let _ = writeln!(text, "{} in {}", counted(found.len(), "replay"), printable(&path_text(&folder)));
    say(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::stats::{Attack, ClearKind};
    use crate::rules::Dealer;

    /// A round of two players, of whom the left one sent more; `ended` and `losses` are as in [`RoundStats`].
    fn told(ended: Option<u8>, losses: [Option<RoundLoss>; 2]) -> Value {
        let player = |loss: Option<RoundLoss>, tick: u64, lines: u32| {
            let kind = ClearKind::Tetris;
            let mut round = RoundStats::default();
            round.figures.ticks = 10_000;
            round.attacks = vec![Attack { tick, lines, kind, combo: 0, back_to_back: false, perfect: false }];
            (round.ended, round.loss) = (Some(ended), loss);
            Arc::new(round)
        };
        round_as_json(&[player(losses[0], 9_000, 6), player(losses[1], 9_500, 4)])
    }

    #[test]
    fn a_player_is_told_with_the_dealer_of_the_pieces_where_that_was_not_chance() {
        let setup = crate::game::SeatSetup::person("Anna", crate::game::Handling::default());
        let seat = |dealer| player_in_words(&SeatRecord { dealer, ..SeatRecord::of(&setup) });
        assert_eq!([seat(None), seat(Some(Dealer::Bag2))], ["a person", "a person, dealt by bag-2"]);
    }

    #[test]
    fn the_rules_of_a_match_are_told_where_they_are_not_the_usual_ones() {
        let mut setup = Replay::of_test(1).setup;
        setup.rules = RuleSet::Tetrio2.rules();
        assert_eq!(unusual_rules(&setup), None, "nobody is attacked in a game alone");
        setup.seats.push(setup.seats[0].clone());
        assert_eq!(unusual_rules(&setup), Some("tetrio-2"));
        setup.rules = RuleSet::default().rules();
        assert_eq!(unusual_rules(&setup), None);
    }

    #[test]
    fn a_round_is_decided_by_an_attack_of_its_winner_where_somebody_topped_out() {
        let round = told(Some(1), [Some(RoundLoss::ToppedOut), None]);
        assert_eq!((&round["winner"], &round["ticks"]), (&1.into(), &10_000.into()));
        assert_eq!((&round["decided_by"]["lines"], &round["decided_by"]["tick"]), (&4.into(), &9_500.into()));
        assert_eq!((&round["players"][0]["loss"], &round["players"][1]["loss"]), (&"topped-out".into(), &().into()));
        assert_eq!(told(Some(0), [None, Some(RoundLoss::ToppedOut)])["decided_by"]["lines"], 6);
        for loss in [RoundLoss::GivenUp, RoundLoss::TimeOver, RoundLoss::Goal] {
            assert!(told(Some(1), [Some(loss), None])["decided_by"].is_null(), "{loss:?}: no attack decided it");
        }
        let drawn = told(None, [Some(RoundLoss::ToppedOut); 2]);
        assert!(drawn["winner"].is_null() && drawn["decided_by"].is_null(), "nobody won: {drawn}");
    }
}
