//! Players of the user's own in the laboratory: rated, named, dismissed, and taken in from a line of text.

use super::naming::{self, PlayerNaming};
use super::{Laboratory, RatingJob, RatingSoFar, import_text};
use crate::app::history::GameHistory;
use crate::app::persistence::Ladder;
use crate::app::persistence::own_players::{self, OwnPlayer};
use crate::game::Pace;
use crate::storage::paths;
use std::path::Path;

impl Laboratory {
    /// Begins to rate the best genome of a generation's file at a speed, by matches against the rungs of a ladder. An
    /// earlier rating is broken off, and forgotten if it was over.
    ///
    /// # Errors
    /// A line for the user, if the system gives no thread.
    pub fn begin_rating(&mut self, file: &Path, pace: Pace, ladder: &Ladder) -> Result<(), String> {
        self.rating = None;
        let begun = RatingJob::begin(own_players::spec_of(file), pace, ladder);
        self.rating = Some(begun.map_err(|error| format!("no thread to play matches on: {error}"))?);
        Ok(())
    }

    /// What is known of the rating of a file's best genome at a speed. `None` if the last rating that was begun
    /// is not this one.
    pub fn rating_of(&self, file: &Path, pace: Pace) -> Option<RatingSoFar> {
        let job = self.rating.as_ref()?;
        (job.pace == pace && job.spec == own_players::spec_of(file)).then(|| job.rating_so_far())
    }

    /// Keeps the best genome of a generation's file under a name, with the rating if one is known at this speed. If it
    /// is kept under this name already, it gets the rating. Returns a line for the user that says what was done.
    ///
    /// # Errors
    /// A line for the user, if the name has no letters or digits or is taken, or a file cannot be read or written.
    pub fn save_as_own_player(
        &self,
        naming: &PlayerNaming,
        file: &Path,
        pace: Pace,
        history: &mut GameHistory,
    ) -> Result<String, String> {
        let folder = self.folder.as_ref().ok_or("There is no folder to keep players in")?;
        let strength = self.rating_of(file, pace).and_then(|rating| rating.strength);
        let is_rated = strength.is_some();
        let all = naming::save_as_own_player(naming, file, (pace, strength), folder, known_by_now(folder, history))?;
        history.set_own_players(all);
        let where_to =
            if is_rated { "stands on the ladder now" } else { "is among your players now, without a rating" };
        Ok(format!("{} {where_to}", own_players::cleaned_name(&naming.name)?))
    }

    /// Takes the player at place `at` off the list of the user's own players, and removes the player's file.
    ///
    /// # Errors
    /// A line for the user, if the list cannot be written or the file cannot be removed.
    pub fn remove_own_player(&self, at: usize, history: &mut GameHistory) -> Result<(), String> {
        let folder = self.folder.as_ref().ok_or("There is no folder that players are kept in")?;
        let mut all = known_by_now(folder, history);
        let gone = history.own_players.get(at).and_then(OwnPlayer::file);
        let place = all.iter().position(|own| own.file() == gone).unwrap_or(all.len());
        let removed = naming::remove_own_player(place, folder, &mut all);
        history.set_own_players(all);
        removed
    }

    /// Saves the player in a line of text among the user's generations.
    /// Returns the player's recipe and generation in words.
    ///
    /// # Errors
    /// A line for the user, if the text is no player, or the player cannot be saved.
    pub fn import_text(&mut self, text: &str) -> Result<String, String> {
        let generations = paths::generations_folder().ok_or("There is no folder for players")?;
        let name = import_text(text, &generations)?;
        self.begin_reading_runs();
        Ok(name)
    }

    /// Breaks off the rating in progress, and forgets the last one.
    pub fn stop_rating(&mut self) {
        self.rating = None;
    }
}

/// The user's own players as their list has them by now, since another program with the same folder may have changed
/// it. Where the list is not there or cannot be read whole, those that are known.
fn known_by_now(folder: &Path, history: &GameHistory) -> Vec<OwnPlayer> {
    let (found, warnings) = own_players::load_all(folder);
    if found.is_empty() || !warnings.is_empty() { history.own_players.clone() } else { found }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::storage::cast;

    #[test]
    fn what_is_told_of_a_player_that_is_kept_names_it_as_it_is_kept() {
        let home = tempfile::tempdir().unwrap();
        let laboratory = Laboratory { folder: Some(home.path().to_owned()), ..Laboratory::default() };
        let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/generations/lin/lin-0025.gen"));
        let naming = PlayerNaming { name: " Strela/2! ".to_owned(), ..PlayerNaming::default() };
        let mut history = GameHistory::default();
        let told = laboratory.save_as_own_player(&naming, file, Pace::BEGINNER, &mut history).unwrap();
        assert_eq!(told, "Strela2 is among your players now, without a rating");
        assert_eq!(cast::opponent_title(&history.own_players[0].strength.player), "Strela2");
    }
}
