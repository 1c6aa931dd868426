//! What is clicked and typed: screens, menus, panels, and keys turned into actions. Starts and ends matches; never writes
//! their state but through the players' input.

pub mod screen;

pub use screen::{Overlay, Screen};
