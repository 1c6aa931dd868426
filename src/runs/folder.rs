//! The folder of a run, with its generation files and its history. No file is left half written, and no earlier run is
//! replaced unless the caller says so.

use super::{RunError, system_error};
use crate::doors::files;
use crate::storage::opponents::generation_files_in;
use crate::storage::{FileError, generation, round, toml_files};
use crate::train::{Generation, GenerationFigures, Trainer, UnfinishedRound};
use std::any::Any;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file by which a program claims a folder while it trains there. The system gives the claim back when
/// the program ends, also when it is killed.
const CLAIM: &str = ".korobka-run";
/// The bytes that are written to find out whether the folder can be written to: more than nothing, since a full disk
/// still takes empty files.
const PROBE: [u8; 4096] = [0; 4096];
/// The name of the folder for charts, inside the folder of a run.
pub const CHARTS_FOLDER: &str = "charts";
/// The name of the file with the history of a run, in the run's folder: a table with one line for each generation.
pub(super) const HISTORY_FILE: &str = "history.csv";
/// The first line of a run's history: the names of its columns.
const HEADING: &str = "generation,best_score,mean_score,best_fitness,mean_fitness,high_score,capped,pieces,\
held_out_score,held_out_lines,held_out_pieces";

/// A folder that a run of a recipe writes to. It may be written to only while this program has a claim on it, so that
/// no second program trains into it.
#[derive(Clone, Debug)]
pub(super) struct RunFolder {
    path: PathBuf,
    recipe: String,
}

/// The lines of a history without its heading, one for each generation.
#[derive(Clone, Debug)]
pub(super) struct HistoryLines(Vec<String>);

/// A claim on the folder of a run. No other program trains into the folder as long as this value lives.
pub(super) type FolderClaim = Box<dyn Any + Send + Sync>;

impl RunFolder {
    /// The folder at `path` for the run of a recipe of this name.
    pub(super) fn new(path: PathBuf, recipe: &str) -> Self {
        Self { path, recipe: recipe.to_owned() }
    }

    /// The path of the folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the folder, claims it for this program and checks that it can be written to. A new run, which has no file
    /// to `resume`, needs a folder without an earlier run; a run that goes on from a file needs one whose generations
    /// are all its own. With `force` what is of another run of the recipe is removed. Generations and rounds of another
    /// recipe are never removed: such a folder is refused.
    ///
    /// If one of the checks fails, the folder is as it was before: removed again if it had to be made.
    pub(super) fn prepare(
        &self,
        trainer: &Trainer,
        resume: Option<&Path>,
        force: bool,
    ) -> Result<FolderClaim, RunError> {
        let is_new = !files().is_folder(&self.path);
        let claim = self.claim()?;
        let Err(error) = self.check(trainer, resume, force) else { return Ok(claim) };
        self.remove_claim_file();
        drop(claim);
        if is_new {
            // A folder that stays does no harm: it only has the name that the run would have.
            let _ = files().remove_folder(&self.path);
        }
        Err(error)
    }

    /// Checks that the claimed folder can be written to and holds no other run.
    fn check(&self, trainer: &Trainer, resume: Option<&Path>, force: bool) -> Result<(), RunError> {
        let unwritable = system_error("write to folder", &self.path);
        let probe = self.path.join(".korobka-probe");
        files().write_whole(&probe, &PROBE).and_then(|()| files().remove(&probe)).map_err(&unwritable)?;
        let earlier = self.earlier();
        let generations = generation_files_in(&self.path).into_iter().filter(|path| !earlier.contains(path));
        let inside = files().list(&self.path).map_err(system_error("read folder", &self.path))?;
        let other_rounds = inside.into_iter().filter(|path| *path != self.round() && self.is_other_recipe_round(path));
        if let Some(path) = generations.chain(other_rounds).next() {
            return Err(RunError::OtherRecipe(path));
        }
        if let Some(path) = resume.filter(|_| !force).and_then(|file| self.later_round(file)) {
            return Err(RunError::LaterRound(path));
        }
        let others: Vec<PathBuf> = match resume {
            None => earlier,
            Some(file) => self.of_other_runs(trainer, file, earlier),
        };
        match (resume, others.first()) {
            (_, None) => Ok(()),
            (None, _) if force => self.clear(),
            _ if force => others.iter().try_for_each(|path| files().remove(path)).map_err(unwritable),
            (None, _) => Err(RunError::Taken(self.path.clone())),
            (Some(_), Some(path)) => Err(RunError::Foreign(path.clone())),
        }
    }

