//! The ladder and the games against computer players as pages show them, worked out in one go: pages are painted in
//! every frame, and keep this until the history changes.

use super::GameHistory;
use crate::app::persistence::history::{ComputerOpponent, WinRecord};
use crate::app::persistence::{LadderRung, MeasuredStrength};
use crate::storage::Spec;
use std::collections::HashMap;

/// How the player stands against a rung of the ladder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RungStanding {
    /// Whether the rung is open. Open are the three lowest rungs, a rung that was beaten and the one above it, all that
    /// are no stronger than the player is, or was at any time, by a rating that is known, and the user's own players.
    pub open: bool,
    /// Whether the rung was beaten, as [`GameHistory::has_beaten`] says.
    pub beaten: bool,
}

/// How the player stands on the ladder, and against computer players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LadderStanding {
    /// The standing at each rung, the lowest first.
    pub rungs: Vec<RungStanding>,
    /// The place of the rung to play next, as [`GameHistory::next_rung`] says.
    pub next: Option<usize>,
    /// How many games were won, drawn and lost against all computer players together.
    pub total: WinRecord,
    champion: Option<usize>,
    records: HashMap<ComputerOpponent, WinRecord>,
}

impl GameHistory {
    /// How the player stands on the ladder by now.
    pub fn ladder_standing(&self) -> LadderStanding {
        let (mut records, mut total) = (HashMap::<ComputerOpponent, WinRecord>::new(), WinRecord::default());
        for game in &self.games {
            let Some(foe) = &game.opponent else { continue };
            total.count(game.verdict);
            match records.get_mut(foe) {
                Some(record) => record.count(game.verdict),
                None => records.entry(foe.clone()).or_default().count(game.verdict),
            }
        }
        let place = |rung: &LadderRung| self.ladder.rungs().iter().position(|known| known == rung);
        LadderStanding {
            rungs: self.rung_standings(),
            next: self.next_rung().and_then(place),
            total,
            champion: self.beaten_champion().and_then(place),
            records,
        }
    }
}

impl LadderStanding {
    /// How many games were won, drawn and lost against the player of a rung, at the speed
    /// and with the slips of the rung.
    pub fn record_against(&self, rung: &MeasuredStrength) -> WinRecord {
        let (spec, pace, slips) = (rung.player.to_string(), rung.pace(), rung.slips);
        self.records.get(&ComputerOpponent { spec, pace, slips }).copied().unwrap_or_default()
    }

    /// How many games were won, drawn and lost against a player, at any speed and with any slips.
    pub fn record_against_player(&self, spec: &Spec) -> WinRecord {
        let (spec, mut sum) = (spec.to_string(), WinRecord::default());
        for (_, record) in self.records.iter().filter(|(foe, _)| foe.spec == spec) {
            sum.won += record.won;
            sum.drawn += record.drawn;
            sum.lost += record.lost;
        }
        sum
    }

    /// The rung to play next on the ladder of the history that this was worked out of.
    pub fn next_rung<'a>(&self, history: &'a GameHistory) -> Option<&'a LadderRung> {
        history.ladder.rungs().get(self.next?)
    }

    /// The strongest rung of that ladder, if it was beaten.
    pub fn beaten_champion<'a>(&self, history: &'a GameHistory) -> Option<&'a LadderRung> {
        history.ladder.rungs().get(self.champion?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::Ladder;
    use crate::app::persistence::history::{FinishedGame, GameOutcome};
    use crate::game::{Mode, Pace};
    use std::path::Path;

    #[test]
    fn the_record_against_a_player_counts_its_games_at_every_speed_and_with_any_slips() {
        let games = [(7, 800, 0, GameOutcome::Won), (7, 1500, 2, GameOutcome::Lost), (3, 800, 0, GameOutcome::Won)];
        let games = games.map(|(generation, milli_pps, slips, verdict)| {
            let spec = Spec::of_generation("iwumbwe", generation).to_string();
            let opponent = Some(ComputerOpponent { spec, pace: Pace { milli_pps }, slips });
            FinishedGame { verdict, opponent, ..FinishedGame::default() }
        });
        let standing = GameHistory { games: games.into(), ..GameHistory::default() }.ladder_standing();
        let records = [7, 3, 0].map(|number| standing.record_against_player(&Spec::of_generation("iwumbwe", number)));
        let record = |won, lost| WinRecord { won, drawn: 0, lost };
        assert_eq!(records, [record(1, 1), record(1, 0), record(0, 0)]);
    }

    #[test]
    fn the_standing_tells_what_the_history_tells_of_each_rung_alone() {
        let ladder = Ladder::read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/ladder.jsonl")).0;
        let mut history = GameHistory { ladder, ..GameHistory::default() };
        let rungs = history.ladder.rungs().to_vec();
        let last = rungs.len() - 1;
        let outcomes =
            [(0, GameOutcome::Won), (5, GameOutcome::Won), (5, GameOutcome::Lost), (last, GameOutcome::Drawn)];
        for (at, verdict) in outcomes {
            let MeasuredStrength { player, slips, .. } = &rungs[at].strength;
            let opponent =
                ComputerOpponent { spec: player.to_string(), pace: rungs[at].strength.pace(), slips: *slips };
            let (mode, opponent) = (Mode::Versus.entry().id.to_owned(), Some(opponent));
            history.games.push(FinishedGame { mode, verdict, opponent, ..FinishedGame::default() });
        }
        history.games.push(FinishedGame { verdict: GameOutcome::Won, ..FinishedGame::default() });
        let standing = history.ladder_standing();
        assert_eq!(standing.total, WinRecord { won: 2, drawn: 1, lost: 1 }, "a game alone is against nobody");
        assert_eq!(standing.record_against(&rungs[5].strength), WinRecord { won: 1, drawn: 0, lost: 1 });
        assert_eq!(standing.record_against(&rungs[1].strength), WinRecord::default());
        let open: Vec<bool> = history.ladder_state().into_iter().map(|[open, _]| open).collect();
        assert_eq!(standing.rungs.iter().map(|rung| rung.open).collect::<Vec<_>>(), open);
        let beaten: Vec<bool> = rungs.iter().map(|rung| history.has_beaten(rung)).collect();
        assert_eq!(standing.rungs.iter().map(|rung| rung.beaten).collect::<Vec<_>>(), beaten);
        assert_eq!((standing.next_rung(&history), standing.beaten_champion(&history)), (history.next_rung(), None));
    }
}
