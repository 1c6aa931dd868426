//! Tests that need no window.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod settings_files;
