//! A network's sums with the widest vectors that the machine has. A file with `unsafe`.
//!
//! The program is built for processors of 2009 and later, two numbers to a vector. Most machines take four or eight at
//! once, which makes training about twice as fast. Rust calls a function compiled for more than the whole program only
//! in `unsafe`, since on a lesser machine its instructions do not exist: each call below stands behind the check that
//! they do. The bits are the same, because it is the same Rust code: without being asked, the compiler neither reorders
//! sums nor fuses a multiplication with an addition, whatever the vectors' width. A test compares all of them.
#![allow(unsafe_code)]

use super::network::{MAX_INPUTS, Network};

/// Which vector instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorWidth {
    /// The instructions that the program is built for: two numbers at once on x86-64.
    Plain,
    /// AVX2: four numbers at once.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512: eight numbers at once, so that a layer is one vector.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl VectorWidth {
    /// The widths that this machine has, the narrowest first; never empty.
    pub fn all_available() -> Vec<VectorWidth> {
        #[cfg(target_arch = "x86_64")]
        let wider = [
            (VectorWidth::Avx2, std::arch::is_x86_feature_detected!("avx2")),
            (
                VectorWidth::Avx512,
                std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512dq"),
            ),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wider: [(VectorWidth, bool); 0] = [];
        let there = wider.into_iter().filter_map(|(width, there)| there.then_some(width));
        std::iter::once(VectorWidth::Plain).chain(there).collect()
    }
}

/// The output node's sum for each set of inputs, by vectors of this width. A width that the machine lacks gives way to
/// the plain one.
#[inline]
pub(super) fn output_sums<const N: usize>(
    network: &Network,
    inputs: &[[f64; MAX_INPUTS]; N],
    width: VectorWidth,
) -> [f64; N] {
    match width {
        VectorWidth::Plain => network.plain_sums(inputs),
        // SAFETY: the arm is taken only on a machine with the instructions of `avx2`; the check reads a cached flag.
        #[cfg(target_arch = "x86_64")]
        VectorWidth::Avx2 if std::arch::is_x86_feature_detected!("avx2") => unsafe { avx2(network, inputs) },
        // SAFETY: likewise for `avx512`.
        #[cfg(target_arch = "x86_64")]
        VectorWidth::Avx512
            if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512dq") =>
        unsafe { avx512(network, inputs) },
        #[cfg(target_arch = "x86_64")]
        VectorWidth::Avx2 | VectorWidth::Avx512 => network.plain_sums(inputs),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<const N: usize>(network: &Network, inputs: &[[f64; MAX_INPUTS]; N]) -> [f64; N] {
    network.plain_sums(inputs)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn avx512<const N: usize>(network: &Network, inputs: &[[f64; MAX_INPUTS]; N]) -> [f64; N] {
    network.plain_sums(inputs)
}
