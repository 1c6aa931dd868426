//! Korobka: a versus block-stacking game in which you train your own opponent.
//!
//! Arrows point down only: `rules` knows nothing; `ai` knows rules; `champion` searches on both; `train` knows ai, champion and rules; `measure` knows train, ai
//! and rules; `game` knows ai and rules; `view`, `ui` and `audio` know game. `storage` knows formats, not screens; `chart`
//! draws what `train` came to; `tbp` speaks the bot protocol for players and to them. See `docs/design.md`.

pub mod ai;
#[cfg(feature = "window")]
pub mod audio;
pub mod champion;
pub mod chart;
pub mod cli;
pub mod game;
pub mod measure;
pub mod rules;
pub mod storage;
pub mod tbp;
pub mod train;
#[cfg(feature = "window")]
pub mod ui;
#[cfg(feature = "window")]
pub mod view;
