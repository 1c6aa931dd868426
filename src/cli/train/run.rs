//! A run of evolution, from the flags to the saved files.

use super::RunFlags;
use super::options::{self, FlagDifference};
use super::progress::ProgressDisplay;
use crate::cli::Failure;
use crate::cli::named_player::note_namesakes;
use crate::cli::output::{json_line, note, path_text, say};
#[cfg(feature = "mpi")]
use crate::doors::RankExecutor;
use crate::doors::{Executor, Moment, StopFlag, ThreadExecutor};
use crate::runs::{self, EvaluatedGeneration, HaltedRun, RunError, RunMonitor, RunOptions, TrainingRun};
use crate::storage::{Catalog, paths};
use crate::train::recipe::MAX_GENERATION;
use crate::train::{Generation, Recipe, StartingGenerations, Trainer};
use serde_json::{Value, json};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::Duration;

/// The most threads that can be asked for.
const MAX_THREADS: usize = 1024;

/// Trains as the flags say.
///
/// # Errors
/// A line for the user, if a flag is impossible, a file cannot be read or written, or the run was interrupted.
pub fn run(flags: &RunFlags) -> Result<(), Failure> {
    #[cfg(feature = "mpi")]
    if flags.mpi {
        // On all ranks but the first, the work is done when this returns.
        return match RankExecutor::join()? {
            Some(ranks) => train(flags, |_| Ok(Box::new(ranks))),
            None => Ok(()),
        };
    }
    train(flags, |threads| Ok(Box::new(ThreadExecutor::new(threads)?)))
}

/// Trains as the flags say. `executor` makes the executor for a number of threads once the flags are known to be
/// possible.
fn train(
    flags: &RunFlags,
    executor: impl FnOnce(Option<usize>) -> Result<Box<dyn Executor>, Failure>,
) -> Result<(), Failure> {
    if flags.save_every == 0 {
        return Err(Failure::new("--save-every is 0, must be at least 1"));
    }
    if let Some(last) = flags.generations.filter(|last| *last > MAX_GENERATION) {
        return Err(Failure::new(format!("--generations is {last}, must be 0-{MAX_GENERATION}")));
    }
    if let Some(count) = flags.threads.filter(|count| !(1..=MAX_THREADS).contains(count)) {
        return Err(Failure::new(format!("--threads is {count}, must be 1-{MAX_THREADS}")));
    }
    let trainer = match &flags.resume {
        Some(file) => resumed(flags, file)?,
        None => begun(flags)?,
    };
    let (mut executor, stop) = (executor(flags.threads)?, StopFlag::on_interrupt()?);
    let folder = out_folder(flags, &trainer)?;
    let options = RunOptions {
        final_generation: flags.generations.unwrap_or(trainer.recipe().generations),
        save_every: flags.save_every,
        resume: flags.resume.clone(),
        force: flags.force,
    };
    let run = TrainingRun::prepare(trainer, folder, options).map_err(|error| advised(&error))?;
    evolve(run, flags, executor.as_mut(), &stop)
}

/// The failure that says what is wrong with the folder of a run, and which flags help.
fn advised(error: &RunError) -> Failure {
    let advice = match error {
        RunError::Taken(_) => "; go on with --resume FILE, choose another --out, or replace it with --force",
        RunError::Foreign(_) => ", choose another --out, or replace it with --force",
        RunError::LaterRound(_) => "; resume that file, choose another --out, or replace it with --force",
        RunError::InUse(_) => ", or choose another --out",
        _ => "",
    };
    Failure::new(format!("{error}{advice}"))
}

/// The failure that says what has broken a run off, and how the run can go on.
fn broken_off(error: &RunError, folder: &Path, flags: &RunFlags) -> Failure {
    match runs::newest_resume_file(folder) {
        Ok(file) => Failure::new(format!("{error}; then go on with {}", going_on(flags, &file))),
        // Nothing was saved yet.
        Err(_) => Failure::new(error.to_string()),
    }
}

/// The flags by which a run goes on from a file as it was asked for: what no file keeps has to be said again.
fn going_on(flags: &RunFlags, file: &Path) -> String {
    let last = flags.generations.map_or(String::new(), |last| format!(" --generations {last}"));
    let every = if flags.save_every > 1 { format!(" --save-every {}", flags.save_every) } else { String::new() };
    format!("--resume {}{last}{every}", shell_word(file))
}

