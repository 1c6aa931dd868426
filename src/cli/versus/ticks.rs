//! The flags of matches by ticks.

use crate::cli::lineup::{DealerFlags, StyleFlags};
use clap::Args;
use std::path::PathBuf;

/// The flags of `match` for matches by ticks, which matches by placements refuse.
#[derive(Debug, Args)]
pub(super) struct TicksFlags {
    #[command(flatten)]
    pub(super) style: StyleFlags,
    #[command(flatten)]
    pub(super) dealers: DealerFlags,
    /// Rounds to win a game of two, 1-10
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(super) first_to: u8,
    /// Rounds of a tournament
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) rounds: u32,
    /// Each plays the one before it, the lowest rung first
    #[arg(long)]
    pub(super) ladder: bool,
    /// Rate everybody against the rungs in this file, which --ladder wrote
    #[arg(long, value_name = "FILE", conflicts_with = "ladder")]
    pub(super) scale: Option<PathBuf>,
}
