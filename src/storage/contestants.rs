//! Who can play at the level of placements: every opponent of the catalog, and the generations of the champion.
//!
//! Reads files; knows no search.

use super::generation;
use super::opponents::{Catalog, Opponent, OpponentError, no_rank};
use super::spec::{Source, Spec};
use crate::ai::Brain;
use crate::champion::Weights;
use crate::tbp::Command;

/// Someone who sets pieces down.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What to call it.
    pub name: String,
    /// How it decides.
    pub mind: Mind,
}

/// How a contestant decides.
#[derive(Clone, Debug)]
pub enum Mind {
    /// By a brain, straight drops only.
    Brain(Box<Brain>),
    /// By a search with these weights.
    Champion(Box<Weights>),
    /// As a program of its own says, by the bot protocol.
    Tbp(Command),
}

impl Catalog {
    /// Who a spec names.
    pub fn contestant(&self, spec: &Spec) -> Result<Contestant, OpponentError> {
        if let Source::Tbp { command } = &spec.source {
            return Ok(Contestant { name: spec.source.to_string(), mind: Mind::Tbp(command.clone()) });
        }
        let path = match &spec.source {
            Source::File(path) => Some(path),
            Source::Saved { recipe, generation } => Some(self.path_of(recipe, *generation)?),
            Source::Published { .. } | Source::Literature { .. } | Source::Tbp { .. } => None,
        };
        let champion = path.map(|path| generation::read(path)).transpose()?;
        let Some(found) = champion.filter(|found| found.recipe.placing.is_some()) else {
            let Opponent { name, brain, .. } = self.opponent(spec)?;
            return Ok(Contestant { name, mind: Mind::Brain(Box::new(brain)) });
        };
        let place = found.ranking().get(spec.rank).copied();
        let place = place.ok_or_else(|| no_rank(spec, found.genomes.len()))?;
        let rank = if spec.rank == 0 { String::new() } else { format!(" #{}", spec.rank) };
        Ok(Contestant {
            name: format!("{} {}{rank}", found.recipe.name, found.generation),
            mind: Mind::Champion(Box::new(found.recipe.champion(&found.genomes[place])?)),
        })
    }
}
