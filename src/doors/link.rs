//! A link to another program that speaks in lines, and the door by which it is begun: on a desktop a child process
//! (`process.rs`), in a browser a Web Worker from the page's own host (`browser_bot.rs`).
//!
//! Lines go through here unread.

use crate::tbp::BotCommand;
use std::fmt::Debug;
use std::io;
use std::time::Duration;

/// The longest line that is taken for a message, in bytes.
pub(super) const LONGEST_LINE: u64 = 1 << 20;
/// How many lines may wait to be heard. A process that says more has to wait itself; a worker cannot, and is broken.
pub(super) const MAX_WAITING_LINES: usize = 256;

/// A program at the other end of a link, which reads and writes lines.
pub trait Link: Debug + Send {
    /// Sends a line, which must end with a newline. Never waits. If the program has ended, that shows in what
    /// [`poll`](Self::poll) gives.
    fn send(&mut self, line: String);

    /// The next line of the program, or how its lines ended; `None` if nothing comes within the time `wait`.
    fn poll(&mut self, wait: Duration) -> Option<ProgramOutput>;

    /// Takes the processor away from the program, or gives it back, where the system can do that.
    fn set_halted(&mut self, halted: bool);

    /// How much of the processor the program has used so far; `None` where the system does not measure it.
    fn processor_use(&self) -> Option<ProcessorUse>;

    /// The last line of the program's error output so far; `None` where it has none.
    fn last_remark(&self) -> Option<String> {
        None
    }

    /// Ends the program and says in words how it ended.
    fn end(&mut self) -> String;
}

/// How much of the processor a program has used.
#[derive(Clone, Copy, Debug)]
pub struct ProcessorUse {
    /// The time of all threads together, of the program and of what it has started.
    pub time: Duration,
    /// Whether none of these threads wants more just now.
    pub idle: bool,
}

/// What came from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramOutput {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// A line that is too long to be a message.
    Endless,
    /// Nothing more will come: the program closed its output.
    Closed,
}

/// Starts the program that a command names, which ends when it hears `farewell`, a line with its newline. In a browser
/// the command is the address of a worker.
///
/// # Errors
/// The error of the system: there is no such program, it may not be run, or the system has no room for it.
pub fn start_bot_link(command: &BotCommand, farewell: String) -> io::Result<Box<dyn Link>> {
    #[cfg(not(target_arch = "wasm32"))]
    return Ok(Box::new(super::process::Process::start(command, farewell)?));
    #[cfg(target_arch = "wasm32")]
    return Ok(Box::new(super::browser_bot::BrowserBot::start(command, farewell)?));
}
