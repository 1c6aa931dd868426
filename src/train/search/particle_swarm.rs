//! Particle swarm: each genome flies on, drawn to the best place where it has been and to the best of its two
//! neighbours'.
//!
//! Source: D. Bratton and J. Kennedy, Defining a Standard for Particle Swarm Optimization, IEEE SIS 2007: a ring of
//! neighbours, constriction 0.72984, both pulls 2.05, no bounds. Games differ from generation to generation, so that a
//! lucky game would be remembered for ever; what is remembered of a best place therefore fades towards the swarm's
//! mean, as the evaporation of X. Cui and T. E. Potok, Distributed Adaptive Particle Swarm Optimizer in Dynamic
//! Environment, 2007.

use super::{Descent, GenomeSearch, Population, ScoredPopulation};
use crate::rules::Random;
use crate::rules::random::Purpose;
use crate::train::recipe::{Genome, ParticleSwarm, PopulationShape};

/// The worth of the best place of a particle that has not been measured yet.
const NOWHERE: f64 = f64::MIN;

/// All that a swarm remembers besides the places of its particles.
struct SwarmMemory {
    /// How far each particle moved in the last generation, a number for each gene.
    velocities: Vec<Genome>,
    /// The best place of each particle.
    best: Vec<Genome>,
    /// The remembered fitness of each best place.
    worth: Vec<f64>,
}

impl SwarmMemory {
    /// Reads the memory from the numbers of a state: velocities, best places, then the worth of each.
    fn of(state: &[f64], particles: usize, genes: usize) -> Self {
        let rows = |part: usize| -> Vec<Genome> {
            let all = state.get(part * particles * genes..(part + 1) * particles * genes).unwrap_or_default();
            all.chunks(genes.max(1)).map(<[f64]>::to_vec).collect()
        };
        let worth = state.get(2 * particles * genes..).unwrap_or_default().to_vec();
        Self { velocities: rows(0), best: rows(1), worth }
    }

    fn state(&self) -> Vec<f64> {
        self.velocities.iter().chain(&self.best).flatten().chain(&self.worth).copied().collect()
    }

    /// The best of the best places of a particle and its two neighbours in the ring; the particle's own of equals.
    fn best_near(&self, particle: usize) -> &Genome {
        let count = self.best.len();
        let near = [particle, (particle + count - 1) % count, (particle + 1) % count];
        let better = |best: usize, other: usize| if self.worth[other] > self.worth[best] { other } else { best };
        &self.best[near.into_iter().reduce(better).unwrap_or(particle)]
    }
}

impl GenomeSearch for ParticleSwarm {
    fn first_population(&self, shape: &PopulationShape, seed: u64) -> Population {
        let genomes = self.initial.population(shape, seed);
        // Half the distance to another first place, so that particles move about as far as they lie apart.
        let others = self.initial.population(shape, Random::derived_seed(seed, 1));
        let half = |(from, to): (&Genome, &Genome)| from.iter().zip(to).map(|(from, to)| (to - from) / 2.0).collect();
        let velocities = genomes.iter().zip(&others).map(half).collect();
        let memory = SwarmMemory { velocities, best: genomes.clone(), worth: vec![NOWHERE; genomes.len()] };
        Population { state: memory.state(), genomes }
    }

    fn next_population(&self, shape: &PopulationShape, told: &ScoredPopulation, _number: u32, seed: u64) -> Population {
        let count = told.genomes.len();
        let mut memory = SwarmMemory::of(told.state, count, shape.gene_count());
        let mean = told.fitness.iter().sum::<f64>() / count.max(1) as f64;
        for particle in 0..count {
            let worth = &mut memory.worth[particle];
            if *worth > NOWHERE {
                *worth += self.forgetting * (mean - *worth);
            }
            if told.fitness[particle] >= *worth {
                *worth = told.fitness[particle];
                memory.best[particle].clone_from(&told.genomes[particle]);
            }
        }
        let mut random = Random::new(seed, Purpose::Evolution);
        let mut genomes = told.genomes.to_vec();
        for (particle, genome) in genomes.iter_mut().enumerate() {
            let near = memory.best_near(particle).clone();
            let (own, velocity) = (&memory.best[particle], &mut memory.velocities[particle]);
            for (gene, weight) in genome.iter_mut().enumerate() {
                let to_own = self.pull * random.unit() * (own[gene] - *weight);
                let to_near = self.pull * random.unit() * (near[gene] - *weight);
                velocity[gene] = self.constriction * (velocity[gene] + to_own + to_near);
                *weight += velocity[gene];
            }
        }
        Population { genomes, state: memory.state() }
    }

