//! A program of its own at a seat: a thread talks with it by the bot protocol, and the game asks that thread and never waits.
//!
//! The thread owns the bot and its process and ends both when its seat is empty. Knows no keys: what the bot decides becomes a
//! list of placements for the hand, as of any other player. What it decides, and that it is decided at all, is not the game's to
//! repeat: a replay has its keys.

use crate::ai::brain::Ranked;
use crate::bots::{Decision, Guest, Waits};
use crate::doors::threads::{self, Thread};
use crate::movegen::{Landings, Moves, Placement, find};
use crate::rules::Rules;
use crate::search::State;
use crate::tbp::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

/// How long the thread listens to the bot before it looks whether anybody still wants something.
const SLICE: Duration = Duration::from_millis(10);

/// A question to a bot.
#[derive(Debug)]
pub(super) struct Question {
    /// The position.
    pub(super) state: State,
    /// How long it may think.
    pub(super) think: Duration,
    /// Whether that is the wall's time, as in a game that somebody watches, or the processor's.
    pub(super) by_wall: bool,
    /// What was really played since the last one, and whether by a hold.
    pub(super) went: Option<(Placement, bool)>,
    /// Whether it is the first of a round.
    pub(super) anew: bool,
}

/// What has come of a question.
#[derive(Debug)]
pub(super) enum Answer {
    /// Placements, best first: the bot's own, then those near it.
    Placements(Vec<Ranked>),
    /// It has done wrong, in a line; no other answer comes.
    Fault(String),
}

/// A bot at a seat, seen from the game. Dropping it sends the bot home.
#[derive(Debug)]
pub(super) struct Visit {
    questions: Sender<Question>,
    table: Arc<Table>,
}

/// What both threads look at.
#[derive(Debug, Default)]
struct Table {
    state: Mutex<Lying>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Lying {
    name: Option<String>,
    answer: Option<Answer>,
    /// The visit is over, whoever still holds it.
    over: bool,
}

impl Table {
    fn look(&self) -> MutexGuard<'_, Lying> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, answer: Answer) {
        self.look().answer = Some(answer);
        self.changed.notify_all();
    }
}

/// Threads that talk with bots, living or just leaving.
static HOSTS: Mutex<Vec<(Weak<Table>, Thread<()>)>> = Mutex::new(Vec::new());

/// Sends every bot home and waits until all of them are gone: before the program ends, since a thread would end with it and leave its
/// process behind.
pub fn see_out() {
    let hosts = std::mem::take(&mut *HOSTS.lock().unwrap_or_else(PoisonError::into_inner));
    for table in hosts.iter().filter_map(|(table, _)| table.upgrade()) {
        table.look().over = true;
    }
    for (_, thread) in hosts {
        // One that panicked has dropped its bot.
        thread.join();
    }
}

impl Visit {
    /// Starts a bot under these rules, for a hand that moves like this. What goes wrong with it is the answer to the first question.
    pub(super) fn begin(command: &Command, rules: &Rules, moves: Moves) -> Self {
        let (questions, asked) = channel();
        let table = Arc::new(Table::default());
        let (command, rules, host) = (command.clone(), *rules, Arc::clone(&table));
        let thread = threads::spawn("bot", move || {
            if let Err(line) = entertain(&command, &rules, moves, &asked, &host) {
                host.put(Answer::Fault(line));
            }
        });
        match thread {
            Ok(thread) => {
                let mut hosts = HOSTS.lock().unwrap_or_else(PoisonError::into_inner);
                hosts.retain(|(_, thread)| !thread.is_finished());
                hosts.push((Arc::downgrade(&table), thread));
            }
            Err(error) => table.put(Answer::Fault(format!("no thread for a bot: {error}"))),
        }
        Self { questions, table }
    }

    /// What the bot calls itself, once it has said so.
    pub(super) fn name(&self) -> Option<String> {
        self.table.look().name.clone()
    }

