//! A handling as a line of text: `das=133 arr=10 soft=20 cut=0 turn=tap hold=tap both=later guard=0`. All
//! of it is written but what is off, so that a line means the same whatever the defaults are; what a line
//! leaves out is as in the standard handling.

use super::{Handling, InitialInput, SecondDirection, SoftDrop};
use thiserror::Error;

/// The word that stands before a line of text that players share, and says that the line is a handling.
pub const PREFIX: &str = "handling:";

/// Why a line of text is no handling.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HandlingLineError {
    /// The line has no option in it.
    #[error("it is empty, a handling looks like: das=133 arr=10 soft=20")]
    Empty,
    /// A word is not of the form `key=value`.
    #[error("'{0}' is not option=value, a handling looks like: das=133 arr=10 soft=20")]
    Word(String),
    /// There is no option of this name.
    #[error("there is no option '{key}', known are {known}")]
    Key {
        /// The name as it was written, shortened.
        key: String,
        /// The names of all options, with commas between them.
        known: String,
    },
    /// The option does not have this value.
    #[error("{key} is '{value}', must be {range}")]
    Value {
        /// The name of the option.
        key: &'static str,
        /// The value as it was written, shortened.
        value: String,
        /// The values that are allowed, in words.
        range: String,
    },
    /// The option of this name is given twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
}

/// The kind of value that an option has, and the field of a handling that holds it.
enum HandlingField {
    /// Milliseconds from 0 up to this limit.
    Time(u16, fn(&mut Handling) -> &mut u16),
    /// Soft drop's factor or `instant`.
    Soft,
    /// What an early turn or an early hold does, a word for an [`InitialInput`].
    Initial(fn(&mut Handling) -> &mut InitialInput),
    /// What a second direction does, a word for a [`SecondDirection`].
    Second,
    /// Something that is on or off. A line names it only where it is on, as lines from before it was there.
    Switch(fn(&mut Handling) -> &mut bool),
}

/// The options in the order in which they are written.
const OPTIONS: [(&str, HandlingField); 10] = [
    ("das", HandlingField::Time(500, |handling| &mut handling.das)),
    ("arr", HandlingField::Time(200, |handling| &mut handling.arr)),
    ("soft", HandlingField::Soft),
    ("cut", HandlingField::Time(200, |handling| &mut handling.dcd)),
    ("turn", HandlingField::Initial(|handling| &mut handling.initial_rotation)),
    ("hold", HandlingField::Initial(|handling| &mut handling.initial_hold)),
    ("both", HandlingField::Second),
    ("guard", HandlingField::Time(500, |handling| &mut handling.guard)),
    ("turn-out-of-hold", HandlingField::Switch(|handling| &mut handling.turn_out_of_hold)),
    ("fall-first", HandlingField::Switch(|handling| &mut handling.fall_first)),
];

const INITIALS: [(&str, InitialInput); 3] =
    [("off", InitialInput::Off), ("held", InitialInput::Hold), ("tap", InitialInput::Tap)];
const SECONDS: [(&str, SecondDirection); 4] = [
    ("later", SecondDirection::Latest),
    ("earlier", SecondDirection::First),
    ("neither", SecondDirection::Neither),
    ("anew", SecondDirection::Anew),
];
const SWITCHES: [(&str, bool); 2] = [("off", false), ("on", true)];
/// The word for a soft drop to the ground at once.
const INSTANT: &str = "instant";
/// The limits of soft drop's factor.
const FACTORS: std::ops::RangeInclusive<u8> = 5..=40;

