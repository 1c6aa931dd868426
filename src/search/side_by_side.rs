//! The worlds of a decision side by side: each helper takes the next world as soon as it is free.
//!
//! The results come back in the order of the worlds, so that the answer does not depend on the number of helpers. Only
//! the caller asks whether to stop, and passes that on to the helpers.

use super::beam::Beam;
use super::state::State;
use super::weights::Weights;
use super::worlds::{World, WorldSearchResult};
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Work that a helper does.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs jobs beside a caller's own work, as threads do.
pub trait Helpers: Debug + Send + Sync {
    /// Begins the jobs, or as many as it can, calls `own`, and returns when all jobs that it has begun have ended.
    /// `own` is given a function that waits a little for the jobs and says whether all have ended.
    fn beside(&self, jobs: Vec<Job<'_>>, own: &mut dyn FnMut(&mut dyn FnMut() -> bool));
}

/// Searches the worlds with about `share` nodes each, until `stop` says so; gives the results of the worlds that were
/// searched, the first always among them. Without helpers the first beam takes all worlds one after another.
pub(super) fn search_worlds(
    beams: &mut [Beam],
    helpers: Option<&dyn Helpers>,
    state: &State,
    worlds: &[World],
    weights: &Weights,
    share: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Vec<WorldSearchResult> {
    let next = AtomicUsize::new(1);
    // Searches this world and then whichever is free.
    let work = |beam: &mut Beam, first: usize, stop: &mut dyn FnMut() -> bool| {
        let (mut at, mut all) = (first, Vec::new());
        while let Some(world) = worlds.get(at) {
            let found = beam.search_world(state, world, weights, share, stop);
            let over = found.is_some() && stop();
            all.extend(found.map(|found| (at, found)));
            if over {
                break;
            }
            at = next.fetch_add(1, Ordering::Relaxed);
        }
        all
    };
    let Some((own, others)) = beams.split_first_mut() else { return Vec::new() };
    let most = others.len().min(worlds.len() - 1);
    let mut all = match helpers.filter(|_| most > 0) {
        None => work(own, 0, stop),
        Some(helpers) => {
            let (over, helped, work, next) = (&AtomicBool::new(false), &Mutex::new(Vec::new()), &work, &next);
            let job = |beam| -> Job<'_> {
                Box::new(move || {
                    let first = next.fetch_add(1, Ordering::Relaxed);
                    let found = work(beam, first, &mut || over.load(Ordering::Relaxed));
                    helped.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
                })
            };
            let mut all = Vec::new();
            helpers.beside(others[..most].iter_mut().map(job).collect(), &mut |ended| {
                let mut ask = || {
                    if stop() {
                        over.store(true, Ordering::Relaxed);
                    }
                    over.load(Ordering::Relaxed)
                };
                all = work(own, 0, &mut ask);
                while !ended() {
                    ask();
                }
            });
            all.append(&mut helped.lock().unwrap_or_else(PoisonError::into_inner));
            all
        }
    };
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, found)| found).collect()
}
