//! Korobka: a versus block-stacking game in which you train your own opponent.
//!
//! The modules stand in layers, and each uses only those below it; the features of `Cargo.toml` and
//! `tests/headless/layers.rs` keep it so. See `docs/design/design.md`.
//!
//! | feature | modules |
//! |---|---|
//! | `engine`, always there | [`rules`], [`fumen`], [`movegen`], [`ai`], [`search`], [`solver`], [`review`],
//! | | [`tbp`], [`mind`] |
//! | `train` | `train` |
//! | `lab` | `doors`, `bots`, `measure`, `chart`, `storage`, `runs`, `cli` |
//! | `game` | `game`, `net`, `app` |
//! | `window` | `audio`, `view`, `ui`, `window` |
//! | `page`, in a browser | `page` |

// Both panic where nothing takes the text, as on a full disk or behind a closed pipe; `cli` has `say` and `note`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod ai;
#[cfg(feature = "game")]
pub mod app;
#[cfg(feature = "window")]
pub mod audio;
#[cfg(feature = "lab")]
pub mod bots;
#[cfg(feature = "lab")]
pub mod chart;
#[cfg(all(feature = "lab", not(target_arch = "wasm32")))]
pub mod cli;
#[cfg(feature = "lab")]
pub mod doors;
pub mod fumen;
#[cfg(feature = "game")]
pub mod game;
#[cfg(feature = "lab")]
pub mod measure;
pub mod mind;
pub mod movegen;
#[cfg(feature = "game")]
pub mod net;
#[cfg(all(feature = "page", target_arch = "wasm32"))]
pub mod page;
pub mod review;
pub mod rules;
#[cfg(feature = "lab")]
pub mod runs;
pub mod search;
pub mod solver;
#[cfg(feature = "lab")]
pub mod storage;
pub mod tbp;
#[cfg(feature = "train")]
pub mod train;
#[cfg(feature = "window")]
pub mod ui;
#[cfg(feature = "window")]
pub mod view;
#[cfg(feature = "window")]
pub mod window;
