//! Players of one's own that were given a name: a file each among the player's data, and a list of what was measured of them.
//!
//! The file is called by the player's name and the number of its colour, `players/Strela~3.gen`, so that both go with it when
//! it is sent to somebody.

use super::strengths::{Strength, lines};
use crate::doors::files;
use crate::storage::Spec;
use crate::storage::spec::Source;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// What the list is called in the folder of the player's data, a line of JSON for each.
const FILE_NAME: &str = "own-players.jsonl";
/// What the folder of their files is called there.
const FOLDER: &str = "players";
/// The most letters of a name.
pub const MOST_LETTERS: usize = 16;

/// A player of one's own that was given a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnPlayer {
    /// How strong it is at its speed. Its player is the path of its file; 0 matches where it was not measured.
    #[serde(flatten)]
    pub strength: Strength,
    /// What is said of it, in one line.
    pub line: String,
}

impl OwnPlayer {
    /// Its file; `None` where the list names something else.
    pub fn file(&self) -> Option<&Path> {
        match &self.strength.player.source {
            Source::File(path) => Some(path),
            _ => None,
        }
    }
}

/// Those of the list whose file is there, with a warning for each line that cannot be used.
pub fn load(folder: &Path) -> (Vec<OwnPlayer>, Vec<String>) {
    let (mut found, warnings) = lines(&folder.join(FILE_NAME), |own: &OwnPlayer| own.strength.is_sane());
    found.retain(|own| own.file().is_some_and(|file| files().is_file(file)));
    (found, warnings)
}

/// Writes the list.
///
/// # Errors
/// When the file cannot be written.
pub fn save(folder: &Path, all: &[OwnPlayer]) -> io::Result<()> {
    let mut text = String::new();
    for own in all {
        text.push_str(&serde_json::to_string(own).map_err(io::Error::other)?);
        text.push('\n');
    }
    files().create_folders(folder)?;
    files().write_whole(&folder.join(FILE_NAME), text.as_bytes())
}

/// The file of a player with this name and the number of its colour.
pub fn file_of(folder: &Path, name: &str, colour: u8) -> PathBuf {
    folder.join(FOLDER).join(format!("{name}~{colour}.gen"))
}

/// The SPEC of such a file.
pub fn spec_of(file: &Path) -> Spec {
    Spec { source: Source::File(file.to_owned()), rank: 0 }
}

/// A name as a file can be called on every system: letters, digits, spaces, hyphens and apostrophes, at most 16.
///
/// # Errors
/// One line, where nothing is left of it.
pub fn named(text: &str) -> Result<String, String> {
    let kept = text.chars().filter(|letter| letter.is_alphanumeric() || " -'".contains(*letter));
    let name: String = kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(MOST_LETTERS).collect();
    match name.trim() {
        "" => Err("A name has letters or digits: type one first".to_owned()),
        name => Ok(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_file_names_everywhere() {
        assert_eq!(named("  Стрела   2 ").as_deref(), Ok("Стрела 2"));
        assert_eq!(named("../../etc/passwd~3").as_deref(), Ok("etcpasswd3"));
        assert_eq!(named("an uncommonly long name").as_deref(), Ok("an uncommonly lo"));
        assert!(named(" / ").is_err());
    }

    #[test]
    fn what_is_written_is_read_and_a_player_without_its_file_is_left_out() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let own = |name: &str| {
            let player = spec_of(&file_of(home.path(), name, 3));
            let strength = Strength {
                player,
                milli_pps: 1000,
                slips: 0,
                rating: 1610.0,
                deviation: 20.0,
                matches: 64,
                style: super::super::strengths::Style::default(),
            };
            OwnPlayer { strength, line: "Flies straight".to_owned() }
        };
        let all = [own("Strela"), own("Gone")];
        save(home.path(), &all)?;
        files().create_folders(&home.path().join(FOLDER))?;
        files().write_whole(&file_of(home.path(), "Strela", 3), b"")?;
        assert_eq!(load(home.path()), (vec![own("Strela")], Vec::new()));
        assert_eq!(crate::storage::cast::title(&all[0].strength.player), "Strela");
        Ok(())
    }
}
