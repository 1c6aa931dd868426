//! What the game keeps on disk for a player: settings, records, the history of games, replays and puzzles.
//!
//! Every file is written whole under another name and then renamed; everything that is read is checked before it is
//! used.

pub mod appearance;
pub mod bindings;
pub mod bots;
pub mod drills;
pub mod faults;
pub mod fingers;
pub mod handlings;
pub mod history;
#[cfg(feature = "net")]
pub mod identity;
pub mod ladder;
pub mod mode_settings;
pub mod online;
pub mod own_players;
pub mod presets;
pub mod puzzles;
pub mod rated_match;
pub mod rating;
pub mod records;
pub mod replay;
mod replay_keys;
pub mod replays;
pub mod reviews;
pub mod rivals;
pub mod seats;
pub mod settings;
pub mod settings_file;
pub mod strengths;

pub use appearance::Appearance;
pub use bots::Bots;
pub use history::FinishedGame;
pub use ladder::{Ladder, LadderRung};
pub use online::OnlineSettings;
pub use records::Records;
pub use seats::{Occupant, SeatDevices, Seats};
pub use settings::Settings;
pub use strengths::{Strength, Strengths};
