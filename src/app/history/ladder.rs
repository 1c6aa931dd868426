//! The ladder as the player's history opens it: which rungs are open, beaten and next, and an opponent against whom
//! about half of the matches are won.

use super::{GameHistory, RungStanding};
use crate::app::persistence::history::{ComputerOpponent, FinishedGame, GameOutcome};
use crate::app::persistence::rating::SETTLED_DEVIATION;
use crate::app::persistence::strengths::ProposedOpponent;
use crate::app::persistence::{LadderRung, rivals};
use crate::game::{Mode, Pace};
use crate::storage::Spec;
use crate::storage::spec::OpponentSource;
use std::collections::HashSet;

/// How many rungs are open from the beginning.
const ALWAYS_OPEN: usize = 3;
/// How many rating points weaker an opponent is when about three of four matches against it are won.
const FOREGONE: f64 = 190.0;

impl GameHistory {
    /// The rung to play next: the lowest that is open, has not been beaten, and is not so weak that a win is nearly
    /// certain for a player whose rating is known, or was and has become a guess again. Where there is none, it is the
    /// strongest that is open and has not been beaten, as long as others are closed; `None` once none is.
    pub fn next_rung(&self) -> Option<&LadderRung> {
        let now = self.own_rating.rating.rating;
        let least = self.highest_known_rating().map_or(f64::MIN, |highest| highest.min(now) - FOREGONE);
        let shipped = self.rungs_with_state().into_iter().filter(|(rung, _)| !rung.is_own);
        let (open, closed): (Vec<_>, Vec<_>) = shipped.partition(|(_, [open, _])| *open);
        let unbeaten: Vec<_> = open.into_iter().filter(|(_, [_, beaten])| !beaten).map(|(rung, _)| rung).collect();
        // Some rungs are so far apart that a player between them is far stronger than the one below.
        let opens_another = unbeaten.last().copied().filter(|_| !closed.is_empty());
        unbeaten.into_iter().find(|rung| rung.strength.rating >= least).or(opens_another)
    }

    /// Whether the player of a rung was beaten at this speed, or at a higher one at which it was measured as no weaker,
    /// with as many slips or fewer: some top out by themselves once they have to be quick.
    /// Matches with a handicap or with hints do not count, nor those from a board to begin with or under rules other
    /// than the ladder's. Any number of rounds counts, as it does for the rating, and so does a win against a player
    /// that also tucks and spins: that makes it stronger (`docs/lab/learners.md`).
    pub fn has_beaten(&self, rung: &LadderRung) -> bool {
        self.is_beaten_by(rung, self.opponents_of_counted_wins())
    }

    /// The opponents of the wins that count for the ladder, one for each win.
    fn opponents_of_counted_wins(&self) -> impl Iterator<Item = &ComputerOpponent> {
        self.games.iter().filter(|game| is_counted_win(game)).filter_map(|game| game.opponent.as_ref())
    }

