//! What a replay is: setup, keys, and hashes along the way by which a different game is noticed.
//!
//! A tick in which keys changed is a beat. Eight bits of the state's hash after it name the very tick at which a game
//! goes another way, and thirty-two bits every second catch what went wrong in between.

use crate::game::flow::TICKS_BETWEEN_ROUNDS;
use crate::game::handling::Handling;
use crate::game::input::KeyEvent;
use crate::game::{Course, MatchSetup, Mode, RecordedPlayer, SeatControl, SeatSetup};
use crate::rules::{Dealer, RuleError, Rules};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Ticks between two hashes.
pub const HASH_EVERY: u64 = 1000;
/// The longest replay: a day. Of a longer game the first day is recorded.
pub const MAX_TICKS: u64 = 86_400_000;

/// A recorded match, whole or so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The match as it was set up.
    pub setup: SetupRecord,
    /// The changes of players at seats, and the points to which a player went back to play on.
    pub handovers: Vec<Handover>,
    /// The ticks in which keys changed, in their order.
    pub beats: Vec<KeyChangeTick>,
    /// The low 32 bits of the state hash after every [`HASH_EVERY`] ticks.
    pub hashes: Vec<u32>,
    /// How many ticks were played.
    pub ticks: u64,
    /// The state hash after the last tick; 0 where a match was broken off at a tick without one.
    pub hash: u64,
    /// How the match ended, or stood when it was left.
    pub result: ReplayResult,
}

/// The seats and the events of their keys in one tick. A few need no memory of their own: a recording of hours has
/// hundreds of thousands of such ticks, and while it is made it is copied every few seconds.
pub type ChangedKeys = SmallVec<[(u8, KeyEvent); 5]>;

/// A tick in which keys went down or up, and which keys these were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyChangeTick {
    /// Ticks since the match began, from 1.
    pub tick: u64,
    /// Eight bits of the state hash after this tick.
    pub check: u8,
    /// The seats and the events of their keys, in the order in which they acted.
    pub keys: ChangedKeys,
}

/// The record of a seat as it was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The name on screen.
    pub name: String,
    /// Whether a person or a computer player played here.
    pub player: RecordedPlayer,
    /// The handling that the seat was played with.
    #[serde(default)]
    pub handling: Handling,
    /// What the seat's attacks were multiplied by, in thousandths.
    #[serde(default = "one")]
    pub handicap: u32,
    /// Who dealt this seat's pieces; `None` where the rules of the match say how pieces come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<Dealer>,
}

/// The record of a match as it was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupRecord {
    /// The kind of game that was played.
    pub mode: Mode,
    /// The rules of the match.
    pub rules: Rules,
    /// The goal, the garbage without an opponent, and the start board.
    #[serde(default)]
    pub course: Course,
    /// The seed that all random streams of the match come from.
    pub seed: u64,
    /// The seats, left first.
    pub seats: Vec<SeatRecord>,
}

/// A change of the player at a seat, or a point to which the same player went back to play on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handover {
    /// The last tick before the seat changed hands.
    pub tick: u64,
    /// The seat that was taken over, 0 or 1.
    pub seat: u8,
    /// The seat as it is played from there on, by another player or the same.
    pub to: SeatRecord,
}

/// How a recorded match ended, or stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReplayResult {
    /// Whether the match was played to its end.
    pub over: bool,
    /// Whether the player asked for the end, which came at the last tick.
    pub finished: bool,
    /// The seat that gave the match up, which ended it at the last tick; `None` if nobody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<u8>,
    /// The seat that won; `None` while undecided, and for a game for one that was lost.
    pub winner: Option<u8>,
    /// Rounds won, by seat.
    pub wins: [u8; 2],
    /// Points of the last round, by seat.
    pub scores: Vec<u64>,
    /// Lines cleared in the last round, by seat.
    pub lines: Vec<u32>,
    /// Pieces locked in the last round, by seat.
    pub pieces: Vec<u32>,
    /// Ticks played in the last round.
    pub round_ticks: u64,
    /// The boards as they were last seen, by seat, each as [`Matrix::to_drawing`](crate::rules::Matrix::to_drawing)
    /// writes it, with the highest row first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<String>,
}

