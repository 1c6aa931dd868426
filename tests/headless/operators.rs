//! Each operator of an evolution by a small example.

use korobka::rules::Random;
use korobka::rules::random::Purpose;
use korobka::train::recipe::{
    Crossover, Evolution, InitialPopulation, Mutation, MutationDirection, MutationScope, ParentChoice, PopulationShape,
};
use korobka::train::search::Descent;
use std::collections::HashMap;

fn random() -> Random {
    Random::new(9, Purpose::Evolution)
}

/// One gene says which parent it came from.
fn numbered(count: usize) -> Vec<Vec<f64>> {
    (0..count).map(|index| vec![index as f64]).collect()
}

fn evolution(survivors: u16, parents: ParentChoice, crossover: Crossover) -> Evolution {
    let (initial, mutation) = (InitialPopulation::Uniform(0.0, 1.0), Mutation::of_each_weight(0, 0.0));
    Evolution { initial, survivors, parents, crossover, mutation }
}

#[test]
fn six_of_fifteen_have_nine_children_by_the_first_pairs_in_lexicographic_order() {
    // The fitness falls with the index, so that rank and index are the same.
    let fitness: Vec<f64> = (0..15).map(|index| f64::from(100 - index)).collect();
    let order: Vec<usize> = (0..15).collect();
    let next =
        evolution(400, ParentChoice::Pairs, Crossover::FavourFitter(500)).breed(&numbered(15), &fitness, &order, 1).0;
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5)];
    let means = pairs.map(|(a, b)| f64::from(a + b) / 2.0);
    let expected: Vec<f64> = (0..6).map(f64::from).chain(means).collect();
    assert_eq!(next.concat(), expected, "docs/lab/recipes.md, R1");
}

#[test]
fn pairs_come_again_when_there_are_more_children_than_pairs() {
    let next = evolution(0, ParentChoice::Pairs, Crossover::FavourFitter(1000))
        .breed(&numbered(5), &[1.0, 5.0, 3.0, 4.0, 2.0], &[1, 3, 2, 4, 0], 1)
        .0;
    assert_eq!(
        next.concat(),
        [1.0; 5],
        "without survivors the best two are the only pair, and the fitter one all of it"
    );
}

#[test]
fn squared_ranks_favour_the_best_and_keep_to_the_first() {
    let population = numbered(10_000);
    let fitness = vec![1.0; 10_000];
    let order: Vec<usize> = (0..10_000).rev().collect();
    let next =
        evolution(0, ParentChoice::SquaredRank(5), Crossover::EitherParent).breed(&population, &fitness, &order, 3).0;
    let mut shares: HashMap<usize, f64> = HashMap::new();
    for child in &next {
        *shares.entry(9_999 - child[0] as usize).or_default() += 1.0 / 10_000.0;
    }
    // P(floor(5 u^2) = k) = sqrt((k + 1) / 5) - sqrt(k / 5).
    for rank in 0..5 {
        let expected = f64::from(rank as u32 + 1).sqrt() / 5f64.sqrt() - f64::from(rank as u32).sqrt() / 5f64.sqrt();
        assert!((shares[&rank] - expected).abs() < 0.02, "rank {rank}: {} of {expected}", shares[&rank]);
    }
    assert_eq!(shares.len(), 5, "nobody else has children: {shares:?}");
}

#[test]
fn crossovers_by_example() {
    let (a, b) = (vec![0.0, 10.0], vec![1.0, 20.0]);
    let child = |crossover: Crossover, of_a: f64, of_b: f64| crossover.child((&a, of_a), (&b, of_b), &mut random());
    assert_eq!(child(Crossover::WeightedMean, 1.0, 3.0), [0.75, 17.5]);
    assert_eq!(child(Crossover::WeightedOrEqual, 1.0, 3.0), [0.75, 17.5]);
    assert_eq!(child(Crossover::WeightedOrEqual, 0.0, 0.0), [0.5, 15.0], "0 + 0: equal shares");
    assert_eq!(child(Crossover::FavourFitter(700), 1.0, 3.0), [0.7, 17.0], "0.7 of the second, the fitter");
    assert_eq!(child(Crossover::FavourFitter(700), 3.0, 1.0), [0.3, 13.0]);
    assert_eq!(child(Crossover::FavourFitter(700), 2.0, 2.0), [0.3, 13.0], "the first of equals");
    let either = child(Crossover::EitherParent, 5.0, 1.0);
    assert!((either[0] == 0.0 || either[0] == 1.0) && (either[1] == 10.0 || either[1] == 20.0), "{either:?}");
}

