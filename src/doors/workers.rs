//! Several workers that compute units of training: in a browser Web Workers, each with the engine in it.

use super::executor::Executor;
use super::worker::{PendingRequest, Worker};
use crate::search::request::json_line;
use crate::train::recipe::RecipeError;
use crate::train::request::{TrainingAnswer, TrainingOrder};
use crate::train::{PreparedRound, TrainingRound, UnitResult, WorkUnit};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The fewest units that a worker may have at a time, the one in progress included.
const FEWEST: usize = 2;
/// The most units that a worker may have at a time.
const MOST: usize = 128;

/// An executor that has workers compute. It never waits: a program without threads looks at its results in every frame.
#[derive(Debug, Default)]
pub struct WorkerExecutor {
    workers: Vec<WorkerQueue>,
    found: Vec<UnitResult>,
    failure: Option<String>,
}

/// A worker with the orders that it has not answered yet.
#[derive(Debug)]
struct WorkerQueue {
    worker: Arc<dyn Worker>,
    /// The order to begin the round, until it is answered.
    round: Option<PendingRequest>,
    /// The numbers of the units and the orders to compute them, in the order in which they were given.
    units: VecDeque<(u32, PendingRequest)>,
    /// How many units the worker may have. Short units must be many, or the worker is done with them before the next
    /// look; long ones must be few, or one worker has them while another has none.
    depth: usize,
}

impl WorkerExecutor {
    /// An executor that has these workers compute. Each of them answers [`TrainingOrder`]s, in the order in which they
    /// come.
    pub fn new(workers: impl IntoIterator<Item = Arc<dyn Worker>>) -> Self {
        let hand = |worker| WorkerQueue { worker, round: None, units: VecDeque::new(), depth: FEWEST };
        Self { workers: workers.into_iter().map(hand).collect(), ..Self::default() }
    }

    fn receive(&mut self) {
        let Self { workers, found, failure } = self;
        for worker in workers {
            if let Err(line) = worker.receive(found) {
                failure.get_or_insert(line);
            }
        }
    }
}

impl Executor for WorkerExecutor {
    fn begin(&mut self, round: &TrainingRound) -> Result<(), RecipeError> {
        self.drop_units();
        self.found.clear();
        // A genome that does not fit its recipe is found here, not by every worker.
        PreparedRound::new(round)?;
        match json_line(&TrainingOrder::Round(Box::new(round.clone()))) {
            Ok(order) => self.workers.iter_mut().for_each(|hand| hand.begin(&order)),
            Err(line) => self.failure = Some(line),
        }
        Ok(())
    }

    fn room(&self) -> usize {
        self.workers.iter().map(WorkerQueue::room).sum()
    }

    fn submit(&mut self, unit: WorkUnit) {
        // The worker with the fewest units, so that none is without while another has several.
        let open = self.workers.iter_mut().filter(|hand| hand.room() > 0);
        let Some(hand) = open.min_by_key(|hand| hand.units.len()) else { return };
        match json_line(&TrainingOrder::Unit(unit)) {
            Ok(order) => hand.units.push_back((unit.number, PendingRequest::begin(&hand.worker, order))),
            Err(line) => self.failure = Some(line),
        }
    }

    fn computing(&self) -> Vec<u32> {
        self.workers.iter().filter_map(|hand| hand.units.front().map(|(number, _)| *number)).collect()
    }

    fn take_results(&mut self, _at_most: Duration) -> Vec<UnitResult> {
        self.receive();
        std::mem::take(&mut self.found)
    }

    fn drop_units(&mut self) {
        self.receive();
        for hand in &mut self.workers {
            hand.round = None;
            hand.units.clear();
        }
    }

    fn failure(&self) -> Option<&str> {
        match self.workers.is_empty() {
            true => Some("there is no worker to train on"),
            false => self.failure.as_deref(),
        }
    }
}

impl WorkerQueue {
    fn begin(&mut self, order: &str) {
        self.round = Some(PendingRequest::begin(&self.worker, order.to_owned()));
    }

    fn room(&self) -> usize {
        self.depth.saturating_sub(self.units.len())
    }

