//! Players that somebody sent, as a generation's file that is dropped on the window or as a line of text. Such a player
//! is checked, copied among the user's own generations, and is an opponent from then on.

use crate::doors::files::{files, reason};
use crate::storage::generation;
use crate::storage::opponents::generation_files_below;
use crate::train::Generation;
use data_encoding::BASE64URL_NOPAD;
use std::io;
use std::path::{Path, PathBuf};

/// The beginning of a line of text that holds a player. Behind it come the bytes of a generation's file with one
/// genome, as base64 without padding for URLs (RFC 4648, section 5).
const TEXT: &str = "korobka-player:";

/// The best genome of a generation's file as a line of text, which [`import_text`] reads.
///
/// # Errors
/// A line for the user, if the file cannot be read.
pub fn genome_as_text(file: &Path) -> Result<String, String> {
    let best = generation::read(file).map_err(|error| error.to_string())?.with_best_genomes_only(1);
    let bytes = generation::encode(&best).map_err(|error| error.to_string())?;
    Ok(format!("{TEXT}{}", BASE64URL_NOPAD.encode(&bytes)))
}

/// Saves the player in a line of text in a folder inside `generations`, as [`import_file`] does with a file. Spaces and
/// line breaks in the text do not matter. Returns the player's recipe and generation in words.
///
/// # Errors
/// A line for the user, if the text is no player, or is damaged, or the player cannot be saved.
pub fn import_text(text: &str, generations: &Path) -> Result<String, String> {
    let plain: String = text.split_whitespace().collect();
    let code = plain.strip_prefix(TEXT).ok_or_else(|| format!("this text is not a player: one begins with {TEXT}"))?;
    let damaged = |why: String| format!("this line of text is not a whole player: {why}");
    let bytes = BASE64URL_NOPAD.decode(code.as_bytes()).map_err(|error| damaged(error.to_string()))?;
    let found = generation::decode(&bytes).map_err(|error| damaged(error.to_string()))?;
    put_among(&found, &bytes, generations)
}

/// Copies a generation's file into the folder for its run inside `generations`. Returns the recipe and the generation
/// in words, such as "iwumbwe, generation 7".
///
/// # Errors
/// A line for the user, if the file is no generation or cannot be copied.
pub fn import_file(file: &Path, generations: &Path) -> Result<String, String> {
    let found = generation::read(file).map_err(|error| error.to_string())?;
    let bytes = files().read(file).map_err(|error| format!("cannot read {}: {}", file.display(), reason(&error)))?;
    put_among(&found, &bytes, generations)
}

/// Writes the bytes of a generation into a folder inside `generations`: the one that has this run already, or a new one
/// such as `received-iwumbwe-7`, for the recipe and the seed, with a number behind it if the name is taken.
fn put_among(found: &Generation, bytes: &[u8], generations: &Path) -> Result<String, String> {
    let name = format!("received-{}-{}", found.recipe.name, found.seed);
    let file_name = generation::file_name(&found.recipe.name, found.generation);
    let numbered = (2..1000).map(|number| generations.join(format!("{name}-{number}")));
    let mut folders = std::iter::once(generations.join(&name)).chain(numbered);
    let fits = |folder: &PathBuf| {
        let there = files().read(&folder.join(&file_name)).ok();
        is_of_run(folder, found) && there.is_none_or(|there| there == bytes)
    };
    let folder = folders.find(fits).ok_or_else(|| format!("there is no free folder in {}", generations.display()))?;
    let unwritable = |error: io::Error| format!("cannot write to folder {}: {}", folder.display(), reason(&error));
    files().create_folders(&folder).map_err(unwritable)?;
    files().write_whole(&folder.join(&file_name), bytes).map_err(unwritable)?;
    Ok(format!("{}, generation {}", found.recipe.name, found.generation))
}

/// Whether a folder holds generations of the same run as `found`, or none at all.
fn is_of_run(folder: &Path, found: &Generation) -> bool {
    let inside = generation_files_below(folder);
    let first = inside.first().map(|path| generation::read(path));
    first.is_none_or(|first| first.is_ok_and(|first| first.recipe == found.recipe && first.seed == found.seed))
}
