//! A bot that sits in a game of ours: a program that is told the game, given its time, asked, and checked.
//!
//! [`Guest::poll`] never waits longer than it is told, so that a frame can ask as well as a command. Whatever a bot does wrong becomes a
//! [`Fault`], which loses the game.

use crate::doors::Moment;
use crate::doors::process::{Heard, Link, Process};
use crate::movegen::Placement;
use crate::rules::Rules;
use crate::search::State;
use crate::tbp::Command;
use crate::tbp::front_end::{FrontEnd, NoWords};
use crate::tbp::message::{FromBot, Move, MoveInfo, ToBot, shortened};
use std::io;
use std::time::Duration;
use thiserror::Error;

/// Between two questions to a bot that has no move yet.
const AGAIN: Duration = Duration::from_millis(20);
/// How often it is asked before that counts as giving up.
const MOST_QUESTIONS: u32 = 25;
/// Lines that are no answer before a bot counts as babbling.
const MOST_BABBLE: u32 = 1000;
/// How often the processor's clock is looked at.
const LOOK: Duration = Duration::from_millis(1);
/// Looks in a row at which a bot wants no more of the processor before it is asked early: one that has done something, and one that
/// has not and may be waiting for what it is told, which goes by a thread of its own.
const IDLE_LOOKS: [u32; 2] = [10, 100];

/// How long a bot may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// From its start until it is ready.
    pub start_up: Duration,
    /// From a question to its answer.
    pub answer: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self { start_up: Duration::from_secs(15), answer: Duration::from_secs(5) }
    }
}

/// What a bot did wrong.
#[derive(Debug, Error)]
#[error("TBP bot {bot}: {why}")]
pub struct Fault {
    /// Its name, if it said one, and its command.
    pub bot: String,
    /// What it did.
    pub why: Why,
}

/// The ways to do wrong.
#[derive(Debug, Error)]
pub enum Why {
    /// There is no such program, or it may not be run.
    #[error("cannot be started: {0}")]
    NotStarted(#[from] std::io::Error),
    /// The protocol has no words for the game.
    #[error(transparent)]
    NoWords(#[from] NoWords),
    /// It plays by other rules.
    #[error("refuses the rules: {0}")]
    Refuses(String),
    /// It ended.
    #[error("has died ({0})")]
    Died(String),
    /// It does not answer.
    #[error("gave no {what} in {seconds} seconds{said}", said = after(.babble))]
    Silent {
        /// What was waited for.
        what: &'static str,
        /// How long.
        seconds: f32,
        /// What it said in place of that.
        babble: Option<String>,
    },
    /// It says what is no message.
    #[error("babbles: {0}")]
    Babbles(String),
    /// It has no move.
    #[error("gives up: it suggests no move")]
    Forfeits,
    /// It has no move that can be made.
    #[error("suggests the impossible: {0}")]
    Impossible(String),
}

fn after(babble: &Option<String>) -> String {
    babble.as_ref().map_or_else(String::new, |line| format!("; instead it says '{line}'"))
}

/// What a bot decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Where the piece goes, by the spin that the rules see in it.
    pub placement: Placement,
    /// Whether the falling piece is held first.
    pub hold: bool,
    /// What it said about it.
    pub info: Option<MoveInfo>,
    /// What it spent on it: time of the processor where the system tells, else of the wall's clock.
    pub spent: Duration,
}

/// What a guest is at.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// It has not said yet that it is ready.
    Starting,
    /// Nothing is wanted.
    Idle,
    /// It thinks, until it is asked.
    Thinking,
    /// It was asked: when, and how often.
    Asked { since: Moment, often: u32 },
    /// It had no move: it is asked again at this moment.
    Asking { at: Moment, often: u32 },
    /// It has done wrong; nothing more comes of it.
    Over,
}

