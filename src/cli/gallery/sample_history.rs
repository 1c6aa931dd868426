//! A made-up history for the pictures: the games of a person who has played computer players for some weeks and gets
//! better.
//!
//! The history is the same in every run: drawn from one seed, and rated as real games are.

use crate::app::history::GameHistory;
use crate::app::persistence::history::{ComputerOpponent, FinishedGame, GameOutcome};
use crate::app::persistence::records::{BestGames, GameFinish, Record};
use crate::app::persistence::{Ladder, Strengths};
use crate::game::Mode;
use crate::game::modes::GameComparison;
use crate::game::stats::PlayerFigures;
use crate::rules::random::{Purpose, Random};
use std::collections::BTreeMap;

/// The speeds of the opponents, in thousandths of a piece a second.
const SPEEDS: [u32; 6] = [500, 800, 1000, 1500, 2000, 3000];
/// How many games the history has.
const GAMES: u32 = 70;
/// The time from which the games follow one another, in seconds since 1970: noon of the first of October 2026.
const FIRST: u64 = 1_790_856_000;
/// About how many seconds pass from one game to the next.
const REST: f64 = 60_000.0;

/// The history of a person who has played no game.
pub(super) fn empty_history() -> GameHistory {
    let mut history = GameHistory::default();
    history.strengths = Strengths::load().0;
    history.ladder = Ladder::load().0;
    history
}

/// The history of a person who takes the proposed match every time, wins a little more than half of them, and places
/// more and more pieces a second. Every fifth game is a sprint.
pub(super) fn weeks_of_games() -> GameHistory {
    let mut history = empty_history();
    let mut random = Random::new(1, Purpose::Games);
    let mut date = FIRST;
    for game in 0..GAMES {
        date += (REST * random.float_in_range(0.2, 1.8)) as u64;
        let skill = 0.7 + f64::from(game) / f64::from(GAMES) + random.float_in_range(-0.1, 0.1);
        let played = match history
            .strengths
            .proposed_opponent(&history.own_rating.rating, &SPEEDS, |_| true)
            .filter(|_| game % 5 != 4)
        {
            Some(proposal) => {
                let won = random.unit() < proposal.expected + 0.08;
                let rated = history.own_rating.count_match(proposal.rating, f64::from(u8::from(won)));
                let seconds = random.float_in_range(50.0, 160.0);
                FinishedGame {
                    mode: "versus".to_owned(),
                    verdict: if won { GameOutcome::Won } else { GameOutcome::Lost },
                    rounds: if won { [2, random.below(2) as u8] } else { [random.below(2) as u8, 2] },
                    you: figures(seconds, skill, 0.34, &mut random),
                    other: Some(figures(seconds, f64::from(proposal.pace.milli_pps) / 1000.0, 0.3, &mut random)),
                    opponent: Some(ComputerOpponent { spec: proposal.spec.to_string(), pace: proposal.pace, slips: 0 }),
                    rated: Some(rated),
                    ..FinishedGame::default()
                }
            }
            None => FinishedGame {
                mode: "sprint".to_owned(),
                verdict: GameOutcome::Won,
                you: figures(101.0 / skill, skill, 0.0, &mut random),
                ..FinishedGame::default()
            },
        };
        history.games.push(FinishedGame { date, ..played });
    }
    history
}

/// The tables of the best games against each opponent that follow from these games.
pub(super) fn best_games_tables(games: &[FinishedGame]) -> BTreeMap<String, BestGames> {
    let mut tables: BTreeMap<String, BestGames> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        let Some(foe) = &game.opponent else { continue };
        let (id, better) = (format!("versus {}", foe.title()), GameComparison::Sooner);
        let (time, date, pieces) = (game.you.ticks, game.date, game.you.pieces);
        let (reached, replay) = (game.verdict == GameOutcome::Won, Some(format!("{number}.replay")));
        let record = Record { time, date, pieces, reached, replay, ..Record::default() };
        let finish = GameFinish { mode: Mode::Versus, id: id.clone(), better, record, timed: false, opponent: None };
        tables.entry(id).or_default().count_game(&finish);
    }
    tables
}

/// The figures of a game that lasted `seconds`, with `pps` pieces a second and `app` lines of attack a piece.
fn figures(seconds: f64, pps: f64, app: f64, random: &mut Random) -> PlayerFigures {
    let pieces = seconds * pps;
    let count = |share: f64| (pieces * share) as u32;
    PlayerFigures {
        ticks: (seconds * 1000.0) as u64,
        pieces: count(1.0),
        keys: count(random.float_in_range(3.0, 4.0)),
        lines: count(0.4),
        score: u64::from(count(120.0)),
        clears: [count(0.1), count(0.06), count(0.02), count(0.03), 0, 0, 0, 0, 0, count(0.004), 0],
        combo: 2 + random.below(6) as u16,
        back_to_back: random.below(4) as u16,
        attack: count(app),
        sent: count(app * 0.7),
        received: count(app * 0.6),
        dug: count(app * 0.4),
        judged: count(0.9),
        faulty: count(random.float_in_range(0.1, 0.3)),
        ..PlayerFigures::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_is_always_the_same_and_mostly_against_somebody() {
        let (one, two) = (weeks_of_games(), weeks_of_games());
        assert_eq!(one.games, two.games);
        assert_eq!(one.games.len(), GAMES as usize);
        let paces = one.games.iter().filter_map(|game| game.opponent.as_ref()).map(|foe| foe.pace);
        assert!(paces.clone().count() > 40, "most games are against somebody");
        assert!(paces.clone().all(|pace| SPEEDS.contains(&pace.milli_pps)));
        assert!(one.games.is_sorted_by_key(|game| game.date), "one after the other");
    }
}
