//! What the laboratory keeps on disk: saved generations, SPECs and Elo, and where they lie. Knows formats and folders.
//!
//! Everything is written whole beside its place and renamed; everything read is checked before it is believed.

pub mod calendar;
pub mod cast;
pub mod contestants;
pub mod cost;
pub mod duels;
pub mod elo;
pub mod envelope;
pub mod generation;
pub mod kept;
pub mod label;
pub mod manifest;
pub mod measured;
pub mod opponents;
pub mod paths;
pub mod round;
pub mod spec;
pub mod standing;

pub use contestants::Contestant;
pub use generation::{FileError, FormatError};
pub use label::Label;
pub use measured::Measured;
pub use opponents::{Catalog, Entry, OpponentError};
pub use spec::{Source, Spec};
pub use standing::Standing;
