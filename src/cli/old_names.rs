//! Commands and flags that have another name now. Each is told what it is called today, and does nothing else.

use std::ffi::OsString;

/// What somebody may still type, and what to type instead. The first word is the command, a second one a flag or a word
/// that stands behind it.
pub const OLD_NAMES: [(&str, &str); 29] = [
    ("compare", "evaluate SPEC SPEC.."),
    ("solo", "evaluate SPEC --lines-sent"),
    ("evaluate --cap", "evaluate SPEC --line-cap N, --piece-cap N or --score-cap N"),
    ("arena", "match SPEC SPEC --level placements"),
    ("tournament --placements", "match SPEC SPEC SPEC.. --level placements"),
    ("tournament --ladder", "match SPEC.. --scale FILE"),
    ("tournament", "match SPEC SPEC SPEC.."),
    ("ladder", "match SPEC SPEC.. --ladder --pps PPS,PPS.."),
    ("match --left", "match SPEC SPEC"),
    ("match --left-pps", "match SPEC SPEC --pps LEFT,RIGHT"),
    ("match --right-pps", "match SPEC SPEC --pps LEFT,RIGHT"),
    ("match --left-slips", "match SPEC SPEC --slips LEFT,RIGHT"),
    ("match --right-slips", "match SPEC SPEC --slips LEFT,RIGHT"),
    ("match --left-placements", "match SPEC SPEC --placements LEFT,RIGHT"),
    ("match --right-placements", "match SPEC SPEC --placements LEFT,RIGHT"),
    ("match --attacks", "match SPEC SPEC --rules NAME"),
    ("play --left-pps", "play --pps LEFT,RIGHT"),
    ("play --right-pps", "play --pps LEFT,RIGHT"),
    ("play --left-slips", "play --slips LEFT,RIGHT"),
    ("play --right-slips", "play --slips LEFT,RIGHT"),
    ("play --left-placements", "play --placements LEFT,RIGHT"),
    ("play --right-placements", "play --placements LEFT,RIGHT"),
    ("play --attacks", "play --rules NAME"),
    ("perft", "placements --count QUEUE"),
    ("placements --size", "placements BOARD PIECE --board WxH"),
    ("replay verify", "replay FILE.. --verify"),
    ("replay info", "replay FILE"),
    ("replay list", "replay"),
    ("replay watch", "replay FILE --watch"),
];

/// A line that says what the old name in the program's arguments is called today; `None` where they hold no old name.
pub(super) fn renaming_hint(arguments: &[OsString]) -> Option<String> {
    let [_, command, rest @ ..] = arguments else { return None };
    let stands = |old: &str| match old.split_once(' ') {
        None => command.as_os_str() == old,
        Some((name, word)) => command.as_os_str() == name && holds(rest, word),
    };
    let (old, new) = OLD_NAMES.iter().find(|(old, _)| stands(old))?;
    Some(format!("'korobka {old}' is now 'korobka {new}'"))
}

/// Whether a command's arguments hold a flag anywhere, or another word at their beginning.
fn holds(rest: &[OsString], word: &str) -> bool {
    if !word.starts_with("--") {
        return rest.first().is_some_and(|first| first.as_os_str() == word);
    }
    let is_it = |argument: &str| argument.strip_prefix(word).is_some_and(|end| end.is_empty() || end.starts_with('='));
    rest.iter().filter_map(|argument| argument.to_str()).any(is_it)
}