#[test]
fn a_mutation_of_the_offspring_moves_as_many_genes_as_the_share_says() {
    let mutation = Mutation { chance: 200, reach: 0.1, scope: MutationScope::Offspring, way: MutationDirection::Both };
    for seed in 0..50 {
        let mut children = vec![vec![1.0; 11]; 9];
        let mut random = Random::new(seed, Purpose::Evolution);
        children.iter_mut().for_each(|child| mutation.mutate_weights(child, &mut random));
        assert!(children.concat().iter().all(|gene| *gene == 1.0), "no gene has a chance of its own");
        mutation.mutate_some_children(&mut children, &mut random);
        let moved: Vec<f64> = children.concat().into_iter().filter(|gene| *gene != 1.0).collect();
        assert_eq!(moved.len(), 1, "int(9 x 0.2) = 1 gene");
        assert!((moved[0] - 1.0).abs() <= 0.1);
    }
}

#[test]
fn a_mutation_upwards_never_takes_away() {
    let moved = |way: MutationDirection| {
        let mut genome = vec![0.0; 10_000];
        Mutation { chance: 50, reach: 0.4, scope: MutationScope::Weights, way }
            .mutate_weights(&mut genome, &mut random());
        genome.into_iter().filter(|weight| *weight != 0.0).collect::<Vec<f64>>()
    };
    let (both, up) = (moved(MutationDirection::Both), moved(MutationDirection::Up));
    assert!((400..600).contains(&both.len()), "a chance of 0.05: {}", both.len());
    assert!(both.iter().any(|step| *step < 0.0) && both.iter().all(|step| step.abs() <= 0.4));
    assert!((400..600).contains(&up.len()), "upwards as often: {}", up.len());
    assert!(up.iter().all(|step| (0.0..0.4).contains(step)));
}

#[test]
fn first_populations_lie_within_their_ranges_whatever_is_ablated() {
    let shape = |inputs: &[usize]| PopulationShape {
        layers: vec![inputs.len(), 1],
        features: 3,
        inputs: inputs.to_vec(),
        population: 200,
    };
    let within = |genomes: &[Vec<f64>], gene: usize, low: f64, high: f64| {
        let genes = genomes.iter().map(|genome| genome[gene]);
        let (least, most) = genes.fold((f64::MAX, f64::MIN), |(least, most), x| (least.min(x), most.max(x)));
        let margin = (high - low) * 0.1;
        assert!(low <= least && least < low + margin && high - margin < most && most < high, "{least} to {most}");
    };
    let ranges = InitialPopulation::Ranges(vec![(-1.0, 1.0), (0.0, 0.5), (5.0, 6.0)]);
    let all = ranges.population(&shape(&[0, 1, 2]), 4);
    within(&all, 0, -1.0, 1.0);
    within(&all, 1, 0.0, 0.5);
    within(&all, 2, 5.0, 6.0);
    let ablated = ranges.population(&shape(&[0, 2]), 4);
    within(&ablated, 1, 5.0, 6.0);
    within(&InitialPopulation::Uniform(-10.0, 10.0).population(&shape(&[1]), 4), 0, -10.0, 10.0);
}

fn genes(count: usize, population: usize) -> PopulationShape {
    PopulationShape { layers: vec![count, 1], features: count, inputs: (0..count).collect(), population }
}

/// The second document's program is in Python, "seed 42", and its first model has four genes between -10 and 10: it
/// prints these of one of the best two, which no generation had changed.
#[test]
fn python_s_seed_42_draws_the_genome_that_the_document_prints() {
    let printed = [6.116385036656158, 3.962787899764537, -3.1949896696401625, -6.890410003764369];
    let population = InitialPopulation::Python(-10.0, 10.0).population(&genes(4, 15), 42);
    assert_eq!((population.len(), &population[5][..]), (15, &printed[..]));
}

/// `random.seed(2**32 + 1); random.uniform(0, 1)` in CPython 3.11: a seed of more than one word.
#[test]
fn a_long_seed_is_python_s_too() {
    let population = InitialPopulation::Python(0.0, 1.0).population(&genes(1, 1), (1 << 32) + 1);
    assert_eq!(population, [[0.2309331037176915]]);
}

#[test]
fn descents_name_the_parents_that_each_genome_was_made_of() {
    // Each child is all of its fitter parent, and no weight of it mutates.
    let evolution = evolution(400, ParentChoice::Roulette, Crossover::FavourFitter(1000));
    let fitness: Vec<f64> = (0..20).map(|index| f64::from(index + 1)).collect();
    let order: Vec<usize> = (0..20).rev().collect();
    let (genomes, descents) = evolution.breed(&numbered(20), &fitness, &order, 3);
    assert_eq!(descents.len(), genomes.len());
    for (place, (genome, descent)) in genomes.iter().zip(&descents).enumerate() {
        match *descent {
            Descent::Survivor(before) => assert!(place < 8 && genome[0] == before as f64),
            Descent::Child { parents, mutated } => {
                assert!(place >= 8 && mutated == 0);
                assert_eq!(genome[0], parents[0].max(parents[1]) as f64, "the fitter of {parents:?}");
            }
            _ => panic!("an evolution knows survivors and children alone"),
        }
    }
}
