//! The format of a replay's file, and how it is written and read.
//!
//! A replay is the [`envelope`] `KBREPLAY` with a payload in bincode 2's standard configuration. The players, their
//! options and the rules are JSON text in it, so that they can gain options without making old files unreadable. The
//! keys are two streams of bytes, described in `replay_keys`. Text and streams are compressed by deflate; in version 1,
//! which is still read, nothing is.

use super::replay_keys::{self, TimeAndKeyStreams};
use crate::game::Mode;
use crate::game::replay::{HASH_EVERY, Handover, MAX_TICKS, Replay, ReplayResult as Outcome, SetupRecord};
use crate::storage::MatchLabel;
use crate::storage::envelope::{self, FormatProblem, compress, decompress, encode_part, ensure, read_part};
use crate::tbp::message::shortened;
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// The ending of the names of replay files.
pub const EXTENSION: &str = "replay";
/// The newest version that this program reads and writes.
pub const VERSION: u16 = 2;
/// The largest payload of a replay that is read, in bytes. A day of two players who press five keys a second
/// takes some 3 MB.
const MAX_PAYLOAD: usize = 16 << 20;
/// The kind of file that a replay is, as its envelope tells it.
const KIND: envelope::FileKind = envelope::FileKind {
    magic: *b"KBREPLAY",
    name: "replay",
    foreign: "not a replay; give a file that korobka saved",
    newest: VERSION,
    max_payload: MAX_PAYLOAD,
};
/// The longest name of a replay, in characters.
pub const MAX_REPLAY_NAME: usize = 48;

/// A replay as it is saved on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedReplay {
    /// The label: what the player has noted about the replay.
    pub label: MatchLabel,
    /// The recorded game: its setup, its keys and its result.
    pub replay: Replay,
}

/// The part of a replay that is JSON text.
#[derive(Serialize, Deserialize)]
struct ReplayHead {
    #[serde(default)]
    label: MatchLabel,
    #[serde(flatten)]
    setup: SetupRecord,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    handovers: Vec<Handover>,
    #[serde(default)]
    result: Outcome,
}

/// The version of the format of a replay's bytes.
///
/// # Errors
/// An error if the bytes are damaged, or of a newer version.
pub fn version_of(bytes: &[u8]) -> Result<u16, FormatProblem> {
    KIND.open(bytes).map(|(version, _)| version)
}

/// The contents of a replay's file of version 2.
#[derive(Serialize, Deserialize)]
struct ReplayPayload {
    /// The [`ReplayHead`] as JSON text, compressed.
    head: Vec<u8>,
    ticks: u64,
    hash: u64,
    /// The hashes of the match that were recorded, four bytes each.
    hashes: Vec<u8>,
    /// The check of each beat, one byte each: a short hash of the match at that tick.
    checks: Vec<u8>,
    /// The ticks from each beat to the next, compressed. A beat is a tick in which any key changed.
    times: Vec<u8>,
    /// The keys that changed in each beat, compressed.
    keys: Vec<u8>,
}

/// The payload of version 1, with nothing compressed, and times and keys in one stream.
#[derive(Serialize, Deserialize)]
struct Payload1 {
    head: String,
    ticks: u64,
    hash: u64,
    hashes: Vec<u8>,
    checks: Vec<u8>,
    keys: Vec<u8>,
}

/// What is wrong with the bytes of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The file is no whole replay: its envelope or its contents are wrong.
    #[error(transparent)]
    File(#[from] FormatProblem),
    /// The replay is of a mode that this program does not know.
    #[error("of the mode {0}, which this program does not know; use a newer korobka")]
    Mode(String),
}

/// The error when a file cannot be read as a replay, or not be written.
pub type ReplayFileError = envelope::FileError<ReplayError>;

/// Writes a replay to a file.
///
/// # Errors
/// An error if the replay cannot be encoded, or the file cannot be written.
pub fn write(path: &Path, saved: &SavedReplay) -> Result<(), ReplayFileError> {
    write_labelled(path, &saved.label, &saved.replay)
}

