//! Programs that speak the bot protocol: our players as bots that think in the background, and other bots as guests in
//! our games.

pub mod background;
pub mod guest;

pub use background::{ThinkingBudget, ThinkingThreads};
pub use guest::{BotDecision, BotFault, BotTimeouts, GuestBot};
