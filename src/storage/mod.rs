//! What lies on disk: settings, records, saved generations, and where they lie. Knows formats and folders, no screens.
//!
//! Everything is written whole beside its place and renamed; everything read is checked before it is believed.

pub mod appearance;
pub mod atomic;
pub mod bindings;
pub mod bots;
pub mod calendar;
pub mod cast;
pub mod chairs;
pub mod contestants;
pub mod cost;
pub mod duels;
pub mod elo;
pub mod envelope;
pub mod generation;
pub mod handlings;
pub mod history;
pub mod kept;
pub mod measured;
pub mod mode_settings;
pub mod opponents;
pub mod paths;
pub mod presets;
pub mod puzzles;
pub mod rating;
pub mod records;
pub mod replay;
mod replay_keys;
pub mod replays;
pub mod settings;
pub mod settings_file;
pub mod spec;
pub mod standing;
pub mod strengths;

pub use appearance::Appearance;
pub use atomic::write_whole;
pub use bots::Bots;
pub use chairs::{Chair, Chairs, Hands};
pub use contestants::Contestant;
pub use generation::{FileError, FormatError};
pub use history::Played;
pub use measured::Measured;
pub use opponents::{Catalog, Entry, Opponent, OpponentError};
pub use records::Records;
pub use settings::Settings;
pub use spec::{Source, Spec};
pub use standing::Standing;
pub use strengths::{Strength, Strengths};
