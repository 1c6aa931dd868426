//! The worlds of a decision on several threads: each takes the next world as soon as it is free.
//!
//! What comes back is in the order of the worlds, so that nobody can tell how many threads there were. Knows threads, no clock: only the
//! caller's thread asks whether to stop, and tells the others.

use super::search::Searcher;
use super::state::State;
use super::weights::Weights;
use super::worlds::{Found, World};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How long to wait for the other threads before asking again whether to stop.
const PATIENCE: Duration = Duration::from_micros(200);

/// Searches the worlds with about `share` nodes each: what those came to that were searched before `stop` said so, the first always.
pub(super) fn run(
    searchers: &mut [Searcher],
    state: &State,
    worlds: &[World],
    weights: &Weights,
    share: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Vec<Found> {
    let next = AtomicUsize::new(1);
    // Searches this world and then whichever is free.
    let work = |searcher: &mut Searcher, first: usize, stop: &mut dyn FnMut() -> bool| {
        let (mut at, mut all) = (first, Vec::new());
        while let Some(world) = worlds.get(at) {
            let found = searcher.run(state, world, weights, share, stop);
            let over = found.is_some() && stop();
            all.extend(found.map(|found| (at, found)));
            if over {
                break;
            }
            at = next.fetch_add(1, Ordering::Relaxed);
        }
        all
    };
    let Some((own, others)) = searchers.split_first_mut() else { return Vec::new() };
    let helpers = others.len().min(worlds.len() - 1);
    let mut all = if helpers == 0 {
        work(own, 0, stop)
    } else {
        let (over, caller, work, next) = (&AtomicBool::new(false), &thread::current(), &work, &next);
        thread::scope(|scope| {
            let help = |searcher| {
                let help = move || {
                    let first = next.fetch_add(1, Ordering::Relaxed);
                    let all = work(searcher, first, &mut || over.load(Ordering::Relaxed));
                    caller.unpark();
                    all
                };
                // A system that has no thread left does without.
                thread::Builder::new().spawn_scoped(scope, help).ok()
            };
            let helping: Vec<_> = others[..helpers].iter_mut().filter_map(help).collect();
            let mut ask = || {
                if stop() {
                    over.store(true, Ordering::Relaxed);
                }
                over.load(Ordering::Relaxed)
            };
            let mut all = work(own, 0, &mut ask);
            while helping.iter().any(|helper| !helper.is_finished()) {
                ask();
                thread::park_timeout(PATIENCE);
            }
            for helper in helping {
                all.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            all
        })
    };
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, found)| found).collect()
}
