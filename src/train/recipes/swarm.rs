//! The first learner's network by a particle swarm, which its document names as what could be better.
//! Source: `docs/lab/recipes.md`.

use super::*;

pub(super) fn recipe() -> Recipe {
    Recipe {
        name: "swarm".into(),
        about: "the network of iwumbwe, by a particle swarm".into(),
        population: 100,
        generations: 60,
        // A place is compared with places of earlier generations: one game would be mostly luck.
        games: GameCounts { seeds: SeedChoice::Shared, each: 3, heats: Vec::new() },
        strategy: Strategy::ParticleSwarm(ParticleSwarm::usual(InitialPopulation::NormalByFanIn)),
        ..iwumbwe::recipe()
    }
}
