//! A bot, which is a program of its own, at a seat: a thread talks with it by the bot protocol, and the game asks
//! that thread. In a window no frame waits for the answer. In a browser there is no thread: every frame talks with
//! it for a moment.
//!
//! Who talks with the bot owns it and ends it when its seat is empty. A bot knows no keys: what it decides becomes a
//! list of placements for the hand, as with any other computer player. Asked again, a bot may decide otherwise, so a
//! replay keeps the keys.

use crate::ai::brain::RankedPlacement;
use crate::bots::{BotDecision, BotTimeouts, GuestBot};
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::{self, Priority, unpoisoned};
use crate::movegen::{AllowedMoves, Landings, Move, Placement, find_landings};
use crate::rules::Rules;
use crate::search::State;
use crate::tbp::BotCommand;
use crate::tbp::message::MoveInfo;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};
use std::time::Duration;

/// How long the thread listens to the bot before it looks for a new question from the game. A browser's frame waits for
/// nothing.
const SLICE: Duration = if cfg!(target_arch = "wasm32") { Duration::ZERO } else { Duration::from_millis(10) };

/// What the game asks a bot: what to do in a position, and within which time.
#[derive(Debug)]
pub(super) struct BotQuestion {
    /// The position to decide about.
    pub(super) state: State,
    /// How long the bot may think.
    pub(super) think: Duration,
    /// Whether `think` is measured by the wall clock, as in a game that somebody watches, or as time of the processor.
    pub(super) by_wall: bool,
    /// The last placement that really locked, and whether a hold brought the piece; `None` if it is not known.
    pub(super) last_locked: Option<Move>,
    /// Whether this is the first question of a round.
    pub(super) first_in_round: bool,
}

/// What a bot answers to a question of the game.
#[derive(Debug)]
pub(super) enum BotAnswer {
    /// Placements, best first: the bot's own, then those near it.
    Placements(Vec<RankedPlacement>),
    /// What the bot did wrong, in one line. No other answer comes after it.
    Fault(String),
}

/// The game's end of the talk with a bot at a seat: asks it and takes its answers. Dropping it ends the bot.
#[derive(Debug)]
pub(super) struct BotSession {
    questions: Sender<(u64, BotQuestion)>,
    table: Arc<BotThreadState>,
    /// The work, on a thread or a little each frame, that talks with the bot; `None` where the system had
    /// no thread for it.
    talk: Option<Arc<StepwiseWork<()>>>,
}

/// The state that the game and the thread of a bot share, and the signal that it has changed.
#[derive(Debug, Default)]
struct BotThreadState {
    state: Mutex<SharedBotState>,
    changed: Condvar,
}

/// What the thread of a bot has for the game, and whether the bot is to leave; kept behind a lock.
#[derive(Debug, Default)]
struct SharedBotState {
    name: Option<String>,
    /// What the bot has said about how it found its last move, without its remarks.
    info: Option<MoveInfo>,
    answer: Option<BotAnswer>,
    /// How many questions were asked, which is the number of the last one.
    asked: u64,
    /// Whether the bot has to leave now, even if the game still holds its session.
    over: bool,
}

impl BotThreadState {
    fn look(&self) -> MutexGuard<'_, SharedBotState> {
        unpoisoned(self.state.lock())
    }

    fn put(&self, answer: BotAnswer) {
        self.look().answer = Some(answer);
        self.changed.notify_all();
    }

    /// Puts the answer to the question of this number, with what the bot has said about how it found the move, unless
    /// the game has asked another one meanwhile.
    fn put_answer_to(&self, number: u64, answer: BotAnswer, info: Option<MoveInfo>) {
        let mut state = self.look();
        if state.asked == number {
            (state.answer, state.info) = (Some(answer), info);
            self.changed.notify_all();
        }
    }
}

/// The works that talk with bots, each with the state that it shares with the game: all that go on or are about to end.
static HOSTS: Mutex<Vec<(Weak<BotThreadState>, Arc<StepwiseWork<()>>)>> = Mutex::new(Vec::new());

/// Ends every bot and waits until all of them are gone. Called before the program ends: a thread would end with it and
/// leave the bot's process behind.
pub fn end_all_bots() {
    let hosts = std::mem::take(&mut *unpoisoned(HOSTS.lock()));
    for table in hosts.iter().filter_map(|(table, _)| table.upgrade()) {
        table.look().over = true;
    }
    for (_, talk) in hosts {
        // One that panicked has dropped its bot already.
        while !talk.is_finished() {
            threads::sleep(Duration::from_millis(1));
        }
    }
}

