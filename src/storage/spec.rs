//! How to name an opponent in a few words. Knows no player.

use super::built_in::{LITERATURE_WORD, PUBLISHED_WORD};
use super::opponents::OpponentError;
use crate::doors::files;
use crate::tbp::BotCommand;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A SPEC, which names an opponent: `recipe:generation` or a file, and `#rank` for another than the best;
/// `recipe:published`, or `literature:controller`; `tbp:command` for a program that speaks the bot protocol. Files keep
/// it as these words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Spec {
    /// Where the player is from.
    pub source: OpponentSource,
    /// The rank of the player's genome in its generation: 0 for the best on held-out seeds.
    pub rank: usize,
}

/// Where an opponent is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpponentSource {
    /// A generation of the catalog.
    Saved {
        /// The name of the recipe.
        recipe: String,
        /// The number of the generation.
        generation: u32,
    },
    /// A generation in the file at this path.
    File(PathBuf),
    /// The weights that the author of the recipe of this name published.
    Published(String),
    /// The controller of the literature with this name in its table.
    Literature(String),
    /// A program of its own that speaks the Tetris Bot Protocol, which this command starts.
    Tbp(BotCommand),
}

/// The first letters of a spec that names a program by its command.
const TBP: &str = "tbp:";

/// The text behind `tbp:`: a command, whole or still being typed; `None` where the words begin otherwise.
pub fn command_in(words: &str) -> Option<&str> {
    words.strip_prefix(TBP)
}

/// The words by which a spec names the program that this command starts, whole or still being typed.
pub fn spec_text_of_command(command: &str) -> String {
    format!("{TBP}{command}")
}

/// The words before and the rank behind the last `#`; `None` where no rank stands there.
fn split_rank(words: &str) -> Option<(&str, usize)> {
    let (source, rank) = words.rsplit_once('#')?;
    Some((source, rank.parse().ok()?))
}

impl Spec {
    /// The spec of the best genome of a generation of the catalog.
    pub fn of_generation(recipe: &str, generation: u32) -> Self {
        Self { source: OpponentSource::Saved { recipe: recipe.to_owned(), generation }, rank: 0 }
    }

    /// Whether the spec names a program that speaks the bot protocol.
    pub const fn is_program(&self) -> bool {
        matches!(self.source, OpponentSource::Tbp(_))
    }

    /// Corrects the path of the player's file, if it lies in the folder that was `before` and is `after` now.
    pub fn follow_renamed_folder(&mut self, before: &Path, after: &Path) {
        if let OpponentSource::File(file) = &mut self.source
            && let Ok(inside) = file.strip_prefix(before)
        {
            *file = after.join(inside);
        }
    }
}

impl OpponentSource {
    /// The words before and behind the colon, of a source with a place in the catalog: `iwumbwe` and `7`, `lin` and
    /// `published`, `literature` and `bcts`. `None` for a file and a program.
    pub fn catalog_group_and_name(&self) -> Option<(&str, String)> {
        match self {
            Self::Saved { recipe, generation } => Some((recipe, generation.to_string())),
            Self::Published(recipe) => Some((recipe, PUBLISHED_WORD.to_owned())),
            Self::Literature(name) => Some((LITERATURE_WORD, name.clone())),
            Self::File(_) | Self::Tbp(_) => None,
        }
    }
}

impl FromStr for Spec {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let wrong = || OpponentError::Spec(text.to_owned());
        if let Some(command) = command_in(text) {
            let command = BotCommand::read(command).ok_or_else(|| OpponentError::Command(text.to_owned()))?;
            return Ok(Self { source: OpponentSource::Tbp(command), rank: 0 });
        }
        // A folder or a file may have the sign in its name.
        let (source, rank) = split_rank(text).unwrap_or((text, 0));
        let is_file = source.contains(['/', '\\']) || source.ends_with(".gen");
        let source = match source.split_once(':') {
            _ if source.is_empty() => return Err(wrong()),
            _ if is_file => OpponentSource::File(source.into()),
            Some((LITERATURE_WORD, name)) if !name.is_empty() => OpponentSource::Literature(name.to_owned()),
            Some((recipe, PUBLISHED_WORD)) if !recipe.is_empty() => OpponentSource::Published(recipe.to_owned()),
            Some((recipe, generation)) => OpponentSource::Saved {
                recipe: recipe.to_owned(),
                generation: generation.parse().map_err(|_| wrong())?,
            },
            None if files().is_file(Path::new(source)) => OpponentSource::File(source.into()),
            None => return Err(wrong()),
        };
        Ok(Self { source, rank })
    }
}

impl TryFrom<String> for Spec {
    type Error = OpponentError;

    fn try_from(text: String) -> Result<Self, OpponentError> {
        text.parse()
    }
}

impl From<Spec> for String {
    fn from(spec: Spec) -> Self {
        spec.to_string()
    }
}

/// Writes the spec as words that read as the same spec.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = self.source.to_string();
        // A file whose name ends like a rank has one behind it, whichever it is.
        if self.rank > 0 || (!self.is_program() && split_rank(&source).is_some()) {
            write!(f, "{source}#{}", self.rank)
        } else {
            f.write_str(&source)
        }
    }
}

impl fmt::Display for OpponentSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpponentSource::Saved { recipe, generation } => write!(f, "{recipe}:{generation}"),
            OpponentSource::File(path) => write!(f, "{}", path.display()),
            OpponentSource::Published(recipe) => write!(f, "{recipe}:{PUBLISHED_WORD}"),
            OpponentSource::Literature(name) => write!(f, "{LITERATURE_WORD}:{name}"),
            OpponentSource::Tbp(command) => write!(f, "{TBP}{command}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_player_in_a_folder_with_a_new_name_follows_it() {
        let renamed = |words: &str| {
            let mut spec: Spec = words.parse().unwrap();
            spec.follow_renamed_folder(Path::new("/runs/a"), Path::new("/runs/b"));
            spec.to_string().replace('\\', "/")
        };
        assert_eq!(renamed("/runs/a/lin-0007.gen#4"), "/runs/b/lin-0007.gen#4");
        assert_eq!(renamed("/runs/ab/lin-0007.gen"), "/runs/ab/lin-0007.gen");
        assert_eq!(renamed("lin:7"), "lin:7");
    }

    #[test]
    fn what_a_spec_is_written_as_reads_as_the_same_spec() {
        let words = [
            "iwumbwe:7",
            "iwumbwe:7#3",
            "lin:published",
            "literature:bcts",
            "./runs/a.gen#4",
            "/home/somebody/c#/a.gen",
            "/home/somebody/c#/a.gen#4",
            "./runs/c#5#0",
            "tbp:bots/cc2 --config 'my weights.json' -x ''",
            "tbp:\"it's\" 'a \"b\"' \"it's \"'\"c\"'",
        ];
        for words in words {
            let spec: Spec = words.parse().unwrap();
            assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec, "{words}: {spec}");
        }
        let plain = words[..9].iter().filter(|words| words.parse::<Spec>().unwrap().to_string() != **words);
        assert_eq!(plain.count(), 0, "and usual words stay as they were");
        assert_eq!("iwumbwe:07#0".parse::<Spec>().unwrap(), Spec::of_generation("iwumbwe", 7));
    }
}
