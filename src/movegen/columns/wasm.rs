//! Sixteen columns in one vector of wasm.

use super::ColumnNumbers;
use std::arch::wasm32::*;

/// A number from 0 to 255 for each of sixteen columns, in one vector of wasm. Its methods are those of the vector for
/// x86-64 (`sse2.rs`), which says of each what it does.
#[derive(Clone, Copy)]
pub(crate) struct Vector(v128);

impl Vector {
    #[inline(always)]
    pub(crate) fn from_columns(columns: &ColumnNumbers) -> Self {
        let bits = u128::from_le_bytes(*columns);
        Self(u64x2(bits as u64, (bits >> 64) as u64))
    }

    #[inline(always)]
    pub(crate) fn to_columns(self) -> ColumnNumbers {
        let (low, high) = (u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0));
        (u128::from(high) << 64 | u128::from(low)).to_le_bytes()
    }

    #[inline(always)]
    pub(crate) fn splat(value: u8) -> Self {
        Self(u8x16_splat(value))
    }

    #[inline(always)]
    pub(crate) fn right_neighbours(self) -> Self {
        let zero = u8x16_splat(0);
        Self(u8x16_shuffle::<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>(self.0, zero))
    }

    #[inline(always)]
    pub(crate) fn left_neighbours(self) -> Self {
        let zero = u8x16_splat(0);
        Self(u8x16_shuffle::<16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14>(self.0, zero))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(v128_andnot(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(u8x16_max(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(u8x16_min(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(u8x16_add(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn saturating_sub(self, other: Self) -> Self {
        Self(u8x16_sub_sat(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn equal_mask(self, other: Self) -> Self {
        Self(u8x16_eq(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn sum(self) -> u32 {
        sum_of_lanes(u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(self.0)))
    }

    #[inline(always)]
    pub(crate) fn sum_of_squares(self) -> u32 {
        let (low, high) = (u16x8_extmul_low_u8x16(self.0, self.0), u16x8_extmul_high_u8x16(self.0, self.0));
        sum_of_lanes(u32x4_add(u32x4_extadd_pairwise_u16x8(low), u32x4_extadd_pairwise_u16x8(high)))
    }

    #[inline(always)]
    pub(crate) fn greatest(self) -> u8 {
        halved(self.0, u8x16_max)
    }

    #[inline(always)]
    pub(crate) fn least(self) -> u8 {
        halved(self.0, u8x16_min)
    }

    #[inline(always)]
    pub(crate) fn high_bits(self) -> u16 {
        u8x16_bitmask(self.0)
    }
}

/// The sum of four numbers of 32 bits.
#[inline(always)]
fn sum_of_lanes(fours: v128) -> u32 {
    let twos = u32x4_add(fours, u64x2_shuffle::<1, 1>(fours, fours));
    u32x4_extract_lane::<0>(twos) + u32x4_extract_lane::<1>(twos)
}

/// What is left of sixteen numbers after `pick` has made one of each two, again and again.
#[inline(always)]
fn halved(numbers: v128, pick: fn(v128, v128) -> v128) -> u8 {
    let eight = pick(numbers, u64x2_shuffle::<1, 1>(numbers, numbers));
    let four = pick(eight, u32x4_shuffle::<1, 1, 1, 1>(eight, eight));
    let two = pick(four, u16x8_shuffle::<1, 1, 1, 1, 1, 1, 1, 1>(four, four));
    u8x16_extract_lane::<0>(pick(two, u16x8_shr(two, 8)))
}