/// Writes a handling as a line with all options but switches that are off, each within its limits.
pub fn write(handling: &Handling) -> String {
    let mut handling = handling.clamped();
    let words = OPTIONS.iter().filter_map(|(key, shape)| {
        let value = match shape {
            HandlingField::Time(_, field) => field(&mut handling).to_string(),
            HandlingField::Soft => match handling.soft_drop {
                SoftDrop::Factor(factor) => factor.to_string(),
                SoftDrop::Instant => INSTANT.to_owned(),
            },
            HandlingField::Initial(field) => name_of(&INITIALS, *field(&mut handling)).to_owned(),
            HandlingField::Second => name_of(&SECONDS, handling.second_direction).to_owned(),
            HandlingField::Switch(field) if *field(&mut handling) => name_of(&SWITCHES, true).to_owned(),
            HandlingField::Switch(_) => return None,
        };
        Some(format!("{key}={value}"))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Writes a handling as a line with the prefix, as players share it.
pub fn write_with_prefix(handling: &Handling) -> String {
    format!("{PREFIX} {}", write(handling))
}

/// Reads a handling from a line, with the prefix or without; what the line leaves out is as in the standard handling.
///
/// # Errors
/// The first thing that is wrong with the line.
pub fn parse(text: &str) -> Result<Handling, HandlingLineError> {
    let text = text.trim().trim_matches('"').trim_start();
    let text = text.strip_prefix(PREFIX).unwrap_or(text);
    let mut handling = Handling::STANDARD;
    let mut given = [false; OPTIONS.len()];
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').ok_or_else(|| HandlingLineError::Word(shortened(word)))?;
        let at = OPTIONS.iter().position(|(known, _)| *known == key).ok_or_else(|| unknown(key))?;
        let (key, shape) = &OPTIONS[at];
        if std::mem::replace(&mut given[at], true) {
            return Err(HandlingLineError::Twice(key));
        }
        let wrong = |range: String| HandlingLineError::Value { key, value: shortened(value), range };
        match shape {
            HandlingField::Time(most, field) => {
                let time = value.parse().ok().filter(|time| time <= most);
                *field(&mut handling) = time.ok_or_else(|| wrong(format!("0-{most} (milliseconds)")))?;
            }
            HandlingField::Soft if value == INSTANT => handling.soft_drop = SoftDrop::Instant,
            HandlingField::Soft => {
                let factor = value.parse().ok().filter(|factor| FACTORS.contains(factor));
                let (low, high) = (FACTORS.start(), FACTORS.end());
                let factor = factor.ok_or_else(|| wrong(format!("{low}-{high} (times gravity) or {INSTANT}")))?;
                handling.soft_drop = SoftDrop::Factor(factor);
            }
            HandlingField::Initial(field) => {
                *field(&mut handling) = value_of(&INITIALS, value).ok_or_else(|| wrong(names(&INITIALS)))?;
            }
            HandlingField::Second => {
                handling.second_direction = value_of(&SECONDS, value).ok_or_else(|| wrong(names(&SECONDS)))?;
            }
            HandlingField::Switch(field) => {
                *field(&mut handling) = value_of(&SWITCHES, value).ok_or_else(|| wrong(names(&SWITCHES)))?;
            }
        }
    }
    if given.contains(&true) { Ok(handling) } else { Err(HandlingLineError::Empty) }
}

fn name_of<T: PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

fn value_of<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}

fn names<T>(table: &[(&str, T)]) -> String {
    table.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn unknown(key: &str) -> HandlingLineError {
    let known = OPTIONS.iter().map(|(key, _)| *key).collect::<Vec<_>>().join(", ");
    HandlingLineError::Key { key: shortened(key), known }
}

/// Shortens a text to 24 characters: what somebody pasted may be a whole page, and its beginning is enough
/// to know it by.
pub(in crate::game) fn shortened(text: &str) -> String {
    const MOST: usize = 24;
    let start: String = text.chars().take(MOST).collect();
    if start.len() < text.len() { format!("{start}...") } else { start }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::super::presets::PRESETS;
    use super::*;

    #[test]
    fn every_handling_comes_back_from_its_line() {
        let mut handlings: Vec<Handling> = PRESETS.iter().map(|preset| preset.handling).collect();
        let numbers = [(0, 0, 0, 0), (500, 200, 200, 500), (1, 1, 1, 1)];
        for (das, arr, dcd, guard) in numbers {
            for (_, second_direction) in SECONDS {
                for (_, initial_rotation) in INITIALS {
                    for (_, initial_hold) in INITIALS {
                        let rest = Handling { second_direction, initial_rotation, initial_hold, ..Handling::STANDARD };
                        handlings.push(Handling { das, arr, dcd, guard, soft_drop: SoftDrop::Instant, ..rest });
                        handlings.push(Handling { das, arr, dcd, guard, soft_drop: SoftDrop::Factor(5), ..rest });
                    }
                }
            }
        }
        for (turn_out_of_hold, fall_first) in [(true, false), (false, true), (true, true)] {
            handlings.push(Handling { turn_out_of_hold, fall_first, ..Handling::STANDARD });
        }
        for handling in handlings {
            assert_eq!(parse(&write(&handling)), Ok(handling), "{}", write(&handling));
            assert_eq!(parse(&write_with_prefix(&handling)), Ok(handling), "{}", write_with_prefix(&handling));
            assert_eq!(
                parse(&format!("  \"{}\"\n", write_with_prefix(&handling))),
                Ok(handling),
                "as it comes from a letter"
            );
        }
    }

    #[test]
    fn the_line_of_the_standard_is_this() {
        let line = "handling: das=133 arr=10 soft=20 cut=0 turn=tap hold=tap both=later guard=0";
        assert_eq!(write_with_prefix(&Handling::STANDARD), line);
        assert_eq!(parse("arr=0"), Ok(Handling { arr: 0, ..Handling::STANDARD }), "what is left out is as usual");
        let line = "das=133 arr=10 soft=20 cut=0 turn=tap hold=tap both=later guard=0 fall-first=on";
        assert_eq!(write(&Handling { fall_first: true, ..Handling::STANDARD }), line, "a switch only where it is on");
        assert_eq!(parse(&line.replace("=on", "=off")), Ok(Handling::STANDARD));
    }

    #[test]
    fn a_wrong_line_is_named_in_one_line() {
        let bad = [
            ("", "it is empty, a handling looks like: das=133 arr=10 soft=20"),
            ("handling:", "it is empty, a handling looks like: das=133 arr=10 soft=20"),
            ("fast", "'fast' is not option=value, a handling looks like: das=133 arr=10 soft=20"),
            ("das=501", "das is '501', must be 0-500 (milliseconds)"),
            ("das=-1", "das is '-1', must be 0-500 (milliseconds)"),
            ("das=1.5", "das is '1.5', must be 0-500 (milliseconds)"),
            ("arr=201 das=3", "arr is '201', must be 0-200 (milliseconds)"),
            ("soft=4", "soft is '4', must be 5-40 (times gravity) or instant"),
            ("soft=0x14", "soft is '0x14', must be 5-40 (times gravity) or instant"),
            ("turn=maybe", "turn is 'maybe', must be off, held, tap"),
            ("both=left", "both is 'left', must be later, earlier, neither, anew"),
            ("fall-first=yes", "fall-first is 'yes', must be off, on"),
            ("das=1 das=1", "das is given twice"),
            (
                "gravity=3",
                "there is no option 'gravity', known are das, arr, soft, cut, turn, hold, both, guard, \
                 turn-out-of-hold, fall-first",
            ),
            (
                "https://example.org/a-very-long-address",
                "'https://example.org/a-ve...' is not option=value, a handling looks like: das=133 arr=10 soft=20",
            ),
        ];
        for (line, message) in bad {
            let error = parse(line).expect_err(line).to_string();
            assert_eq!(error, message);
            assert!(!error.contains('\n'), "one line");
        }
    }
}
