//! Where the games of a command are played, and how many of them side by side.

use super::Failure;
use crate::doors::try_map_in_order;
use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The flags that say where games are played, and how many at once.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct JobFlags {
    /// Games side by side, 1-256 [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Play on all ranks that mpirun or srun has started
    #[cfg(feature = "mpi")]
    #[arg(long, conflicts_with = "jobs")]
    mpi: bool,
}

/// Who plays the games of a command: threads of this machine, or the ranks of a cluster.
pub enum GameRunners {
    /// So many threads of this machine play the games; `None` stands for one on each processor.
    Threads(Option<usize>),
    /// All ranks that mpirun or srun has started play the games.
    #[cfg(feature = "mpi")]
    Ranks(crate::doors::WorkSharing),
}

impl JobFlags {
    /// The number of threads on which games are played side by side; `None` stands for one on each processor.
    pub fn threads(self) -> Option<usize> {
        self.jobs.map(usize::from)
    }

    /// The threads or ranks that play the games. `None` on a rank of a cluster whose job ends before it begins.
    ///
    /// # Errors
    /// An error if the ranks differ, or MPI did not start this program.
    pub fn game_runners(self) -> Result<Option<GameRunners>, Failure> {
        #[cfg(feature = "mpi")]
        if self.mpi {
            return Ok(crate::doors::WorkSharing::begin()?.map(GameRunners::Ranks));
        }
        Ok(Some(GameRunners::Threads(self.threads())))
    }

    /// Plays each game, and returns the results in the order of the games. On a rank of a cluster other than rank 0 it
    /// returns `None`, and that rank's part of the command is over.
    ///
    /// # Errors
    /// A failure of `play`, or an error if the system gives no threads or ranks.
    pub fn play_games<T: Send + Sync, R: Send + Serialize + DeserializeOwned>(
        self,
        games: impl IntoIterator<Item = T>,
        play: impl Fn(T) -> Result<R, Failure> + Sync,
    ) -> Result<Option<Vec<R>>, Failure> {
        match self.game_runners()? {
            None => Ok(None),
            Some(GameRunners::Threads(threads)) => try_map_in_order(threads, games, play).map(Some),
            #[cfg(feature = "mpi")]
            Some(GameRunners::Ranks(ranks)) => Ok(ranks.map(games, play)?),
        }
    }
}

#[cfg(feature = "game")]
impl GameRunners {
    /// Plays each game, and returns the results in the order of the games, on every rank. `None` on a rank other than
    /// rank 0 if the job has failed.
    ///
    /// # Errors
    /// A failure of `play`, or an error if the system gives no threads or a rank does not answer.
    pub fn play_games<T: Send + Sync, R: Send + Serialize + DeserializeOwned>(
        &self,
        games: impl IntoIterator<Item = T>,
        play: impl Fn(T) -> Result<R, Failure> + Sync,
    ) -> Result<Option<Vec<R>>, Failure> {
        match self {
            Self::Threads(threads) => try_map_in_order(*threads, games, play).map(Some),
            #[cfg(feature = "mpi")]
            Self::Ranks(ranks) => Ok(ranks.map_for_all(games, play)?),
        }
    }

    /// Whether this process prints and writes what comes of the games, as rank 0 alone does on a cluster.
    pub fn is_first(&self) -> bool {
        match self {
            Self::Threads(_) => true,
            #[cfg(feature = "mpi")]
            Self::Ranks(ranks) => ranks.is_first(),
        }
    }
}
