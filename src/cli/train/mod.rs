//! `korobka train`: runs an evolution, saves its generations, and resumes a run that was broken off. `train export`
//! makes the small files that come with the game.

mod export;
mod options;
mod progress;
mod run;

use super::Failure;
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub use options::RecipeFlags;
pub use run::run as evolve;

/// Flags of `train`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  korobka train --recipe iwumbwe --out runs/iwumbwe
  korobka train --resume runs/iwumbwe/iwumbwe-0007.gen --generations 20

Each generation is saved as soon as it is evaluated, as RECIPE-NNNN.gen, and history.csv beside it
has a line for each. Kill the run at any moment; --resume FILE goes on to the very same files
(repeat --generations if you gave it). Ctrl-C stops it within a moment, saves what is computed of
the round in progress as RECIPE.round, from which --resume goes on too, and ends with exit code 130.

The numbers of a recipe that 'korobka recipes NAME' lists are flags."
)]
pub struct TrainFlags {
    /// Another thing to do with trained generations
    #[command(subcommand)]
    pub action: Option<TrainCommand>,
    /// Flags of a run
    #[command(flatten)]
    pub run: RunFlags,
}

/// What can be done besides training.
#[derive(Debug, Subcommand)]
pub enum TrainCommand {
    /// Write the best genomes of each generation of a run as small files
    Export(export::ExportFlags),
}

/// Flags of a run.
#[derive(Debug, Args)]
pub struct RunFlags {
    /// The learner, as 'korobka recipes' lists them [default: iwumbwe, or that of the resumed file]
    #[arg(long)]
    pub recipe: Option<String>,
    /// The last generation; generation 0 is the first population [default: the recipe's]
    #[arg(long, value_name = "N")]
    pub generations: Option<u32>,
    /// The run's seed [default: 1, or that of the resumed file]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Folder for the generations [default: RECIPE-SEED among the user's generations]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Save every N-th generation, and the last
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub save_every: u32,
    /// Go on from a saved generation, or from the round in which a run was stopped
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Begin at the best of a saved generation, such as champion:91 or a file, of the same recipe or another with
    /// weights of the same names
    #[arg(long, value_name = "SPEC", conflicts_with = "resume")]
    pub from: Option<String>,
    /// The saved generation whose best the run plays like at first where garbage is not announced, whatever --from is
    /// told
    #[arg(long, value_name = "SPEC", requires = "from", conflicts_with = "resume")]
    pub untold_from: Option<String>,
    /// The saved generation that opposite samples both play in matches, in place of each other: they learn to beat it
    #[arg(long, value_name = "SPEC", requires = "from", conflicts_with = "resume")]
    pub against: Option<String>,
    /// Threads [default: one a core]; the result is the same for any number
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Compute on all ranks that mpirun or srun has started; the result is the same for any number
    #[cfg(feature = "mpi")]
    #[arg(long, conflicts_with = "threads")]
    pub mpi: bool,
    /// Replace an earlier run in the folder
    #[arg(long)]
    pub force: bool,
    /// Leave out the charts that are drawn into the folder at the end
    #[arg(long)]
    pub no_charts: bool,
    /// Print one JSON object on standard output at the end
    #[arg(long)]
    pub json: bool,
    /// The recipe's own numbers, where the run is to differ from it
    #[command(flatten)]
    pub options: RecipeFlags,
}

/// Trains, or runs the subcommand.
///
/// # Errors
/// A line for the user, if a flag is impossible or a file cannot be read or written.
pub fn run(arguments: TrainFlags) -> Result<(), Failure> {
    match arguments.action {
        Some(TrainCommand::Export(flags)) => export::run(&flags),
        None => evolve(&arguments.run),
    }
}
