//! Thinking in the background, with an answer at any moment: searches with growing budgets, of which the best finished
//! one counts.
//!
//! A search goes over the whole queue with the budget that it is given, so thinking longer means searching again with
//! more. How much time there is shows in when the last moves were asked for: after a small search, for a first answer,
//! one is made that fills that time. When an answer is asked for while a search runs, that search counts if it got as
//! deep as the last finished one.

use crate::doors::Moment;
use crate::doors::threads::{self, Thread, unpoisoned};
use crate::search::{State, Think, Thought};
use crate::tbp::{PositionThinker, ThinkingResult};
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// The nodes of the first search, which takes a millisecond or less.
const FIRST: u64 = 2_000;
/// The nodes of the largest search, which takes some seconds.
const LARGEST: u64 = 40_000_000;
/// The share of the time that a front end usually gives which one search is to fill.
const SHARE: f64 = 0.8;
/// Nodes a second that are assumed before anything was measured.
const USUAL_RATE: f64 = 2e6;
/// From how many of the last moves it is judged how much time a front end gives.
const REMEMBERED: usize = 4;

/// How far to think about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingBudget {
    /// This many nodes, in one search: the same answer on every machine.
    Nodes(u64),
    /// Until an answer is asked for.
    UntilAsked,
}

/// The threads that think, and what they share.
#[derive(Debug)]
pub struct ThinkingThreads {
    shared: Arc<ThinkingThreadState>,
    threads: Vec<Thread<()>>,
}

#[derive(Debug)]
struct ThinkingThreadState {
    ongoing: Mutex<OngoingSearch>,
    /// Wakes threads and callers when something in [`OngoingSearch`] has changed.
    changed: Condvar,
    /// The number of the position that is thought about; searches about others end at once.
    current: AtomicU64,
    /// The number of the position that an answer is wanted about now; searches about it end with what they know.
    answer: AtomicU64,
}

/// What the threads share: the position, the searches to make and what was found.
#[derive(Debug)]
struct OngoingSearch {
    budget: ThinkingBudget,
    /// The position to think about; each position gets a new `number`.
    task: Option<Arc<State>>,
    number: u64,
    since: Moment,
    /// The budget of the next search; `None` when there is none to make.
    next: Option<u64>,
    /// How many searches are running.
    running: usize,
    found: ThinkingResult,
    /// The budget of the search that found the best move.
    best_budget: u64,
    /// Whether a search was finished, with a move or without.
    finished: bool,
    asked: bool,
    /// How many seconds passed from position to question, for each of the last moves.
    given: VecDeque<f64>,
    rate: f64,
    /// Whether the threads are to end. It is set too where one of them has panicked.
    over: bool,
}

/// What a thread holds while it works: with its end, also by a panic, no more answers come.
struct ThinkingGuard(Arc<ThinkingThreadState>);

impl ThinkingThreads {
    /// Starts a thread for each search; the threads share out the budgets.
    ///
    /// # Errors
    /// The error of the system, if it has no thread left.
    pub fn new(budget: ThinkingBudget, searches: Vec<Think>) -> io::Result<Self> {
        let ongoing = OngoingSearch {
            budget,
            task: None,
            number: 0,
            since: Moment::now(),
            next: None,
            running: 0,
            found: ThinkingResult::default(),
            best_budget: 0,
            finished: false,
            asked: false,
            given: VecDeque::new(),
            rate: USUAL_RATE,
            over: false,
        };
        let shared = Arc::new(ThinkingThreadState {
            ongoing: Mutex::new(ongoing),
            changed: Condvar::new(),
            current: AtomicU64::new(0),
            answer: AtomicU64::new(u64::MAX),
        });
        let mut background = Self { shared, threads: Vec::new() };
        for think in searches {
            let shared = Arc::clone(&background.shared);
            background.threads.push(threads::spawn("thinking", move || {
                let at_work = ThinkingGuard(shared);
                at_work.0.work(think);
            })?);
        }
        Ok(background)
    }
}

impl PositionThinker for ThinkingThreads {
    fn think_about(&mut self, state: Option<State>) {
        let mut ongoing = self.shared.ongoing();
        ongoing.number += 1;
        ongoing.next = state.is_some().then_some(match ongoing.budget {
            ThinkingBudget::Nodes(nodes) => nodes,
            ThinkingBudget::UntilAsked => FIRST,
        });
        ongoing.task = state.map(Arc::new);
        ongoing.since = Moment::now();
        ongoing.found = ThinkingResult::default();
        (ongoing.best_budget, ongoing.finished, ongoing.asked) = (0, false, false);
        self.shared.current.store(ongoing.number, Ordering::Relaxed);
        drop(ongoing);
        self.shared.changed.notify_all();
    }

