//! A match between two programs as spectators see it: the host tells what both have pressed, some seconds late, in
//! texts, and a spectator plays it back like a recording that grows.
//!
//! The delay keeps a spectator from telling a player anything of use. Texts are JSON, as those of the room are.

use super::lobby::{LobbyFault, LobbyPlayer, RoomTerms, check_version, read_told};
use super::wire;
use crate::doors::peer::{MOST_TOLD_BYTES, shown_name};
use crate::game::replay::{
    ChangedKeys, HASH_EVERY, KeyChangeTick, MAX_TICKS, Replay, ReplayResult, SeatRecord, SetupRecord,
};
use crate::game::{Action, Mode};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// How many ticks spectators are behind the players.
pub const DELAY_TICKS: u64 = 3000;
/// The most bytes that the keys in one text for spectators take.
const MOST_KEYS: usize = 8 * 1024;
/// The most ticks that one text tells, so that no spectator is sent away to the end of time.
const MOST_AT_ONCE: u64 = 10_000;

/// The most keys of a tick: each key of both players pressed and released.
const MOST_KEYS_A_TICK: usize = 2 * 2 * Action::ALL.len();

/// Why a spectator cannot watch the match any further.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SpectatingFault {
    /// The host sent a text that is none of a match, or the programs differ, or the rules are impossible.
    #[error(transparent)]
    Lobby(#[from] LobbyFault),
    /// The host told keys that contradict what it told before, or each other.
    #[error("the host told keys that do not follow from those before")]
    Keys,
    /// The host told more of one match than any host does.
    #[error("the host told more of a match than anybody plays")]
    TooMuch,
    /// The match is not one of two players, but of this many.
    #[error("the host told a match whose players are not two but {0}")]
    Players(usize),
}

/// What a text of the host has told a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpectatorNews {
    /// A match has begun.
    Begun,
    /// The match has gone on: its recording has grown.
    Grown,
    /// The players rest the match, until it goes on.
    Rests,
    /// The match has ended, and its recording is whole.
    Ended,
}

/// A tick with keys as texts for spectators have it: the tick, its short hash, and for each key its seat and its
/// byte of the wire.
type WrittenBeat = (u64, u8, Vec<(u8, u8)>);

/// The part of a text for spectators that tells what happened in the ticks after those that were told before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTicks {
    through: u64,
    beats: Vec<WrittenBeat>,
    hashes: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum SpectatorText {
    Begin { version: String, engine: String, setup: Box<SetupRecord> },
    Keys { ticks: NewTicks },
    End { ticks: NewTicks, hash: u64, result: Box<ReplayResult> },
}

