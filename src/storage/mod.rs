//! What lies on disk: settings, records, saved generations, and where they lie. Knows formats and folders, no screens.
//!
//! Everything is written whole beside its place and renamed; everything read is checked before it is believed.

pub mod atomic;
pub mod generation;
pub mod kept;
pub mod opponents;
pub mod paths;
pub mod records;
pub mod settings;
pub mod settings_file;

pub use atomic::write_whole;
pub use generation::{FileError, FormatError};
pub use opponents::{Catalog, Entry, Opponent, OpponentError, Spec};
pub use records::Records;
pub use settings::Settings;
