//! What the laboratory keeps on disk: saved generations, SPECs and Elo, and where they lie. Knows formats and folders.
//!
//! Everything is written whole beside its place and renamed; everything read is checked before it is believed.

pub mod built_in;
pub mod calendar;
pub mod cast;
pub mod contestants;
pub mod cost;
pub mod csv;
pub mod duels;
pub mod elo;
pub mod envelope;
pub mod file_names;
pub mod generation;
pub mod json_lines;
pub mod label;
pub mod manifest;
pub mod measured;
pub mod opponents;
pub mod paths;
pub mod round;
pub mod spec;
pub mod toml_files;

pub use built_in::BuiltInPlayer;
pub use contestants::Contestant;
pub use envelope::FileError;
pub use label::MatchLabel;
pub use measured::MeasuredPlayerFigures;
pub use opponents::{Catalog, CatalogEntry, OpponentError};
pub use spec::{OpponentSource, Spec};
