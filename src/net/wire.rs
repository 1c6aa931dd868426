//! What goes from one program to the other during a match: one kind of datagram, sent by a timer, that heals what was
//! lost before it.
//!
//! | field | bytes |
//! |---|---|
//! | version of this encoding, 1 | 1 |
//! | number of the match, low byte first | 4 |
//! | sender's clock in milliseconds, low byte first | 4 |
//! | receiver's clock as the sender last heard it, and for how many milliseconds it has had that | 4, varint |
//! | last tick of the receiver's keys that the sender has | varint |
//! | last confirmed second, and 32 bits of the state hash after it | varint, 4 |
//! | tick after which the keys begin, and for how many ticks they are known | varint, varint |
//! | number of ticks with keys | varint |
//! | ticks with keys, each: ticks since the one before, number of keys, and a byte for each | varint, 1, ... |
//!
//! A key's byte is its action's number, and 16 more where it went down. A varint has seven bits a byte, the low ones
//! first, and the eighth bit says that more follow (<https://protobuf.dev/programming-guides/encoding/#varints>).

use super::key_log::KeyTick;
use crate::game::replay::MAX_TICKS;
use crate::game::{Action, KeyEvent, TickInput};
use thiserror::Error;

/// The version of the packets' encoding.
const VERSION: u8 = 1;
/// The most bytes of a packet, so that it travels in one piece everywhere: QUIC's own smallest datagram has 1,200
/// (RFC 9000, section 14), and those that carry ours need some of them.
pub const MOST_BYTES: usize = 1_100;
/// What is added to the action's number in a key's byte where the key went down.
const DOWN: u8 = 16;

/// What one program sends the other: its keys, and what it knows of the other's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyPacket {
    /// The number of the match, which both know.
    pub number: u32,
    /// The sender's clock, in milliseconds since any moment.
    pub clock: u32,
    /// The receiver's clock as the sender last heard it, in milliseconds.
    pub echo: u32,
    /// How many milliseconds the sender had known `echo` when it sent this packet.
    pub held: u32,
    /// The last tick of the receiver's keys that the sender has.
    pub acknowledged: u64,
    /// The last full second of the match, in seconds, that is confirmed at the sender.
    pub second: u64,
    /// The low 32 bits of the state hash after that second; 0 before the first.
    pub hash: u32,
    /// The tick after which the packet's keys begin.
    pub after: u64,
    /// The last tick whose keys the packet tells.
    pub through: u64,
    /// The ticks after `after` and up to `through` in which keys changed.
    pub ticks: Vec<KeyTick>,
}

/// Why bytes are no packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WireError {
    /// The bytes end too early, go on after the end, or are too many.
    #[error("a packet of {0} bytes, which is not its length")]
    Length(usize),
    /// The packet is of another version of this program.
    #[error("a packet of version {0}, and this program speaks {VERSION}; both need the same korobka")]
    Version(u8),
    /// A number in the packet is larger than any match has use for.
    #[error("a packet with the number {0}, which no match has")]
    Number(u64),
    /// A byte in the packet is no key's, or its key cannot change like this within one tick.
    #[error("a packet with the key {0}, which cannot be pressed like this")]
    Key(u8),
}

