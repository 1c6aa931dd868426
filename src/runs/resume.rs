//! Going on with a run that lies on disk: which of its files to go on from, and the trainer that does.

use super::{RunError, system_error};
use crate::doors::files;
use crate::storage::opponents::generation_files_in;
use crate::storage::{generation, round};
use crate::train::Trainer;
use std::path::{Path, PathBuf};

/// The trainer that goes on from `file`: a generation, or a round that was broken off. The results of the round are not
/// in the trainer yet: [`TrainingRun::prepare`](super::TrainingRun::prepare) reads them.
///
/// # Errors
/// An error if the file cannot be read, is damaged, or holds only the best of its generation.
pub fn trainer_from_file(file: &Path) -> Result<Trainer, RunError> {
    let is_round = file.extension().is_some_and(|ending| ending == round::EXTENSION);
    let trainer = match is_round {
        true => Trainer::from_round(round::read(file)?.round),
        false => Trainer::from_generation(generation::read(file)?),
    };
    Ok(trainer?)
}

/// The path of the file from which the run in a folder goes on with the least work: the round in progress if there is
/// one that comes after the last generation, else the last generation.
///
/// # Errors
/// An error if the folder cannot be read, or holds no generation and no round.
pub fn newest_resume_file(folder: &Path) -> Result<PathBuf, RunError> {
    let inside = files().list(folder).map_err(system_error("read folder", folder))?;
    let is_round = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == round::EXTENSION);
    // A damaged round is passed over; the run sets it aside and computes it again.
    let round =
        inside.into_iter().filter(|path| is_round(&path)).find_map(|path| Some((round::read(&path).ok()?, path)));
    let last = generation_files_in(folder).pop();
    let reached = last.as_ref().and_then(|path| generation::read(path).ok()).map(|saved| saved.generation);
    match (round, last) {
        (Some((unfinished, path)), _) if reached.is_none_or(|reached| unfinished.round.generation > reached) => {
            Ok(path)
        }
        (_, Some(last)) => Ok(last),
        (_, None) => Err(RunError::Empty(folder.to_owned())),
    }
}
