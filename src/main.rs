//! The program: hands the command line over.

#[cfg(not(target_arch = "wasm32"))]
use std::process::ExitCode;

/// Counts allocations: those of the main thread for the frame report, and what all threads hold for the soak.
#[cfg(feature = "dev")]
#[global_allocator]
static ALLOCATOR: korobka::cli::allocations::CountingAllocator = korobka::cli::allocations::CountingAllocator;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    korobka::cli::main(std::env::args_os())
}

/// The program's entry in a page, where it does nothing: a page has no command line, and its script
/// calls what is exported.
#[cfg(target_arch = "wasm32")]
fn main() {}

/// The functions that the page's script calls (`assets/web/page.js`).
#[cfg(all(feature = "page", target_arch = "wasm32"))]
pub mod exported {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Stores a file before the game starts: one of the assets, or one that the player's last visit has left.
    #[wasm_bindgen]
    pub fn put_file(path: &str, bytes: Vec<u8>) {
        korobka::page::put_file(path, bytes);
    }

    /// Starts the game. `link` is what follows the page's address, with `name=value` on each line.
    #[wasm_bindgen]
    pub fn run(link: &str) {
        korobka::page::run(link);
    }
}
