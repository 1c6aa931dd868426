//! Own players: generations of the user's own that were given a name. Each has a file in the folder of the user's data,
//! and a line in a list with what was measured of the player.
//!
//! The file is called by the player's name and the number of the player's colour, such as `players/Strela~3.gen`, so
//! that a file that is sent to somebody brings both along. The list names these files by their place below the data, so
//! that a copy of the whole folder, put back elsewhere, still has its players.

use super::strengths::MeasuredStrength;
use crate::doors::files;
use crate::storage::json_lines::read_json_lines;
use crate::storage::spec::OpponentSource;
use crate::storage::{Spec, toml_files};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the list in the folder of the user's data. The list has a line of JSON for each player.
const FILE_NAME: &str = "own-players.jsonl";
/// The name of the folder for the files of the players, inside the folder of the user's data.
const FOLDER: &str = "players";
/// The most characters of a name.
pub const MOST_LETTERS: usize = 16;

/// A player of the user's own that was given a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnPlayer {
    /// The strength at the speed that the player is kept for. Its `player` names the player's file; its `matches` are 0
    /// if the player was not rated.
    #[serde(flatten)]
    pub strength: MeasuredStrength,
    /// A line about the player; empty if the user has not written one.
    pub line: String,
    /// What a later version says of the player besides; it stays in the list.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl OwnPlayer {
    /// The path of the player's file; `None` if the list names something else than a file.
    pub fn file(&self) -> Option<&Path> {
        match &self.strength.player.source {
            OpponentSource::File(path) => Some(path),
            _ => None,
        }
    }
}

/// Reads the list in the folder of the user's data, without the players whose file is missing. The second list has a
/// warning for each line that cannot be used. Without a list there are no players.
pub fn load_all(folder: &Path) -> (Vec<OwnPlayer>, Vec<String>) {
    let (found, _, warnings) = read_list(folder);
    (found, warnings)
}

/// Reads the list: the players whose file is there, those whose file is missing as the list has them, and a warning for
/// each line that cannot be used.
fn read_list(folder: &Path) -> (Vec<OwnPlayer>, Vec<OwnPlayer>, Vec<String>) {
    let (all, warnings) = read_json_lines(&folder.join(FILE_NAME), |own: &OwnPlayer| own.strength.is_sane());
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for mut own in all {
        match own.file().and_then(|file| found_below(folder, file)) {
            Some(file) => {
                own.strength.player.source = OpponentSource::File(file);
                found.push(own);
            }
            None => missing.push(own),
        }
    }
    (found, missing, warnings)
}

/// The path of a file that the list names: below the folder of the user's data, or as lists of earlier versions do,
/// from the root. It is written as [`file_of`] writes it, whatever sign parts paths in the list: by the words of its
/// SPEC a player is known again. A file that is not there may have come with the whole folder from elsewhere.
fn found_below(folder: &Path, named: &Path) -> Option<PathBuf> {
    let inside = named.strip_prefix(FOLDER).map(|inside| folder.join(FOLDER).join(inside));
    let path = inside.unwrap_or_else(|_| folder.join(named));
    Some(path).filter(|path| files().is_file(path)).or_else(|| moved_file(folder, named))
}

/// The file of this name among those of the user's players; `None` if there is none. The path may be that of another
/// machine, with another sign between its parts.
fn moved_file(folder: &Path, path: &Path) -> Option<PathBuf> {
    let name = path.to_str()?.rsplit(['/', '\\']).next()?;
    Some(folder.join(FOLDER).join(name)).filter(|path| files().is_file(path))
}

/// The SPEC of a player of the user's own whose file is no longer where these words say: it has come elsewhere with the
/// folder of the user's data. `None` for all other words.
pub fn moved_spec(folder: &Path, words: &str) -> Option<String> {
    let Spec { source, rank } = words.parse::<Spec>().ok()?;
    let OpponentSource::File(file) = source else { return None };
    let moved = moved_file(folder, &file).filter(|_| !files().is_file(&file))?;
    Some(Spec { source: OpponentSource::File(moved), rank }.to_string())
}

