//! How many games are played side by side.

use super::Failure;
use clap::Args;

/// How many at once.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Jobs {
    /// Games side by side, 1-256 [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

impl Jobs {
    /// Does it by so many threads.
    pub fn run<T: Send>(self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let Some(jobs) = self.jobs else { return Ok(work()) };
        Ok(rayon::ThreadPoolBuilder::new().num_threads(jobs.into()).build()?.install(work))
    }
}
