//! A run of evolution from flags to files.

use super::RunFlags;
use super::folder::RunFolder;
use super::options::{self, Difference};
use super::progress::{Screen, Totals};
use crate::cli::Failure;
use crate::storage::{Catalog, generation, paths};
use crate::train::recipe::MAX_GENERATION;
use crate::train::{Generation, Recipe, Trainer};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The most threads that anyone has.
const MAX_THREADS: usize = 1024;

/// Trains as the flags say.
pub fn run(flags: &RunFlags) -> Result<(), Failure> {
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
    let folder = RunFolder::new(out_folder(flags, &trainer)?, &trainer.recipe().name);
    folder.prepare(&trainer, flags.resume.as_deref(), flags.force)?;
    pool(flags.threads)?.install(|| evolve(trainer, folder, flags))
}

/// A new run's trainer. How long the run is to be stays out of the recipe: a run of ten generations that is taken up
/// for two more has the same bytes as one of twelve.
fn begun(flags: &RunFlags) -> Result<Trainer, Failure> {
    let recipe = options::applied(Recipe::named(flags.recipe.as_deref().unwrap_or("iwumbwe"))?, flags)?;
    let seed = flags.seed.unwrap_or(1);
    match &flags.from {
        Some(spec) => Ok(Trainer::begun_from(recipe, seed, &Catalog::load().saved(&spec.parse()?)?)?),
        None => Ok(Trainer::new(recipe, seed)?),
    }
}

/// The trainer of a run that goes on. Flags may repeat what the file says, but not change it: the result would be
/// neither run.
fn resumed(flags: &RunFlags, file: &Path) -> Result<Trainer, Failure> {
    let saved = generation::read(file)?;
    let differs = |Difference { flag, asked, saved }| {
        Failure::new(format!("{}: saved with {flag} {saved}, not {asked}; leave --{flag} out", file.display()))
    };
    if let Some(name) = flags.recipe.as_ref().filter(|name| **name != saved.recipe.name) {
        Recipe::named(name)?;
        return Err(differs(Difference { flag: "recipe", asked: name.clone(), saved: saved.recipe.name.clone() }));
    }
    if let Some(seed) = flags.seed.filter(|seed| *seed != saved.seed) {
        return Err(differs(Difference { flag: "seed", asked: seed.to_string(), saved: saved.seed.to_string() }));
    }
    match options::difference(&saved.recipe, flags)? {
        Some(difference) => Err(differs(difference)),
        None => Ok(Trainer::resumed(saved)?),
    }
}

/// Where the run goes: the folder asked for, the resumed file's, or a new one among the user's generations.
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

fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool, Failure> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?)
}

/// The loop: evaluate, save, report.
fn evolve(mut trainer: Trainer, folder: RunFolder, flags: &RunFlags) -> Result<(), Failure> {
    let last = flags.generations.unwrap_or(trainer.recipe().generations);
    let mut history = folder.history(&trainer, flags.resume.as_deref())?;
    let screen = Screen::new(trainer.recipe().genomes(), last);
    let mut lines = Vec::new();
    let mut high_score = trainer.last().map_or(0, |last| last.figures.high_score);
    while trainer.last().is_none_or(|reached| reached.generation < last) {
        let generation = trainer.advance(&screen)?;
        let saved = generation.generation % flags.save_every == 0 || generation.generation == last;
        let file = if saved { Some(folder.save(generation)?) } else { None };
        history.push(generation);
        folder.save_history(&history)?;
        screen.evaluated(generation);
        high_score = generation.figures.high_score;
        lines.push(as_json(generation, file.as_deref()));
    }
    if lines.is_empty() {
        eprintln!("korobka: generation {last} is reached already; ask for more with --generations");
    }
    let Totals { pieces, seconds } = screen.finish();
    if !flags.no_charts {
        crate::cli::chart::after_training(folder.path());
    }
    if flags.json {
        println!(
            "{}",
            json!({
                "recipe": trainer.recipe().name,
                "seed": trainer.seed(),
                "folder": folder.path(),
                "high_score": high_score,
                "pieces": pieces,
                "seconds": seconds,
                "pieces_per_second": pieces as f64 / seconds.max(1e-9),
                "generations": lines,
            })
        );
    }
    Ok(())
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
        "file": file,
    })
}
