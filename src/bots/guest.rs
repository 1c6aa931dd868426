//! A bot that plays in a game of ours: a program that is told the rules and positions, gets its time, is asked for
//! moves, and is checked.
//!
//! [`GuestBot::poll`] never waits longer than its caller allows, so that a frame can ask as well as a command. Whatever
//! a bot does wrong becomes a [`BotFault`], which loses the game.

use super::fault::{BotFault, BotFaultReason, BotTimeouts};
use crate::doors::Moment;
use crate::doors::link::{self, Link, ProgramOutput};
use crate::movegen::Move;
use crate::rules::Rules;
use crate::search::State;
use crate::tbp::BotCommand;
use crate::tbp::front_end::FrontEnd;
use crate::tbp::message::{FromBot, MoveInfo, TbpMove, ToBot, bare, message_line, shortened};
use std::io;
use std::time::Duration;

/// The time between two questions to a bot that has no move yet.
const AGAIN: Duration = Duration::from_millis(20);
/// How often a bot is asked before having no move counts as giving up.
const MOST_QUESTIONS: u32 = 25;
/// How many lines a bot may say that are no answer, before it counts as babbling.
const MOST_BABBLE: u32 = 1000;
/// The time between two looks at the processor time of a bot.
const LOOK: Duration = Duration::from_millis(1);
/// After how many looks in a row at which a bot wants no more of the processor it is asked early. The first number is
/// for a bot that has used some time, the second for one that has used none: it may still be waiting for its messages,
/// which go by a thread of their own.
const IDLE_LOOKS: [u32; 2] = [10, 100];

/// A bot's decision about one piece.
#[derive(Clone, Debug, PartialEq)]
pub struct BotDecision {
    /// The move, with the spin that the rules see in it.
    pub chosen: Move,
    /// What the bot said about how it found the move, if anything.
    pub info: Option<MoveInfo>,
    /// The time that the bot used: of the processor where the system measures it, else of the wall's clock.
    pub spent: Duration,
}

/// What a bot is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum BotActivity {
    /// The bot has not said yet that it is ready.
    Starting,
    /// The bot is asked for nothing.
    Idle,
    /// The bot thinks until its time is over.
    Thinking,
    /// The bot was asked for a move: since when it has the question, and how often it was asked.
    Asked { since: Moment, often: u32 },
    /// The bot had no move: it is asked again at moment `at`.
    Asking { at: Moment, often: u32 },
    /// The bot had a fault and is ended.
    Over,
}

/// A bot that plays one side of a game.
#[derive(Debug)]
pub struct GuestBot {
    /// The bot's name for itself; empty until it has said it.
    name: String,
    /// The bot's command, or what else it was found by.
    found_by: String,
    link: Box<dyn Link>,
    front_end: FrontEnd,
    waits: BotTimeouts,
    /// Whether the bot is halted while it is not its turn.
    in_turns: bool,
    /// Whether the bot's time goes by the wall's clock alone.
    by_wall: bool,
    stage: BotActivity,
    /// The position to decide about, and how long to think about it.
    wanted: Option<(State, Duration)>,
    /// When the bot was started, or began to think, and how much of the processor it had used by then.
    since: (Moment, Option<Duration>),
    /// How many looks in a row found the bot idle.
    idle: u32,
    /// How many questions have no answer yet; only the last one's is wanted.
    owed: u32,
    babble: u32,
    /// The last line that was no answer, in quotes, and if it is JSON what is wrong with it.
    said: Option<String>,
    /// The moves that the bot suggested last.
    moves: Vec<TbpMove>,
}

impl GuestBot {
    /// Starts a bot for a game. `in_turns` halts it while it is not its turn, where the system can do that, so that it
    /// has no more time than it is given.
    ///
    /// # Errors
    /// A fault, if the protocol cannot describe the game or the program cannot be started.
    pub fn start(command: &BotCommand, rules: &Rules, waits: BotTimeouts, in_turns: bool) -> Result<Self, BotFault> {
        let start = || link::start_bot_link(command, message_line(&ToBot::Quit).unwrap_or_default());
        Self::from_link(&command.to_string(), start, rules, waits, in_turns)
    }

