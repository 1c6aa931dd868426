//! What the game keeps on disk for a player: settings, records, the history of games, replays and puzzles.
//!
//! Every file is written whole under another name and then renamed; everything that is read is checked
//! before it is used.

pub mod appearance;
pub mod bindings;
pub mod bots;
pub mod drills;
pub mod faults;
pub mod fingers;
pub mod handlings;
pub mod history;
#[cfg(feature = "net")]
pub mod identity;
mod kept_file;
pub mod ladder;
pub mod mode_settings;
pub mod online;
pub mod own_players;
pub mod presets;
pub mod puzzles;
pub mod rated_match;
pub mod rating;
pub mod records;
pub mod replay;
mod replay_keys;
pub mod replays;
pub mod reviews;
pub mod rivals;
pub mod seats;
pub mod settings;
pub mod sound;
mod strength_table;
pub mod strengths;

pub use appearance::Appearance;
pub use bots::BotCommands;
pub use history::FinishedGame;
pub use kept_file::KeptFile;
pub use ladder::{Ladder, LadderRung};
pub use online::OnlineSettings;
pub use records::Records;
pub use seats::{Occupant, SeatDevices, Seats};
pub use settings::Settings;
pub use strength_table::StrengthTable;
pub use strengths::{MeasuredStrength, Strengths};

use crate::doors::files;
use crate::storage::toml_files::{self, LoadedFile};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::any::Any;
use std::io;
use std::path::Path;
use toml::{Table, Value};

/// The contents of a TOML file of its own in one of the player's folders, read and written as a whole.
pub trait PlayerFile: Serialize + DeserializeOwned + Default {
    /// The name of the file of this kind in its folder.
    const FILE_NAME: &'static str;

    /// How deep in the file's tables two programs can change values without taking back each other's. At 1 each value
    /// at the top of the file counts as a whole.
    const MERGE_DEPTH: usize = 1;

    /// The contents with every value within its limits, since a file may say anything.
    fn checked(self) -> Self {
        self
    }

    /// Reads the file of a folder. A missing one is the defaults; one that is damaged is set aside, with a warning.
    fn read_from(folder: &Path) -> LoadedFile<Self> {
        let kept = toml_files::read::<Self>(files(), &folder.join(Self::FILE_NAME));
        LoadedFile { value: kept.value.checked(), ..kept }
    }

    /// Reads the file of a folder once more, since another program with the same folder may have written it. `None` if
    /// there is none or it cannot be read; it stays as it is then.
    fn read_again(folder: &Path) -> Option<Self> {
        let text = files().read_text(&folder.join(Self::FILE_NAME)).ok()?;
        toml_files::parse::<Self>(&text).ok().map(Self::checked)
    }

    /// Writes the file into a folder. What only a later version knows of the file that is there stays in it.
    ///
    /// # Errors
    /// An error if the file cannot be written.
    fn write_to(&self, folder: &Path) -> io::Result<()> {
        let path = folder.join(Self::FILE_NAME);
        match with_unknown_entries(self, &path) {
            Some(table) => toml_files::write(files(), &path, &table),
            None => toml_files::write(files(), &path, self),
        }
    }

    /// Writes into the file of a folder what this program has changed since it held `before`. The rest of the file
    /// stays as another program may have written it meanwhile.
    ///
    /// # Errors
    /// An error if the file cannot be written.
    fn write_changes_to(&self, folder: &Path, before: &Self) -> io::Result<()> {
        let table = |value: &Self| Table::try_from(value).ok();
        let merged = Self::read_again(folder).and_then(|others| {
            let merged = merged(table(self)?, &table(before)?, table(&others)?, Self::MERGE_DEPTH);
            merged.try_into::<Self>().ok()
        });
        merged.map_or_else(|| self.write_to(folder), |merged| merged.checked().write_to(folder))
    }
}

/// Merges two programs' tables: the own values, with those of the others where the own are as they were before. A table
/// that lies at this depth counts as one value.
fn merged(mut own: Table, before: &Table, others: Table, depth: usize) -> Table {
    own.retain(|name, value| others.contains_key(name) || before.get(name) != Some(value));
    for (name, others) in others {
        match (own.get_mut(&name), before.get(&name), others) {
            (Some(Value::Table(own)), Some(Value::Table(before)), Value::Table(others)) if depth > 1 => {
                *own = merged(std::mem::take(own), before, others, depth - 1);
            }
            (own_value, before, others) if own_value.as_deref() == before => {
                own.insert(name, others);
            }
            _ => {}
        }
    }
    own
}

/// What is to be written for a value over a file with entries that this program does not know: the own ones with these
/// beside them. `None` where the file has no such entries, or cannot be read.
fn with_unknown_entries<T: PlayerFile>(value: &T, path: &Path) -> Option<Table> {
    let there: Table = files().read_text(path).ok()?.parse().ok()?;
    // By way of the text, in which a number has no more digits than it needs.
    let table = |value: &T| toml::to_string(value).ok()?.parse::<Table>().ok();
    let known = table(&there.clone().try_into::<T>().ok()?)?;
    let own = table(value)?;
    let mut all = own.clone();
    add_unknown_entries(&mut all, &known, there);
    // What earlier versions wrote may be read and not written any more: that is no unknown entry, and says something.
    let meaning = |table: Table| toml::to_string(&table.try_into::<T>().ok()?.checked()).ok();
    (all != own && meaning(all.clone())? == meaning(own)?).then_some(all)
}

/// Adds to a table the entries of a file of which none came into `known`, which is what was read of that file. In a
/// list of tables those get them that are as they were read, wherever they stand by now.
fn add_unknown_entries(own: &mut Table, known: &Table, there: Table) {
    for (name, there) in there {
        match (own.get_mut(&name), known.get(&name), there) {
            (Some(Value::Table(own)), Some(Value::Table(known)), Value::Table(there)) => {
                add_unknown_entries(own, known, there);
            }
            (Some(Value::Array(own)), Some(Value::Array(known)), Value::Array(there)) if known.len() == there.len() => {
                for (known, there) in known.iter().zip(there).filter(|(known, there)| *known != there) {
                    if let Some(Value::Table(own)) = own.iter_mut().find(|own| **own == *known)
                        && let (Value::Table(known), Value::Table(there)) = (known, there)
                    {
                        add_unknown_entries(own, known, there);
                    }
                }
            }
            (None, None, there) => {
                own.insert(name, there);
            }
            _ => {}
        }
    }
}

/// A claim on a file that keeps other programs from it, held for as long as this value lives.
pub type FileClaim = Box<dyn Any + Send + Sync>;

/// Claims what the file of this name in a folder stands for, so that no other program changes it for as long as the
/// value that comes back lives. `None` while another program has it, or where the files are a copy of another's.
///
/// # Errors
/// An error if the folder cannot be made, or the file cannot be opened.
pub fn claim_file(folder: &Path, name: &str) -> io::Result<Option<FileClaim>> {
    files().create_folders(folder)?;
    Ok(files().claim(&folder.join(name))?.filter(|_| !files().is_copy()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_one_program_has_claimed_another_gets_once_it_is_given_back() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("data");
        let claimed = claim_file(&folder, "continue.lock").unwrap();
        assert!(claimed.is_some() && claim_file(&folder, "continue.lock").unwrap().is_none());
        assert!(claim_file(&folder, "rating.lock").unwrap().is_some(), "each by its own name");
        drop(claimed);
        assert!(claim_file(&folder, "continue.lock").unwrap().is_some());
    }
}
