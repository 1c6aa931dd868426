//! CMA-ES: samples from a normal distribution whose mean, step size and covariance follow what did well.
//!
//! Source: N. Hansen, The CMA Evolution Strategy: A Tutorial, arXiv 1604.00772, with its default numbers and negative
//! weights ("active"). Own code, since no library gives the same bits on every machine and lets its state be saved.
//! Only the ranks of the fitness count, so that fitness may be on any scale. Genome 0 is the mean.

use super::eigen::eigen_decomposition;
use super::{GeneOrigin, GenomeSearch, Population, ScoredPopulation, StartingPlayer, random_normal};
use crate::rules::Random;
use crate::rules::random::Purpose;
use crate::train::recipe::{CmaEs, Genome, PopulationShape};

/// The least variance along an axis of the distribution, as a part of the greatest one and by itself: no axis is
/// shorter than a millionth of the longest.
const THINNEST: f64 = 1e-12;
/// The least and the greatest step size, whatever the fitness does.
const STEPS: (f64, f64) = (1e-12, 1e6);

/// The normal distribution that the samples of a generation are drawn from. It is all that CMA-ES remembers; its
/// mean is genome 0.
#[derive(Clone, Debug, PartialEq)]
struct Distribution {
    mean: Genome,
    /// The step size, which scales the covariance.
    step: f64,
    /// The evolution path of the step size.
    step_path: Vec<f64>,
    /// The evolution path of the covariance.
    path: Vec<f64>,
    /// The covariance matrix, row by row.
    covariance: Vec<f64>,
}

/// The constants of the tutorial's table 1 for a number of samples and of weights.
struct CmaConstants {
    weights: Vec<f64>,
    parents: usize,
    mass: f64,
    step_rate: f64,
    step_damping: f64,
    path_rate: f64,
    rank_one: f64,
    rank_mu: f64,
    /// The mean length of a standard normal vector.
    length: f64,
}

impl GenomeSearch for CmaEs {
    fn first_population(&self, shape: &PopulationShape, seed: u64) -> Population {
        let n = shape.gene_count();
        let mut covariance = vec![0.0; n * n];
        (0..n).for_each(|i| covariance[i * n + i] = 1.0);
        let (mean, zero) = (vec![0.0; n], vec![0.0; n]);
        let first = Distribution { mean, step: self.step, step_path: zero.clone(), path: zero, covariance };
        self.ask(&first, shape.population, seed)
    }

    fn next_population(&self, shape: &PopulationShape, told: &ScoredPopulation, number: u32, seed: u64) -> Population {
        let mut distribution = Distribution::of(&told.genomes[0], told.state);
        let ranked: Vec<&Genome> =
            told.order.iter().filter(|&&index| index != 0).map(|&index| &told.genomes[index]).collect();
        distribution.tell(&ranked, self.mean_rate, number);
        self.ask(&distribution, shape.population, seed)
    }

    fn figures(&self, state: &[f64], genes: usize, _number: u32) -> Vec<(&'static str, f64)> {
        if state.len() != self.state_length(genes, 0) {
            return Vec::new();
        }
        let known = Distribution::of(&vec![0.0; genes], state);
        let (variances, _) = eigen_decomposition(&known.covariance, genes);
        let varied = variances.into_iter().filter(|variance| *variance > 0.0).map(|variance| variance.sqrt());
        let (shortest, longest) =
            varied.fold((f64::INFINITY, 0.0_f64), |(low, high), axis| (low.min(axis), high.max(axis)));
        vec![
            ("Step size", known.step),
            ("Longest axis", known.step * longest),
            ("Shortest axis", known.step * shortest.min(longest)),
        ]
    }

    fn opposite(&self, index: usize) -> Option<usize> {
        // The mean is genome 0; the pairs are 1 and 2, 3 and 4, and so on.
        (self.mirrored && index > 0).then(|| if index.is_multiple_of(2) { index - 1 } else { index + 1 })
    }

