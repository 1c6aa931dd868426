//! The Tetris Bot Protocol from both sides: our players as a bot for any front end, and any bot as a player of ours.
//!
//! Messages, coordinates, the position that both sides keep and what a front end has to say are pure; `thoughts` runs threads, `process` and
//! `guest` a child process and the clock. Knows `champion` and what lies below it; no Bevy and no files: whoever waits for a bot asks
//! it by polling. See `docs/tbp.md`.

pub mod bot;
pub mod command;
pub mod coordinates;
pub mod front_end;
pub mod guest;
pub mod message;
pub mod position;
pub mod process;
mod processor;
pub mod thoughts;

pub use bot::{Answer, Bot};
pub use command::Command;
pub use front_end::FrontEnd;
pub use guest::{Decision, Fault, Guest, Waits};
pub use message::{FromBot, ToBot};
pub use position::Position;
pub use thoughts::{Budget, Thoughts};