impl BotSession {
    /// Starts a bot that plays under `rules`, for a hand that moves pieces by `moves`. What goes wrong with it is the
    /// answer to the first question.
    pub(super) fn begin(command: &BotCommand, rules: &Rules, moves: AllowedMoves) -> Self {
        let (questions, asked) = channel();
        let table = Arc::new(BotThreadState::default());
        let (command, rules, host) = (command.clone(), *rules, Arc::clone(&table));
        let mut talk = None;
        let step = move || {
            let talk = talk.get_or_insert_with(|| Talk::begin(&command, &rules, moves));
            match talk.as_mut().map_err(std::mem::take).and_then(|talk| talk.step(&asked, &host)) {
                Ok(true) if SLICE.is_zero() => Step::Rest(SLICE),
                Ok(true) => Step::More,
                Ok(false) => Step::Done(()),
                Err(line) => {
                    host.put(BotAnswer::Fault(line));
                    Step::Done(())
                }
            }
        };
        let talk = match StepwiseWork::begin(Priority::Usual, "bot", step) {
            Ok(talk) => {
                let talk = Arc::new(talk);
                let mut hosts = unpoisoned(HOSTS.lock());
                hosts.retain(|(_, talk)| !talk.is_finished());
                hosts.push((Arc::downgrade(&table), Arc::clone(&talk)));
                Some(talk)
            }
            Err(error) => {
                table.put(BotAnswer::Fault(format!("no thread for a bot: {error}")));
                None
            }
        };
        Self { questions, table, talk }
    }

    /// Talks with the bot for a moment in a browser, which has no thread for that.
    fn talk_on(&self) {
        if let Some(talk) = self.talk.as_ref().filter(|_| cfg!(target_arch = "wasm32")) {
            talk.is_finished();
        }
    }

    /// The bot's name; `None` until the bot has said it.
    pub(super) fn name(&self) -> Option<String> {
        self.table.look().name.clone()
    }

    /// What the bot has said about how it found its last move, without its remarks; `None` if it has said nothing.
    pub(super) fn move_info(&self) -> Option<MoveInfo> {
        self.table.look().info.clone()
    }

    /// Sends a question to the bot's thread. An answer that nobody took is forgotten; after a fault nothing
    /// is asked any more.
    pub(super) fn ask(&self, question: BotQuestion) {
        let mut state = self.table.look();
        if !matches!(state.answer, Some(BotAnswer::Fault(_))) {
            state.answer = None;
            state.asked += 1;
            // If the thread has ended, `take_answer` reports that as a fault.
            let _ = self.questions.send((state.asked, question));
        }
    }

    /// Whether the bot's answer is there, or none can come any more.
    pub(super) fn is_answered(&self) -> bool {
        self.talk_on();
        self.table.look().answer.is_some() || self.is_deserted()
    }

    /// Whether the bot's thread has ended.
    fn is_deserted(&self) -> bool {
        Arc::strong_count(&self.table) < 2
    }

    /// Waits for the bot's answer. A bot that gives none in time becomes a fault, which is an answer too.
    pub(super) fn wait_for_answer(&self) {
        let mut state = self.table.look();
        while state.answer.is_none() && !self.is_deserted() {
            state = unpoisoned(self.table.changed.wait_timeout(state, 10 * SLICE)).0;
        }
    }

    /// Takes the bot's answer, which is given once; a fault is given at every call. `None` while there is no answer.
    pub(super) fn take_answer(&self) -> Option<BotAnswer> {
        let mut state = self.table.look();
        match &state.answer {
            Some(BotAnswer::Fault(line)) => Some(BotAnswer::Fault(line.clone())),
            None if self.is_deserted() => Some(BotAnswer::Fault("nobody talks with the bot any more".to_owned())),
            _ => state.answer.take(),
        }
    }

    /// What the bot did wrong, in one line; `None` if nothing.
    pub(super) fn fault(&self) -> Option<String> {
        self.talk_on();
        match &self.table.look().answer {
            Some(BotAnswer::Fault(line)) => Some(line.clone()),
            _ => None,
        }
    }
}