/// A path as a word that a shell takes as it is printed: in quotes where it has a blank, as the data folder of macOS
/// has, or another sign that may mean something to a shell.
fn shell_word(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |sign: char| sign.is_alphanumeric() || "/._-+:,=@%".contains(sign) || sign == MAIN_SEPARATOR;
    if path.chars().all(is_plain) {
        return path;
    }
    // A Unix shell goes by these within quotes too.
    let is_escaped = |sign: char| cfg!(unix) && "\\\"$`".contains(sign);
    let escaped = path.chars().flat_map(|sign| is_escaped(sign).then_some('\\').into_iter().chain([sign]));
    format!("\"{}\"", escaped.collect::<String>())
}

/// The trainer of a new run. How many generations are asked for is not put into the recipe: a run of ten generations
/// that is resumed for two more has the same bytes as one of twelve.
fn begun(flags: &RunFlags) -> Result<Trainer, Failure> {
    let recipe = options::with_flags_applied(Recipe::named(flags.recipe.as_deref().unwrap_or("iwumbwe"))?, flags)?;
    let seed = flags.seed.unwrap_or(1);
    match &flags.from {
        Some(spec) => {
            let catalog = Catalog::load();
            let saved = |words: &String| {
                let spec = words.parse()?;
                let found = catalog.saved_generation(&spec)?;
                note_namesakes(&catalog, &spec);
                Ok::<_, Failure>(found)
            };
            let from = saved(spec)?;
            let [untold, against] =
                [&flags.untold_from, &flags.against].map(|spec| spec.as_ref().map(saved).transpose());
            let (untold, against) = (untold?, against?);
            let beginning = StartingGenerations { from: &from, untold: untold.as_ref(), against: against.as_ref() };
            Ok(Trainer::new_from_best_genome(recipe, seed, &beginning)?)
        }
        None => Ok(Trainer::new(recipe, seed)?),
    }
}

/// The trainer of a run that is resumed. Flags may repeat what the file has but not change it, since the result would
/// be a mixture of two runs.
fn resumed(flags: &RunFlags, file: &Path) -> Result<Trainer, Failure> {
    let trainer = runs::trainer_from_file(file)?;
    let (recipe, seed) = (trainer.recipe(), trainer.seed());
    let differs = |FlagDifference { flag, asked, saved }| {
        Failure::new(format!("{}: saved with {flag} {saved}, not {asked}; leave --{flag} out", file.display()))
    };
    if let Some(name) = flags.recipe.as_ref().filter(|name| **name != recipe.name) {
        Recipe::named(name)?;
        let saved = recipe.name.clone();
        return Err(differs(FlagDifference { flag: "recipe", asked: name.clone(), saved }));
    }
    if let Some(asked) = flags.seed.filter(|asked| *asked != seed) {
        return Err(differs(FlagDifference { flag: "seed", asked: asked.to_string(), saved: seed.to_string() }));
    }
    match options::first_flag_difference(recipe, flags)? {
        Some(difference) => Err(differs(difference)),
        None => Ok(trainer),
    }
}

/// The folder of the run: the one asked for, that of the resumed file, or a new one among the user's generations.
fn out_folder(flags: &RunFlags, trainer: &Trainer) -> Result<PathBuf, Failure> {
    if let Some(out) = &flags.out {
        return Ok(out.clone());
    }
    if let Some(folder) = flags.resume.as_deref().and_then(Path::parent) {
        return Ok(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() });
    }
    let generations =
        paths::generations_folder().ok_or_else(|| Failure::new("this machine has no data folder; give --out"))?;
    Ok(generations.join(format!("{}-{}", trainer.recipe().name, trainer.seed())))
}

/// How long to wait for results before the stop flag is read again.
const PATIENCE: Duration = Duration::from_millis(20);

