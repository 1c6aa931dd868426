//! What lies on disk: settings, records, saved generations, and where they lie. Knows formats and folders, no screens.
//!
//! Everything is written whole beside its place and renamed; everything read is checked before it is believed.

pub mod atomic;
pub mod generation;
pub mod opponents;
pub mod paths;
pub mod settings;

pub use atomic::write_whole;
pub use generation::{FileError, FormatError};
pub use opponents::{Catalog, Entry, Opponent, OpponentError, Spec};
pub use settings::Settings;
