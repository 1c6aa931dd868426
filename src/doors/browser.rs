//! What a page in a browser has in place of a disk and of threads.
//!
//! The page's script provides the functions of `korobkaHost` before the game starts: `assets/web/page.js` and the files
//! that it imports. None of them waits.

use super::files::Files;
use super::memory::MemoryFiles;
use super::worker::Worker;
use super::workers::WorkerExecutor;
use js_sys::{Float32Array, Reflect};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use wasm_bindgen::prelude::*;

/// The folder of the player's own files. The page's script stores what is written there and puts it back at the next
/// visit.
pub const HOME_FOLDER: &str = "/home";
/// The folder of the files that ship. The page's script fills it before the game starts.
pub const ASSETS_FOLDER: &str = "/assets";

#[wasm_bindgen]
extern "C" {
    /// Tells the page that a piece has been moved aside for the first time, whoever moved it.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = moved)]
    pub fn tell_first_move();
    /// Tells the page the names of the screen on show and of what lies over it.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = screen)]
    pub fn tell_page_screen_names(name: &str, overlay: &str);
    /// Tells the page whether a match or a replay goes on, in which its screen does not go dark.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = runs)]
    pub fn tell_running(runs: bool);
    /// Has a screen reader say this, if there is one, in one go with all else that is said in this frame.
    #[wasm_bindgen(js_namespace = korobkaHost)]
    pub(super) fn say(text: &str);
    /// Tells the page that a match of a given length is over: its length in ticks and the hash of its state.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = ended)]
    pub fn tell_match_end(ticks: f64, hash: &str);
    /// Tells the page when the app's schedules of a frame begin, and when they are done, so that it can time frames.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = mark)]
    pub fn mark_schedules(done: bool);
    /// Puts a text into the clipboard. False where the browser refuses at once; where it does so later, the player
    /// hears of it by [`next_warning`], in place of the message that it is copied.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = copy)]
    pub fn copy_text(text: &str) -> bool;
    /// The text that the user has just pasted by the browser's own key, or that [`ask_to_paste`] has found, if this was
    /// not asked since; `None` if there is none.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = pasted)]
    pub fn take_pasted_text() -> Option<String>;
    /// Asks the browser for the text in the clipboard. Where it refuses, the page asks the player to paste it.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = askToPaste)]
    pub fn ask_to_paste();
    /// Puts the page's address into the clipboard with these parts behind it, which the page takes for a link:
    /// `name=value` on each line. False where the browser refuses at once, as for [`copy_text`].
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = copyLink)]
    pub fn copy_link(parts: &str) -> bool;
    /// Loads the page again with the program that has a network, at its page of rooms.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = goOnline)]
    pub fn reload_with_network();
    /// Offers the player all of their own files as one file to download.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = download)]
    pub fn download_own_files();
    /// Asks the player for a file that [`download_own_files`] made, takes its files in, and loads the page again with
    /// them. What goes wrong comes by [`next_warning`].
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = takeIn)]
    pub fn upload_own_files();
    /// Asks the player for a file of the device, whose place [`next_opened_file`] gives then.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = openFile)]
    pub fn ask_for_file();
    /// Where the next file lies in the page's memory that the player has dropped on the page or chosen; `None` if no
    /// file is left to open.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = opened)]
    pub fn next_opened_file() -> Option<String>;
    /// Offers the player a file of this name and these bytes to download.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = downloadFile)]
    pub fn download_bytes(name: &str, bytes: Vec<u8>);
    /// Whether the page has brought more files since this was last asked.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = arrived)]
    pub fn have_files_arrived() -> bool;
    /// Whether the player has left the page since this was last asked, perhaps for good.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = left)]
    pub fn has_left_page() -> bool;
    /// Whether the page is being closed or loaded again: the game gets two more frames.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = isClosing)]
    pub fn is_closing() -> bool;
    /// Whether the page fills the screen, if that has changed since this was last asked; `None` if it has not.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = fullScreen)]
    pub fn full_screen_change() -> Option<bool>;
    /// What the keys type, `KeyZ y` on each line, if the browser has told it since this was last asked; `None` if not.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = keyLabels)]
    pub fn key_labels() -> Option<String>;
    /// Whether the user has asked the browser, or the system below it, that nothing moves without need.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = reducedMotion)]
    pub fn reduced_motion() -> bool;
    /// The next warning that the game shows for the page, in one line; `None` if there is none.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = warning)]
    pub fn next_warning() -> Option<String>;

    /// Stores a file's bytes for later visits, or removes the file where there are no bytes.
    #[wasm_bindgen(js_namespace = korobkaHost)]
    fn keep(path: &str, bytes: Option<Vec<u8>>);
    /// Whether another tab of this browser has the game open, and stores its files in place of this one.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = isSecond)]
    fn is_second() -> bool;
    /// Starts a Web Worker of a kind and gives its number. Throws where the browser has no workers.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = openWorker, catch)]
    fn open_worker(kind: &str) -> Result<f64, JsValue>;
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = closeWorker)]
    fn close_worker(worker: f64);
    #[wasm_bindgen(js_namespace = korobkaHost)]
    fn ask(worker: f64, number: f64, request: &str);
    #[wasm_bindgen(js_namespace = korobkaHost, catch)]
    fn answer(worker: f64, number: f64) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(js_namespace = korobkaHost)]
    fn forget(worker: f64, number: f64);
    /// How many Web Workers the machine can run at once.
    #[wasm_bindgen(js_namespace = korobkaHost)]
    pub(super) fn cores() -> f64;
    /// Has the browser fetch and decode a file, named relative to the assets folder.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = decode)]
    pub fn begin_to_decode(file: &str);
    #[wasm_bindgen(js_namespace = korobkaHost, catch)]
    fn decoded(file: &str) -> Result<JsValue, JsValue>;
    /// Tells the page that nobody will take this file, which [`begin_to_decode`] was called for.
    #[wasm_bindgen(js_namespace = korobkaHost, js_name = forgetDecoded)]
    pub fn forget_decoded_music(file: &str);
}

