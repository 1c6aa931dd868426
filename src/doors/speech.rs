//! What a screen reader says of the game, whose letters are all pixels. A page in a browser has one; the window of a
//! desktop has none yet.

/// Whether anybody hears what is said, so that words are worth collecting.
pub const IS_HEARD: bool = cfg!(target_arch = "wasm32");

/// Has the screen reader say this, in one go with all else that is said in this frame.
pub fn say(text: &str) {
    #[cfg(target_arch = "wasm32")]
    super::browser::say(text);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = text;
}
