//! Programs that speak the bot protocol: our players as one, thinking in the background, and others as guests in our games.

pub mod background;
pub mod guest;

pub use background::{Background, Budget};
pub use guest::{Decision, Fault, Guest, Waits};