    /// Asks. An answer that nobody took is forgotten, but not that the bot has done wrong.
    pub(super) fn ask(&self, question: Question) {
        let mut lying = self.table.look();
        if !matches!(lying.answer, Some(Answer::Fault(_))) {
            lying.answer = None;
            // Without a listener there is a fault.
            let _ = self.questions.send(question);
        }
    }

    /// Whether the answer is there, or none can come any more.
    pub(super) fn is_answered(&self) -> bool {
        self.table.look().answer.is_some() || self.is_deserted()
    }

    /// Whether nobody is at the other side of the table.
    fn is_deserted(&self) -> bool {
        Arc::strong_count(&self.table) < 2
    }

    /// Waits for the answer. A bot that gives none becomes a fault in time.
    pub(super) fn wait(&self) {
        let mut lying = self.table.look();
        while lying.answer.is_none() && !self.is_deserted() {
            lying = self.table.changed.wait_timeout(lying, 10 * SLICE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes the answer. A fault stays.
    pub(super) fn take(&self) -> Option<Answer> {
        let mut lying = self.table.look();
        match &lying.answer {
            Some(Answer::Fault(line)) => Some(Answer::Fault(line.clone())),
            None if self.is_deserted() => Some(Answer::Fault("nobody talks with the bot any more".to_owned())),
            _ => lying.answer.take(),
        }
    }

    /// What the bot has done wrong, if it has.
    pub(super) fn fault(&self) -> Option<String> {
        match &self.table.look().answer {
            Some(Answer::Fault(line)) => Some(line.clone()),
            _ => None,
        }
    }
}

/// A bot's whole visit; an error is what it has done wrong.
fn entertain(
    command: &Command,
    rules: &Rules,
    moves: Moves,
    questions: &Receiver<Question>,
    table: &Table,
) -> Result<(), String> {
    let mut guest = Guest::start(command, rules, Waits::default(), true).map_err(|fault| fault.to_string())?;
    let mut landings = Landings::new();
    let mut asked: Option<State> = None;
    while !table.look().over {
        // Somebody who has nothing to say is not listened to so often.
        let question = match asked.is_none() && guest.is_idle() {
            true => questions.recv_timeout(5 * SLICE),
            false => questions.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
        };
        match question {
            Ok(question) => {
                let Question { state, think, by_wall, went, anew } = question;
                guest.go_by_wall(by_wall);
                match went {
                    _ if anew => guest.anew(),
                    Some((placement, hold)) => guest.went(placement, hold),
                    None => {}
                }
                guest.begin(&state, think);
                asked = Some(state);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        let wait = if asked.is_none() && guest.is_idle() { Duration::ZERO } else { SLICE };
        let decision = guest.poll(wait).map_err(|fault| fault.to_string())?;
        if !guest.name().is_empty() && table.look().name.is_none() {
            table.look().name = Some(guest.name().to_owned());
        }
        if let Some(decision) = decision {
            guest.rest();
            if let Some(state) = asked.take() {
                table.put(Answer::Placements(ranked(&state, &decision, &moves, &mut landings)));
            }
        }
    }
    Ok(())
}

/// What a bot decided as the hand takes it: its own placement, then all others of that piece, those first that share the most cells with
/// it, for a hand that slips or does not get there.
fn ranked(state: &State, decision: &Decision, moves: &Moves, landings: &mut Landings) -> Vec<Ranked> {
    let (wanted, hold) = (decision.placement, decision.hold);
    let entry = |placement: Placement, value: f64| Ranked { piece: placement.piece, spin: placement.spin, hold, value };
    find(&state.board, wanted.piece.kind, moves, landings);
    let shared = |placement: &Placement| {
        placement.piece.cells().filter(|cell| wanted.piece.cells().any(|known| known == *cell)).count()
    };
    let mut others: Vec<Ranked> = landings
        .iter()
        .filter(|placement| *placement != wanted)
        .map(|placement| entry(placement, shared(&placement) as f64))
        .collect();
    others.sort_by(|a, b| b.value.total_cmp(&a.value));
    let first = entry(wanted, f64::from(u8::MAX));
    std::iter::once(first).chain(others).collect()
}