/// The player as it is written to the list: the path of its file begins below the folder of the user's data, if
/// the file lies there.
fn as_listed(folder: &Path, own: &OwnPlayer) -> OwnPlayer {
    let mut own = own.clone();
    let inside = own.file().and_then(|file| file.strip_prefix(folder.join(FOLDER)).ok()).map(Path::to_owned);
    if let Some(name) = inside {
        // With this sign on every system, since a folder may be put back on another.
        let place = format!("{FOLDER}/{}", name.display());
        own.strength.player.source = OpponentSource::File(place.into());
    }
    own
}

/// Writes the list into the folder of the user's data, which is made if there is none. Players whose file is missing
/// stay in the list that is there, all but the one that is `removed`: the file may still come, as with a folder that is
/// put back bit by bit.
///
/// # Errors
/// The error of the system, if the folder cannot be made or the file cannot be written.
pub fn save_all(folder: &Path, all: &[OwnPlayer], removed: Option<&OwnPlayer>) -> io::Result<()> {
    let (_, mut missing, warnings) = read_list(folder);
    let file_name = |own: &OwnPlayer| own.file().and_then(Path::file_name).map(ToOwned::to_owned);
    missing.retain(|own| all.iter().chain(removed).all(|other| file_name(other) != file_name(own)));
    let listed = all.iter().map(|own| as_listed(folder, own)).chain(missing);
    let lines = listed.map(|own| serde_json::to_string(&own).map(|line| line + "\n"));
    let text: String = lines.collect::<Result<_, _>>().map_err(io::Error::other)?;
    files().create_folders(folder)?;
    let path = folder.join(FILE_NAME);
    if !warnings.is_empty() {
        // A list that the system does not let be read may be whole, and stays.
        files().read_start(&path, 1)?;
        // Lines that could not be read are kept beside the new list.
        toml_files::set_aside(files(), &path)?;
    }
    files().write_whole(&path, text.as_bytes())
}

/// The path of the file for a player with this name and this colour, a place in
/// [`OWN_PLAYER_COLOURS`](crate::storage::cast::OWN_PLAYER_COLOURS). `folder` is the folder of the user's data.
pub fn file_of(folder: &Path, name: &str, colour: u8) -> PathBuf {
    folder.join(FOLDER).join(format!("{name}~{colour}.gen"))
}

/// The SPEC of the best genome in a generation's file.
pub fn spec_of(file: &Path) -> Spec {
    Spec { source: OpponentSource::File(file.to_owned()), rank: 0 }
}

