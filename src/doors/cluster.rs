//! The ranks of a cluster, connected by MPI. Rank 0 runs the training and computes too. The others compute what rank 0
//! sends them.
//!
//! Messages are [`RankOrder`]s to a rank and [`RankAnswer`]s of a rank, in bincode 2's standard configuration, all with
//! MPI's tag 0. A rank that dies ends the whole job, as is usual with MPI. The run can go on from the round that was
//! saved last.

use super::executor::Executor;
use super::pool::ThreadExecutor;
use super::threads::sleep;
use super::{Moment, disk};
use crate::train::recipe::RecipeError;
use crate::train::{PreparedRound, Recipe, SilentProgress, TrainError, Trainer, TrainingRound, UnitResult, WorkUnit};
use mpi::Threading;
use mpi::environment::{Universe, processor_name};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, MatchedReceiveVec, Source};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;
use thiserror::Error;

/// The most units that each rank has at a time, the one in progress included: enough that no rank is ever idle.
const WAITING: usize = 4;
/// How long a rank that has nothing to do sleeps between two looks for messages: waiting in MPI would burn a core.
const NAP: Duration = Duration::from_micros(200);
/// How long a rank computes between two looks for messages.
const GLANCE: Duration = Duration::from_millis(5);

/// A message from rank 0 to another rank.
#[derive(Serialize, Deserialize)]
enum RankOrder {
    /// All units from now on belong to this round.
    Begin(Box<TrainingRound>),
    /// Compute this unit of work and send its result to rank 0.
    Compute(WorkUnit),
    /// Drop all units, the one in progress too. The rank still sends an answer for each of them.
    Drop,
    /// The job is over.
    End,
}

/// A message from another rank to rank 0.
#[derive(Serialize, Deserialize)]
enum RankAnswer {
    /// The first message of a rank, which describes its machine.
    Here(Machine),
    /// The result of a unit; `None` if the unit was dropped.
    Done(Option<UnitResult>),
    /// One line about why the rank cannot compute. Its units still get an answer each.
    Failed(String),
}

/// The name of a rank's machine, and the checksums that must be the same on all ranks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Machine {
    name: String,
    /// The checksum of the program.
    program: u32,
    /// The checksum of tiny training runs: machines whose floating-point numbers differ would mix two runs.
    numbers: u32,
}

/// Why a job on several ranks cannot begin, or has failed.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// Rank 0 gets no thread to compute on.
    #[error("rank 0 gets no thread to compute on: {0}")]
    NoThread(std::io::Error),
    /// The program was not started by MPI, or MPI is in use.
    #[error("MPI cannot be started; start the program by mpirun or srun")]
    NoMpi,
    /// A rank runs another build of the program than rank 0.
    #[error("rank {rank} on {name} runs another build of korobka than rank 0; start the same program on every rank")]
    OtherProgram {
        /// The number of the rank.
        rank: i32,
        /// The name of its machine.
        name: String,
    },
    /// A rank comes to other results than rank 0 in the same tiny training runs.
    #[error("rank {rank} on {name} calculates differently from rank 0; leave that machine out")]
    OtherNumbers {
        /// The number of the rank.
        rank: i32,
        /// The name of its machine.
        name: String,
    },
    /// The work of a rank failed, as this line says.
    #[error("{0}")]
    Failed(String),
    /// Rank 0 cannot read the message of a rank, or results are missing.
    #[error("rank {rank} sent what rank 0 does not understand; start the same program on every rank")]
    Unreadable {
        /// The number of the rank.
        rank: i32,
    },
}

/// The executor of rank 0, which has all ranks compute.
pub struct RankExecutor {
    world: SimpleCommunicator,
    /// The one thread that computes rank 0's own share.
    own: ThreadExecutor,
    own_waiting: usize,
    /// The numbers of the units that each other rank has, the first of them in progress. Place 0 is rank 1.
    waiting: Vec<VecDeque<u32>>,
    found: Vec<UnitResult>,
    /// Why a rank cannot go on; `None` while nothing is wrong.
    failure: Option<String>,
    /// Ends MPI when it is dropped, after the last order was sent.
    _universe: Universe,
}

