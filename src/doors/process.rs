//! A [`Link`]'s form on a desktop: a child process. Threads write to it and listen to it, so that no caller waits on a
//! pipe, and it is ended with all that it started.

use super::clock::Moment;
use super::link::{LONGEST_LINE, Link, MAX_WAITING_LINES, ProcessorUse, ProgramOutput};
use super::processor::{self, Signal};
use super::threads::{self, Thread, unpoisoned};
use crate::tbp::BotCommand;
use crate::tbp::message::shortened;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How many bytes at the end of the error output are remembered.
const LAST_WORDS: usize = 2000;
/// How long a bot may take to end after it was asked to.
const FAREWELL: Duration = Duration::from_millis(300);
/// The time between two looks whether a bot has ended.
const MOMENT: Duration = Duration::from_millis(5);
/// How lines begin that the runtimes of Rust, Java and Node write behind a program's own error.
const RUNTIME_LINES: [&str; 3] = ["note: ", "at ", "Node.js v"];

/// A child process with pipes to its input, output and error output.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Takes lines to write to the process; `None` once the process was asked to end.
    to: Option<Sender<String>>,
    /// The line that asks the process to end.
    farewell: String,
    from: Receiver<ProgramOutput>,
    /// The end of what the process wrote to standard error.
    last_words: Arc<Mutex<Vec<u8>>>,
    /// The thread that reads standard error, to its end; `None` once that was waited for.
    errors: Option<Thread<()>>,
    halted: bool,
    over: bool,
    /// Whether the process had closed its output, but went on until it was killed.
    outlived_output: bool,
}

impl Process {
    /// Starts a program that ends when it hears `farewell`, a line with its newline.
    ///
    /// # Errors
    /// The error of the system: there is no such program, it may not be run, or the system has no room for it.
    pub(super) fn start(command: &BotCommand, farewell: String) -> std::io::Result<Self> {
        let mut start = std::process::Command::new(&command.program);
        start.args(&command.arguments);
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        processor::set_own_group(&mut start);
        let mut child = start.spawn()?;
        let (to, lines) = channel::<String>();
        let (heard, from) = sync_channel(MAX_WAITING_LINES);
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let words = Arc::clone(&last_words);
        // Should a thread be refused, dropping this ends the child.
        let mut process = Self {
            child,
            to: Some(to),
            farewell,
            from,
            last_words,
            errors: None,
            halted: false,
            over: false,
            outlived_output: false,
        };
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
            process.errors = Some(threads::spawn("a bot's errors", move || remember(pipe, &words))?);
        }
        Ok(process)
    }
}

impl Link for Process {
    fn send(&mut self, line: String) {
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    fn poll(&mut self, wait: Duration) -> Option<ProgramOutput> {
        match self.from.recv_timeout(wait) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(ProgramOutput::Closed),
        }
    }

    fn set_halted(&mut self, halted: bool) {
        if halted != self.halted {
            self.halted = halted;
            processor::send_signal(&mut self.child, if halted { Signal::Halt } else { Signal::GoOn });
        }
    }

    fn processor_use(&self) -> Option<ProcessorUse> {
        processor::processor_use(self.child.id())
    }

    fn last_remark(&self) -> Option<String> {
        let words = unpoisoned(self.last_words.lock());
        let words = String::from_utf8_lossy(&words);
        last_remark(&words).map(shortened)
    }

