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
//!
//! # The engine as a library
//! Without the default features the crate is its engine alone, which needs no Bevy, files, clock or threads:
//!
//! ```toml
//! korobka = { path = "../korobka", default-features = false }
//! ```
//!
//! A [`Playfield`](ai::Playfield) is a game in which each piece is set down at once. [`movegen`] says where a piece can
//! go and by which keys, [`search`] where the champion puts it, [`solver`] what known pieces can do, [`review`] what a
//! move cost. For a game by keys and time, [`rules`] has the falling piece, gravity and lock down. [`fumen`] and
//! [`tbp`] read and write what other programs understand.
//!
//! ```
//! use korobka::ai::Playfield;
//! use korobka::movegen::{AllowedMoves, Landings, Move, find_landings};
//! use korobka::rules::Rules;
//! use korobka::search::features::weight_names;
//! use korobka::search::{Search, State, WaitingGarbage, Weights};
//!
//! let rules = Rules::versus().checked()?;
//! let mut game = Playfield::new(&rules, 7);
//!
//! // All places of the falling piece, tucks and spins too; here it goes to the lowest.
//! let mut landings = Landings::new();
//! find_landings(game.matrix.board(), game.falling, &AllowedMoves::of(&rules), &mut landings);
//! let lowest = landings.iter().min_by_key(|landing| landing.piece.row_range()).ok_or("no place")?;
//! let outcome = game.place(lowest.piece, lowest.spin.possible_last_move(), false, 0).ok_or("no room")?;
//! assert_eq!((outcome.clear.lines, game.matrix.board().count()), (0, 4));
//!
//! // The champion's search sets down the next twenty, holding where that is better.
//! let weight = |name: &str| match name {
//!     "holes" => -4.0,
//!     "height" | "steps" | "row-transitions" => -1.0,
//!     _ => 0.0,
//! };
//! let weights = Weights::new(&weight_names().map(weight).collect::<Vec<f64>>())?;
//! let mut search = Search::new(&rules);
//! for _ in 0..20 {
//!     let state = State::of(&game, WaitingGarbage::default());
//!     let best = search.find_best_move(&state, &weights, 500, &mut || false).ok_or("no place")?;
//!     let Move { placement, hold } = best.chosen;
//!     game.place(placement.piece, placement.spin.possible_last_move(), hold, 0).ok_or("no room")?;
//! }
//! assert_eq!((game.score.pieces, game.top_out), (21, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Weights that training found are among the generations in `assets`, which the feature `lab` reads:
//! `storage::Catalog` makes a [`Mind`](mind::Mind) of them. As JSON they are one list of numbers, which the engine
//! alone reads too. Players that need no file are in [`ai::literature`].

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
