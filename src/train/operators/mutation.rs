//! Mutation: a child changes a little.

use super::Genome;
use crate::rules::Random;
use crate::train::recipe::RecipeError;
use serde::{Deserialize, Serialize};

/// What a mutation's chance is a chance of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Every weight of every child.
    #[default]
    Weights,
    /// The children as a whole: for this share of their number one weight of one of them, drawn at random, moves.
    /// Source: `docs/recipes.md`, R1.
    Offspring,
}

/// Where a mutated weight may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Either way.
    #[default]
    Both,
    /// Upwards only, as one learner's code has it. Source: `docs/recipes.md`, R2.
    Up,
}

/// How a child changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    /// The chance, in thousandths.
    pub chance: u16,
    /// A weight moves uniformly by up to this much.
    pub reach: f64,
    /// What the chance is a chance of.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scope: Scope,
    /// Which way weights move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub way: Reach,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Mutation {
    /// Each weight by its own chance, up to `reach` either way.
    pub const fn of_weights(chance: u16, reach: f64) -> Self {
        Self { chance, reach, scope: Scope::Weights, way: Reach::Both }
    }

    /// Mutates one child, if the chance is one of its weights.
    pub fn each(self, genome: &mut Genome, random: &mut Random) {
        if self.scope == Scope::Weights {
            for weight in genome {
                if random.chance(self.chance) {
                    *weight += self.step(random);
                }
            }
        }
    }

    /// Mutates the children as a whole, if the chance is theirs.
    pub fn pool(self, children: &mut [Genome], random: &mut Random) {
        if self.scope == Scope::Offspring {
            for _ in 0..children.len() * usize::from(self.chance) / 1000 {
                let child = random.below(children.len() as u32) as usize;
                let weight = random.below(children[child].len() as u32) as usize;
                children[child][weight] += self.step(random);
            }
        }
    }

    fn step(self, random: &mut Random) -> f64 {
        match self.way {
            Reach::Both => random.range(-self.reach, self.reach),
            Reach::Up => random.range(0.0, self.reach),
        }
    }

    pub(super) fn check(self) -> Result<(), RecipeError> {
        let bounds = |what, value: String, range| Err(RecipeError::Bounds { what, value, range });
        if self.chance > 1000 {
            return bounds("mutation chance", self.chance.to_string(), "0-1000 thousandths");
        }
        if !(0.0..=1000.0).contains(&self.reach) {
            return bounds("mutation reach", self.reach.to_string(), "0-1000");
        }
        Ok(())
    }
}
