//! Programs that speak the bot protocol: our players as bots that think in the background, and other bots as guests in
//! our games.

pub mod background;
pub mod fault;
pub mod guest;

pub use background::{ThinkingBudget, ThinkingThreads};
pub use fault::{BotFault, BotTimeouts};
pub use guest::{BotDecision, GuestBot};
