//! Sixteen columns in one register of an x86-64.
#![allow(unsafe_code)]

use super::ColumnNumbers;
use std::arch::x86_64::*;

/// Calls instructions of SSE2.
macro_rules! sse2 {
    ($call:expr) => {
        // SAFETY: SSE2 is part of x86-64 itself: there is no such processor without it. None of the calls here
        // touches memory.
        unsafe { $call }
    };
}

/// A number from 0 to 255 for each of sixteen columns, such as its height, in one register of the processor.
#[derive(Clone, Copy)]
pub(crate) struct Vector(__m128i);

impl Vector {
    #[inline(always)]
    pub(crate) fn from_columns(columns: &ColumnNumbers) -> Self {
        let bits = u128::from_le_bytes(*columns);
        Self(sse2!(_mm_set_epi64x((bits >> 64) as i64, bits as i64)))
    }

    #[inline(always)]
    pub(crate) fn to_columns(self) -> ColumnNumbers {
        let low = sse2!(_mm_cvtsi128_si64(self.0) as u64);
        let high = sse2!(_mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0)) as u64);
        (u128::from(high) << 64 | u128::from(low)).to_le_bytes()
    }

    /// The same number in every column.
    #[inline(always)]
    pub(crate) fn splat(value: u8) -> Self {
        Self(sse2!(_mm_set1_epi8(value as i8)))
    }

    /// A vector in which each column has the number of its right neighbour; 0 for the last column.
    #[inline(always)]
    pub(crate) fn right_neighbours(self) -> Self {
        Self(sse2!(_mm_srli_si128::<1>(self.0)))
    }

    /// A vector in which each column has the number of its left neighbour; 0 for the first column.
    #[inline(always)]
    pub(crate) fn left_neighbours(self) -> Self {
        Self(sse2!(_mm_slli_si128::<1>(self.0)))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(sse2!(_mm_and_si128(self.0, other.0)))
    }

    /// The numbers of this vector where `other` is 0, and 0 where it is 255.
    #[inline(always)]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(sse2!(_mm_andnot_si128(other.0, self.0)))
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(sse2!(_mm_or_si128(self.0, other.0)))
    }

    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(sse2!(_mm_max_epu8(self.0, other.0)))
    }

    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(sse2!(_mm_min_epu8(self.0, other.0)))
    }

    /// The sum of two vectors, column by column. Every sum must stay below 256.
    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(sse2!(_mm_add_epi8(self.0, other.0)))
    }

    /// This vector less the other, column by column, 0 where that would be negative.
    #[inline(always)]
    pub(crate) fn saturating_sub(self, other: Self) -> Self {
        Self(sse2!(_mm_subs_epu8(self.0, other.0)))
    }

    /// A vector with 255 in the columns where both vectors have the same number, 0 elsewhere.
    #[inline(always)]
    pub(crate) fn equal_mask(self, other: Self) -> Self {
        Self(sse2!(_mm_cmpeq_epi8(self.0, other.0)))
    }

    /// The sum of the numbers of all columns.
    #[inline(always)]
    pub(crate) fn sum(self) -> u32 {
        let halves = sse2!(_mm_sad_epu8(self.0, _mm_setzero_si128()));
        sse2!(_mm_cvtsi128_si32(_mm_add_epi32(halves, _mm_unpackhi_epi64(halves, halves)))) as u32
    }

    /// The sum of the squares of the numbers of all columns.
    #[inline(always)]
    pub(crate) fn sum_of_squares(self) -> u32 {
        let zero = sse2!(_mm_setzero_si128());
        let (low, high) = sse2!((_mm_unpacklo_epi8(self.0, zero), _mm_unpackhi_epi8(self.0, zero)));
        let fours = sse2!(_mm_add_epi32(_mm_madd_epi16(low, low), _mm_madd_epi16(high, high)));
        let twos = sse2!(_mm_add_epi32(fours, _mm_unpackhi_epi64(fours, fours)));
        sse2!(_mm_cvtsi128_si32(_mm_add_epi32(twos, _mm_shuffle_epi32::<0b01>(twos)))) as u32
    }

    /// The greatest number of all columns.
    #[inline(always)]
    pub(crate) fn greatest(self) -> u8 {
        let eight = sse2!(_mm_max_epu8(self.0, _mm_srli_si128::<8>(self.0)));
        let four = sse2!(_mm_max_epu8(eight, _mm_srli_si128::<4>(eight)));
        let two = sse2!(_mm_max_epu8(four, _mm_srli_si128::<2>(four)));
        sse2!(_mm_cvtsi128_si32(_mm_max_epu8(two, _mm_srli_si128::<1>(two)))) as u8
    }

    /// The least number of all columns.
    #[inline(always)]
    pub(crate) fn least(self) -> u8 {
        let eight = sse2!(_mm_min_epu8(self.0, _mm_srli_si128::<8>(self.0)));
        let four = sse2!(_mm_min_epu8(eight, _mm_shufflelo_epi16::<0b1110>(eight)));
        let two = sse2!(_mm_min_epu8(four, _mm_shufflelo_epi16::<0b01>(four)));
        let pair = sse2!(_mm_cvtsi128_si32(two));
        (pair as u8).min((pair >> 8) as u8)
    }

    /// The columns with a number of 128 or more, as bits.
    #[inline(always)]
    pub(crate) fn high_bits(self) -> u16 {
        sse2!(_mm_movemask_epi8(self.0)) as u16
    }
}
