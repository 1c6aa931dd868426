//! `korobka replay` of a match at the level of placements: whether it is the one that was played, and what is in it.
//! Here is also how a file is read that may hold such a match or one by ticks.

use super::Failure;
use super::output::{path_text, printable};
use crate::app::persistence::replay::{self, ReplayError, ReplayFileError, SavedReplay};
use crate::game::replay::Replay;
use crate::storage::duels::{self, DuelPlayer, SavedDuel, VERSION};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// A recorded match, as its file has it.
pub(super) enum RecordedMatch {
    /// A match by ticks.
    Ticks(Box<ReplayInFile>),
    /// A match of placements, and how many bytes its file has.
    Placements(Box<SavedDuel>, usize),
}

/// A replay, and what is told of its file.
pub(super) struct ReplayInFile {
    /// The contents of the file.
    pub(super) saved: SavedReplay,
    /// The version of the file's format.
    pub(super) format: u16,
    /// How many bytes the file has.
    pub(super) bytes: usize,
}

impl ReplayInFile {
    /// Decodes a replay, as [`replay::decode`] does.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, ReplayError> {
        let (saved, format) = (replay::decode(bytes)?, replay::version_of(bytes)?);
        Ok(Self { saved, format, bytes: bytes.len() })
    }
}

/// Reads a recorded match. Its file is opened once: a pipe has nothing for a second reader.
pub(super) fn read_match(file: &Path) -> Result<RecordedMatch, ReplayFileError> {
    replay::read_by(file, |bytes| match duels::is_duel(bytes) {
        true => Ok(RecordedMatch::Placements(Box::new(duels::decode(bytes)?), bytes.len())),
        false => Ok(RecordedMatch::Ticks(Box::new(ReplayInFile::decode(bytes)?))),
    })
}

/// Reads a match by ticks, for a command that needs keys to do something with.
///
/// # Errors
/// When the file cannot be read, or holds a match of placements; `what` ends the line then.
pub(super) fn read_keys(file: &Path, what: &str) -> Result<Replay, Failure> {
    match read_match(file)? {
        RecordedMatch::Ticks(found) => Ok(found.saved.replay),
        RecordedMatch::Placements(..) => {
            Err(Failure::new(format!("{}: a match of placements, which has no keys to {what}", file.display())))
        }
    }
}

/// Plays a match again to see whether it is the one that was recorded: the row of `replay --verify`, the line to print,
/// and whether that is a failure.
pub(super) fn verify_duel(path: &Path, saved: &SavedDuel) -> (Value, String, bool) {
    let record = &saved.record;
    let (differs, turns) = (record.first_replay_difference(), record.turns.len());
    let line = match differs {
        None => format!("{}: agrees in all of {turns} turns, hash {:016x}", path.display(), record.hash),
        Some(turn) => format!(
            "{}: not the match that was recorded: turn {turn} is the first that differs (of {turns})",
            path.display()
        ),
    };
    let row = json!({
        "path": path_text(path), "agrees": differs.is_none(), "turns": turns, "differs": differs,
        "agreed": differs.map_or(turns, |turn| turn - 1), "hash": format!("{:016x}", record.hash),
    });
    (row, line, differs.is_some())
}

/// Everything about a match, as JSON.
pub(super) fn duel_as_json(path: &Path, saved: &SavedDuel, bytes: usize) -> Value {
    let SavedDuel { label, players, thinking, record } = saved;
    json!({
        "path": path_text(path), "bytes": bytes, "format": VERSION,
        "label": label, "mode": "placements", "seed": record.seed, "rules": record.duel.rules,
        "ticks_a_piece": record.duel.pace, "players": players, "thinking": thinking, "result": record.result,
        "turns": record.turns.len(), "hash": format!("{:016x}", record.hash),
    })
}

/// Everything about a match, as lines for people.
pub(super) fn duel_as_text(saved: &SavedDuel, date: &str) -> Result<String, Failure> {
    let SavedDuel { label, players, thinking, record } = saved;
    let mut text = String::new();
    let mut line = |what: &str, value: String| writeln!(text, "{what:<10} {}", printable(&value));
    line("date", date.to_owned())?;
    line("program", format!("korobka {}, placements format {VERSION}", label.program))?;
    line("mode", format!("placements, seed {}, {thinking}", record.seed))?;
    // A player without some of its weights has no SPEC.
    let named = |player: &DuelPlayer| match player.spec.as_str() {
        "" => player.name.clone(),
        spec => format!("{} ({spec})", player.name),
    };
    for (player, side) in players.iter().zip(&record.result.sides) {
        line("player", format!("{}: {} lines attacked, {} sent", named(player), side.attack, side.sent))?;
        if let Some(fault) = &player.fault {
            line("fault", fault.clone())?;
        }
    }
    line("result", outcome(saved))?;
    line("length", format!("{} turns", record.turns.len()))?;
    line("hash", format!("{:016x}", record.hash))?;
    Ok(text)
}

/// How the match ended, in words. Both players may have the same name: the score behind it tells them apart.
fn outcome(saved: &SavedDuel) -> String {
    let ([left, right], score) = (&saved.players, saved.record.result.left_score());
    if score > 0.5 {
        format!("{} won, 1 : 0", left.name)
    } else if score < 0.5 {
        format!("{} won, 0 : 1", right.name)
    } else {
        "drawn".to_owned()
    }
}