    /// Waits for the one search where the budget is in nodes, else only until there is an answer at all.
    fn thoughts(&mut self) -> Option<ThinkingResult> {
        let mut ongoing = self.shared.ongoing();
        if ongoing.task.is_none() {
            return Some(ThinkingResult::default());
        }
        let seconds = ongoing.since.elapsed().as_secs_f64();
        if ongoing.budget == ThinkingBudget::UntilAsked {
            if !ongoing.asked {
                ongoing.given.push_back(seconds);
                if ongoing.given.len() > REMEMBERED {
                    ongoing.given.pop_front();
                }
            }
            ongoing.asked = true;
            self.shared.end_if_answered(&ongoing);
        }
        let wanted = |ongoing: &OngoingSearch| match ongoing.budget {
            ThinkingBudget::Nodes(_) => ongoing.finished,
            ThinkingBudget::UntilAsked => ongoing.finished && ongoing.running == 0,
        };
        while !wanted(&ongoing) && !ongoing.over {
            ongoing = unpoisoned(self.shared.changed.wait(ongoing));
        }
        (!ongoing.over).then(|| ongoing.found.clone())
    }
}

impl Drop for ThinkingThreads {
    fn drop(&mut self) {
        self.think_about(None);
        self.shared.end();
        for thread in self.threads.drain(..) {
            thread.join();
        }
    }
}

impl Drop for ThinkingGuard {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl ThinkingThreadState {
    fn ongoing(&self) -> MutexGuard<'_, OngoingSearch> {
        unpoisoned(self.ongoing.lock())
    }

    /// Lets the threads end, and wakes all who wait.
    fn end(&self) {
        self.ongoing().over = true;
        self.changed.notify_all();
    }

    /// Lets the searches end with what they know, once an answer is asked for and there is one.
    fn end_if_answered(&self, ongoing: &OngoingSearch) {
        if ongoing.asked && ongoing.finished {
            self.answer.store(ongoing.number, Ordering::Relaxed);
        }
    }

    /// What each thread runs: it searches for as long as the [`ThinkingThreads`] live.
    fn work(&self, mut think: Think) {
        let mut ongoing = self.ongoing();
        while !ongoing.over {
            let Some((task, budget)) = ongoing.take() else {
                ongoing = unpoisoned(self.changed.wait(ongoing));
                continue;
            };
            let (number, start) = (ongoing.number, Moment::now());
            ongoing.running += 1;
            drop(ongoing);
            let mut stopped = false;
            let thought = think(&task, budget, &mut || {
                stopped |= self.current.load(Ordering::Relaxed) != number;
                stopped |= self.answer.load(Ordering::Relaxed) == number;
                stopped
            });
            ongoing = self.ongoing();
            ongoing.running -= 1;
            if ongoing.number == number {
                ongoing.add(thought, budget, stopped, start.elapsed().as_secs_f64());
                self.end_if_answered(&ongoing);
            }
            self.changed.notify_all();
        }
    }
}

impl OngoingSearch {
    /// Takes the position and the budget of the next search to make; `None` while there is none.
    fn take(&mut self) -> Option<(Arc<State>, u64)> {
        let task = self.task.clone()?;
        // After an answer was given no new search begins until the game goes on.
        let budget = self.next.take_if(|_| !self.asked || !self.finished)?;
        self.next = match self.budget {
            ThinkingBudget::Nodes(_) => None,
            ThinkingBudget::UntilAsked => self.after(budget),
        };
        Some((task, budget))
    }

    /// The budget of the search after one of this budget; `None` if that would be too large.
    fn after(&self, budget: u64) -> Option<u64> {
        let least = self.given.iter().copied().reduce(f64::min);
        let filling = least.map(|seconds| {
            let left = SHARE * (seconds - self.since.elapsed().as_secs_f64());
            ((left * self.rate) as u64).min(LARGEST)
        });
        let next = match filling {
            Some(filling) if budget < filling / 8 => filling / 8,
            Some(filling) if budget < filling => filling,
            _ => 2 * budget,
        };
        Some(next).filter(|&next| next <= LARGEST)
    }

