//! The ladder of the career: computer players from the weakest to the strongest, a line of JSON each, in `ladder.jsonl`
//! among the assets, as `korobka ladder` wrote it. Each rung was measured by whole matches against the one below.
//!
//! Ratings are on the scale of [`super::strengths`].

use super::strengths::{Strength, lines};
use crate::game::Pace;
use crate::storage::{Spec, paths};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What the file is called among the assets.
pub const FILE_NAME: &str = "ladder.jsonl";

/// One rung: a player at a speed, and how it did against the rung below.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderRung {
    /// Who stands on it, and how strong it is.
    #[serde(flatten)]
    pub strength: Strength,
    /// Matches that it won, drew and lost against the rung below; none for the lowest.
    pub below: [u32; 3],
}

/// All rungs, the lowest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ladder(Vec<LadderRung>);

impl Ladder {
    /// The ladder of the assets, with a warning for each line that cannot be used.
    pub fn load() -> (Self, Vec<String>) {
        paths::assets_folder().map(|assets| Self::read(&assets.join(FILE_NAME))).unwrap_or_default()
    }

    /// Reads a file; what cannot be read becomes a warning, and without the file there are no rungs.
    pub fn read(path: &Path) -> (Self, Vec<String>) {
        let (mut rungs, warnings) = lines(path, |rung: &LadderRung| rung.strength.is_sane());
        rungs.sort_by(|a, b| a.strength.rating.total_cmp(&b.strength.rating));
        (Self(rungs), warnings)
    }

    /// The rungs, the lowest first.
    pub fn rungs(&self) -> &[LadderRung] {
        &self.0
    }

    /// The rung on which this player stands at this speed and with these slips.
    pub fn rung(&self, spec: &Spec, pace: Pace, slips: u8) -> Option<&LadderRung> {
        let is = |rung: &&LadderRung| {
            let Strength { player, milli_pps, slips: its, .. } = &rung.strength;
            player == spec && *milli_pps == pace.milli_pps && *its == slips
        };
        self.0.iter().find(is)
    }
}
