//! What commands write: answers on standard output, lines on standard error, files.

use super::Failure;
use crate::doors::files;
use crate::doors::files::reason;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes a whole answer on standard output. A reader that has seen enough, as `head`, is no failure.
///
/// # Errors
/// When what is written to cannot take it, as a full disk.
pub(super) fn say(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    check_printed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Makes sure that something could be written on standard output, as `outcome` says. A reader that has gone away is no
/// error for a command.
///
/// # Errors
/// When what is written to cannot take it, as a full disk.
pub(super) fn check_printed(outcome: io::Result<()>) -> Result<(), Failure> {
    match outcome {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Failure::new(format!("cannot write to standard output: {}", reason(&error)))),
        Ok(()) => Ok(()),
    }
}

/// Writes a line on standard error. Where nobody takes it, the work goes on all the same.
pub(super) fn note(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A count with the noun that it counts: "1 game", "2 games".
pub(super) fn count_with_noun(count: impl Display, thing: &str) -> String {
    let count = count.to_string();
    format!("{count} {thing}{}", if count == "1" { "" } else { "s" })
}

/// A path as a text for JSON. Parts of it that are no Unicode are replaced.
pub(super) fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The name that a choice of a recipe has in files, such as `bag`.
pub(super) fn serialized_name(choice: &impl serde::Serialize) -> String {
    serde_json::to_value(choice).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Puts spaces in place of the control characters, which steer a terminal, in a text from a file that may be anybody's.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

/// Makes sure, before long work, that its result can be written to the file that a flag names.
///
/// # Errors
/// When its folder is not there, or a folder is in its place.
pub(super) fn expect_place_for(path: &Path, flag: &str) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let what = match folder {
        Some(folder) if !files().is_folder(folder) => format!("there is no folder {}", folder.display()),
        _ if files().is_folder(path) => "it is a folder".to_owned(),
        _ => return Ok(()),
    };
    Err(Failure::new(format!("{flag} {}: {what}; give a file that can be written", path.display())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_steer_a_terminal_are_left_out_of_somebody_elses_words() {
        assert_eq!(printable("Ж \u{1b}[31mred\nline"), "Ж  [31mred line");
    }

    #[test]
    fn one_thing_is_told_as_one() {
        assert_eq!(
            [count_with_noun(0, "game"), count_with_noun(1.0, "piece"), count_with_noun(0.5, "piece")],
            ["0 games", "1 piece", "0.5 pieces"]
        );
    }

    #[test]
    fn a_result_needs_a_folder_and_a_name_that_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let line = |path: &str| expect_place_for(&folder.path().join(path), "--out").map_err(|error| error.to_string());
        assert_eq!(line("result.txt"), Ok(()));
        assert!(line("missing/result.txt").unwrap_err().contains("there is no folder"));
        assert!(line("").unwrap_err().contains("it is a folder"));
        assert!(expect_place_for(Path::new("result.txt"), "--out").is_ok(), "the working folder is there");
    }
}
