//! Files with a line of JSON for each value.

use crate::doors::files::{files, reason};
use serde::de::DeserializeOwned;
use std::path::Path;

/// The most bytes that are read of a file that has a line of JSON for each value.
const MOST_BYTES: usize = 1 << 26;

/// Reads a file with one line of JSON for each value, with a warning for each line that cannot be used, or for a file
/// that cannot be read. Without the file there is nothing.
pub fn read_json_lines<T: DeserializeOwned>(path: &Path, is_sane: fn(&T) -> bool) -> (Vec<T>, Vec<String>) {
    let (mut found, mut warnings) = (Vec::new(), Vec::new());
    let bytes = match files().read_start(path, MOST_BYTES) {
        Ok(bytes) => bytes,
        Err(error) => {
            if error.kind() != std::io::ErrorKind::NotFound {
                warnings.push(format!("{}: {}", path.display(), reason(&error)));
            }
            return (found, warnings);
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<T>(line) {
            Ok(read) if is_sane(&read) => found.push(read),
            Ok(_) => warnings.push(format!("{}, line {}: an impossible figure", path.display(), at + 1)),
            Err(error) => warnings.push(format!("{}, line {}: {error}", path.display(), at + 1)),
        }
    }
    (found, warnings)
}
