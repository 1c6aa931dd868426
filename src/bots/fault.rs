//! What a bot that plays in a game of ours can do wrong, and how long it may be silent.

use crate::doors::files::reason;
use crate::tbp::front_end::UndescribableRules;
use std::time::Duration;
use thiserror::Error;

/// How long a bot may take before its silence is a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotTimeouts {
    /// The time from the bot's start until it is ready.
    pub start_up: Duration,
    /// The time from a question to the bot's answer.
    pub answer: Duration,
}

impl Default for BotTimeouts {
    fn default() -> Self {
        Self { start_up: Duration::from_secs(15), answer: Duration::from_secs(5) }
    }
}

/// The fault of a bot, which loses it the game.
#[derive(Debug, Error)]
#[error("TBP bot {bot}: {why}")]
pub struct BotFault {
    /// The bot's name, if it said one, and its command.
    pub bot: String,
    /// What the bot did wrong.
    pub why: BotFaultReason,
}

/// The faults that a bot can have.
#[derive(Debug, Error)]
pub enum BotFaultReason {
    /// There is no such program, or it may not be run.
    #[error("cannot be started: {}", reason(.0))]
    NotStarted(#[from] std::io::Error),
    /// The protocol cannot describe the game.
    #[error(transparent)]
    Undescribable(#[from] UndescribableRules),
    /// The bot refuses the rules of the game.
    #[error("refuses the rules: {0}")]
    Refuses(String),
    /// The bot's program ended.
    #[error("has died ({0})")]
    Died(String),
    /// The bot did not answer in time.
    #[error("gave no {what} in {seconds} seconds{besides}")]
    Silent {
        /// The message that was waited for.
        what: &'static str,
        /// How many seconds it was waited for.
        seconds: f32,
        /// What the bot said instead and on standard error, as an end of the sentence; empty where it said nothing.
        besides: String,
    },
    /// The bot says too many lines that are no answer.
    #[error("babbles: {0}")]
    Babbles(String),
    /// The bot suggests no move, however often it is asked.
    #[error("gives up: it suggests no move")]
    Forfeits,
    /// The bot suggests no move that can be made.
    #[error("suggests the impossible: {0}")]
    Impossible(String),
}