impl RankExecutor {
    /// Joins the ranks that MPI has started. On rank 0 this returns the executor. On the others it computes until the
    /// job is over, and then returns `None`.
    ///
    /// # Errors
    /// An error if MPI did not start this program, rank 0 gets no thread to compute on, or a rank differs from rank 0.
    pub fn join() -> Result<Option<Self>, ClusterError> {
        // The pool's thread makes no call to MPI.
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or(ClusterError::NoMpi)?;
        let world = universe.world();
        if world.rank() > 0 {
            WorkerRank::new(world).work();
            return Ok(None);
        }
        let own = ThreadExecutor::new(Some(1)).map_err(ClusterError::NoThread)?;
        let waiting = vec![VecDeque::new(); world.size() as usize - 1];
        let found = Vec::new();
        let ranks = Self { world, own, own_waiting: 0, waiting, found, failure: None, _universe: universe };
        compared(&ranks.world)?;
        Ok(Some(ranks))
    }

    fn order(&self, rank: usize, order: &RankOrder) {
        self.world.process_at_rank(rank as i32 + 1).send(&encode_message(order)[..]);
    }

    /// Takes every answer that has arrived.
    fn receive(&mut self) {
        while let Some(message) = self.world.any_process().immediate_matched_probe() {
            let (bytes, status) = message.matched_receive_vec::<u8>();
            let rank = status.source_rank();
            match read_answer(rank, &bytes) {
                Ok(result) => {
                    // A rank answers its units in the order in which they were sent.
                    self.waiting[rank as usize - 1].pop_front();
                    self.found.extend(result);
                }
                Err(error) => {
                    self.failure.get_or_insert(error.to_string());
                }
            }
        }
        let own = self.own.take_results(Duration::ZERO);
        self.own_waiting -= own.len().min(self.own_waiting);
        self.found.extend(own);
    }
}

impl Executor for RankExecutor {
    fn begin(&mut self, round: &TrainingRound) -> Result<(), RecipeError> {
        self.drop_units();
        self.found.clear();
        self.own.begin(round)?;
        let order = RankOrder::Begin(Box::new(round.clone()));
        (0..self.waiting.len()).for_each(|rank| self.order(rank, &order));
        Ok(())
    }

    fn room(&self) -> usize {
        let rooms = self.waiting.iter().map(|waiting| WAITING.saturating_sub(waiting.len()));
        rooms.sum::<usize>() + WAITING.saturating_sub(self.own_waiting)
    }

    fn submit(&mut self, unit: WorkUnit) {
        let least = (0..self.waiting.len()).min_by_key(|&rank| self.waiting[rank].len());
        match least.filter(|&rank| self.waiting[rank].len() <= self.own_waiting) {
            Some(rank) => {
                self.waiting[rank].push_back(unit.number);
                self.order(rank, &RankOrder::Compute(unit));
            }
            None => {
                self.own_waiting += 1;
                self.own.submit(unit);
            }
        }
    }

    fn computing(&self) -> Vec<u32> {
        let others = self.waiting.iter().filter_map(|waiting| waiting.front().copied());
        others.chain(self.own.computing()).collect()
    }

    fn take_results(&mut self, at_most: Duration) -> Vec<UnitResult> {
        let until = Moment::now() + at_most;
        loop {
            self.receive();
            let idle = self.own_waiting == 0 && self.waiting.iter().all(VecDeque::is_empty);
            if idle || !self.found.is_empty() || until.time_left().is_zero() {
                return std::mem::take(&mut self.found);
            }
            sleep(NAP);
        }
    }

