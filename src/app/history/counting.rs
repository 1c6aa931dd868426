//! The player's rating: one program at a time keeps it, and rated matches change it,
//! also those that were not played to their end.

use super::GameHistory;
use crate::app::persistence::history::{FinishedGame, GameOutcome, RatingChange};
use crate::app::persistence::rated_match::{self as unfinished, UnfinishedMatch};
use crate::app::persistence::{self, rating};
use crate::app::saving::spawn_after;
use crate::doors::files::reason;
use crate::game::stats::PlayerFigures;
use crate::game::{MatchSetup, Mode, SeatControl, SeatSetup};
use crate::measure::Rating;
use bevy::prelude::*;
use std::path::Path;

/// The name of the file by which a program claims the rating.
const RATING_LOCK: &str = "rating.lock";

impl GameHistory {
    /// Locks the rating of this folder, so that no other program changes it meanwhile, and counts a rated match that
    /// was broken off when the program was killed.
    pub(super) fn lock_rating_file(&mut self, folder: &Path) {
        match persistence::claim_file(folder, RATING_LOCK) {
            Ok(Some(claim)) => self.claim = Some(claim),
            Ok(None) => {
                self.rating_folder = None;
                let line = "Korobka is running elsewhere with the same data: matches here are not rated and cannot \
                    be continued";
                self.warnings.push(line.to_owned());
                return;
            }
            // A folder where files cannot be locked is used as if no other program used it.
            Err(error) => warn!("cannot lock {}: {error}", folder.join(RATING_LOCK).display()),
        }
        let kept = unfinished::load(folder);
        self.warnings.extend(kept.warning);
        if !kept.writable {
            // It stays as it is, to be counted by a program that can read it: another rated match would replace it.
            self.rating_folder = None;
        }
        if let Some(unfinished) = kept.value {
            let (rounds, figures) = ([0; 2], (PlayerFigures::default(), None));
            let rated = self.count_as_lost(&unfinished, unfinished.date, rounds, figures);
            self.last = None;
            let lost = unfinished_match_words(&unfinished, &rated);
            self.news.push(format!("A rated match was broken off: {lost}"));
        }
    }

    /// Counts a rated match that was not played to its end as lost. `date` is in seconds since 1970, `rounds` has the
    /// rounds that the player and the opponent won, and the figures are the player's and the opponent's.
    pub(in crate::app) fn count_as_lost(
        &mut self,
        unfinished: &UnfinishedMatch,
        date: u64,
        rounds: [u8; 2],
        (you, other): (PlayerFigures, Option<PlayerFigures>),
    ) -> RatingChange {
        let rated = self.own_rating.count_match(unfinished.against, 0.0);
        self.add(FinishedGame {
            date,
            mode: Mode::Versus.entry().id.to_owned(),
            verdict: GameOutcome::Lost,
            opponent: Some(unfinished.opponent.clone()),
            rounds,
            you,
            other,
            rated: Some(rated),
            broken_off: unfinished.seed.clone(),
            ..default()
        });
        rated
    }

    /// Whether the match of this seed has been counted as lost, though it can be continued.
    pub(in crate::app) fn was_counted_as_lost(&self, seed: u64) -> bool {
        let seed = UnfinishedMatch::seed_hex(seed);
        self.games.iter().any(|game| game.broken_off == seed)
    }

    /// Whether matches change the rating. False while another program that runs has locked the rating, and where it or
    /// the rated match in progress could not be read.
    pub const fn can_change_rating(&self) -> bool {
        self.folder.is_none() || self.rating_folder.is_some()
    }

    /// Notes on disk that a rated match has begun.
    pub(in crate::app) fn note_begun(&mut self, unfinished: UnfinishedMatch) {
        if let Some(folder) = self.rating_folder.clone() {
            self.has_begun = true;
            spawn_after(&mut self.writing, move || {
                unfinished::save(&folder, unfinished)
                    .map_err(|error| format!("The rated match could not be noted: {}", reason(&error)))
            });
        }
    }
}

/// The rating of the computer player of a seat; `None` if a match of this setup cannot be rated.
pub(in crate::app) fn opponent_rating(history: &GameHistory, setup: &MatchSetup, seat: &SeatSetup) -> Option<Rating> {
    let SeatControl::Computer(computer) = &seat.control else { return None };
    rating::opponent_rating((&history.strengths, &history.ladder), setup, seat.spec.as_ref()?, computer)
}