static FILES: LazyLock<MemoryFiles> = LazyLock::new(|| {
    let files = MemoryFiles::with_watcher(|path, bytes| {
        if path.starts_with(HOME_FOLDER) {
            keep(&path.to_string_lossy(), bytes.map(<[u8]>::to_vec));
        }
    })
    .with_copy_check(is_second);
    for folder in [HOME_FOLDER, ASSETS_FOLDER] {
        // Memory has room for a folder.
        let _ = files.create_folders(Path::new(folder));
    }
    files
});

/// The files that the page keeps in memory, in place of a disk.
pub fn page_file_store() -> &'static dyn Files {
    &*FILES
}

/// Stores a file in the page's memory that its script has brought, with the folders around it. The script is not asked
/// to keep it again.
pub fn put_file(path: &str, bytes: Vec<u8>) {
    FILES.store_unwatched(Path::new(path), bytes);
}

/// A Web Worker that runs this program's engine. It ends when this is dropped.
#[derive(Debug)]
pub struct WebWorker {
    number: f64,
}

impl WebWorker {
    /// Starts a worker of this kind; `None` where the browser has no workers. The kinds are `search`, which answers the
    /// requests of the match on show, `rating` beside it for the matches that measure a rating, `review` for moves that
    /// are reviewed, and `training`.
    pub fn start(kind: &str) -> Option<Self> {
        open_worker(kind).ok().map(|number| Self { number })
    }
}

impl Drop for WebWorker {
    fn drop(&mut self) {
        close_worker(self.number);
    }
}

impl Worker for WebWorker {
    fn ask(&self, number: u64, request: String) {
        ask(self.number, number as f64, &request);
    }

    fn answer(&self, number: u64) -> Option<Result<String, String>> {
        answer(self.number, number as f64).map_err(|error| error_in_words(&error)).transpose()
    }

    fn forget(&self, number: u64) {
        forget(self.number, number as f64);
    }
}

/// Starts this many Web Workers, which compute units of training until they are dropped; none where the browser
/// has none.
pub(super) fn start_trainers(count: usize) -> WorkerExecutor {
    let begun = (0..count).filter_map(|_| WebWorker::start("training"));
    WorkerExecutor::new(begun.map(|worker| Arc::new(worker) as Arc<dyn Worker>))
}

/// Music as the browser decoded it, in two channels of equal length; the samples are still in the browser's own memory.
#[derive(Clone, Debug)]
pub struct DecodedMusic {
    /// How many samples there are to a second.
    pub rate: u32,
    left: Float32Array,
    right: Float32Array,
}

impl DecodedMusic {
    /// The samples of the left and the right channel at a time, -1 to 1. They are copied some thousands at a time: a
    /// tune takes 40 MB, and the module's memory never shrinks again.
    pub fn stereo_samples(&self) -> impl Iterator<Item = (f32, f32)> + use<> {
        const PART: u32 = 1 << 14;
        let length = self.left.length().min(self.right.length());
        let (from, mut left, mut right) = (self.clone(), Vec::new(), Vec::new());
        (0..length).map(move |at| {
            if at % PART == 0 {
                let end = length.min(at + PART);
                left = from.left.subarray(at, end).to_vec();
                right = from.right.subarray(at, end).to_vec();
            }
            let at = (at % PART) as usize;
            (left[at], right[at])
        })
    }
}

/// The sound file that [`begin_to_decode`] was called for; the first call after it is decoded takes it. `None` before,
/// and after it was taken.
///
/// # Errors
/// One line that says why it could not be decoded.
pub fn take_decoded_music(file: &str) -> Option<Result<DecodedMusic, String>> {
    let found = match decoded(file) {
        Ok(found) if found.is_undefined() => return None,
        Ok(found) => found,
        Err(error) => return Some(Err(error_in_words(&error))),
    };
    let part = |name: &str| Reflect::get(&found, &name.into()).unwrap_or_default();
    // Given an array of the kind that it is, the constructor would copy it.
    let samples = |name: &str| part(name).dyn_into::<Float32Array>().unwrap_or_default();
    let rate = part("rate").as_f64().unwrap_or_default() as u32;
    Some(Ok(DecodedMusic { rate, left: samples("left"), right: samples("right") }))
}

pub(super) fn error_in_words(error: &JsValue) -> String {
    error.as_string().unwrap_or_else(|| format!("{error:?}"))
}