    /// Whether one of these wins, each told by its opponent, beats the player of a rung.
    fn is_beaten_by<'a>(&self, rung: &LadderRung, mut wins: impl Iterator<Item = &'a ComputerOpponent>) -> bool {
        let (spec, pace, slips) = (rung.strength.player.to_string(), rung.strength.pace(), rung.strength.slips);
        wins.any(|foe| {
            let quicker = foe.pace == Pace::FASTEST || foe.pace.milli_pps > pace.milli_pps && pace != Pace::FASTEST;
            let measured = || self.measured_rating(&rung.strength.player, foe.pace, foe.slips);
            let is_no_weaker = || quicker && measured().is_some_and(|rating| rating >= rung.strength.rating);
            foe.spec == spec && foe.slips <= slips && (foe.pace == pace || is_no_weaker())
        })
    }

    /// All rungs, the lowest first, each with whether it is open, and whether it was beaten. Players of the user's own
    /// count as open and as beaten.
    fn rungs_with_state(&self) -> Vec<(&LadderRung, [bool; 2])> {
        // Pages ask in every frame, and games are thousands: they are looked through once, and not for each rung.
        let wins: HashSet<&ComputerOpponent> = self.opponents_of_counted_wins().collect();
        let mut won_below = false;
        let mut place = 0;
        let reached = self.highest_known_rating();
        let rungs = self.ladder.rungs().iter().map(|rung| {
            if rung.is_own {
                return (rung, [true; 2]);
            }
            place += 1;
            let beaten = self.is_beaten_by(rung, wins.iter().copied());
            let weaker = reached.is_some_and(|rating| rung.strength.rating <= rating);
            let next = std::mem::replace(&mut won_below, beaten);
            // A rung that was beaten stays open, even if a rung below it is new.
            (rung, [place <= ALWAYS_OPEN || weaker || next || beaten, beaten])
        });
        rungs.collect()
    }

    /// How the player stands at each rung, the lowest first. One of the user's own players counts as beaten
    /// only where a win beats it.
    pub(super) fn rung_standings(&self) -> Vec<RungStanding> {
        let wins: HashSet<&ComputerOpponent> = self.opponents_of_counted_wins().collect();
        let rungs = self.rungs_with_state().into_iter().map(|(rung, [open, beaten])| {
            let beaten = beaten && (!rung.is_own || self.is_beaten_by(rung, wins.iter().copied()));
            RungStanding { open, beaten }
        });
        rungs.collect()
    }

    /// The strongest rung, if it was beaten; `None` if it was not, or if there is no ladder.
    pub fn beaten_champion(&self) -> Option<&LadderRung> {
        self.ladder.rungs().iter().rfind(|rung| !rung.is_own).filter(|rung| self.has_beaten(rung))
    }

    /// Of each rung, the lowest first, whether it is open, and whether it was beaten.
    pub(super) fn ladder_state(&self) -> Vec<[bool; 2]> {
        self.rungs_with_state().into_iter().map(|(_, state)| state).collect()
    }

    /// What has changed on the ladder since this was its state, as a line for the player; empty if nothing has.
    pub(super) fn changes_on_ladder(&self, before: &[[bool; 2]]) -> String {
        let now = self.ladder_state();
        let all_beaten = |state: &[[bool; 2]]| state.iter().all(|[_, beaten]| *beaten);
        if all_beaten(&now) && !all_beaten(before) {
            return "You have beaten every rung of the ladder".to_owned();
        }
        let rungs = || self.ladder.rungs().iter().zip(before.iter().zip(&now));
        let last = rungs().rfind(|(rung, _)| !rung.is_own);
        if last.is_some_and(|(_, ([_, before], [_, now]))| *now && !before) {
            return "You have beaten the strongest of the ladder".to_owned();
        }
        // Of a rung that was beaten while it was closed nobody needs to be told that it is open now.
        let is_news = |([before, _], [open, beaten]): ([bool; 2], [bool; 2])| open && !before && !beaten;
        let opened = rungs().enumerate().filter(|(_, (_, (before, now)))| is_news((**before, **now)));
        let opened: Vec<_> = opened.collect();
        let Some(&(at, (LadderRung { strength, .. }, _))) = opened.last() else { return String::new() };
        let title = rivals::opponent_title(&strength.player, strength.pace(), strength.slips);
        // Whoever has beaten a rung that was closed may have others below it that still are.
        let all = opened.len() > 1 && now.iter().take(at).all(|[open, _]| *open);
        if all { format!("All up to {title} are open now") } else { format!("{title} is open now") }
    }

    /// The player's rating; `None` while it is still a guess.
    fn known_rating(&self) -> Option<f64> {
        (!self.own_rating.is_guess()).then_some(self.own_rating.rating.rating)
    }

    /// The highest rating that the player has or had while it was no guess; `None` if it has always been one. What it
    /// has opened stays open: losses lower a rating, and many wins against weak opponents make it a guess again.
    fn highest_known_rating(&self) -> Option<f64> {
        let rated = self.games.iter().filter_map(|game| game.rated);
        let known = rated.filter(|rated| rated.deviation <= SETTLED_DEVIATION).map(|rated| rated.rating);
        known.chain(self.known_rating()).reduce(f64::max)
    }

    /// The opponent against which the player should win about half of the matches: a rival of the ladder, or a
    /// generation at one of the speeds `paces`, in thousandths of a piece a second. It is the lowest rung for players
    /// who are weaker: generations that are no stronger are quick and top out by themselves. `None` for a player
    /// without a rating, for whom the lowest rung is next.
    pub fn proposed_opponent(&self, paces: &[u32]) -> Option<ProposedOpponent> {
        // Somebody who has trained a player need not be told of it.
        let is_shipped = |spec: &Spec| !matches!(spec.source, OpponentSource::File(_));
        let you = &self.own_rating.rating;
        let lowest = self.ladder.rungs().iter().find(|rung| !rung.is_own);
        let is_below = lowest.is_some_and(|rung| you.rating < rung.strength.rating);
        let paces = if is_below { &paces[..0] } else { paces };
        let rungs = self.ladder.rungs().iter().filter(|rung| !rung.is_own).map(|LadderRung { strength, .. }| {
            let rating = strength.to_rating();
            let (spec, pace, slips) = (strength.player.clone(), strength.pace(), strength.slips);
            ProposedOpponent { spec, pace, slips, rating, expected: you.expected_score(&rating) }
        });
        let off = |proposal: &ProposedOpponent| (proposal.rating.rating - you.rating).abs();
        let all = rungs.chain(self.strengths.proposed_opponent(you, paces, is_shipped));
        all.min_by(|one, other| off(one).total_cmp(&off(other))).filter(|_| self.own_rating.matches > 0)
    }

    /// The rating of a computer player at this speed with these slips, in words: a figure if it was measured, "about" a
    /// figure if generations before and after it were measured. `None` if neither was.
    pub fn computer_rating_in_words(&self, spec: &Spec, pace: Pace, slips: u8) -> Option<String> {
        let about = || self.strengths.estimated_rating(spec, pace).filter(|_| slips == 0);
        match self.measured_rating(spec, pace, slips) {
            Some(rating) => Some(format!("{rating:.0}")),
            None => about().map(|rating| format!("about {rating:.0}")),
        }
    }

    /// Whether the computer player of this SPEC was measured at this speed with these slips, as for a rated match.
    pub fn is_measured(&self, words: &str, pace: Pace, slips: u8) -> bool {
        let rating = |spec: Spec| self.measured_rating(&spec, pace, slips);
        pace != Pace::FASTEST && words.parse().ok().and_then(rating).is_some()
    }

    /// The rating of a computer player at this speed with these slips; `None` if it was not measured so.
    fn measured_rating(&self, spec: &Spec, pace: Pace, slips: u8) -> Option<f64> {
        let rung = self.ladder.find_rung(spec, pace, slips).map(|rung| rung.strength.rating);
        rung.or_else(|| self.strengths.rating(spec, pace).filter(|_| slips == 0).map(|rating| rating.rating))
    }
}