    /// Makes the folder and claims it for this program.
    pub(super) fn claim(&self) -> Result<FolderClaim, RunError> {
        let unwritable = system_error("write to folder", &self.path);
        files().create_folders(&self.path).map_err(&unwritable)?;
        let claim = files().claim(&self.path.join(CLAIM)).map_err(unwritable)?;
        claim.ok_or_else(|| RunError::InUse(self.path.clone()))
    }

    /// Removes the files of the run: its generations, the round in progress, the history, and the pictures in the
    /// folder for charts. Other files stay.
    pub(super) fn clear(&self) -> Result<(), RunError> {
        let charts = self.path.join(CHARTS_FOLDER);
        let is_chart = |path: &PathBuf| {
            files().is_file(path) && path.extension().is_some_and(|ending| ending == "svg" || ending == "png")
        };
        let list = |folder: &Path| files().list(folder).map_err(system_error("read folder", folder));
        // Where a folder cannot be read, nothing would be found to remove.
        list(&self.path)?;
        let drawn = if files().is_folder(&charts) { list(&charts)? } else { Vec::new() };
        for path in self.earlier().into_iter().chain(drawn.into_iter().filter(is_chart)) {
            files().remove(&path).map_err(system_error("remove", &path))?;
        }
        // This fails if there is no folder for charts, or if something was put into it meanwhile. Both are fine.
        let _ = files().remove_folder(&charts);
        Ok(())
    }

    /// Removes the file that [`claim`](Self::claim) has made.
    pub(super) fn remove_claim_file(&self) {
        // A file that stays does no harm: once this program has ended, the system gives the claim on it to the next
        // one.
        let _ = files().remove(&self.path.join(CLAIM));
    }

    /// The paths of the recipe's generation files, of the round in progress and of the history, as far as they exist.
    fn earlier(&self) -> Vec<PathBuf> {
        let ours = |path: &PathBuf| {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            // The number must follow at once: a file of 'codereview-limited' does not belong to 'codereview'.
            let number = name.strip_prefix(&self.recipe).and_then(|rest| rest.strip_prefix('-'));
            number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
        };
        let others = [self.path.join(HISTORY_FILE), self.round()].into_iter().filter(|path| files().is_file(path));
        generation_files_in(&self.path).into_iter().filter(ours).chain(others).collect()
    }

    /// Whether a file is a round of another recipe, by which the run of that recipe goes on.
    fn is_other_recipe_round(&self, path: &Path) -> bool {
        read_round(path).is_some_and(|unfinished| unfinished.round.recipe.name != self.recipe)
    }

    /// The path of the file for the round in progress, whether or not the file exists.
    fn round(&self) -> PathBuf {
        self.path.join(round::file_name(&self.recipe))
    }

    /// The round that an earlier program left unfinished, with the results so far: from the file `resume`, if that is a
    /// round, else from this folder. `None` if there is no round that this run can go on with. The second value is one
    /// line about a round in this folder that was renamed, since it is of another run or cannot be read; `None` if
    /// there was none. A round that the run has behind it is removed.
    pub(super) fn read_unfinished(
        &self,
        trainer: &Trainer,
        resume: Option<&Path>,
    ) -> (Option<UnfinishedRound>, Option<String>) {
        let given = resume.and_then(read_round);
        let path = self.round();
        if !files().is_file(&path) {
            return (given, None);
        }
        let why = match round::read(&path) {
            Ok(UnfinishedRound { round, .. }) if (&round.recipe, round.seed) != (trainer.recipe(), trainer.seed()) => {
                "is of another run".to_owned()
            }
            Ok(unfinished) if given.is_none() && self.is_past(&unfinished, trainer) => {
                // One that stays is replaced by the next.
                let _ = files().remove(&path);
                return (None, None);
            }
            Ok(unfinished) => return (given.or(Some(unfinished)), None),
            Err(FileError::Format { problem, .. }) => format!("is {problem}"),
            Err(error) => error.to_string(),
        };
        (given, Some(self.set_round_aside(&why)))
    }

