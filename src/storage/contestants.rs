//! Who can play at the level of placements: every opponent of the catalog, and the generations of the champion.
//!
//! Reads files; knows no search.

use super::cast;
use super::generation;
use super::opponents::{Catalog, Opponent, OpponentError, no_rank};
use super::spec::{Source, Spec};
use crate::mind::Mind;
use crate::rules::Rules;
use crate::tbp::Command;
use crate::train::Generation;
use std::sync::Arc;

/// Someone who sets pieces down.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What to call it.
    pub name: String,
    /// Who decides.
    pub who: Who,
    /// The rules of its own games.
    pub rules: Rules,
}

/// Who decides for a contestant.
#[derive(Clone, Debug)]
pub enum Who {
    /// A player of ours, who can sit down at a match as well.
    Ours(Mind),
    /// A program of its own, by the bot protocol.
    Guest(Command),
}

impl Catalog {
    /// The saved generation that a spec names; an error for players that are in none.
    pub fn saved(&self, spec: &Spec) -> Result<Generation, OpponentError> {
        match &spec.source {
            Source::File(path) => Ok(generation::read(path)?),
            Source::Saved { recipe, generation } => Ok(generation::read(self.path_of(recipe, *generation)?)?),
            other => Err(OpponentError::NotSaved(other.to_string())),
        }
    }

    /// Who a spec names.
    pub fn contestant(&self, spec: &Spec) -> Result<Contestant, OpponentError> {
        if let Source::Tbp { command } = &spec.source {
            let who = Who::Guest(command.clone());
            // Until it has said what it is called.
            return Ok(Contestant { name: cast::named_by(command), who, rules: Rules::versus() });
        }
        let path = match &spec.source {
            Source::File(path) => Some(path),
            Source::Saved { recipe, generation } => Some(self.path_of(recipe, *generation)?),
            Source::Published { .. } | Source::Literature { .. } | Source::Tbp { .. } => None,
        };
        let champion = path.map(|path| generation::read(path)).transpose()?;
        let Some(found) = champion.filter(|found| found.recipe.placing.is_some()) else {
            let Opponent { name, brain, rules, .. } = self.opponent(spec)?;
            return Ok(Contestant { name, who: Who::Ours(brain.into()), rules });
        };
        let place = found.ranking().get(spec.rank).copied();
        let place = place.ok_or_else(|| no_rank(spec, found.genomes.len()))?;
        let rank = if spec.rank == 0 { String::new() } else { format!(" #{}", spec.rank) };
        Ok(Contestant {
            name: format!("{} {}{rank}", found.recipe.name, found.generation),
            who: Who::Ours(Mind::Searcher(Arc::new(found.recipe.champion(&found.genomes[place])?))),
            rules: found.recipe.rules(),
        })
    }
}

impl Contestant {
    /// The mind that sits down at a match.
    pub fn mind(self) -> Mind {
        match self.who {
            Who::Ours(mind) => mind,
            Who::Guest(command) => Mind::Guest(Arc::new(command)),
        }
    }
}