const fn one() -> u32 {
    1000
}

impl SeatRecord {
    /// The record of a seat as it was set up.
    pub fn of(seat: &SeatSetup) -> Self {
        Self {
            name: seat.name.clone(),
            player: seat.recorded_player(),
            handling: seat.handling.clamped(),
            handicap: seat.handicap,
            dealer: seat.dealer,
        }
    }

    /// Whether the attacks were multiplied by another number than one, or an adversary dealt the pieces.
    pub fn has_handicap(&self) -> bool {
        self.handicap != 1000 || self.dealer.is_some()
    }

    /// The seat as it is set up to be played back.
    pub fn to_seat_setup(&self) -> SeatSetup {
        SeatSetup {
            name: self.name.clone(),
            control: SeatControl::Elsewhere(self.player.clone()),
            handling: self.handling.clamped(),
            handicap: self.handicap,
            dealer: self.dealer,
            spec: None,
        }
    }
}

impl SetupRecord {
    /// The record of a match as it was set up. What a match is made of and is not in here would not be played back:
    /// hence every field by its name.
    pub fn of(setup: &MatchSetup) -> Self {
        let MatchSetup { mode, rules, course, seed, seats } = setup;
        let seats = seats.iter().map(SeatRecord::of).collect();
        Self { mode: *mode, rules: *rules, course: course.clone(), seed: *seed, seats }
    }

    /// The setup for playing the match back: every seat's keys come from the replay.
    ///
    /// # Errors
    /// The recorded rules are not within their limits.
    pub fn to_match_setup(&self) -> std::result::Result<MatchSetup, RuleError> {
        Ok(MatchSetup {
            mode: self.mode,
            rules: self.rules.checked()?,
            course: self.course.clone(),
            seed: self.seed,
            seats: self.seats.iter().map(SeatRecord::to_seat_setup).collect(),
        })
    }
}

impl Replay {
    /// A replay of a match in which nothing has been played yet.
    pub fn begin(setup: &MatchSetup) -> Self {
        Self::new(SetupRecord::of(setup))
    }

    /// A replay, still empty, of a match that was set up like this.
    pub fn new(setup: SetupRecord) -> Self {
        Self {
            setup,
            handovers: Vec::new(),
            beats: Vec::new(),
            hashes: Vec::new(),
            ticks: 0,
            hash: 0,
            result: ReplayResult::default(),
        }
    }

    /// The keys that changed in a tick, with the hash after it; `None` if none changed.
    pub fn key_changes_at(&self, tick: u64) -> Option<&KeyChangeTick> {
        self.beats.binary_search_by_key(&tick, |beat| beat.tick).ok().map(|at| &self.beats[at])
    }

    /// The low 32 bits of the state hash that were recorded after a tick, if they were.
    pub fn hash_after(&self, tick: u64) -> Option<u32> {
        if tick == 0 || !tick.is_multiple_of(HASH_EVERY) {
            return None;
        }
        self.hashes.get((tick / HASH_EVERY) as usize - 1).copied()
    }

    /// How many ticks were played in all rounds, without the countdowns and the pauses between rounds, in which the
    /// clock of a game stands still. A replay does not tell how many rounds were drawn: what lies before those counts.
    pub fn ticks_played(&self) -> u64 {
        let result = &self.result;
        // A game for one has one round, and its clock tells how long that took.
        if self.setup.seats.len() == 1 && result.round_ticks > 0 {
            return result.round_ticks;
        }
        let decided: u64 = result.wins.iter().map(|&wins| u64::from(wins)).sum();
        let rounds = (decided + u64::from(!result.over)).max(1);
        self.ticks.saturating_sub(self.first_tick() + (rounds - 1) * self.between_rounds())
    }

