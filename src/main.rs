//! The program: hands the command line over.

#[cfg(not(target_arch = "wasm32"))]
use std::process::ExitCode;

/// The frame report counts the main thread's allocations, the soak what all threads hold.
#[cfg(feature = "dev")]
#[global_allocator]
static ALLOCATOR: korobka::cli::allocations::Counted = korobka::cli::allocations::Counted;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    korobka::cli::main(std::env::args_os())
}

/// A page has no command line: its script calls `korobka::page::run`.
#[cfg(target_arch = "wasm32")]
fn main() {}
