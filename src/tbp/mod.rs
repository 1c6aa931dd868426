//! The Tetris Bot Protocol from both sides: our players as a bot for any front end, and any bot as a player of ours.
//!
//! Here are messages, coordinates, the position that both sides keep, what a front end has to say and what a bot
//! answers. The programs that speak the protocol, with their threads, processes and clocks, are in `bots`. See
//! `docs/guide/tbp.md`.
//!
//! A program with the engine alone is a bot too, once it says how it thinks:
//!
//! ```
//! use korobka::ai::{Brain, VisiblePosition, literature};
//! use korobka::rules::Rules;
//! use korobka::search::{State, Thought};
//! use korobka::tbp::{Bot, BotReaction, FromBot, PositionThinker, ThinkingResult};
//!
//! #[derive(Debug)]
//! struct Player {
//!     brain: Brain,
//!     state: Option<State>,
//! }
//!
//! impl PositionThinker for Player {
//!     fn think_about(&mut self, state: Option<State>) {
//!         self.state = state;
//!     }
//!
//!     fn thoughts(&mut self) -> Option<ThinkingResult> {
//!         let best = self.state.as_ref().and_then(|state| {
//!             let (&falling, next) = state.queue.split_first()?;
//!             let seen = VisiblePosition { board: &state.board, falling, hold: state.hold, can_hold: true, next };
//!             let chosen = self.brain.choose(&seen)?.to_move();
//!             Some(Thought { chosen, nodes: 1, depth: 1, agreement: None })
//!         });
//!         Some(ThinkingResult { best, ..ThinkingResult::default() })
//!     }
//! }
//!
//! let brain = literature::published_controller("dellacherie").ok_or("no such controller")?.brain()?;
//! let mut bot = Bot::new("Mine", &Rules::versus(), Player { brain, state: None });
//! assert_eq!(bot.answer_line(r#"{"type":"rules"}"#), BotReaction::Say(FromBot::Ready));
//! assert_eq!(bot.answer_line(r#"{"type":"start","queue":["T","I"],"board":[]}"#), BotReaction::Nothing);
//! let answer = bot.answer_line(r#"{"type":"suggest"}"#);
//! assert!(matches!(answer, BotReaction::Say(FromBot::Suggestion { moves, .. }) if moves.len() > 1), "with spares");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