impl Drop for BotSession {
    fn drop(&mut self) {
        self.table.look().over = true;
        self.talk_on();
    }
}

/// The talk with a bot, in steps: passes questions to the bot, and its decisions to what the game reads.
struct Talk {
    guest: GuestBot,
    moves: AllowedMoves,
    landings: Landings,
    /// The position that the bot is asked about, with the question's number; `None` while it is asked for nothing.
    asked: Option<(u64, State)>,
}

impl Talk {
    /// Starts the bot. An error says what is wrong with it.
    fn begin(command: &BotCommand, rules: &Rules, moves: AllowedMoves) -> Result<Self, String> {
        let guest = GuestBot::start(command, rules, BotTimeouts::default(), true).map_err(|fault| fault.to_string())?;
        Ok(Self { guest, moves, landings: Landings::new(), asked: None })
    }

    /// Goes on with the talk for a moment. False once the game has let the bot go. An error says what
    /// the bot did wrong.
    fn step(&mut self, questions: &Receiver<(u64, BotQuestion)>, table: &BotThreadState) -> Result<bool, String> {
        if table.look().over {
            return Ok(false);
        }
        let Self { guest, moves, landings, asked } = self;
        // While no question is open and the bot is idle, the thread may sleep longer.
        let question = match asked.is_none() && guest.is_idle() && !SLICE.is_zero() {
            true => questions.recv_timeout(5 * SLICE),
            false => questions.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
        };
        match question {
            Ok((number, question)) => {
                let BotQuestion { state, think, by_wall, last_locked, first_in_round } = question;
                guest.set_by_wall_clock(by_wall);
                match last_locked {
                    _ if first_in_round => guest.begin_new_round(),
                    Some(played) => guest.tell_possibly_played(played),
                    None => {}
                }
                guest.begin_decision(&state, think);
                *asked = Some((number, state));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
        }
        let wait = if asked.is_none() && guest.is_idle() { Duration::ZERO } else { SLICE };
        let decision = guest.poll(wait).map_err(|fault| fault.to_string())?;
        if !guest.name().is_empty() && table.look().name.is_none() {
            table.look().name = Some(guest.name().to_owned());
        }
        if let Some(decision) = decision {
            guest.end_turn();
            if let Some((number, state)) = asked.take() {
                let answer = BotAnswer::Placements(ranked(&state, &decision, moves, landings));
                table.put_answer_to(number, answer, decision.info.map(|info| MoveInfo { extra: None, ..info }));
            }
        }
        Ok(true)
    }
}

/// Turns a bot's decision into placements for the hand: the bot's own first, then all others of that piece, those that
/// share the most cells with it first, for a hand that slips or does not get there. A bot may know no move but one by a
/// hold where the piece cannot be held: that piece goes near where the other would lie.
fn ranked(
    state: &State,
    decision: &BotDecision,
    moves: &AllowedMoves,
    landings: &mut Landings,
) -> Vec<RankedPlacement> {
    let Move { placement: wanted, hold } = decision.chosen;
    let kept = state.queue.first().copied().filter(|_| hold && !state.can_hold);
    let hold = hold && kept.is_none();
    let entry = |placement: Placement, value: f64| RankedPlacement {
        piece: placement.piece,
        spin: placement.spin,
        hold,
        value,
    };
    find_landings(&state.board, kept.unwrap_or(wanted.piece.kind), moves, landings);
    let shared = |placement: &Placement| {
        placement.piece.cells().filter(|cell| wanted.piece.cells().any(|known| known == *cell)).count()
    };
    let mut others: Vec<RankedPlacement> = landings
        .iter()
        .filter(|placement| *placement != wanted)
        .map(|placement| entry(placement, shared(&placement) as f64))
        .collect();
    others.sort_by(|a, b| b.value.total_cmp(&a.value));
    let first = kept.is_none().then(|| entry(wanted, f64::from(u8::MAX)));
    first.into_iter().chain(others).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{Computer, ComputerHand, Pace, Thinker, ThoughtState, note, think};
    use super::*;
    use crate::ai::Playfield;
    use crate::game::components::{Falling, LockedPiece, Match, TickOutcome};
    use crate::game::{MatchSetup, Mode, headless};
    use crate::rules::random::Purpose;
    use crate::rules::{BoardSize, FallingPiece, PieceKind, Random, Spin};
    use crate::search::WaitingGarbage;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::prelude::{Entity, With};

    #[test]
    fn an_answer_that_comes_after_another_question_was_asked_is_none() {
        let ((questions, asked), table) = (channel(), Arc::new(BotThreadState::default()));
        let session = BotSession { questions, table: Arc::clone(&table), talk: None };
        let [first, second] = [(); 2].map(|()| {
            session.ask(BotQuestion {
                state: State::of(&Playfield::new(&Rules::versus(), 1), Default::default()),
                think: Duration::ZERO,
                by_wall: true,
                last_locked: None,
                first_in_round: true,
            });
            asked.recv().unwrap().0
        });
        let put = |number: u64| {
            let info = Some(MoveInfo { nodes: Some(number), ..MoveInfo::default() });
            table.put_answer_to(number, BotAnswer::Placements(Vec::new()), info);
            (session.is_answered(), session.move_info().and_then(|info| info.nodes))
        };
        assert_eq!(put(first), (false, None), "nor does it say how the bot found what it answers now");
        assert_eq!(put(second), (true, Some(second)));
    }

    #[test]
    fn a_piece_that_a_bot_would_hold_where_it_cannot_be_held_goes_near_where_the_other_would_lie() {
        let rules = Rules::versus();
        let state = State::of(&Playfield::new(&rules, 1), WaitingGarbage::default());
        let piece = FallingPiece::spawn(state.queue[1], state.board.size()).dropped(&state.board);
        let chosen = Move { placement: Placement { piece, spin: Spin::None }, hold: true };
        let decision = BotDecision { chosen, info: None, spent: Duration::ZERO };
        let first = |can_hold: bool| {
            let state = State { can_hold, ..state.clone() };
            ranked(&state, &decision, &AllowedMoves::of(&rules), &mut Landings::new()).swap_remove(0)
        };
        assert_eq!((first(true).piece, first(true).hold), (piece, true));
        let instead = first(false);
        // A key of a hold would do nothing, again and again.
        assert_eq!((instead.piece.kind, instead.hold), (state.queue[0], false));
        let shared = instead.piece.cells().filter(|cell| piece.cells().any(|known| known == *cell)).count();
        assert!(shared >= 2, "{instead:?} beside {piece:?}");
    }

    #[test]
    fn a_hold_at_the_end_of_a_round_is_none_of_the_first_piece_of_the_next() {
        let ((questions, asked), table) = (channel(), Arc::new(BotThreadState::default()));
        let computer = Computer {
            thinker: Thinker::Guest(Arc::new(BotSession { questions, table, talk: None })),
            pace: Pace::BEGINNER,
            serial: 0,
            due: 0,
            known_garbage: WaitingGarbage::default(),
            thought: ThoughtState::Idle,
            hand: ComputerHand::new(Pace::BEGINNER, 0, None, Random::new(1, Purpose::Hand)),
            round: None,
            held: false,
            last_locked: None,
        };
        let mut app = headless::app(1);
        headless::begin(&mut app, MatchSetup::of_test(Mode::Versus, Rules::versus()));
        let world = app.world_mut();
        let seat = world.query_filtered::<Entity, With<Falling>>().single(world).unwrap();
        world.entity_mut(seat).insert(computer);
        world.run_system_once(think).unwrap();
        // The piece is held, and the round ends before another locks.
        world.get_mut::<TickOutcome>(seat).unwrap().held = true;
        world.run_system_once(note).unwrap();
        world.query::<&mut Match>().single_mut(world).unwrap().round += 1;
        world.get_mut::<Falling>(seat).unwrap().serial += 1;
        world.run_system_once(think).unwrap();
        let piece = FallingPiece::spawn(PieceKind::T, BoardSize::default());
        let locked = Some(LockedPiece { piece, spin: Spin::None });
        *world.get_mut::<TickOutcome>(seat).unwrap() = TickOutcome { locked, ..TickOutcome::default() };
        world.run_system_once(note).unwrap();
        world.get_mut::<Falling>(seat).unwrap().serial += 1;
        world.run_system_once(think).unwrap();
        let holds = asked.try_iter().map(|(_, question)| question.last_locked.map(|played| played.hold));
        assert_eq!(holds.collect::<Vec<_>>(), [None, None, Some(false)]);
    }
}