    /// The covariance goes with its genes. A gene that was not there or did not vary takes the covariance of the gene
    /// that it is like; without one it varies by itself, as much as the others do on average. The evolution paths begin
    /// anew.
    fn adapted_starting_player(&self, player: &StartingPlayer, places: &[GeneOrigin]) -> Option<StartingPlayer> {
        let (n, old) = (places.len(), player.genome.len());
        let genome: Genome = places.iter().map(|place| place.was.map_or(0.0, |at| player.genome[at])).collect();
        let mut covariance = vec![0.0; n * n];
        let mut step = self.step;
        if player.state.len() == self.state_length(old, 0) && old > 0 {
            let known = Distribution::of(&player.genome, &player.state);
            let variances = (0..old).map(|i| known.covariance[i * old + i]).filter(|&variance| variance > 0.0);
            let usual = variances.clone().sum::<f64>() / variances.count().max(1) as f64;
            step = known.step * if self.mirrored { self.step } else { 1.0 };
            // A gene that stayed as it was has no variance.
            let varied = |place: &GeneOrigin| place.was.filter(|&at| known.covariance[at * old + at] > 0.0);
            for (i, row) in places.iter().enumerate() {
                for (j, column) in places.iter().enumerate() {
                    let both = varied(row).zip(varied(column)).or(row.like.zip(column.like));
                    covariance[i * n + j] = match both {
                        Some((row, column)) => known.covariance[row * old + column],
                        None if i == j => usual,
                        None => 0.0,
                    };
                }
            }
        } else {
            (0..n).for_each(|i| covariance[i * n + i] = 1.0);
        }
        // Genes that stay get no variance, so they move by less than can be seen.
        let stays = |at: usize| places[at / n].stays || places[at % n].stays;
        covariance.iter_mut().enumerate().filter(|(at, _)| stays(*at)).for_each(|(_, value)| *value = 0.0);
        if covariance.iter().all(|&value| value == 0.0) {
            return None;
        }
        let zero = vec![0.0; n];
        Some(StartingPlayer { genome, state: [&[step], zero.as_slice(), &zero, &covariance].concat() })
    }

    fn first_population_from(&self, shape: &PopulationShape, player: &StartingPlayer, seed: u64) -> Population {
        self.ask(&Distribution::of(&player.genome, &player.state), shape.population, seed)
    }

    fn state_length(&self, genes: usize, _population: usize) -> usize {
        1 + 2 * genes + genes * genes
    }
}

impl CmaEs {
    /// The mean and `count` samples of a distribution.
    fn ask(&self, from: &Distribution, count: usize, seed: u64) -> Population {
        let mut random = Random::new(seed, Purpose::Evolution);
        let axes = Axes::of(&from.covariance, from.mean.len());
        let at = |step: &[f64], way: f64| -> Genome {
            from.mean.iter().zip(step).map(|(mean, step)| mean + way * from.step * step).collect()
        };
        let mut genomes = vec![from.mean.clone()];
        while genomes.len() <= count {
            let along: Vec<f64> = axes.lengths.iter().map(|length| length * random_normal(&mut random)).collect();
            let step = axes.turned(&along);
            genomes.push(at(&step, 1.0));
            if self.mirrored {
                genomes.push(at(&step, -1.0));
            }
        }
        let state = [&[from.step], from.step_path.as_slice(), &from.path, &from.covariance].concat();
        Population { genomes, state }
    }
}

impl Distribution {
    /// The distribution from the mean and the state of a generation.
    fn of(mean: &Genome, state: &[f64]) -> Self {
        let n = mean.len();
        let (step, rest) = (state[0], &state[1..]);
        let [step_path, path, covariance] = [&rest[..n], &rest[n..2 * n], &rest[2 * n..]].map(<[f64]>::to_vec);
        Self { mean: mean.clone(), step: step.clamp(STEPS.0, STEPS.1), step_path, path, covariance }
    }

    /// Moves the distribution to where the first of `ranked` (the best first) lie, the mean by `rate` of the way.
    /// `number` is that of the coming generation, from 1 on.
    fn tell(&mut self, ranked: &[&Genome], rate: f64, number: u32) {
        let n = self.mean.len();
        let by = CmaConstants::of(ranked.len(), n);
        let axes = Axes::of(&self.covariance, n);
        let steps: Vec<Vec<f64>> = ranked
            .iter()
            .map(|genome| genome.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.step).collect())
            .collect();
        let mut shift = vec![0.0; n];
        for (step, weight) in steps.iter().zip(&by.weights).take(by.parents) {
            (0..n).for_each(|i| shift[i] += weight * step[i]);
        }
        (0..n).for_each(|i| self.mean[i] += rate * self.step * shift[i]);

        let whitened = axes.whitened(&shift);
        let gain = (by.step_rate * (2.0 - by.step_rate) * by.mass).sqrt();
        (0..n).for_each(|i| self.step_path[i] = (1.0 - by.step_rate) * self.step_path[i] + gain * whitened[i]);
        let length = norm(&self.step_path);
        let faded = 1.0 - libm::pow(1.0 - by.step_rate, 2.0 * f64::from(number));
        let expected = (1.4 + 2.0 / (n as f64 + 1.0)) * by.length;
        let steady = if length / faded.sqrt() < expected { 1.0 } else { 0.0 };