    fn descents(&self, told: &ScoredPopulation, _seed: u64) -> Vec<Descent> {
        (0..told.genomes.len()).map(Descent::Moved).collect()
    }

    fn figures(&self, state: &[f64], genes: usize, _number: u32) -> Vec<(&'static str, f64)> {
        // The state has two rows of genes and one worth for each particle.
        let particles = state.len() / (2 * genes + 1).max(1);
        let velocities = state.get(..particles * genes).unwrap_or_default();
        let square = velocities.iter().map(|speed| speed * speed).sum::<f64>() / velocities.len().max(1) as f64;
        vec![("Speed of a weight", square.sqrt())]
    }

    fn state_length(&self, genes: usize, population: usize) -> usize {
        population * (2 * genes + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::recipe::InitialPopulation;

    /// A fitness to test with, shaped like a bowl: the nearer to 3 every weight is, the fitter.
    fn fitness(genome: &Genome) -> f64 {
        -genome.iter().map(|weight| (weight - 3.0) * (weight - 3.0)).sum::<f64>()
    }

    #[test]
    fn particles_move_about_as_far_as_half_of_what_lies_between_them() {
        let swarm = ParticleSwarm::usual(InitialPopulation::Uniform(-1.0, 1.0));
        let shape = PopulationShape { layers: vec![50, 1], features: 50, inputs: (0..50).collect(), population: 20 };
        let first = swarm.first_population(&shape, 7);
        let velocities = &first.state[..shape.gene_count() * shape.population];
        assert!(velocities.iter().all(|velocity| velocity.abs() <= 1.0));
        // Half the distance of two numbers drawn from -1 to 1 is a third on average.
        let mean = velocities.iter().map(|velocity| velocity.abs()).sum::<f64>() / velocities.len() as f64;
        assert!((mean - 1.0 / 3.0).abs() < 0.05, "{mean}");
    }

    #[test]
    fn a_swarm_gathers_where_the_fittest_place_is() {
        let swarm = ParticleSwarm::usual(InitialPopulation::Uniform(-1.0, 1.0));
        let shape = PopulationShape { layers: vec![5, 1], features: 5, inputs: (0..5).collect(), population: 20 };
        let mut asked = swarm.first_population(&shape, 7);
        for number in 1..=400 {
            assert_eq!(asked.state.len(), swarm.state_length(shape.gene_count(), shape.population));
            assert!(asked.state.iter().all(|value| value.is_finite()));
            let fitness: Vec<f64> = asked.genomes.iter().map(fitness).collect();
            let order: Vec<usize> = (0..fitness.len()).collect();
            let told =
                ScoredPopulation { genomes: &asked.genomes, fitness: &fitness, order: &order, state: &asked.state };
            asked = swarm.next_population(&shape, &told, number, u64::from(number));
        }
        let best = asked.genomes.iter().map(fitness).fold(f64::MIN, f64::max);
        assert!(best > -1e-3, "the best is {best} below the fittest place");
    }

    #[test]
    fn a_particle_comes_of_the_one_in_its_place_and_moves_by_its_velocity() {
        let swarm = ParticleSwarm::usual(InitialPopulation::Uniform(-1.0, 1.0));
        let shape = PopulationShape { layers: vec![3, 1], features: 3, inputs: (0..3).collect(), population: 4 };
        let first = swarm.first_population(&shape, 7);
        let fitness: Vec<f64> = first.genomes.iter().map(fitness).collect();
        let told =
            ScoredPopulation { genomes: &first.genomes, fitness: &fitness, order: &[0, 1, 2, 3], state: &first.state };
        assert_eq!(swarm.descents(&told, 1), [0, 1, 2, 3].map(Descent::Moved));
        let next = swarm.next_population(&shape, &told, 1, 1);
        for (particle, velocity) in next.state.chunks(3).take(4).enumerate() {
            let moved = first.genomes[particle].iter().zip(velocity).map(|(weight, velocity)| weight + velocity);
            assert_eq!(next.genomes[particle], moved.collect::<Vec<f64>>(), "{particle}");
        }
    }
}
