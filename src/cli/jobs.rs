//! How many games are played side by side.

use clap::Args;

/// How many at once.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Jobs {
    /// Games side by side, 1-256 [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

impl Jobs {
    /// The threads that this takes; `None`: one a processor.
    pub fn threads(self) -> Option<usize> {
        self.jobs.map(usize::from)
    }
}