/// A bot in a seat.
#[derive(Debug)]
pub struct Guest {
    /// What it calls itself; empty until it has said so.
    name: String,
    /// Its command, or what else it was found by.
    found_by: String,
    link: Box<dyn Link>,
    front_end: FrontEnd,
    waits: Waits,
    /// Whether it is halted while it is not its turn.
    in_turns: bool,
    /// Whether its time goes by the wall's clock alone.
    by_wall: bool,
    stage: Stage,
    /// The position to decide about, and for how long to think.
    wanted: Option<(State, Duration)>,
    /// When it was started, or began to think, and what of the processor it had used by then.
    since: (Moment, Option<Duration>),
    /// Looks in a row at which it was idle.
    idle: u32,
    /// Questions without an answer so far; only the last one's is wanted.
    owed: u32,
    babble: u32,
    /// A line that was no message.
    said: Option<String>,
    /// What it suggested last.
    moves: Vec<Move>,
}

impl Guest {
    /// Starts a bot for a game. `in_turns` halts it while it is not its turn, so that it has no more time than it is given (where the system
    /// can do that).
    pub fn start(command: &Command, rules: &Rules, waits: Waits, in_turns: bool) -> Result<Self, Fault> {
        let start = || Ok(Box::new(Process::start(command, ToBot::Quit.line().unwrap_or_default())?) as Box<dyn Link>);
        Self::linked(&command.to_string(), start, rules, waits, in_turns)
    }

    /// A bot at the other end of a link, which is made when it is known that the protocol has words for the game.
    pub fn linked(
        found_by: &str,
        link: impl FnOnce() -> io::Result<Box<dyn Link>>,
        rules: &Rules,
        waits: Waits,
        in_turns: bool,
    ) -> Result<Self, Fault> {
        let fault = |why| Fault { bot: format!("'{found_by}'"), why };
        let front_end = FrontEnd::new(rules).map_err(|error| fault(error.into()))?;
        let link = link().map_err(|error| fault(error.into()))?;
        Ok(Self {
            name: String::new(),
            found_by: found_by.to_owned(),
            link,
            front_end,
            waits,
            in_turns,
            by_wall: false,
            stage: Stage::Starting,
            wanted: None,
            since: (Moment::now(), None),
            idle: 0,
            owed: 0,
            babble: 0,
            said: None,
            moves: Vec::new(),
        })
    }

    /// Starts a bot, asks for its name and sends it home: whether it can play at all.
    pub fn introduced(command: &Command, rules: &Rules, waits: Waits) -> Result<String, Fault> {
        let mut guest = Self::start(command, rules, waits, false)?;
        while guest.stage == Stage::Starting {
            guest.poll(waits.start_up)?;
        }
        Ok(guest.name)
    }

    /// Whether its time goes by the wall's clock alone: for a game that somebody watches, which waits for nobody's processor.
    pub fn go_by_wall(&mut self, by_wall: bool) {
        self.by_wall = by_wall;
    }

    /// What the bot calls itself; empty until it has said so.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks for a move in this position, after thinking so long. What came of an earlier question is forgotten.
    pub fn begin(&mut self, state: &State, think: Duration) {
        self.link.halt(false);
        self.wanted = Some((state.clone(), think));
        if self.stage != Stage::Starting && self.stage != Stage::Over {
            self.tell();
        }
    }

    /// The decision, once there is one, after waiting so long for it at most. Nothing more comes after a fault.
    pub fn poll(&mut self, wait: Duration) -> Result<Option<Decision>, Fault> {
        let until = Moment::now() + wait;
        loop {
            if self.stage == Stage::Over {
                return Ok(None);
            }
            self.act_on_time()?;
            let left = until.left();
            let Some(heard) = self.link.poll(left.min(self.next_look())) else {
                if left.is_zero() {
                    return Ok(None);
                }
                continue;
            };
            if let Some(decision) = self.heard(heard)? {
                return Ok(Some(decision));
            }
            if matches!(self.stage, Stage::Idle) {
                return Ok(None);
            }
        }
    }

