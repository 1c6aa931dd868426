//! The Web Worker's program: answers the search's requests ([`korobka::search::request`]), for `assets/web/worker.js`.

fn main() {}

/// What the script calls.
#[cfg(target_arch = "wasm32")]
pub mod exported {
    use korobka::search::request::Responder;
    use std::sync::Mutex;
    use wasm_bindgen::prelude::wasm_bindgen;

    static RESPONDER: Mutex<Responder> = Mutex::new(Responder::new());

    /// Answers a request; throws a line that says what is wrong with it.
    #[wasm_bindgen]
    pub fn answer(request: &str) -> Result<String, String> {
        RESPONDER.lock().map_err(|_| "the last search broke off".to_owned())?.answer(request)
    }
}
