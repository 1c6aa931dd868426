//! `korobka replay`: what is in a replay, whether it is the game that was recorded, and which there are.

use super::{Failure, replay_placements, say};
use crate::app::persistence::replay::{self, SavedReplay};
use crate::app::persistence::replays;
use crate::doors::{files, map_in_order};
use crate::game::replay::{PlayerRecord, ReplayCheck, survey};
use crate::storage::{calendar, duels, paths};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Flags of `replay`.
#[derive(Debug, Args)]
pub struct ReplayFlags {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Play replays without a window and name the first tick that differs from what was recorded
    #[command(after_help = "\
Exit code 0 when every replay plays as recorded, 2 when one does not or cannot be read.

--json prints one object: replays, a list of path, agrees, ticks, differs (the first tick after which the state is not the recorded one, \
or null), agreed (the last tick after which it is), hash. A match of placements ('arena --replays') has turns in place of ticks.")]
    Verify(Verify),
    /// Print what was played, by whom, and how it ended
    #[command(after_help = "\
--json prints one object: path, bytes, format, label (name, kept, date in seconds since 1970, program), mode, seed, rules, seats (name, player, \
handling, handicap), handovers, result, ticks, seconds, keys (presses and releases), hash. Of a match of placements: path, bytes, format, label, \
mode (placements), seed, rules, ticks_a_piece, players (name, spec, fault), thinking, result, turns, hash.")]
    Info(Info),
    /// Open a replay in the window
    Watch(WatchFlags),
    /// List the saved replays, the newest first
    #[command(
        after_help = "--json prints one object: folder, replays (a list as of 'replay info', or path and error)."
    )]
    List(List),
}

#[derive(Debug, Args)]
struct Verify {
    /// The replays
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct Info {
    /// The replay
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct WatchFlags {
    /// The replay
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Debug, Args)]
struct List {
    /// The folder; that of the game without it
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// Runs the subcommand that was asked for.
///
/// # Errors
/// When a replay cannot be read or does not play as recorded, there is no folder of replays, or no
/// window can be opened.
pub fn run(arguments: &ReplayFlags) -> Result<(), Failure> {
    match &arguments.what {
        What::Verify(verify) => verified(verify),
        What::Info(info) => told(info),
        What::Watch(watch) => watched(&watch.file),
        What::List(list) => listed(list),
    }
}

#[cfg(feature = "window")]
fn watched(file: &Path) -> Result<(), Failure> {
    if duels::is_one(file) {
        return Err(Failure::new(format!(
            "{}: a match of placements, which has no keys to play; use 'replay verify' or 'replay info'",
            file.display()
        )));
    }
    let replay = Some(replay::read(file)?.replay);
    super::window::run(super::window::WindowOptions { replay, ..Default::default() }).map(|_| ())
}

#[cfg(not(feature = "window"))]
fn watched(_: &Path) -> Result<(), Failure> {
    Err(Failure::new("this korobka was built without a window; use 'replay verify' or 'replay info'"))
}

fn verified(arguments: &Verify) -> Result<(), Failure> {
    let (placed, timed): (Vec<_>, Vec<_>) = arguments.files.iter().partition(|file| duels::is_one(file));
    let read: Vec<SavedReplay> = timed.iter().map(|file| replay::read(file)).collect::<Result<_, _>>()?;
    let placings: Vec<_> = placed.iter().map(|file| duels::read(file)).collect::<Result<_, _>>()?;
    let verdicts: Vec<_> = map_in_order(None, &read, |saved| survey(&Arc::new(saved.replay.clone())))?;
    let mut rows = Vec::new();
    let mut failures = Vec::new();
    for (file, saved) in placed.iter().zip(&placings) {
        let (row, line, fails) = replay_placements::verified(file, saved);
        rows.push(row);
        if fails {
            failures.push(line);
        } else if !arguments.json {
            say(&format!("{line}\n"))?;
        }
    }
    for ((file, saved), surveyed) in timed.iter().zip(&read).zip(verdicts) {
        let (differs, agreed) = match surveyed?.verdict {
            ReplayCheck::Agrees => (None, saved.replay.ticks),
            ReplayCheck::Differs { tick, agreed } => (Some(tick), agreed),
        };
        rows.push(json!({
            "path": file, "agrees": differs.is_none(), "ticks": saved.replay.ticks, "differs": differs, "agreed": agreed,
            "hash": format!("{:016x}", saved.replay.hash),
        }));
        if let Some(tick) = differs {
            failures.push(format!(
                "{}: not the game that was recorded: tick {tick} is the first that differs (the last that agrees is {agreed}, of {})",
                file.display(),
                saved.replay.ticks
            ));
        } else if !arguments.json {
            let (ticks, hash) = (saved.replay.ticks, saved.replay.hash);
            say(&format!("{}: agrees in all of {ticks} ticks, hash {hash:016x}\n", file.display()))?;
        }
    }
    if arguments.json {
        say(&format!("{}\n", json!({ "replays": rows })))?;
    }
    match failures.as_slice() {
        [] => Ok(()),
        [one] => Err(Failure::new(one)),
        [first, ..] => Err(Failure::new(format!("{} of {} replays differ; {first}", failures.len(), rows.len()))),
    }
}

/// Everything about a replay, as JSON.
fn described(path: &Path, saved: &SavedReplay) -> Value {
    let SavedReplay { label, replay } = saved;
    let setup = &replay.setup;
    let keys: usize = replay.beats.iter().map(|beat| beat.keys.len()).sum();
    json!({
        "path": path, "bytes": files().size(path).unwrap_or(0), "format": replay::VERSION,
        "label": label, "mode": setup.mode, "seed": setup.seed, "rules": setup.rules, "seats": setup.seats,
        "handovers": replay.handovers, "result": replay.result, "ticks": replay.ticks,
        "seconds": replay.ticks as f64 / 1000.0, "keys": keys, "hash": format!("{:016x}", replay.hash),
    })
}

fn told(arguments: &Info) -> Result<(), Failure> {
    if duels::is_one(&arguments.file) {
        let (file, saved) = (&arguments.file, duels::read(&arguments.file)?);
        return match arguments.json {
            true => say(&format!("{}\n", replay_placements::described(file, &saved))),
            false => say(&replay_placements::told(&saved, &calendar::minute(saved.label.date))?),
        };
    }
    let saved = replay::read(&arguments.file)?;
    if arguments.json {
        return say(&format!("{}\n", described(&arguments.file, &saved)));
    }
    let SavedReplay { label, replay } = &saved;
    let mut text = String::new();
    let mut line = |what: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:<10} {value}");
    };
    if !label.name.is_empty() {
        line("name", label.name.clone());
    }
    line("date", format!("{} UTC{}", calendar::minute(label.date), if label.kept { ", kept" } else { "" }));
    line("program", format!("korobka {}, format {}", label.program, replay::VERSION));
    line("mode", format!("{}, seed {}", replays::mode_id(replay), replay.setup.seed));
    for seat in &replay.setup.seats {
        let player = match &seat.player {
            PlayerRecord::Person => "a person".to_owned(),
            PlayerRecord::Computer { pace, slips, .. } => {
                format!("computer, {} pieces a second, {slips} slips", f64::from(pace.milli_pps) / 1000.0)
            }
        };
        line("player", format!("{}: {player}", seat.name));
    }
    for handover in &replay.handovers {
        line("taken over", format!("seat {} by {} after tick {}", handover.seat, handover.to.name, handover.tick));
    }
    line("result", replays::outcome(replay));
    line("length", format!("{:.3} s, {} ticks", replay.ticks as f64 / 1000.0, replay.ticks));
    let keys: usize = replay.beats.iter().map(|beat| beat.keys.len()).sum();
    let bytes = files().size(&arguments.file).unwrap_or(0);
    line("size", format!("{bytes} bytes, {keys} presses and releases"));
    line("hash", format!("{:016x}", replay.hash));
    say(&text)
}