/// The result of a match that was not played to its end, in words such as "it counts as a loss against Ivan 7, rating
/// 1480 (−20)". A rating that is not shown has no change to show either.
pub(in crate::app) fn unfinished_match_words(unfinished: &UnfinishedMatch, rated: &RatingChange) -> String {
    let (name, RatingChange { rating, deviation, change }) = (unfinished.opponent.title(), rated);
    if rating::may_be_below_zero(*rating, *deviation) {
        return format!("it counts as a loss against {name}");
    }
    let change = rating::change_text(*change);
    format!("it counts as a loss against {name}, rating {} ({change})", rating::rating_text(*rating, *deviation))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::report_write_errors;
    use super::*;
    use crate::app::persistence::PlayerFile;
    use crate::app::persistence::history::{self, ComputerOpponent};
    use crate::app::persistence::rating::OwnRating;
    use crate::app::toasts::Toasts;
    use crate::doors::files;
    use crate::game::Pace;
    use bevy::app::AppExit;
    use bevy::tasks::block_on;

    /// A rated match against the player of this SPEC, as it is noted when it begins.
    fn begun(spec: &str) -> UnfinishedMatch {
        let opponent = ComputerOpponent { spec: spec.to_owned(), pace: Pace::BEGINNER, slips: 0 };
        UnfinishedMatch { date: 7, opponent, against: Rating::NEW, seed: String::new() }
    }

    /// An empty history that is kept in this folder.
    fn kept_in(folder: &Path) -> GameHistory {
        let folder = Some(folder.to_owned());
        GameHistory { folder: folder.clone(), rating_folder: folder, ..GameHistory::default() }
    }

    #[test]
    fn a_match_that_was_broken_off_is_known_as_lost_at_every_later_start() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path();
        let seed = UnfinishedMatch::seed_hex(u64::MAX);
        unfinished::save(folder, UnfinishedMatch { seed, ..begun("iwumbwe:0") }).unwrap();
        for start in 1..=3 {
            let mut history = GameHistory { games: history::load(folder).0, ..kept_in(folder) };
            history.lock_rating_file(folder);
            assert_eq!(history.games.len(), 1, "it is counted once, start {start}");
            assert!(history.was_counted_as_lost(u64::MAX) && !history.was_counted_as_lost(0), "start {start}");
            if let Some(writing) = history.writing.take() {
                block_on(writing).unwrap();
            }
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_match_that_was_broken_off_and_cannot_be_read_is_not_written_over() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(unfinished::FILE_NAME);
        // A link to itself can be read by nobody, not even by one whom the system forbids nothing.
        std::os::unix::fs::symlink(&path, &path).unwrap();
        let mut history = kept_in(home.path());
        assert!(history.can_change_rating());
        history.lock_rating_file(home.path());
        assert!(!history.can_change_rating() && history.warnings[0].starts_with("cannot read "));
        history.note_begun(begun("iwumbwe:0"));
        assert!(history.writing.is_none());
    }

    #[test]
    fn a_rating_that_is_not_shown_has_no_change_to_show() {
        let unfinished = begun("iwumbwe:7");
        let words =
            |rating, change| unfinished_match_words(&unfinished, &RatingChange { rating, deviation: 200.0, change });
        assert!(words(1480.0, -20.0).ends_with(", rating 1480 (−20)"), "{}", words(1480.0, -20.0));
        assert!(words(-79.0, -1579.0).ends_with(&unfinished.opponent.title()), "{}", words(-79.0, -1579.0));
    }

    #[test]
    fn a_match_that_was_won_is_rated_though_the_history_cannot_be_written() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path();
        files().create_folders(&folder.join(history::FILE_NAME)).unwrap();
        unfinished::save(folder, begun("iwumbwe:0")).unwrap();
        let mut history = kept_in(folder);
        let rated = Some(history.own_rating.count_match(Rating::NEW, 1.0));
        history.add(FinishedGame { verdict: GameOutcome::Won, rated, ..FinishedGame::default() });
        let written = block_on(history.writing.take().unwrap());
        assert!(written.unwrap_err().starts_with("The history could not be written"));
        assert_eq!(rating::load(folder).value, history.own_rating);
        assert!(unfinished::load(folder).value.is_none(), "the next start does not count it as lost");
    }

    #[test]
    fn a_rating_that_a_full_disk_refused_is_written_at_the_end_and_only_a_match_in_progress_stays_noted() {
        for is_next_on in [false, true] {
            let home = tempfile::tempdir().unwrap();
            let (folder, path) = (home.path(), home.path().join(OwnRating::FILE_NAME));
            unfinished::save(folder, begun("iwumbwe:0")).unwrap();
            let mut history = kept_in(folder);
            files().create_folders(&path).unwrap();
            let rated = Some(history.own_rating.count_match(Rating::NEW, 1.0));
            history.add(FinishedGame { verdict: GameOutcome::Won, rated, ..FinishedGame::default() });
            let written = block_on(history.writing.take().unwrap());
            assert!(written.unwrap_err().starts_with("The rating could not be written"));
            files().remove_folder(&path).unwrap();
            if is_next_on {
                history.note_begun(begun("iwumbwe:1"));
            }
            let own_rating = history.own_rating;
            let mut app = App::new();
            app.insert_resource(history).init_resource::<Toasts>().add_systems(Last, report_write_errors);
            app.world_mut().write_message(AppExit::Success);
            app.update();
            assert_eq!(rating::load(folder).value, own_rating);
            assert_eq!(unfinished::load(folder).value, is_next_on.then(|| begun("iwumbwe:1")));
        }
    }
}
