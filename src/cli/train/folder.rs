//! The folder of a run: its generation files and its history, never half written, never silently replaced.

use crate::cli::Failure;
use crate::doors::files;
use crate::storage::generation;
use crate::storage::opponents::generation_files;
use crate::storage::{kept, round};
use crate::train::{Generation, Trainer, Unfinished};
use std::io;
use std::path::{Path, PathBuf};

/// The table of a run, a line a generation.
const HISTORY: &str = "history.csv";
/// Its first line.
const HEADING: &str = "generation,best_score,mean_score,best_fitness,mean_fitness,high_score,capped,pieces,\
held_out_score,held_out_lines,held_out_pieces";

/// A run's folder.
pub(super) struct RunFolder {
    path: PathBuf,
    recipe: String,
}

/// The lines of a history, one a generation.
pub(super) struct History(Vec<String>);

impl RunFolder {
    pub(super) fn new(path: PathBuf, recipe: &str) -> Self {
        Self { path, recipe: recipe.to_owned() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the folder, and makes sure that it can be written to and that nothing of another run is lost.
    pub(super) fn prepare(&self, trainer: &Trainer, resume: Option<&Path>, force: bool) -> Result<(), Failure> {
        let unwritable =
            |error: io::Error| Failure::new(format!("cannot write to folder {}: {error}", self.path.display()));
        files().create_folders(&self.path).map_err(unwritable)?;
        let probe = self.path.join(".korobka-probe");
        files().write_whole(&probe, b"").and_then(|()| files().remove(&probe)).map_err(unwritable)?;
        let earlier = self.earlier();
        if force && resume.is_none() {
            for path in earlier {
                files().remove(&path).map_err(unwritable)?;
            }
            return Ok(());
        }
        match resume {
            None if !earlier.is_empty() => Err(Failure::new(format!(
                "folder {} holds a run already; go on with --resume FILE, choose another --out, or replace it with --force",
                self.path.display()
            ))),
            Some(_) if !force => self.same_run(trainer, &earlier),
            _ => Ok(()),
        }
    }

    /// The generation files of this recipe, its round in progress and the history, if any.
    fn earlier(&self) -> Vec<PathBuf> {
        let ours = |path: &PathBuf| {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            // Not those of 'codereview-limited' for 'codereview'.
            let number = name.strip_prefix(&self.recipe).and_then(|rest| rest.strip_prefix('-'));
            let ours = number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()));
            path.parent() == Some(self.path.as_path()) && ours
        };
        let others = [self.path.join(HISTORY), self.round()].into_iter().filter(|path| files().is_file(path));
        generation_files(&self.path).into_iter().filter(ours).chain(others).collect()
    }

    /// The file of the round in progress.
    fn round(&self) -> PathBuf {
        self.path.join(round::file_name(&self.recipe))
    }

    /// The round that an earlier process was stopped in, if this run has it still to do: from the file that is
    /// resumed, or from this folder. One in this folder that cannot be gone on with is set aside.
    pub(super) fn unfinished(&self, trainer: &Trainer, resume: Option<&Path>) -> Option<Unfinished> {
        let given = resume.filter(|path| path.extension().is_some_and(|ending| ending == round::EXTENSION));
        given.and_then(|path| round::read(path).ok()).or_else(|| {
            let path = self.round();
            let found = if files().is_file(&path) { round::read(&path) } else { return None };
            let why = match found {
                Ok(Unfinished { round, .. }) if (&round.recipe, round.seed) != (trainer.recipe(), trainer.seed()) => {
                    "is of another run".to_owned()
                }
                Ok(unfinished) => return Some(unfinished),
                Err(round::FileError::Format { problem, .. }) => format!("is {problem}"),
                Err(error) => error.to_string(),
            };
            self.set_round_aside(&why);
            None
        })
    }

    /// Gives the file of the round in progress another name, and says why.
    pub(super) fn set_round_aside(&self, why: &str) {
        let path = self.round();
        match kept::set_aside(files(), &path) {
            Ok(now) => eprintln!("korobka: {} {why}; it is now {}", path.display(), now.display()),
            Err(error) => eprintln!("korobka: {} {why}; it cannot be renamed: {error}", path.display()),
        }
    }

    /// Saves the round in progress; returns its file.
    pub(super) fn save_round(&self, unfinished: &Unfinished) -> Result<PathBuf, Failure> {
        round::write(&self.round(), unfinished)?;
        Ok(self.round())
    }

    /// Removes the file of the round in progress, if there is one: the round is over.
    pub(super) fn forget_round(&self) -> Result<(), Failure> {
        let path = self.round();
        match files().remove(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::new(format!("cannot remove {}: {error}", path.display())))
            }
            _ => Ok(()),
        }
    }

    /// A run that goes on may write its own files again, but no other run's.
    fn same_run(&self, trainer: &Trainer, earlier: &[PathBuf]) -> Result<(), Failure> {
        for path in earlier.iter().filter(|path| path.extension().is_some_and(|end| end == generation::EXTENSION)) {
            let other = generation::read(path)
                .ok()
                .filter(|saved| saved.seed == trainer.seed() && saved.recipe == *trainer.recipe());
            if other.is_none() {
                return Err(Failure::new(format!(
                    "{} is not of the resumed run; choose another --out, or replace it with --force",
                    path.display()
                )));
            }
        }
        Ok(())
    }

    /// Saves a generation; returns its file.
    pub(super) fn save(&self, generation: &Generation) -> Result<PathBuf, Failure> {
        let path = self.path.join(generation::file_name(&self.recipe, generation.generation));
        generation::write(&path, generation)?;
        Ok(path)
    }

    /// The history up to where the run goes on: from this folder, or from the resumed file's.
    pub(super) fn history(&self, trainer: &Trainer, resume: Option<&Path>) -> Result<History, Failure> {
        let Some(file) = resume else { return Ok(History(Vec::new())) };
        let reached = trainer.last();
        let next = reached.map_or(trainer.generation(), |reached| reached.generation);
        let beside = file.parent().map(|folder| folder.join(HISTORY));
        let text = [Some(self.path.join(HISTORY)), beside]
            .into_iter()
            .flatten()
            .find_map(|path| files().read_text(&path).ok())
            .unwrap_or_default();
        let earlier = |line: &&str| {
            let number = line.split(',').next().and_then(|number| number.parse::<u32>().ok());
            number.is_some_and(|number| number < next)
        };
        let mut history = History(text.lines().filter(earlier).map(str::to_owned).collect());
        // The run may have been killed between the file and its line.
        reached.into_iter().for_each(|reached| history.push(reached));
        Ok(history)
    }

    pub(super) fn save_history(&self, history: &History) -> Result<(), Failure> {
        let path = self.path.join(HISTORY);
        let text = format!("{HEADING}\n{}\n", history.0.join("\n"));
        files()
            .write_whole(&path, text.as_bytes())
            .map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))
    }
}

impl History {
    pub(super) fn push(&mut self, generation: &Generation) {
        let figures = &generation.figures;
        let best = generation.held_out.ranking.first();
        let held_out = best.map_or(",,".to_owned(), |best| format!("{},{},{}", best.score, best.lines, best.pieces));
        self.0.push(format!(
            "{},{},{},{},{},{},{},{},{held_out}",
            generation.generation,
            figures.best_score,
            figures.mean_score,
            figures.best_fitness,
            figures.mean_fitness,
            figures.high_score,
            figures.capped,
            figures.pieces,
        ));
    }
}