    /// Whether a round of the run is over, since the run goes on from its generation or a later one in this folder: it
    /// was killed after that generation's file was written and before the round's was removed.
    fn is_past(&self, unfinished: &UnfinishedRound, trainer: &Trainer) -> bool {
        let reached = trainer.last_generation().filter(|_| self.holds_last_generation(trainer));
        reached.is_some_and(|reached| unfinished.round.generation <= reached.generation)
    }

    /// Whether the file of the generation that the run goes on from lies in this folder.
    fn holds_last_generation(&self, trainer: &Trainer) -> bool {
        let file = |reached: &Generation| self.path.join(generation::file_name(&self.recipe, reached.generation));
        trainer.last_generation().map(file).is_some_and(|path| files().is_file(&path))
    }

    /// The path of the round in this folder, if it is of the run of the round `file` and has come further: a run that
    /// goes on from that file would replace it.
    fn later_round(&self, file: &Path) -> Option<PathBuf> {
        let (given, own) = (read_round(file)?, read_round(&self.round())?);
        let is_same_run = (&own.round.recipe, own.round.seed) == (&given.round.recipe, given.round.seed);
        let reached = |unfinished: &UnfinishedRound| (unfinished.round.generation, unfinished.results.len());
        (is_same_run && reached(&own) > reached(&given)).then(|| self.round())
    }

    /// Gives the file of the round in progress another name. Returns one line that says so, with the reason `why`.
    pub(super) fn set_round_aside(&self, why: &str) -> String {
        set_aside(&self.round(), why)
    }

    /// Saves the round in progress, and returns the path of its file.
    pub(super) fn save_round(&self, unfinished: &UnfinishedRound) -> Result<PathBuf, RunError> {
        round::write(&self.round(), unfinished)?;
        Ok(self.round())
    }

    /// Removes the file of the round in progress, if there is one: the round is over.
    pub(super) fn remove_round_file(&self) -> Result<(), RunError> {
        let path = self.round();
        match files().remove(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(system_error("remove", &path)(error)),
            _ => Ok(()),
        }
    }

    /// Those of the files in `earlier` that a run that goes on from `file` must not replace: generations that cannot be
    /// read, or have another seed or recipe than the trainer, and a history that is not the one beside `file`, unless
    /// all generations that lie beside it are the run's.
    fn of_other_runs(&self, trainer: &Trainer, file: &Path, mut earlier: Vec<PathBuf>) -> Vec<PathBuf> {
        let history = self.path.join(HISTORY_FILE);
        // One folder may have two names, so the texts are compared.
        let text = |folder: &Path| files().read_text(&folder.join(HISTORY_FILE)).ok();
        let is_other = earlier.contains(&history) && file.parent().and_then(text) != text(&self.path);
        earlier.retain(|path| path.extension().is_some_and(|end| end == generation::EXTENSION));
        let generations = earlier.len();
        earlier.retain(|path| {
            let is_own = |saved: Generation| saved.seed == trainer.seed() && saved.recipe == *trainer.recipe();
            !generation::read(path).is_ok_and(is_own)
        });
        let has_own = earlier.len() < generations;
        if is_other && !(has_own && earlier.is_empty()) {
            earlier.push(history);
        }
        earlier
    }

    /// Saves a generation, and returns the path of its file.
    pub(super) fn save_generation(&self, generation: &Generation) -> Result<PathBuf, RunError> {
        let path = self.path.join(generation::file_name(&self.recipe, generation.generation));
        generation::write(&path, generation)?;
        Ok(path)
    }

