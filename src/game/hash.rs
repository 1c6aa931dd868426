//! The state hash: one number for everything the rules of a match depend on.
//!
//! FNV-1a over fixed-width little-endian fields, so that it is the same on every machine. What only thinks or shows is left out.

use super::components::{Falling, Field, HoldSlot, Incoming, Match, Queue, Run, Score, Seat, Standing, Tally};
use super::handling::Fingers;
use super::modes::{Feeding, Standard, Takes};
use crate::rules::{Matrix, Mino};
use bevy::prelude::*;
use serde::Serialize;
use std::io::Write;

/// FNV-1a, 64 bits. Source: the public reference by Fowler, Noll and Vo.
struct Fnv(u64);

impl Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Fnv {
    fn feed(&mut self, value: &impl Serialize) {
        let config = bincode::config::legacy();
        // Writing to a hash cannot fail, and every type here can be encoded.
        let _ = bincode::serde::encode_into_std_write(value, self, config);
    }

    fn feed_matrix(&mut self, matrix: &Matrix) {
        let board = matrix.board();
        self.feed(&(board.solid() as u64));
        for (y, row) in board.rows().iter().enumerate().filter(|(_, row)| **row != 0) {
            self.feed(&(y as u64, *row));
            for x in 0..board.width() {
                self.feed(&match matrix.mino(x, y) {
                    Mino::Empty => 0u8,
                    Mino::Piece(kind) => 1 + kind.index() as u8,
                    Mino::Garbage => 254,
                    Mino::Solid => 255,
                });
            }
        }
    }
}

/// What a player's part of the hash reads.
pub(super) type Hashed = (
    (&'static Seat, &'static Field, &'static Falling, &'static Queue, &'static HoldSlot, &'static Run),
    (&'static Score, &'static Incoming, &'static Tally, &'static Standing, &'static Fingers),
    (&'static Feeding, &'static Takes),
);

/// The same as one query gives it.
pub(super) type HashedItem<'w> = (
    (&'w Seat, &'w Field, &'w Falling, &'w Queue, &'w HoldSlot, &'w Run),
    (&'w Score, &'w Incoming, &'w Tally, &'w Standing, &'w Fingers),
    (&'w Feeding, &'w Takes),
);

/// The hash of the match in progress; 0 when there is none.
pub fn state_hash(world: &mut World) -> u64 {
    let mut matches = world.query::<&Match>();
    let Ok(current) = matches.single(world) else { return 0 };
    let current = current.clone();
    let mut players = world.query::<Hashed>();
    hash_of(&current, |seat| players.get(world, seat).ok())
}

/// The hash of a match whose players somebody else has looked up.
pub(super) fn hash_of<'w>(current: &Match, mut player: impl FnMut(Entity) -> Option<HashedItem<'w>>) -> u64 {
    let mut hash = Fnv(0xCBF2_9CE4_8422_2325);
    hash.feed(&(current.seed, current.round, current.wins, current.phase, current.tick, current.round_tick));
    let plain = current.course.is_standard();
    for &seat in &current.seats {
        let Some((state, rest, (feeding, takes))) = player(seat) else { continue };
        let (seat, field, falling, queue, hold, run) = state;
        let (score, incoming, tally, standing, fingers) = rest;
        hash.feed(&seat.0);
        hash.feed_matrix(&field.0);
        hash.feed(&(falling, &queue.0, hold.0, run.0, score.0));
        hash.feed(&(&incoming.0, tally, standing, fingers));
        // Matches of the plain kind have the hash that they always had.
        if !plain {
            hash.feed(&(feeding, takes.past() as u64, takes.future() as u64, takes.back));
        }
    }
    hash.0
}