    /// Takes the answers of the worker that are there. An error is one line about why the worker cannot go on.
    fn receive(&mut self, found: &mut Vec<UnitResult>) -> Result<(), String> {
        let had = self.units.len();
        if let Some(answer) = self.round.as_ref().and_then(PendingRequest::answer) {
            self.round = None;
            TrainingAnswer::read(&answer?)?;
        }
        while let Some(answer) = self.units.front().and_then(|(_, order)| order.answer()) {
            self.units.pop_front();
            if let TrainingAnswer::Result(result) = TrainingAnswer::read(&answer?)? {
                found.push(result);
            }
        }
        // A full worker that has run dry gets more units from now on; one that has most of them left gets fewer.
        let left = self.units.len();
        if had >= self.depth && left == 0 {
            self.depth = (2 * self.depth).min(MOST);
        } else if left < had && 4 * left > 3 * self.depth {
            self.depth = (self.depth - 1).max(FEWEST);
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::executor::exchange_with_executor;
    use super::super::{Moment, ThreadExecutor};
    use super::*;
    use crate::train::request::TrainingResponder;
    use crate::train::{Recipe, SilentProgress, Trainer};
    use std::collections::HashMap;
    use std::sync::Mutex;

    /// A worker that computes in this thread, and gives an answer once it was asked for this many times.
    #[derive(Debug)]
    struct Here {
        responder: Mutex<TrainingResponder>,
        on_their_way: Mutex<HashMap<u64, (u32, Result<String, String>)>>,
        late: u32,
    }

    impl Worker for Here {
        fn ask(&self, number: u64, request: String) {
            let answer = self.responder.lock().unwrap().answer(&request);
            self.on_their_way.lock().unwrap().insert(number, (0, answer));
        }

        fn answer(&self, number: u64) -> Option<Result<String, String>> {
            let mut on_their_way = self.on_their_way.lock().unwrap();
            let (looks, _) = on_their_way.get_mut(&number)?;
            *looks += 1;
            if *looks <= self.late {
                return None;
            }
            on_their_way.remove(&number).map(|(_, answer)| answer)
        }

        fn forget(&self, number: u64) {
            self.on_their_way.lock().unwrap().remove(&number);
        }
    }

    fn workers(late: &[u32]) -> WorkerExecutor {
        let here = |&late: &u32| Here { responder: Mutex::default(), on_their_way: Mutex::default(), late };
        WorkerExecutor::new(late.iter().map(|late| Arc::new(here(late)) as Arc<dyn Worker>))
    }

    fn small(name: &str) -> Trainer {
        let recipe = Recipe { population: 8, piece_cap: 40, held_out_games: 2, ..Recipe::named(name).unwrap() };
        Trainer::new(recipe, 3).unwrap()
    }

    #[test]
    fn any_workers_compute_the_generations_of_threads() {
        for name in ["lin", "iwumbwe", "cmaes", "swarm"] {
            let compute = |executor: &mut dyn Executor| {
                let mut trainer = small(name);
                for _ in 0..3 {
                    executor.begin(trainer.begin_round(&SilentProgress)).unwrap();
                    while trainer.round_in_progress().is_some() {
                        exchange_with_executor(&mut trainer, executor, Duration::from_millis(20), &SilentProgress);
                    }
                }
                format!("{:?}", trainer.last_generation())
            };
            let by_threads = compute(&mut ThreadExecutor::new(Some(2)).unwrap());
            for late in [&[0][..], &[3, 0, 50]] {
                assert!(by_threads == compute(&mut workers(late)), "{name} by workers that are {late:?} looks late");
            }
        }
    }

    #[test]
    fn a_worker_that_is_done_at_every_look_gets_more_and_a_slow_one_keeps_few() {
        let mut trainer = Trainer::new(Recipe { population: 200, ..small("lin").recipe().clone() }, 3).unwrap();
        let mut both = workers(&[0, 1_000_000]);
        both.begin(trainer.begin_round(&SilentProgress)).unwrap();
        for _ in 0..8 {
            exchange_with_executor(&mut trainer, &mut both, Duration::ZERO, &SilentProgress);
        }
        let depths: Vec<usize> = both.workers.iter().map(|hand| hand.depth).collect();
        assert!(depths[0] >= 32, "{depths:?}");
        assert_eq!(depths[1], FEWEST);
    }

    #[test]
    fn what_a_worker_cannot_do_is_a_failure_and_nothing_waits() {
        let mut trainer = small("lin");
        let mut one = workers(&[0]);
        assert_eq!(one.failure(), None);
        let began = Moment::now();
        one.begin(trainer.begin_round(&SilentProgress)).unwrap();
        let unit = trainer.hand_out().unwrap();
        one.submit(WorkUnit { genome: 1_000, ..unit });
        assert!(one.take_results(Duration::from_secs(600)).is_empty());
        assert!(one.failure().is_some_and(|line| line.contains("no round with this unit")));
        assert!(workers(&[]).failure().is_some());
        assert!(began.elapsed() < Duration::from_secs(300));
    }
}
