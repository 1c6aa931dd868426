//! The format of a replay.
//!
//! `KBREPLAY`, version (u16), length (u32) and CRC-32 (u32) of the payload, all little-endian, then the payload in bincode 2's
//! standard configuration. Who played what under which rules lies in it as JSON text, so that all of these can gain options
//! without making old files unreadable. The keys are bytes: before each beat the ticks since the last one (seven bits a
//! byte, lowest first, the top bit set when more follow), then a byte a key: action (5 bits), seat (1), down (1), and whether
//! another key of the same tick follows (1).

use super::atomic::write_whole;
use crate::game::Mode;
use crate::game::input::{Action, KeyEvent};
use crate::game::replay::{Beat, Handover, MAX_TICKS, Replay, Result as Outcome, SetupRecord};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The ending of the files' names.
pub const EXTENSION: &str = "replay";
/// The newest version that this program reads and writes.
pub const VERSION: u16 = 1;
/// The first bytes of every file.
const MAGIC: [u8; 8] = *b"KBREPLAY";
/// Bytes before the payload.
const HEADER: usize = 18;
/// The largest payload that is believed: a day of two players who press five keys a second is some 3 MB.
const MAX_PAYLOAD: usize = 16 << 20;
/// The longest name of a replay, in characters.
pub const MAX_NAME: usize = 48;

/// What a player keeps about a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Label {
    /// A name of one's own; empty for none.
    pub name: String,
    /// Never removed by itself.
    pub kept: bool,
    /// When it was recorded, in seconds since 1970 (UTC).
    pub date: u64,
    /// The version of the program that recorded it.
    pub program: String,
}

/// A replay as it lies on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// What a player keeps about it.
    pub label: Label,
    /// The replay.
    pub replay: Replay,
}

/// The JSON text.
#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(default)]
    label: Label,
    #[serde(flatten)]
    setup: SetupRecord,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    handovers: Vec<Handover>,
    #[serde(default)]
    result: Outcome,
}

/// The payload.
#[derive(Serialize, Deserialize)]
struct Payload {
    head: String,
    ticks: u64,
    hash: u64,
    /// Four bytes each.
    hashes: Vec<u8>,
    /// A byte a beat.
    checks: Vec<u8>,
    keys: Vec<u8>,
}

/// What is wrong with the bytes of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// Another kind of file.
    #[error("not a replay; give a file that korobka saved")]
    NotReplay,
    /// From a later program.
    #[error("saved in format {found}, this program knows up to {known}; use a newer korobka")]
    Newer {
        /// Its version.
        found: u16,
        /// Ours.
        known: u16,
    },
    /// The end is missing.
    #[error("cut short: {found} of {expected} bytes; take it from its source again")]
    Truncated {
        /// Bytes that should be there.
        expected: usize,
        /// Bytes that are.
        found: usize,
    },
    /// The checksum does not fit.
    #[error("altered or damaged: its checksum does not fit; take it from its source again")]
    Checksum,
    /// Something that this program cannot play.
    #[error("of the mode {0}, which this program does not know; use a newer korobka")]
    Mode(String),
    /// The contents make no sense.
    #[error("damaged: {0}; take it from its source again")]
    Damaged(String),
}

/// A file that cannot be read as a replay, or not be written.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system says no.
    #[error("cannot {what} {}: {source}", path.display())]
    System {
        /// To read or to write.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Its reason.
        source: io::Error,
    },
    /// The contents are wrong.
    #[error("{}: {problem}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its problem.
        problem: ReplayError,
    },
}

/// Writes a replay.
pub fn write(path: &Path, saved: &Saved) -> Result<(), FileError> {
    let system = |source| FileError::System { what: "write", path: path.to_owned(), source };
    let bytes = encode(saved).map_err(|problem| FileError::Format { path: path.to_owned(), problem })?;
    write_whole(path, &bytes).map_err(system)
}

/// Reads a replay.
pub fn read(path: &Path) -> Result<Saved, FileError> {
    let system = |source| FileError::System { what: "read", path: path.to_owned(), source };
    let size = std::fs::metadata(path).map_err(system)?.len();
    let format = |problem| FileError::Format { path: path.to_owned(), problem };
    if size > (HEADER + MAX_PAYLOAD) as u64 {
        return Err(format(ReplayError::Damaged(format!("{size} bytes are more than any replay has"))));
    }
    decode(&std::fs::read(path).map_err(system)?).map_err(format)
}

/// A replay's bytes.
pub fn encode(saved: &Saved) -> Result<Vec<u8>, ReplayError> {
    let Saved { label, replay } = saved;
    let head = Head {
        label: label.clone(),
        setup: replay.setup.clone(),
        handovers: replay.handovers.clone(),
        result: replay.result.clone(),
    };
    let payload = Payload {
        head: serde_json::to_string(&head).map_err(damaged)?,
        ticks: replay.ticks,
        hash: replay.hash,
        hashes: replay.hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect(),
        checks: replay.beats.iter().map(|beat| beat.check).collect(),
        keys: packed(&replay.beats),
    };
    let payload = bincode::serde::encode_to_vec(&payload, bincode::config::standard()).map_err(damaged)?;
    let mut bytes = Vec::with_capacity(HEADER + payload.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&payload).to_le_bytes());
    bytes.extend(payload);
    Ok(bytes)
}

