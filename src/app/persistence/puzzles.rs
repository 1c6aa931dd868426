//! Puzzles on disk: a small TOML file each, in `assets/puzzles` and in the player's own folder.
//!
//! A file that is wrong is left out, reported in one line and never changed.

use crate::doors::files;
use crate::doors::files::reason;
use crate::game::modes::puzzle::{self, PuzzleError};
use crate::game::modes::{Plan, Puzzle};
use crate::rules::Rules;
use crate::storage::file_names::safe_file_name;
use crate::storage::toml_files::fault_with_line;
use crate::storage::{manifest, paths};
use crate::tbp::message::shortened;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The largest file that is read, in bytes: a puzzle is a board and a few lines.
const LARGEST: u64 = 64 * 1024;
/// The most letters of a puzzle's name that the name of its file takes over.
const LONGEST_NAME: usize = 40;
/// The most puzzles whose files have the same name apart from a number at its end.
const MOST_ALIKE: u32 = 999;
/// What the name of a random board begins with: `random:11` has its cells in the lowest eleven rows.
pub const RANDOM_PREFIX: &str = "random:";

/// A puzzle that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPuzzle {
    /// The name of the puzzle's file without the ending; `own-` stands before it if another puzzle has that name.
    pub id: String,
    /// Whether the puzzle came with the game.
    pub ships: bool,
    /// The file that describes the puzzle.
    pub path: PathBuf,
    /// The puzzle as its file describes it.
    pub puzzle: Puzzle,
}

/// All puzzles, those that came with the game first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleBook {
    /// The puzzles of each of the two folders, in the order of the folder's list.
    pub entries: Vec<ListedPuzzle>,
    /// A line for each file that was left out, and for a folder that cannot be read.
    pub warnings: Vec<String>,
}

/// Why a puzzle cannot be played.
#[derive(Debug, Error)]
pub enum PuzzlePlanError {
    /// No puzzle has this name.
    #[error("there is no puzzle '{name}'; known are {known}, and random:ROWS")]
    Unknown {
        /// The name of the puzzle that was asked for.
        name: String,
        /// The names of all puzzles, separated by commas.
        known: String,
    },
    /// The number of rows of a random board is not 1 to 20.
    #[error("random:{0} must be random:1 to random:20, the rows in which cells are strewn")]
    Rows(String),
    /// The puzzle itself is impossible.
    #[error("puzzle {name}: {error}")]
    Wrong {
        /// The name of the puzzle.
        name: String,
        /// What is wrong with the puzzle.
        error: PuzzleError,
    },
}

/// The folder of the player's own puzzles; `None` on a machine without a home.
pub fn own_folder() -> Option<PathBuf> {
    paths::data_folder().map(|data| data.join("puzzles"))
}

impl PuzzleBook {
    /// Reads the puzzles that come with the game and the player's own.
    pub fn load() -> Self {
        let mut book = Self::default();
        if let Some(folder) = paths::assets_folder() {
            book.add_folder(&folder.join("puzzles"), true);
        }
        if let Some(folder) = own_folder() {
            book.add_folder(&folder, false);
        }
        book
    }

    /// Adds the puzzles of a folder: of one that comes with the game (`ships`) those that its manifest lists, else all.
    /// A puzzle whose name is taken already gets `own-` before its name.
    pub fn add_folder(&mut self, folder: &Path, ships: bool) {
        let (mut found, warning) = match ships {
            true => manifest::files_in_manifest(files(), folder),
            false => match files().list(folder) {
                Ok(found) => (found, None),
                Err(error) if error.kind() == io::ErrorKind::NotFound => (Vec::new(), None),
                Err(error) => (Vec::new(), Some(format!("cannot read {}: {}", folder.display(), reason(&error)))),
            },
        };
        self.warnings.extend(warning);
        found.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
        for file in found {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            match read(&file) {
                Ok(puzzle) => {
                    let taken = self.entries.iter().any(|entry| entry.id == name);
                    let id = if taken { format!("own-{name}") } else { name };
                    self.entries.push(ListedPuzzle { id, ships, path: file, puzzle });
                }
                Err(error) => self.warnings.push(format!("puzzle {}: {error}", file.display())),
            }
        }
    }

    /// The puzzle of a name; `None` if there is none.
    pub fn find(&self, name: &str) -> Option<&ListedPuzzle> {
        self.entries.iter().find(|entry| entry.id == name)
    }

