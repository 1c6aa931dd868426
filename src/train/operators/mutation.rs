//! Mutation: random changes of the weights of children.

use crate::rules::Random;
use crate::train::recipe::{Genome, Mutation, MutationDirection, MutationScope};

impl Mutation {
    /// Mutates one child weight by weight, if the mutation's scope is the single weights; else does nothing.
    pub fn mutate_weights(self, genome: &mut Genome, random: &mut Random) {
        if self.scope == MutationScope::Weights {
            for weight in genome {
                if random.chance(self.chance) {
                    *weight += self.step(random);
                }
            }
        }
    }

    /// Mutates some of the children, if the mutation's scope is the children as a whole; else does nothing.
    pub fn mutate_some_children(self, children: &mut [Genome], random: &mut Random) {
        if self.scope == MutationScope::Offspring {
            for _ in 0..children.len() * usize::from(self.chance) / 1000 {
                let child = random.below(children.len() as u32) as usize;
                let weight = random.below(children[child].len() as u32) as usize;
                children[child][weight] += self.step(random);
            }
        }
    }

    fn step(self, random: &mut Random) -> f64 {
        match self.way {
            MutationDirection::Both => random.float_in_range(-self.reach, self.reach),
            MutationDirection::Up => random.float_in_range(0.0, self.reach),
        }
    }
}