/// Makes a name that a file can have on every system. Only letters, digits, spaces, hyphens and apostrophes are kept,
/// at most 16 of them, and several spaces become one.
///
/// # Errors
/// A line for the user, if nothing is left of the text.
pub fn cleaned_name(text: &str) -> Result<String, String> {
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
    use crate::app::persistence::history::{self, ComputerOpponent};
    use crate::app::persistence::{FinishedGame, Settings};
    use crate::game::Pace;

    #[test]
    fn names_are_file_names_everywhere() {
        assert_eq!(cleaned_name("  Стрела   2 ").as_deref(), Ok("Стрела 2"));
        assert_eq!(cleaned_name("../../etc/passwd~3").as_deref(), Ok("etcpasswd3"));
        assert_eq!(cleaned_name("an uncommonly long name").as_deref(), Ok("an uncommonly lo"));
        assert!(cleaned_name(" / ").is_err());
    }

    #[test]
    fn what_is_written_is_read_and_a_player_without_its_file_is_left_out() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let own = |name: &str| {
            let player = spec_of(&file_of(home.path(), name, 3));
            let strength = MeasuredStrength { rating: 1610.0, ..MeasuredStrength::unrated(player, 1000) };
            OwnPlayer { strength, line: "Flies straight".to_owned(), unknown: Map::new() }
        };
        let all = [own("Strela"), own("Gone")];
        save_all(home.path(), &all, None)?;
        files().create_folders(&home.path().join(FOLDER))?;
        files().write_whole(&file_of(home.path(), "Strela", 3), b"")?;
        assert_eq!(load_all(home.path()), (vec![own("Strela")], Vec::new()));
        save_all(home.path(), &all[..1], None)?;
        files().write_whole(&file_of(home.path(), "Gone", 3), b"")?;
        assert_eq!(load_all(home.path()).0, all, "a file that comes later still has its player");
        files().remove(&file_of(home.path(), "Gone", 3))?;
        save_all(home.path(), &all[..1], Some(&all[1]))?;
        files().write_whole(&file_of(home.path(), "Gone", 3), b"")?;
        assert_eq!(load_all(home.path()).0, all[..1], "and one that is taken off is gone");
        assert_eq!(crate::storage::cast::opponent_title(&all[0].strength.player), "Strela");

        // The whole folder is put back at another place, with the list of this version and with that of an earlier one.
        let elsewhere = tempfile::tempdir()?;
        let list = String::from_utf8_lossy(&files().read(&home.path().join(FILE_NAME))?).into_owned();
        assert!(list.contains("\"players/Strela~3.gen\""), "{list}");
        let earlier = list.replace("players/Strela", "/home/somebody/korobka/players/Strela");
        files().create_folders(&elsewhere.path().join(FOLDER))?;
        let file = file_of(elsewhere.path(), "Strela", 3);
        files().write_whole(&file, b"")?;
        let of_windows = list.replace("players/Strela", r"C:\\korobka\\players\\Strela");
        let parted_otherwise = list.replace("players/Strela", "players//Strela");
        let marked = format!("\u{feff}{list}");
        for text in [list, earlier, of_windows, parted_otherwise, marked] {
            files().write_whole(&elsewhere.path().join(FILE_NAME), text.as_bytes())?;
            let (found, warnings) = load_all(elsewhere.path());
            let specs: Vec<String> = found.iter().map(|own| own.strength.player.to_string()).collect();
            assert_eq!((specs, warnings), (vec![spec_of(&file).to_string()], Vec::new()));
        }
        Ok(())
    }

    #[test]
    fn choices_and_the_history_follow_a_player_that_came_elsewhere_with_the_folder() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let file = file_of(home.path(), "Strela", 3);
        files().create_folders(&home.path().join(FOLDER))?;
        files().write_whole(&file, b"")?;
        let here = format!("{}#2", file.display());
        let mut settings = Settings::default();
        for before in ["/old/players/Strela~3.gen#2", r"C:\old\players\Strela~3.gen#2", here.as_str()] {
            before.clone_into(&mut settings.versus.opponent);
            before.clone_into(&mut settings.watch.right);
            settings.follow_moved_players(home.path());
            assert_eq!([&settings.versus.opponent, &settings.watch.right], [&here; 2], "{before}");
            let opponent = Some(ComputerOpponent { spec: before.to_owned(), pace: Pace::BEGINNER, slips: 0 });
            history::append(home.path(), &FinishedGame { opponent, ..FinishedGame::default() })?;
        }
        let games = history::load(home.path()).0;
        assert_eq!(games.iter().flat_map(|game| &game.opponent).map(|foe| &foe.spec).collect::<Vec<_>>(), [&here; 3]);
        for words in ["/old/players/Gone~3.gen", "lin:25", ""] {
            assert_eq!(moved_spec(home.path(), words), None);
        }
        Ok(())
    }

    #[test]
    fn what_only_a_later_version_says_of_a_player_stays_in_the_list() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let (list, file) = (home.path().join(FILE_NAME), file_of(home.path(), "Strela", 3));
        files().create_folders(&home.path().join(FOLDER))?;
        files().write_whole(&file, b"")?;
        let strength = MeasuredStrength::unrated(spec_of(&file), 1000);
        save_all(home.path(), &[OwnPlayer { strength, line: String::new(), unknown: Map::new() }], None)?;
        let later = files().read_text(&list)?.replacen('{', "{\"later\":[7],", 1);
        files().write_whole(&list, later.as_bytes())?;
        let (found, warnings) = load_all(home.path());
        assert_eq!((found.len(), warnings), (1, Vec::new()));
        save_all(home.path(), &found, None)?;
        assert!(files().read_text(&list)?.contains("\"later\":[7]"));
        Ok(())
    }

    #[test]
    #[cfg(unix)]
    fn a_list_that_cannot_be_read_stays_where_it_is() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let list = home.path().join(FILE_NAME);
        // A link to itself can be read by nobody.
        std::os::unix::fs::symlink(&list, &list)?;
        assert_eq!(load_all(home.path()).1.len(), 1);
        assert!(save_all(home.path(), &[], None).is_err());
        assert_eq!(files().list(home.path())?, [list]);
        Ok(())
    }
}
