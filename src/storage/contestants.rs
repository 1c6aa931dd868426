//! The way from a spec to a player: a generation's file is decoded once, and what comes of it plays everywhere.

use super::built_in::{self, LITERATURE_WORD, PUBLISHED_WORD};
use super::opponents::{Catalog, OpponentError};
use super::spec::{OpponentSource, Spec};
use super::{cast, generation};
use crate::ai::{Brain, literature};
use crate::bots::{BotFault, BotTimeouts, GuestBot};
use crate::measure::GameCap;
use crate::mind::Mind;
use crate::rules::{BoardSize, Rules};
use crate::train::Generation;
use crate::train::recipe::{Recipe, RecipeError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A player that a spec names, ready to play ticks or placements.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The spec that names this player.
    pub spec: Spec,
    /// The plain name: "iwumbwe 12", "iwumbwe 12 #3", "lin published", "literature bcts"; for a program that of its
    /// file, and what it calls itself once it has been [introduced](Self::with_checked_program).
    pub name: String,
    /// The recipe that the player was trained by, or `literature`; empty for a program.
    pub recipe: String,
    /// The rules that the player was trained under, or under which its figures are known.
    pub rules: Rules,
    /// The cap on lines, pieces or points that ends a game of the player's own which it has not lost.
    pub cap: GameCap,
    /// The file that the player is from; `None` for one that needs none.
    pub path: Option<PathBuf>,
    /// What decides where the player's pieces go: an evaluator, a search or a program.
    pub mind: Mind,
}

impl Catalog {
    /// Reads the saved generation that a spec names. The spec must mean the generation's best genome, not
    /// one by its rank.
    ///
    /// # Errors
    /// For players that are in no generation, for a rank, and for a file that cannot be used.
    pub fn saved_generation(&self, spec: &Spec) -> Result<Generation, OpponentError> {
        if spec.rank != 0 {
            return Err(OpponentError::NotBest(spec.to_string()));
        }
        match &spec.source {
            OpponentSource::File(path) => Ok(generation::read(path)?),
            OpponentSource::Saved { recipe, generation } => Ok(generation::read(self.path_of(recipe, *generation)?)?),
            other => Err(OpponentError::NotSaved(other.to_string())),
        }
    }

    /// Makes the player that a spec names. A program is not started by this.
    ///
    /// # Errors
    /// When there is no such player, or its file cannot be used.
    pub fn contestant(&self, spec: &Spec) -> Result<Contestant, OpponentError> {
        match &spec.source {
            OpponentSource::File(path) => of_generation(spec, path),
            OpponentSource::Saved { recipe, generation } => of_generation(spec, self.path_of(recipe, *generation)?),
            OpponentSource::Published(recipe) => {
                let recipe = Recipe::named(recipe)?;
                let weights = recipe.published_weights().ok_or_else(|| self.not_published_error(&recipe.name))?;
                let brain = recipe.brain_from_genome(weights)?;
                let found = built_in_contestant(spec, &recipe.name, PUBLISHED_WORD, recipe.rules(), brain);
                alone(spec, Contestant { cap: GameCap::from(&recipe), ..found })
            }
            OpponentSource::Literature(name) => {
                let unknown =
                    || OpponentError::NoController { name: name.clone(), known: built_in::controller_names() };
                let found = literature::published_controller(name).ok_or_else(unknown)?;
                let (brain, board) = (found.brain().map_err(RecipeError::from)?, BoardSize::default());
                let rules = found.rules(board.width, board.visible);
                alone(spec, built_in_contestant(spec, LITERATURE_WORD, found.name, rules, brain))
            }
            OpponentSource::Tbp(command) => Ok(Contestant {
                spec: spec.clone(),
                name: cast::name_from_command(command),
                recipe: String::new(),
                rules: Rules::versus(),
                cap: GameCap::default(),
                path: None,
                mind: Mind::Guest(Arc::new(command.clone())),
            }),
        }
    }
}

/// The player whose genome a spec names by its rank in the generation of the file at `path`.
fn of_generation(spec: &Spec, path: &Path) -> Result<Contestant, OpponentError> {
    let found = generation::read(path)?;
    let place = found.ranked_indices().get(spec.rank).copied();
    let place = place.ok_or_else(|| no_rank(spec, found.genomes.len()))?;
    let (recipe, genome) = (&found.recipe, &found.genomes[place]);
    let rank = if spec.rank == 0 { String::new() } else { format!(" #{}", spec.rank) };
    Ok(Contestant {
        spec: spec.clone(),
        name: format!("{} {}{rank}", recipe.name, found.generation),
        recipe: recipe.name.clone(),
        rules: recipe.rules(),
        cap: GameCap::from(recipe),
        path: Some(path.to_owned()),
        mind: match recipe.placing {
            Some(_) => Mind::Searcher(Arc::new(recipe.weights_from_genome(genome)?)),
            None => recipe.brain_from_genome(genome)?.into(),
        },
    })
}

/// Makes a player that needs no file, whose games no cap ends.
fn built_in_contestant(spec: &Spec, group: &str, name: &str, rules: Rules, brain: Brain) -> Contestant {
    let (spec, name, recipe) = (spec.clone(), format!("{group} {name}"), group.to_owned());
    Contestant { spec, name, recipe, rules, cap: GameCap::default(), path: None, mind: brain.into() }
}

/// Gives `found` back, which is the only player of its source: a spec with any other rank than 0 is an error.
fn alone(spec: &Spec, found: Contestant) -> Result<Contestant, OpponentError> {
    if spec.rank == 0 { Ok(found) } else { Err(no_rank(spec, 1)) }
}

fn no_rank(spec: &Spec, genomes: usize) -> OpponentError {
    OpponentError::NoRank { from: spec.source.to_string(), rank: spec.rank, genomes }
}

impl Contestant {
    /// What menus call the player: "Ivan 12"; a program by its plain name.
    pub fn title(&self) -> String {
        match self.mind {
            Mind::Guest(_) => self.name.clone(),
            Mind::Brain(_) | Mind::Searcher(_) => cast::opponent_title(&self.spec),
        }
    }

    /// Whether the player is a program of its own, which is spoken to by the Tetris Bot Protocol.
    pub fn is_program(&self) -> bool {
        matches!(self.mind, Mind::Guest(_))
    }

    /// The evaluator that values the boards of this player.
    ///
    /// # Errors
    /// For a player that searches, and for a program.
    pub fn brain(&self) -> Result<&Arc<Brain>, OpponentError> {
        match &self.mind {
            Mind::Brain(brain) => Ok(brain),
            Mind::Searcher(_) => Err(RecipeError::no_brain(&self.recipe).into()),
            Mind::Guest(_) => Err(OpponentError::NoBrain(self.spec.source.to_string())),
        }
    }

    /// Gives the player back. If it is a program, it is started once under these rules, to see that it is there and
    /// what it calls itself.
    ///
    /// # Errors
    /// When the program cannot be started or does not speak the protocol.
    pub fn with_checked_program(mut self, rules: &Rules) -> Result<Self, BotFault> {
        if let Mind::Guest(command) = &self.mind {
            self.name = GuestBot::check_and_name(command, rules, BotTimeouts::default())?;
        }
        Ok(self)
    }
}
