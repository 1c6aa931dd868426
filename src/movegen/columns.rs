//! Sixteen columns at once: the arithmetic of features, one small number a column.
//!
//! On x86-64 one vector of its baseline (SSE2), in a browser one of wasm's; elsewhere plain loops, which give the same
//! numbers. Left to itself the compiler takes such loops apart and puts half of them together again, at up to three
//! times the cost (see `docs/lab/performance.md`). The tests of the features compare every number with plain loops.
#![allow(unsafe_code)]

use crate::rules::board::MAX_WIDTH;

/// One number for each column; 0 past the width.
pub type ColumnNumbers = [u8; MAX_WIDTH];

pub(crate) use vector::Vector;

#[cfg(target_arch = "x86_64")]
mod vector {
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
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod vector {
    use super::ColumnNumbers;
    use std::arch::wasm32::*;

    /// A number from 0 to 255 for each of sixteen columns, in one vector of wasm. Its methods do what those of the
    /// vector for x86-64 do.
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

        /// The same number in every column.
        #[inline(always)]
        pub(crate) fn splat(value: u8) -> Self {
            Self(u8x16_splat(value))
        }

        /// A vector in which each column has the number of its right neighbour; 0 for the last column.
        #[inline(always)]
        pub(crate) fn right_neighbours(self) -> Self {
            let zero = u8x16_splat(0);
            Self(u8x16_shuffle::<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>(self.0, zero))
        }

        /// A vector in which each column has the number of its left neighbour; 0 for the first column.
        #[inline(always)]
        pub(crate) fn left_neighbours(self) -> Self {
            let zero = u8x16_splat(0);
            Self(u8x16_shuffle::<16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14>(self.0, zero))
        }

        #[inline(always)]
        pub(crate) fn and(self, other: Self) -> Self {
            Self(v128_and(self.0, other.0))
        }

        /// The numbers of this vector where `other` is 0, and 0 where it is 255.
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

        /// The sum of two vectors, column by column. Every sum must stay below 256.
        #[inline(always)]
        pub(crate) fn plus(self, other: Self) -> Self {
            Self(u8x16_add(self.0, other.0))
        }

        /// This vector less the other, column by column, 0 where that would be negative.
        #[inline(always)]
        pub(crate) fn saturating_sub(self, other: Self) -> Self {
            Self(u8x16_sub_sat(self.0, other.0))
        }

        /// A vector with 255 in the columns where both vectors have the same number, 0 elsewhere.
        #[inline(always)]
        pub(crate) fn equal_mask(self, other: Self) -> Self {
            Self(u8x16_eq(self.0, other.0))
        }

        /// The sum of the numbers of all columns.
        #[inline(always)]
        pub(crate) fn sum(self) -> u32 {
            sum_of_lanes(u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(self.0)))
        }

        /// The sum of the squares of the numbers of all columns.
        #[inline(always)]
        pub(crate) fn sum_of_squares(self) -> u32 {
            let (low, high) = (u16x8_extmul_low_u8x16(self.0, self.0), u16x8_extmul_high_u8x16(self.0, self.0));
            sum_of_lanes(u32x4_add(u32x4_extadd_pairwise_u16x8(low), u32x4_extadd_pairwise_u16x8(high)))
        }

        /// The greatest number of all columns.
        #[inline(always)]
        pub(crate) fn greatest(self) -> u8 {
            halved(self.0, u8x16_max)
        }

        /// The least number of all columns.
        #[inline(always)]
        pub(crate) fn least(self) -> u8 {
            halved(self.0, u8x16_min)
        }

        /// The columns with a number of 128 or more, as bits.
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
}

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
mod vector {
    use super::ColumnNumbers;

    /// A number from 0 to 255 for each of sixteen columns, in an array, for other processors. Its methods do in a loop
    /// what those of the other vectors do in one instruction for all columns.
    #[derive(Clone, Copy)]
    pub(crate) struct Vector(ColumnNumbers);

    impl Vector {
        #[inline(always)]
        fn zip(self, other: Self, both: impl Fn(u8, u8) -> u8) -> Self {
            Self(std::array::from_fn(|column| both(self.0[column], other.0[column])))
        }

        #[inline(always)]
        pub(crate) fn from_columns(columns: &ColumnNumbers) -> Self {
            Self(*columns)
        }

        #[inline(always)]
        pub(crate) fn to_columns(self) -> ColumnNumbers {
            self.0
        }

        /// The same number in every column.
        #[inline(always)]
        pub(crate) fn splat(value: u8) -> Self {
            Self([value; 16])
        }

        /// A vector in which each column has the number of its right neighbour; 0 for the last column.
        #[inline(always)]
        pub(crate) fn right_neighbours(self) -> Self {
            Self((u128::from_le_bytes(self.0) >> 8).to_le_bytes())
        }

        /// A vector in which each column has the number of its left neighbour; 0 for the first column.
        #[inline(always)]
        pub(crate) fn left_neighbours(self) -> Self {
            Self((u128::from_le_bytes(self.0) << 8).to_le_bytes())
        }

