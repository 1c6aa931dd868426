//! A link to another program that speaks in lines, and its form on a desktop: a child process, spoken to and listened to by
//! threads, so that nobody waits on a pipe, and ended with all that it started.
//!
//! Knows lines, not what they say.

use super::clock::Moment;
use super::processor::{self, Signal};
use super::threads;
use crate::tbp::Command;
use crate::tbp::message::shortened;
use std::fmt::Debug;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest line that is taken for a message.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that may wait to be heard. A bot that says more has to wait itself.
const MOST_LINES: usize = 256;
/// How much of the error output is remembered.
const LAST_WORDS: usize = 2000;
/// How long a bot may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program at the other end of a line.
pub trait Link: Debug + Send {
    /// Sends a line, which has its end. Never waits; that nobody is there any more shows in what is heard.
    fn send(&mut self, line: String);

    /// What the program has said, after waiting so long for it at most.
    fn poll(&mut self, wait: Duration) -> Option<Heard>;

    /// Takes the processor away from it, or gives it back, where the system can do that.
    fn halt(&mut self, halted: bool);

    /// What it has used of the processor, where the system tells.
    fn used(&self) -> Option<Used>;

    /// Ends it and says how it ended.
    fn end(&mut self) -> String;
}

/// What a program has used of the processor.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// Time of all its threads.
    pub time: Duration,
    /// Whether none of them wants more just now.
    pub idle: bool,
}

/// What came from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line without end.
    Endless,
    /// Nothing more will come.
    Closed,
}

/// A child process with pipes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines to write; `None` once it was told to leave.
    to: Option<Sender<String>>,
    /// The line that tells it to leave.
    farewell: String,
    from: Receiver<Heard>,
    /// The end of what it said on standard error.
    last_words: Arc<Mutex<Vec<u8>>>,
    halted: bool,
    over: bool,
}

impl Process {
    /// Starts a program that leaves when it hears the farewell, a line with its end.
    ///
    /// # Errors
    /// Where there is no such program, it may not be run, or the system has no room for it.
    pub fn start(command: &Command, farewell: String) -> std::io::Result<Self> {
        let mut start = std::process::Command::new(&command.program);
        start.args(&command.arguments);
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        processor::group(&mut start);
        let mut child = start.spawn()?;
        let (to, lines) = channel::<String>();
        let (heard, from) = sync_channel(MOST_LINES);
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let words = Arc::clone(&last_words);
        // Should a thread be refused, dropping this ends the child.
        let process = Self { child, to: Some(to), farewell, from, last_words, halted: false, over: false };
        if let Some(mut pipe) = stdin {
            // A bot that reads nothing fills the pipe: only this thread waits for it. It ends with the pipe.
            threads::spawn(
                "to a bot",
                move || while lines.recv().is_ok_and(|line| write(&mut pipe, &line).is_ok()) {},
            )?;
        }
        if let Some(pipe) = stdout {
            threads::spawn("from a bot", move || listen(pipe, &heard))?;
        }
        if let Some(pipe) = stderr {
            threads::spawn("a bot's errors", move || remember(pipe, &words))?;
        }
        Ok(process)
    }

    fn kill(&mut self) {
        // One that closed its pipes by dying is given a moment to be dead, so that its own status is the one that is told.
        threads::sleep(Duration::from_millis(5));
        processor::signal(&mut self.child, Signal::Kill);
    }
}

impl Link for Process {
    fn send(&mut self, line: String) {
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    fn poll(&mut self, wait: Duration) -> Option<Heard> {
        match self.from.recv_timeout(wait) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Heard::Closed),
        }
    }

    fn halt(&mut self, halted: bool) {
        if halted != self.halted {
            self.halted = halted;
            processor::signal(&mut self.child, if halted { Signal::Halt } else { Signal::GoOn });
        }
    }

    fn used(&self) -> Option<Used> {
        processor::used(self.child.id())
    }

    /// Its last line of error output is told with its status.
    fn end(&mut self) -> String {
        if !self.over {
            self.over = true;
            // Told to go on first: a halted process takes no leave.
            self.halt(false);
            let farewell = std::mem::take(&mut self.farewell);
            self.send(farewell);
            self.to = None;
            let until = Moment::now() + FAREWELL;
            // Not waited for by its number: as long as nobody has, the number stays its own, and the group can be ended safely.
            while !until.left().is_zero() && !matches!(self.poll(until.left()), Some(Heard::Closed)) {}
            self.kill();
        }
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words);
        match words.lines().map(str::trim).rfind(|line| !line.is_empty()) {
            Some(line) => format!("{status}; its last words: {}", shortened(line)),
            None => status,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn write(pipe: &mut impl Write, line: &str) -> std::io::Result<()> {
    pipe.write_all(line.as_bytes())?;
    pipe.flush()
}

/// Sends on what the bot says until it stops or nobody listens any more.
fn listen(pipe: impl Read, heard: &SyncSender<Heard>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = pipe.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        let what = match read {
            Ok(1..) if whole => {
                line.pop();
                Heard::Line(line)
            }
            Ok(length) if length as u64 == LONGEST_LINE => Heard::Endless,
            // What was cut off in the middle says nothing.
            _ => Heard::Closed,
        };
        let last = what == Heard::Closed;
        if heard.send(what).is_err() || last {
            return;
        }
    }
}

/// Keeps the end of what comes.
fn remember(mut pipe: impl Read, last_words: &Mutex<Vec<u8>>) {
    let mut some = [0; 4096];
    while let Ok(count @ 1..) = pipe.read(&mut some) {
        let mut words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        words.extend_from_slice(&some[..count]);
        let old = words.len().saturating_sub(LAST_WORDS);
        words.drain(..old);
    }
}
