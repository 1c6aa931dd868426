//! The portable random generator of everything seeded: xoshiro256++ seeded by SplitMix64, one stream a purpose.
//!
//! Nothing here depends on pieces or players. The numbers are part of the replay format: a golden test holds the first
//! values.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// What a stream of random numbers is for. Streams of one seed are independent, so that a change in how often
/// one mechanic draws does not disturb another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// The stream that draws the order of pieces.
    Pieces = 1,
    /// The stream that draws the holes of garbage rows.
    Garbage = 2,
    /// The stream that draws the intervals and slips of a computer player's hand.
    Hand = 3,
    /// The stream that the operators of an evolution draw from.
    Evolution = 4,
    /// The stream that derives the seeds of several rounds or games from one.
    Games = 5,
    /// The stream that draws the first population of an evolution.
    Initial = 6,
    /// The stream that draws the holes of a cheese: of the rows that a dig begins with.
    Cheese = 7,
    /// The stream that draws the cells of a random start board.
    Board = 8,
    /// The stream that draws the guesses of a search: pieces that are not on show yet, and which line of
    /// moves it follows next.
    Search = 9,
}

/// A named, portable stream of random numbers (xoshiro256++).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of `seed` for one `purpose`.
    pub fn new(seed: u64, purpose: Purpose) -> Self {
        // The odd constant is SplitMix64's increment: nearby seeds and purposes give unrelated streams.
        Self(Xoshiro256PlusPlus::seed_from_u64(seed ^ (purpose as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// The `index`-th seed derived from `seed`: of round 3 of a match, or of game 7 of an evaluation.
    pub fn derived_seed(seed: u64, index: u64) -> u64 {
        Self::new(seed.wrapping_add(index.wrapping_mul(0xD134_2543_DE82_EF95)), Purpose::Games).next()
    }

    /// Draws sixty-four random bits.
    // The stream never ends: an iterator's `next` would give an option for nothing.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws uniformly from `0..bound` by multiplication of the upper 32 bits (bias below 2^-26 for bounds up to 64);
    /// gives 0 when `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Draws uniformly from `0.0..1.0`, with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Draws uniformly from `low..high`.
    pub fn float_in_range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// True with a probability of `permille` thousandths.
    pub fn chance(&mut self, permille: u16) -> bool {
        self.below(1000) < u32::from(permille)
    }

    /// Shuffles in place (Fisher-Yates from the end). Part of the golden piece sequences.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}