    /// A decision, however long that takes within the bounds.
    pub fn decide(&mut self, state: &State, think: Duration) -> Result<Decision, Fault> {
        self.begin(state, think);
        loop {
            if let Some(decision) = self.poll(self.waits.answer)? {
                return Ok(decision);
            }
            if self.stage == Stage::Over {
                return Err(self.fault(Why::Died("its game is over".to_owned())));
            }
        }
    }

    /// Tells the bot what was really played; it goes on from there.
    pub fn played(&mut self, placement: Placement, hold: bool) {
        let message = self.front_end.played(placement, hold, &self.moves);
        self.say(&message);
        self.rest();
    }

    /// The same for hands that may have gone astray: what the bot did not suggest, it is not told as its own move. It starts anew then.
    pub fn went(&mut self, placement: Placement, hold: bool) {
        if self.front_end.suggests(placement, hold, &self.moves) {
            self.played(placement, hold);
        } else {
            self.front_end.strayed(placement, hold);
        }
    }

    /// Another round begins: the bot knows nothing of the last one.
    pub fn anew(&mut self) {
        if let Some(stop) = self.front_end.anew() {
            self.say(&stop);
        }
    }

    /// Its turn is over; it is halted until the next, if it plays in turns.
    pub fn rest(&mut self) {
        if self.in_turns {
            self.link.halt(true);
        }
    }

    /// Whether it has been asked for nothing, so that only its end can be heard of it.
    pub fn is_idle(&self) -> bool {
        matches!(self.stage, Stage::Idle | Stage::Over)
    }

    fn say(&mut self, message: &ToBot) {
        // Plain data: writing it as JSON does not fail.
        if let Ok(line) = message.line() {
            self.link.send(line);
        }
    }

    /// Brings the bot to the position that is wanted; its time begins.
    fn tell(&mut self) {
        self.stage = Stage::Idle;
        if let Some((state, _)) = &self.wanted {
            // Before anything is told: a quick bot is done with it at once.
            self.since = (Moment::now(), self.link.used().map(|used| used.time));
            self.idle = 0;
            for message in self.front_end.tell(state) {
                self.say(&message);
            }
            self.stage = Stage::Thinking;
        }
    }

    /// What the time asks for: a question, or an end of patience.
    fn act_on_time(&mut self) -> Result<(), Fault> {
        let elapsed = self.since.0.elapsed();
        match self.stage {
            Stage::Starting if elapsed > self.waits.start_up => {
                let what = if self.name.is_empty() { "'info'" } else { "'ready'" };
                Err(self.silent(what, self.waits.start_up))
            }
            Stage::Thinking => {
                if self.has_thought() {
                    self.ask(1);
                }
                Ok(())
            }
            Stage::Asking { at, often } if Moment::now() >= at => {
                self.ask(often + 1);
                Ok(())
            }
            Stage::Asked { since, .. } if since.elapsed() > self.waits.answer => {
                Err(self.silent("suggestion", self.waits.answer))
            }
            _ => Ok(()),
        }
    }

    /// Until when nothing happens by itself.
    fn next_look(&self) -> Duration {
        match self.stage {
            Stage::Thinking => match &self.wanted {
                Some((_, think)) if self.since.0.elapsed() < *think => *think - self.since.0.elapsed(),
                _ => LOOK,
            },
            Stage::Asking { at, .. } => at.left(),
            _ => 20 * LOOK,
        }
    }

    /// Whether it has had its time: by the wall's clock, and of the processor, unless it wants none. Who gets none of it on a busy machine
    /// is asked in the end anyway.
    fn has_thought(&mut self) -> bool {
        let think = self.wanted.as_ref().map_or(Duration::ZERO, |wanted| wanted.1);
        let elapsed = self.since.0.elapsed();
        if elapsed < think || think.is_zero() || self.by_wall || elapsed > think + self.waits.answer {
            return elapsed >= think;
        }
        let (Some(before), Some(used)) = (self.since.1, self.link.used()) else { return true };
        let time = used.time.saturating_sub(before);
        self.idle = if used.idle { self.idle + 1 } else { 0 };
        time >= think || self.idle >= IDLE_LOOKS[usize::from(time.is_zero())]
    }