    fn drop_units(&mut self) {
        let busy: Vec<usize> = (0..self.waiting.len()).filter(|&rank| !self.waiting[rank].is_empty()).collect();
        busy.iter().for_each(|&rank| self.order(rank, &RankOrder::Drop));
        self.own.drop_units();
        self.own_waiting = 0;
        self.found.extend(self.own.take_results(Duration::ZERO));
        // A rank that cannot go on may answer no more.
        while self.failure.is_none() && self.waiting.iter().any(|waiting| !waiting.is_empty()) {
            self.receive();
            sleep(NAP);
        }
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

impl Drop for RankExecutor {
    fn drop(&mut self) {
        (0..self.waiting.len()).for_each(|rank| self.order(rank, &RankOrder::End));
    }
}

impl Machine {
    fn this() -> Result<Self, TrainError> {
        let name = processor_name().unwrap_or_else(|_| "a machine without a name".to_owned());
        Ok(Self { name, program: disk::own_checksum(), numbers: numbers()? })
    }
}

/// The first message of a rank, which describes its machine or says why it cannot compute.
fn introduction() -> RankAnswer {
    Machine::this().map_or_else(|error| RankAnswer::Failed(error.to_string()), RankAnswer::Here)
}

/// What a message of a rank says of its first unit: the result, or `None` if the unit was dropped.
///
/// # Errors
/// An error if the rank cannot compute, or its message cannot be read.
fn read_answer(rank: i32, bytes: &[u8]) -> Result<Option<UnitResult>, ClusterError> {
    match decode_message(bytes) {
        Some(RankAnswer::Done(result)) => Ok(result),
        Some(RankAnswer::Failed(line)) => Err(ClusterError::Failed(format!("rank {rank}: {line}"))),
        Some(RankAnswer::Here(_)) | None => Err(ClusterError::Unreadable { rank }),
    }
}

/// Receives on rank 0 what every other rank says of its machine. The error names the first rank that differs from rank
/// 0, or cannot compute.
fn compared(world: &SimpleCommunicator) -> Result<(), ClusterError> {
    let ours = Machine::this().map_err(|error| ClusterError::Failed(error.to_string()))?;
    for rank in 1..world.size() {
        let (bytes, _) = world.process_at_rank(rank).receive_vec::<u8>();
        let Machine { name, program, numbers } = match decode_message(&bytes) {
            Some(RankAnswer::Here(machine)) => machine,
            _ => return Err(read_answer(rank, &bytes).err().unwrap_or(ClusterError::Unreadable { rank })),
        };
        if program != ours.program {
            return Err(ClusterError::OtherProgram { rank, name });
        }
        if numbers != ours.numbers {
            return Err(ClusterError::OtherNumbers { rank, name });
        }
    }
    Ok(())
}

/// Compares the ranks of a job in which each computes a share by itself. Returns whether the job begins; `false` only
/// on ranks other than 0.
///
/// # Errors
/// On rank 0, an error about the first rank that differs.
pub(super) fn compare_ranks(world: &SimpleCommunicator) -> Result<bool, ClusterError> {
    if world.rank() > 0 {
        world.process_at_rank(0).send(&encode_message(&introduction())[..]);
        let (begins, _) = world.process_at_rank(0).receive::<u8>();
        return Ok(begins == 1);
    }
    let begins = compared(world);
    (1..world.size()).for_each(|rank| world.process_at_rank(rank).send(&u8::from(begins.is_ok())));
    begins.map(|()| true)
}

/// The checksum of the genomes and results of two tiny training runs, in which features, networks, random numbers and
/// CMA-ES take part.
///
/// # Errors
/// An error if one of the runs cannot begin or go on.
fn numbers() -> Result<u32, TrainError> {
    let mut checksum = crc32fast::Hasher::new();
    for name in ["iwumbwe", "cmaes"] {
        let recipe = Recipe { population: 4, piece_cap: 20, held_out_games: 1, ..Recipe::named(name)? };
        let mut trainer = Trainer::new(recipe, 1)?;
        for _ in 0..2 {
            let round = PreparedRound::new(trainer.begin_round(&SilentProgress))?;
            while let Some(unit) = trainer.hand_out() {
                if let Some(result) = round.compute_unit(&unit, &|| false) {
                    trainer.accept_result(result, &SilentProgress);
                }
            }
            let genomes = trainer.last_generation().into_iter().flat_map(|last| &last.genomes).flatten();
            let results =
                trainer.last_generation().into_iter().flat_map(|last| &last.results).map(|result| &result.fitness);
            genomes.chain(results).for_each(|number| checksum.update(&number.to_bits().to_le_bytes()));
        }
    }
    Ok(checksum.finalize())
}

/// A rank other than 0, which computes what rank 0 sends.
struct WorkerRank {
    world: SimpleCommunicator,
    round: Option<PreparedRound>,
    /// Orders that were read and not followed yet.
    orders: RefCell<VecDeque<RankOrder>>,
    /// Whether units are dropped: true from when an order to drop them is read until that order is followed.
    dropped: Cell<bool>,
    looked: Cell<Moment>,
}

impl WorkerRank {
    fn new(world: SimpleCommunicator) -> Self {
        let (orders, dropped) = (RefCell::default(), Cell::new(false));
        Self { world, round: None, orders, dropped, looked: Cell::new(Moment::now()) }
    }

    /// Reads the orders that have arrived. One that cannot be read is left out and told to rank 0, which ends the job.
    fn read(&self) {
        while let Some(message) = self.world.process_at_rank(0).immediate_matched_probe() {
            let (bytes, _) = message.matched_receive_vec::<u8>();
            let Some(order) = decode_message::<RankOrder>(&bytes) else {
                self.answer(&RankAnswer::Failed("an order of rank 0 cannot be read".to_owned()));
                continue;
            };
            self.dropped.set(self.dropped.get() || matches!(order, RankOrder::Drop | RankOrder::End));
            self.orders.borrow_mut().push_back(order);
        }
    }

    fn answer(&self, answer: &RankAnswer) {
        self.world.process_at_rank(0).send(&encode_message(answer)[..]);
    }

    fn work(mut self) {
        self.answer(&introduction());
        loop {
            self.read();
            let next = self.orders.borrow_mut().pop_front();
            match next {
                None => sleep(NAP),
                Some(RankOrder::Begin(round)) => {
                    let prepared = PreparedRound::new(&round);
                    if let Err(error) = &prepared {
                        self.answer(&RankAnswer::Failed(error.to_string()));
                    }
                    self.round = prepared.ok();
                }
                Some(RankOrder::Compute(unit)) => {
                    let result = self.round.as_ref().filter(|_| !self.dropped.get());
                    let result = result.and_then(|round| round.compute_unit(&unit, &|| self.is_stopped()));
                    self.answer(&RankAnswer::Done(result));
                }
                // Every unit before this order has been answered.
                Some(RankOrder::Drop) => {
                    self.dropped.set(self.orders.borrow().iter().any(|order| matches!(order, RankOrder::Drop)))
                }
                Some(RankOrder::End) => return,
            }
        }
    }

    /// Whether the unit in progress is dropped. Reads the orders that have arrived if the last look was 5 milliseconds
    /// ago or more.
    fn is_stopped(&self) -> bool {
        if self.looked.get().elapsed() >= GLANCE {
            self.read();
            self.looked.set(Moment::now());
        }
        self.dropped.get()
    }
}

pub(super) fn encode_message(message: &impl Serialize) -> Vec<u8> {
    // A round was checked before it came here. A message that cannot be encoded is sent empty, and the other end cannot
    // read it.
    bincode::serde::encode_to_vec(message, bincode::config::standard()).unwrap_or_default()
}

pub(super) fn decode_message<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    bincode::serde::decode_from_slice(bytes, bincode::config::standard()).ok().map(|(message, _)| message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_that_cannot_compute_is_an_error_of_one_line() {
        let line = |bytes: &[u8]| read_answer(3, bytes).err().map(|error| error.to_string());
        let failed = encode_message(&RankAnswer::Failed("2 weights for 5 features".to_owned()));
        assert_eq!(line(&failed).as_deref(), Some("rank 3: 2 weights for 5 features"));
        assert!(line(&[]).is_some_and(|line| line.starts_with("rank 3 sent what rank 0 does not understand")));
        assert_eq!(line(&encode_message(&RankAnswer::Done(None))), None);
    }

    #[test]
    fn the_runs_that_machines_are_compared_by_can_be_computed() {
        assert!(numbers().is_ok_and(|numbers| numbers != crc32fast::Hasher::new().finalize()));
    }
}