        let gain = steady * (by.path_rate * (2.0 - by.path_rate) * by.mass).sqrt();
        (0..n).for_each(|i| self.path[i] = (1.0 - by.path_rate) * self.path[i] + gain * shift[i]);
        self.adapt_covariance(&by, &axes, &steps, steady);
        let growth = libm::exp(by.step_rate / by.step_damping * (length / by.length - 1.0));
        self.step = (self.step * growth).clamp(STEPS.0, STEPS.1);
    }

    /// Updates the covariance: the tutorial's rank-one and rank-mu updates together.
    fn adapt_covariance(&mut self, by: &CmaConstants, axes: &Axes, steps: &[Vec<f64>], steady: f64) {
        let n = self.mean.len();
        let kept_variance = (1.0 - steady) * by.path_rate * (2.0 - by.path_rate);
        let total: f64 = by.weights.iter().sum();
        let kept = 1.0 + by.rank_one * kept_variance - by.rank_one - by.rank_mu * total;
        // A step with a negative weight is taken at the expected length, so that the covariance stays positive.
        let weights: Vec<f64> = steps
            .iter()
            .zip(&by.weights)
            .map(|(step, &weight)| {
                let length = norm(&axes.whitened(step));
                if weight >= 0.0 { weight } else { weight * n as f64 / (length * length).max(1e-300) }
            })
            .collect();
        for i in 0..n {
            for j in 0..=i {
                let rank_mu: f64 = steps.iter().zip(&weights).map(|(step, weight)| weight * step[i] * step[j]).sum();
                let value = kept * self.covariance[i * n + j]
                    + by.rank_one * self.path[i] * self.path[j]
                    + by.rank_mu * rank_mu;
                self.covariance[i * n + j] = value;
                self.covariance[j * n + i] = value;
            }
        }
    }
}