impl SpectatorText {
    fn text(&self) -> String {
        // Nothing in a text can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// How much of a match its host has told the spectators so far.
#[derive(Clone, Debug)]
pub struct SpectatorFeed {
    through: u64,
    beats: usize,
}

impl SpectatorFeed {
    /// Begins to tell a match, which programs with this [`engine_fingerprint`](super::engine_fingerprint) play. The
    /// second value is the first text.
    pub fn begin(engine: u64, setup: SetupRecord) -> (Self, String) {
        let (version, engine) = (env!("CARGO_PKG_VERSION").to_owned(), format!("{engine:016x}"));
        let text = SpectatorText::Begin { version, engine, setup: Box::new(setup) }.text();
        (Self { through: 0, beats: 0 }, text)
    }

    /// The last tick that the spectators have been told.
    pub const fn last_told_tick(&self) -> u64 {
        self.through
    }

    /// The texts that tell spectators what follows in the recording, up to this tick.
    pub fn next_texts(&mut self, replay: &Replay, through: u64) -> Vec<String> {
        let mut texts = Vec::new();
        while let Some(ticks) = self.next(replay, through) {
            texts.push(SpectatorText::Keys { ticks }.text());
        }
        texts
    }

    /// The text that tells spectators that the match rests: one of no new tick, which changes no recording.
    pub fn rest_text(&self) -> String {
        SpectatorText::Keys { ticks: NewTicks { through: self.through, ..NewTicks::default() } }.text()
    }

    /// The texts that tell spectators the rest of a recording and its end. One that was broken off ends where
    /// it was told last.
    pub fn end_texts(&mut self, replay: &Replay) -> Vec<String> {
        let is_whole = replay.result.over;
        let mut parts: Vec<NewTicks> = Vec::new();
        while let Some(ticks) = self.next(replay, if is_whole { replay.ticks } else { 0 }) {
            parts.push(ticks);
        }
        let last = parts.pop().unwrap_or(NewTicks { through: self.through, ..NewTicks::default() });
        let (hash, result) = match is_whole {
            true => (replay.hash, ReplayResult { boards: Vec::new(), ..replay.result.clone() }),
            false => (0, ReplayResult::default()),
        };
        let texts = parts.into_iter().map(|ticks| SpectatorText::Keys { ticks }.text());
        let end = SpectatorText::End { ticks: last, hash, result: Box::new(result) }.text();
        texts.chain([end]).collect()
    }

    /// The next ticks to tell, as many as a text has room for; `None` where all are told.
    fn next(&mut self, replay: &Replay, through: u64) -> Option<NewTicks> {
        let through = through.min(replay.ticks).min(self.through + MOST_AT_ONCE);
        if through <= self.through {
            return None;
        }
        let mut ticks = NewTicks { through, ..NewTicks::default() };
        let mut bytes = 0;
        for beat in replay.beats.iter().skip(self.beats).take_while(|beat| beat.tick <= through) {
            // A number of at most eight digits, one of three, and two for each key, with what stands between.
            bytes += 20 + 8 * beat.keys.len();
            if bytes > MOST_KEYS {
                ticks.through = beat.tick - 1;
                break;
            }
            let keys = beat.keys.iter().map(|(seat, key)| (*seat, wire::byte_of_key(*key))).collect();
            ticks.beats.push((beat.tick, beat.check, keys));
        }
        let seconds = (self.through / HASH_EVERY) as usize..(ticks.through / HASH_EVERY) as usize;
        ticks.hashes = replay.hashes.get(seconds).unwrap_or_default().to_vec();
        self.beats += ticks.beats.len();
        self.through = ticks.through;
        Some(ticks)
    }
}

/// A match as a spectator knows it: the recording so far.
#[derive(Clone, Debug)]
pub struct SpectatedMatch {
    engine: String,
    replay: Option<Arc<Replay>>,
    /// The bytes of the texts about this match so far.
    bytes: usize,
}

impl SpectatedMatch {
    /// A match of which a spectator knows nothing yet. The programs of the players must have this
    /// [`engine_fingerprint`](super::engine_fingerprint), which is the own one.
    pub fn new(engine: u64) -> Self {
        Self { engine: format!("{engine:016x}"), replay: None, bytes: 0 }
    }

    /// The recording so far; `None` before a match.
    pub const fn replay(&self) -> Option<&Arc<Replay>> {
        self.replay.as_ref()
    }

    /// Takes in a text from the host, of which nothing is believed.
    ///
    /// # Errors
    /// Why the match cannot be watched any further.
    pub fn receive(&mut self, text: &str) -> Result<SpectatorNews, SpectatingFault> {
        self.bytes = self.bytes.saturating_add(text.len());
        match read_told::<SpectatorText>(text)? {
            SpectatorText::Begin { version, engine, setup } => {
                self.replay = Some(Arc::new(Replay::new(self.checked(&version, &engine, *setup)?)));
                self.bytes = text.len();
                Ok(SpectatorNews::Begun)
            }
            // Ticks with keys take memory: what comes faster than anybody plays does not take all of it.
            _ if self.bytes > MOST_TOLD_BYTES => Err(SpectatingFault::TooMuch),
            SpectatorText::Keys { ticks } => {
                let rests = self.replay.as_ref().is_some_and(|replay| replay.ticks == ticks.through);
                self.grow(ticks)?;
                Ok(if rests { SpectatorNews::Rests } else { SpectatorNews::Grown })
            }
            SpectatorText::End { ticks, hash, result } => {
                self.grow(ticks)?;
                let replay = self.replay.as_mut().map(Arc::make_mut).ok_or(SpectatingFault::Keys)?;
                let is_seat = |seat: &Option<u8>| seat.is_none_or(|seat| seat < 2);
                if !(is_seat(&result.winner) && is_seat(&result.forfeited)) {
                    return Err(SpectatingFault::Keys);
                }
                // What it says of scores and boards is shown in lists of replays alone, and follows from the keys.
                let (scores, lines, pieces, boards) = Default::default();
                (replay.hash, replay.result) = (hash, ReplayResult { scores, lines, pieces, boards, ..*result });
                Ok(SpectatorNews::Ended)
            }
        }
    }

    /// Brings the setup that the host told within limits: rules of a match between two programs, names that can be
    /// shown, players of the catalog.
    fn checked(&self, version: &str, engine: &str, setup: SetupRecord) -> Result<SetupRecord, SpectatingFault> {
        check_version(version)?;
        if engine != self.engine {
            return Err(LobbyFault::Engine.into());
        }
        let [host, guest] =
            <[SeatRecord; 2]>::try_from(setup.seats).map_err(|seats| SpectatingFault::Players(seats.len()))?;
        let handicaps = [host.handicap, guest.handicap];
        let RoomTerms { rules, .. } = RoomTerms { rules: setup.rules, handicaps }.checked()?;
        let seats = [host, guest].map(|seat| SeatRecord {
            name: shown_name(&seat.name),
            player: LobbyPlayer::player_within_limits(seat.player),
            handling: seat.handling.clamped(),
            handicap: seat.handicap,
            dealer: None,
        });
        let seed = setup.seed;
        Ok(SetupRecord { mode: Mode::Versus, rules, course: Default::default(), seed, seats: seats.into() })
    }

    /// Adds ticks to the recording.
    fn grow(&mut self, ticks: NewTicks) -> Result<(), SpectatingFault> {
        let replay = self.replay.as_mut().map(Arc::make_mut).ok_or(SpectatingFault::Keys)?;
        let (before, through) = (replay.ticks, ticks.through);
        let seconds = through / HASH_EVERY - (before / HASH_EVERY).min(through / HASH_EVERY);
        let fits = (before..=before + MOST_AT_ONCE).contains(&through) && through <= MAX_TICKS;
        if !fits || replay.result.over || ticks.hashes.len() as u64 != seconds {
            return Err(SpectatingFault::Keys);
        }
        let mut last = before;
        for (tick, check, keys) in ticks.beats {
            if tick <= last || tick > through || !(1..=MOST_KEYS_A_TICK).contains(&keys.len()) {
                return Err(SpectatingFault::Keys);
            }
            let key = |(seat, byte): (u8, u8)| wire::key_of_byte(byte).filter(|_| seat < 2).map(|key| (seat, key));
            let keys: Option<ChangedKeys> = keys.into_iter().map(key).collect();
            replay.beats.push(KeyChangeTick { tick, check, keys: keys.ok_or(SpectatingFault::Keys)? });
            last = tick;
        }
        replay.hashes.extend(ticks.hashes);
        replay.ticks = through;
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::KeyEvent;
    use crate::rules::Random;
    use crate::rules::random::Purpose;

    /// A recording with keys at random, which nobody has played.
    fn recording(random: &mut Random) -> Replay {
        let mut replay = Replay::of_two(7);
        for tick in 1..=30_000 + random.below(5_000) as u64 {
            if random.below(40) == 0 {
                let key = |down| KeyEvent { action: Action::ALL[(tick % 5) as usize], down };
                let keys = [((tick % 2) as u8, key(true)), (0, key(false))].into_iter().collect();
                replay.beats.push(KeyChangeTick { tick, check: tick as u8, keys });
            }
            if tick % HASH_EVERY == 0 {
                replay.hashes.push(tick as u32);
            }
            replay.ticks = tick;
        }
        (replay.hash, replay.result.over, replay.result.winner) = (u64::MAX - 5, true, Some(1));
        replay
    }

    fn feed(replay: &Replay) -> (SpectatorFeed, SpectatedMatch) {
        let (feed, text) = SpectatorFeed::begin(9, replay.setup.clone());
        let mut spectated = SpectatedMatch::new(9);
        assert_eq!(spectated.receive(&text), Ok(SpectatorNews::Begun));
        (feed, spectated)
    }

    #[test]
    fn a_spectator_knows_what_was_told_and_in_the_end_all_of_it() {
        let mut random = Random::new(3, Purpose::Pieces);
        for _ in 0..20 {
            let replay = recording(&mut random);
            let (mut feed, mut spectated) = feed(&replay);
            let mut told = 0;
            while told + 8_000 < replay.ticks {
                told += random.below(8_000) as u64;
                for text in feed.next_texts(&replay, told) {
                    assert!(text.len() < crate::doors::framed_text::MAX_TEXT_BYTES);
                    assert_eq!(spectated.receive(&text), Ok(SpectatorNews::Grown));
                }
                let cut = replay.copy_of_first_ticks(told);
                let known = spectated.replay().unwrap();
                assert_eq!((known.ticks, &known.beats, &known.hashes), (told, &cut.beats, &cut.hashes));
            }
            let last = feed.end_texts(&replay).into_iter().map(|text| spectated.receive(&text)).last();
            assert_eq!(last, Some(Ok(SpectatorNews::Ended)));
            assert_eq!(**spectated.replay().unwrap(), replay);
            assert_eq!(
                spectated.receive(&feed.end_texts(&replay)[0]),
                Err(SpectatingFault::Keys),
                "nothing comes after the end"
            );
        }
    }

    #[test]
    fn a_match_that_rests_is_told_by_a_text_of_no_new_tick() {
        let replay = recording(&mut Random::new(7, Purpose::Pieces));
        let (mut feed, mut spectated) = feed(&replay);
        for through in [500, 3_000] {
            for text in feed.next_texts(&replay, through) {
                assert_eq!(spectated.receive(&text), Ok(SpectatorNews::Grown));
            }
            let before = spectated.replay().unwrap().clone();
            assert_eq!(spectated.receive(&feed.rest_text()), Ok(SpectatorNews::Rests));
            assert_eq!(spectated.replay(), Some(&before), "its recording stays as it is");
        }
    }

    #[test]
    fn a_match_that_is_broken_off_ends_where_it_was_told() {
        let mut replay = recording(&mut Random::new(4, Purpose::Pieces));
        replay.result = ReplayResult::default();
        let (mut feed, mut spectated) = feed(&replay);
        for text in feed.next_texts(&replay, 5_000).iter().chain(&feed.end_texts(&replay)) {
            spectated.receive(text).unwrap();
        }
        assert_eq!(spectated.replay().unwrap().ticks, 5_000, "keys of later ticks may be guesses");
    }

    #[test]
    fn a_host_that_tells_more_of_a_match_than_hosts_do_is_not_heard_out() {
        let replay = recording(&mut Random::new(6, Purpose::Pieces));
        let (mut feed, mut spectated) = feed(&replay);
        let next = feed.next_texts(&replay, 500).remove(0);
        spectated.bytes = MOST_TOLD_BYTES;
        assert_eq!(spectated.receive(&next), Err(SpectatingFault::TooMuch));
        let another = SpectatorFeed::begin(9, replay.setup.clone()).1;
        assert_eq!(spectated.receive(&another), Ok(SpectatorNews::Begun), "another match begins with no text");
        assert_eq!(spectated.receive(&next), Ok(SpectatorNews::Grown));
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        let replay = recording(&mut Random::new(5, Purpose::Pieces));
        let (mut feed, spectated) = feed(&replay);
        let keys = |through: u64, beats: &[WrittenBeat], hashes: &[u32]| {
            let ticks = NewTicks { through, beats: beats.to_vec(), hashes: hashes.to_vec() };
            spectated.clone().receive(&SpectatorText::Keys { ticks }.text())
        };
        assert_eq!(keys(900, &[(5, 0, vec![(0, 1)])], &[]), Ok(SpectatorNews::Grown));
        for (beat, why) in [
            ((0, 0, vec![(0, 1)]), "a tick of before"),
            ((901, 0, vec![(0, 1)]), "a tick of later"),
            ((5, 0, vec![]), "no key"),
            ((5, 0, vec![(2, 1)]), "a third seat"),
            ((5, 0, vec![(0, 255)]), "a key that there is not"),
        ] {
            assert_eq!(keys(900, &[beat], &[]), Err(SpectatingFault::Keys), "{why}");
        }
        assert_eq!(keys(1_000, &[], &[]), Err(SpectatingFault::Keys), "a second without its hash");
        assert_eq!(keys(900, &[], &[1]), Err(SpectatingFault::Keys), "a hash without its second");
        assert_eq!(keys(MOST_AT_ONCE + 1, &[], &[0; 10]), Err(SpectatingFault::Keys), "a leap");
        for (winner, forfeited, follows) in
            [(Some(1), Some(0), true), (None, None, true), (Some(2), None, false), (None, Some(2), false)]
        {
            let ticks = NewTicks { through: 900, beats: Vec::new(), hashes: Vec::new() };
            let result = Box::new(ReplayResult { winner, forfeited, ..ReplayResult::default() });
            let end = SpectatorText::End { ticks, hash: 1, result }.text();
            assert_eq!(spectated.clone().receive(&end).is_ok(), follows, "{winner:?}, {forfeited:?}");
        }
        let mut nobody = SpectatedMatch::new(9);
        assert_eq!(nobody.receive(&feed.next_texts(&replay, 500)[0]), Err(SpectatingFault::Keys), "no match has begun");
        let other = SpectatorFeed::begin(8, replay.setup.clone()).1;
        assert_eq!(nobody.receive(&other), Err(LobbyFault::Engine.into()));
        let seats = vec![replay.setup.seats[0].clone()];
        let alone = SpectatorFeed::begin(9, SetupRecord { seats, ..replay.setup.clone() }).1;
        assert_eq!(nobody.receive(&alone), Err(SpectatingFault::Players(1)));
        let line = SpectatingFault::Players(1).to_string();
        assert_eq!(line, "the host told a match whose players are not two but 1");
        assert!(nobody.receive("{}").is_err() && nobody.replay().is_none());
        let later = r#"{"type":"begin","version":"99.0.0","match":{"later":[7]}}"#;
        let line = nobody.receive(later).unwrap_err().to_string();
        assert!(line.contains("is korobka 99.0.0, and this is ") && line.ends_with("update yours"), "{line}");
    }
}
