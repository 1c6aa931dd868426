//! `korobka train export`: the best genomes of each generation of a run, small enough to ship.

use crate::cli::Failure;
use crate::doors::files;
use crate::storage::opponents::generation_files;
use crate::storage::{generation, manifest};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Flags of `train export`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka train export --from runs/lin --to exported
  korobka train export --from runs/champion --to runs/ladder --best 3

The files keep each generation's figures and the original population's size. Where the folder, or
the one that it lies in, has a manifest.txt, as assets/generations does, they are added to it.")]
pub struct Export {
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
pub(super) fn run(flags: &Export) -> Result<(), Failure> {
    if flags.best == 0 {
        return Err(Failure::new("--best is 0, must be at least 1"));
    }
    let sources = generation_files(&flags.from);
    if sources.is_empty() {
        return Err(Failure::new(format!("there are no generations in folder {}", flags.from.display())));
    }
    // Everything is read before anything is written, so that a damaged file leaves no half export.
    let mut smaller = Vec::new();
    for source in &sources {
        smaller.push(generation::read(source)?.best_only(flags.best));
    }
    files()
        .create_folders(&flags.to)
        .map_err(|error| Failure::new(format!("cannot make folder {}: {error}", flags.to.display())))?;
    let (mut bytes, mut written) = (0, Vec::new());
    let mut names = Vec::new();
    for generation in &smaller {
        let name = generation::file_name(&generation.recipe.name, generation.generation);
        let path = flags.to.join(&name);
        names.push(name);
        generation::write(&path, generation)?;
        bytes += files().size(&path)?;
        written.push(json!({ "file": path, "generation": generation.generation, "genomes": generation.genomes.len() }));
    }
    manifest::add(files(), &flags.to, &names)
        .map_err(|error| Failure::new(format!("cannot add to the manifest beside {}: {error}", flags.to.display())))?;
    if flags.json {
        println!("{}", json!({ "from": flags.from, "to": flags.to, "bytes": bytes, "files": written }));
    } else {
        println!("{} generations, {bytes} bytes, in {}", written.len(), flags.to.display());
    }
    Ok(())
}