impl KeyPacket {
    /// The packet as bytes, at most [`MOST_BYTES`]: keys for which there is no room are left for the next packet.
    pub fn encode(&self) -> Vec<u8> {
        let mut keys = Vec::new();
        let (mut last, mut through, mut count) = (self.after, self.through, 0_u64);
        for &KeyTick { tick, input } in &self.ticks {
            let mut bytes = Vec::new();
            push_varint(&mut bytes, tick - last);
            bytes.push(input.events().count() as u8);
            bytes.extend(input.events().map(byte_of_key));
            // What stands before the keys never has as many as a hundred bytes.
            if keys.len() + bytes.len() > MOST_BYTES - 100 {
                through = tick - 1;
                break;
            }
            keys.extend(bytes);
            (last, count) = (tick, count + 1);
        }
        let mut bytes = vec![VERSION];
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.clock.to_le_bytes());
        bytes.extend(self.echo.to_le_bytes());
        push_varint(&mut bytes, self.held.into());
        push_varint(&mut bytes, self.acknowledged);
        push_varint(&mut bytes, self.second);
        bytes.extend(self.hash.to_le_bytes());
        push_varint(&mut bytes, self.after);
        push_varint(&mut bytes, through - self.after);
        push_varint(&mut bytes, count);
        bytes.extend(keys);
        bytes
    }

    /// Reads the bytes of a packet, of which nothing is believed.
    ///
    /// # Errors
    /// Why the bytes are no packet.
    pub fn decode(bytes: &[u8]) -> Result<Self, WireError> {
        if bytes.len() > MOST_BYTES {
            return Err(WireError::Length(bytes.len()));
        }
        let mut reader = PacketReader { bytes, at: 0 };
        let version = reader.byte()?;
        if version != VERSION {
            return Err(WireError::Version(version));
        }
        let (number, clock, echo) = (reader.four()?, reader.four()?, reader.four()?);
        let held = reader.varint(u64::from(u32::MAX))? as u32;
        let (acknowledged, second) = (reader.varint(MAX_TICKS)?, reader.varint(MAX_TICKS)?);
        let hash = reader.four()?;
        let after = reader.varint(MAX_TICKS)?;
        let through = after + reader.varint(MAX_TICKS - after)?;
        let count = reader.varint(MOST_BYTES as u64)?;
        let (mut ticks, mut last) = (Vec::new(), after);
        for _ in 0..count {
            let gap = reader.varint(through - last)?;
            let mut input = TickInput::default();
            let keys = reader.byte()?;
            for _ in 0..keys {
                let byte = reader.byte()?;
                if !key_of_byte(byte).is_some_and(|key| input.push(key)) {
                    return Err(WireError::Key(byte));
                }
            }
            if gap == 0 || keys == 0 {
                return Err(WireError::Number(0));
            }
            last += gap;
            ticks.push(KeyTick { tick: last, input });
        }
        match reader.at == bytes.len() {
            true => Ok(Self { number, clock, echo, held, acknowledged, second, hash, after, through, ticks }),
            false => Err(WireError::Length(bytes.len())),
        }
    }
}

/// The byte by which a packet says that a key goes down or up.
pub(super) const fn byte_of_key(key: KeyEvent) -> u8 {
    key.action as u8 | if key.down { DOWN } else { 0 }
}

/// Which key goes down or up by a byte of a packet; `None` where the byte is no key's.
pub(super) fn key_of_byte(byte: u8) -> Option<KeyEvent> {
    let action = *Action::ALL.get(usize::from(byte & !DOWN))?;
    Some(KeyEvent { action, down: byte & DOWN != 0 })
}

/// Appends a number to the bytes as a varint.
pub(crate) fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number as a varint of at most five bytes. The flag beside it is false where the number goes on after them,
/// as no allowed number does.
pub(crate) fn read_varint<E>(mut next: impl FnMut() -> Result<u8, E>) -> Result<(u64, bool), E> {
    let mut number = 0_u64;
    for shift in (0..35).step_by(7) {
        let byte = next()?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Ok((number, true));
        }
    }
    Ok((number, false))
}

