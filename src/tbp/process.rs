//! A bot's process: started, spoken to and listened to by threads, so that nobody waits on a pipe, and ended with all that it started.
//!
//! Knows lines, not what they say.

use super::command::Command;
use super::processor::{self, Signal, Used};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest line that is taken for a message.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that may wait to be heard. A bot that says more has to wait itself.
const MOST_LINES: usize = 256;
/// How much of the error output is remembered.
const LAST_WORDS: usize = 2000;
/// How long a bot may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// What came from a bot.
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
    from: Receiver<Heard>,
    /// The end of what it said on standard error.
    last_words: Arc<Mutex<Vec<u8>>>,
    halted: bool,
    over: bool,
}

impl Process {
    /// Starts it.
    pub fn start(command: &Command) -> std::io::Result<Self> {
        let mut start = std::process::Command::new(&command.program);
        start.args(&command.arguments);
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        processor::group(&mut start);
        let mut child = start.spawn()?;
        let (to, lines) = channel::<String>();
        let (heard, from) = sync_channel(MOST_LINES);
        let last_words = Arc::new(Mutex::new(Vec::new()));
        if let Some(mut pipe) = child.stdin.take() {
            // A bot that reads nothing fills the pipe: only this thread waits for it. It ends with the pipe.
            std::thread::spawn(move || while lines.recv().is_ok_and(|line| write(&mut pipe, &line).is_ok()) {});
        }
        if let Some(pipe) = child.stdout.take() {
            std::thread::spawn(move || listen(pipe, &heard));
        }
        if let Some(pipe) = child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            std::thread::spawn(move || remember(pipe, &last_words));
        }
        Ok(Self { child, to: Some(to), from, last_words, halted: false, over: false })
    }

    /// Sends a line, which has its end. Never waits; that the bot is gone shows in what is heard.
    pub fn say(&self, line: String) {
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// What the bot has said, after waiting so long for it at most.
    pub fn hear(&self, wait: Duration) -> Option<Heard> {
        match self.from.recv_timeout(wait) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Heard::Closed),
        }
    }

    /// Takes the processor away from it, or gives it back.
    pub fn halt(&mut self, halted: bool) {
        if halted != self.halted {
            self.halted = halted;
            processor::signal(&mut self.child, if halted { Signal::Halt } else { Signal::GoOn });
        }
    }

    /// What it has used of the processor, where the system tells.
    pub(super) fn used(&self) -> Option<Used> {
        processor::used(self.child.id())
    }

    /// Ends it and says how it ended, with its last line of error output.
    pub fn end(&mut self) -> String {
        if !self.over {
            self.over = true;
            // Told to go on first: a halted process takes no leave.
            self.halt(false);
            self.say("{\"type\":\"quit\"}\n".to_owned());
            self.to = None;
            let until = Instant::now() + FAREWELL;
            // Not waited for by its number: as long as nobody has, the number stays its own, and the group can be ended safely.
            while let Some(left) = until.checked_duration_since(Instant::now()) {
                if matches!(self.hear(left), Some(Heard::Closed)) {
                    break;
                }
            }
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

    fn kill(&mut self) {
        // One that closed its pipes by dying is given a moment to be dead, so that its own status is the one that is told.
        std::thread::sleep(Duration::from_millis(5));
        processor::signal(&mut self.child, Signal::Kill);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// The beginning of a line that may be long.
pub(super) fn shortened(line: &str) -> String {
    match line.char_indices().nth(120) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
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
