//! Everything that touches the world outside the program: files, the clock, threads, and other programs.
//!
//! Nothing else in the crate names `std::fs`, `Instant`, `SystemTime`, `std::thread` or a child process; `clippy.toml`
//! forbids it. A platform that lacks them, such as a page in a browser, needs another form of these few files, and
//! nothing above them changes.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "this is where the outside is touched")]

#[cfg(target_arch = "wasm32")]
pub mod browser;
#[cfg(target_arch = "wasm32")]
mod browser_bot;
pub mod clock;
#[cfg(feature = "mpi")]
pub mod cluster;
#[cfg(not(target_arch = "wasm32"))]
pub mod disk;
pub mod executor;
pub mod files;
#[cfg(any(feature = "net", feature = "relay"))]
pub mod framed_text;
pub mod link;
pub mod memory;
#[cfg(any(feature = "net", feature = "relay"))]
pub mod open_rooms;
#[cfg(feature = "net")]
pub mod peer;
pub mod plain;
#[cfg(not(target_arch = "wasm32"))]
pub mod pool;
#[cfg(not(target_arch = "wasm32"))]
mod process;
#[cfg(not(target_arch = "wasm32"))]
mod processor;
#[cfg(feature = "mpi")]
mod ranks;
#[cfg(feature = "relay")]
pub mod relay;
pub mod speech;
pub mod steps;
#[cfg(feature = "net")]
mod tasks;
pub mod threads;
pub mod worker;
pub mod workers;

pub use clock::Moment;
#[cfg(feature = "mpi")]
pub use cluster::RankExecutor;
pub use executor::{Executor, StopFlag};
pub use files::{Files, files};
pub use memory::MemoryFiles;
#[cfg(not(target_arch = "wasm32"))]
pub use pool::{ThreadExecutor, map_in_order, try_map_in_order};
#[cfg(feature = "mpi")]
pub use ranks::WorkSharing;
