//! The comments of pages: how their signs are written, and how a comment goes on from page to page.

use super::quiz::Quiz;
use super::symbols::{SymbolReader, SymbolWriter};
use super::{FumenError, LONGEST_COMMENT};
use crate::rules::FallingPiece;

/// The first and the last character that a written comment can have: plain ASCII without control characters.
const SIGNS: std::ops::RangeInclusive<u8> = b' '..=b'~';
/// The base of the numbers in which a comment is written: it is cut into groups of four characters, each one number.
const BASE: u32 = 96;
const GROUP: usize = 4;
/// How many signs of the fumen a group of four characters of a comment takes.
const GROUP_SIGNS: usize = 5;

/// The comment that a page has if nothing new is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Comment {
    /// A plain text, which stays.
    Text(String),
    /// A quiz, which goes on with each piece.
    Quiz(Quiz),
}

impl Comment {
    /// The comment that pages have from the one on which this text is written.
    pub(super) fn new(text: &str) -> Self {
        Quiz::read(text).map_or_else(|| Self::Text(text.to_owned()), Self::Quiz)
    }

    /// The comment as text.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Quiz(quiz) => quiz.to_string(),
        }
    }

    /// Carries the comment on to the page after the one on which this piece lies. A quiz uses the piece up if it locks.
    pub(super) fn advance(&mut self, piece: Option<FallingPiece>, locks: bool) {
        let Self::Quiz(quiz) = self else { return };
        let used = piece.filter(|_| locks).and_then(|piece| quiz.after_placing(piece.kind));
        let next = used.unwrap_or_else(|| quiz.clone());
        *self = next.normalized().map_or_else(Self::Text, Self::Quiz);
    }
}

/// Reads a comment. `None` if it is cut off or damaged.
pub(super) fn read(reader: &mut SymbolReader) -> Option<String> {
    let length = reader.take(2)? as usize;
    let mut written = Vec::with_capacity(length + GROUP);
    while written.len() < length {
        let mut number = reader.take(GROUP_SIGNS)?;
        for _ in 0..GROUP {
            written.push(SIGNS.start() + (number % BASE) as u8);
            number /= BASE;
        }
    }
    written.truncate(length);
    written.iter().all(|sign| SIGNS.contains(sign)).then(|| unescape(&written))
}

/// Writes the length of a comment and then its signs, in groups of four.
///
/// # Errors
/// [`FumenError::Comment`] if it is too long.
pub(super) fn write(writer: &mut SymbolWriter, comment: &str, page: usize) -> Result<(), FumenError> {
    let written = escape(comment);
    let length = written.len();
    if length > LONGEST_COMMENT {
        return Err(FumenError::Comment { page, length });
    }
    writer.write_number(length as u32, 2);
    for group in written.chunks(GROUP) {
        let number = group.iter().rev().fold(0, |number, sign| number * BASE + u32::from(sign - SIGNS.start()));
        writer.write_number(number, GROUP_SIGNS);
    }
    Ok(())
}

/// Writes a text in plain ASCII as JavaScript's `escape` does: a sign below 256 as `%E9`, any other as `%u3042`.
fn escape(text: &str) -> Vec<u8> {
    let mut written = Vec::new();
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || b"@*_+-./".contains(&byte) => written.push(byte),
            Ok(byte) => written.extend_from_slice(format!("%{byte:02X}").as_bytes()),
            Err(_) => written.extend_from_slice(format!("%u{unit:04X}").as_bytes()),
        }
    }
    written
}

/// Reads what [`escape`] writes. A `%` without its figures stands for itself, as in JavaScript.
fn unescape(written: &[u8]) -> String {
    let figures = |from: usize, count: usize| {
        let figures = std::str::from_utf8(written.get(from..from + count)?).ok()?;
        let all = figures.bytes().all(|figure| figure.is_ascii_hexdigit());
        u16::from_str_radix(figures, 16).ok().filter(|_| all)
    };
    let (mut units, mut at) = (Vec::new(), 0);
    while let Some(&sign) = written.get(at) {
        let code = match (sign, written.get(at + 1)) {
            (b'%', Some(b'u')) => figures(at + 2, 4).map(|unit| (unit, 6)),
            (b'%', _) => figures(at + 1, 2).map(|unit| (unit, 3)),
            _ => None,
        };
        let (unit, length) = code.unwrap_or((u16::from(sign), 1));
        units.push(unit);
        at += length;
    }
    String::from_utf16_lossy(&units)
}
