//! What the player gets wrong most, over time: counted when the review of a saved game is done.

use super::game_review::{FAULT_KINDS, ReviewFinished, ReviewSummary, ReviewedMove, Reviewing};
use super::persistence::PlayerFile;
use super::persistence::faults::{FaultCount, FaultHistory, GameFaults};
use super::toasts::{Toasts, warn_at_start};
use crate::doors;
use crate::rules::Rules;
use crate::storage::paths;
use bevy::prelude::*;
use std::path::PathBuf;

/// The faults of all reviewed games.
#[derive(Resource, Debug, Default)]
pub struct Faults {
    /// What went wrong in each game, in their order.
    pub history: FaultHistory,
    /// The folder of the file; `None` where nothing is kept.
    folder: Option<PathBuf>,
}

impl Faults {
    /// Faults that are kept nowhere: for tools and tests.
    pub fn unkept(history: FaultHistory) -> Self {
        Self { history, folder: None }
    }

    fn load() -> (Self, Option<String>) {
        let Some(folder) = paths::data_folder() else { return Default::default() };
        let kept = FaultHistory::read_from(&folder);
        (Self { history: kept.value, folder: Some(folder).filter(|_| kept.writable) }, kept.warning)
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
    faults.history.add(game);
    let Some(folder) = &faults.folder else { return };
    if let Err(error) = faults.history.write_to(folder) {
        let problem = doors::files::reason(&error);
        warn!("cannot write {}: {problem}", folder.join(FaultHistory::FILE_NAME).display());
        toasts.warn(format!("What went wrong could not be saved: {problem}"));
    }
}