    /// Notes the result of a search that has ended.
    fn add(&mut self, thought: Option<Thought>, budget: u64, stopped: bool, seconds: f64) {
        self.found.seconds = self.since.elapsed().as_secs_f64();
        let Some(thought) = thought else {
            // Stopped before it knew anything, or there is no move to be found with more nodes either.
            self.finished |= !stopped;
            self.next = self.next.filter(|_| stopped);
            return;
        };
        self.found.nodes += thought.nodes;
        if !stopped && thought.nodes > FIRST && seconds > 0.0 {
            self.rate = 0.7 * self.rate + 0.3 * thought.nodes as f64 / seconds;
        }
        if thought.nodes < budget / 4 {
            // The search has seen all positions that there are to see.
            self.next = None;
        }
        self.finished = true;
        let shallow = self.found.best.is_some_and(|best| stopped && thought.depth < best.depth);
        if budget < self.best_budget || shallow {
            self.found.others.push(thought);
            return;
        }
        if let Some(best) = self.found.best.replace(thought) {
            self.found.others.insert(0, best);
        }
        self.best_budget = budget;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::movegen::{Move, Placement};
    use crate::rules::{BoardSize, FallingPiece, PieceKind, Rules, Spin};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    fn state() -> State {
        State::of(&Playfield::new(&Rules::versus(), 1), Default::default())
    }

    /// A search whose answers carry its budget, and that searches until stopped from `endless` on.
    fn search(endless: u64) -> Think {
        Box::new(move |_, budget, stop| {
            while budget >= endless && !stop() {
                std::hint::spin_loop();
            }
            let piece = FallingPiece::spawn(PieceKind::O, BoardSize::default());
            let placement = Placement { piece, spin: Spin::None };
            Some(Thought { chosen: Move { placement, hold: false }, nodes: budget, depth: 1, agreement: None })
        })
    }

    #[test]
    fn a_budget_of_nodes_is_one_search() {
        let mut thinking =
            ThinkingThreads::new(ThinkingBudget::Nodes(77), vec![search(u64::MAX), search(u64::MAX)]).unwrap();
        thinking.think_about(Some(state()));
        for _ in 0..2 {
            let found = thinking.thoughts().unwrap();
            assert_eq!((found.best.map(|best| best.nodes), found.others.len()), (Some(77), 0));
        }
        thinking.think_about(None);
        assert_eq!(thinking.thoughts(), Some(ThinkingResult::default()));
    }

    #[test]
    fn however_long_the_time_is_a_search_fills_what_it_can() {
        let thinking = ThinkingThreads::new(ThinkingBudget::UntilAsked, Vec::new()).unwrap();
        for seconds in [0.1, 1.0, 30.0, 500.0] {
            let mut ongoing = thinking.shared.ongoing();
            // A moment that is yet to come has taken nothing of the time, however slow this machine is.
            (ongoing.given, ongoing.since) = ([seconds].into(), Moment::now() + Duration::from_secs(600));
            let budgets: Vec<u64> = std::iter::successors(Some(FIRST), |&budget| ongoing.after(budget)).collect();
            let whole = (SHARE * seconds * ongoing.rate) as u64;
            let most = budgets.iter().copied().max();
            assert!(most >= Some((whole / 2).min(LARGEST)), "{seconds} s: {budgets:?}");
            assert!(most <= Some(LARGEST), "{seconds} s: {budgets:?}");
        }
    }

    #[test]
    fn an_answer_is_there_at_any_moment() {
        let mut thinking = ThinkingThreads::new(ThinkingBudget::UntilAsked, vec![search(3 * FIRST)]).unwrap();
        for _ in 0..50 {
            thinking.think_about(Some(state()));
            let best = thinking.thoughts().unwrap().best;
            assert!(best.is_some_and(|best| best.nodes >= FIRST), "{best:?}");
        }
    }

    #[test]
    fn who_finds_no_move_says_so() {
        let mut thinking = ThinkingThreads::new(ThinkingBudget::UntilAsked, vec![Box::new(|_, _, _| None)]).unwrap();
        thinking.think_about(Some(state()));
        assert_eq!(thinking.thoughts().unwrap().best, None);
    }

    #[test]
    fn who_breaks_down_gives_no_answer_and_lets_nobody_wait() {
        for budget in [ThinkingBudget::UntilAsked, ThinkingBudget::Nodes(77)] {
            let broken: Think = Box::new(|_, _, _| panic!("a mistake in the search"));
            let mut thinking = ThinkingThreads::new(budget, vec![broken]).unwrap();
            thinking.think_about(Some(state()));
            assert_eq!(thinking.thoughts(), None, "{budget:?}");
            thinking.think_about(Some(state()));
            assert_eq!(thinking.thoughts(), None, "{budget:?}");
        }
    }

    #[test]
    fn searches_grow_until_an_answer_is_asked_for_and_the_last_one_counts_unless_it_is_shallower() {
        // The depth that the search has reached when the question ends it, and the nodes of the search that counts.
        for (depth, counts) in [(2, 4 * FIRST), (1, 2 * FIRST)] {
            let ((begins, begun), mut search) = (channel(), search(4 * FIRST));
            let think: Think = Box::new(move |state, budget, stop| {
                begins.send(budget).unwrap();
                let found = search(state, budget, stop)?;
                Some(Thought { depth: if budget < 4 * FIRST { 2 } else { depth }, ..found })
            });
            let mut thinking = ThinkingThreads::new(ThinkingBudget::UntilAsked, vec![think]).unwrap();
            thinking.think_about(Some(state()));
            for budget in [FIRST, 2 * FIRST, 4 * FIRST] {
                assert_eq!(begun.recv_timeout(Duration::from_secs(30)), Ok(budget));
            }
            let is_quiet = || begun.recv_timeout(Duration::from_millis(50)).is_err();
            assert!(is_quiet(), "the third goes on while nobody asks");
            assert_eq!(thinking.thoughts().unwrap().best.map(|best| best.nodes), Some(counts));
            assert!(is_quiet(), "after the answer none is begun");
        }
    }
}
