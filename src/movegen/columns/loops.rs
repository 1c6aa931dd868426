//! Sixteen columns in an array, for processors without vectors that are known here.

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
