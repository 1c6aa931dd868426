//! What the player got wrong in reviewed games, by kinds of faults: `faults.toml` in the data folder, a few lines a
//! game, so that it outlives the replays.

use super::PlayerFile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most games that are kept; the newest stay.
const MOST_GAMES: usize = 500;

/// The faults of one kind in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FaultCount {
    /// How many faults of the kind there were.
    pub count: u32,
    /// The points of the chance to win that these faults cost together.
    pub points: f64,
}

/// What a player got wrong in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameFaults {
    /// The name of the replay's file, which begins with the game's date.
    pub file: String,
    /// How many moves were judged.
    pub moves: u32,
    /// The accuracy of the player in the game, in percent.
    pub accuracy: f64,
    /// How many faults of each kind there were, by the ids of the kinds.
    pub kinds: BTreeMap<String, FaultCount>,
}

/// The history of faults: what the player got wrong in all reviewed games, in their order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewFaultHistory {
    /// The reviewed games with their faults, the newest last.
    pub games: Vec<GameFaults>,
}

impl ReviewFaultHistory {
    /// Adds a game to the history of faults, in place of what was known of that game. The oldest games make room.
    pub fn add_game(&mut self, game: GameFaults) {
        self.games.retain(|known| known.file != game.file);
        let at = self.games.partition_point(|known| known.file < game.file);
        self.games.insert(at, game);
        self.games.drain(..self.games.len().saturating_sub(MOST_GAMES));
    }

    /// The games of the history in two parts: all those before the last `count`, and these.
    pub fn earlier_and_recent_games(&self, count: usize) -> [&[GameFaults]; 2] {
        let (before, last) = self.games.split_at(self.games.len().saturating_sub(count));
        [before, last]
    }
}

/// How many moves of these games were judged.
pub fn judged_move_count(games: &[GameFaults]) -> u64 {
    games.iter().map(|game| u64::from(game.moves)).sum()
}

/// How many faults of a kind there were in these games.
pub fn fault_count(games: &[GameFaults], kind: &str) -> u64 {
    games.iter().filter_map(|game| game.kinds.get(kind)).map(|known| u64::from(known.count)).sum()
}

/// The points of the chance to win that faults of a kind cost in a hundred moves of these games; `None` without a move.
pub fn points_lost_per_hundred_moves(games: &[GameFaults], kind: &str) -> Option<f64> {
    let moves = judged_move_count(games);
    let points: f64 = games.iter().filter_map(|game| game.kinds.get(kind)).map(|count| count.points).sum();
    (moves > 0).then(|| 100.0 * points / moves as f64)
}

/// The accuracy over all moves of these games in percent; `None` without a move.
pub fn mean_accuracy(games: &[GameFaults]) -> Option<f64> {
    let moves = judged_move_count(games);
    let sum: f64 = games.iter().map(|game| game.accuracy * f64::from(game.moves)).sum();
    (moves > 0).then(|| sum / moves as f64)
}

impl PlayerFile for ReviewFaultHistory {
    const FILE_NAME: &'static str = "faults.toml";

    /// The history without the games whose numbers no review can have written.
    fn checked(mut self) -> Self {
        let is_cost = |count: &FaultCount| (0.0..=100.0 * f64::from(count.count)).contains(&count.points);
        self.games.retain(|game| (0.0..=100.0).contains(&game.accuracy) && game.kinds.values().all(is_cost));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(file: &str, moves: u32, points: f64) -> GameFaults {
        let kinds = BTreeMap::from([("misdrop".to_owned(), FaultCount { count: 1, points })]);
        GameFaults { file: file.to_owned(), moves, accuracy: 90.0, kinds }
    }

    #[test]
    fn games_stand_in_their_order_and_each_once() {
        let mut history = ReviewFaultHistory::default();
        for name in ["2026-03-02", "2026-01-05", "2026-02-09", "2026-01-05"] {
            history.add_game(game(name, 50, 10.0));
        }
        let names: Vec<&str> = history.games.iter().map(|game| game.file.as_str()).collect();
        assert_eq!(names, ["2026-01-05", "2026-02-09", "2026-03-02"]);
        let [before, last] = history.earlier_and_recent_games(2);
        assert_eq!((before.len(), last.len()), (1, 2));
    }

    #[test]
    fn points_are_weighted_by_moves() {
        let games = [game("a", 100, 30.0), game("b", 300, 10.0)];
        assert_eq!(points_lost_per_hundred_moves(&games, "misdrop"), Some(10.0));
        assert_eq!(points_lost_per_hundred_moves(&games, "hold"), Some(0.0));
        assert_eq!(points_lost_per_hundred_moves(&[], "misdrop"), None);
        assert_eq!(mean_accuracy(&games), Some(90.0));
    }
}
