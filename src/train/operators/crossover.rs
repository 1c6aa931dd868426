//! Crossover: two parents make a child.

use crate::rules::Random;
use crate::train::recipe::{Crossover, Genome};

impl Crossover {
    /// Makes the child of two parents, each given with its fitness. Both have the same number of weights.
    pub fn child(self, a: (&Genome, f64), b: (&Genome, f64), random: &mut Random) -> Genome {
        let total = a.1 + b.1;
        match self {
            Crossover::WeightedMean | Crossover::WeightedOrEqual if total > 0.0 => {
                mixed(a.0, b.0, a.1 / total, b.1 / total)
            }
            Crossover::WeightedOrEqual => mixed(a.0, b.0, 0.5, 0.5),
            Crossover::FavourFitter(permille) => {
                let (fitter, other) = if b.1 > a.1 { (b.0, a.0) } else { (a.0, b.0) };
                mixed(fitter, other, f64::from(permille) / 1000.0, f64::from(1000 - permille.min(1000)) / 1000.0)
            }
            Crossover::WeightedMean | Crossover::EitherParent => {
                let either = |(x, y): (&f64, &f64)| if random.chance(500) { *x } else { *y };
                a.0.iter().zip(b.0).map(either).collect()
            }
        }
    }
}

fn mixed(a: &Genome, b: &Genome, share_a: f64, share_b: f64) -> Genome {
    a.iter().zip(b).map(|(x, y)| share_a * x + share_b * y).collect()
}
