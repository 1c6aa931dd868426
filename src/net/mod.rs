//! Matches between two programs: each is the authority over its own keys, and nobody over boards.
//!
//! Garbage's travel time is the lookahead. What a player's own board does at tick t depends on the other's keys only
//! up to t less the travel time, since an attack of tick s rises at s plus the travel time at the earliest, since
//! cancelling takes the oldest first, and since what a clear makes does not depend on what waits. So both sides play
//! without a delay of input, and as long as keys come within the travel time no own board is ever taken back.
//!
//! A tick is *confirmed* once the keys of both players up to it are known. Ticks after it are played with the own
//! keys and the guess that the other changes none; they decide nothing. When more keys come, the whole match goes
//! back to the last confirmed tick and is played again ([`rollback`]). Two things can take an own board back: the end
//! of a round, which the other caused at a tick that is not confirmed yet, and under `tetrio-2` the opener phase, in
//! which an attack cancels twice where many rows wait, those on their way included.
//!
//! Nothing here knows of sockets: [`OnlineMatch`] takes packets in and gives packets out ([`wire`]).

#[cfg(feature = "net")]
mod fingerprint;
mod hands;
pub mod key_log;
#[cfg(feature = "net")]
pub mod lobby;
mod online_match;
pub mod rollback;
#[cfg(feature = "net")]
pub mod spectating;
pub mod wire;

#[cfg(feature = "net")]
pub use fingerprint::engine_fingerprint;
pub use hands::ImpossibleKey;
pub use online_match::{LEAST_GARBAGE_TRAVEL, OnlineFault, OnlineMatch};
pub use wire::KeyPacket;

use bevy::prelude::*;

/// A line on what the other program did wrong, as the player of that program reads it.
fn in_words_for_other(line: &str) -> String {
    match line.strip_prefix("the other program") {
        Some(rest) => format!("your program{rest}"),
        None => line.to_owned(),
    }
}

/// Adds what a match between two programs needs. Without an [`OnlineMatch`] it does nothing.
pub fn plugin(app: &mut App) {
    rollback::plugin(app);
}
