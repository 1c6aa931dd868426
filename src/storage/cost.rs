//! What a saved generation cost: the pieces that its run placed to get there.

use super::generation;
use super::opponents::generation_files_in;
use crate::doors::files;
use crate::train::Generation;
use std::collections::BTreeMap;
use std::path::Path;

/// The pieces of all training games of a run up to the generation in the file at `path`, that one included. They are
/// read from the history beside the file, or else from the files of the same run in its folder; `None` when any earlier
/// generation is missing there, since half a sum is no cost. Held-out games, which teach nothing, are not in it.
pub fn training_pieces_up_to(path: &Path) -> Option<u64> {
    let generation = generation::read(path).ok()?;
    // The folder of a bare name, which is empty, cannot be listed.
    let folder = path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
    let history = files().read_text(&folder.join("history.csv")).unwrap_or_default();
    let last = generation.generation;
    // The history may be another run's: its line on this generation has to agree with the file.
    let told = history_of(&history).filter(|pieces| pieces.get(&last) == Some(&generation.figures.pieces));
    told.and_then(|pieces| sum(&pieces, last)).or_else(|| sum(&saved(folder, &generation), last))
}

/// The number of pieces by generation, from the columns `generation` and `pieces` of a history; `None` if it lacks one.
fn history_of(text: &str) -> Option<BTreeMap<u32, u64>> {
    let mut lines = text.lines();
    let heading: Vec<&str> = lines.next()?.split(',').collect();
    let column = |name| heading.iter().position(|found| *found == name);
    let (number, pieces) = (column("generation")?, column("pieces")?);
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        Some((cells.get(number)?.parse().ok()?, cells.get(pieces)?.parse().ok()?))
    };
    Some(lines.filter_map(row).collect())
}

/// The number of pieces by generation, from the files in a folder that are of the same run as this generation.
fn saved(folder: &Path, of: &Generation) -> BTreeMap<u32, u64> {
    let same_run = |other: &Generation| other.seed == of.seed && other.recipe == of.recipe;
    let read = generation_files_in(folder).into_iter().filter_map(|file| generation::read(&file).ok()).filter(same_run);
    read.map(|found| (found.generation, found.figures.pieces)).collect()
}

/// The pieces of all generations up to `last`; `None` where one is missing, or where they are more than a number can
/// say, since anybody can write into a history.
fn sum(pieces: &BTreeMap<u32, u64>, last: u32) -> Option<u64> {
    (0..=last).try_fold(0_u64, |sum, number| sum.checked_add(*pieces.get(&number)?))
}
