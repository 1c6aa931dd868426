//! How to name an opponent in a few words. Knows no file and no player.

use super::opponents::OpponentError;
use super::standing::{LITERATURE, PUBLISHED};
use crate::tbp::Command;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Whom to play against: `recipe:generation` or a file, and `#rank` for another than the best; `recipe:published`, or
/// `literature:controller`; `tbp:command` for a program that speaks the bot protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Where it is from.
    pub source: Source,
    /// 0 for the best on held-out seeds.
    pub rank: usize,
}

/// Where an opponent is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A generation of the catalog.
    Saved {
        /// Its recipe.
        recipe: String,
        /// Its number.
        generation: u32,
    },
    /// A file.
    File(PathBuf),
    /// The weights that the recipe's author published.
    Published {
        /// The recipe.
        recipe: String,
    },
    /// A controller of the literature.
    Literature {
        /// Its name in the table.
        name: String,
    },
    /// A program of its own that speaks the Tetris Bot Protocol.
    Tbp {
        /// How it is started.
        command: Command,
    },
}

/// What a command that speaks the bot protocol begins with in a spec.
const TBP: &str = "tbp:";

impl FromStr for Spec {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let wrong = || OpponentError::Spec(text.to_owned());
        if let Some(command) = text.strip_prefix(TBP) {
            let command = Command::read(command).ok_or_else(|| OpponentError::Command(text.to_owned()))?;
            return Ok(Self { source: Source::Tbp { command }, rank: 0 });
        }
        let (source, rank) = match text.rsplit_once('#') {
            Some((source, rank)) => (source, rank.parse().map_err(|_| wrong())?),
            None => (text, 0),
        };
        let is_file = source.contains(['/', '\\']) || source.ends_with(".gen");
        let source = match source.split_once(':') {
            _ if source.is_empty() => return Err(wrong()),
            _ if is_file => Source::File(source.into()),
            Some((LITERATURE, name)) if !name.is_empty() => Source::Literature { name: name.to_owned() },
            Some((recipe, PUBLISHED)) if !recipe.is_empty() => Source::Published { recipe: recipe.to_owned() },
            Some((recipe, generation)) => {
                Source::Saved { recipe: recipe.to_owned(), generation: generation.parse().map_err(|_| wrong())? }
            }
            None if Path::new(source).is_file() => Source::File(source.into()),
            None => return Err(wrong()),
        };
        Ok(Self { source, rank })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Saved { recipe, generation } => write!(f, "{recipe}:{generation}"),
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Published { recipe } => write!(f, "{recipe}:{PUBLISHED}"),
            Source::Literature { name } => write!(f, "{LITERATURE}:{name}"),
            Source::Tbp { command } => write!(f, "{TBP}{command}"),
        }
    }
}