    /// A bot at the other end of a link. `link` is only called when the protocol can describe the game.
    ///
    /// # Errors
    /// A fault, if the protocol cannot describe the game or there is no link.
    pub fn from_link(
        found_by: &str,
        link: impl FnOnce() -> io::Result<Box<dyn Link>>,
        rules: &Rules,
        waits: BotTimeouts,
        in_turns: bool,
    ) -> Result<Self, BotFault> {
        let fault = |why| BotFault { bot: format!("'{found_by}'"), why };
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
            stage: BotActivity::Starting,
            wanted: None,
            since: (Moment::now(), None),
            idle: 0,
            owed: 0,
            babble: 0,
            said: None,
            moves: Vec::new(),
        })
    }

    /// Starts a bot, waits until it is ready and ends it again: a check whether it can play at all. Gives the bot's
    /// name.
    ///
    /// # Errors
    /// The fault of a bot that cannot play.
    pub fn check_and_name(command: &BotCommand, rules: &Rules, waits: BotTimeouts) -> Result<String, BotFault> {
        let mut guest = Self::start(command, rules, waits, false)?;
        while guest.stage == BotActivity::Starting {
            guest.poll(waits.start_up)?;
        }
        Ok(guest.name)
    }

    /// Sets whether the bot's time goes by the wall's clock alone. This is for a game that people watch, which must not
    /// wait for a bot that gets little of the processor.
    pub fn set_by_wall_clock(&mut self, by_wall: bool) {
        self.by_wall = by_wall;
    }

    /// The bot's name for itself; empty until it has said it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks for a move in this position, after the bot has thought for the time `think`. An answer to an earlier
    /// question is not used any more.
    pub fn begin_decision(&mut self, state: &State, think: Duration) {
        self.link.set_halted(false);
        self.wanted = Some((state.clone(), think));
        if self.stage != BotActivity::Starting && self.stage != BotActivity::Over {
            self.tell();
        }
    }

    /// Gives the decision, once there is one; waits for it for the time `wait` at most. After a fault it gives `None`
    /// for ever.
    ///
    /// # Errors
    /// The fault of a bot that did something wrong.
    pub fn poll(&mut self, wait: Duration) -> Result<Option<BotDecision>, BotFault> {
        let until = Moment::now() + wait;
        loop {
            if self.stage == BotActivity::Over {
                return Ok(None);
            }
            // What has come already counts before the time does: a page that nobody sees has looked for neither.
            let waiting = self.link.poll(Duration::ZERO);
            if waiting.is_none() {
                self.act_on_time()?;
            }
            let left = until.time_left();
            let Some(heard) = waiting.or_else(|| self.link.poll(left.min(self.next_look()))) else {
                if left.is_zero() {
                    return Ok(None);
                }
                continue;
            };
            if let Some(decision) = self.heard(heard)? {
                return Ok(Some(decision));
            }
            if matches!(self.stage, BotActivity::Idle) {
                return Ok(None);
            }
        }
    }

    /// Asks for a move and waits for it, however long that takes within the bounds.
    ///
    /// # Errors
    /// The fault of a bot that did something wrong, now or earlier.
    pub fn decide(&mut self, state: &State, think: Duration) -> Result<BotDecision, BotFault> {
        self.begin_decision(state, think);
        loop {
            if let Some(decision) = self.poll(self.waits.answer)? {
                return Ok(decision);
            }
            if self.stage == BotActivity::Over {
                return Err(self.fault(BotFaultReason::Died("its game is over".to_owned())));
            }
        }
    }

    /// Tells the bot which move was really played; the bot goes on from there.
    pub fn tell_played(&mut self, played: Move) {
        let message = self.front_end.note_played(played, &self.moves);
        self.say(&message);
        self.end_turn();
    }

    /// As [`Self::tell_played`], for a hand that may have missed the placement. A move that the bot did not suggest is
    /// not sent to it: the bot is started anew at the next position.
    pub fn tell_possibly_played(&mut self, played: Move) {
        if self.front_end.is_among_suggested(played, &self.moves) {
            self.tell_played(played);
        } else {
            self.front_end.note_unsuggested_move(played);
        }
    }

    /// Begins another round, in which the bot knows nothing of the last one, and of which no answer is wanted any more.
    pub fn begin_new_round(&mut self) {
        self.wanted = None;
        if !matches!(self.stage, BotActivity::Starting | BotActivity::Over) {
            self.stage = BotActivity::Idle;
        }
        if let Some(stop) = self.front_end.begin_new_game() {
            self.say(&stop);
        }
    }

    /// Ends the bot's turn: it is halted until the next one, if it plays in turns.
    pub fn end_turn(&mut self) {
        if self.in_turns {
            self.link.set_halted(true);
        }
    }

    /// Whether the bot is asked for nothing, or is over.
    pub fn is_idle(&self) -> bool {
        matches!(self.stage, BotActivity::Idle | BotActivity::Over)
    }

    fn say(&mut self, message: &ToBot) {
        // Plain data: writing it as JSON does not fail.
        if let Ok(line) = message_line(message) {
            self.link.send(line);
        }
    }

    /// Sends the messages for the wanted position; the bot's time begins.
    fn tell(&mut self) {
        self.stage = BotActivity::Idle;
        if let Some((state, _)) = &self.wanted {
            // Before any message is sent: a quick bot is done with it at once.
            self.since = (Moment::now(), self.link.processor_use().map(|used| used.time));
            self.idle = 0;
            for message in self.front_end.position_messages(state) {
                self.say(&message);
            }
            self.stage = BotActivity::Thinking;
        }
    }

    /// Does what is due by now: asks the bot, or ends the wait for it.
    fn act_on_time(&mut self) -> Result<(), BotFault> {
        let elapsed = self.since.0.elapsed();
        match self.stage {
            BotActivity::Starting if elapsed > self.waits.start_up => {
                let what = if self.name.is_empty() { "'info'" } else { "'ready'" };
                Err(self.silent(what, self.waits.start_up))
            }
            BotActivity::Thinking => {
                if self.has_thought() {
                    self.ask(1);
                }
                Ok(())
            }
            BotActivity::Asking { at, often } if Moment::now() >= at => {
                self.ask(often + 1);
                Ok(())
            }
            BotActivity::Asked { since, .. } if since.elapsed() > self.waits.answer => {
                Err(self.silent("suggestion", self.waits.answer))
            }
            _ => Ok(()),
        }
    }

    /// How long nothing will happen unless the bot says something.
    fn next_look(&self) -> Duration {
        match self.stage {
            BotActivity::Thinking => match &self.wanted {
                Some((_, think)) if self.since.0.elapsed() < *think => *think - self.since.0.elapsed(),
                _ => LOOK,
            },
            BotActivity::Asking { at, .. } => at.time_left(),
            _ => 20 * LOOK,
        }
    }

    /// Whether the bot has had its time: by the wall's clock, and by the processor's unless the bot wants no more of
    /// it. On a busy machine a bot that gets too little of the processor is asked in the end anyway.
    fn has_thought(&mut self) -> bool {
        let think = self.wanted.as_ref().map_or(Duration::ZERO, |wanted| wanted.1);
        let elapsed = self.since.0.elapsed();
        if elapsed < think || think.is_zero() || self.by_wall || elapsed > think + self.waits.answer {
            return elapsed >= think;
        }
        let (Some(before), Some(used)) = (self.since.1, self.link.processor_use()) else { return true };
        let time = used.time.saturating_sub(before);
        self.idle = if used.idle { self.idle + 1 } else { 0 };
        time >= think || self.idle >= IDLE_LOOKS[usize::from(time.is_zero())]
    }

    fn ask(&mut self, often: u32) {
        self.say(&ToBot::Suggest);
        self.owed += 1;
        self.stage = BotActivity::Asked { since: Moment::now(), often };
    }

    /// Does what a line of the bot means; gives the decision, if the line has one.
    fn heard(&mut self, heard: ProgramOutput) -> Result<Option<BotDecision>, BotFault> {
        let line = match heard {
            ProgramOutput::Line(line) => line,
            ProgramOutput::Endless => return Err(self.fault(BotFaultReason::Babbles("a line without end".to_owned()))),
            ProgramOutput::Closed => {
                let how = self.link.end();
                return Err(self.fault(BotFaultReason::Died(how)));
            }
        };
        let line = String::from_utf8_lossy(&line);
        let line = bare(&line);
        match (serde_json::from_str::<FromBot>(line), self.stage) {
            (Ok(FromBot::Info { name, features, .. }), BotActivity::Starting) if self.name.is_empty() => {
                let named = if name.trim().is_empty() { "a bot without a name" } else { name.trim() };
                self.name = shortened(&named.split_whitespace().collect::<Vec<_>>().join(" "));
                let rules = self.front_end.rules_message(&features);
                self.say(&rules);
                // It has the whole time once more: what it said may have waited for a page that nobody saw.
                self.since.0 = Moment::now();
            }
            (Ok(FromBot::Ready), BotActivity::Starting) if !self.name.is_empty() => self.tell(),
            (Ok(FromBot::Error { reason }), BotActivity::Starting) => {
                return Err(self.fault(BotFaultReason::Refuses(shortened(&reason))));
            }
            (Ok(FromBot::Suggestion { moves, move_info }), stage) if self.owed > 0 => {
                self.owed -= 1;
                if let (BotActivity::Asked { often, .. }, 0) = (stage, self.owed) {
                    return self.suggested(moves, move_info, often);
                }
            }
            // An empty line says nothing, and hides nothing that was said before it.
            _ if line.is_empty() => self.babble += 1,
            (read, _) => {
                self.babble += 1;
                // What was meant as a message is of use to the bot's author only with the reason.
                let why = match read {
                    Ok(FromBot::Unknown) => " (no message of the protocol)".to_owned(),
                    Ok(_) => " (nobody asked for it)".to_owned(),
                    Err(error) if error.is_data() => format!(" ({})", shortened(&error.to_string())),
                    Err(_) => String::new(),
                };
                self.said = Some(format!("'{}'{why}", shortened(line)));
            }
        }
        if self.babble > MOST_BABBLE {
            let said = self.said.take().unwrap_or_else(|| "empty lines".to_owned());
            return Err(self.fault(BotFaultReason::Babbles(said)));
        }
        Ok(None)
    }

    fn suggested(
        &mut self,
        moves: Vec<TbpMove>,
        info: Option<MoveInfo>,
        often: u32,
    ) -> Result<Option<BotDecision>, BotFault> {
        if moves.is_empty() {
            // Some bots have no move before they have begun to think.
            if often >= MOST_QUESTIONS {
                return Err(self.fault(BotFaultReason::Forfeits));
            }
            self.stage = BotActivity::Asking { at: Moment::now() + AGAIN, often };
            return Ok(None);
        }
        let chosen = match self.front_end.first_valid(&moves) {
            Ok(found) => found,
            Err(why) => return Err(self.fault(BotFaultReason::Impossible(why))),
        };
        let spent = match (self.since.1, self.link.processor_use()) {
            (Some(before), Some(used)) => used.time.saturating_sub(before),
            _ => self.since.0.elapsed(),
        };
        (self.moves, self.babble, self.said, self.wanted) = (moves, 0, None, None);
        self.stage = BotActivity::Idle;
        Ok(Some(BotDecision { chosen, info, spent }))
    }

    fn silent(&mut self, what: &'static str, wait: Duration) -> BotFault {
        let said = self.said.take().map(|line| format!("; instead it says {line}"));
        let remark = self.link.last_remark().map(|line| format!("; its last words on standard error: {line}"));
        // Most languages keep output to a pipe back until there is much of it. In a browser there is no pipe.
        let unheard = said.is_none() && self.name.is_empty() && !cfg!(target_arch = "wasm32");
        let hint = unheard.then(|| "; every line has to be flushed".to_owned());
        let besides = said.into_iter().chain(hint).chain(remark).collect();
        self.fault(BotFaultReason::Silent { what, seconds: wait.as_secs_f32(), besides })
    }

    /// Ends the bot, and gives the fault with its name.
    fn fault(&mut self, why: BotFaultReason) -> BotFault {
        self.stage = BotActivity::Over;
        self.link.end();
        let bot = match &self.name[..] {
            "" => format!("'{}'", self.found_by),
            name => format!("{name} ('{}')", self.found_by),
        };
        BotFault { bot, why }
    }
}