/// Writes a replay that others go on using to a file, with its label: a recording of hours is not copied for it.
///
/// # Errors
/// An error if the replay cannot be encoded, or the file cannot be written.
pub fn write_labelled(path: &Path, label: &MatchLabel, replay: &Replay) -> Result<(), ReplayFileError> {
    KIND.write(path, encode_labelled(label, replay))
}

/// Writes a replay with its label to a new file. False if the path is taken, also by what another program writes now.
///
/// # Errors
/// An error if the replay cannot be encoded, or the file cannot be written.
pub fn write_new(path: &Path, label: &MatchLabel, replay: &Replay) -> Result<bool, ReplayFileError> {
    KIND.write_new(path, encode_labelled(label, replay))
}

/// Reads a replay from a file.
///
/// # Errors
/// An error if the file cannot be read, or holds no replay that this program can play.
pub fn read(path: &Path) -> Result<SavedReplay, ReplayFileError> {
    read_by(path, decode)
}

/// Reads a file once, and decodes its bytes, which may also be those of another kind of match.
///
/// # Errors
/// An error if the file cannot be read, or its bytes cannot be decoded.
pub fn read_by<T>(path: &Path, decode: impl FnOnce(&[u8]) -> Result<T, ReplayError>) -> Result<T, ReplayFileError> {
    KIND.read(path, decode)
}

/// Encodes a replay as the bytes of a file.
///
/// # Errors
/// An error if the replay cannot be encoded.
pub fn encode(saved: &SavedReplay) -> Result<Vec<u8>, ReplayError> {
    encode_labelled(&saved.label, &saved.replay)
}

fn encode_labelled(label: &MatchLabel, replay: &Replay) -> Result<Vec<u8>, ReplayError> {
    let head = ReplayHead {
        label: label.clone(),
        setup: replay.setup.clone(),
        handovers: replay.handovers.clone(),
        result: replay.result.clone(),
    };
    let TimeAndKeyStreams { times, keys } = replay_keys::encode_streams(&replay.beats);
    let payload = ReplayPayload {
        head: compress(serde_json::to_string(&head).map_err(damaged)?.as_bytes()),
        ticks: replay.ticks,
        hash: replay.hash,
        hashes: replay.hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect(),
        checks: replay.beats.iter().map(|beat| beat.check).collect(),
        times: compress(&times.unwrap_or_default()),
        keys: compress(&keys),
    };
    Ok(KIND.seal(VERSION, &encode_part(&payload)?))
}

