//! The engine as a program of wasm32, played by `engine.mjs`: the same hashes as natively, where `usize` has 32 bits.
//!
//! Nothing is imported. Weights come in one by one, as numbers, so that no memory is shared.

mod games;

use korobka::search::Weights;
use std::sync::Mutex;

/// The weights of the player at hand.
static WEIGHTS: Mutex<Vec<f64>> = Mutex::new(Vec::new());

/// Forgets the weights that were given.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    WEIGHTS.lock().unwrap().clear();
}

/// The next weight of the player.
#[unsafe(no_mangle)]
pub extern "C" fn weight(weight: f64) {
    WEIGHTS.lock().unwrap().push(weight);
}

/// The hash of the decisions of a search with the weights given.
#[unsafe(no_mangle)]
pub extern "C" fn decisions() -> u64 {
    games::decisions(&searcher())
}

/// The hash of the matches of a search with the weights given.
#[unsafe(no_mangle)]
pub extern "C" fn matches() -> u64 {
    games::matches(&searcher())
}

/// The hash of the games of the network with the weights given.
#[unsafe(no_mangle)]
pub extern "C" fn games() -> u64 {
    games::games(&games::brain(&WEIGHTS.lock().unwrap()))
}

fn searcher() -> Weights {
    Weights::new(&WEIGHTS.lock().unwrap()).unwrap()
}
