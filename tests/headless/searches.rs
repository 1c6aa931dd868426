//! The searches behind the one interface: what they ask for, and where they go when told.

use korobka::train::generation::rank_by_games_and_fitness;
use korobka::train::recipe::{CmaEs, NarrowingGeneration, PopulationShape, RandomSearch};
use korobka::train::search::eigen::eigen_decomposition;
use korobka::train::search::{GenomeSearch, Population, ScoredPopulation};
use korobka::train::{GameResult, Recipe};

fn shape(genes: usize, population: usize) -> PopulationShape {
    PopulationShape { layers: vec![genes, 1], features: genes, inputs: (0..genes).collect(), population }
}

fn next(
    search: &dyn GenomeSearch,
    shape: &PopulationShape,
    asked: &Population,
    number: u32,
    fitness: impl Fn(&[f64]) -> f64,
) -> Population {
    let fitness: Vec<f64> = asked.genomes.iter().map(|genome| fitness(genome)).collect();
    let results: Vec<GameResult> =
        fitness.iter().map(|&fitness| GameResult { fitness, ..GameResult::default() }).collect();
    let order = rank_by_games_and_fitness(&results, &[]);
    let told = ScoredPopulation { genomes: &asked.genomes, fitness: &fitness, order: &order, state: &asked.state };
    search.next_population(shape, &told, number, 1000 + u64::from(number))
}

/// Where CMA-ES is after some generations.
fn optimum(genes: usize, generations: u32, fitness: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let (search, shape) = (CmaEs::new(1.0), shape(genes, 16));
    let mut asked = search.first_population(&shape, 7);
    for number in 1..=generations {
        asked = next(&search, &shape, &asked, number, &fitness);
    }
    asked.genomes[0].clone()
}

#[test]
fn cma_es_finds_the_top_of_a_sphere() {
    let found = optimum(9, 120, |x| -x.iter().map(|x| (x - 3.0) * (x - 3.0)).sum::<f64>());
    assert!(found.iter().all(|x| (x - 3.0).abs() < 1e-4), "{found:?}");
}

#[test]
fn cma_es_learns_a_narrow_turned_ridge() {
    // A million times narrower across than along, and no axis of its own is a weight's.
    let found = optimum(6, 500, |x| {
        let term = |i: usize| {
            let across = x[i] + 0.5 * x[(i + 1) % 6] - 0.25 * x[(i + 2) % 6] - 1.0;
            10f64.powf(6.0 * i as f64 / 5.0) * across * across
        };
        -(0..6).map(term).sum::<f64>()
    });
    assert!(found.iter().all(|x| (x - 0.8).abs() < 1e-3), "{found:?}");
}

#[test]
fn cma_es_goes_by_ranks_alone() {
    let near = |x: &[f64]| -x.iter().map(|x| (x - 1.0) * (x - 1.0)).sum::<f64>();
    assert_eq!(
        optimum(4, 20, near),
        optimum(4, 20, |x| near(x).exp()),
        "any rising function of the fitness is the same"
    );
}

#[test]
fn cma_es_holds_against_a_fitness_that_says_nothing() {
    let found = optimum(9, 300, |_| 0.0);
    assert!(found.iter().all(|x| x.is_finite()));
}

#[test]
fn the_first_samples_of_cma_es_are_standard_normal_around_the_mean() {
    let asked = CmaEs::new(2.0).first_population(&shape(5, 4_000), 3);
    assert_eq!(asked.genomes.len(), 4_001);
    assert_eq!(asked.genomes[0], [0.0; 5], "genome 0 is the mean");
    for gene in 0..5 {
        let squares: f64 = asked.genomes[1..].iter().map(|genome| genome[gene] * genome[gene]).sum();
        assert!(((squares / 4_000.0).sqrt() - 2.0).abs() < 0.1);
    }
    assert_eq!(asked.state.len(), CmaEs::new(2.0).state_length(5, 0));
}