    fn ask(&mut self, often: u32) {
        self.say(&ToBot::Suggest);
        self.owed += 1;
        self.stage = Stage::Asked { since: Moment::now(), often };
    }

    /// What a line means.
    fn heard(&mut self, heard: Heard) -> Result<Option<Decision>, Fault> {
        let line = match heard {
            Heard::Line(line) => line,
            Heard::Endless => return Err(self.fault(Why::Babbles("a line without end".to_owned()))),
            Heard::Closed => {
                let how = self.link.end();
                return Err(self.fault(Why::Died(how)));
            }
        };
        match (serde_json::from_slice::<FromBot>(&line), self.stage) {
            (Ok(FromBot::Info { name, features, .. }), Stage::Starting) if self.name.is_empty() => {
                let named = if name.trim().is_empty() { "a bot without a name" } else { name.trim() };
                self.name = shortened(&named.split_whitespace().collect::<Vec<_>>().join(" "));
                let rules = self.front_end.rules(&features);
                self.say(&rules);
            }
            (Ok(FromBot::Ready), Stage::Starting) if !self.name.is_empty() => self.tell(),
            (Ok(FromBot::Error { reason }), Stage::Starting) => {
                return Err(self.fault(Why::Refuses(shortened(&reason))));
            }
            (Ok(FromBot::Suggestion { moves, move_info }), stage) if self.owed > 0 => {
                self.owed -= 1;
                if let (Stage::Asked { often, .. }, 0) = (stage, self.owed) {
                    return self.suggested(moves, move_info, often);
                }
            }
            (Ok(FromBot::Unknown), _) => self.babble += 1,
            (Ok(_), _) => self.babble += 1,
            (Err(_), _) => {
                self.babble += 1;
                self.said = Some(shortened(String::from_utf8_lossy(&line).trim()));
            }
        }
        if self.babble > MOST_BABBLE {
            let said = self.said.take().unwrap_or_else(|| "messages that nobody asked for".to_owned());
            return Err(self.fault(Why::Babbles(said)));
        }
        Ok(None)
    }

    fn suggested(&mut self, moves: Vec<Move>, info: Option<MoveInfo>, often: u32) -> Result<Option<Decision>, Fault> {
        if moves.is_empty() {
            // Some bots have no move before they have thought at all.
            if often >= MOST_QUESTIONS {
                return Err(self.fault(Why::Forfeits));
            }
            self.stage = Stage::Asking { at: Moment::now() + AGAIN, often };
            return Ok(None);
        }
        let (placement, hold) = match self.front_end.first_valid(&moves) {
            Ok(found) => found,
            Err(why) => return Err(self.fault(Why::Impossible(why))),
        };
        let spent = match (self.since.1, self.link.used()) {
            (Some(before), Some(used)) => used.time.saturating_sub(before),
            _ => self.since.0.elapsed(),
        };
        (self.moves, self.babble, self.said, self.wanted) = (moves, 0, None, None);
        self.stage = Stage::Idle;
        Ok(Some(Decision { placement, hold, info, spent }))
    }

    fn silent(&mut self, what: &'static str, wait: Duration) -> Fault {
        let babble = self.said.take();
        self.fault(Why::Silent { what, seconds: wait.as_secs_f32(), babble })
    }

    /// It is over; the process goes with it.
    fn fault(&mut self, why: Why) -> Fault {
        self.stage = Stage::Over;
        self.link.end();
        let bot = match &self.name[..] {
            "" => format!("'{}'", self.found_by),
            name => format!("{name} ('{}')", self.found_by),
        };
        Fault { bot, why }
    }
}
