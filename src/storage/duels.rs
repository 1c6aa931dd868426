//! The format of a match at the level of placements, as `match --replays` saves it.
//!
//! The [`envelope`] `KBPLACED`, its payload in bincode 2's standard configuration: who played what as JSON text, which
//! can gain fields, and the placements in three bytes each, both packed by deflate. A byte of hash for each turn and
//! eight at the end tell whether a replay is the same match.

use super::envelope::{self, FileError, FormatProblem, compress, decompress, encode_part, ensure, read_part};
use super::label::MatchLabel;
use crate::rules::{BoardSize, Facing, GeneratorKind, PieceSet, Spin};
use crate::search::record::{DuelTurn, PlacedPiece};
use crate::search::{DuelRecord, DuelResult, DuelSettings};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The ending of the names of the files of duels, without the dot.
pub const EXTENSION: &str = "placements";
/// The newest version that this program reads and writes.
pub const VERSION: u16 = 1;
/// The most bytes of a payload that are accepted: the longest match takes some 10 kB.
const MAX_PAYLOAD: usize = 1 << 20;
/// The most turns that the match in a file may have.
const MAX_TURNS: usize = 100_000;
/// How many bytes a placement takes in a file.
const SET: usize = 3;
/// The kind of these files, by which their envelope is written and read.
const KIND: envelope::FileKind = envelope::FileKind {
    magic: *b"KBPLACED",
    name: "match of placements",
    foreign: "not a match of placements; give a file that 'korobka match --level placements --replays' saved",
    newest: VERSION,
    max_payload: MAX_PAYLOAD,
};

/// A match as it lies on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedDuel {
    /// When and by which program it was played.
    pub label: MatchLabel,
    /// The two players of the match, by seat.
    pub players: [DuelPlayer; 2],
    /// How long the players thought, in words.
    pub thinking: String,
    /// The match itself: settings, seed, placements and hashes.
    pub record: DuelRecord,
}

/// The player of one side of a saved match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DuelPlayer {
    /// The name that the player was shown by.
    pub name: String,
    /// The player's SPEC on the command line; empty where none names it.
    pub spec: String,
    /// What the player did wrong, which lost it the match; `None` if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The part of the file that is JSON text: the players, the settings, the seed and the result.
#[derive(Serialize, Deserialize)]
struct DuelHead {
    #[serde(default)]
    label: MatchLabel,
    #[serde(default)]
    players: [DuelPlayer; 2],
    #[serde(default)]
    thinking: String,
    duel: DuelSettings,
    seed: u64,
    #[serde(default)]
    result: DuelResult,
}

/// What the envelope of a file holds: the head, the placements and the hashes.
#[derive(Serialize, Deserialize)]
struct DuelPayload {
    /// The head as JSON text, packed.
    head: Vec<u8>,
    /// [`SET`] bytes for the placement of each piece, left and right by turns, packed.
    sets: Vec<u8>,
    /// Eight bits of the match's hash after each turn.
    checks: Vec<u8>,
    hash: u64,
}

/// Writes a match into a file.
///
/// # Errors
/// When the match cannot be encoded, or the system cannot write the file.
pub fn write(path: &Path, saved: &SavedDuel) -> Result<(), FileError> {
    KIND.write(path, encode(saved))
}

/// Reads a match from a file.
///
/// # Errors
/// When the system cannot read the file, or it is another one, damaged or impossible.
pub fn read(path: &Path) -> Result<SavedDuel, FileError> {
    KIND.read(path, decode)
}

/// Whether the bytes of a file begin as those of this format.
pub fn is_duel(bytes: &[u8]) -> bool {
    bytes.starts_with(&KIND.magic)
}

/// Encodes a match as the bytes of a file.
///
/// # Errors
/// When a part of the match cannot be encoded.
pub fn encode(saved: &SavedDuel) -> Result<Vec<u8>, FormatProblem> {
    let SavedDuel { label, players, thinking, record } = saved;
    let &DuelRecord { duel, seed, ref turns, ref checks, hash, result } = record;
    let (label, players, thinking) = (label.clone(), players.clone(), thinking.clone());
    let head = DuelHead { label, players, thinking, duel, seed, result };
    let head = compress(serde_json::to_string(&head).map_err(FormatProblem::damaged)?.as_bytes());
    let sets = compress(&turns.iter().flatten().flat_map(|set| written(*set)).collect::<Vec<u8>>());
    let payload = DuelPayload { head, sets, checks: checks.clone(), hash };
    Ok(KIND.seal(VERSION, &encode_part(&payload)?))
}

/// Decodes the match in these bytes. Everything about it is checked but whether it plays as recorded.
///
/// # Errors
/// When the bytes are of another kind or a later version, damaged or impossible.
pub fn decode(bytes: &[u8]) -> Result<SavedDuel, FormatProblem> {
    let (_, payload) = KIND.open(bytes)?;
    let (DuelPayload { head, sets, checks, hash }, rest) = read_part::<MAX_PAYLOAD, _>(payload)?;
    ensure("there is more in it than a match", rest.is_empty())?;
    let DuelHead { label, players, thinking, mut duel, seed, result } =
        serde_json::from_slice(&decompress(&head, MAX_PAYLOAD)?).map_err(FormatProblem::damaged)?;
    duel.rules = duel.rules.checked().map_err(FormatProblem::damaged)?;
    let usual = duel.rules.board == BoardSize::default() && duel.rules.pieces == PieceSet::Tetromino;
    ensure("a board or pieces that no such match has", usual && duel.rules.generator != GeneratorKind::Given)?;
    let sets = decompress(&sets, MAX_PAYLOAD)?;
    ensure("a turn is cut", sets.len() == checks.len() * 2 * SET && checks.len() <= MAX_TURNS)?;
    let sets = sets.as_chunks::<SET>().0.iter().map(|bytes| read_set(*bytes));
    let sets: Vec<Option<PlacedPiece>> =
        sets.collect::<Option<_>>().ok_or_else(|| FormatProblem::damaged("no placement is such"))?;
    let turns: Vec<DuelTurn> = sets.as_chunks::<2>().0.to_vec();
    Ok(SavedDuel { label, players, thinking, record: DuelRecord { duel, seed, turns, checks, hash, result } })
}

/// Encodes a placement as flags, column and row. The flags are, from the lowest bit: whether there is one, hold, two
/// bits of facing, two of spin. Zeros stand for no placement.
fn written(set: Option<PlacedPiece>) -> [u8; SET] {
    set.map_or([0; SET], |PlacedPiece { hold, facing, spin, at: (x, y) }| {
        let flags = 1 | u8::from(hold) << 1 | (facing as u8) << 2 | (spin as u8) << 4;
        [flags, x.cast_unsigned(), y.cast_unsigned()]
    })
}

/// Decodes a placement: `Some(None)` where there was none to make, `None` for bytes that are no placement.
fn read_set(bytes: [u8; SET]) -> Option<Option<PlacedPiece>> {
    let [flags, x, y] = bytes;
    if bytes == [0; SET] {
        return Some(None);
    }
    let facing = Facing::ALL[usize::from(flags >> 2 & 3)];
    let spin = [Spin::None, Spin::Mini, Spin::Full].get(usize::from(flags >> 4)).copied()?;
    let at = (x.cast_signed(), y.cast_signed());
    // Rotation boxes reach beyond the walls and below the floor by their empty columns and rows.
    let near = (-4..=16).contains(&at.0) && (-4..=48).contains(&at.1);
    (flags & 1 == 1 && near).then_some(Some(PlacedPiece { hold: flags & 2 != 0, facing, spin, at }))
}
