//! What commands write: answers on standard output, lines on standard error, files.

use super::Failure;
pub(super) use crate::chart::counted;
use crate::doors::files;
use crate::doors::files::reason;
use crate::tbp::message::is_steering;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
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

/// Writes a line on standard error, without what steers a terminal: it may name a file or a person. Where nobody takes
/// it, the work goes on all the same.
pub(super) fn note(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{}", printable(&line.to_string()));
}

/// The fewest different games for which a 95 % interval of a mean says much. That of two games may end a thousand
/// million times above what was measured, and that of three thirty times.
pub(super) const LEAST_FOR_INTERVAL: usize = 4;

/// A line about how many games of each player or pair are different. It is empty where no game was played a second
/// time by the same players.
pub(super) fn repeated_games_line(different: impl IntoIterator<Item = usize>, games: usize) -> String {
    let mut different: Vec<usize> = different.into_iter().collect();
    different.sort_unstable();
    let count = match different.as_slice() {
        [least, .., most] if least < most => format!("{least} to {most}"),
        [least, ..] if *least < games => least.to_string(),
        _ => return String::new(),
    };
    let few = if different[0] < LEAST_FOR_INTERVAL { ", too few to say much" } else { "" };
    format!(
        "different games: {count} of {games}, as the dealer leaves little to chance; intervals rest on these{few}\n"
    )
}

/// A path as a text for JSON. Parts of it that are no Unicode are replaced.
pub(super) fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A JSON value as a line. JSON leaves most signs that [steer](is_steering) a terminal as they are; here they are
/// escaped, which reads as the same text.
pub(super) fn json_line(value: &Value) -> String {
    let text = value.to_string();
    let mut line = String::with_capacity(text.len() + 1);
    for sign in text.chars() {
        match is_steering(sign) {
            true => line += &format!("\\u{:04x}", u32::from(sign)),
            false => line.push(sign),
        }
    }
    line.push('\n');
    line
}

/// The name that a choice of a recipe has in files, such as `bag`.
pub(super) fn serialized_name(choice: &impl serde::Serialize) -> String {
    serde_json::to_value(choice).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A bar that shows how many of these things are done.
/// It is drawn on standard error where that is a terminal, and hidden elsewhere.
pub(super) fn progress_bar(count: usize, things: &str) -> ProgressBar {
    let bar = ProgressBar::new(count as u64);
    let template = format!("{{msg:24}} {{wide_bar}} {{pos}}/{{len}} {things}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// Puts spaces in place of the signs that steer a terminal, or turn what is behind them around, in a text from a file
/// that may be anybody's.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|sign| if is_steering(sign) { ' ' } else { sign }).collect()
}

/// A text as [`printable`] has it, with spaces behind it up to the width of a column, in places of a terminal.
pub(super) fn padded(text: &str, width: usize) -> String {
    let text = printable(text);
    let spaces = width.saturating_sub(places(&text));
    text + &" ".repeat(spaces)
}

/// How many places a text takes in a line of a terminal.
pub(super) fn places(text: &str) -> usize {
    text.chars().map(places_of_letter).sum()
}

/// How many places a letter takes in a terminal: two for those of Chinese, Japanese and Korean and for most emoji, and
/// none for marks on other letters. Source: Unicode Standard Annex #11.
const fn places_of_letter(letter: char) -> usize {
    match letter {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
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
    fn players_who_met_more_and_fewer_different_games_are_told_both_counts() {
        let counts = |different: &[usize]| {
            let line = repeated_games_line(different.iter().copied(), 16);
            line.split(',').next().map(str::to_owned)
        };
        assert_eq!(counts(&[7]).as_deref(), Some("different games: 7 of 16"));
        assert_eq!(counts(&[7, 7]).as_deref(), Some("different games: 7 of 16"));
        assert_eq!(counts(&[9, 16, 7]).as_deref(), Some("different games: 7 to 16 of 16"));
        assert_eq!([counts(&[16, 16]).as_deref(), counts(&[]).as_deref()], [Some(""); 2], "none was played again");
        let is_few = |different: &[usize]| repeated_games_line(different.iter().copied(), 16).contains("too few");
        assert_eq!([is_few(&[3]), is_few(&[9, 2]), is_few(&[4]), is_few(&[16])], [true, true, false, false]);
    }

    #[test]
    fn signs_that_steer_a_terminal_are_left_out_of_somebody_elses_words() {
        assert_eq!(printable("Ж \u{1b}[31mred\nline"), "Ж  [31mred line");
        assert_eq!(printable("Bo\u{202e}ris\u{2069} won"), "Bo ris  won");
    }

    #[test]
    fn a_line_of_json_holds_nothing_that_steers_a_terminal_and_reads_as_the_same() {
        let value = serde_json::json!({ "name": "Ж \u{1b}[31m\u{9b}31m \u{7f}\n\u{202e}\u{2069}\u{2028} \"海\\" });
        let line = json_line(&value);
        assert!(line.starts_with(r#"{"name":"Ж \u001b[31m\u009b31m \u007f\n\u202e\u2069\u2028 \"海\\"}"#), "{line}");
        assert_eq!(line.chars().filter(|sign| is_steering(*sign)).collect::<String>(), "\n", "at its end");
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
    }

    #[test]
    fn a_column_is_as_wide_as_a_terminal_shows_its_letters() {
        let cells = ["海龙", "e\u{301}a", "Ж\n", "longer name"].map(|text| padded(text, 6));
        assert_eq!(cells, ["海龙  ", "e\u{301}a    ", "Ж     ", "longer name"]);
        assert_eq!(["Анна", "박지성", "🚀"].map(places), [4, 6, 2]);
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