/// Decodes the bytes of a replay, and checks everything but whether it plays as recorded.
///
/// # Errors
/// An error if the bytes are damaged, of a newer version, or of a mode that this program does not know.
pub fn decode(bytes: &[u8]) -> Result<SavedReplay, ReplayError> {
    let (version, payload) = KIND.open(bytes)?;
    let (head, ticks, hash, hashes, checks, streams) = match version {
        1 => {
            let Payload1 { head, ticks, hash, hashes, checks, keys } = read_payload(payload)?;
            (head, ticks, hash, hashes, checks, TimeAndKeyStreams { times: None, keys })
        }
        _ => {
            let ReplayPayload { head, ticks, hash, hashes, checks, times, keys } = read_payload(payload)?;
            let head = String::from_utf8(decompress(&head, MAX_PAYLOAD)?).map_err(damaged)?;
            let times = Some(decompress(&times, MAX_PAYLOAD)?);
            let streams = TimeAndKeyStreams { times, keys: decompress(&keys, MAX_PAYLOAD)? };
            (head, ticks, hash, hashes, checks, streams)
        }
    };
    let head: serde_json::Value = serde_json::from_str(&head).map_err(damaged)?;
    let mode = head.get("mode").cloned().unwrap_or_default();
    if serde_json::from_value::<Mode>(mode.clone()).is_err() {
        return Err(ReplayError::Mode(mode.to_string().chars().take(MAX_REPLAY_NAME).collect()));
    }
    let head: ReplayHead = serde_json::from_value(head).map_err(FormatProblem::of_text)?;
    let ReplayHead { mut label, mut setup, mut handovers, result } = head;
    // Names are anybody's words, and stand in one line with others.
    let later = handovers.iter_mut().map(|handover| &mut handover.to);
    for seat in setup.seats.iter_mut().chain(later) {
        seat.name = shortened(&seat.name);
    }
    setup.course.name = shortened(&setup.course.name);
    label.name = shortened(&label.name);
    setup.rules = setup.rules.checked().map_err(damaged)?;
    let seats = setup.seats.len();
    ensure("an impossible number of seats", (1..=2).contains(&seats))?;
    ensure("longer than a day", ticks <= MAX_TICKS)?;
    ensure("garbage beyond all limits", setup.course.feed.is_within_limits())?;
    let known = handovers.iter().all(|handover| usize::from(handover.seat) < seats && handover.tick <= ticks);
    ensure("somebody takes over a seat that is not there", known)?;
    ensure("a hash is cut", hashes.len().is_multiple_of(4))?;
    let hashes: Vec<u32> = hashes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
    let beats = replay_keys::decode_streams(&streams, &checks, seats, ticks)?;
    ensure("hashes are missing", hashes.len() as u64 == ticks / HASH_EVERY)?;
    Ok(SavedReplay { label, replay: Replay { setup, handovers, beats, hashes, ticks, hash, result } })
}

fn read_payload<P: serde::de::DeserializeOwned>(payload: &[u8]) -> Result<P, ReplayError> {
    let (read, rest) = read_part::<MAX_PAYLOAD, P>(payload)?;
    ensure("there is more in it than a replay", rest.is_empty())?;
    Ok(read)
}

fn damaged(reason: impl ToString) -> ReplayError {
    FormatProblem::damaged(reason.to_string()).into()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A replay that is read from its file after a part of its text got other words.
    fn read_with(part: &str, words: &str) -> Result<SavedReplay, String> {
        let bytes = encode(&saved()).unwrap();
        let (version, payload) = KIND.open(&bytes).unwrap();
        let payload: ReplayPayload = read_payload(payload).unwrap();
        let head = String::from_utf8(decompress(&payload.head, MAX_PAYLOAD).unwrap()).unwrap();
        assert!(head.contains(part), "{part} in {head}");
        let head = compress(head.replace(part, words).as_bytes());
        let bytes = KIND.seal(version, &encode_part(&ReplayPayload { head, ..payload }).unwrap());
        decode(&bytes).map_err(|error| error.to_string())
    }

    fn saved() -> SavedReplay {
        SavedReplay { label: MatchLabel::for_recording(7), replay: Replay::of_test(100) }
    }

    #[test]
    fn what_a_later_version_says_of_a_game_is_passed_over_or_named_and_called_no_damage() {
        assert_eq!(read_with(r#""seed":"#, r#""later":[7],"seed":"#), Ok(saved()));
        let line = "with the value slow-motion, which this program does not know; use a newer korobka";
        assert_eq!(read_with(r#""table":"guideline""#, r#""table":"slow-motion""#).unwrap_err(), line);
        assert!(read_with(r#""seed":"#, r#""seed":-"#).unwrap_err().starts_with("damaged: "));
    }

    #[test]
    fn a_name_in_a_file_is_read_as_one_short_line() {
        let name = |words: &str| {
            let read = read_with(r#""seats":[{"name":""#, &format!(r#""seats":[{{"name":"{words}"#)).unwrap();
            read.replay.setup.seats[0].name.clone()
        };
        assert!(name(r"Bo\u202eris\n7-0 ").starts_with("Bo ris 7-0 "));
        assert_eq!(name(&"Ж".repeat(1000)), "Ж".repeat(120) + "...");
    }
}