    /// The history that a run begins with, which is empty for a new run. A run that goes on from a file takes the table
    /// in this folder, whose later lines are of files that are there, or else what the table beside the file `resume`
    /// tells up to that file. The line of the generation that the run goes on from is made anew. A damaged table is set
    /// aside, with a line that says so; one that the system does not let be read may be whole, and is an error.
    pub(super) fn initial_history(
        &self,
        trainer: &Trainer,
        resume: Option<&Path>,
    ) -> Result<(HistoryLines, Option<String>), RunError> {
        let mut history = HistoryLines(Vec::new());
        let Some(file) = resume else { return Ok((history, None)) };
        let reached = trainer.last_generation();
        let next = reached.map_or(trainer.generation_number(), |reached| reached.generation);
        let (own, beside) = (self.path.join(HISTORY_FILE), file.parent().map(|folder| folder.join(HISTORY_FILE)));
        let is_earlier = |line: &&str| number_of(line).is_some_and(|number| number < next);
        let mut note = None;
        match (files().read_text(&own), beside.map(|path| files().read_text(&path))) {
            (Ok(text), _) => history.0.extend(text.lines().filter(|line| number_of(line).is_some()).map(str::to_owned)),
            (Err(error), _) if error.kind() == io::ErrorKind::InvalidData => {
                note = Some(set_aside(&own, "is damaged"));
            }
            (Err(error), _) if error.kind() != io::ErrorKind::NotFound => {
                return Err(system_error("read", &own)(error));
            }
            (Err(_), Some(Ok(text))) => history.0.extend(text.lines().filter(is_earlier).map(str::to_owned)),
            (Err(_), _) => {}
        }
        // The run may have been killed after the generation's file was written and before its line was.
        reached.into_iter().for_each(|reached| history.set_line_of(reached));
        Ok((history, note))
    }

    /// Whether the table in this folder is another than `history`, though the generation that the run goes on from lies
    /// here: the run was killed after that generation's file was written and before its line was.
    pub(super) fn has_other_history(&self, trainer: &Trainer, history: &HistoryLines) -> bool {
        let text = files().read_text(&self.path.join(HISTORY_FILE));
        self.holds_last_generation(trainer) && text.ok() != Some(history.text())
    }

    pub(super) fn save_history(&self, history: &HistoryLines) -> Result<(), RunError> {
        let path = self.path.join(HISTORY_FILE);
        files().write_whole(&path, history.text().as_bytes()).map_err(system_error("write", &path))
    }
}

/// Gives a file another name. Returns one line that says so, with the reason `why`.
fn set_aside(path: &Path, why: &str) -> String {
    match toml_files::set_aside(files(), path) {
        Ok(now) => format!("{} {why}; it is now {}", path.display(), now.display()),
        Err(error) => format!("{} {why}; it cannot be renamed: {}", path.display(), files::reason(&error)),
    }
}

impl HistoryLines {
    /// The table as the text of its file.
    fn text(&self) -> String {
        format!("{HEADING}\n{}\n", self.0.join("\n"))
    }

    /// Puts the line of a generation in its place by number, and removes an earlier line of the same generation.
    pub(super) fn set_line_of(&mut self, generation: &Generation) {
        let number = generation.generation;
        let GenerationFigures { best_score, mean_score, best_fitness, mean_fitness, high_score, capped, pieces } =
            generation.figures;
        let best = generation.held_out.ranking.first();
        let held_out = best.map_or(",,".to_owned(), |best| format!("{},{},{}", best.score, best.lines, best.pieces));
        let scores = format!("{best_score},{mean_score},{best_fitness},{mean_fitness}");
        let line = format!("{number},{scores},{high_score},{capped},{pieces},{held_out}");
        self.0.retain(|line| number_of(line) != Some(number));
        let place = self.0.partition_point(|line| number_of(line) < Some(number));
        self.0.insert(place, line);
    }
}

/// The round in a file; `None` if the file is no round by its name, or cannot be read.
fn read_round(path: &Path) -> Option<UnfinishedRound> {
    let is_round = path.extension().is_some_and(|ending| ending == round::EXTENSION);
    is_round.then(|| round::read(path).ok()).flatten()
}

/// The number of the generation that a line is about; `None` for the heading.
fn number_of(line: &str) -> Option<u32> {
    line.split(',').next()?.parse().ok()
}
