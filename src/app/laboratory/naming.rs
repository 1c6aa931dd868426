//! Giving a player of one's own a name: its best is copied to a file of that name, and stands among the other opponents.

use crate::app::persistence::own_players::{self, OwnPlayer};
use crate::app::persistence::{Strength, strengths::Style};
use crate::doors::files;
use crate::game::Pace;
use crate::storage::generation;
use std::path::Path;

/// What a player is to be called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// Its name, as it was typed.
    pub name: String,
    /// The place of its colour in [`OWN_COLOURS`](crate::storage::cast::OWN_COLOURS).
    pub colour: u8,
    /// A line about it, as it was typed; empty for what was measured of its play.
    pub line: String,
}

/// Keeps the best player of a generation's file under a name, in the folder of the player's data, and returns the list of
/// those that have one now. `strength` is what was measured of it at this pace.
///
/// # Errors
/// One line: when the name has no letters or is taken, the file cannot be read, or nothing can be written.
pub fn keep_as(
    naming: &Naming,
    file: &Path,
    (pace, strength): (Pace, Option<Strength>),
    folder: &Path,
    mut all: Vec<OwnPlayer>,
) -> Result<Vec<OwnPlayer>, String> {
    let name = own_players::named(&naming.name)?;
    let taken = |own: &OwnPlayer| crate::storage::cast::title(&own.strength.player).eq_ignore_ascii_case(&name);
    if all.iter().any(taken) {
        return Err(format!("There is a player called {name} already: give it another name"));
    }
    let best = generation::read(file).map_err(|error| error.to_string())?.best(1);
    let kept = own_players::file_of(folder, &name, naming.colour);
    let unwritable = |error: std::io::Error| format!("cannot write {}: {error}", kept.display());
    if let Some(parent) = kept.parent() {
        files().create_folders(parent).map_err(unwritable)?;
    }
    generation::write(&kept, &best).map_err(|error| error.to_string())?;
    let player = own_players::spec_of(&kept);
    let strength = match strength {
        Some(strength) => Strength { player, ..strength },
        None => Strength {
            player,
            milli_pps: pace.milli_pps,
            slips: 0,
            rating: 1500.0,
            deviation: 350.0,
            matches: 0,
            style: Style::default(),
        },
    };
    let line = naming.line.split_whitespace().collect::<Vec<_>>().join(" ");
    all.push(OwnPlayer { strength, line: line.chars().take(90).collect() });
    own_players::save(folder, &all).map_err(|error| format!("cannot write the list of your players: {error}"))?;
    Ok(all)
}

/// Takes a player of one's own off the list, and removes its file. Returns the list without it.
///
/// # Errors
/// One line, when the list cannot be written or the file cannot be removed.
pub fn dismiss(at: usize, folder: &Path, mut all: Vec<OwnPlayer>) -> Result<Vec<OwnPlayer>, String> {
    if at >= all.len() {
        return Ok(all);
    }
    let gone = all.remove(at);
    own_players::save(folder, &all).map_err(|error| format!("cannot write the list of your players: {error}"))?;
    match gone.file().map(|file| (file, files().remove(file))) {
        Some((file, Err(error))) => Err(format!("cannot remove {}: {error}", file.display())),
        _ => Ok(all),
    }
}
