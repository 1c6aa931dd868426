//! Independent pieces of work on the ranks of a cluster: every rank runs the same command and computes its share, and
//! rank 0 gets all results.

use super::cluster::{ClusterError, compare_ranks, decode_message, encode_message};
use super::pool::try_map_in_order;
use mpi::Threading;
use mpi::environment::Universe;
use mpi::traits::{Communicator, Destination, Source};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::io;

/// What a rank sends rank 0: the results of its share in order, or one line about what went wrong.
type Share<R> = Result<Vec<R>, String>;

/// The ranks that MPI has started, which share work out among them. MPI ends with it, and cannot begin again.
pub struct WorkSharing(Universe);

impl WorkSharing {
    /// Joins the ranks that MPI has started. Returns `None` on a rank other than rank 0 if the job ends before it
    /// begins, because a rank differs from rank 0.
    ///
    /// # Errors
    /// An error on rank 0 if a rank differs from it, or a message cannot be read. An error on every rank if the program
    /// was started otherwise than by MPI.
    pub fn begin() -> Result<Option<Self>, ClusterError> {
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or(ClusterError::NoMpi)?;
        Ok(compare_ranks(&universe.world())?.then_some(Self(universe)))
    }

    /// Whether this is rank 0, which prints and writes what comes of the job.
    pub fn is_first(&self) -> bool {
        self.0.world().rank() == 0
    }

    /// Does `work` for each item on all ranks, with one thread on each. Rank r of n computes the items r, r + n, r + 2n
    /// and so on. Rank 0 returns the results in the order of the items, the others return `None`.
    ///
    /// # Errors
    /// An error on rank 0 if a message cannot be read, or `work` fails on a rank: then it has one line about the
    /// failure on the lowest such rank.
    pub fn map<T: Send + Sync, R: Send + Serialize + DeserializeOwned, E: Display>(
        &self,
        items: impl IntoIterator<Item = T>,
        work: impl Fn(T) -> Result<R, E> + Sync,
    ) -> Result<Option<Vec<R>>, ClusterError> {
        let world = self.0.world();
        let (rank, count) = (world.rank() as usize, world.size() as usize);
        let items: Vec<T> = items.into_iter().collect();
        let all = items.len();
        let share = items.into_iter().skip(rank).step_by(count);
        let told = |error: E| io::Error::other(error.to_string());
        let own: Share<R> =
            try_map_in_order(Some(1), share, |item| work(item).map_err(told)).map_err(|error| error.to_string());
        if rank > 0 {
            world.process_at_rank(0).send(&encode_message(&own)[..]);
            return Ok(None);
        }
        let mut shares = vec![own];
        for rank in 1..count as i32 {
            let (bytes, _) = world.process_at_rank(rank).receive_vec::<u8>();
            shares.push(decode_message::<Share<R>>(&bytes).ok_or(ClusterError::Unreadable { rank })?);
        }
        let shares = shares.into_iter().collect::<Result<Vec<_>, String>>().map_err(ClusterError::Failed)?;
        let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
        // A share with too few results leaves items without one, so that the count is not right.
        let found: Vec<R> = (0..all).filter_map(|item| shares[item % count].next()).collect();
        if found.len() == all { Ok(Some(found)) } else { Err(ClusterError::Unreadable { rank: 0 }) }
    }

    /// Does `work` for each item as [`map`](Self::map) does, and gives every rank all results, so that the ranks can go
    /// on with the same knowledge. Ranks other than 0 return `None` if the job has failed on rank 0.
    ///
    /// # Errors
    /// Those of [`map`](Self::map), and an error on another rank that cannot read the results.
    pub fn map_for_all<T: Send + Sync, R: Send + Serialize + DeserializeOwned, E: Display>(
        &self,
        items: impl IntoIterator<Item = T>,
        work: impl Fn(T) -> Result<R, E> + Sync,
    ) -> Result<Option<Vec<R>>, ClusterError> {
        let world = self.0.world();
        let found = self.map(items, work);
        if world.rank() > 0 {
            let (bytes, _) = world.process_at_rank(0).receive_vec::<u8>();
            return decode_message(&bytes).ok_or(ClusterError::Unreadable { rank: 0 });
        }
        let told = encode_message(&found.as_ref().ok().and_then(Option::as_ref));
        (1..world.size()).for_each(|rank| world.process_at_rank(rank).send(&told[..]));
        found
    }
}