/// Reads the bytes of a packet one after the other.
struct PacketReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl PacketReader<'_> {
    fn byte(&mut self) -> Result<u8, WireError> {
        let byte = self.bytes.get(self.at).copied().ok_or(WireError::Length(self.bytes.len()))?;
        self.at += 1;
        Ok(byte)
    }

    fn four(&mut self) -> Result<u32, WireError> {
        Ok(u32::from_le_bytes([self.byte()?, self.byte()?, self.byte()?, self.byte()?]))
    }

    /// Reads a varint, which may be `most` at most.
    fn varint(&mut self, most: u64) -> Result<u64, WireError> {
        let (number, is_whole) = read_varint(|| self.byte())?;
        if is_whole && number <= most { Ok(number) } else { Err(WireError::Number(number)) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::Random;
    use crate::rules::random::Purpose;

    /// A packet with numbers and keys drawn at random.
    fn drawn(random: &mut Random, ticks: u64) -> KeyPacket {
        let after = random.next() % 1_000_000;
        let (mut last, mut keys) = (after, Vec::new());
        for _ in 0..ticks {
            last += 1 + random.next() % 300;
            let mut input = TickInput::default();
            for _ in 0..1 + random.next() % 3 {
                let action = Action::ALL[(random.next() % 10) as usize];
                input.push(KeyEvent { action, down: random.chance(500) });
            }
            keys.push(KeyTick { tick: last, input });
        }
        KeyPacket {
            number: random.next() as u32,
            clock: random.next() as u32,
            echo: random.next() as u32,
            held: (random.next() % 5_000) as u32,
            acknowledged: random.next() % 1_000_000,
            second: random.next() % 1_000,
            hash: random.next() as u32,
            after,
            through: last + random.next() % 40,
            ticks: keys,
        }
    }

    #[test]
    fn a_packet_goes_round_and_bytes_that_are_none_are_refused() {
        let mut random = Random::new(7, Purpose::Games);
        for ticks in 0..40 {
            let packet = drawn(&mut random, ticks);
            let bytes = packet.encode();
            assert_eq!(KeyPacket::decode(&bytes), Ok(packet));
            for length in 0..bytes.len() {
                assert!(KeyPacket::decode(&bytes[..length]).is_err(), "cut off at {length}");
            }
            assert_eq!(KeyPacket::decode(&[&bytes[..], &[0]].concat()), Err(WireError::Length(bytes.len() + 1)));
            assert_eq!(KeyPacket::decode(&[&[9], &bytes[1..]].concat()), Err(WireError::Version(9)));
        }
    }

    #[test]
    fn what_has_no_room_is_left_for_the_next_packet() {
        let packet = drawn(&mut Random::new(3, Purpose::Games), 900);
        let bytes = packet.encode();
        let read = KeyPacket::decode(&bytes).unwrap();
        assert!(bytes.len() <= MOST_BYTES && read.ticks.len() > 150, "{} bytes", bytes.len());
        assert_eq!(read.ticks, packet.ticks[..read.ticks.len()]);
        assert_eq!(read.through, packet.ticks[read.ticks.len()].tick - 1, "up to the first that is left out");
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let (mut random, mut read) = (Random::new(11, Purpose::Games), 0);
        for _ in 0..20_000 {
            let ticks = random.next() % 8;
            let mut bytes = drawn(&mut random, ticks).encode();
            for _ in 0..1 + random.next() % 4 {
                let at = (random.next() % bytes.len() as u64) as usize;
                bytes[at] = random.next() as u8;
            }
            if let Ok(packet) = KeyPacket::decode(&bytes) {
                let known = packet.ticks.iter().all(|keys| keys.tick > packet.after && keys.tick <= packet.through);
                assert!(known && packet.through <= MAX_TICKS, "{packet:?}");
                read += 1;
            }
        }
        assert!(read > 1_000, "{read} packets are read");
    }

    #[test]
    fn the_bytes_of_a_packet_are_those_of_the_table() {
        let mut input = TickInput::default();
        for (action, down) in [(Action::Left, true), (Action::Half, false)] {
            assert!(input.push(KeyEvent { action, down }));
        }
        let packet = KeyPacket {
            number: 0x0403_0201,
            clock: 0x0807_0605,
            echo: 0x0c0b_0a09,
            held: 300,
            acknowledged: 5,
            second: 1,
            hash: 0x1413_1211,
            after: 7,
            through: 10,
            ticks: vec![KeyTick { tick: 9, input }],
        };
        let clocks: &[u8] = &[1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0xac, 0x02];
        let known: &[u8] = &[5, 1, 0x11, 0x12, 0x13, 0x14];
        let keys: &[u8] = &[7, 3, 1, 2, 2, 16, 6];
        assert_eq!(packet.encode(), [clocks, known, keys].concat());
    }
}
