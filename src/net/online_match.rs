//! One program's side of a match with another: whose keys are known up to where, and what is sent and received.

use super::hands::{ImpossibleKey, KeyChecker};
use super::in_words_for_other;
use super::key_log::KeyLog;
use super::wire::{KeyPacket, WireError};
use crate::game::Snapshot;
use bevy::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// The shortest travel time of garbage with which two programs play, in ticks: below it, an ordinary line between two
/// countries would make the game wait.
pub const LEAST_GARBAGE_TRAVEL: u32 = 150;
/// The most ticks with keys that are given to a packet, which has bytes for fewer.
const MOST_KEYS: usize = 512;
/// How many ticks this side may be ahead of the other one before its clock goes slower.
const AHEAD: f64 = 3.0;
/// The pace of the clock of a side that is ahead, where 1 is the usual one: nobody feels it.
const SLOWER: f64 = 0.995;

/// Why a match with another program cannot begin or go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OnlineFault {
    /// The rules' garbage travels for too short a time.
    #[error(
        "garbage travels for {0} ms by these rules, and a match over a network needs {LEAST_GARBAGE_TRAVEL}; \
         choose others"
    )]
    Travel(u32),
    /// The other program sent bytes that are no packet.
    #[error("the other program sent {0}")]
    Wire(#[from] WireError),
    /// The other program changed keys that it had sent before.
    #[error("the other program changed its keys of before tick {0}")]
    Changed(u64),
    /// The other program sent keys that no hands can have pressed.
    #[error("the other program {0}")]
    Impossible(#[from] ImpossibleKey),
    /// The other program knows keys of this one that were not sent.
    #[error("the other program knows keys of tick {0}, which was not played yet")]
    Ahead(u64),
    /// The other program sent keys of a tick that it cannot have reached without the keys of this program.
    #[error("the other program sent keys up to tick {0}, which it cannot have reached")]
    Beyond(u64),
    /// The two programs do not see the same match.
    #[error("the two programs see different matches after second {0}")]
    Differs(u64),
}

impl OnlineFault {
    /// The line that the other program's player reads: what the other program did, that player's own one did.
    pub fn line_for_other(&self) -> String {
        in_words_for_other(&self.to_string())
    }
}

/// The clocks of both sides, as far as packets tell.
#[derive(Clone, Copy, Debug, Default)]
struct Clocks {
    /// The other side's clock when its last packet left, and the own clock when that packet came, in milliseconds.
    heard: Option<(u32, u32)>,
    /// How long a packet and its answer are under way, on average, in milliseconds.
    round_trip: f64,
}

/// One side of a match between two programs. While this resource is there, the match in progress is
/// played with another program.
#[derive(Resource, Debug, Default)]
pub struct OnlineMatch {
    /// The number of the match, which both sides know.
    number: u32,
    /// The seat of this side, 0 or 1.
    own: usize,
    /// What the keys of both players did, by seat.
    pub(super) logs: [KeyLog; 2],
    /// The checkers of both players' keys: this one for those of the own player, which are checked
    /// before they are sent.
    pub(super) own_hands: KeyChecker,
    others_hands: KeyChecker,
    /// The travel time of garbage, in ticks.
    travel: u64,
    /// The last tick of the own keys that the other side has acknowledged.
    acknowledged: u64,
    /// A snapshot of the match after the last confirmed tick, to which it may go back; `None` before the first tick.
    pub(super) confirmed: Option<Snapshot>,
    /// Whether a tick after the confirmed snapshot was played without knowing the other side's keys.
    pub(super) guessed: bool,
    /// The last tick whose keys were known of both sides when ticks were to be confirmed last.
    pub(super) known_before: u64,
    /// The low 32 bits of the own state hash after each confirmed second. The next field has the other
    /// side's for one second.
    seconds: Vec<u32>,
    others_second: (u64, u32),
    clocks: Clocks,
    /// Whether the other side has left the match: no more keys of its come, and none are waited for.
    pub(super) other_left: bool,
    /// How many ticks have waited for the other side's keys. The run condition of ticks counts them,
    /// and may change nothing.
    waited: AtomicU64,
    fault: Option<OnlineFault>,
}

impl OnlineMatch {
    /// The side at the seat `own` of a match with this number, in which garbage travels for this many ticks.
    ///
    /// # Errors
    /// The travel time is too short for a match over a network.
    pub fn new(number: u32, own: usize, travel: u32) -> Result<Self, OnlineFault> {
        if travel < LEAST_GARBAGE_TRAVEL {
            return Err(OnlineFault::Travel(travel));
        }
        Ok(Self { number, own: own.min(1), travel: travel.into(), ..Self::default() })
    }

    /// The number of the match, which both sides know.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The seat of this side, 0 or 1.
    pub const fn own_seat(&self) -> usize {
        self.own
    }

    /// The last tick up to which the keys of both sides are known.
    pub fn last_known_tick(&self) -> u64 {
        self.logs[0].last_known_tick().min(self.logs[1].last_known_tick())
    }

    /// The last tick to which the match may still go back: what was played up to there stays.
    pub fn last_settled_tick(&self) -> u64 {
        self.confirmed.as_ref().map_or(0, Snapshot::tick)
    }

    /// The last tick whose keys are known of the other side.
    pub fn last_other_tick(&self) -> u64 {
        self.logs[1 - self.own].last_known_tick()
    }

    /// Whether this tick may be played: what the other side has done in the meantime cannot reach the own board in it.
    /// A tick that may not be played waits for the other side's keys.
    pub fn may_play(&self, tick: u64) -> bool {
        self.fault.is_none() && tick <= self.last_other_tick() + self.travel
    }

    /// How many ticks have waited for the other side's keys so far.
    pub fn waited_ticks(&self) -> u64 {
        self.waited.load(Ordering::Relaxed)
    }

    /// Counts a tick that waited for the other side's keys.
    pub(super) fn count_waited_tick(&self) {
        self.waited.fetch_add(1, Ordering::Relaxed);
    }

    /// Why the match cannot go on; `None` while it can.
    pub const fn fault(&self) -> Option<OnlineFault> {
        self.fault
    }

    /// How fast the own clock is to go at this moment, `tick` being the own tick: 1, or a little less for the side that
    /// is ahead. `clock` is the own clock in milliseconds.
    pub fn clock_speed(&self, tick: u64, clock: u32) -> f64 {
        let Some((_, came)) = self.clocks.heard else { return 1.0 };
        // The other has gone on since its packet left.
        let others = self.last_other_tick() as f64 + self.clocks.round_trip / 2.0 + f64::from(clock.wrapping_sub(came));
        if tick as f64 > others + AHEAD { SLOWER } else { 1.0 }
    }

    /// The packet to send now: all own keys that the other side has not acknowledged. `clock` is the own clock in
    /// milliseconds since any moment.
    pub fn packet(&self, clock: u32) -> KeyPacket {
        let own = &self.logs[self.own];
        let (echo, came) = self.clocks.heard.unwrap_or((0, clock));
        let second = self.seconds.len() as u64;
        let open = own.changes_since(self.acknowledged);
        KeyPacket {
            number: self.number,
            clock,
            echo,
            held: clock.wrapping_sub(came),
            acknowledged: self.last_other_tick(),
            second,
            hash: self.seconds.last().copied().unwrap_or(0),
            after: self.acknowledged,
            through: open.get(MOST_KEYS).map_or(own.last_known_tick(), |keys| keys.tick - 1),
            // More has no room in a packet anyway, whatever the other does not acknowledge.
            ticks: open.iter().take(MOST_KEYS).copied().collect(),
        }
    }

    /// Takes in the bytes of a packet from the other side, which came when the own clock was at `clock` milliseconds.
    /// Packets of another match, and bytes that are none, are ignored: anybody may send those. What the other side does
    /// wrong, and another version of the program, becomes the match's [`fault`](Self::fault).
    pub fn receive(&mut self, bytes: &[u8], clock: u32) {
        let taken = match KeyPacket::decode(bytes) {
            Ok(packet) if packet.number == self.number => self.take(&packet, clock),
            Err(version @ WireError::Version(_)) => Err(version.into()),
            Ok(_) | Err(_) => Ok(()),
        };
        if let Err(fault) = taken {
            self.fault.get_or_insert(fault);
        }
    }

    fn take(&mut self, packet: &KeyPacket, clock: u32) -> Result<(), OnlineFault> {
        if packet.acknowledged > self.logs[self.own].last_known_tick() {
            return Err(OnlineFault::Ahead(packet.acknowledged));
        }
        // It waits for this side's keys, as this side waits for its.
        if packet.through > self.logs[self.own].last_known_tick() + self.travel {
            return Err(OnlineFault::Beyond(packet.through));
        }
        let before = self.last_other_tick();
        // Keys that do not follow what is known are of no use; the next packet brings those between.
        if packet.after > before {
            return Ok(());
        }
        if !self.logs[1 - self.own].extend(packet.after, &packet.ticks, packet.through) {
            return Err(OnlineFault::Changed(before));
        }
        for keys in self.logs[1 - self.own].changes_since(before) {
            self.others_hands.check_tick(keys)?;
        }
        self.acknowledged = self.acknowledged.max(packet.acknowledged);
        // Of packets that overtook each other, the newest tells the time.
        if self.clocks.heard.is_none_or(|(heard, _)| packet.clock.wrapping_sub(heard) as i32 >= 0) {
            self.clocks.heard = Some((packet.clock, clock));
            if packet.echo != 0 {
                // Clocks in whole milliseconds can make it one too few.
                let trip = clock.wrapping_sub(packet.echo).wrapping_sub(packet.held) as i32;
                let trip = f64::from(trip.max(0));
                let known = self.clocks.round_trip;
                self.clocks.round_trip = if known == 0.0 { trip } else { 0.9 * known + 0.1 * trip };
            }
        }
        if packet.second > self.others_second.0 {
            self.others_second = (packet.second, packet.hash);
        }
        self.compare()
    }

    /// Notes the state hash after the next second that is confirmed.
    pub(super) fn note_second_hash(&mut self, hash: u64) {
        self.seconds.push(hash as u32);
        if let Err(fault) = self.compare() {
            self.fault.get_or_insert(fault);
        }
    }

    /// How many full seconds of the match are confirmed.
    pub(super) const fn confirmed_seconds(&self) -> u64 {
        self.seconds.len() as u64
    }

    /// Compares the state hash after the last second that the other side has told with the own one.
    fn compare(&self) -> Result<(), OnlineFault> {
        let (second, hash) = self.others_second;
        let own = second.checked_sub(1).and_then(|at| self.seconds.get(at as usize));
        if own.is_some_and(|own| *own != hash) { Err(OnlineFault::Differs(second)) } else { Ok(()) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::TickInput;

    /// The bytes of a packet without keys that left at `clock`, and answers one that left at `echo`.
    fn answer(clock: u32, echo: u32) -> Vec<u8> {
        KeyPacket { clock, echo, ..OnlineMatch::new(7, 1, LEAST_GARBAGE_TRAVEL).unwrap().packet(0) }.encode()
    }

    #[test]
    fn the_round_trip_follows_the_packets_slowly() {
        let mut online = OnlineMatch::new(7, 0, LEAST_GARBAGE_TRAVEL).unwrap();
        assert_eq!((online.number(), online.clocks.round_trip), (7, 0.0));
        online.receive(&answer(50, 1_000), 1_100);
        assert_eq!(online.clocks.round_trip, 100.0);
        online.receive(&answer(70, 1_100), 1_300);
        assert_eq!(online.clocks.round_trip, 110.0);
    }

    #[test]
    fn whoever_is_ahead_of_where_the_other_must_be_by_now_slows_down() {
        let mut online = OnlineMatch::new(7, 0, LEAST_GARBAGE_TRAVEL).unwrap();
        online.receive(&answer(50, 1_000), 1_200);
        // Its packet was under way for 100 ms, and came 40 ms ago.
        let there = 140;
        assert_eq!(online.clock_speed(there + AHEAD as u64, 1_240), 1.0);
        assert_eq!(online.clock_speed(there + AHEAD as u64 + 1, 1_240), SLOWER);
    }

    #[test]
    fn a_packet_that_answers_none_or_was_overtaken_tells_no_round_trip() {
        let mut online = OnlineMatch::new(7, 0, LEAST_GARBAGE_TRAVEL).unwrap();
        online.receive(&answer(50, 0), 1_100);
        assert_eq!(online.clocks.round_trip, 0.0, "the other has heard nothing yet");
        online.receive(&answer(90, 1_000), 1_100);
        online.receive(&answer(70, 1_000), 1_900);
        assert_eq!((online.clocks.round_trip, online.clocks.heard), (100.0, Some((90, 1_100))));
    }

    #[test]
    fn whoever_did_wrong_reads_that_the_own_program_did() {
        let wrong = OnlineFault::from(ImpossibleKey::TookBack(7));
        assert_eq!(wrong.to_string(), "the other program took a piece back at tick 7");
        assert_eq!(wrong.line_for_other(), "your program took a piece back at tick 7");
        let both = OnlineFault::Differs(3);
        assert_eq!(both.line_for_other(), both.to_string());
    }

    #[test]
    fn an_acknowledgement_that_was_overtaken_takes_none_back() {
        let mut online = OnlineMatch::new(7, 0, LEAST_GARBAGE_TRAVEL).unwrap();
        (0..5).for_each(|_| online.logs[0].push_tick(TickInput::default()));
        for acknowledged in [5, 3] {
            let others = OnlineMatch::new(7, 1, LEAST_GARBAGE_TRAVEL).unwrap().packet(0);
            online.receive(&KeyPacket { acknowledged, ..others }.encode(), 0);
        }
        assert_eq!((online.fault(), online.packet(0).after), (None, 5));
    }
}
