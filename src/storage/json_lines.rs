//! Files with a line of JSON for each value.

use super::envelope::on_one_line;
use crate::doors::files::{files, reason};
use serde::de::DeserializeOwned;
use std::path::Path;

/// The most bytes that are read of a file that has a line of JSON for each value.
const MOST_BYTES: usize = 1 << 26;

/// Reads a file with one line of JSON for each value, with a warning for each line that cannot be used, or for a file
/// that cannot be read. Without the file there is nothing.
pub fn read_json_lines<T: DeserializeOwned>(path: &Path, is_sane: fn(&T) -> bool) -> (Vec<T>, Vec<String>) {
    let (text, unread) = read_text_of_lines(path);
    let (mut found, mut warnings) = (Vec::new(), Vec::from_iter(unread));
    for (place, read) in parse_json_lines::<T>(&text, path) {
        match read {
            Ok(read) if is_sane(&read) => found.push(read),
            Ok(_) => warnings.push(format!("{place}: an impossible figure")),
            Err(error) => warnings.push(format!("{place}: {error}")),
        }
    }
    (found, warnings)
}

/// The bytes of a text without the mark of UTF-8 that editors on Windows set before it, which is no JSON.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Reads the text of such a file, with a warning if it cannot be read. Without the file there is no text.
pub(super) fn read_text_of_lines(path: &Path) -> (String, Option<String>) {
    match files().read_start(path, MOST_BYTES) {
        Ok(bytes) => (String::from_utf8_lossy(without_mark(&bytes)).into_owned(), None),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => (String::new(), None),
        Err(error) => (String::new(), Some(format!("cannot read {}: {}", path.display(), reason(&error)))),
    }
}

/// Reads the lines of such a text. Each value, or what is wrong with its line, comes with the place of the line, for a
/// warning that names it.
pub(super) fn parse_json_lines<T: DeserializeOwned>(
    text: &str,
    path: &Path,
) -> impl Iterator<Item = (String, Result<T, String>)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(move |(at, line)| {
        let place = format!("{}, line {}", path.display(), at + 1);
        (place, serde_json::from_str(line).map_err(on_one_line))
    })
}