    /// Ends the process, and gives its exit status and the last line of its error output if there is one.
    fn end(&mut self) -> String {
        if !self.over {
            self.over = true;
            // The process must go on first: a halted one cannot end by itself.
            self.set_halted(false);
            let farewell = std::mem::take(&mut self.farewell);
            self.send(farewell);
            self.to = None;
            let until = Moment::now() + FAREWELL;
            // The process is not waited for yet: until it is, its number belongs to no other, and the group can be
            // ended safely.
            let mut closed = false;
            while !closed && !until.time_left().is_zero() {
                closed = matches!(self.poll(until.time_left()), Some(ProgramOutput::Closed));
            }
            // A process that closed its pipes by dying gets time to be dead, so that the status given is its own.
            threads::sleep(MOMENT);
            while processor::is_running(&mut self.child) && !until.time_left().is_zero() {
                threads::sleep(MOMENT);
            }
            self.outlived_output = closed && processor::is_running(&mut self.child);
            processor::send_signal(&mut self.child, Signal::Kill);
        }
        let status = match self.child.wait() {
            Ok(_) if self.outlived_output => "it closed its output and was ended".to_owned(),
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        // A busy machine may not have read yet what the process wrote before its end. That is waited for once: whatever
        // the process has started may hold the pipe open for longer.
        if let Some(thread) = self.errors.take() {
            let until = Moment::now() + FAREWELL;
            while !thread.is_finished() && !until.time_left().is_zero() {
                threads::sleep(MOMENT);
            }
        }
        match self.last_remark() {
            Some(line) => format!("{status}; its last words: {line}"),
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

/// Passes on what the bot says until it stops or nobody listens any more.
fn listen(pipe: impl Read, heard: &SyncSender<ProgramOutput>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = pipe.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        let what = match read {
            Ok(1..) if whole => {
                line.pop();
                ProgramOutput::Line(line)
            }
            Ok(length) if length as u64 == LONGEST_LINE => ProgramOutput::Endless,
            // What was cut off in the middle says nothing.
            _ => ProgramOutput::Closed,
        };
        let last = what == ProgramOutput::Closed;
        if heard.send(what).is_err() || last {
            return;
        }
    }
}

/// Keeps the end of what comes, at most [`LAST_WORDS`] bytes.
fn remember(mut pipe: impl Read, last_words: &Mutex<Vec<u8>>) {
    let mut some = [0; 4096];
    while let Ok(count @ 1..) = pipe.read(&mut some) {
        let mut words = unpoisoned(last_words.lock());
        words.extend_from_slice(&some[..count]);
        let old = words.len().saturating_sub(LAST_WORDS);
        words.drain(..old);
    }
}

/// The last line that says something, where there is one not of a runtime's: it names what went wrong.
fn last_remark(words: &str) -> Option<&str> {
    let said = || words.lines().map(str::trim).filter(|line| !line.is_empty());
    let own = said().rfind(|line| !RUNTIME_LINES.iter().any(|&begin| line.starts_with(begin)));
    own.or_else(|| said().next_back())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_cut_off_says_nothing_and_one_that_is_too_long_is_none() {
        let heard = |said: &[u8]| {
            let (to, from) = sync_channel(8);
            listen(said, &to);
            drop(to);
            from.iter().collect::<Vec<_>>()
        };
        assert_eq!(heard(b"one\ntw"), [ProgramOutput::Line(b"one".to_vec()), ProgramOutput::Closed]);
        let mut long = vec![b'x'; LONGEST_LINE as usize];
        long.push(b'\n');
        assert!(heard(&long[1..])[0] == ProgramOutput::Line(long[1..LONGEST_LINE as usize].to_vec()));
        assert_eq!(heard(&long)[0], ProgramOutput::Endless);
    }

    #[cfg(unix)]
    #[test]
    fn a_bot_that_has_been_ended_is_not_ended_once_more() -> std::io::Result<()> {
        let arguments = ["-c", "exec >&-; sleep 60"].map(str::to_owned).into();
        let mut bot = Process::start(&BotCommand { program: "sh".to_owned(), arguments }, "quit\n".to_owned())?;
        assert_eq!(bot.poll(Duration::from_secs(60)), Some(ProgramOutput::Closed));
        let words = "it closed its output and was ended";
        assert_eq!([bot.end(), bot.end()], [words, words]);
        assert!(bot.errors.is_none(), "nor are its last words waited for once more");
        Ok(())
    }

    #[test]
    fn the_end_of_what_a_bot_complains_of_is_kept() {
        let said: Vec<u8> = (0..9_000_u32).map(|at| at as u8).collect();
        let words = Mutex::default();
        remember(&said[..], &words);
        assert!(*unpoisoned(words.lock()) == said[9_000 - LAST_WORDS..]);
    }

    #[test]
    fn the_last_remark_is_the_bots_own_and_not_its_runtimes() {
        let rust = "thread 'main' panicked at src/main.rs:7:5:\nno bag\nnote: run with `RUST_BACKTRACE=1`\n\n";
        assert_eq!(last_remark(rust), Some("no bag"));
        let node = "^\n\nError: lost\n    at Object.<anonymous> (/bot.js:1:7)\n\nNode.js v20.1.0\n";
        assert_eq!(last_remark(node), Some("Error: lost"));
        assert_eq!(last_remark("note: I give up\n"), Some("note: I give up"));
        assert_eq!(last_remark(" \n"), None);
    }
}
