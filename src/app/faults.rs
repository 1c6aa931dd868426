//! What the player gets wrong most, over time: counted when the review of a saved game is done.

use super::game_review::{FAULT_KINDS, ReviewFinished, ReviewSummary, ReviewedMove, Reviewing};
use super::persistence::PlayerFile;
use super::persistence::faults::{FaultCount, FaultHistory, GameFaults};
use super::toasts::{Toasts, warn_at_start};
use crate::doors;
use crate::rules::Rules;
use crate::storage::paths;
use bevy::prelude::*;
use std::io;
use std::path::PathBuf;

/// The faults of all reviewed games.
#[derive(Resource, Debug, Default)]
pub struct Faults {
    /// What went wrong in each game, in their order.
    pub history: FaultHistory,
    /// The folder of the file; `None` where nothing is kept.
    folder: Option<PathBuf>,
    /// Whether they could not be written when they were written last.
    is_unwritten: bool,
}

impl Faults {
    /// Faults that are kept nowhere: for tools and tests.
    pub fn unkept(history: FaultHistory) -> Self {
        Self { history, ..Self::default() }
    }

    fn load() -> (Self, Option<String>) {
        let Some(folder) = paths::data_folder() else { return Default::default() };
        let kept = FaultHistory::read_from(&folder);
        let folder = Some(folder).filter(|_| kept.writable);
        (Self { history: kept.value, folder, is_unwritten: false }, kept.warning)
    }

    /// Adds a game to what the file says by now, since another program may have written it, and writes the file.
    fn add(&mut self, game: GameFaults) -> io::Result<()> {
        let folder = self.folder.as_ref();
        if let Some(found) = folder.filter(|_| !self.is_unwritten).and_then(|folder| FaultHistory::read_again(folder)) {
            self.history = found;
        }
        self.history.add(game);
        let written = folder.map_or(Ok(()), |folder| self.history.write_to(folder));
        self.is_unwritten = written.is_err();
        written
    }
}

/// Adds the faults, and the observer that counts those of a reviewed game.
pub(super) fn plugin(app: &mut App) {
    if !app.world().contains_resource::<Faults>() {
        let (faults, warning) = Faults::load();
        app.insert_resource(faults);
        warn_at_start(app, warning);
    }
    app.add_observer(count);
}

/// What the person of a seat got wrong in a game.
pub fn game_faults<'a>(
    moves: impl IntoIterator<Item = &'a ReviewedMove>,
    seat: u8,
    rules: &Rules,
    file: &str,
) -> GameFaults {
    let own: Vec<&ReviewedMove> = moves.into_iter().filter(|moved| moved.recorded.seat == seat).collect();
    let summary = ReviewSummary::of(own.iter().copied(), seat);
    let mut game =
        GameFaults { file: file.to_owned(), moves: summary.moves, accuracy: summary.accuracy, ..GameFaults::default() };
    for moved in own.into_iter().filter(|moved| moved.review.fault().is_some()) {
        for kind in FAULT_KINDS.iter().filter(|kind| kind.applies(moved, rules)) {
            let known: &mut FaultCount = game.kinds.entry(kind.id.to_owned()).or_default();
            known.count += 1;
            known.points += moved.points_lost();
        }
    }
    game
}

/// Counts the faults of the game whose review is done, if one person played it, it is saved, and nothing in it
/// was taken over or back.
fn count(_: On<ReviewFinished>, reviewing: Res<Reviewing>, mut faults: ResMut<Faults>, mut toasts: ResMut<Toasts>) {
    let (Some(file), Some(seat)) = (reviewing.file_name(), reviewing.persons().next()) else { return };
    if reviewing.persons().count() > 1 || !reviewing.is_plain_game() {
        return;
    }
    let game = game_faults(&reviewing.job.progress().moves, seat, &reviewing.replay.setup.rules, file);
    if game.moves == 0 {
        return;
    }
    if let Err(error) = faults.add(game) {
        let problem = doors::files::reason(&error);
        warn!("cannot write {}: {problem}", FaultHistory::FILE_NAME);
        toasts.warn(format!("What went wrong could not be saved: {problem}"));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn games_that_another_program_has_counted_stay() {
        let home = tempfile::tempdir().unwrap();
        let game = |file: &str| GameFaults { file: file.to_owned(), moves: 50, ..GameFaults::default() };
        let folder = Some(home.path().to_owned());
        let [mut one, mut other] = [folder.clone(), folder].map(|folder| Faults { folder, ..Faults::default() });
        one.add(game("2026-01-05")).unwrap();
        other.add(game("2026-02-09")).unwrap();
        one.add(game("2026-03-02")).unwrap();
        let kept = FaultHistory::read_from(home.path()).value;
        let names: Vec<&str> = kept.games.iter().map(|game| game.file.as_str()).collect();
        assert_eq!(names, ["2026-01-05", "2026-02-09", "2026-03-02"]);
        one.is_unwritten = true;
        one.history.add(game("2026-04-01"));
        one.add(game("2026-05-01")).unwrap();
        assert_eq!(FaultHistory::read_from(home.path()).value.games.len(), 5, "what a full disk refused is kept");
    }
}
