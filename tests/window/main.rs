//! The real window under Xvfb: keys pressed by xdotool, state read from the trace, sound recorded from a null sink.
//!
//! Needs Xvfb, xdotool and PulseAudio; `make test` installs them. Without the feature `window` there is nothing here.
#![cfg(all(feature = "window", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests look at the disk and the clock themselves"
)]

mod career;
mod contrast;
mod drills;
mod gallery;
mod journey;
mod laboratory;
mod music;
mod no_screen;
#[cfg(feature = "net")]
mod online;
mod same_hash;
mod sink;
mod soak;
mod sound;
mod support;
mod tones;
mod tour;