impl CmaConstants {
    fn of(count: usize, genes: usize) -> Self {
        let n = genes as f64;
        let raw: Vec<f64> =
            (1..=count).map(|rank| libm::log((count as f64 + 1.0) / 2.0) - libm::log(rank as f64)).collect();
        let parents = (count / 2).max(1);
        let mass_of = |weights: &[f64]| {
            let (sum, squares): (f64, f64) = (weights.iter().sum(), weights.iter().map(|weight| weight * weight).sum());
            if squares > 0.0 { sum * sum / squares } else { 0.0 }
        };
        let (mass, mass_against) = (mass_of(&raw[..parents]), mass_of(&raw[parents..]));
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + mass);
        let rank_mu = (1.0 - rank_one).min(2.0 * (0.25 + mass + 1.0 / mass - 2.0) / ((n + 2.0) * (n + 2.0) + mass));
        let step_rate = (mass + 2.0) / (n + mass + 5.0);
        let positive: f64 = raw.iter().filter(|weight| **weight > 0.0).sum();
        let negative: f64 = -raw.iter().filter(|weight| **weight < 0.0).sum::<f64>();
        // The least of the tutorial's three bounds (49 to 52).
        let against = (1.0 + rank_one / rank_mu)
            .min(1.0 + 2.0 * mass_against / (mass + 2.0))
            .min((1.0 - rank_one - rank_mu) / (n * rank_mu))
            .max(0.0);
        let scaled = |weight: f64| if weight >= 0.0 { weight / positive } else { weight * against / negative };
        Self {
            weights: raw.iter().map(|&weight| scaled(weight)).collect(),
            parents,
            mass,
            step_rate,
            step_damping: 1.0 + 2.0 * (((mass - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + step_rate,
            path_rate: (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n),
            rank_one,
            rank_mu,
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// The axes of a covariance: their directions, as the columns of a matrix that is stored row by row, and the standard
/// deviations along them.
struct Axes {
    directions: Vec<f64>,
    lengths: Vec<f64>,
}

impl Axes {
    fn of(covariance: &[f64], n: usize) -> Self {
        let (values, directions) = eigen_decomposition(covariance, n);
        let most = values.iter().fold(0.0, |most: f64, value| most.max(*value));
        let least = (most * THINNEST).max(THINNEST);
        Self { directions, lengths: values.iter().map(|value| value.max(least).sqrt()).collect() }
    }

    /// Turns a vector given along the axes into the coordinates of the weights.
    fn turned(&self, along: &[f64]) -> Vec<f64> {
        let n = along.len();
        (0..n).map(|i| (0..n).map(|j| self.directions[i * n + j] * along[j]).sum()).collect()
    }

    /// A vector divided by the deviations along the axes: multiplied by the inverse square root of the covariance.
    fn whitened(&self, vector: &[f64]) -> Vec<f64> {
        let n = vector.len();
        let along: Vec<f64> = (0..n)
            .map(|j| (0..n).map(|i| self.directions[i * n + j] * vector[i]).sum::<f64>() / self.lengths[j])
            .collect();
        self.turned(&along)
    }
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_covariance_goes_with_its_genes_and_a_new_gene_varies_as_much_as_the_others() {
        let search = CmaEs::new(0.5);
        // Two genes whose variances are 1 and 4, and 0.5 together; the step size is 2.
        let state = vec![2.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.5, 0.5, 4.0];
        let player = StartingPlayer { genome: vec![7.0, 8.0], state };
        let place = |was, stays| GeneOrigin { was, stays, ..GeneOrigin::default() };
        let places = [place(Some(1), false), place(None, false), place(Some(0), false)];
        let moved = search.adapted_starting_player(&player, &places).map(|moved| (moved.genome, moved.state));
        let covariance = [4.0, 0.0, 0.5, 0.0, 2.5, 0.0, 0.5, 0.0, 1.0];
        let expected = [&[2.0], [0.0; 6].as_slice(), &covariance].concat();
        assert_eq!(moved, Some((vec![8.0, 0.0, 7.0], expected)));
        // A gene that stays has no variance, and where all stay there is nothing to search.
        let kept = search
            .adapted_starting_player(&player, &[place(Some(0), true), place(Some(1), false)])
            .map(|moved| moved.state);
        assert_eq!(kept, Some(vec![2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0]));
        assert!(search.adapted_starting_player(&player, &[place(Some(0), true), place(Some(1), true)]).is_none());
    }

    #[test]
    fn constants_are_those_of_the_tutorial() {
        // For six samples of two genes, by hand: the first three weights are as 1.25276, 0.55962 and 0.15415.
        let by = CmaConstants::of(6, 2);
        let found = [by.mass, by.rank_one, by.rank_mu, by.step_rate, by.path_rate, by.step_damping];
        let expected = [2.02863, 0.15482, 0.08559, 0.44620, 0.62455, 1.44620];
        assert!(found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 5e-5), "{found:?}");
    }

    #[test]
    fn a_whitened_vector_is_multiplied_by_the_inverse_root_of_the_covariance() {
        // The variance is 9 along (2, 1) and 1 across. (15, 30) is (24, 12) along and (-9, 18) across.
        let found = Axes::of(&[7.4, 3.2, 3.2, 2.6], 2).whitened(&[15.0, 30.0]);
        assert!((found[0] + 1.0).abs() < 1e-9 && (found[1] - 22.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn paths_fade_where_the_mean_stays() {
        let state = [vec![1.0, 1.0, 2.0, 3.0, 4.0], vec![1.0, 0.0, 0.0, 1.0]].concat();
        let mean: Genome = vec![5.0, -5.0];
        let mut told = Distribution::of(&mean, &state);
        let by = CmaConstants::of(6, 2);
        told.tell(&[&mean; 6], 1.0, 3);
        let faded = |path: [f64; 2], rate: f64| path.map(|part| (1.0 - rate) * part).to_vec();
        assert_eq!((told.step_path, told.path), (faded([1.0, 2.0], by.step_rate), faded([3.0, 4.0], by.path_rate)));
        assert_eq!(told.mean, mean);
    }

    #[test]
    fn paths_follow_the_way_that_the_mean_goes() {
        let state = [vec![1.0; 1], vec![0.0; 4], vec![1.0, 0.0, 0.0, 1.0]].concat();
        let (mean, better): (Genome, Genome) = (vec![0.0, 0.0], vec![0.1, 0.0]);
        let mut told = Distribution::of(&mean, &state);
        told.tell(&[&better, &better, &better, &mean, &mean, &mean], 1.0, 1);
        // By the constants above: the roots of 0.62455 (2 - 0.62455) 2.02863 and of 0.44620 (2 - 0.44620) 2.02863.
        let found = [told.path[0], told.step_path[0], told.mean[0]];
        let expected = [0.132_010, 0.118_594, 0.1];
        assert!(found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-5), "{found:?}");

        // A slower mean goes a part of the same way, and nothing else changes.
        let mut slower = Distribution::of(&mean, &state);
        slower.tell(&[&better, &better, &better, &mean, &mean, &mean], 0.3, 1);
        assert!((slower.mean[0] - 0.3 * told.mean[0]).abs() < 1e-12, "{:?}", slower.mean);
        assert_eq!(Distribution { mean: told.mean.clone(), ..slower }, told);
    }
}