        #[inline(always)]
        pub(crate) fn and(self, other: Self) -> Self {
            self.zip(other, |a, b| a & b)
        }

        /// The numbers of this vector where `other` is 0, and 0 where it is 255.
        #[inline(always)]
        pub(crate) fn without(self, other: Self) -> Self {
            self.zip(other, |a, b| a & !b)
        }

        #[inline(always)]
        pub(crate) fn or(self, other: Self) -> Self {
            self.zip(other, |a, b| a | b)
        }

        #[inline(always)]
        pub(crate) fn max(self, other: Self) -> Self {
            self.zip(other, u8::max)
        }

        #[inline(always)]
        pub(crate) fn min(self, other: Self) -> Self {
            self.zip(other, u8::min)
        }

        /// The sum of two vectors, column by column. Every sum must stay below 256.
        #[inline(always)]
        pub(crate) fn plus(self, other: Self) -> Self {
            self.zip(other, u8::wrapping_add)
        }

        /// This vector less the other, column by column, 0 where that would be negative.
        #[inline(always)]
        pub(crate) fn saturating_sub(self, other: Self) -> Self {
            self.zip(other, u8::saturating_sub)
        }

        /// A vector with 255 in the columns where both vectors have the same number, 0 elsewhere.
        #[inline(always)]
        pub(crate) fn equal_mask(self, other: Self) -> Self {
            self.zip(other, |a, b| if a == b { u8::MAX } else { 0 })
        }

        /// The sum of the numbers of all columns.
        #[inline(always)]
        pub(crate) fn sum(self) -> u32 {
            self.0.iter().map(|&value| u32::from(value)).sum()
        }

        /// The sum of the squares of the numbers of all columns.
        #[inline(always)]
        pub(crate) fn sum_of_squares(self) -> u32 {
            self.0.iter().map(|&value| u32::from(value) * u32::from(value)).sum()
        }

        /// The greatest number of all columns.
        #[inline(always)]
        pub(crate) fn greatest(self) -> u8 {
            self.0.iter().fold(0, |most, &value| most.max(value))
        }

        /// The least number of all columns.
        #[inline(always)]
        pub(crate) fn least(self) -> u8 {
            self.0.iter().fold(u8::MAX, |least, &value| least.min(value))
        }

        /// The columns with a number of 128 or more, as bits.
        #[inline(always)]
        pub(crate) fn high_bits(self) -> u16 {
            self.0.iter().rev().fold(0, |bits, &value| bits << 1 | u16::from(value >> 7))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Random;
    use crate::rules::random::Purpose;

    #[test]
    fn all_columns_at_once_are_what_a_loop_makes_of_them() {
        let mut random = Random::new(3, Purpose::Board);
        for draw in 0..2_000 {
            // Numbers that are often equal, heights, and all that there are.
            let most = [2, 25, 128, 256][draw % 4];
            let mut drawn = || -> ColumnNumbers { std::array::from_fn(|_| random.below(most) as u8) };
            let (a, b) = (drawn(), drawn());
            let (one, other) = (Vector::from_columns(&a), Vector::from_columns(&b));
            let each = |both: fn(u8, u8) -> u8| -> ColumnNumbers { std::array::from_fn(|x| both(a[x], b[x])) };
            let equal = one.equal_mask(other);
            for (found, expected) in [
                (one, a),
                (Vector::splat(a[0]), [a[0]; MAX_WIDTH]),
                (one.right_neighbours(), std::array::from_fn(|x| a.get(x + 1).copied().unwrap_or(0))),
                (one.left_neighbours(), std::array::from_fn(|x| x.checked_sub(1).map_or(0, |left| a[left]))),
                (one.and(other), each(|a, b| a & b)),
                (one.or(other), each(|a, b| a | b)),
                (one.max(other), each(u8::max)),
                (one.min(other), each(u8::min)),
                (one.saturating_sub(other), each(u8::saturating_sub)),
                (equal, each(|a, b| if a == b { 255 } else { 0 })),
                (one.without(equal), each(|a, b| if a == b { 0 } else { a })),
            ] {
                assert_eq!(found.to_columns(), expected, "{a:?} {b:?}");
            }
            if most <= 128 {
                assert_eq!(one.plus(other).to_columns(), each(|a, b| a + b), "{a:?} {b:?}");
            }
            let numbers = || a.into_iter().map(u32::from);
            let squares = numbers().map(|number| number * number).sum::<u32>();
            assert_eq!((one.sum(), one.sum_of_squares()), (numbers().sum::<u32>(), squares), "{a:?}");
            assert_eq!((Some(one.least()), Some(one.greatest())), (a.into_iter().min(), a.into_iter().max()), "{a:?}");
            let high = (0..MAX_WIDTH).filter(|&x| a[x] >= 128).fold(0u16, |bits, x| bits | 1 << x);
            assert_eq!(one.high_bits(), high, "{a:?}");
        }
    }
}
