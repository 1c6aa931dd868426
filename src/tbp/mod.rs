//! The Tetris Bot Protocol from both sides: our players as a bot for any front end, and any bot as a player of ours.
//!
//! Here are messages, coordinates, the position that both sides keep, what a front end has to say and what a bot
//! answers. The programs that speak the protocol, with their threads, processes and clocks, are in `bots`. See
//! `docs/guide/tbp.md`.

pub mod bot;
pub mod command;
pub mod coordinates;
pub mod front_end;
pub mod message;
pub mod position;
pub mod thoughts;

pub use bot::{Bot, BotReaction, SPAWN_ROW};
pub use command::BotCommand;
pub use front_end::FrontEnd;
pub use message::{FromBot, ToBot};
pub use position::TbpPosition;
pub use thoughts::{PositionThinker, ThinkingResult};
