//! Where the games of a command are played, and how many of them side by side.

use super::Failure;
use crate::doors::try_map_in_order;
use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Where games are played, and how many at once.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Jobs {
    /// Games side by side, 1-256 [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Play on all ranks that mpirun or srun has started, one game at a time on each; rank 0 prints
    #[cfg(feature = "mpi")]
    #[arg(long, conflicts_with = "jobs")]
    mpi: bool,
}

impl Jobs {
    /// Plays each game, and returns the results in the order of the games. On a rank of a cluster other than rank 0 it
    /// returns `None`, and that rank's part of the command is over.
    ///
    /// # Errors
    /// A failure of `play`, or an error if the system gives no threads or ranks.
    pub fn play<T: Send + Sync, R: Send + Serialize + DeserializeOwned>(
        self,
        games: impl IntoIterator<Item = T>,
        play: impl Fn(T) -> Result<R, Failure> + Sync,
    ) -> Result<Option<Vec<R>>, Failure> {
        #[cfg(feature = "mpi")]
        if self.mpi {
            return Ok(crate::doors::map_on_ranks(games, play)?);
        }
        try_map_in_order(self.jobs.map(usize::from), games, play).map(Some)
    }

    /// Whether the games are to be played on the ranks of a cluster.
    pub const fn are_on_ranks(self) -> bool {
        #[cfg(feature = "mpi")]
        return self.mpi;
        #[cfg(not(feature = "mpi"))]
        false
    }
}
