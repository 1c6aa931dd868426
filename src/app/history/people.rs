//! Matches with people at other machines: the rating that follows from them, and how often somebody has left.

use super::GameHistory;
use crate::app::persistence::history::WinRecord;
use crate::app::persistence::rating::OwnRating;
use crate::game::replay::Replay;

/// How many of the last matches with people tell whether the player stays to the end.
const LAST_MATCHES: usize = 20;

impl GameHistory {
    /// The player's rating against people: Glicko-2 over all rated matches with people in the history. It starts like
    /// the rating against computer players, and is kept apart from it.
    pub fn rating_against_people(&self) -> OwnRating {
        let mut own = OwnRating::default();
        for game in &self.games {
            let against = game.online.as_ref().and_then(|other| other.against?.checked());
            if let Some(against) = against {
                own.count_match(against, game.verdict.points());
            }
        }
        own
    }

    /// How many of the last twenty matches with people the player has left, and how many matches these are: fewer than
    /// twenty as long as fewer were played.
    pub fn recent_leave_counts(&self) -> (usize, usize) {
        let met = self.games.iter().rev().filter(|game| game.online.is_some()).take(LAST_MATCHES);
        met.fold((0, 0), |(left, all), game| (left + usize::from(game.has_person_left() == Some(true)), all + 1))
    }

    /// How many matches were won, drawn and lost against the person of this public key.
    pub fn win_record_against_person(&self, id: &str) -> WinRecord {
        let games = self.games.iter().filter(|game| game.online.as_ref().is_some_and(|other| other.id == id));
        WinRecord::from_games(games)
    }

    /// The seat at which the player sat in this match with somebody at another machine; `None` where the history does
    /// not have the match.
    pub(in crate::app) fn own_seat_in(&self, replay: &Replay) -> Option<u8> {
        self.games.iter().rev().find_map(|game| game.online.as_ref()?.own_seat_in(replay))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::history::{FinishedGame, GameOutcome, OnlineOpponent};
    use crate::measure::Rating;

    fn game(verdict: GameOutcome, id: &str, against: Option<Rating>, left: bool) -> FinishedGame {
        let online = Some(OnlineOpponent { id: id.to_owned(), against, left, ..Default::default() });
        FinishedGame { verdict, online, ..Default::default() }
    }

    #[test]
    fn the_rating_against_people_follows_from_the_history() {
        let mut history = GameHistory::default();
        assert_eq!(history.rating_against_people(), OwnRating::default());
        history.games.push(game(GameOutcome::Won, "a", Some(Rating::NEW), false));
        let won = history.rating_against_people();
        assert!(won.matches == 1 && won.rating.rating > OwnRating::default().rating.rating);
        history.games.push(game(GameOutcome::Lost, "a", None, false));
        history.games.push(FinishedGame { verdict: GameOutcome::Lost, ..Default::default() });
        assert_eq!(history.rating_against_people(), won, "by unusual rules, or against a computer player");
        let impossible = Rating { deviation: f64::NAN, ..Rating::NEW };
        history.games.push(game(GameOutcome::Lost, "b", Some(impossible), false));
        assert_eq!(history.rating_against_people(), won);
        let record = history.win_record_against_person("a");
        assert_eq!((record.won, record.drawn, record.lost), (1, 0, 1));
    }

    #[test]
    fn the_last_twenty_matches_tell_who_leaves() {
        let mut history = GameHistory::default();
        assert_eq!(history.recent_leave_counts(), (0, 0));
        history.games.extend((0..5).map(|_| game(GameOutcome::Lost, "a", None, true)));
        history.games.push(game(GameOutcome::Won, "a", None, true));
        assert_eq!(history.recent_leave_counts(), (5, 6), "whoever wins has not left");
        history.games.extend((0..17).map(|_| game(GameOutcome::Drawn, "a", None, false)));
        history.games.push(FinishedGame::default());
        assert_eq!(history.recent_leave_counts(), (2, 20));
    }
}