/// The replay in these bytes, everything about it checked but whether it plays as recorded.
pub fn decode(bytes: &[u8]) -> Result<Saved, ReplayError> {
    let payload = payload(bytes)?;
    let limits = bincode::config::standard().with_limit::<MAX_PAYLOAD>();
    let (payload, used): (Payload, usize) = bincode::serde::decode_from_slice(payload, limits).map_err(damaged)?;
    if used + HEADER != bytes.len() {
        return Err(damaged("there is more in it than a replay"));
    }
    let head: serde_json::Value = serde_json::from_str(&payload.head).map_err(damaged)?;
    let mode = head.get("mode").cloned().unwrap_or_default();
    if serde_json::from_value::<Mode>(mode.clone()).is_err() {
        return Err(ReplayError::Mode(mode.to_string().chars().take(MAX_NAME).collect()));
    }
    let head: Head = serde_json::from_value(head).map_err(damaged)?;
    let Head { label, mut setup, handovers, result } = head;
    let sane = |what: &str, holds: bool| if holds { Ok(()) } else { Err(damaged(what)) };
    setup.rules = setup.rules.checked().map_err(damaged)?;
    let seats = setup.seats.len();
    sane("an impossible number of seats", (1..=2).contains(&seats))?;
    sane("longer than a day", payload.ticks <= MAX_TICKS)?;
    let known = handovers.iter().all(|handover| usize::from(handover.seat) < seats && handover.tick <= payload.ticks);
    sane("somebody takes over a seat that is not there", known)?;
    sane("a hash is cut", payload.hashes.len().is_multiple_of(4))?;
    let hashes = payload.hashes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
    let beats = unpacked(&payload.keys, &payload.checks, seats, payload.ticks)?;
    let Payload { ticks, hash, .. } = payload;
    Ok(Saved { label, replay: Replay { setup, handovers, beats, hashes, ticks, hash, result } })
}

/// The payload behind a header that is in order.
fn payload(bytes: &[u8]) -> Result<&[u8], ReplayError> {
    let start = &bytes[..bytes.len().min(MAGIC.len())];
    if start.is_empty() || start != &MAGIC[..start.len()] {
        return Err(ReplayError::NotReplay);
    }
    let Some((header, payload)) = bytes.split_first_chunk::<HEADER>() else {
        return Err(ReplayError::Truncated { expected: HEADER, found: bytes.len() });
    };
    let version = u16::from_le_bytes([header[8], header[9]]);
    if version > VERSION {
        return Err(ReplayError::Newer { found: version, known: VERSION });
    }
    if version == 0 {
        return Err(damaged("format 0 was never written"));
    }
    let length = u32::from_le_bytes([header[10], header[11], header[12], header[13]]) as usize;
    if length > MAX_PAYLOAD {
        return Err(damaged(format!("{length} bytes are more than any replay has")));
    }
    if payload.len() < length {
        return Err(ReplayError::Truncated { expected: HEADER + length, found: bytes.len() });
    }
    let checksum = u32::from_le_bytes([header[14], header[15], header[16], header[17]]);
    if payload.len() > length || crc32fast::hash(payload) != checksum {
        return Err(ReplayError::Checksum);
    }
    Ok(payload)
}

/// The bits of a key's byte.
const SEAT: u8 = 1 << 5;
const DOWN: u8 = 1 << 6;
const MORE: u8 = 1 << 7;

fn packed(beats: &[Beat]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut last = 0;
    for beat in beats.iter().filter(|beat| !beat.keys.is_empty()) {
        let mut ticks = beat.tick - last;
        last = beat.tick;
        while ticks >= 128 {
            bytes.push(ticks as u8 | 128);
            ticks >>= 7;
        }
        bytes.push(ticks as u8);
        for (index, &(seat, event)) in beat.keys.iter().enumerate() {
            let flag = |set: bool, flag: u8| if set { flag } else { 0 };
            let more = index + 1 < beat.keys.len();
            bytes.push(event.action as u8 | flag(seat > 0, SEAT) | flag(event.down, DOWN) | flag(more, MORE));
        }
    }
    bytes
}

fn unpacked(bytes: &[u8], checks: &[u8], seats: usize, ticks: u64) -> Result<Vec<Beat>, ReplayError> {
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next().ok_or_else(|| damaged("its keys are cut"));
    let mut beats = Vec::with_capacity(checks.len());
    let mut tick = 0u64;
    for &check in checks {
        let (mut since, mut shift) = (0u64, 0);
        loop {
            let byte = next()?;
            since |= u64::from(byte & 127) << shift;
            shift += 7;
            if byte & 128 == 0 {
                break;
            }
            if shift > 28 {
                return Err(damaged("a key is a day late"));
            }
        }
        tick += since;
        if since == 0 || tick > ticks {
            return Err(damaged("a key is pressed at an impossible time"));
        }
        let mut keys = Vec::new();
        loop {
            let byte = next()?;
            let seat = u8::from(byte & SEAT != 0);
            let action = Action::ALL.get(usize::from(byte & 31)).copied();
            let Some(action) = action.filter(|_| usize::from(seat) < seats) else {
                return Err(damaged("a key does what no key does"));
            };
            keys.push((seat, KeyEvent { action, down: byte & DOWN != 0 }));
            if byte & MORE == 0 {
                break;
            }
            if keys.len() > 2 * Action::ALL.len() {
                return Err(damaged("more keys in a tick than there are"));
            }
        }
        beats.push(Beat { tick, check, keys });
    }
    if bytes.next().is_some() {
        return Err(damaged("it has more keys than checks"));
    }
    Ok(beats)
}

/// On one line, whatever the reason's own form.
fn damaged(reason: impl ToString) -> ReplayError {
    ReplayError::Damaged(reason.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}