#[test]
fn mirrored_samples_come_in_opposite_pairs_and_find_the_top_too() {
    let (search, shape) = (CmaEs { mirrored: true, ..CmaEs::new(1.0) }, shape(6, 24));
    let mut asked = search.first_population(&shape, 7);
    for number in 1..=150 {
        assert_eq!(asked.genomes.len(), 25);
        for (index, genome) in asked.genomes.iter().enumerate() {
            let Some(other) = search.opposite(index) else { continue };
            assert_eq!(search.opposite(other), Some(index));
            for ((x, opposite), mean) in genome.iter().zip(&asked.genomes[other]).zip(&asked.genomes[0]) {
                assert!((x + opposite - 2.0 * mean).abs() <= 1e-12 * (1.0 + mean.abs() + x.abs()));
            }
        }
        asked = next(&search, &shape, &asked, number, |x| -x.iter().map(|x| (x - 3.0) * (x - 3.0)).sum::<f64>());
    }
    assert_eq!((search.opposite(0), search.opposite(1), search.opposite(24)), (None, Some(2), Some(23)));
    assert!(asked.genomes[0].iter().all(|x| (x - 3.0).abs() < 0.05), "{:?}", asked.genomes[0]);
    let odd = Recipe { population: 23, ..Recipe::named("champion-duel").unwrap() };
    assert!(odd.checked().is_err(), "an odd one would have no opposite");
}

#[test]
fn eigenvectors_make_the_matrix_again() {
    // Eigenvalues 1, 2 and 4 (characteristic polynomial worked out by hand).
    let matrix = [2.0, 0.0, 0.0, 0.0, 2.5, 1.5, 0.0, 1.5, 2.5];
    let (values, vectors) = eigen_decomposition(&matrix, 3);
    let mut sorted = values.clone();
    sorted.sort_by(f64::total_cmp);
    assert!(sorted.iter().zip([1.0, 2.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{sorted:?}");
    for i in 0..3 {
        for j in 0..3 {
            let again: f64 = (0..3).map(|k| vectors[i * 3 + k] * values[k] * vectors[j * 3 + k]).sum();
            assert!((again - matrix[i * 3 + j]).abs() < 1e-12, "element {i}, {j}");
        }
    }
}

fn narrowing() -> RandomSearch {
    let step = |range, lines| NarrowingGeneration { range, lines, puzzle_rows: 0 };
    RandomSearch { centre: vec![5.0, 2.5], steps: vec![step(4.0, 10), step(0.5, 20)] }
}

#[test]
fn random_samples_lie_within_the_range_of_their_step_around_the_centre() {
    let (search, shape) = (narrowing(), shape(2, 500));
    let asked = search.first_population(&shape, 1);
    assert_eq!((asked.genomes.len(), &asked.genomes[0]), (501, &vec![5.0, 2.5]), "the centre leads");
    let farthest = |asked: &Population| {
        let centre = &asked.genomes[0];
        let offsets = asked.genomes.iter().flat_map(|genome| genome.iter().zip(centre).map(|(x, c)| (x - c).abs()));
        offsets.fold(0.0, f64::max)
    };
    assert!((3.9..4.0).contains(&farthest(&asked)));
    let later = next(&search, &shape, &asked, 1, |_| 0.0);
    assert!((0.48..0.5).contains(&farthest(&later)));
    let last = next(&search, &shape, &later, 2, |_| 0.0);
    assert!((0.48..0.5).contains(&farthest(&last)), "the last step is repeated");
}

#[test]
fn the_next_centre_is_the_mean_of_the_successes_or_stays() {
    let (search, shape) = (narrowing(), shape(2, 500));
    let asked = search.first_population(&shape, 1);
    let good = |genome: &[f64]| genome[0] > 6.0;
    let later = next(&search, &shape, &asked, 1, |genome| if good(genome) { 1.0 } else { 0.99 });
    let successes: Vec<&Vec<f64>> = asked.genomes[1..].iter().filter(|genome| good(genome)).collect();
    for gene in 0..2 {
        let mean = successes.iter().map(|genome| genome[gene]).sum::<f64>() / successes.len() as f64;
        assert!((later.genomes[0][gene] - mean).abs() < 1e-12);
    }
    let stays = next(&search, &shape, &asked, 1, |_| 0.5);
    assert_eq!(stays.genomes[0], asked.genomes[0], "without a success the centre stays");
}
