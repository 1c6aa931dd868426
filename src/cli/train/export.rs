//! `korobka train export`: the best genomes of each generation of a run, small enough to ship.

use crate::cli::Failure;
use crate::cli::output::{counted, json_line, path_text, printable, say};
use crate::doors::files;
use crate::storage::opponents::generation_files_below;
use crate::storage::{FileError, generation, manifest};
use crate::train::Generation;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Flags of `train export`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka train export --from runs/lin --to exported
  korobka train export --from runs/champion --to runs/ladder --best 3

The files keep each generation's figures and the original population's size. Where the folder, or
the one that it lies in, has a manifest.txt, as assets/generations does, they are added to it.")]
pub struct ExportFlags {
    /// The folder of a run
    #[arg(long, value_name = "DIR")]
    pub from: PathBuf,
    /// The folder for the small files
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    /// Genomes to keep of each generation, by held-out rank, then fitness
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub best: usize,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// Exports every generation in the folder, or none if one of them cannot be read.
pub(super) fn run(flags: &ExportFlags) -> Result<(), Failure> {
    if flags.best == 0 {
        return Err(Failure::new("--best is 0, must be at least 1"));
    }
    if let Err(error) = files().list(&flags.from) {
        let (folder, why) = (flags.from.display(), files::reason(&error));
        return Err(Failure::new(format!("there are no generations in folder {folder}: {why}")));
    }
    let sources = sources(flags);
    if sources.is_empty() {
        return Err(Failure::new(format!("there are no generations in folder {}", flags.from.display())));
    }
    // Everything is read before anything is written, so that a damaged file leaves no half export.
    let smaller = sources.iter().map(|source| Ok(generation::read(source)?.with_best_genomes_only(flags.best)));
    let smaller = smaller.collect::<Result<Vec<Generation>, Failure>>()?;
    refuse_loss(flags, &smaller)?;
    files().create_folders(&flags.to).map_err(<FileError>::system("make folder", &flags.to))?;
    let (mut bytes, mut written, mut names) = (0, Vec::new(), Vec::new());
    for generation in &smaller {
        let name = name_of(generation);
        let path = flags.to.join(&name);
        names.push(name);
        generation::write(&path, generation)?;
        bytes += files().size(&path)?;
        written.push(json!({ "file": path_text(&path), "generation": generation.generation, "genomes": generation.genomes.len() }));
    }
    manifest::add_files(files(), &flags.to, &names)
        .map_err(|error| Failure::new(format!("cannot add to the manifest beside {}: {error}", flags.to.display())))?;
    if flags.json {
        let [from, to] = [&flags.from, &flags.to].map(|folder| path_text(folder));
        return say(&json_line(&json!({ "from": from, "to": to, "bytes": bytes, "files": written })));
    }
    let (count, to) = (counted(written.len(), "generation"), printable(&path_text(&flags.to)));
    say(&format!("{count}, {bytes} bytes, in {to}\n"))
}

/// The generation files of the run. What an earlier export has left in a folder inside the run's is none of them.
fn sources(flags: &ExportFlags) -> Vec<PathBuf> {
    let real = |path: &Path| files().real_path(path).ok();
    let (mut found, to) = (generation_files_below(&flags.from), real(&flags.to));
    if to.is_some() && to != real(&flags.from) {
        found.retain(|path| path.parent().and_then(real) != to);
    }
    found
}

/// The name of a generation's file.
fn name_of(generation: &Generation) -> String {
    generation::file_name(&generation.recipe.name, generation.generation)
}

/// Refuses an export in which something would be lost: of two runs with files of the same names, over files of another
/// run, or over files that hold more genomes, as those of the run itself.
fn refuse_loss(flags: &ExportFlags, smaller: &[Generation]) -> Result<(), Failure> {
    let mut names: Vec<String> = smaller.iter().map(name_of).collect();
    names.sort();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        let line = format!("{} has {} twice, of several runs: give the folder of one", flags.from.display(), twice[0]);
        return Err(Failure::new(line));
    }
    for generation in smaller {
        let path = flags.to.join(name_of(generation));
        let there = match generation::read(&path) {
            Ok(there) => there,
            Err(_) if !files().is_taken(&path) => continue,
            Err(error) => {
                return Err(Failure::new(format!("{error}: it may be of another run, so export to another folder")));
            }
        };
        let (before, now) = (there.genomes.len(), generation.genomes.len());
        let what = if there.seed != generation.seed || there.recipe != generation.recipe {
            "is of another run".to_owned()
        } else if before > now {
            format!("holds {before} genomes, and {now} would take their place")
        } else {
            continue;
        };
        return Err(Failure::new(format!("{} {what}: export to another folder", path.display())));
    }
    Ok(())
}