fn listed(arguments: &List) -> Result<(), Failure> {
    let folder = arguments.folder.clone().or_else(paths::replays_folder);
    let Some(folder) = folder else { return Err(Failure::new("there is no home folder; name one by --folder DIR")) };
    if !files().is_folder(&folder) && arguments.folder.is_some() {
        return Err(Failure::new(format!("there is no folder {}", folder.display())));
    }
    let found = replays::list(&folder);
    if arguments.json {
        let rows: Vec<Value> = found
            .iter()
            .map(|found| match replay::read(&found.path) {
                Ok(saved) => described(&found.path, &saved),
                Err(error) => json!({ "path": found.path, "error": error.to_string() }),
            })
            .collect();
        return say(&format!("{}\n", json!({ "folder": folder, "replays": rows })));
    }
    let mut text = String::new();
    for found in &found {
        let name = found.path.file_name().unwrap_or_default().to_string_lossy();
        let about = match &found.content {
            Ok(saved) => {
                let players: Vec<_> = saved.replay.setup.seats.iter().map(|seat| seat.name.as_str()).collect();
                let players = players.join(" - ");
                let length = saved.replay.ticks as f64 / 1000.0;
                let mode = replays::mode_id(&saved.replay);
                let kept = if saved.label.kept { " (kept)" } else { "" };
                let date = calendar::minute(saved.label.date);
                format!(
                    "{date}  {mode:<9} {length:>8.1} s  {players}: {}{kept}  {}",
                    replays::outcome(&saved.replay),
                    saved.label.name
                )
            }
            Err(error) => error.clone(),
        };
        let _ = writeln!(text, "{name:<36} {}", about.trim_end());
    }
    let _ = writeln!(text, "{} replays in {}", found.len(), folder.display());
    say(&text)
}
