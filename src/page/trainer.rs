//! The program of a Web Worker that trains: computes units ([`korobka::train::request`]), for `assets/web/worker.js`.

fn main() {}

/// The function that the script calls.
#[cfg(target_arch = "wasm32")]
pub mod exported {
    use korobka::train::request::TrainingResponder;
    use std::sync::Mutex;
    use wasm_bindgen::prelude::wasm_bindgen;

    static RESPONDER: Mutex<TrainingResponder> = Mutex::new(TrainingResponder::new());

    /// Takes a round of training or computes a unit of it, a second of work at most, and gives the answer.
    ///
    /// # Errors
    /// One line that says what is wrong with the order; the script sees it thrown.
    #[wasm_bindgen(js_name = begin)]
    pub fn answer_order(order: &str) -> Result<String, String> {
        RESPONDER.lock().map_err(|_| "the last unit broke off")?.answer(order)
    }
}
