//! The evaluation compiled twice: as the whole program is, and for processors of 2013 and later. The fourth file with `unsafe`.
//!
//! Why and how: `ai::reach::machine`, whose check of the machine this shares. Both copies are the same safe code and add in the same
//! order, without fused operations, so that they give the same bits; a test compares them. Knows no features.
#![allow(unsafe_code)]

use super::field::Field;
use super::ground::Standing;
use super::weights::Weights;
use crate::ai::reach::Instructions;

/// What a position is worth, by these instructions.
#[inline(always)]
pub(super) fn worth(
    instructions: Instructions,
    weights: &Weights,
    field: &Field,
    height: usize,
    standing: Standing,
) -> f32 {
    #[cfg(target_arch = "x86_64")]
    if instructions.are_late() {
        // SAFETY: `Instructions` says so only where the machine has everything that `late` is compiled for.
        return unsafe { late::worth(weights, field, height, standing) };
    }
    let _ = instructions;
    plain::worth(weights, field, height, standing)
}

impl Weights {
    /// What a position is worth, by these instructions.
    pub fn worth(&self, instructions: Instructions, field: &Field, standing: Standing) -> f32 {
        worth(instructions, self, field, field.height(), standing)
    }
}

/// A copy of the evaluation.
macro_rules! copy {
    ($name:ident $(#[$features:meta])?) => {
        mod $name {
            use super::*;

            $(#[$features])?
            #[inline]
            pub(super) fn worth(weights: &Weights, field: &Field, height: usize, standing: Standing) -> f32 {
                match height {
                    0..=6 => of::<1>(weights, field, standing),
                    7..=12 => of::<2>(weights, field, standing),
                    13..=18 => of::<3>(weights, field, standing),
                    _ => of::<4>(weights, field, standing),
                }
            }

            $(#[$features])?
            #[inline(never)]
            fn of<const N: usize>(weights: &Weights, field: &Field, standing: Standing) -> f32 {
                weights.of::<N>(field, standing)
            }
        }
    };
}

copy!(plain);
#[cfg(target_arch = "x86_64")]
copy!(late #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]);

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::features::names;
    use super::*;
    use crate::rules::Random;
    use crate::rules::random::Purpose;

    #[test]
    fn later_instructions_give_the_same_bits() {
        let mut random = Random::new(3, Purpose::Games);
        let genome: Vec<f64> = names().map(|_| random.range(-3.0, 3.0)).collect();
        let weights = Weights::new(&genome).unwrap();
        for _ in 0..20_000 {
            let mut field = Field::default();
            for _ in 0..random.below(22) {
                field.raise(1, random.below(10) as usize);
                // Not garbage alone: cells here and there are taken out.
                let gaps = random.next() & random.next();
                field.0[0] &= !(gaps & 1023);
            }
            let standing = Standing {
                combo: random.below(20) as u8,
                back_to_back: random.chance(500),
                hold: random.below(8) as u8,
                waiting: random.below(9) as u8,
            };
            let by = |instructions| weights.worth(instructions, &field, standing).to_bits();
            assert_eq!(by(Instructions::PLAIN), by(Instructions::best()), "{field:?}");
        }
    }
}
