//! The Web Worker's program: answers the search's requests ([`korobka::search::request`]) and reviews moves
//! ([`korobka::review::ReviewRequest`]), for `assets/web/worker.js`.

fn main() {}

/// The functions that the script calls.
#[cfg(target_arch = "wasm32")]
pub mod exported {
    use korobka::review::answer_review_request;
    use korobka::search::request::SearchResponder;
    use std::sync::Mutex;
    use wasm_bindgen::prelude::wasm_bindgen;

    static RESPONDER: Mutex<SearchResponder> = Mutex::new(SearchResponder::new());

    const BROKEN: &str = "the last search broke off";

    /// Begins a request in place of the one under way.
    ///
    /// # Errors
    /// One line that says what is wrong with the request; the script sees it thrown.
    #[wasm_bindgen(js_name = begin)]
    pub fn begin_request(request: &str) -> Result<(), String> {
        RESPONDER.lock().map_err(|_| BROKEN)?.begin(request)
    }

    /// Reviews a move, or advises on a position, which takes up to some seconds; gives the answer.
    ///
    /// # Errors
    /// One line that says what is wrong with the request; the script sees it thrown.
    #[wasm_bindgen(js_name = review)]
    pub fn review_or_advise(request: &str) -> Result<String, String> {
        answer_review_request(request)
    }

    /// Thinks one step further, some milliseconds. The last step gives the answer, the others `None`.
    ///
    /// # Errors
    /// One line that says why the search cannot go on; the script sees it thrown.
    #[wasm_bindgen]
    pub fn step() -> Result<Option<String>, String> {
        RESPONDER.lock().map_err(|_| BROKEN)?.step()
    }
}
