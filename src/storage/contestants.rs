//! Who can play at the level of placements: every opponent of the catalog, and the generations of the champion.
//!
//! Reads files; knows no search.

use super::generation;
use super::opponents::{Catalog, Opponent, OpponentError, no_rank};
use super::spec::{Source, Spec};
use crate::game::Mind;
use crate::rules::Rules;
use std::sync::Arc;

/// Someone who sets pieces down.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What to call it.
    pub name: String,
    /// How it decides.
    pub mind: Mind,
    /// The rules of its own games.
    pub rules: Rules,
}

impl Catalog {
    /// Who a spec names.
    pub fn contestant(&self, spec: &Spec) -> Result<Contestant, OpponentError> {
        let path = match &spec.source {
            Source::File(path) => Some(path),
            Source::Saved { recipe, generation } => Some(self.path_of(recipe, *generation)?),
            Source::Published { .. } | Source::Literature { .. } => None,
        };
        let champion = path.map(|path| generation::read(path)).transpose()?;
        let Some(found) = champion.filter(|found| found.recipe.placing.is_some()) else {
            let Opponent { name, brain, rules, .. } = self.opponent(spec)?;
            return Ok(Contestant { name, mind: brain.into(), rules });
        };
        let place = found.ranking().get(spec.rank).copied();
        let place = place.ok_or_else(|| no_rank(spec, found.genomes.len()))?;
        let rank = if spec.rank == 0 { String::new() } else { format!(" #{}", spec.rank) };
        Ok(Contestant {
            name: format!("{} {}{rank}", found.recipe.name, found.generation),
            mind: Mind::Searcher(Arc::new(found.recipe.champion(&found.genomes[place])?)),
            rules: found.recipe.rules(),
        })
    }
}
