//! What is kept on disk: settings, records, saved generations. Knows formats, not screens.

pub mod settings;
