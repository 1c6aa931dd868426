//! The table of loops: which arrangements of the tune there are, at which tempi, and how to go from one to another.
//!
//! Each arrangement is rendered from its score at three tempi with the same bars, so that a change of tempo keeps the
//! place in the tune and the pitch. The table is written by `assets/music/render.sh`.

use crate::doors::files;
use serde::Deserialize;
use std::path::Path;

/// Samples a second of every rendered file.
pub const SAMPLE_RATE: f64 = 44_100.0;

/// Every arrangement of the tune.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ArrangementList {
    /// The arrangements, in the order of the menu.
    #[serde(rename = "arrangement")]
    pub arrangements: Vec<Arrangement>,
}

/// One arrangement of the tune.
#[derive(Clone, Debug, Deserialize)]
pub struct Arrangement {
    /// The arrangement's name in the settings.
    pub name: String,
    /// The arrangement's title on screen.
    pub title: String,
    /// How many beats a bar has.
    pub beats_per_bar: u32,
    /// How many bars the loop has.
    pub bars: u32,
    /// The tempi that it is rendered at, the calmest first.
    #[serde(rename = "tempo")]
    pub tempi: Vec<TempoRendering>,
}

/// A rendering of an arrangement at one tempo.
#[derive(Clone, Debug, Deserialize)]
pub struct TempoRendering {
    /// The name of the tempo.
    pub name: String,
    /// The tempo, in beats a minute.
    pub bpm: f64,
    /// The path of the file in the assets folder.
    pub file: String,
    /// How many samples the loop has, at [`SAMPLE_RATE`].
    pub samples: u64,
}

impl ArrangementList {
    /// Reads the table from the assets folder. Arrangements without a tempo are left out.
    ///
    /// # Errors
    /// A line that says why the table cannot be read or is no such TOML.
    pub fn load(assets: &Path) -> Result<Self, String> {
        let path = assets.join("music/loops.toml");
        let wrong = |cause: &str| format!("{}: {cause}; the music stays silent", path.display());
        let text = files().read_text(&path).map_err(|error| wrong(&error.to_string()))?;
        let mut loops: Self = toml::from_str(&text).map_err(|error| wrong(error.message()))?;
        loops.arrangements.retain(|arrangement| !arrangement.tempi.is_empty() && arrangement.bars > 0);
        Ok(loops)
    }
}

impl Arrangement {
    /// Seconds of the loop at a tempo; 0 if there is no such tempo.
    pub fn loop_seconds(&self, tempo: usize) -> f64 {
        self.tempi.get(tempo).map_or(0.0, |tempo| tempo.samples as f64 / SAMPLE_RATE)
    }

    /// The bars of the loop that have been played `seconds` into it; a fraction is a part of a bar.
    pub fn bars_played_at(&self, tempo: usize, seconds: f64) -> f64 {
        let bar = self.loop_seconds(tempo) / f64::from(self.bars);
        if bar <= 0.0 { 0.0 } else { (seconds / bar).max(0.0) % f64::from(self.bars) }
    }

    /// Seconds into the loop at another tempo for the same place in the tune.
    pub fn seconds_at_same_place(&self, from: usize, seconds: f64, to: usize) -> f64 {
        self.bars_played_at(from, seconds) / f64::from(self.bars) * self.loop_seconds(to)
    }
}
