//! In which form a command prints what it has found.

use clap::Args;

/// The flags for the form of what is printed; without them it is text for people.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct PrintingFlags {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}
