//! The hash that states are fed into: FNV-1a over fixed-width little-endian fields, the same on every machine.

use crate::rules::{Matrix, Mino};
use serde::Serialize;
use std::io::Write;

/// A hash that states are fed into: FNV-1a, 64 bits. Source: the public reference by Fowler, Noll and Vo.
pub(in crate::game) struct Fnv(u64);

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
    /// The hash before anything is fed into it.
    pub(in crate::game) const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    /// The hash of what has been fed.
    pub(in crate::game) const fn finish(&self) -> u64 {
        self.0
    }

    /// Feeds a value, its fields one after the other.
    pub(in crate::game) fn feed(&mut self, value: &impl Serialize) {
        let config = bincode::config::legacy();
        // Writing to a hash cannot fail, and every type here can be encoded.
        let _ = bincode::serde::encode_into_std_write(value, self, config);
    }

    /// Feeds the solid rows and every cell of the rows that are not empty.
    pub(super) fn feed_matrix(&mut self, matrix: &Matrix) {
        let board = matrix.board();
        self.feed(&(board.solid_row_count() as u64));
        for (y, row) in board.row_masks().iter().enumerate().filter(|(_, row)| **row != 0) {
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