    /// The plan of a puzzle by its name, or of `random:ROWS`. `single` has the player's rules for games for one.
    ///
    /// # Errors
    /// An error if there is no such puzzle, if it is impossible, or if ROWS is not 1 to 20.
    pub fn puzzle_plan(&self, name: &str, single: &Rules) -> Result<Plan, PuzzlePlanError> {
        if let Some(rows) = name.strip_prefix(RANDOM_PREFIX) {
            let known = rows.parse::<u8>().ok().filter(|rows| (1..=20).contains(rows));
            return known
                .map(|rows| puzzle::random_board_plan(rows, single))
                .ok_or_else(|| PuzzlePlanError::Rows(rows.to_owned()));
        }
        let entry = self.find(name).ok_or_else(|| PuzzlePlanError::Unknown {
            name: name.to_owned(),
            known: self.entries.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>().join(", "),
        })?;
        entry
            .puzzle
            .make_plan(&entry.id, single)
            .map_err(|error| PuzzlePlanError::Wrong { name: name.to_owned(), error })
    }
}

/// Reads one file and checks that its puzzle can be played. The error is one line.
fn read(path: &Path) -> Result<Puzzle, String> {
    let size = files().size(path).map_err(|error| reason(&error))?;
    if size > LARGEST {
        return Err(format!("{size} bytes are too many for a puzzle, at most {LARGEST}"));
    }
    let text = files().read_text(path).map_err(|error| reason(&error))?;
    parse(&text)
}

/// Reads a puzzle from the text of a file, and checks that it can be played. Its name becomes one short line.
///
/// # Errors
/// One line that says what is wrong with the text.
pub fn parse(text: &str) -> Result<Puzzle, String> {
    let mut puzzle: Puzzle = toml::from_str(text).map_err(|error| fault_with_line(text, &error))?;
    puzzle.name = shortened(&puzzle.name);
    puzzle.make_plan("", &Rules::marathon()).map_err(|error| error.to_string())?;
    Ok(puzzle)
}

impl ListedPuzzle {
    /// Removes the file of a puzzle of the player's own. It is in the book until that is loaded again.
    ///
    /// # Errors
    /// One line that says why the puzzle stays.
    pub fn remove(&self) -> Result<(), String> {
        if self.ships {
            return Err("it came with the game".to_owned());
        }
        files().remove(&self.path).map_err(|error| reason(&error))
    }
}

/// Writes a puzzle into a folder of the player's own, under a name that is made of the puzzle's own and that no other
/// file there has. Returns the path.
///
/// # Errors
/// One line that says why the puzzle cannot be played, or not be written.
pub fn write_new(folder: &Path, puzzle: &Puzzle) -> Result<PathBuf, String> {
    let text = toml::to_string_pretty(puzzle).map_err(|error| error.to_string())?;
    // What would be left out when it is read must not be written.
    parse(&text)?;
    files().create_folders(folder).map_err(|error| reason(&error))?;
    let name = file_name(&puzzle.name);
    let names = std::iter::once(name.clone()).chain((2..=MOST_ALIKE).map(|number| format!("{name}-{number}")));
    let paths = names.map(|name| folder.join(format!("{name}.toml")));
    for path in paths.filter(|path| !files().is_taken(path)) {
        // Another program may have taken the name since it was asked for.
        if files().write_new(&path, text.as_bytes(), false).map_err(|error| reason(&error))? {
            return Ok(path);
        }
    }
    Err(format!("there are {MOST_ALIKE} puzzles of this name: write another"))
}

/// The name of a puzzle as the name of its file: its letters and digits in lower case, with hyphens in
/// place of all else.
fn file_name(name: &str) -> String {
    let letters = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' });
    let letters: String = letters.flat_map(char::to_lowercase).take(LONGEST_NAME).collect();
    let words: Vec<&str> = letters.split_whitespace().collect();
    if words.is_empty() { "puzzle".to_owned() } else { safe_file_name(&words.join("-")) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_has_a_name_of_one_short_line() {
        let name = |words: &str| {
            let text = format!("name = \"{words}\"\ngoal = \"lines 4\"\nqueue = \"I\"\n");
            parse(&text).unwrap().name
        };
        assert_eq!(name(r"Ряд\u202e 4\nи ещё"), "Ряд  4 и ещё");
        assert_eq!(name(&"Ж".repeat(1000)), "Ж".repeat(120) + "...");
    }
}
