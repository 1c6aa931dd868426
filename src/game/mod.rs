//! The game: ECS components and systems, one mechanic a file, a tick a millisecond.
//!
//! Knows the rules, the computer players and the bot protocol, but no window, screen, sound or file. The same plugin
//! runs in the window, in headless matches and in tests: same setup and same inputs give the same state hash.

mod act;
mod acting;
mod bot_names;
mod clear;
pub mod components;
pub mod computer;
mod conditions;
mod dealing;
mod exchange;
mod flow;
pub mod forfeit;
mod gravity;
pub mod handling;
mod hash;
pub mod headless;
mod hold;
pub mod input;
pub mod lead;
mod lock;
pub mod modes;
pub mod replay;
pub mod report;
mod rotation;
pub mod sandbox;
mod setup;
mod shift;
mod snapshot;
mod spawn;
mod start;
pub mod state;
pub mod stats;
pub mod tick;

pub use components::{Match, Mode, Phase, Seat, TickOutcome};
pub use computer::{ComputerSetup, Pace, ThinkingPlace};
pub use conditions::{Paused, SeatWithGuessedKeys, TickLimit, may_tick};
pub use forfeit::CurrentForfeit;
pub use handling::Handling;
pub use hash::state_hash;
pub use input::{Action, KeyEvent, PendingKeyEvents, TickInput};
pub use modes::{Course, FinishMatch, Plan};
pub use replay::{Playback, Recorder};
pub use report::{PhaseChanged, TickOutcomeMessage};
pub use setup::{CurrentSetup, EndMatch, MatchSetup, RecordedPlayer, SeatControl, SeatSetup, StartMatch};
pub use snapshot::{Restored, Snapshot};

use bevy::prelude::*;
use tick::TickSystems;

/// Adds the whole game without a window. Time, states and task pools come with the app's base plugins.
pub fn plugin(app: &mut App) {
    app.add_plugins((tick::plugin, start::plugin, computer::plugin, bot_names::plugin, modes::plugin, report::plugin));
    app.add_systems(
        FixedUpdate,
        (
            flow::begin.in_set(TickSystems::Begin),
            input::take_device_keys.in_set(TickSystems::Input).in_set(input::NewKeySystems),
            act::act_on_keys.in_set(TickSystems::Act),
            gravity::fall.in_set(TickSystems::Fall),
            lock::lock.in_set(TickSystems::Lock),
            clear::clear.in_set(TickSystems::Clear),
            (exchange::send_attacks, exchange::raise_garbage).chain().in_set(TickSystems::Exchange),
            spawn::spawn_pieces.in_set(TickSystems::Spawn),
            flow::decide.in_set(TickSystems::Flow),
            stats::count.in_set(TickSystems::Report),
        ),
    );
}
