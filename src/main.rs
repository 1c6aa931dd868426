//! The program: hands the command line over.

use std::process::ExitCode;

/// The frame report counts the main thread's allocations, the soak what all threads hold.
#[cfg(feature = "dev")]
#[global_allocator]
static ALLOCATOR: korobka::cli::allocations::Counted = korobka::cli::allocations::Counted;

fn main() -> ExitCode {
    korobka::cli::main(std::env::args_os())
}
