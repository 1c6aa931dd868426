//! The ladder as the player's history opens it: which rungs are open, won and next, and against whom to win about half.

use super::GameHistory;
use crate::app::persistence::history::{Verdict, WinRecord};
use crate::app::persistence::strengths::Proposal;
use crate::app::persistence::{LadderRung, Strength};
use crate::game::Pace;
use crate::storage::Spec;

/// Rungs that are open from the beginning.
const ALWAYS_OPEN: usize = 3;
/// Rating points by which an opponent is so much weaker that three of four matches are won.
const FOREGONE: f64 = 190.0;

impl GameHistory {
    /// How many games were won and lost against the one on a rung, as it stands there.
    pub fn against_rival(&self, rung: &Strength) -> WinRecord {
        let spec = rung.player.to_string();
        WinRecord::of(&self.games, |foe| foe.spec == spec && foe.pace == rung.pace() && foe.slips == rung.slips)
    }

    /// The rung to play next: the lowest that is open, has not been beaten, and is no foregone win for a player whose rating
    /// is known. `None` where there is no such rung.
    pub fn next_rung(&self) -> Option<&LadderRung> {
        let least = self.known_rating().map_or(f64::MIN, |rating| rating - FOREGONE);
        let open = self.climbed().into_iter().filter(|(rung, open)| *open && rung.strength.rating >= least);
        open.map(|(rung, _)| rung).find(|rung| !self.has_beaten(rung))
    }

    /// How many games were won and lost against a player, at any speed.
    pub fn against(&self, spec: &Spec) -> WinRecord {
        let spec = spec.to_string();
        WinRecord::of(&self.games, |foe| foe.spec == spec)
    }

    /// Whether the player of a rung was beaten at this speed or a higher one, with as many slips or fewer.
    pub fn has_beaten(&self, rung: &LadderRung) -> bool {
        let (spec, pace, slips) = (rung.strength.player.to_string(), rung.strength.pace(), rung.strength.slips);
        self.games.iter().filter(|game| game.verdict == Verdict::Won).filter_map(|game| game.opponent.as_ref()).any(
            |foe| {
                let quick = foe.pace == Pace::FASTEST || foe.pace.milli_pps >= pace.milli_pps && pace != Pace::FASTEST;
                foe.spec == spec && quick && foe.slips <= slips
            },
        )
    }

    /// The ladder with what is open: the lowest rungs, each one above a rung that was won, and those that are no stronger
    /// than the player, once that is known.
    pub fn climbed(&self) -> Vec<(&LadderRung, bool)> {
        let mut won_below = false;
        let rungs = self.ladder.rungs().iter().enumerate().map(|(at, rung)| {
            let beaten = self.has_beaten(rung);
            let weaker = self.known_rating().is_some_and(|rating| rung.strength.rating <= rating);
            let next = std::mem::replace(&mut won_below, beaten);
            // A rung that was won stays open, even if one below it is new.
            (rung, at < ALWAYS_OPEN || weaker || next || beaten)
        });
        rungs.collect()
    }

    /// The player's rating, once it is more than a guess.
    fn known_rating(&self) -> Option<f64> {
        (!self.own_rating.is_guess()).then_some(self.own_rating.rating.rating)
    }

    /// The opponent and the speed against which to win about half; `None` for a player without a rating, for whom the lowest
    /// rung is next.
    pub fn proposal(&self, paces: &[u32]) -> Option<Proposal> {
        let rated = self.own_rating.matches > 0;
        rated.then(|| self.strengths.proposal(&self.own_rating.rating, paces, |_| true)).flatten()
    }

    /// What a computer player's rating in versus is called at this speed, with so many slips: a figure if it was measured so,
    /// "about" one if generations before and after it were. `None` where nobody knows.
    pub fn rating_words(&self, spec: &Spec, pace: Pace, slips: u8) -> Option<String> {
        let rung = self.ladder.rung(spec, pace, slips).map(|rung| rung.strength.rating);
        let measured = || self.strengths.rating(spec, pace).filter(|_| slips == 0).map(|rating| rating.rating);
        let about = || self.strengths.about(spec, pace).filter(|_| slips == 0);
        match rung.or_else(measured) {
            Some(rating) => Some(format!("{rating:.0}")),
            None => about().map(|rating| format!("about {rating:.0}")),
        }
    }
}