/// The loop of a run: evaluate, save, report. When it is asked to stop, it saves the results of the round in progress.
fn evolve(mut run: TrainingRun, flags: &RunFlags, executor: &mut dyn Executor, stop: &StopFlag) -> Result<(), Failure> {
    let (began, monitor, last) = (Moment::now(), RunMonitor::default(), run.final_generation_number());
    let mut screen = ProgressDisplay::new(last);
    let mut lines = Vec::new();
    let mut high_score = run.trainer().high_score();
    let tell_notes = |run: &mut TrainingRun, screen: &ProgressDisplay| {
        run.take_notes().iter().for_each(|note| screen.say(&format!("korobka: {note}")));
    };
    tell_notes(&mut run, &screen);
    let mut tell_evaluated = |run: &TrainingRun, screen: &mut ProgressDisplay, saved: Option<EvaluatedGeneration>| {
        if let (Some(saved), Some(generation)) = (saved, run.trainer().last_generation()) {
            screen.write_evaluated(generation, &monitor.observation());
            high_score = generation.figures.high_score;
            lines.push(as_json(generation, saved.file.as_deref()));
        }
    };
    while !run.is_over() && !stop.is_set() {
        let saved =
            run.advance(executor, PATIENCE, &monitor).map_err(|error| broken_off(&error, run.folder(), flags))?;
        tell_notes(&mut run, &screen);
        screen.draw(&monitor);
        tell_evaluated(&run, &mut screen, saved);
    }
    let halted = if run.is_over() { Ok(HaltedRun::default()) } else { run.halt(executor, &monitor) };
    tell_notes(&mut run, &screen);
    let HaltedRun { evaluated, round_file } = halted.map_err(|error| broken_off(&error, run.folder(), flags))?;
    tell_evaluated(&run, &mut screen, evaluated);
    screen.finish();
    if lines.is_empty() && run.is_over() {
        note(format_args!("korobka: generation {last} is reached already; ask for more with --generations"));
    }
    if round_file.is_none() && !flags.no_charts {
        crate::cli::chart::draw_charts_after_training(run.folder());
    }
    let (trainer, pieces, seconds) = (run.trainer(), monitor.observation().pieces, began.elapsed().as_secs_f64());
    if flags.json {
        let ended = json!({
            "recipe": trainer.recipe().name,
            "seed": trainer.seed(),
            "folder": path_text(run.folder()),
            "high_score": high_score,
            "pieces": pieces,
            "seconds": seconds,
            "pieces_per_second": pieces as f64 / seconds.max(1e-9),
            "generations": lines,
        });
        say(&json_line(&ended))?;
    }
    match round_file {
        None => Ok(()),
        Some(file) => {
            let (number, further) = (trainer.generation_number(), going_on(flags, &file));
            Err(Failure::interrupted(format!("stopped in generation {number}; go on with {further}")))
        }
    }
}

fn as_json(generation: &Generation, file: Option<&Path>) -> Value {
    let best = generation.held_out.ranking.first();
    json!({
        "generation": generation.generation,
        "best_score": generation.figures.best_score,
        "mean_score": generation.figures.mean_score,
        "best_fitness": generation.figures.best_fitness,
        "mean_fitness": generation.figures.mean_fitness,
        "capped": generation.figures.capped,
        "pieces": generation.figures.pieces,
        "held_out_score": best.map(|best| best.score),
        "held_out_lines": best.map(|best| best.lines),
        "held_out_pieces": best.map(|best| best.pieces),
        "held_out_games": generation.held_out.seeds.len(),
        "file": file.map(path_text),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use clap::{Args, Command, FromArgMatches};

    #[test]
    fn a_run_goes_on_with_the_flags_that_no_file_keeps() {
        let said = |words: &[&str], file: &str| {
            let matches = RunFlags::augment_args(Command::new("train")).try_get_matches_from(words).unwrap();
            going_on(&RunFlags::from_arg_matches(&matches).unwrap(), Path::new(file))
        };
        assert_eq!(said(&["train", "--recipe", "lin"], "run/lin.round"), "--resume run/lin.round");
        let whole = ["train", "--generations", "3", "--save-every", "2"];
        assert_eq!(said(&whole, "run/lin.round"), "--resume run/lin.round --generations 3 --save-every 2");
        assert_eq!(said(&["train"], "my run/lin.round"), "--resume \"my run/lin.round\"");
    }

    #[test]
    #[cfg(unix)]
    fn a_shell_takes_the_file_to_go_on_from_as_it_is_printed() {
        let paths = ["run/lin-0001.gen", "Ivan's/lin.gen", "a&b/lin.gen", "$1/\"lin\".gen", "~/lin.gen"];
        let words = paths.map(|path| shell_word(Path::new(path)));
        assert_eq!(words[..3], ["run/lin-0001.gen", "\"Ivan's/lin.gen\"", "\"a&b/lin.gen\""]);
        assert_eq!(words[3..], [r#""\$1/\"lin\".gen""#, "\"~/lin.gen\""]);
    }
}
