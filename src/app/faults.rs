//! What the player gets wrong most, over time: counted when the review of a saved game is done.

use super::game_review::{FAULT_KINDS, ReviewFinished, ReviewSummary, ReviewedMove, Reviewing};
use super::persistence::KeptFile;
use super::persistence::faults::{FaultCount, GameFaults, ReviewFaultHistory};
use super::toasts::{Toasts, warn_at_start};
use crate::rules::Rules;
use crate::storage::paths;
use bevy::prelude::*;

/// What the player got wrong in all reviewed games, the newest game last.
pub type ReviewedFaults = KeptFile<ReviewFaultHistory>;

/// Adds the faults, and the observer that counts those of a reviewed game.
pub(super) fn plugin(app: &mut App) {
    if !app.world().contains_resource::<ReviewedFaults>() {
        let (faults, warning) = paths::data_folder().map(ReviewedFaults::load).unwrap_or_default();
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
    for moved in own.into_iter().filter(|moved| moved.review.judgement_if_costly().is_some()) {
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
fn count(
    _: On<ReviewFinished>,
    reviewing: Res<Reviewing>,
    mut faults: ResMut<ReviewedFaults>,
    mut toasts: ResMut<Toasts>,
) {
    let (Some(file), Some(seat)) = (reviewing.file_name(), reviewing.person_seats().next()) else { return };
    if reviewing.person_seats().count() > 1 || !reviewing.is_unaltered_game() {
        return;
    }
    let game = game_faults(&reviewing.job.lock_progress().moves, seat, &reviewing.replay.setup.rules, file);
    if game.moves == 0 {
        return;
    }
    add(&mut faults, game, &mut toasts);
}

/// Adds a game to what the file says by now, and writes the file.
fn add(faults: &mut ReviewedFaults, game: GameFaults, toasts: &mut Toasts) {
    faults.refresh();
    faults.add_game(game);
    faults.save("What went wrong", toasts);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn games_that_another_program_has_counted_stay() {
        let home = tempfile::tempdir().unwrap();
        let [mut one, mut other] = [0, 1].map(|_| ReviewedFaults::load(home.path().to_owned()).0);
        let add = |faults: &mut ReviewedFaults, file: &str| {
            let game = GameFaults { file: file.to_owned(), moves: 50, ..GameFaults::default() };
            add(faults, game, &mut Toasts::default());
        };
        add(&mut one, "2026-01-05");
        add(&mut other, "2026-02-09");
        add(&mut one, "2026-03-02");
        let (kept, _) = ReviewedFaults::load(home.path().to_owned());
        let names: Vec<&str> = kept.games.iter().map(|game| game.file.as_str()).collect();
        assert_eq!(names, ["2026-01-05", "2026-02-09", "2026-03-02"]);
    }
}
