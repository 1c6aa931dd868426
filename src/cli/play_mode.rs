//! What to play, as a word of the command line: `sprint40`, `puzzle:NAME`, `custom:LINE`.

use super::Failure;
use crate::app::persistence::puzzles::PuzzleBook;
use crate::game::Mode;
use crate::game::modes::plan::{BLITZ_MINUTES, DIG_DEPTHS, SPRINT_LENGTHS};
use crate::game::modes::table::MODES;
use crate::game::modes::{ModeOptions, Plan, line};
use crate::rules::{Dealer, Rules};
use std::fmt;
use std::str::FromStr;

/// A mode to play, with the detail that its word on the command line adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeArgument {
    /// The mode that is played.
    pub mode: Mode,
    /// What the word adds to the mode: how many lines or rows, the name of a puzzle or a dealer, the line of a custom
    /// game, or `endless`. Empty for what is usual in the mode.
    pub detail: String,
}

impl ModeArgument {
    /// The rules and the course of the mode; those of a match between two come from elsewhere.
    ///
    /// # Errors
    /// When there is no such puzzle, or the line of a custom game is wrong.
    pub fn plan(&self) -> Result<Plan, Failure> {
        let single = Rules::marathon();
        let count = |usual: u32| if self.detail.is_empty() { Ok(usual) } else { self.detail.parse::<u32>() };
        let mut options = ModeOptions::default();
        match self.mode {
            Mode::Puzzle => {
                let book = PuzzleBook::load();
                return book.puzzle_plan(&self.detail, &single).map_err(|error| {
                    // It may be one of the own ones that cannot be read.
                    let unread: String = book.warnings.iter().map(|warning| format!("\n{warning}")).collect();
                    Failure::new(format!("{error}{unread}"))
                });
            }
            Mode::Custom => return line::parse(&self.detail).map_err(|error| Failure::new(format!("custom: {error}"))),
            Mode::Sprint => options.sprint = count(options.sprint)?,
            Mode::Blitz => options.blitz = count(options.blitz)?,
            Mode::Dig => options.dig = count(options.dig)?,
            Mode::Dealer => options.dealer = Dealer::named(&self.detail).unwrap_or_default(),
            Mode::Marathon if self.detail == "endless" => {
                return Ok(Plan::of(Mode::Marathon, &options, &Rules { goal_lines: 0, ..single }));
            }
            _ => {}
        }
        Ok(Plan::of(self.mode, &options, &single))
    }
}

impl FromStr for ModeArgument {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let (name, detail) = match word.split_once(':') {
            Some((name, detail)) => (name, detail.to_owned()),
            None => {
                let name = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
                (name.trim_end_matches('-'), word[name.len()..].to_owned())
            }
        };
        let is_endless = name == "marathon-endless" && detail.is_empty();
        let (name, detail) = if is_endless { ("marathon", "endless".to_owned()) } else { (name, detail) };
        let unknown = || {
            let known: Vec<&str> = MODES.iter().map(|entry| entry.id).collect();
            let known = known.join(", ");
            format!("known are {known}, sprint10, sprint20, sprint100, blitz1, blitz5, dig18, dig100, marathon-endless")
        };
        let mode = Mode::from_id(name).ok_or_else(unknown)?;
        let is_one_of = |known: &[u32]| detail.is_empty() || known.iter().any(|count| count.to_string() == detail);
        match mode {
            Mode::Sprint if !is_one_of(&SPRINT_LENGTHS) => Err("a sprint has 10, 20, 40 or 100 lines".to_owned()),
            Mode::Blitz if !is_one_of(&BLITZ_MINUTES) => Err("a blitz has 1, 2 or 5 minutes".to_owned()),
            Mode::Dig if !is_one_of(&DIG_DEPTHS) => Err("a dig has 10, 18 or 100 rows".to_owned()),
            Mode::Dealer if !detail.is_empty() && Dealer::named(&detail).is_none() => {
                let known = Dealer::ALL.map(Dealer::name).join(", ");
                Err(format!("there is no dealer '{detail}'; known are {known}"))
            }
            Mode::Puzzle if detail.is_empty() => Err("name one: puzzle:NAME or puzzle:random:ROWS".to_owned()),
            Mode::Sprint | Mode::Blitz | Mode::Dig | Mode::Puzzle | Mode::Custom | Mode::Dealer => {
                Ok(Self { mode, detail })
            }
            Mode::Marathon if detail == "endless" => Ok(Self { mode, detail }),
            _ if detail.is_empty() => Ok(Self { mode, detail }),
            _ => Err(format!("'{name}' takes nothing more")),
        }
    }
}

impl fmt::Display for ModeArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mode, self.detail.as_str()) {
            (mode, "") => f.write_str(mode.entry().id),
            (Mode::Marathon, detail) => write!(f, "marathon-{detail}"),
            (Mode::Sprint | Mode::Blitz | Mode::Dig, count) => write!(f, "{}{count}", self.mode.entry().id),
            (mode, detail) => write!(f, "{}:{detail}", mode.entry().id),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_mode_is_the_length_of_its_game() {
        let course = |word: &str| word.parse::<ModeArgument>().unwrap().plan().unwrap().course.id;
        let words = ["sprint10", "sprint", "blitz1", "blitz", "blitz5", "dig18", "dig"];
        let courses = ["sprint-10", "sprint-40", "blitz-1", "blitz", "blitz-5", "dig-18", "dig-10"];
        assert_eq!(words.map(course), courses);
    }

    #[test]
    fn a_mode_that_takes_nothing_more_is_refused_with_anything_behind_its_word() {
        let is_mode = |word: &str| word.parse::<ModeArgument>().is_ok();
        assert_eq!(["marathon", "marathon-endless", "zen"].map(is_mode), [true; 3]);
        assert_eq!(["marathon5", "marathon-endless5", "marathon-endless:3", "zen:1"].map(is_mode), [false; 4]);
    }
}
