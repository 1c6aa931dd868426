//! Sixteen columns at once: the arithmetic of features, one small number a column.
//!
//! On x86-64 one vector of its baseline (SSE2), in a browser one of wasm's; elsewhere plain loops, which give the same
//! numbers. Left to itself the compiler takes such loops apart and puts half of them together again, at up to three
//! times the cost (see `docs/lab/performance.md`). The tests of the features compare every number with plain loops.

use crate::rules::board::MAX_WIDTH;

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
mod loops;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub(crate) use loops::Vector;
#[cfg(target_arch = "x86_64")]
pub(crate) use sse2::Vector;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm::Vector;

/// One number for each column; 0 past the width.
pub type ColumnNumbers = [u8; MAX_WIDTH];

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
