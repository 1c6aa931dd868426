//! The envelope of every binary file of our own: eight letters for its kind, version (u16), length (u32) and CRC-32
//! (u32) of the payload, all little-endian, then the payload. Here is also how such a file is read and written whole.
//!
//! This module knows no payload: each format says what lies in its own.

use crate::doors::files::{self, files};
use crate::tbp::message::is_steering;
use miniz_oxide::deflate::CompressionLevel;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How many bytes come before the payload.
pub const HEADER_BYTES: usize = 18;

/// A kind of file: its first bytes, its name in messages and its limits.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// The first bytes of every such file.
    pub magic: [u8; 8],
    /// What a file of this kind is called in a message: `replay`.
    pub name: &'static str,
    /// The message for a file of another kind.
    pub foreign: &'static str,
    /// The newest version that this program reads.
    pub newest: u16,
    /// The largest payload that is accepted, in bytes.
    pub max_payload: usize,
}

/// What is wrong with the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatProblem {
    /// The file is of another kind. The text says which one is wanted.
    #[error("{0}")]
    Foreign(&'static str),
    /// A later version of the program wrote the file.
    #[error("saved in format {found}, this program knows up to {known}; use a newer korobka")]
    Newer {
        /// The version of the file's format.
        found: u16,
        /// The newest version that this program reads.
        known: u16,
    },
    /// The end of the file is missing.
    #[error("cut short: {found} of {expected} bytes; take it from its source again")]
    Truncated {
        /// How many bytes the file should have.
        expected: usize,
        /// How many bytes the file has.
        found: usize,
    },
    /// The checksum does not fit.
    #[error("altered or damaged: its checksum does not fit; take it from its source again")]
    Checksum,
    /// The contents make no sense.
    #[error("damaged: {0}; take it from its source again")]
    Damaged(String),
    /// The contents have a word that this program does not know, as a later version of it may.
    #[error("with the value {0}, which this program does not know; use a newer korobka")]
    UnknownWord(String),
}

/// Why a file cannot be read, or not be written.
#[derive(Debug, Error)]
pub enum FileError<P: std::error::Error = FormatProblem> {
    /// The system cannot do with the file or its folder what was tried.
    #[error("cannot {what} {}: {}", path.display(), files::reason(source))]
    System {
        /// What was tried, such as `write` or `read folder`.
        what: &'static str,
        /// The path of the file or folder.
        path: PathBuf,
        /// The reason that the system gives.
        source: io::Error,
    },
    /// The contents are wrong.
    #[error("{}: {problem}", path.display())]
    Format {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with the contents.
        problem: P,
    },
}

impl<P: std::error::Error> FileError<P> {
    /// Makes the error of what was tried with a file out of the reason that the system gives.
    pub fn system(what: &'static str, path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::System { what, path: path.to_owned(), source }
    }
}

/// How the message begins by which serde says that a value is none of those that are known.
const UNKNOWN_VALUE: &str = "unknown variant ";
/// The most letters of an unknown word that are shown.
const MOST_OF_WORD: usize = 40;

impl FormatProblem {
    /// The problem of a text in the contents that cannot be read. A format's version stays when an option gains another
    /// value: so an unknown one is of a later program, since the checksum fits.
    pub fn of_text(reason: impl Display) -> Self {
        let reason = reason.to_string();
        let word = reason.strip_prefix(UNKNOWN_VALUE).and_then(|rest| rest.split('`').nth(1));
        // A message is one line, and steers no terminal.
        let shown = |letter: char| if is_steering(letter) { ' ' } else { letter };
        match word {
            Some(word) => Self::UnknownWord(word.chars().map(shown).take(MOST_OF_WORD).collect()),
            None => Self::damaged(reason),
        }
    }

    /// The problem of contents that make no sense. Its reason, which may quote them, is put on one line without signs
    /// that steer what is around them, whatever form it had.
    pub fn damaged(reason: impl Display) -> Self {
        Self::Damaged(on_one_line(reason))
    }
}