    /// How many ticks were played in all rounds by this tick of the match. `begun` has the ticks in which rounds began,
    /// as far as they are known; the first need not be among them.
    pub fn ticks_played_until(&self, tick: u64, begun: impl Iterator<Item = u64>) -> u64 {
        let (mut played, mut first) = (0, self.first_tick());
        for next in begun {
            let last = next.saturating_sub(self.between_rounds()).max(first);
            played += tick.clamp(first, last) - first;
            first = first.max(next);
        }
        played + tick.saturating_sub(first)
    }

    /// The tick in which the first round begins: the clock of the round stands at 0 then.
    fn first_tick(&self) -> u64 {
        u64::from(self.setup.rules.countdown) + 1
    }

    /// How many ticks the clock stands still from the end of a round on until the next begins.
    fn between_rounds(&self) -> u64 {
        u64::from(self.setup.rules.countdown) + TICKS_BETWEEN_ROUNDS
    }

    /// A copy of the first `ticks` ticks, to be played on from there.
    pub fn copy_of_first_ticks(&self, ticks: u64) -> Self {
        let mut cut = self.clone();
        cut.truncate(ticks);
        cut
    }

    /// Forgets what came after the first `ticks` ticks.
    pub(super) fn truncate(&mut self, ticks: u64) {
        self.beats.truncate(self.beats.partition_point(|beat| beat.tick <= ticks));
        self.hashes.truncate((ticks / HASH_EVERY) as usize);
        self.handovers.retain(|handover| handover.tick <= ticks);
        if ticks < self.ticks {
            (self.ticks, self.hash, self.result) = (ticks, 0, ReplayResult::default());
        }
    }

    /// Who plays a seat in the end: the last to take it over, or who began. `None` if there is no such seat.
    pub fn seat(&self, seat: usize) -> Option<&SeatRecord> {
        let last = self.handovers.iter().rev().find(|handover| usize::from(handover.seat) == seat);
        last.map(|handover| &handover.to).or_else(|| self.setup.seats.get(seat))
    }

    /// The seats as they were at the end.
    pub fn seats(&self) -> impl Iterator<Item = &SeatRecord> {
        (0..self.setup.seats.len()).filter_map(|seat| self.seat(seat))
    }

    /// The tick at which the players sat down who played at the end; 0 where they played from the beginning. Taking a
    /// piece back is a handover to the same player, and no sitting down.
    pub fn sit_down_tick(&self) -> u64 {
        let (mut seats, mut since) = (self.setup.seats.clone(), 0);
        for handover in &self.handovers {
            match seats.get_mut(usize::from(handover.seat)) {
                Some(seat) if *seat != handover.to => (*seat, since) = (handover.to.clone(), handover.tick),
                _ => {}
            }
        }
        since
    }

    /// Whether a seat got another player on the way, or its player went back and played on.
    pub fn is_taken_over(&self) -> bool {
        !self.handovers.is_empty()
    }
}

#[cfg(test)]
impl Replay {
    /// For tests: a replay of this many ticks of a game for one, in which no key was pressed.
    pub(crate) fn of_test(ticks: u64) -> Self {
        Self { ticks, ..Self::begin(&MatchSetup::of_test(Mode::Marathon, Rules::marathon())) }
    }

    /// For tests: the beginning of a replay of a match of two people.
    #[cfg(feature = "net")]
    pub(crate) fn of_two(seed: u64) -> Self {
        let seats = ["Anna", "Boris"].map(|name| SeatSetup::person(name, Handling::default())).into();
        Self::begin(&MatchSetup { seed, seats, ..MatchSetup::of_test(Mode::Versus, Rules::versus()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::input::Action;

    #[test]
    fn a_tick_with_a_few_keys_needs_forty_bytes() {
        let keys: ChangedKeys = [(1, KeyEvent { action: Action::Left, down: true }); 5].into_iter().collect();
        assert!(!keys.spilled(), "they lie in the tick itself");
        assert!(size_of::<KeyChangeTick>() <= 40);
    }
}
