//! Independent pieces of work on the ranks of a cluster: every rank runs the same command and computes its share, and
//! rank 0 gets all results.

use super::cluster::{ClusterError, introduced, unpacked};
use super::pool::try_map_in_order;
use mpi::Threading;
use mpi::traits::{Communicator, Destination, Source};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::io;

/// What a rank sends rank 0: the results of its share in order, or one line about what went wrong.
type Share<R> = Result<Vec<R>, String>;

/// Does `work` for each item, on all ranks that MPI has started, with one thread on each. Rank r of n computes the
/// items r, r + n, r + 2n and so on. Rank 0 returns the results in the order of the items. The others return `None`,
/// and the job is over for them.
///
/// # Errors
/// An error on rank 0 if a rank differs from rank 0, a message cannot be read, or `work` fails on a rank: then it has
/// one line about the failure on the lowest such rank. An error on every rank if MPI did not start this program.
pub fn map_on_ranks<T: Send + Sync, R: Send + Serialize + DeserializeOwned, E: Display>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Option<Vec<R>>, ClusterError> {
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or(ClusterError::NoMpi)?;
    let world = universe.world();
    if !introduced(&world)? {
        return Ok(None);
    }
    let (rank, count) = (world.rank() as usize, world.size() as usize);
    let items: Vec<T> = items.into_iter().collect();
    let all = items.len();
    let share = items.into_iter().skip(rank).step_by(count);
    let told = |error: E| Failed(error.to_string());
    let own: Share<R> = try_map_in_order(Some(1), share, |item| work(item).map_err(told)).map_err(|Failed(line)| line);
    if rank > 0 {
        // A result that cannot be packed is sent as an empty message, which rank 0 refuses with an error.
        let bytes = bincode::serde::encode_to_vec(&own, bincode::config::standard()).unwrap_or_default();
        world.process_at_rank(0).send(&bytes[..]);
        return Ok(None);
    }
    let mut shares = vec![own];
    for rank in 1..count as i32 {
        let (bytes, _) = world.process_at_rank(rank).receive_vec::<u8>();
        shares.push(unpacked::<Share<R>>(&bytes).ok_or(ClusterError::Unreadable { rank })?);
    }
    let shares = shares.into_iter().collect::<Result<Vec<_>, String>>().map_err(ClusterError::Failed)?;
    let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
    // A share with too few results leaves items without one, so that the count is not right.
    let found: Vec<R> = (0..all).filter_map(|item| shares[item % count].next()).collect();
    if found.len() == all { Ok(Some(found)) } else { Err(ClusterError::Unreadable { rank: 0 }) }
}

/// A failure of the work, as one line about it.
struct Failed(String);

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}
