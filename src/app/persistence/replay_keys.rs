//! The keys of a replay as bytes, beat by beat. A beat is a tick in which any key changed.
//!
//! Version 1 has one stream. Before each beat it has the ticks since the last one (seven bits a byte, lowest first, the
//! top bit set when more follow). Then comes a byte for each key: action (5 bits), seat (1), down (1), and whether
//! another key of the same tick follows (1). Version 2 keeps the times and the keys apart, and its bit for down says
//! instead whether the event is odd: a key that goes down twice, or up twice. Keys mostly go down and up in turn, so
//! that nearly all of these bits are 0, which compresses well.

use crate::game::input::{Action, KeyEvent};
use crate::game::replay::{ChangedKeys, KeyChangeTick};
use crate::net::wire::{push_varint, read_varint};
use crate::storage::envelope::FormatProblem;

/// The bit of a key's byte that is set for the second seat.
const SEAT: u8 = 1 << 5;
/// The bit of a key's byte that is set if the key goes down, or in version 2 if its event is odd.
const DOWN: u8 = 1 << 6;
/// The bit of a key's byte that is set if another key of the same tick follows.
const MORE: u8 = 1 << 7;

/// The times and the keys of a replay, as streams of bytes.
#[derive(Debug)]
pub(super) struct TimeAndKeyStreams {
    /// For each beat, the ticks since the beat before, as bytes; `None` in version 1, which has them among the keys.
    pub(super) times: Option<Vec<u8>>,
    /// A byte for each key that changed.
    pub(super) keys: Vec<u8>,
}

/// Which keys are down after the events so far, by seat and action.
#[derive(Default)]
struct KeysDown([[bool; Action::ALL.len()]; 2]);

impl KeysDown {
    /// Whether an event is odd: a key that goes up twice or down twice. Also notes whether the key is down now.
    fn odd(&mut self, seat: u8, event: KeyEvent) -> bool {
        let held = &mut self.0[usize::from(seat > 0)][event.action as usize];
        std::mem::replace(held, event.down) == event.down
    }

    /// Whether an event means that the key goes down, if `odd` says whether it is odd. Also notes whether the
    /// key is down now.
    fn down(&mut self, seat: u8, action: Action, odd: bool) -> bool {
        let held = &mut self.0[usize::from(seat > 0)][action as usize];
        *held = *held == odd;
        *held
    }
}

/// Writes the streams of version 2 of these beats.
pub(super) fn encode_streams(beats: &[KeyChangeTick]) -> TimeAndKeyStreams {
    let (mut times, mut keys, mut held, mut last) = (Vec::new(), Vec::new(), KeysDown::default(), 0);
    for beat in beats.iter().filter(|beat| !beat.keys.is_empty()) {
        push_varint(&mut times, beat.tick - last);
        last = beat.tick;
        for (index, &(seat, event)) in beat.keys.iter().enumerate() {
            let flag = |set: bool, flag: u8| if set { flag } else { 0 };
            let more = index + 1 < beat.keys.len();
            let odd = held.odd(seat, event);
            keys.push(event.action as u8 | flag(seat > 0, SEAT) | flag(odd, DOWN) | flag(more, MORE));
        }
    }
    TimeAndKeyStreams { times: Some(times), keys }
}

/// Reads the beats from the streams of either version. `seats` and `ticks` are the replay's, and bound what can be.
pub(super) fn decode_streams(
    streams: &TimeAndKeyStreams,
    checks: &[u8],
    seats: usize,
    ticks: u64,
) -> Result<Vec<KeyChangeTick>, FormatProblem> {
    let (mut times, mut keys) = (streams.times.as_deref(), streams.keys.as_slice());
    let (mut held, mut tick, has_odd) = (KeysDown::default(), 0, times.is_some());
    let mut beats = Vec::with_capacity(checks.len());
    for &check in checks {
        tick = later(tick, times.as_mut().unwrap_or(&mut keys), ticks)?;
        let down = |seat, action, bit| if has_odd { held.down(seat, action, bit) } else { bit };
        beats.push(KeyChangeTick { tick, check, keys: chord(&mut keys, seats, down)? });
    }
    if times.is_some_and(|times| !times.is_empty()) || !keys.is_empty() {
        return Err(FormatProblem::damaged("it has more keys than checks"));
    }
    Ok(beats)
}

/// Takes the next byte from the front.
fn next(bytes: &mut &[u8]) -> Result<u8, FormatProblem> {
    bytes.split_off_first().copied().ok_or_else(|| FormatProblem::damaged("its keys are cut"))
}

/// Reads the tick of the next beat, which is after `tick` and not after `last`.
fn later(tick: u64, bytes: &mut &[u8], last: u64) -> Result<u64, FormatProblem> {
    let (since, is_whole) = read_varint(|| next(bytes))?;
    if !is_whole {
        return Err(FormatProblem::damaged("a key is a day late"));
    }
    if since == 0 || tick + since > last {
        return Err(FormatProblem::damaged("a key is pressed at an impossible time"));
    }
    Ok(tick + since)
}

/// Reads the keys of a beat. `down` tells from a key's bit whether the key goes down.
fn chord(
    bytes: &mut &[u8],
    seats: usize,
    mut down: impl FnMut(u8, Action, bool) -> bool,
) -> Result<ChangedKeys, FormatProblem> {
    let mut keys = ChangedKeys::new();
    loop {
        let byte = next(bytes)?;
        let seat = u8::from(byte & SEAT != 0);
        let action = Action::ALL.get(usize::from(byte & 31)).copied();
        let Some(action) = action.filter(|_| usize::from(seat) < seats) else {
            return Err(FormatProblem::damaged("a key does what no key does"));
        };
        keys.push((seat, KeyEvent { action, down: down(seat, action, byte & DOWN != 0) }));
        if byte & MORE == 0 {
            return Ok(keys);
        }
        if keys.len() > 2 * Action::ALL.len() {
            return Err(FormatProblem::damaged("more keys in a tick than there are"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beat(tick: u64, keys: &[(u8, Action, bool)]) -> KeyChangeTick {
        let keys = keys.iter().map(|&(seat, action, down)| (seat, KeyEvent { action, down })).collect();
        KeyChangeTick { tick, check: tick as u8, keys }
    }

    #[test]
    fn odd_keys_come_back_as_they_were() {
        let beats = [
            beat(1, &[(0, Action::Left, true), (1, Action::Left, true)]),
            beat(200, &[(0, Action::Left, true)]),
            beat(40_000, &[(0, Action::Left, false), (0, Action::Hold, false)]),
            beat(40_001, &[(0, Action::Left, false), (1, Action::Left, false)]),
        ];
        let streams = encode_streams(&beats);
        let checks: Vec<u8> = beats.iter().map(|beat| beat.check).collect();
        assert_eq!(decode_streams(&streams, &checks, 2, 40_001), Ok(beats.to_vec()));
        assert!(decode_streams(&streams, &checks, 1, 40_001).is_err(), "there is no second seat");
        assert!(decode_streams(&streams, &checks, 2, 40_000).is_err(), "a key after the end");
        assert!(decode_streams(&streams, &checks[1..], 2, 40_001).is_err(), "a check is missing");
    }

    #[test]
    fn keys_that_go_down_and_up_in_turn_are_all_alike() {
        let beats: Vec<KeyChangeTick> = (1..100).map(|tick| beat(tick, &[(1, Action::Left, tick % 2 == 1)])).collect();
        assert!(encode_streams(&beats).keys.iter().all(|&byte| byte == SEAT | Action::Left as u8));
    }
}