/// A message that may quote a file, on one line and without what steers a terminal or turns the rest around.
pub(super) fn on_one_line(message: impl Display) -> String {
    let message = message.to_string();
    let words = message.split(|letter: char| letter.is_whitespace() || is_steering(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Checks a condition that the contents of a file must meet.
///
/// # Errors
/// An error that says `what` is wrong, if `holds` is false.
pub fn ensure(what: &str, holds: bool) -> Result<(), FormatProblem> {
    if holds { Ok(()) } else { Err(FormatProblem::damaged(what)) }
}

/// The bytes of a part of a payload, in bincode 2's standard configuration.
///
/// # Errors
/// An error if the part cannot be encoded.
pub fn encode_part(part: &impl Serialize) -> Result<Vec<u8>, FormatProblem> {
    bincode::serde::encode_to_vec(part, bincode::config::standard()).map_err(FormatProblem::damaged)
}

/// Reads a part of a payload of at most `MOST` bytes, and what comes behind it.
///
/// # Errors
/// An error if the bytes are no such part.
pub fn read_part<const MOST: usize, T: DeserializeOwned>(payload: &[u8]) -> Result<(T, &[u8]), FormatProblem> {
    let limits = bincode::config::standard().with_limit::<MOST>();
    let (part, used) = bincode::serde::decode_from_slice(payload, limits).map_err(FormatProblem::damaged)?;
    Ok((part, &payload[used..]))
}

/// Compresses bytes by deflate, as small as it gets.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(bytes, CompressionLevel::BestCompression as u8)
}

/// Decompresses bytes, but no more than `most`: a few compressed bytes can stand for any number.
///
/// # Errors
/// An error if the bytes are none that were compressed, or stand for more.
pub fn decompress(bytes: &[u8], most: usize) -> Result<Vec<u8>, FormatProblem> {
    decompress_to_vec_with_limit(bytes, most).map_err(FormatProblem::damaged)
}

impl FileKind {
    /// Puts a payload into its envelope.
    pub fn seal(&self, version: u16, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + payload.len());
        bytes.extend(self.magic);
        bytes.extend(version.to_le_bytes());
        bytes.extend((payload.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(payload).to_le_bytes());
        bytes.extend(payload);
        bytes
    }

    /// Opens an envelope: gives the version, and the payload behind a header that is in order.
    ///
    /// # Errors
    /// When the bytes are of another kind, of a later version, cut short, damaged, or larger than is believed.
    pub fn open<'a>(&self, bytes: &'a [u8]) -> Result<(u16, &'a [u8]), FormatProblem> {
        let start = &bytes[..bytes.len().min(self.magic.len())];
        if start.is_empty() || start != &self.magic[..start.len()] {
            return Err(FormatProblem::Foreign(self.foreign));
        }
        let Some((header, payload)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
            return Err(FormatProblem::Truncated { expected: HEADER_BYTES, found: bytes.len() });
        };
        let version = u16::from_le_bytes([header[8], header[9]]);
        if version > self.newest {
            return Err(FormatProblem::Newer { found: version, known: self.newest });
        }
        if version == 0 {
            return Err(FormatProblem::damaged("format 0 was never written"));
        }
        let length = u32::from_le_bytes([header[10], header[11], header[12], header[13]]) as usize;
        if length > self.max_payload {
            return Err(self.too_large(length as u64));
        }
        if payload.len() < length {
            return Err(FormatProblem::Truncated { expected: HEADER_BYTES + length, found: bytes.len() });
        }
        let checksum = u32::from_le_bytes([header[14], header[15], header[16], header[17]]);
        if payload.len() > length || crc32fast::hash(payload) != checksum {
            return Err(FormatProblem::Checksum);
        }
        Ok((version, payload))
    }

    fn too_large(&self, bytes: u64) -> FormatProblem {
        FormatProblem::damaged(format!("{bytes} bytes are more than any {} has", self.name))
    }

    /// Writes a file whole; the bytes are what its format made, or why it could not.
    ///
    /// # Errors
    /// When there are no bytes, or the system cannot write them.
    pub fn write<P: std::error::Error>(&self, path: &Path, bytes: Result<Vec<u8>, P>) -> Result<(), FileError<P>> {
        let bytes = bytes.map_err(|problem| FileError::Format { path: path.to_owned(), problem })?;
        files().write_whole(path, &bytes).map_err(FileError::system("write", path))
    }

    /// Writes a new file whole, as [`write`](Self::write) does. False if its path is taken.
    ///
    /// # Errors
    /// When there are no bytes, or the system cannot write them.
    pub fn write_new<P: std::error::Error>(
        &self,
        path: &Path,
        bytes: Result<Vec<u8>, P>,
    ) -> Result<bool, FileError<P>> {
        let bytes = bytes.map_err(|problem| FileError::Format { path: path.to_owned(), problem })?;
        files().write_new(path, &bytes, false).map_err(FileError::system("write", path))
    }

    /// Reads a file of a believable size and decodes its bytes.
    ///
    /// # Errors
    /// When the system cannot read the file, it is too large, or its bytes cannot be decoded.
    pub fn read<T, P: std::error::Error + From<FormatProblem>>(
        &self,
        path: &Path,
        decode: impl FnOnce(&[u8]) -> Result<T, P>,
    ) -> Result<T, FileError<P>> {
        let system = FileError::system("read", path);
        let format = |problem| FileError::Format { path: path.to_owned(), problem };
        let size = files().size(path).map_err(&system)?;
        if size > (HEADER_BYTES + self.max_payload) as u64 {
            return Err(format(self.too_large(size).into()));
        }
        // A device says that it is empty, and may have no end.
        let bytes = files().read_start(path, HEADER_BYTES + self.max_payload + 1).map_err(system)?;
        if bytes.len() > HEADER_BYTES + self.max_payload {
            return Err(format(self.too_large(bytes.len() as u64).into()));
        }
        decode(&bytes).map_err(format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::AttackRules;

    #[test]
    fn a_value_that_is_not_known_is_a_later_programs_and_no_damage() {
        let problem = |text: &str| toml::from_str::<AttackRules>(text).err().map(|error| error.message().to_owned());
        let of = |text: &str| problem(text).map(FormatProblem::of_text);
        assert_eq!(of("table = 'later'"), Some(FormatProblem::UnknownWord("later".to_owned())));
        let lines = of(r#"table = "la\nt\u001ber""#);
        assert_eq!(lines, Some(FormatProblem::UnknownWord("la t er".to_owned())), "it is one line, whatever it is");
        assert!(matches!(of("table = 7"), Some(FormatProblem::Damaged(_))));
        assert_eq!(of("later = 7"), None);
    }

    #[test]
    fn what_is_damaged_is_told_on_one_line_that_steers_no_terminal() {
        let problem = FormatProblem::damaged("no  recipe\n\u{1b}[2J\u{9b}1m\tis\u{202e} 'la\u{7}ter'\n");
        assert_eq!(problem, FormatProblem::Damaged("no recipe [2J 1m is 'la ter'".to_owned()));
    }
}
