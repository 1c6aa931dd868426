//! Sixteen columns in an array, for processors without vectors that are known here.

use super::ColumnNumbers;

/// A number from 0 to 255 for each of sixteen columns, in an array, for other processors. Its methods do in a loop what
/// those of the vector for x86-64 (`sse2.rs`), which says of each what it does, do in few instructions for all columns.
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

    #[inline(always)]
    pub(crate) fn splat(value: u8) -> Self {
        Self([value; 16])
    }

    #[inline(always)]
    pub(crate) fn right_neighbours(self) -> Self {
        Self((u128::from_le_bytes(self.0) >> 8).to_le_bytes())
    }

    #[inline(always)]
    pub(crate) fn left_neighbours(self) -> Self {
        Self((u128::from_le_bytes(self.0) << 8).to_le_bytes())
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

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

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        self.zip(other, u8::wrapping_add)
    }

    #[inline(always)]
    pub(crate) fn saturating_sub(self, other: Self) -> Self {
        self.zip(other, u8::saturating_sub)
    }

    #[inline(always)]
    pub(crate) fn equal_mask(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { u8::MAX } else { 0 })
    }

    #[inline(always)]
    pub(crate) fn sum(self) -> u32 {
        self.0.iter().map(|&value| u32::from(value)).sum()
    }

    #[inline(always)]
    pub(crate) fn sum_of_squares(self) -> u32 {
        self.0.iter().map(|&value| u32::from(value) * u32::from(value)).sum()
    }

    #[inline(always)]
    pub(crate) fn greatest(self) -> u8 {
        self.0.iter().fold(0, |most, &value| most.max(value))
    }

    #[inline(always)]
    pub(crate) fn least(self) -> u8 {
        self.0.iter().fold(u8::MAX, |least, &value| least.min(value))
    }

    #[inline(always)]
    pub(crate) fn high_bits(self) -> u16 {
        self.0.iter().rev().fold(0, |bits, &value| bits << 1 | u16::from(value >> 7))
    }
}
