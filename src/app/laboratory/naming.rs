//! Giving a player of the user's own a name: the best genome of a generation is copied to a file of that name, and
//! joins the list of the user's own players.

use crate::app::persistence::MeasuredStrength;
use crate::app::persistence::own_players::{self, OwnPlayer};
use crate::doors::files::{files, reason};
use crate::game::Pace;
use crate::storage::generation;
use crate::train::Generation;
use std::io;
use std::path::Path;

/// The name, the colour and the line that the user gives to a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerNaming {
    /// The name of the player, as it was typed.
    pub name: String,
    /// The place of the player's colour in [`OWN_PLAYER_COLOURS`](crate::storage::cast::OWN_PLAYER_COLOURS), from 0.
    pub colour: u8,
    /// A line about the player, as it was typed. If it is empty, the player's card says what was measured of the play.
    pub line: String,
}

/// Copies the best genome of a generation's file to a file of the player's name in `folder`, the folder of the user's
/// data. Returns the list `all` of the user's own players with the new one behind the others. `strength` is what was
/// measured of the player at this pace; `None` if the player was not rated. Of the line, the first 90 characters are
/// kept. Where the list has a player of that name, pace and genome, the player only gets the new strength: many are
/// named first and rated afterwards.
///
/// # Errors
/// A line for the user, if the name has no letters or digits or is taken, the file cannot be read,
/// or a file cannot be written.
pub fn save_as_own_player(
    naming: &PlayerNaming,
    file: &Path,
    (pace, strength): (Pace, Option<MeasuredStrength>),
    folder: &Path,
    mut all: Vec<OwnPlayer>,
) -> Result<Vec<OwnPlayer>, String> {
    let name = own_players::cleaned_name(&naming.name)?;
    // Some systems take the names of two files for one where only the size of their letters differs.
    let folded = name.to_lowercase();
    let taken = |own: &OwnPlayer| crate::storage::cast::opponent_title(&own.strength.player).to_lowercase() == folded;
    let best = generation::read(file).map_err(|error| error.to_string())?.with_best_genomes_only(1);
    if let Some(own) = all.iter_mut().find(|own| taken(own)) {
        let is_this = |kept: Generation| kept.recipe == best.recipe && kept.genomes == best.genomes;
        let kept = own.file().filter(|_| own.strength.milli_pps == pace.milli_pps);
        let is_same = kept.and_then(|kept| generation::read(kept).ok()).is_some_and(is_this);
        let Some(strength) = strength.filter(|_| is_same) else {
            return Err(format!("There is a player called {name} already: give it another name"));
        };
        own.strength = MeasuredStrength { player: own.strength.player.clone(), ..strength };
        save(folder, &all, None)?;
        return Ok(all);
    }
    let kept = own_players::file_of(folder, &name, naming.colour);
    let unwritable = |error: io::Error| format!("cannot write {}: {}", kept.display(), reason(&error));
    if let Some(parent) = kept.parent() {
        files().create_folders(parent).map_err(unwritable)?;
    }
    generation::write(&kept, &best).map_err(|error| error.to_string())?;
    let player = own_players::spec_of(&kept);
    let strength = match strength {
        Some(strength) => MeasuredStrength { player, ..strength },
        None => MeasuredStrength::unrated(player, pace.milli_pps),
    };
    let line = naming.line.split_whitespace().collect::<Vec<_>>().join(" ");
    all.push(OwnPlayer { strength, line: line.chars().take(90).collect(), unknown: serde_json::Map::new() });
    save(folder, &all, None)?;
    Ok(all)
}

/// Writes the list of the user's own players, of whom one may be removed. An error is a line for the user.
fn save(folder: &Path, all: &[OwnPlayer], removed: Option<&OwnPlayer>) -> Result<(), String> {
    own_players::save_all(folder, all, removed)
        .map_err(|error| format!("cannot write the list of your players: {}", reason(&error)))
}

/// Takes the player at place `at` off the list `all` of the user's own players, and removes the player's file. The list
/// stays the same if there is no such player.
///
/// # Errors
/// A line for the user, if the list cannot be written, which then stays the same, or if the file cannot be removed.
pub fn remove_own_player(at: usize, folder: &Path, all: &mut Vec<OwnPlayer>) -> Result<(), String> {
    if at >= all.len() {
        return Ok(());
    }
    let mut left = all.clone();
    let gone = left.remove(at);
    save(folder, &left, Some(&gone))?;
    *all = left;
    match gone.file().map(|file| (file, files().remove(file))) {
        Some((file, Err(error))) => Err(format!("cannot remove {}: {}", file.display(), reason(&error))),
        _ => Ok(()),
    }
}