/// Whether a game is a win that counts for the ladder.
fn is_counted_win(game: &FinishedGame) -> bool {
    let is_even = !game.handicapped && !game.from_board && game.hints == 0;
    // Lines from before other rules were noted may still name other attacks.
    let has_usual_rules = !game.unusual_rules && game.attack_rules.is_empty();
    // A custom game may be won by a single line.
    game.verdict == GameOutcome::Won && is_even && has_usual_rules && game.mode == Mode::Versus.entry().id
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::persistence::{Ladder, MeasuredStrength};
    use std::path::Path;

    /// A history without games, with the ladder of the assets.
    fn newcomer() -> GameHistory {
        let ladder = Ladder::read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/ladder.jsonl")).0;
        GameHistory { ladder, ..GameHistory::default() }
    }

    /// Adds a win against a rung. Returns what that changes on the ladder, in words.
    fn win(history: &mut GameHistory, LadderRung { strength, .. }: &LadderRung) -> String {
        let before = history.ladder_state();
        let (spec, pace, slips) = (strength.player.to_string(), strength.pace(), strength.slips);
        history.games.push(FinishedGame {
            mode: Mode::Versus.entry().id.to_owned(),
            verdict: GameOutcome::Won,
            opponent: Some(ComputerOpponent { spec, pace, slips }),
            ..FinishedGame::default()
        });
        history.changes_on_ladder(&before)
    }

    #[test]
    fn a_win_tells_which_rung_it_opens_and_once_that_it_was_the_last_one() {
        let mut history = newcomer();
        let rungs = history.ladder.rungs().to_vec();
        let name = |at: usize| {
            let MeasuredStrength { player, slips, .. } = &rungs[at].strength;
            rivals::opponent_title(player, rungs[at].strength.pace(), *slips)
        };
        for (at, rung) in rungs.iter().enumerate() {
            let is_last = at + 1 == rungs.len();
            assert_eq!(history.beaten_champion(), None);
            let told = win(&mut history, rung);
            match at + 1 {
                next if next < ALWAYS_OPEN => assert_eq!(told, "", "the next is open from the beginning"),
                _ if is_last => assert_eq!(told, "You have beaten every rung of the ladder"),
                next => assert_eq!(told, format!("{} is open now", name(next))),
            }
        }
        assert_eq!(history.beaten_champion(), rungs.last());
        assert_eq!(rungs.last().map(|last| win(&mut history, last)), Some(String::new()), "once is enough");
    }

    #[test]
    fn a_win_beats_a_rung_by_any_number_of_rounds_and_only_from_empty_boards() {
        let mut history = newcomer();
        let rung = history.ladder.rungs()[0].clone();
        win(&mut history, &rung);
        let mut beats = |rounds, from_board| {
            (history.games[0].rounds, history.games[0].from_board) = (rounds, from_board);
            history.has_beaten(&rung)
        };
        assert_eq!([[1, 0], [2, 1], [10, 9]].map(|rounds| beats(rounds, false)), [true; 3]);
        assert!(!beats([10, 0], true), "from a start board");
    }

    #[test]
    fn the_state_of_the_ladder_tells_the_beaten_rungs_as_each_rung_is_told_alone() {
        let mut history = newcomer();
        let rungs = history.ladder.rungs().to_vec();
        for at in [5, 0, 5] {
            win(&mut history, &rungs[at]);
        }
        let beaten: Vec<bool> = history.ladder_state().into_iter().map(|[_, beaten]| beaten).collect();
        assert_eq!(beaten, rungs.iter().map(|rung| history.has_beaten(rung)).collect::<Vec<_>>());
        assert!(beaten[0] && beaten[5] && !beaten[rungs.len() - 1], "{beaten:?}");
    }

    #[test]
    fn an_own_player_is_open_to_everybody_and_stands_as_beaten_once_a_win_beats_it() {
        let mut history = newcomer();
        let shipped = history.ladder.rungs()[0].strength.clone();
        let player = Spec { source: OpponentSource::File("own.gen".into()), rank: 0 };
        history.ladder.set_own_players([MeasuredStrength { player, ..shipped }]);
        let Some(at) = history.ladder.rungs().iter().position(|rung| rung.is_own) else { panic!() };
        let rung = history.ladder.rungs()[at].clone();
        assert_eq!(history.rung_standings()[at], RungStanding { open: true, beaten: false });
        win(&mut history, &rung);
        assert_eq!(history.rung_standings()[at], RungStanding { open: true, beaten: true });
    }

    #[test]
    fn what_a_rating_opens_is_told_and_the_strongest_that_is_beaten_without_those_below() {
        let mut history = newcomer();
        let rungs = history.ladder.rungs().to_vec();
        let before = history.ladder_state();
        history.own_rating.rating.deviation = SETTLED_DEVIATION;
        history.own_rating.rating.rating = rungs[6].strength.rating;
        let told = history.changes_on_ladder(&before);
        assert!(told.starts_with("All up to ") && told.ends_with(" are open now"), "{told}");
        let told = rungs.last().map(|last| win(&mut history, last));
        assert_eq!(told.as_deref(), Some("You have beaten the strongest of the ladder"));
    }

    #[test]
    fn a_win_against_a_closed_rung_tells_of_the_one_that_it_opens_and_of_none_that_is_still_closed() {
        let mut history = newcomer();
        let rungs = history.ladder.rungs().to_vec();
        let MeasuredStrength { player, slips, .. } = &rungs[6].strength;
        let above = rivals::opponent_title(player, rungs[6].strength.pace(), *slips);
        assert_eq!(win(&mut history, &rungs[5]), format!("{above} is open now"), "those below it are still closed");
        assert_eq!(win(&mut history, &rungs[4]), "", "what was beaten is no news, and the next is open already");
    }

    #[test]
    fn a_player_between_two_rungs_that_are_far_apart_is_offered_the_one_that_opens_the_other() {
        let mut history = newcomer();
        let rungs = history.ladder.rungs().to_vec();
        // Above those that are always open.
        let far_apart = |at: &usize| rungs[*at].strength.rating < rungs[at + 1].strength.rating - 1.0 - FOREGONE;
        let at = (ALWAYS_OPEN..rungs.len() - 1).find(far_apart).unwrap();
        let above = rungs[at + 1].strength.rating;
        history.own_rating.rating.deviation = SETTLED_DEVIATION;
        history.own_rating.rating.rating = above - 1.0;
        assert_eq!(history.next_rung(), Some(&rungs[at]));
        win(&mut history, &rungs[at]);
        assert_eq!(history.next_rung(), Some(&rungs[at + 1]));
        history.own_rating.rating.rating = 9000.0;
        assert_eq!(history.next_rung(), None, "all are open, and all are far weaker");
    }
}
